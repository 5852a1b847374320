from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User

from granskning.models import Item, Look, Round, Verdict, VerdictChange
from granskning.services import desks, evidence, labelling, leases, own_rounds, rounds
from granskning.services.adjudication import adjudicate
from granskning.services.labelling import RefusedError, Step
from granskning.services.progress import Agreed, Pace, agreed, pace, progress
from minne.models import Event, Fact
from minne.services import chores
from tests.granskning.making import NOW, administrator, facts, person, sample
from tests.granskning.six import a_round, reviewer, six
from tests.shared import told_once

pytestmark = pytest.mark.django_db
story = told_once(six)

SOON = NOW + timedelta(minutes=1)
LATER = NOW + timedelta(minutes=6)
DAY_BEFORE = NOW - timedelta(days=1)


def give(
    drawn: Round, item: Item, who: User, value: str, version: int = 0, **more: object
) -> VerdictChange | None:
    now = more.pop("now", SOON)
    step = Step(value=value, version=version, **more)  # type: ignore[arg-type]
    return labelling.answer(round=drawn, item=item.pk, reviewer=who, step=step, now=now)  # type: ignore[arg-type]


def at_desk(drawn: Round, who: User, *, now: datetime) -> desks.Desk:
    held = desks.take_up(round=drawn, reviewer=who, now=now)
    return desks.desk(round=drawn, reviewer=who, held=held, since=DAY_BEFORE, now=now)


def refusal(*args: object, **more: object) -> str:
    with pytest.raises(RefusedError) as refused:
        give(*args, **more)  # type: ignore[arg-type]
    return refused.value.code


def test_an_answer_is_one_row_and_one_step() -> None:
    drawn, rut = a_round(), reviewer()
    give(drawn, sample(drawn)[0], rut, "incorrect", note="Bor i Umeå", seconds=4.5)
    verdict = Verdict.objects.get()
    assert (verdict.value, verdict.note, verdict.seconds, verdict.reviewer) == (
        "incorrect",
        "Bor i Umeå",
        4.5,
        rut,
    )
    change = VerdictChange.objects.get()
    assert (change.before, change.after, change.note_after, change.at) == (
        "",
        "incorrect",
        "Bor i Umeå",
        SOON,
    )


def test_the_same_press_sent_again_changes_nothing() -> None:
    drawn, rut = a_round(), reviewer()
    item = sample(drawn)[0]
    give(drawn, item, rut, "correct")
    assert give(drawn, item, rut, "correct") is None
    assert (Verdict.objects.count(), VerdictChange.objects.count()) == (1, 1)


def test_another_answer_on_an_old_state_is_refused_with_what_stands() -> None:
    drawn, rut = a_round(), reviewer()
    item = sample(drawn)[0]
    give(drawn, item, rut, "correct")
    with pytest.raises(RefusedError) as refused:
        give(drawn, item, rut, "incorrect")
    assert (refused.value.code, refused.value.standing) == ("stale", "correct")
    assert Verdict.objects.get().value == "correct"


def test_a_late_copy_of_a_press_that_was_undone_does_not_bring_it_back() -> None:
    drawn, rut = a_round(), reviewer()
    item = sample(drawn)[0]
    change = give(drawn, item, rut, "correct")
    assert change
    labelling.undo(round=drawn, reviewer=rut, change=change.pk, since=DAY_BEFORE, now=SOON)
    assert refusal(drawn, item, rut, "correct") == "stale"
    assert not Verdict.objects.exists()


def test_own_answers_can_be_changed_while_the_round_is_open() -> None:
    drawn, rut = a_round(), reviewer()
    item = sample(drawn)[0]
    give(drawn, item, rut, "correct", seconds=3.0)
    give(drawn, item, rut, "outdated", version=1, seconds=60.0)
    verdict = Verdict.objects.get()
    assert (verdict.value, verdict.seconds) == ("outdated", 3.0)
    assert list(VerdictChange.objects.values_list("before", "after")) == [
        ("", "correct"),
        ("correct", "outdated"),
    ]


def test_answer_undo_and_another_answer_leave_one_current_answer() -> None:
    drawn, rut = a_round(), reviewer()
    item = sample(drawn)[0]
    change = give(drawn, item, rut, "correct")
    assert change
    labelling.undo(round=drawn, reviewer=rut, change=change.pk, since=DAY_BEFORE, now=SOON)
    give(drawn, item, rut, "outdated", version=2)
    assert Verdict.objects.get().value == "outdated"
    steps = [("", "correct"), ("correct", ""), ("", "outdated")]
    assert list(VerdictChange.objects.values_list("before", "after")) == steps


def test_undo_goes_back_one_step_at_a_time_to_the_start_of_the_session() -> None:
    drawn, rut = a_round(), reviewer()
    first, second, _ = sample(drawn)
    give(drawn, first, rut, "correct", now=NOW)
    give(drawn, second, rut, "correct", now=SOON)
    give(drawn, second, rut, "incorrect", version=1, now=SOON + timedelta(seconds=1))

    def undo_last(since: object = SOON) -> None:
        step = labelling.last_step(drawn, rut, since)  # type: ignore[arg-type]
        assert step
        labelling.undo(round=drawn, reviewer=rut, change=step.pk, since=SOON, now=LATER)

    undo_last()
    assert Verdict.objects.get(item=second).value == "correct"
    undo_last()
    assert not Verdict.objects.filter(item=second).exists()
    assert labelling.last_step(drawn, rut, SOON) is None
    with pytest.raises(RefusedError):
        undo_last(DAY_BEFORE)
    assert Verdict.objects.get().item == first


def test_one_undo_sent_twice_takes_back_one_step() -> None:
    drawn, rut = a_round(), reviewer()
    for item in sample(drawn)[:2]:
        give(drawn, item, rut, "correct")
    step = labelling.last_step(drawn, rut, DAY_BEFORE)
    assert step
    for _ in range(2):
        labelling.undo(round=drawn, reviewer=rut, change=step.pk, since=DAY_BEFORE, now=LATER)
    assert Verdict.objects.count() == 1


def test_nobody_undoes_another_persons_step() -> None:
    drawn, rut, siv = a_round(), reviewer(), reviewer("siv")
    change = give(drawn, sample(drawn)[0], rut, "correct")
    assert change
    with pytest.raises(RefusedError):
        labelling.undo(round=drawn, reviewer=siv, change=change.pk, since=DAY_BEFORE, now=SOON)
    assert Verdict.objects.exists()


def test_an_undone_item_is_held_by_its_reviewer_and_comes_first() -> None:
    drawn, rut = a_round(), reviewer()
    desk = at_desk(drawn, rut, now=NOW)
    assert desk.current
    change = give(drawn, desk.current.item, rut, "correct", note="hm")
    assert change
    labelling.undo(round=drawn, reviewer=rut, change=change.pk, since=DAY_BEFORE, now=SOON)
    again = at_desk(drawn, rut, now=SOON)
    assert again.current
    assert (again.current.item, again.current.version, again.current.note) == (desk.current.item, 2, "hm")


def test_a_note_edited_twice_is_undone_one_edit_at_a_time() -> None:
    drawn, rut = a_round(), reviewer()
    item = sample(drawn)[0]
    give(drawn, item, rut, "correct", note="ett")
    for seen, note in ((1, "två"), (2, "tre")):
        labelling.write_note(round=drawn, item=item.pk, reviewer=rut, note=note, seen=seen, now=SOON)
    step = labelling.last_step(drawn, rut, DAY_BEFORE)
    assert step
    labelling.undo(round=drawn, reviewer=rut, change=step.pk, since=DAY_BEFORE, now=LATER)
    verdict = Verdict.objects.get()
    assert (verdict.value, verdict.note) == ("correct", "två")


@pytest.mark.parametrize("value", ["", "CORRECT", "1", "confidence"])
def test_only_the_four_verdicts_are_taken(value: str) -> None:
    drawn, rut = a_round(), reviewer()
    assert refusal(drawn, sample(drawn)[0], rut, value) == "unknown"


def test_a_closed_round_takes_no_answers_and_no_undo() -> None:
    drawn, rut = a_round(), reviewer()
    change = give(drawn, sample(drawn)[0], rut, "correct")
    assert change
    rounds.close(round=drawn, now=SOON)
    assert refusal(drawn, sample(drawn)[1], rut, "correct") == "closed"
    with pytest.raises(RefusedError):
        labelling.undo(round=drawn, reviewer=rut, change=change.pk, since=DAY_BEFORE, now=LATER)


@pytest.mark.parametrize("where", ["reserve", "other round", "erased"])
def test_only_items_of_the_sample_can_be_answered(where: str) -> None:
    drawn, rut = a_round(), reviewer()
    other = rounds.start_round(user=None, n=3, seed=5, now=NOW)
    if where == "reserve":
        item = Item.objects.filter(round=drawn, called=False)[0]
    else:
        item = sample(other if where == "other round" else drawn)[0]
    if where == "erased":
        Fact.objects.filter(items=item).delete()
    assert refusal(drawn, item, rut, "correct") == "gone"


@pytest.mark.parametrize(("given", "kept"), [(4.0, 4.0), (5000.0, 300.0), (-1.0, None), (float("nan"), None)])
def test_time_is_capped_and_nonsense_is_not_kept(given: float, kept: float | None) -> None:
    drawn, rut = a_round(), reviewer()
    give(drawn, sample(drawn)[0], rut, "correct", seconds=given)
    assert Verdict.objects.get().seconds == kept


def test_the_pace_is_a_median() -> None:
    drawn, rut = a_round(), reviewer()
    for item, seconds in zip(sample(drawn)[:2], (2.0, 4.0), strict=True):
        give(drawn, item, rut, "correct", seconds=seconds)
    give(drawn, sample(drawn)[2], rut, "correct", seconds=9999.0)
    assert pace(round=drawn, reviewer=rut) == Pace(3, 4.0)


def test_a_note_keeps_no_character_that_a_database_refuses() -> None:
    drawn, rut = a_round(), reviewer()
    give(drawn, sample(drawn)[0], rut, "correct", note=" a\0b\ud800c\r\nd ")
    assert Verdict.objects.get().note == "ab?c\nd"


@pytest.mark.usefixtures("nobody")
def test_a_person_who_starts_their_own_round_twice_at_once_has_one(monkeypatch: pytest.MonkeyPatch) -> None:
    who, rut = person(), reviewer()
    facts(who, 3)
    later_turns, started = evidence.later_turns, []

    def meanwhile(*args: Any, **more: Any) -> dict[str, list[int]]:
        monkeypatch.setattr(evidence, "later_turns", later_turns)
        started.append(own_rounds.start(person=who, user=rut, now=NOW))
        return later_turns(*args, **more)

    monkeypatch.setattr(evidence, "later_turns", meanwhile)
    assert own_rounds.start(person=who, user=rut, now=NOW) == started[0] == Round.objects.get()


@pytest.mark.usefixtures("nobody")
def test_a_fact_erased_since_the_frame_was_read_is_not_drawn() -> None:
    known = [str(fact.pk) for fact in facts(person(), 4)]
    drawn = rounds.start_round(user=None, n=3, seed=1, now=NOW, ids=[*known, str(uuid4())])
    assert (drawn.frame_size, drawn.planned, len(sample(drawn))) == (4, 3, 3)


class TestLeases:
    def test_two_reviewers_never_get_the_same_item(self) -> None:
        drawn, rut, siv = a_round(4), reviewer(), reviewer("siv")
        rut_holds = leases.hold(round=drawn, reviewer=rut, now=NOW)
        siv_holds = leases.hold(round=drawn, reviewer=siv, now=NOW)
        items = [rut_holds.current, rut_holds.following, siv_holds.current, siv_holds.following]
        assert [item and item.order for item in items] == [1, 2, 3, 4]

    def test_asking_again_gives_the_same_items_and_renews_them(self) -> None:
        drawn, rut = a_round(4), reviewer()
        held = leases.hold(round=drawn, reviewer=rut, now=NOW)
        again = leases.hold(round=drawn, reviewer=rut, now=SOON)
        assert again == held
        assert again.current
        assert again.current.leased_until == SOON + timedelta(minutes=5)

    def test_what_was_asked_for_by_name_is_not_given_while_another_holds_it(self) -> None:
        drawn, rut, siv = a_round(2), reviewer(), reviewer("siv")
        leases.hold(round=drawn, reviewer=siv, now=NOW)
        assert leases.hold(round=drawn, reviewer=rut, now=SOON, first=sample(drawn)[0].pk).current is None

    def test_a_claim_gives_way_to_whoever_was_first(self) -> None:
        drawn, rut, siv = a_round(), reviewer(), reviewer("siv")
        seen_by_both = sample(drawn)[0]
        assert leases.claim(item=seen_by_both, reviewer=rut, now=NOW)
        assert not leases.claim(item=seen_by_both, reviewer=siv, now=NOW)

    def test_an_ended_lease_is_free(self) -> None:
        drawn, rut, siv = a_round(2), reviewer(), reviewer("siv")
        leases.hold(round=drawn, reviewer=rut, now=NOW)
        assert leases.hold(round=drawn, reviewer=siv, now=SOON).current is None
        assert leases.hold(round=drawn, reviewer=siv, now=LATER).current is not None

    def test_activity_renews(self) -> None:
        drawn, rut, siv = a_round(2), reviewer(), reviewer("siv")
        leases.hold(round=drawn, reviewer=rut, now=NOW)
        leases.renew(round=drawn, reviewer=rut, now=NOW + timedelta(minutes=4))
        assert leases.hold(round=drawn, reviewer=siv, now=LATER).current is None

    def test_leaving_the_page_frees_what_it_held_but_not_what_was_renewed_since(self) -> None:
        drawn, rut = a_round(2), reviewer()
        held = leases.hold(round=drawn, reviewer=rut, now=NOW)
        assert held.current
        assert held.current.leased_until
        until = held.current.leased_until
        leases.hold(round=drawn, reviewer=rut, now=SOON)
        assert leases.release(round=drawn, reviewer=rut, until=until) == 0
        assert leases.release(round=drawn, reviewer=rut, until=until + timedelta(minutes=1)) == 2

    def test_an_answer_after_the_lease_ended_stands(self) -> None:
        drawn, rut = a_round(), reviewer()
        held = leases.hold(round=drawn, reviewer=rut, now=NOW).current
        assert held
        give(drawn, held, rut, "correct", now=LATER)
        assert Verdict.objects.exists()

    def test_an_answer_after_the_lease_ended_is_refused_while_another_holds_the_item(self) -> None:
        drawn, rut, siv = a_round(), reviewer(), reviewer("siv")
        held = leases.hold(round=drawn, reviewer=rut, now=NOW).current
        assert held
        leases.hold(round=drawn, reviewer=siv, now=LATER)
        assert refusal(drawn, held, rut, "correct", now=LATER) == "held"

    def test_an_answer_after_another_answered_is_refused(self) -> None:
        drawn, rut, siv = a_round(), reviewer(), reviewer("siv")
        item = sample(drawn)[0]
        give(drawn, item, siv, "correct")
        assert refusal(drawn, item, rut, "incorrect", now=LATER) == "taken"
        assert Verdict.objects.get().reviewer == siv

    def test_held_items_are_never_done(self) -> None:
        drawn, rut, siv = a_round(3), reviewer(), reviewer("siv")
        leases.hold(round=drawn, reviewer=rut, now=NOW)
        give(drawn, sample(drawn)[2], siv, "correct")
        desk = at_desk(drawn, siv, now=SOON)
        assert desk.current is None
        assert (desk.progress.waiting_for, desk.progress.held) == ("held", 2)
        assert desk.progress.minutes_until_free(SOON) == 4


class TestLooks:
    def test_a_look_is_logged_for_what_is_shown_and_not_for_what_is_fetched_ahead(self) -> None:
        drawn, rut = a_round(), reviewer()
        desk = at_desk(drawn, rut, now=NOW)
        assert desk.current
        assert desk.following
        look = Look.objects.get()
        assert (look.item, look.reviewer, look.person) == (desk.current.item, rut, desk.current.item.person)

    def test_the_item_that_came_up_at_the_press_is_logged_once(self) -> None:
        drawn, rut = a_round(), reviewer()
        desk = at_desk(drawn, rut, now=NOW)
        assert desk.current
        assert desk.following
        give(drawn, desk.current.item, rut, "correct")
        following = desk.following.item
        leases.show(item=following, reviewer=rut, now=SOON)
        desks.take_up(round=drawn, reviewer=rut, now=SOON, showing=following.pk, seen=True)
        assert Look.objects.filter(item=following).count() == 1


class TestTwoReviewers:
    def test_each_gets_every_item(self) -> None:
        drawn, rut, siv = a_round(3, reviewers=2), reviewer(), reviewer("siv")
        for item in sample(drawn):
            give(drawn, item, rut, "correct")
        assert progress(round=drawn, reviewer=rut, now=SOON).waiting_for == "second"
        assert progress(round=drawn, reviewer=siv, now=SOON).left == 3
        for item in sample(drawn):
            give(drawn, item, siv, "correct")
        drawn.refresh_from_db()
        assert drawn.completed_at == SOON

    def test_a_third_answer_is_refused(self) -> None:
        drawn = a_round(3, reviewers=2)
        item = sample(drawn)[0]
        for name in ("rut", "siv"):
            give(drawn, item, reviewer(name), "correct")
        assert refusal(drawn, item, reviewer("tor"), "correct") == "taken"

    def test_the_state_a_reviewer_sees_tells_nothing_of_the_others_answer(self) -> None:
        drawn, rut, siv = a_round(3, reviewers=2), reviewer(), reviewer("siv")
        item = sample(drawn)[0]
        give(drawn, item, rut, "incorrect", note="fel stad")
        seen = desks.sheet(Item.objects.get(pk=item.pk), siv)
        assert (seen.version, seen.verdict, seen.note) == (0, None, "")

    def test_answers_that_differ_keep_the_round_open_until_somebody_decides(self) -> None:
        drawn, rut, siv = a_round(1, reviewers=2), reviewer(), reviewer("siv")
        item = sample(drawn)[0]
        give(drawn, item, rut, "correct")
        give(drawn, item, siv, "outdated")
        drawn.refresh_from_db()
        assert drawn.completed_at is None
        assert rounds.close(round=drawn, now=LATER, complete_by=LATER).closed_at is None
        assert Item.objects.get(pk=item.pk).is_disputed
        assert progress(round=drawn, reviewer=rut, now=SOON).waiting_for == "disputed"


class TestSkips:
    def test_a_skip_calls_in_the_next_of_the_reserve_and_stays_counted(self) -> None:
        drawn, rut = a_round(3), reviewer()
        give(drawn, sample(drawn)[1], rut, "skipped")
        assert [item.label for item in sample(drawn)] == ["", "skipped", "", ""]

    def test_an_undone_skip_sends_its_stand_in_back(self) -> None:
        drawn, rut = a_round(3), reviewer()
        change = give(drawn, sample(drawn)[1], rut, "skipped")
        assert change
        leases.claim(item=sample(drawn)[3], reviewer=rut, now=SOON)
        labelling.undo(round=drawn, reviewer=rut, change=change.pk, since=DAY_BEFORE, now=SOON)
        assert len(sample(drawn)) == 3
        assert not Item.objects.filter(called=False).exclude(leased_to=None).exists()

    def test_with_two_reviewers_an_item_is_a_skip_when_both_skip_it(self) -> None:
        drawn, rut, siv = a_round(2, reviewers=2), reviewer(), reviewer("siv")
        item = sample(drawn)[0]
        give(drawn, item, rut, "skipped")
        assert len(sample(drawn)) == 2
        assert item in Item.objects.filter(round=drawn).waiting_for(siv)
        give(drawn, item, siv, "skipped")
        assert len(sample(drawn)) == 3

    def test_a_skip_beside_an_answer_is_disputed(self) -> None:
        drawn, rut, siv = a_round(2, reviewers=2), reviewer(), reviewer("siv")
        item = sample(drawn)[0]
        give(drawn, item, rut, "skipped")
        give(drawn, item, siv, "correct")
        assert sample(drawn)[0].is_disputed

    def test_a_round_with_more_skips_than_reserve_closes_with_what_it_has(self) -> None:
        Fact.objects.exclude(pk__in=Fact.objects.all()[:3]).delete()
        drawn, rut = a_round(2), reviewer()
        while waiting := Item.objects.filter(round=drawn).waiting_for(rut).first():
            give(drawn, waiting, rut, "skipped")
        drawn = rounds.close(round=drawn, now=SOON, complete_by=SOON)
        assert drawn.result
        assert (drawn.result["skipped"], drawn.result["verdict"]) == (3, "no_data")


class TestClosing:
    def complete(self, values: tuple[str, ...] = ("correct", "incorrect", "outdated")) -> tuple[Round, User]:
        drawn, rut = a_round(len(values)), reviewer()
        for item, value in zip(sample(drawn), values, strict=True):
            give(drawn, item, rut, value)
        return Round.objects.get(pk=drawn.pk), rut

    def test_a_round_with_every_answer_is_complete_and_still_open(self) -> None:
        drawn, rut = self.complete()
        assert (drawn.completed_at, drawn.closed_at, drawn.result) == (SOON, None, None)
        assert progress(round=drawn, reviewer=rut, now=SOON).waiting_for == "complete"

    def test_it_closes_with_its_figures_when_somebody_says_so(self) -> None:
        drawn, _ = self.complete()
        drawn = rounds.close(round=drawn, now=SOON, complete_by=SOON)
        assert drawn.closed_at == SOON
        assert drawn.result
        counts = [drawn.result[name] for name in ("correct", "incorrect", "outdated", "skipped")]
        assert counts == [1, 1, 1, 0]

    def test_it_closes_by_itself_when_a_leases_time_has_gone_and_not_before(self) -> None:
        drawn, _ = self.complete()
        other = rounds.start_round(user=None, n=1, now=NOW)
        rounds.close_due(SOON + timedelta(minutes=5) - timedelta(seconds=1))
        assert not Round.objects.closed().exists()
        chores.do(SOON + timedelta(minutes=5))
        assert Round.objects.closed().get() == drawn
        assert Round.objects.open().get() == other

    def test_the_last_answer_can_be_taken_back_and_is_then_waited_for(self) -> None:
        drawn, rut = self.complete()
        step = labelling.last_step(drawn, rut, DAY_BEFORE)
        assert step
        labelling.undo(round=drawn, reviewer=rut, change=step.pk, since=DAY_BEFORE, now=LATER)
        assert rounds.close(round=drawn, now=LATER, complete_by=LATER).closed_at is None
        give(drawn, sample(drawn)[2], rut, "correct", version=2, now=LATER)
        assert Round.objects.get().completed_at == LATER

    def test_a_changed_answer_starts_the_time_anew(self) -> None:
        drawn, rut = self.complete()
        give(drawn, sample(drawn)[0], rut, "outdated", version=1, now=LATER)
        rounds.close_due(SOON + timedelta(minutes=5))
        assert Round.objects.get(pk=drawn.pk).closed_at is None

    def test_a_skip_at_the_end_calls_in_the_reserve_and_nothing_closes(self) -> None:
        drawn, _ = self.complete(("correct", "skipped"))
        assert (drawn.completed_at, len(sample(drawn))) == (None, 3)

    def test_an_item_erased_from_a_complete_round_is_replaced_before_it_closes(self) -> None:
        drawn, rut = self.complete()
        Fact.objects.filter(items=sample(drawn)[0]).delete()
        assert Round.objects.get().completed_at is None
        give(drawn, sample(drawn)[3], rut, "correct")
        assert Round.objects.get().completed_at == SOON

    def test_the_last_decision_completes_it_and_its_steps_stand_in_nobodys_way(self) -> None:
        drawn, rut, siv, tor = a_round(2, reviewers=2), reviewer(), reviewer("siv"), reviewer("tor")
        first, second = sample(drawn)
        for who, values in ((rut, ("correct", "correct")), (siv, ("correct", "outdated"))):
            for item, value in zip((first, second), values, strict=True):
                give(drawn, item, who, value)
        adjudicate(round=drawn, item=second.pk, user=tor, value="outdated", note="Flytten", now=LATER)
        drawn.refresh_from_db()
        assert drawn.completed_at == LATER
        assert rounds.may_close(drawn, tor)
        assert not rounds.may_close(drawn, reviewer("ulf"))
        step = labelling.last_step(drawn, rut, DAY_BEFORE)
        assert step
        assert step.item == first

    def test_what_went_back_to_the_reserve_stands_in_nobodys_way(self) -> None:
        drawn, rut, siv = a_round(3), reviewer(), reviewer("siv")
        give(drawn, sample(drawn)[0], rut, "skipped")
        give(drawn, sample(drawn)[1], siv, "correct")
        give(drawn, sample(drawn)[3], siv, "correct")
        give(drawn, sample(drawn)[0], rut, "correct", version=1)
        step = labelling.last_step(drawn, siv, DAY_BEFORE)
        assert step
        assert step.item == sample(drawn)[1]

    def test_two_who_have_answered_everything_are_told_how_often_alike(self) -> None:
        drawn, rut, siv = a_round(3, reviewers=2), reviewer(), reviewer("siv")
        assert agreed(round=drawn, reviewer=rut) is None
        for item, value in zip(sample(drawn), ("correct", "outdated", "skipped"), strict=True):
            give(drawn, item, rut, "correct")
            give(drawn, item, siv, value)
        assert agreed(round=drawn, reviewer=rut) == Agreed(same=1, both=3)


def test_answers_of_reviewers_leave_timelines_alone() -> None:
    drawn, rut = a_round(1), reviewer()
    give(drawn, sample(drawn)[0], rut, "incorrect")
    assert not Event.objects.by_hand().exists()


@pytest.mark.usefixtures("nobody")
def test_a_persons_own_round_becomes_their_own_events_when_it_closes() -> None:
    elin = person()
    facts(elin, 3)
    elin.user = User.objects.create_user("elin")
    elin.save()
    drawn = rounds.start_round(user=elin.user, n=3, person=elin, kind=Round.Kind.OWN, now=NOW)
    for item, value in zip(sample(drawn), ("correct", "incorrect", "outdated"), strict=True):
        give(drawn, item, elin.user, value)
    assert not Event.objects.by_hand().exists()
    rounds.close_due(LATER)
    made = Event.objects.by_hand()
    assert [event.action for event in made.order_by("pk")] == ["confirm", "deny", "end"]
    assert {(event.by, event.actor, event.occurred_at) for event in made} == {("person", elin.user, NOW)}
    statuses = dict(Fact.objects.values_list("items__order", "status"))
    assert [statuses[item.order] for item in sample(drawn)] == ["active", "denied", "ended"]
    assert not Look.objects.exists()


def test_progress_is_three_numbers() -> None:
    drawn, rut, siv = a_round(5), reviewer(), reviewer("siv")
    give(drawn, sample(drawn)[0], rut, "correct")
    give(drawn, sample(drawn)[1], siv, "correct")
    leases.hold(round=drawn, reviewer=siv, now=SOON)
    seen = progress(round=drawn, reviewer=rut, now=SOON)
    assert (seen.mine, seen.done, seen.total, seen.held, seen.left) == (1, 2, 5, 2, 3)
    assert administrator() != rut
