"""Telling rounds apart: they are called by their kind and the day they began."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta

from django.utils.timezone import localdate

from granskning.models import Round

A_DAY = timedelta(days=1)


def tell_apart(rounds: Iterable[Round]) -> None:
    """Give each round its number among those of its kind and day; the only one of a day keeps none."""
    named = list(rounds)
    if not named:
        return
    began = [round.created_at for round in named]
    near = Round.objects.of_everyone().filter(created_at__range=(min(began) - A_DAY, max(began) + A_DAY))
    alike: dict[tuple[str, date], list[int]] = defaultdict(list)
    for pk, kind, at in near.order_by("created_at", "pk").values_list("pk", "kind", "created_at"):
        alike[kind, localdate(at)].append(pk)
    for round in named:
        same = alike[round.kind, localdate(round.created_at)]
        round.number_of_day = same.index(round.pk) + 1 if len(same) > 1 else None
