"""A person is erased: nothing is left anywhere but anonymous counts, however it is interrupted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from granskning.models import Item, Look, Round, Verdict
from granskning.services import leases, results, rounds
from minne.importers.records import EpisodeRow, FactRow
from minne.models import Episode, Erasure, Event, Fact, Person, Run, Tombstone
from minne.services import corrections, erasure, people
from minne.services.consolidation import consolidate
from minne.services.corrections import Author
from minne.services.forgetting import forget
from minne.services.imports import import_records
from tests.granskning.making import reviewer
from tests.minne.talk import NOW, Scripted, consolidated, day, said, take_in
from tests.scanning import files_with, tables_with
from tests.shared import told_once

pytestmark = pytest.mark.django_db

WORDS = ("zebrafink", "kvastfening", "lumpsugare", "sandrevel", "elin-okänd", "Elin Zebrasson")


def clock() -> datetime:
    return NOW


@pytest.fixture
def elin() -> Person:
    return Person.objects.get(external_id="elin-okänd")


def a_memory() -> None:
    """Somebody with something of hers in every table, and Oskar beside her in the same round."""
    rows = [said(f"!Gillar zebrafink nummer {n} från Lund", n / 10, person="elin-okänd") for n in range(6)]
    take_in(*rows, said("boom kvastfening", 2, person="elin-okänd"))
    take_in(*(said(f"!Gillar fika nummer {n} från Boda", n / 10, person="oskar") for n in range(6)))
    everyone = list(Person.objects.all())
    consolidate(
        persons=everyone, extractor=Scripted(), rereads=True, now=NOW, trigger=Run.Trigger.LOOP, clock=clock
    )
    person = Person.objects.get(external_id="elin-okänd")
    user = User.objects.create_user("konto")
    people.link_user(person=person, user=user)
    Person.objects.filter(pk=person.pk).update(name="Elin Zebrasson")
    for each in everyone:
        people.answer_review_question(person=each, agrees=True, now=NOW)
    author = Author(by=Event.By.PERSON, user=user, now=day(20))
    corrections.add(person=person, text="Samlar på lumpsugare", type="preference", author=author)
    forget(fact=Fact.objects.get(text="Samlar på lumpsugare"), now=day(21))
    imported = FactRow(1, "mem0", "1", "elin-okänd", "Tycker om sandrevel", "preference", "current")
    import_records([imported], now=day(22))
    _reviewed(person)


story = told_once(a_memory)


def _reviewed(person: Person) -> None:
    rut = reviewer()
    closed = rounds.start_round(user=None, n=8, seed=1, now=NOW)
    for number, item in enumerate(Item.objects.filter(round=closed).drawn()):
        value = "incorrect" if number == 0 else "correct"
        note = f"om {item.text}"
        Verdict.objects.create(
            item=item, reviewer=rut, value=value, note=note, created_at=NOW, updated_at=NOW
        )
        leases.show(item=item, reviewer=rut, now=NOW)
    Item.objects.filter(round=closed).drawn().update(wanted=0)
    rounds.close(round=closed, now=NOW)
    rounds.start_round(user=None, n=4, seed=2, now=NOW)
    rounds.start_round(user=person.user, n=2, person=person, kind=Round.Kind.OWN, now=NOW)


def erased(person: Person) -> Erasure:
    return erasure.carry_on(erasure=erasure.begin(person=person, by=None, now=NOW), now=NOW)


def test_the_story_has_her_words_in_every_kind_of_table(elin: Person) -> None:
    told = set(tables_with(WORDS))
    assert told >= {"minne_person", "minne_episode", "minne_fact", "minne_event", "minne_run"}
    assert told >= {"minne_importedfact", "granskning_item", "granskning_verdict"}


def test_nothing_of_an_erased_person_is_left_in_any_table_or_file(elin: Person) -> None:
    erased(elin)
    assert tables_with(WORDS) == {}
    assert files_with(Path(settings.BASE_DIR) / "var", WORDS) == []


def test_a_receipt_counts_what_went(elin: Person) -> None:
    before = {
        "episodes": Episode.objects.for_person(elin).count(),
        "facts": Fact.objects.for_person(elin).count(),
        "events": Event.objects.for_person(elin).count(),
        "looks": Look.objects.filter(person=elin).count(),
        "tombstones": Tombstone.objects.filter(person=elin).count(),
        "imported_facts": 1,
        "own_rounds": 1,
        "person": 1,
    }
    counts = erased(elin).counts
    assert {name: counts[name] for name in before} == before
    assert counts["snapshots"] > 0


def test_the_figures_of_a_closed_round_are_what_they_were(elin: Person) -> None:
    [closed] = Round.objects.of_everyone().closed()
    before = results.of(closed)
    erased(elin)
    closed.refresh_from_db()
    assert results.of(closed) == before
    assert [label for _, label in results.labelled(closed)].count("correct") == before.correct


def test_other_people_keep_everything(elin: Person) -> None:
    def of_oskar() -> Counter[str]:
        oskar = Person.objects.get(external_id="oskar")
        mine = Item.objects.filter(person=oskar)
        return Counter(
            episodes=Episode.objects.for_person(oskar).count(),
            events=Event.objects.for_person(oskar).count(),
            items=mine.count(),
            notes=Verdict.objects.filter(item__in=mine).exclude(note="").count(),
            looks=Look.objects.filter(person=oskar).count(),
        )

    before = of_oskar()
    assert min(before.values()) > 0
    erased(elin)
    assert of_oskar() == before


def test_an_erased_item_in_an_open_round_is_a_skip(elin: Person) -> None:
    [running] = Round.objects.of_everyone().open()
    hers = list(Item.objects.filter(round=running, person=elin).values_list("pk", flat=True))
    erased(elin)
    assert hers
    assert {item.label for item in Item.objects.filter(pk__in=hers)} == {"skipped"}


class CrashError(Exception):
    pass


@pytest.mark.parametrize("pieces", range(1, 12))
def test_a_crash_half_way_is_taken_up_again_and_the_receipt_is_the_same(
    elin: Person, pieces: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasure, "ROWS_AT_ONCE", 3)
    done = 0

    def crash(_erasure: Erasure) -> None:
        nonlocal done
        done += 1
        if done == pieces:
            raise CrashError

    episodes, facts = Episode.objects.for_person(elin).count(), Fact.objects.for_person(elin).count()
    begun = erasure.begin(person=elin, by=None, now=NOW)
    with pytest.raises(CrashError):
        erasure.carry_on(erasure=begun, now=NOW, progress=crash)
    erasure.resume(NOW)
    finished = Erasure.objects.get()
    assert (finished.counts["episodes"], finished.counts["facts"]) == (episodes, facts)
    assert finished.finished_at == NOW
    assert tables_with(WORDS) == {}


def test_a_crash_inside_a_piece_leaves_the_piece_undone(
    elin: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(person: Person) -> Counter[str]:
        person.delete()
        raise CrashError

    begun = erasure.begin(person=elin, by=None, now=NOW)
    monkeypatch.setattr(erasure, "_last", broken)
    with pytest.raises(CrashError):
        erasure.carry_on(erasure=begun, now=NOW)
    assert Person.objects.filter(pk=elin.pk).exists()
    monkeypatch.undo()
    erasure.resume(NOW)
    assert not Person.objects.filter(pk=elin.pk).exists()


def test_nothing_comes_in_while_somebody_is_being_erased(elin: Person) -> None:
    erasure.begin(person=elin, by=None, now=NOW)
    outcome = take_in(said("!Gillar zebrafink", 30, person="elin-okänd"))
    assert [error.code for error in outcome.errors] == ["erasing"]
    assert consolidated("elin-okänd").counts["mentions_added"] == 0
    assert elin not in Person.objects.waiting()
    assert elin not in Person.objects.reviewable()


class ErasesMeanwhile(Scripted):
    """While the model thinks, the person has everything erased."""

    def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
        for person in Person.objects.filter(external_id="elin-okänd"):
            erased(person)
        return super().extract(episodes, known_facts, new=new)


@pytest.mark.parametrize("text", ["!Gillar zebrafink på rostat bröd", "boom zebrafink"])
def test_an_erasure_holds_against_a_consolidation_in_flight(elin: Person, text: str) -> None:
    take_in(said(text, 40, person="elin-okänd"))
    consolidate(
        persons=[elin], extractor=ErasesMeanwhile(), rereads=True, now=NOW, trigger="loop", clock=clock
    )
    assert tables_with(WORDS) == {}


class PausesMeanwhile(Scripted):
    """While the model thinks, the person pauses their memory."""

    def extract(self, episodes, known_facts=(), *, new=None):  # type: ignore[no-untyped-def]
        people.pause(person=Person.objects.get(external_id="elin-okänd"), now=NOW)
        return super().extract(episodes, known_facts, new=new)


def test_a_pause_holds_against_a_consolidation_in_flight(elin: Person) -> None:
    take_in(said("!Gillar vaktelägg", 40, person="elin-okänd"))
    events = Event.objects.count()
    outcome = consolidated("elin-okänd", extractor=PausesMeanwhile())
    assert (outcome.counts["paused"], Event.objects.count()) == (1, events)
    people.resume(person=elin)
    assert consolidated("elin-okänd").counts["mentions_added"] == 1


def test_an_import_that_is_under_way_does_not_make_an_erased_person_anew(elin: Person) -> None:
    def rows() -> Iterator[EpisodeRow]:
        for n in range(1000):
            yield said(f"zebrafink {n}", 30, person="elin-okänd", id=f"x{n}")
        erased(elin)
        yield said("zebrafink", 31, person="elin-okänd")

    outcome = import_records(rows(), now=NOW)
    assert [error.code for error in outcome.errors] == ["erasing"]
    assert tables_with(["zebrafink"]) == {}


def test_after_the_erasure_the_same_id_is_somebody_new(elin: Person) -> None:
    erased(elin)
    take_in(said("hej", 30, person="elin-okänd"))
    anew = Person.objects.get(external_id="elin-okänd")
    assert (anew.pk != elin.pk, anew.user, anew.erasing_at) == (True, None, None)


def test_the_account_is_left_and_owns_nobody(elin: Person) -> None:
    erased(elin)
    assert not Person.objects.filter(user__username="konto").exists()
    assert User.objects.filter(username="konto").exists()


def test_the_command_tells_what_went_and_leaves_no_receipt(elin: Person, tmp_path: Path) -> None:
    out = StringIO()
    call_command("erase", person="elin-okänd", receipt=tmp_path / "kvitto.json", stdout=out)
    assert "episoder" in out.getvalue()
    assert '"episodes": 7' in (tmp_path / "kvitto.json").read_text()
    assert not Erasure.objects.exists()
    with pytest.raises(CommandError):
        call_command("erase", person="elin-okänd")


def test_a_receipt_that_nobody_takes_goes_after_a_week(elin: Person) -> None:
    erased(elin)
    erasure.resume(NOW + timedelta(days=6))
    assert Erasure.objects.exists()
    erasure.resume(NOW + timedelta(days=8))
    assert not Erasure.objects.exists()
