"""What users of other memories reported about time: what goes first, whose midnight, decay upside down."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from io import StringIO
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from minne.domain.policy import Policy
from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow
from minne.models import Event, Fact
from minne.services import corrections, people
from minne.services.corrections import Author
from tests.minne.hearing import hear, remembered
from tests.minne.talk import NOW, consolidated, day, facts, said, take_in

pytestmark = pytest.mark.django_db

STOCKHOLM = ZoneInfo("Europe/Stockholm")


def local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=STOCKHOLM)


def told_at(at: datetime, text: str, person: str = "elin") -> None:
    take_in(EpisodeRow(1, f"{person}-{at}", person, f"{at}", "user", text, at), now=at + timedelta(days=400))
    consolidated(person, now=at + timedelta(days=400), extractor=RuleExtractor())


# ---- The cap ----


def test_over_the_cap_the_least_sure_of_now_goes_first() -> None:
    """Fifty-one facts: one certain half a year ago, fifty since; a correction is among those kept."""
    author = Author(by=Event.By.PERSON, user=None, now=day(0))
    hear(*[f"Kom ihåg att jag gillar {word}." for word in ("rabarber",)])
    for n in range(49):
        take_in(said(f"Jag gillar sort{n}x.", 173 + n / 100, talk=f"t{n}"), now=day(180))
    consolidated(now=day(180), extractor=RuleExtractor())
    corrections.add(
        person=people.known("elin"),
        text="Heter Elin Ek",
        type="knowledge",
        author=Author(by=author.by, user=None, now=day(179)),
    )
    rows = facts(now=day(180))
    status = {row["text"]: row["status"] for row in rows}
    assert status["Heter Elin Ek"] == "active"
    assert status["Gillar rabarber"] == "over_cap"
    assert list(status.values()).count("active") == 50


@pytest.mark.parametrize("newer", [7, 30, 90])
def test_what_was_confirmed_lately_ranks_above_what_was_certain_long_ago(newer: int) -> None:
    hear("Kom ihåg att jag gillar rabarber.")
    hear("Jag gillar lakrits.", "Jag gillar lakrits.", first=180 - newer, now=day(181))
    assert [f["text"] for f in facts(now=day(181), everything=False)] == ["Gillar lakrits", "Gillar rabarber"]


def test_the_list_is_ordered_by_what_is_left_of_the_confidence() -> None:
    hear("Jag gillar te.", "Jag gillar te.", "Jag gillar saft.", "Jag bor i Lund.")
    shown = [f["confidence"] for f in facts(now=day(100), everything=False)]
    assert shown == sorted(shown, reverse=True)


# ---- Whose midnight ----


@pytest.mark.parametrize(
    ("moment", "active"),
    [
        ("2026-03-31T23:30", True),
        ("2026-03-31T23:59:59", True),
        ("2026-04-01T00:00", False),
        ("2026-04-01T00:30", False),
    ],
)
def test_a_last_day_ends_at_midnight_where_the_installation_is(moment: str, active: bool) -> None:
    told_at(local("2026-03-25T12:00"), "Jag är sjukskriven till den 31 mars.")
    assert bool(remembered(now=local(moment))) is active
    [fact] = facts(now=local(moment))
    assert fact["valid_until"] == "2026-03-31"
    assert fact["status"] == ("active" if active else "expired")


@pytest.mark.parametrize(
    ("said_on", "words", "last"),
    [
        (
            "2026-03-20T12:00",
            "Jag är sjukskriven till den 29 mars.",
            "2026-03-29",
        ),  # the hour that is not there
        (
            "2026-10-20T12:00",
            "Jag är sjukskriven till den 25 oktober.",
            "2026-10-25",
        ),  # the hour that is twice
        ("2026-12-25T12:00", "Jag är sjukskriven till nyårsafton.", "2026-12-31"),
        ("2028-02-22T12:00", "Jag är sjukskriven till sista februari.", "2028-02-29"),
    ],
)
def test_a_last_day_lasts_to_its_own_midnight_also_when_the_clocks_change(
    said_on: str, words: str, last: str
) -> None:
    told_at(local(said_on), words)
    midnight = local(f"{last}T00:00") + timedelta(days=1)
    assert remembered(now=midnight - timedelta(seconds=1))
    assert not remembered(now=midnight)


@pytest.mark.parametrize(
    "at",
    [
        "2026-03-29T01:59",
        "2026-03-29T03:00",
        "2026-10-25T02:30",
        "2026-10-25T02:30+01:00",
        "2026-01-01T00:00",
    ],
)
def test_a_night_when_the_clocks_change_is_an_occasion_like_any(at: str) -> None:
    moment = datetime.fromisoformat(at)
    moment = moment if moment.tzinfo else moment.replace(tzinfo=STOCKHOLM)
    told_at(moment, "Jag bor i Lund.")
    [fact] = facts(now=moment + timedelta(days=1))
    assert (fact["status"], fact["support"]) == ("active", 1)


def test_the_day_of_an_occasion_is_the_installations() -> None:
    late = datetime(2026, 3, 10, 22, 30, tzinfo=UTC)  # half past eleven in Stockholm
    early = datetime(2026, 3, 10, 23, 30, tzinfo=UTC)  # half past midnight there
    rows = [EpisodeRow(1, f"{at}", "elin", "talk", "user", "Jag bor i Lund.", at) for at in (late, early)]
    take_in(*rows, now=NOW)
    consolidated(extractor=RuleExtractor())
    assert [f["support"] for f in facts()] == [2]


def test_a_date_said_late_in_the_evening_counts_from_the_day_it_is_there() -> None:
    told_at(datetime(2026, 3, 10, 23, 30, tzinfo=UTC), "Jag är sjukskriven i en vecka.")
    [fact] = facts(now=local("2026-03-12T12:00"))
    assert fact["valid_until"] >= "2026-03-17"


def an_hour_without_a_zone(folder: Path) -> str:
    row = {"id": "a", "person": "elin", "role": "user", "text": "Jag bor i Lund."}
    rows = [
        row | {"occurred_at": "2026-03-10T12:00"},
        row | {"id": "b", "occurred_at": "2026-03-11T12:00+01:00"},
    ]
    source = folder / "episodes.jsonl"
    source.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return str(source)


def test_a_time_without_a_zone_is_the_installations_when_that_is_said(tmp_path: Path) -> None:
    source = an_hour_without_a_zone(tmp_path)
    call_command("import_episodes", source, "--format", "jsonl", "--local-times", stdout=StringIO())
    consolidated(now=NOW, extractor=RuleExtractor())
    [fact] = facts(now=NOW)
    assert fact["sources"] == ["a", "b"]
    first = facts(now=local("2026-03-10T18:00"))[0]["last_supported"]
    assert datetime.fromisoformat(first) == local("2026-03-10T12:00")


def test_a_time_without_a_zone_is_else_refused_alone_and_told(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="1 rad avvisades"):
        call_command(
            "import_episodes",
            an_hour_without_a_zone(tmp_path),
            "--format",
            "jsonl",
            stdout=StringIO(),
            stderr=StringIO(),
        )
    consolidated(now=NOW, extractor=RuleExtractor())
    assert [fact["sources"] for fact in facts(now=NOW)] == [["b"]]


# ---- Decay ----

POLICY = Policy()


@pytest.mark.parametrize(("type_", "half_life"), POLICY.half_life_days.items())
def test_after_one_half_life_exactly_half_is_left(type_: str, half_life: float) -> None:
    kept = POLICY.decayed(0.8, since=day(0), at=day(half_life), type=type_)  # type: ignore[arg-type]
    assert kept == pytest.approx(0.4, abs=1e-12)


@pytest.mark.parametrize("at", [0, -1, -400])
def test_no_time_or_a_clock_that_goes_wrong_gives_no_boost(at: float) -> None:
    assert POLICY.decayed(0.8, since=day(0), at=day(at), type="goal") == 0.8


def test_more_support_never_makes_a_fact_fade_faster() -> None:
    for times in range(1, 6):
        hear(*["Jag gillar te."] * times, person=f"p{times}", first=10 - times)
    for n in (10, 40, 100, 200, 300):
        kept = [
            (facts(f"p{times}", now=day(n)) or [{"confidence": 0}])[0]["confidence"] for times in range(1, 6)
        ]
        assert kept == sorted(kept)


def test_confidence_only_falls_until_it_is_supported_again() -> None:
    hear("Jag gillar te.")
    shown = [facts(now=day(n))[0]["confidence"] for n in range(0, 130, 10)]
    assert shown == sorted(shown, reverse=True)
    hear("Jag gillar te.", first=131, now=day(132))
    assert facts(now=day(132))[0]["confidence"] > shown[-1]


def test_looking_often_makes_nothing_fade() -> None:
    hear("Jag gillar te.")
    for n in range(1, 40):
        consolidated(now=day(n), extractor=RuleExtractor())
    assert facts(now=day(40))[0]["confidence"] == pytest.approx(0.5 * 0.5 ** (40 / 180), rel=1e-3)


def test_a_faded_fact_is_history_and_not_gone() -> None:
    hear("Jag gillar te.")
    assert remembered(now=day(200)) == []
    assert [f["status"] for f in facts(now=day(200))] == ["faded"]
    assert Fact.objects.count() == 1
    assert date(2026, 3, 1) == day(0).date()
