"""Every address of the site; the audit's are in granskning/urls.py."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("granskning.urls")),
]
