"""Which knob a round's errors argue for, and the least strict policy on it that the labels support."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from granskning.domain.knobs import (
    HALF_LIFE,
    KNOBS,
    is_stricter,
    joined,
    parted,
    stricter_by,
    stricter_by_two,
    strictest,
)
from granskning.domain.pinned import Pinned
from granskning.domain.thresholds import (
    Answer,
    Label,
    Tally,
    argued_for,
    change,
    fewest_kept,
    labels_to_certify,
    suggest,
    tally,
)
from minne.domain.episodes import FACT_TYPES, KINDS, FactType, Kind
from minne.domain.events import Event, Timeline
from minne.domain.policy import Policy
from minne.domain.replay import replay
from tests.domain.stories import day, event, mention, statement

IN_FORCE = Policy()
NOW = 100.0
ALL_KNOBS = (*KNOBS, *(f"{HALF_LIFE}{type_}" for type_ in FACT_TYPES))


def line(id_: str, *events: Event, slot: str | None = None) -> Timeline:
    return Timeline(statement(f"+{id_}", slot=slot), events)


def said(id_: str, *days: float, kind: Kind = "stated", type: FactType = "preference") -> Timeline:
    return line(id_, *(mention(n, kind, type=type) for n in days))


def pinned(*lines: Timeline) -> Pinned:
    return Pinned({"elin": {one.statement.base: one for one in lines}}, at=day(NOW))


def labelled(lists: Pinned, verdicts: Mapping[str, Answer]) -> list[Label]:
    """The labels of facts as they stand under the policy in force."""
    labels = []
    for id_, verdict in verdicts.items():
        state = lists.state(id_, IN_FORCE)
        assert state is not None
        labels.append(
            Label(
                id=id_,
                verdict=verdict,
                type=state.type,
                kind=state.kind,
                support=state.support,
                confidence=state.confidence_at(day(NOW), IN_FORCE),
            )
        )
    return labels


def everything(lines: Sequence[Timeline], wrong: Mapping[str, Answer]) -> tuple[Pinned, list[Label]]:
    """Everything labelled: right, but for what is wrong."""
    lists = pinned(*lines)
    verdicts: dict[str, Answer] = {one.statement.base: "correct" for one in lines}
    return lists, labelled(lists, verdicts | dict(wrong))


# The knobs


policies = st.builds(
    Policy,
    min_support=st.integers(1, 6),
    min_confidence=st.sampled_from((0.1, 0.25, 0.3, 0.42, 0.49, 0.6)),
    half_life_days=st.fixed_dictionaries({type_: st.integers(1, 400) for type_ in FACT_TYPES}),
    explicit_kinds=st.sets(st.sampled_from(KINDS)),
)


@given(policies, st.sampled_from(ALL_KNOBS))
def test_turning_a_knob_never_loosens_anything(policy: Policy, knob: str) -> None:
    assert all(is_stricter(candidate, policy) for candidate in stricter_by(knob, policy))


@given(policies, st.sampled_from(ALL_KNOBS))
def test_a_knob_goes_from_least_to_most_strict(policy: Policy, knob: str) -> None:
    candidates = list(stricter_by(knob, policy))
    assert all(is_stricter(b, a) for a, b in pairwise(candidates))


@given(policies, st.lists(st.sampled_from(ALL_KNOBS), min_size=2, max_size=2, unique=True))
def test_two_knobs_together_never_loosen_anything(policy: Policy, two: list[str]) -> None:
    assert all(is_stricter(candidate, policy) for candidate in stricter_by_two(two[0], two[1], policy))


@given(policies)
def test_no_knob_binds_what_a_person_asked_to_have_remembered(policy: Policy) -> None:
    asked_is_enough = "asked" in set(policy.explicit_kinds)
    candidates = [candidate for knob in ALL_KNOBS for candidate in stricter_by(knob, policy)]
    assert all(("asked" in set(c.explicit_kinds)) == asked_is_enough for c in candidates)


def test_stated_facts_must_be_said_twice() -> None:
    [stricter] = stricter_by("explicit_kinds", IN_FORCE)
    assert (stricter.min_support, stricter.explicit_kinds) == (2, ("asked",))


def test_under_a_policy_by_which_anything_is_enough_more_support_binds_what_is_inferred() -> None:
    lax = Policy(min_support=1, explicit_kinds=("inferred", "stated", "asked"))
    first = next(stricter_by("min_support", lax))
    assert (first.min_support, first.explicit_kinds) == (2, ("stated", "asked"))


def test_the_lowest_confidence_is_proposed_within_a_quarter_and_a_half() -> None:
    values = [p.min_confidence for p in stricter_by("min_confidence", Policy(min_confidence=0.1))]
    assert (values[0], values[-1]) == (0.25, 0.49)


def test_a_knob_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no such knob"):
        list(stricter_by("max_facts", IN_FORCE))


def test_the_stricter_of_two_policies_takes_the_stricter_of_each_number() -> None:
    one = Policy(min_support=3, half_life_days={"goal": 90})
    other = Policy(min_confidence=0.4, half_life_days={"goal": 30})
    both = Policy(min_support=3, min_confidence=0.4, half_life_days={"goal": 30})
    assert strictest(one, other) == strictest(other, one) == both


def test_a_policy_is_not_stricter_than_itself() -> None:
    assert not is_stricter(IN_FORCE, Policy())


def test_names_of_knobs_are_joined_and_parted() -> None:
    assert parted(joined(("explicit_kinds", "half_life_days.goal"))) == (
        "explicit_kinds",
        "half_life_days.goal",
    )
    assert parted("") == ()


# The rule


@pytest.mark.parametrize(
    ("kept", "wrong", "supported"),
    [
        (9, 0, True),
        (8, 0, False),
        (19, 1, True),
        (18, 1, False),
        (29, 2, True),
        (28, 2, False),
        (0, 0, False),
    ],
)
def test_one_more_wrong_than_was_seen_must_fit_under_the_target(
    kept: int, wrong: int, supported: bool
) -> None:
    counted = Tally(correct=kept - wrong, incorrect=wrong, outdated=0, lost=0)
    assert counted.supports() is supported


def test_nine_kept_is_the_fewest_that_can_support_nine_tenths() -> None:
    assert [fewest_kept(0.9), fewest_kept(0.8), fewest_kept(0.95)] == [9, 4, 19]


def test_both_faults_and_the_right_ones_lost_are_counted() -> None:
    lists, labels = everything(
        [said("a", 90), said("b", 91), said("c", 92), said("d", 93)], {"b": "incorrect", "c": "outdated"}
    )
    assert tally(labels, lists.served(IN_FORCE)) == Tally(correct=2, incorrect=1, outdated=1, lost=0)
    assert tally(labels, {"c"}) == Tally(correct=0, incorrect=0, outdated=1, lost=2)


def test_labels_to_certify_is_found_here() -> None:
    assert labels_to_certify(0, 0.9, 0.025) == 36


# The two stories, and what is not one


def stale_goals() -> tuple[Pinned, list[Label]]:
    fresh = [said(f"r{n}", 30 + n, 70 + n) for n in range(16)] + [
        said(f"g{n}", 90 + n, type="goal") for n in range(5)
    ]
    old = [said(f"o{n}", 42 + 4 * n, type="goal") for n in range(6)]
    return everything([*fresh, *old], {f"o{n}": "outdated" for n in range(6)})


def test_stale_goals_argue_for_the_half_life_of_goals() -> None:
    lists, labels = stale_goals()
    found = suggest(labels, lists, IN_FORCE)
    assert (found.evidence, found.knobs, found.argued) == ("point", ("half_life_days.goal",), found.knobs)
    assert found.tally is not None
    assert found.tally.supports()
    assert found.tally.lost == 0


def test_the_policy_proposed_is_the_least_strict_that_the_labels_support() -> None:
    lists, labels = stale_goals()
    found = suggest(labels, lists, IN_FORCE)
    ids = [label.id for label in labels]
    supported = [
        policy
        for policy in stricter_by("half_life_days.goal", IN_FORCE)
        if tally(labels, lists.served(policy, among=ids)).supports()
    ]
    assert found.policy == supported[0]
    assert len(supported) < len(list(stricter_by("half_life_days.goal", IN_FORCE)))


def wrong_at_one_mention() -> tuple[Pinned, list[Label]]:
    twice = [said(f"r{n}", 20 + n, 80 + n) for n in range(18)]
    once = [said(f"o{n}", 70 + 3 * n) for n in range(8)]
    return everything([*twice, *once], {f"o{n}": "incorrect" for n in range(6)})


def test_what_is_wrong_at_one_mention_must_be_said_twice() -> None:
    lists, labels = wrong_at_one_mention()
    found = suggest(labels, lists, IN_FORCE)
    assert (found.evidence, found.knobs) == ("point", ("explicit_kinds",))
    assert found.policy is not None
    assert found.policy.explicit_kinds == ("asked",)
    assert found.tally == Tally(correct=18, incorrect=0, outdated=0, lost=2)


def test_thin_inferences_must_be_seen_more_often() -> None:
    thick = [said(f"r{n}", 20 + n, 50 + n, 80 + n, kind="inferred") for n in range(18)]
    thin = [said(f"o{n}", 40 + 5 * n, 60 + 5 * n, kind="inferred") for n in range(6)]
    lists, labels = everything([*thick, *thin], {f"o{n}": "incorrect" for n in range(5)})
    found = suggest(labels, lists, IN_FORCE)
    assert (found.knobs, found.policy and found.policy.min_support) == (("min_support",), 3)


def test_two_faults_at_once_take_two_knobs_and_one_fault_one() -> None:
    right = [said(f"r{n}", 20 + n, 80 + n) for n in range(15)]
    once = [said(f"o{n}", 94 + n % 5) for n in range(5)]
    goals = [said(f"g{n}", 40 + n, 50 + n, type="goal") for n in range(5)]
    wrong: dict[str, Answer] = {f"o{n}": "incorrect" for n in range(5)}
    outdated: dict[str, Answer] = {f"g{n}": "outdated" for n in range(5)}
    lists, labels = everything([*right, *once, *goals], wrong | outdated)
    found = suggest(labels, lists, IN_FORCE)
    assert found.knobs == ("explicit_kinds", "half_life_days.goal")
    assert found.policy is not None
    assert is_stricter(found.policy, IN_FORCE)
    lists, labels = everything([*right, *once], wrong)
    assert suggest(labels, lists, IN_FORCE).knobs == ("explicit_kinds",)


def test_errors_that_look_like_everything_else_get_no_policy() -> None:
    """Every fact alike: a threshold takes all or nothing."""
    lines = [said(f"f{n}", 30 + n % 2, 60 + n % 2, 90 + n % 2) for n in range(40)]
    lists, labels = everything(lines, {f"f{n}": "incorrect" for n in range(0, 40, 5)})
    found = suggest(labels, lists, IN_FORCE)
    assert (found.evidence, found.policy, found.knobs) == ("no_policy", None, ())


def test_under_nine_kept_the_labels_are_too_few() -> None:
    right = [said(f"r{n}", 20 + n, 80 + n) for n in range(8)]
    once = [said(f"o{n}", 70 + 3 * n) for n in range(8)]
    lists, labels = everything([*right, *once], {f"o{n}": "incorrect" for n in range(8)})
    assert suggest(labels, lists, IN_FORCE).evidence == "too_few_labels"


def test_the_half_life_is_argued_for_when_at_least_half_of_the_outdated_have_the_type() -> None:
    def labels(*types: FactType) -> list[Label]:
        return [
            Label(id=str(n), verdict="outdated", type=t, kind="stated", support=1, confidence=0.4)
            for n, t in enumerate(types)
        ]

    assert argued_for(labels("goal", "goal", "preference"), IN_FORCE) == ("half_life_days.goal",)
    both = argued_for(labels("goal", "temporary", "goal", "temporary"), IN_FORCE)
    assert set(both) == {"half_life_days.goal", "half_life_days.temporary"}
    assert argued_for(labels("goal", "temporary", "preference"), IN_FORCE) == ()


# The lists


def test_what_was_recorded_later_does_not_count_and_what_was_taken_back_later_still_does() -> None:
    repair = event("deny", 99, recorded_at=day(120))
    confirmed = event("confirm", 98, recorded_at=day(98), undone_at=day(120))
    lists = pinned(
        Timeline(statement("+a"), [mention(95), repair]),
        Timeline(statement("+b"), [mention(10), confirmed]),
    )
    assert set(lists.served(IN_FORCE)) == {"a", "b"}


def test_a_stricter_policy_lets_in_what_was_over_the_cap() -> None:
    lists = pinned(said("a", 99), said("b", 20, 60, kind="inferred"))
    [stricter] = stricter_by("explicit_kinds", Policy(max_facts=1))
    assert (set(lists.served(Policy(max_facts=1))), set(lists.served(stricter))) == ({"a"}, {"b"})


def test_forgotten_and_admitted_are_counted_by_type() -> None:
    found = change({"a": "goal", "b": "goal", "c": "preference"}, {"b": "goal", "d": "knowledge"})
    assert (found.before, found.after) == (3, 2)
    assert (dict(found.forgotten), dict(found.admitted)) == ({"goal": 1, "preference": 1}, {"knowledge": 1})


def test_a_stricter_policy_can_admit_what_an_inference_had_no_chance_against() -> None:
    """A town stated once shuts out an inferred one; when once is not enough, the inferred one is learned."""
    stated = line("lund", mention(40, text="Bor i Lund"), slot="town")
    inferred = line("umeå", *(mention(n, "inferred", text="Bor i Umeå") for n in (50, 60, 70)), slot="town")
    lists = pinned(stated, inferred)
    [stricter] = stricter_by("explicit_kinds", IN_FORCE)
    found = change(lists.served(IN_FORCE), lists.served(stricter))
    assert (sum(found.forgotten.values()), sum(found.admitted.values())) == (1, 1)


def test_facts_merged_by_then_are_one_and_facts_merged_later_are_two() -> None:
    """Inferred once each, they are enough together; the merge is a part of what was known, or not."""

    def served(merged_at: float) -> set[str]:
        merge = event("merge", merged_at, into="a")
        return set(
            pinned(line("a", mention(80, "inferred")), line("b", mention(90, "inferred"), merge)).served(
                IN_FORCE
            )
        )

    assert (served(95), served(105)) == ({"a"}, set())


facts = st.tuples(
    st.lists(st.floats(0, 100), min_size=1, max_size=4, unique=True),
    st.sampled_from(KINDS),
    st.sampled_from(FACT_TYPES),
    st.sampled_from((None, "town", "work")),
)


@given(st.lists(facts, min_size=1, max_size=12), policies, st.integers(1, 6), st.data())
def test_the_lists_are_the_memory_s_own_replay_whoever_is_asked_about(
    drawn: list[tuple[list[float], Kind, FactType, str | None]],
    policy: Policy,
    cap: int,
    data: st.DataObject,
) -> None:
    policy = Policy.from_dict({**policy.as_dict(), "max_facts": cap})
    lines = {
        f"f{n}": line(f"f{n}", *(mention(d, kind, type=type_) for d in days), slot=slot)
        for n, (days, kind, type_, slot) in enumerate(drawn)
    }
    lists = Pinned({"elin": lines}, at=day(NOW))
    expected = {item.id for item in replay(lines, policy, day(NOW)) if item.status == "active"}
    assert set(lists.served(policy)) == expected
    asked: Collection[str] = data.draw(st.sets(st.sampled_from(sorted(lines))))
    assert set(lists.served(policy, among=asked)) == expected & set(asked)
    assert set(Pinned({"elin": lines}, at=day(NOW)).served(policy, among=asked)) == expected & set(asked)


def test_one_list_s_cap_is_not_another_s() -> None:
    people = {name: {f"{name}{n}": said(f"{name}{n}", 90 + n) for n in range(3)} for name in ("a", "b")}
    lists = Pinned(people, at=day(NOW) + timedelta(hours=1))
    assert sorted(lists.served(Policy(max_facts=2))) == ["a1", "a2", "b1", "b2"]
