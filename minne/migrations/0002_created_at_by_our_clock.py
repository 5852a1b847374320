from django.db import migrations, models

import minne.clock


class Migration(migrations.Migration):
    dependencies = [("minne", "0001_initial")]

    operations = [
        migrations.AlterField("person", "created_at", models.DateTimeField(default=minne.clock.now)),
        migrations.AlterField("policyversion", "created_at", models.DateTimeField(default=minne.clock.now)),
    ]
