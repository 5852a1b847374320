from django.apps import AppConfig


class MinneConfig(AppConfig):
    name = "minne"
    verbose_name = "Minne"
