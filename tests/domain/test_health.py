"""Which facts may hurt when they are forgotten."""

from __future__ import annotations

import pytest

from minne.domain.health import concerns_health

HEALTH = [
    "Är allergisk mot nötter",
    "Har nötallergi",
    "Tål inte laktos",
    "Tar medicin varje kväll",
    "Har diabetes",
]
HEALTH += ["Is allergic to penicillin", "Is lactose intolerant", "Can't eat gluten", "Takes pills for asthma"]
OTHER = [
    "Gillar nötter",
    "Läser medicin i Umeå",
    "Jobbar som läkare",
    "Likes peanut butter",
    "Har en blindtarm på hyllan",
]


@pytest.mark.parametrize("text", HEALTH)
def test_health_is_known_in_both_languages(text: str) -> None:
    assert concerns_health(text)


@pytest.mark.parametrize("text", OTHER)
def test_what_only_resembles_it_is_not(text: str) -> None:
    assert not concerns_health(text)
