import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('granskning', '0002_desk'),
    ]

    operations = [
        migrations.CreateModel(
            name='Confirmation',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('values', models.JSONField()),
                ('known_right', models.PositiveIntegerField(default=0)),
                ('known_wrong', models.PositiveIntegerField(default=0)),
                ('evidence', models.CharField(choices=[('waiting', 'pågår'), ('certified', 'bekräftad'), ('failed', 'inte bekräftad')], default='waiting', max_length=10)),
                ('low', models.PositiveIntegerField(null=True)),
                ('high', models.PositiveIntegerField(null=True)),
                ('proposal', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='attempts', to='granskning.proposal')),
                ('round', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='confirmation', to='granskning.round')),
            ],
            options={
                'ordering': ('pk',),
            },
        ),
    ]
