"""The knobs of a policy: what each may be set to, least strict first, and what a change of policy is.

A knob is named as the number it turns: "min_support", "explicit_kinds", "min_confidence", or
"half_life_days.goal". Turning one never loosens anything. Raising `min_support` binds what is inferred;
turning `explicit_kinds` binds what is stated too, to at least two occasions. What a person asked to
have remembered is never bound by a proposal: that is a promise, not a threshold.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

from minne.domain.episodes import FACT_TYPES
from minne.domain.policy import Policy

KNOBS = ("explicit_kinds", "min_support", "min_confidence")  # and a half-life for each type
HALF_LIFE = "half_life_days."
MOST_SUPPORT = 5
CONFIDENCES = range(25, 50)  # hundredths: 0.25 up to, not including, 0.5
SHORTEST = 8  # a half-life is not proposed under an eighth of what it is
ROUND_DAYS, LONG = 5, 60  # half-lives beyond 60 days are proposed in multiples of 5
HALF_LIVES_IN_PAIRS = (0.85, 0.7, 0.6, 0.5, 0.4, 0.33, 0.25, 0.2, 0.15)
RISING = ("min_support", "min_confidence")
FALLING = ("max_facts", "initial_confidence", "asked_confidence", "support_step")
JOINED = "+"


def stricter_by(knob: str, policy: Policy) -> Iterator[Policy]:
    """The policies stricter than this one on the knob alone, least strict first."""
    if knob == "min_support":
        yield from _more_support(policy)
    elif knob == "explicit_kinds":
        yield from _stated_is_not_enough(policy)
    elif knob == "min_confidence":
        yield from _more_confidence(policy)
    elif knob.startswith(HALF_LIFE):
        yield from _shorter_life(policy, knob.removeprefix(HALF_LIFE))
    else:
        raise ValueError(f"no such knob: {knob!r}")


def _more_support(policy: Policy) -> Iterator[Policy]:
    kinds = tuple(kind for kind in policy.explicit_kinds if kind != "inferred")
    for support in range(max(2, policy.min_support), MOST_SUPPORT + 1):
        if (support, kinds) != (policy.min_support, policy.explicit_kinds):
            yield replace(policy, min_support=support, explicit_kinds=kinds)


def _stated_is_not_enough(policy: Policy) -> Iterator[Policy]:
    if "stated" in policy.explicit_kinds or policy.min_support < 2:
        kinds = tuple(kind for kind in policy.explicit_kinds if kind == "asked")
        yield replace(policy, min_support=max(2, policy.min_support), explicit_kinds=kinds)


def _more_confidence(policy: Policy) -> Iterator[Policy]:
    for hundredths in CONFIDENCES:
        if hundredths / 100 > policy.min_confidence:
            yield replace(policy, min_confidence=hundredths / 100)


def _shorter_life(policy: Policy, type_: str) -> Iterator[Policy]:
    days = {str(name): value for name, value in policy.half_life_days.items()}[type_]
    for shorter in range(math.ceil(days) - 1, math.ceil(days / SHORTEST) - 1, -1):
        if shorter >= 1 and (shorter <= LONG or shorter % ROUND_DAYS == 0):
            yield _with_half_life(policy, type_, shorter)


def _with_half_life(policy: Policy, type_: str, days: float) -> Policy:
    changed = {name: days if name == type_ else value for name, value in policy.half_life_days.items()}
    return replace(policy, half_life_days=changed)


def stricter_by_two(one: str, other: str, policy: Policy) -> Iterator[Policy]:
    """Policies stricter on both knobs: every pair of values, half-lives and confidences in coarse steps."""
    for first, second in product(_coarse(one, policy), _coarse(other, policy)):
        yield strictest(first, second)


def _coarse(knob: str, policy: Policy) -> Iterator[Policy]:
    if knob.startswith(HALF_LIFE):
        days = {str(name): value for name, value in policy.half_life_days.items()}
        type_ = knob.removeprefix(HALF_LIFE)
        shorter = sorted({max(1, round(days[type_] * share)) for share in HALF_LIVES_IN_PAIRS}, reverse=True)
        yield from (_with_half_life(policy, type_, value) for value in shorter if value < days[type_])
    elif knob == "min_confidence":
        values = [p for p in _more_confidence(policy) if round(p.min_confidence * 100) % 5 == 0]
        yield from values
    else:
        yield from stricter_by(knob, policy)


def strictest(one: Policy, other: Policy) -> Policy:
    """The policy that takes the stricter number of the two, each by itself."""
    numbers = {name: max(getattr(one, name), getattr(other, name)) for name in RISING}
    numbers |= {name: min(getattr(one, name), getattr(other, name)) for name in FALLING}
    lives = {type_: min(one.half_life_days[type_], other.half_life_days[type_]) for type_ in FACT_TYPES}
    kinds = tuple(kind for kind in one.explicit_kinds if kind in set(other.explicit_kinds))
    return Policy(**numbers, half_life_days=lives, explicit_kinds=kinds)


def is_stricter(one: Policy, than: Policy) -> bool:
    """Whether `one` is another policy than `than` and loosens no number of it."""
    return one != than and strictest(one, than) == one


def pairs(knobs: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Every two of the knobs that can be turned together, each pair in one order."""
    return combinations(sorted(knobs, key=_in_order), 2)


def _in_order(knob: str) -> tuple[int, str]:
    return KNOBS.index(knob) if knob in KNOBS else len(KNOBS), knob


def joined(knobs: tuple[str, ...]) -> str:
    """The name of one knob or several, as stored: "explicit_kinds+half_life_days.goal"."""
    return JOINED.join(knobs)


def parted(name: str) -> tuple[str, ...]:
    """The knobs that a stored name joins; none for an empty one."""
    return tuple(part for part in name.split(JOINED) if part)
