from django.apps import AppConfig


class MinneConfig(AppConfig):
    name = "minne"
    verbose_name = "Minne"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        from minne.services import chores, erasure, exports, languages, own_data, projection, retention

        user_logged_in.connect(languages.follow, dispatch_uid="minne.language")
        exports.providers.append(own_data.sections)
        chores.chores += [erasure.resume, projection.catch_up, chores.daily(retention.retain)]
