"""With English chosen, the pages of every role are in English; what people wrote is left as it is."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone, translation

from granskning import figures_text
from granskning.models import Item, Proposal, Round
from granskning.services import confirmations, proposals, repairs, schedules
from granskning.services.rounds import close
from minne.services import people
from tests.granskning import memories
from tests.granskning.answering import closed, pressed
from tests.granskning.english import check, read, visitor
from tests.granskning.making import a_round, administrator, reviewer, sample
from tests.granskning.memories import answer_all, day, drawn, remember_many
from tests.minne.pages import heard, person_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def recent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stories end a day before now."""
    monkeypatch.setattr(memories, "DAY_0", timezone.now() - timedelta(days=87))


OUTSIDE = ["login", "password_reset", "password_reset_done", "password_reset_complete"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_pages_before_logging_in_are_in_english(name: str) -> None:
    check(visitor(), reverse(name))


def test_an_address_without_a_page_is_told_in_english() -> None:
    check(visitor(), "/no-such-page/", status=404)


def test_a_page_of_another_role_is_refused_in_english() -> None:
    check(visitor(User.objects.create_user("bo")), reverse("people"), status=403)


def test_a_paused_and_empty_memory_is_told_of_in_english() -> None:
    elin = person_of("elin")
    check(visitor(elin.user), reverse("own_facts"))
    people.pause(person=elin, now=timezone.now())
    people.answer_review_question(person=elin, agrees=False, now=timezone.now())
    check(visitor(elin.user), reverse("own_facts"))
    check(visitor(elin.user), reverse("own_looks"))


def test_the_question_before_a_fact_is_erased_is_in_english() -> None:
    elin = person_of("elin")
    check(visitor(elin.user), reverse("forget_fact", args=[heard(elin, "Gillar te", 3).pk]))


def test_the_desk_tells_in_english_why_it_has_nothing() -> None:
    rut, siv = reviewer("rut"), reviewer("siv")
    held = a_round(1)
    visitor(siv).get(reverse("desk", args=[held.pk]))
    check(visitor(rut), reverse("desk", args=[held.pk]))
    pressed(sample(held)[0], siv, "correct")
    close(round=held, now=timezone.now())
    check(visitor(rut), reverse("desk", args=[held.pk]))


ENDS: dict[str, dict[str, Any]] = {
    "over": {"correct": 40, "frame": 40},
    "under": {"correct": 2, "incorrect": 4, "outdated": 2, "frame": 9},
    "undecided": {"correct": 9, "incorrect": 1, "skipped": 2, "frame": 40},
    "early": {"correct": 3, "incorrect": 1, "frame": 30, "planned": 10},
    "no data": {"skipped": 3, "frame": 3},
}


@pytest.mark.parametrize("how", ENDS)
def test_the_result_of_a_round_is_told_in_english(how: str) -> None:
    result = reverse("round_result", args=[closed(**ENDS[how]).pk])
    check(visitor(administrator("ada")), result)
    check(visitor(reviewer("siv")), result)


RULES = [(nth, None) for nth in range(1, 6)] + [(None, every) for every in (1, 2, 4)]


def test_the_schedules_are_in_english() -> None:
    ada = administrator("ada")
    check(visitor(ada), reverse("schedules"))
    now = timezone.now()
    for number, (nth, every) in enumerate(RULES):
        weekday, reviewers = number % 7, 1 + number % 2
        made = schedules.create(
            weekday=weekday, nth=nth, every=every, n=30, reviewers=reviewers, by=ada, now=now
        )
    schedules.switch(schedule=made, on=False, now=now)
    check(visitor(ada), reverse("schedules"))


def test_a_proposal_is_told_in_english_from_beginning_to_end() -> None:
    ada = administrator("ada")
    made = a_proposal(ada)
    page = reverse("proposal", args=[made.pk])
    check(visitor(ada), page)
    check(visitor(ada), reverse("proposals"))
    repairs.repair(round=made.round, user=ada, now=timezone.now())
    check(visitor(ada), page)
    proposals.approve(proposal=made, user=ada, now=timezone.now(), reason="Bra")
    check(visitor(ada), page)
    check(visitor(ada), reverse("proposals"))


def test_a_confirmation_is_told_in_english_from_its_start_to_its_end() -> None:
    ada = administrator("ada")
    made = a_proposal(ada)
    page = reverse("proposal", args=[made.pk])
    running = confirmations.start(proposal=made, wrong=0, user=ada, now=timezone.now())
    assert running
    check(visitor(ada), page)
    check(visitor(ada), reverse("desk", args=[running.pk]))
    answer_all(running, lambda _: "incorrect", at=87, reviewer=ada)
    check(visitor(ada), page)
    check(visitor(ada), reverse("round_result", args=[running.pk]))


def test_a_proposal_without_thresholds_is_told_in_english() -> None:
    ada = administrator("ada")
    closed(correct=1, incorrect=4, outdated=4, frame=12, by=ada)
    made = proposals.propose(round=Round.objects.get(), now=timezone.now())
    assert made
    check(visitor(ada), reverse("proposal", args=[made.pk]))


def a_proposal(admin: User) -> Proposal:
    """Goals said long ago are over."""
    for who in ("aino", "bo"):
        remember_many(who, {f"Gillar {who}mat{n}": (10 + n, 60 + n) for n in range(18)})
        goals = {f"Ska till {who}berg{n}": (24 + n if n < 4 else 75 + n,) for n in range(8)}
        remember_many(who, goals, type="goal")
    made = proposals.propose(round=answer_all(drawn(at=85, n=36), by_age, at=86, reviewer=admin), now=day(86))
    assert made
    return made


def by_age(item: Item) -> str:
    said = item.last_supported_at
    return "outdated" if item.type == "goal" and said and said < day(70) else "correct"


def test_dates_numbers_and_shares_are_written_the_english_way() -> None:
    result = closed(correct=27, incorrect=2, outdated=1, frame=50)
    page = read(visitor(administrator("ada")), "en", reverse("round_result", args=[result.pk]))
    told = " ".join(page.texts)
    assert "27 of 30 were correct." in told
    assert "Of the list’s 50 facts, between 40 and 47 are correct (95%)." in told
    assert "30 November" in told
    assert "80–94%" in told
    assert not re.search(r"\d %|\d,\d", told)


def test_numbers_are_grouped_by_the_language() -> None:
    with translation.override("en"):
        assert figures_text.number(12345) == "12,345"
        assert figures_text.number(0.43, 2) == "0.43"
        assert figures_text.percent(1, 3) == "33.3%"
        assert figures_text.share_range(0.521, 0.923) == "52.1–92.3%"
