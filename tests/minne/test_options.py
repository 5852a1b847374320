"""What the environment may say, and what is told of the rest."""

from __future__ import annotations

import pytest

from minne import options

OUT_OF_BOUNDS = [("2", 0.01, 0.99), ("-3", 1, 1e9), ("nan", 0, 1e9), ("inf", 0, 1e9)]


@pytest.mark.parametrize(("value", "least", "most"), OUT_OF_BOUNDS)
def test_a_number_out_of_bounds_is_refused_with_its_bounds(
    value: str, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MINNE_TARGET", value)
    with pytest.raises(
        options.OptionError, match=f"MINNE_TARGET is '{value}': write a number from {least:g}"
    ):
        options.number("MINNE_TARGET", least=least, most=most)


def test_a_number_on_its_bound_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINNE_SAMPLE_SIZE", "1")
    assert options.number("MINNE_SAMPLE_SIZE", least=1) == 1


@pytest.mark.parametrize("value", ["foo", "ftp://example.org", "example.org/minne"])
def test_an_address_without_its_scheme_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINNE_URL", value)
    with pytest.raises(options.OptionError, match="http://"):
        options.address("MINNE_URL")


@pytest.mark.parametrize("value", ["Europe/Atlantis", "../etc/passwd", "/etc", "Europe"])
def test_a_time_zone_that_there_is_not_is_refused(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINNE_TIME_ZONE", value)
    with pytest.raises(options.OptionError, match="MINNE_TIME_ZONE"):
        options.zone("MINNE_TIME_ZONE")


def test_a_log_level_may_be_in_small_letters_but_not_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MINNE_LOG_LEVEL", "warning")
    assert options.level("MINNE_LOG_LEVEL") == "WARNING"
    monkeypatch.setenv("MINNE_LOG_LEVEL", "loud")
    with pytest.raises(options.OptionError, match="MINNE_LOG_LEVEL"):
        options.level("MINNE_LOG_LEVEL")
