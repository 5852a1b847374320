from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate, post_save, pre_delete


class GranskningConfig(AppConfig):
    name = "granskning"
    verbose_name = "Granskning"

    def ready(self) -> None:
        # This app is the last one: its permissions and minne's exist when its turn comes.
        post_migrate.connect(_make_roles, sender=self)
        # Whoever erases a fact, and however: it takes its words out of the rounds that drew it.
        pre_delete.connect(_forget_one_in_rounds, sender="minne.Fact")
        pre_delete.connect(_forget_one_in_rounds, sender="minne.ImportedFact")
        post_save.connect(_look_no_more, sender="minne.Agreement")
        _take_part()


def _make_roles(**kwargs: Any) -> None:
    from django.contrib.auth.models import Group, Permission

    from minne.access import ADMINISTER, ADMINISTRATORS, REVIEW, REVIEWERS

    for name, permissions in {REVIEWERS: [REVIEW], ADMINISTRATORS: [ADMINISTER, REVIEW]}.items():
        group, _created = Group.objects.get_or_create(name=name)
        for permission in permissions:
            app, codename = permission.split(".")
            group.permissions.add(Permission.objects.get(content_type__app_label=app, codename=codename))


def _take_part() -> None:
    """In the memory's chores, what it does with all that is known of a person, and what it says of itself."""
    from granskning.services import erasing, own_data, proposals, rounds, schedules, uniting
    from minne.services import chores, dropping, erasure, exports, policies
    from minne.services import uniting as two_ids

    chores.chores += [rounds.close_due, schedules.make_due]
    exports.providers.append(own_data.sections)
    dropping.hooks.append(_forget_in_rounds)
    erasure.steps.append(erasing.erase_some)
    two_ids.hooks.append(uniting.follow)
    policies.origins.append(proposals.origins)


def _look_no_more(instance: Any, **kwargs: Any) -> None:
    from granskning.services import erasing

    if not instance.agrees:
        erasing.look_no_more(instance.person)


def _forget_one_in_rounds(instance: Any, **kwargs: Any) -> None:
    _forget_in_rounds([instance])


def _forget_in_rounds(facts: Sequence[Any]) -> None:
    from django.db import transaction

    from granskning.services import kept
    from granskning.services.rounds import forget
    from minne import clock

    forget(facts=facts, now=clock.now())
    transaction.on_commit(kept.let_go)
