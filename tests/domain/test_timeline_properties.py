"""What follows from the fold for every timeline, tried on random ones."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from minne.domain.events import Event, Timeline
from minne.domain.policy import Policy
from minne.domain.replay import Listed, replay
from minne.domain.timeline import fold
from tests.domain.stories import day, event, mention, statement
from tests.examples import examples

LINES = {
    "lund": statement("+bo lund", slot="residence"),
    "umea": statement("+bo umeå", slot="residence"),
    "inte-lund": replace(statement("-bo lund"), group="residence"),
    "kaffe": statement("+kaffe"),
    "inte-kaffe": statement("-kaffe"),
}
KINDS = st.sampled_from(["inferred", "stated", "asked"])
TYPES = st.sampled_from(["preference", "knowledge", "goal", "temporary"])
DAYS = st.integers(0, 500)
POLICIES = st.builds(
    Policy,
    min_support=st.integers(1, 4),
    min_confidence=st.floats(0.05, 0.6),
    max_facts=st.integers(1, 5),
    explicit_kinds=st.sets(KINDS),
)


@st.composite
def mentions(draw: st.DrawFn) -> Event:
    at, talk = draw(DAYS), draw(st.sampled_from("abc"))
    source = f"e{at}-{talk}-{draw(st.integers(0, 3))}"
    ends = draw(st.none() | st.integers(at, at + 60))
    until = None if ends is None else day(ends).date()
    return mention(at, draw(KINDS), talk=talk, source=source, type=draw(TYPES), valid_until=until)


Story = dict[str, list[Event]]
CORRECTIONS = st.builds(
    event, st.sampled_from(["confirm", "edit", "end", "deny"]), DAYS, text=st.just("Annat")
)
STORIES = st.dictionaries(
    st.sampled_from(sorted(LINES)), st.lists(mentions() | CORRECTIONS, min_size=1, max_size=8), min_size=1
)


def listed(story: dict[str, list[Event]], policy: Policy, at: float = 520) -> list[Listed]:
    return replay({k: Timeline(LINES[k], events) for k, events in story.items()}, policy, day(at))


@settings(max_examples=examples(500), deadline=None)
@given(STORIES, POLICIES, st.randoms(use_true_random=False))
def test_the_order_of_arrival_never_matters(story: Story, policy: Policy, random: object) -> None:
    shuffled = {}
    for name in sorted(story, reverse=True):
        events = list(story[name])
        random.shuffle(events)  # type: ignore[attr-defined]
        shuffled[name] = events
    assert listed(shuffled, policy) == listed(story, policy)


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES, st.data())
def test_a_correction_taken_back_gives_back_the_state_before_it(
    story: Story, policy: Policy, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(story)))
    made = replace(data.draw(CORRECTIONS), undone_at=day(510))
    assert listed(story | {name: [*story[name], made]}, policy) == listed(story, policy)


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES, st.data())
def test_no_correction_made_now_leaves_its_fact_more_certain(
    story: Story, policy: Policy, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(story)))
    said = event(data.draw(st.sampled_from(["deny", "end", "edit"])), 510, text="Annat")
    before = {item.id: item for item in listed(story, policy)}
    after = {item.id: item for item in listed(story | {name: [*story[name], said]}, policy)}
    assert after[name].confidence <= before[name].confidence


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES, DAYS)
def test_an_earlier_day_is_the_fold_of_the_events_recorded_by_then(
    story: Story, policy: Policy, asked: int
) -> None:
    lines = {k: Timeline(LINES[k], events) for k, events in story.items()}
    known = {k: [e for e in events if e.recorded_at <= day(asked)] for k, events in story.items()}
    assert replay(lines, policy, day(520), recorded_by=day(asked)) == listed(known, policy)


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES, st.integers(501, 2000))
def test_a_state_folded_at_the_last_event_speaks_for_every_later_moment(
    story: Story, policy: Policy, later: int
) -> None:
    lines = [Timeline(LINES[k], events) for k, events in story.items()]
    groups = {line.statement.group for line in lines}
    for name in groups:
        members = [line for line in lines if line.statement.group == name]
        last = max(e.occurred_at for line in members for e in line.events)
        early, late = fold(members, policy, last), fold(members, policy, day(later))
        for key, state in early.items():
            assert state.status_at(day(later)) == late[key].status
            assert state.confidence_at(day(later), policy) == late[key].confidence_at(day(later), policy)


@settings(max_examples=examples(150), deadline=None)
@given(STORIES, POLICIES)
def test_two_facts_that_exclude_each_other_are_never_both_active_when_something_was_stated(
    story: Story, policy: Policy
) -> None:
    active = {item.id for item in listed(story, policy) if item.status in ("active", "over_cap")}
    assert not {"lund", "umea"} <= active
    assert not {"kaffe", "inte-kaffe"} <= active
    assert not {"lund", "inte-lund"} <= active


@settings(max_examples=examples(150), deadline=None)
@given(st.lists(mentions(), min_size=1, max_size=8), mentions(), POLICIES)
def test_more_support_never_makes_a_fact_fade_sooner(
    events: list[Event], more: Event, policy: Policy
) -> None:
    events = [replace(e, type="preference", valid_until=None) for e in events]
    last = max(e.occurred_at for e in events)
    more = replace(more, occurred_at=last, occasion="ny", type="preference", valid_until=None)
    line = statement("+kaffe")
    before = fold([Timeline(line, events)], policy, last)["+kaffe"].fades_at
    after = fold([Timeline(line, [*events, more])], policy, last)["+kaffe"].fades_at
    assert before is None or (after is not None and after >= before)
