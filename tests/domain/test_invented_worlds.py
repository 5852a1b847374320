"""The page's sentence about picked policies is made from the simulation's figures, and held to them."""

from __future__ import annotations

import json

import pytest

from granskning.domain.invented import worth_of_a_pick
from tests.benchmarks._worlds import IN_FORCE, WORLDS, come_true
from tests.benchmarks.invented_worlds import SUMMARY, simulate, summary

KEPT = json.loads(SUMMARY.read_text(encoding="utf-8"))
BY_NAME = {world["name"]: world for world in KEPT["worlds"]}


def test_the_kept_figures_are_of_the_worlds_written_down_and_of_the_shape_the_simulation_gives() -> None:
    assert [(w["name"], w["story"]) for w in KEPT["worlds"]] == [(w.name, w.story) for w in WORLDS]
    fresh = summary(simulate(WORLDS[0], seed=7, instances=1, rounds=3))
    assert all(world.keys() == fresh.keys() for world in KEPT["worlds"])
    assert {w["rounds"] for w in KEPT["worlds"]} == {KEPT["instances"] * KEPT["rounds"]}


def test_the_same_seed_gives_the_same_figures() -> None:
    world = next(w for w in WORLDS if w.name == "one_short_list")
    assert summary(simulate(world, seed=3, instances=1, rounds=5)) == summary(
        simulate(world, seed=3, instances=1, rounds=5)
    )


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_in_every_world_a_policy_truly_under_is_certified_in_at_most_five_of_a_hundred(world: object) -> None:
    figures = BY_NAME[world.name]  # type: ignore[attr-defined]
    assert (figures["bad_certified_worst"] or 0) <= 0.05


def test_the_sentence_says_what_the_figures_say() -> None:
    worth = worth_of_a_pick()
    reached = {name: world["reached"] for name, world in BY_NAME.items()}
    assert (worth.lowest, worth.highest) == (min(reached.values()), max(reached.values()))
    assert reached["wrong_at_random"] == 0  # "inga där felen var slumpmässiga"
    with_one_cause = [reached[world.name] for world in WORLDS if len(world.knobs) == 1]
    assert min(with_one_cause) > 0.5  # "de flesta där de hade en enda orsak"


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_every_world_s_list_is_a_list_that_could_be_audited(world: object) -> None:
    instance = come_true(world, seed=1)  # type: ignore[arg-type]
    served = instance.lists.served(IN_FORCE)
    right = sum(instance.truth[id_] == "correct" for id_ in served) / len(served)
    assert len(served) >= 30
    assert 0.6 < right < 0.95
