"""Rounds that are made by themselves, and the mail about rounds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from smtplib import SMTPServerDisconnected
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.db import connection
from django.urls import reverse

from granskning.models import Round, Schedule
from granskning.services import evidence, notices, schedules
from minne.access import ADMINISTRATORS, REVIEWERS
from tests.granskning.answering import closed
from tests.granskning.making import NOW, facts, person
from tests.minne.pages import account, browser

pytestmark = pytest.mark.django_db(transaction=True)

MONDAY = datetime(2026, 12, 7, 9, tzinfo=UTC)  # the first of the month; NOW is a Monday a week before
DAY = timedelta(days=1)


@pytest.fixture
def first_mondays() -> Schedule:
    facts(person(), 6)
    return schedules.create(weekday=0, nth=1, every=None, n=4, reviewers=2, by=None, now=NOW + DAY)


def test_nothing_is_made_before_the_day(first_mondays: Schedule) -> None:
    assert schedules.make_due(MONDAY - DAY) == []
    assert not Round.objects.exists()


def test_a_round_is_made_on_the_day_and_once(first_mondays: Schedule) -> None:
    [made] = schedules.make_due(MONDAY)
    assert (made.planned, made.reviewers_per_item, made.created_by) == (4, 2, None)
    assert schedules.make_due(MONDAY + timedelta(hours=1)) == []
    assert schedules.make_due(MONDAY + 3 * DAY) == []


def test_a_round_that_nobody_made_on_the_day_is_made_later_and_only_the_latest(
    first_mondays: Schedule,
) -> None:
    assert len(schedules.make_due(MONDAY + 40 * DAY)) == 1
    assert Round.objects.count() == 1


def test_a_stopped_schedule_makes_nothing_and_does_not_make_up_for_it(first_mondays: Schedule) -> None:
    schedules.switch(schedule=first_mondays, on=False, now=NOW)
    assert schedules.make_due(MONDAY) == []
    schedules.switch(schedule=first_mondays, on=True, now=MONDAY + DAY)
    assert schedules.make_due(MONDAY + 2 * DAY) == []
    assert len(schedules.make_due(MONDAY + 28 * DAY)) == 1


def test_nothing_is_held_while_a_round_is_drawn_and_a_schedule_stopped_meanwhile_makes_none(
    first_mondays: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    later_turns, held = evidence.later_turns, []

    def meanwhile(*args: Any, **more: Any) -> dict[str, list[int]]:
        held.append(connection.in_atomic_block)
        schedules.switch(schedule=first_mondays, on=False, now=MONDAY)
        return later_turns(*args, **more)

    monkeypatch.setattr(evidence, "later_turns", meanwhile)
    assert schedules.make_due(MONDAY) == []
    assert held == [False]
    assert not Round.objects.exists()


def test_a_day_with_nothing_to_draw_from_is_told_and_not_tried_again() -> None:
    schedule = schedules.create(weekday=0, nth=1, every=None, n=4, reviewers=1, by=None, now=NOW + DAY)
    assert schedules.make_due(MONDAY) == []
    schedule.refresh_from_db()
    assert (schedule.done_for, schedule.failed) == (MONDAY.date(), "nothing")


def test_reviewers_are_told_that_a_round_waits_each_alone(first_mondays: Schedule) -> None:
    account("rut", REVIEWERS)
    account("ada", ADMINISTRATORS)
    account("nils")
    User.objects.create_user("utan-adress").groups.set(account("rune", REVIEWERS).groups.all())
    [made] = schedules.make_due(MONDAY)
    assert sorted(letter.to for letter in mail.outbox) == [
        ["ada@example.org"],
        ["rune@example.org"],
        ["rut@example.org"],
    ]
    letter = mail.outbox[0]
    assert letter.subject == "En granskning väntar: 4 fakta"
    assert f"http://localhost:8000{reverse('desk', args=[made.pk])}" in letter.body
    assert "fika" not in letter.body


def test_administrators_are_told_when_a_closed_round_falls_under_the_target() -> None:
    account("ada", ADMINISTRATORS)
    account("rune", REVIEWERS)
    round = closed(correct=8, incorrect=2, frame=20)
    [letter] = mail.outbox
    assert letter.to == ["ada@example.org"]
    assert letter.subject == "Ett stickprov hamnade under 90\N{NO-BREAK SPACE}%: 8 av 10 stämde"
    assert reverse("round_result", args=[round.pk]) in letter.body


def test_nobody_is_told_when_it_reaches_the_target() -> None:
    account("ada", ADMINISTRATORS)
    closed(correct=9, incorrect=1, frame=20)
    assert mail.outbox == []


def test_a_mail_server_that_does_not_answer_stops_nothing(
    first_mondays: Schedule, monkeypatch: pytest.MonkeyPatch
) -> None:
    account("rut", REVIEWERS)

    class Down:
        def send_messages(self, letters: object) -> int:
            raise SMTPServerDisconnected("nobody there")

    monkeypatch.setattr(notices, "get_connection", Down)
    assert len(schedules.make_due(MONDAY)) == 1


def test_an_administrator_makes_a_schedule_stops_it_and_takes_it_away() -> None:
    account("ada", ADMINISTRATORS)
    ada = browser("ada")
    said = {"weekday": 0, "which": "nth-1", "n": 30, "reviewers": 2}
    page = ada.post(reverse("schedules"), said, follow=True).text
    assert "Första måndagen i månaden" in page
    assert "två granskare" in page
    schedule = Schedule.objects.get()
    assert (
        "Stoppat" in ada.post(reverse("switch_schedule", args=[schedule.pk]), {"on": "no"}, follow=True).text
    )
    ada.post(reverse("remove_schedule", args=[schedule.pk]))
    assert not Schedule.objects.exists()


def test_a_schedule_without_a_number_is_asked_for_again() -> None:
    account("ada", ADMINISTRATORS)
    said = {"weekday": 0, "which": "nth-1", "n": 0, "reviewers": 2}
    assert browser("ada").post(reverse("schedules"), said).status_code == 422
