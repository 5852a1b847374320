from django.apps import AppConfig


class MinneConfig(AppConfig):
    name = "minne"
    verbose_name = "Minne"

    def ready(self) -> None:
        from minne.services import chores, erasure, exports, own_data, projection, retention

        exports.providers.append(own_data.sections)
        chores.chores += [erasure.resume, projection.catch_up, chores.daily(retention.retain)]
