"""Rounds of one day have names that a person can tell apart."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from granskning.models import Round
from granskning.services import rounds
from granskning.services.naming import tell_apart
from tests.granskning.making import NOW, facts, person, reviewer

pytestmark = pytest.mark.django_db
# Late in the evening in Stockholm is the day before in the world's time.
TIMES = [NOW, NOW - timedelta(hours=11, minutes=30), NOW - timedelta(days=2), NOW - timedelta(hours=14)]


def start(at: datetime, kind: str = Round.Kind.SAMPLE) -> Round:
    started = rounds.start_round(user=None, n=1, seed=1, now=NOW, kind=kind)
    Round.objects.filter(pk=started.pk).update(created_at=at)
    return started


def test_only_those_that_share_their_kind_and_day_are_numbered() -> None:
    facts(person(), 2)
    made = [start(at) for at in TIMES]
    made += [start(NOW, Round.Kind.CONFIRMATION), start(NOW, Round.Kind.OWN)]
    told = list(Round.objects.filter(pk__in=[round.pk for round in made]).order_by("pk"))
    tell_apart(told)
    assert [round.number_of_day for round in told] == [2, 1, None, None, None, None]


def test_the_number_stands_wherever_a_round_is_named() -> None:
    facts(person(), 2)
    under_way, done = start(TIMES[1]), start(TIMES[0])
    rounds.close(round=done, now=NOW)
    client = Client()
    client.force_login(reviewer())
    page = client.get(reverse("reviews")).text
    names = re.findall(r"30 november, nr&nbsp;(\d)", " ".join(page.split()))
    assert names == ["1", "2"]
    desk = " ".join(client.get(reverse("desk", args=[under_way.pk])).text.split())
    assert "<title> Stickprov 30 november, nr&nbsp;1 " in desk
    for round, number in ((under_way, 1), (done, 2)):
        html = " ".join(client.get(reverse("round_result", args=[round.pk])).text.split())
        assert f"<title> Stickprov 30 november, nr&nbsp;{number} " in html
        assert f"<h1> Stickprov 30 november, nr&nbsp;{number} <span" in html
