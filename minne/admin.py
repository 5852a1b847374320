"""The stock admin has accounts and groups, and nothing of what is remembered about anybody."""

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib import admin
from django.utils.translation import gettext_lazy as _

admin.site.site_title = "Minne"
admin.site.site_header = _("Minne: konton och grupper")
admin.site.index_title = _("Konton och grupper")

for model in (AccessAttempt, AccessFailureLog, AccessLog):
    if admin.site.is_registered(model):
        admin.site.unregister(model)
