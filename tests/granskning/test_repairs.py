"""One press strikes what a round found wrong, dated the pinned instant; one press takes it back."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.models import Item, Round
from granskning.services import repairs, rounds
from minne.models import Event, Fact, Person
from minne.services import corrections, lists
from minne.services.corrections import Author
from tests.granskning.memories import answer_all, answers, day, drawn, person, remember, remember_many
from tests.shared import told_once

pytestmark = pytest.mark.django_db
WRONG = {1: "incorrect", 2: "outdated"}


story = told_once(lambda: audited(User.objects.create_user("admin")))


def audited(admin: User) -> None:
    """Twenty facts of two people, ten drawn: the first is wrong, the second outdated."""
    for name in ("elin", "karl"):
        remember_many(name, {f"Gillar {name}rätt{n}": (10 + n, 60 + n) for n in range(10)})
    answer_all(drawn(at=80, n=10), wrong_by_order, at=81, reviewer=admin)


def wrong_by_order(item: Item) -> str:
    return WRONG.get(item.order, "correct")


def fact_of(round: Round, order: int) -> Fact:
    fact = Item.objects.get(round=round, order=order).fact
    assert fact is not None
    return fact


def served(now: float) -> set[str]:
    return {str(e.fact.pk) for p in Person.objects.all() for e in lists.served(p, day(now))}


def by_the_person(at: float) -> Author:
    return Author(by=Event.By.PERSON, user=None, now=day(at))


def test_it_works(admin: User, round: Round) -> None:
    done = repairs.repair(round=round, user=admin, now=day(82))
    assert (done.repaired, done.corrected, done.erased) == (2, 0, 0)
    assert [fact_of(round, n).status for n in (1, 2, 3)] == ["denied", "ended", "active"]


def test_the_events_are_dated_the_pinned_instant_and_say_who_and_that_it_was_a_repair(
    admin: User, round: Round
) -> None:
    repairs.repair(round=round, user=admin, now=day(82))
    made = Event.objects.filter(by=Event.By.REPAIR)
    assert {(e.occurred_at, e.recorded_at, e.actor) for e in made} == {(round.pinned_at, day(82), admin)}
    assert len({e.batch for e in made}) == 1


def test_what_was_said_after_the_pinned_instant_stands(admin: User, round: Round) -> None:
    denied = fact_of(round, 1)
    remember(denied.person.external_id, denied.text, 81.5)
    repairs.repair(round=round, user=admin, now=day(82))
    assert fact_of(round, 1).status == "active"


def test_a_second_press_changes_nothing(admin: User, round: Round) -> None:
    repairs.repair(round=round, user=admin, now=day(82))
    again = repairs.repair(round=round, user=admin, now=day(83))
    assert (again.batch, again.repaired) == (None, 0)
    assert Event.objects.filter(by=Event.By.REPAIR).count() == 2


def test_taking_it_back_gives_back_the_lists_as_they_were(admin: User, round: Round) -> None:
    before = served(83)
    done = repairs.repair(round=round, user=admin, now=day(82))
    assert len(served(83)) == len(before) - 2
    assert done.batch is not None
    assert repairs.unrepair(round=round, batch=done.batch, now=day(83)) == 2
    assert served(83) == before
    assert len(repairs.standing(round).waiting) == 2


def test_a_repair_taken_back_twice_is_refused_and_another_round_s_is_not_its_own(
    admin: User, round: Round
) -> None:
    done = repairs.repair(round=round, user=admin, now=day(82))
    other = drawn(at=84, n=3)
    assert done.batch is not None
    with pytest.raises(repairs.RepairError, match="nothing"):
        repairs.unrepair(round=other, batch=done.batch, now=day(85))
    repairs.unrepair(round=round, batch=done.batch, now=day(85))
    with pytest.raises(repairs.RepairError, match="nothing"):
        repairs.unrepair(round=round, batch=done.batch, now=day(85))


def test_what_the_person_has_said_since_the_draw_goes_first(admin: User, round: Round) -> None:
    corrections.confirm(fact=fact_of(round, 1), author=by_the_person(81.5))
    done = repairs.repair(round=round, user=admin, now=day(82))
    assert (done.repaired, done.corrected) == (1, 1)
    assert fact_of(round, 1).status == "active"


def test_what_the_person_takes_back_is_not_repaired_again(admin: User, round: Round) -> None:
    done = repairs.repair(round=round, user=admin, now=day(82))
    assert done.batch is not None
    theirs = fact_of(round, 1)
    corrections.undo(person=theirs.person, batch=done.batch, now=day(83))
    standing = repairs.standing(round)
    assert fact_of(round, 1).status == "active"
    assert standing.waiting == []
    assert len(standing.taken_back) >= 1
    assert repairs.repair(round=round, user=admin, now=day(84)).repaired == 0


def test_an_erased_fact_is_left_alone_and_counted(admin: User, round: Round) -> None:
    gone = fact_of(round, 1)
    rounds.forget(facts=[gone], now=day(81.5))
    gone.delete()
    done = repairs.repair(round=round, user=admin, now=day(82))
    assert (done.repaired, done.erased) == (1, 1)


def test_an_adjudicated_label_is_the_one_that_is_repaired(admin: User, round: Round) -> None:
    Item.objects.filter(round=round, order=1).update(adjudicated="correct")
    Item.objects.filter(round=round, order=3).update(adjudicated="outdated")
    repairs.repair(round=round, user=admin, now=day(82))
    assert [fact_of(round, n).status for n in (1, 2, 3)] == ["active", "ended", "ended"]


def test_an_open_round_is_not_repaired(admin: User) -> None:
    remember("disa", "Gillar kaffe", 10)
    round = drawn(at=20, n=1)
    answers(round, lambda item: "incorrect", reviewer=admin, at=21)
    with pytest.raises(repairs.RepairError, match="open"):
        repairs.repair(round=round, user=admin, now=day(22))


def test_a_person_s_own_round_is_theirs_to_repair(admin: User) -> None:
    remember("disa", "Gillar kaffe", 10)
    round = drawn(at=20, n=1, person=person("disa"), kind=Round.Kind.OWN)
    answer_all(round, lambda item: "incorrect", at=21, reviewer=admin)
    with pytest.raises(repairs.RepairError, match="own"):
        repairs.repair(round=round, user=admin, now=day(22))


def test_the_list_after_a_repair_is_the_same_interval_moved(round: Round) -> None:
    """8 of 10 right of 20: the whole list less two; the part nobody drew has ten."""
    after = repairs.standing(round).after(2)
    assert after is not None
    assert (after.list_size, after.remainder_size) == (18, 10)
    assert (after.list_low - 8, after.list_high - 8) == (after.remainder_low, after.remainder_high)
