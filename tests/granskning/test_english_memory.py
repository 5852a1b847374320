"""With English chosen, the pages that show a memory with everything in it are in English to every role."""

from __future__ import annotations

from datetime import timedelta
from io import BytesIO
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone

from granskning.services.rounds import close, start_round
from minne import words
from minne.domain.policy import Policy
from minne.forms import flat
from minne.importers.records import FactRow
from minne.models import Event, ImportedFact, Person, Run
from minne.services import corrections, erasure, imported, people
from minne.services.imports import import_records
from tests.granskning.answering import pressed
from tests.granskning.english import Reader, ask, check, compare, reader, visitor
from tests.granskning.making import administrator, reviewer, sample
from tests.minne.pages import author, episode, heard, person_of
from tests.shared import told_once

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

OWN = ["own_facts", "own_history", "own_round", "own_data", "own_looks", "erase_own"]


@pytest.fixture
def elin() -> Person:
    return Person.objects.get()


def a_memory() -> None:
    """Facts of every status, learned in every way, with a repair and a history."""
    elin = person_of("elin")
    people.answer_review_question(person=elin, agrees=True, now=timezone.now())
    heard(elin, "Gillar te", 40, 3)
    heard(elin, "Gillar jazz", 30, 3, kind="inferred")
    heard(elin, "Gillar bad", 2, kind="inferred")
    heard(elin, "Kan Rust", 5, type="knowledge", valid_until=timezone.localdate() + timedelta(days=400))
    heard(elin, "Ska till Rom", 9, type="goal", valid_until=timezone.localdate() - timedelta(days=1))
    heard(elin, "Spelar golf", 900)
    over, wrong, repaired = (heard(elin, text, 8) for text in ("Ror kajak", "Har hund", "Har katt"))
    corrections.end(fact=over, author=author(elin))
    corrections.rewrite(fact=wrong, text="Har tax", author=author(elin))
    regretted = corrections.deny(fact=heard(elin, "Har bil", 8), author=author(elin))
    corrections.undo(person=elin, batch=regretted, now=timezone.now())
    corrections.deny(fact=repaired, author=author(elin, by=Event.By.REPAIR))
    corrections.add(person=elin, text="Dansar tango", type="preference", author=author(elin))
    told_elsewhere(elin, "Gillar ost", "Har en ko", "Bor i Lund", "Kan segla")


story = told_once(a_memory)


def told_elsewhere(who: Person, *texts: str) -> None:
    """Facts from another memory, some of them struck."""
    now = timezone.now()
    said = enumerate(texts)
    rows = [FactRow(n, "mem0", f"m{n}", who.external_id, t, "preference", "current") for n, t in said]
    import_records(rows, now=now)
    taken_in = ImportedFact.objects.for_person(who)
    for fact, by in zip(taken_in, (Event.By.PERSON, Event.By.REPAIR), strict=False):
        imported.retire(facts=[fact], answer="outdated", by=by, now=now)


@pytest.mark.parametrize("name", OWN)
def test_the_pages_of_an_end_user_are_in_english(elin: Person, name: str) -> None:
    check(visitor(elin.user), reverse(name))


def test_the_receipt_of_an_erasure_is_in_english(elin: Person) -> None:
    begun = erasure.begin(person=elin, by=elin.user, now=timezone.now())
    check(visitor(elin.user), reverse("erasure", args=[begun.pk]))
    erasure.carry_on(erasure=begun, now=timezone.now())
    check(visitor(elin.user), reverse("erasure", args=[begun.pk]))


def test_the_pages_of_an_export_are_in_english(elin: Person) -> None:
    under_way = start_round(user=None, n=4, seed=1, now=timezone.now())
    visitor(reviewer("rut")).get(reverse("desk", args=[under_way.pk]))
    english, swedish = exported(elin.user, "en"), exported(elin.user, "sv")
    assert len(english) == len(swedish) == 2
    for one, other in zip(english, swedish, strict=True):
        compare(one, other)


def exported(user: User | None, language: str) -> list[Reader]:
    response = ask(visitor(user), language, reverse("export_own"))
    archive = ZipFile(BytesIO(b"".join(response.streaming_content)))
    pages = [name for name in sorted(archive.namelist()) if name.endswith(".html")]
    return [reader(archive.read(name).decode(), language) for name in pages]


def test_the_pages_of_a_reviewer_are_in_english() -> None:
    rut, rolf, siv = reviewer("rut"), reviewer("rolf"), reviewer("siv")
    under_way = start_round(user=None, n=4, seed=1, reviewers=2, now=timezone.now())
    check(visitor(rut), reverse("desk", args=[under_way.pk]))
    first, second, *_ = sample(under_way)
    for item, who, value in ((first, rut, "correct"), (first, rolf, "incorrect"), (second, rut, "outdated")):
        pressed(item, who, value)
    for name in ("desk", "my_answers", "disputes", "round_result"):
        check(visitor(rut), reverse(name, args=[under_way.pk]))
    check(visitor(siv), reverse("disputes", args=[under_way.pk]))
    check(visitor(rut), reverse("reviews"))
    check(visitor(rut), reverse("new_round"))


def test_a_round_over_another_memory_is_told_of_in_english() -> None:
    rut, ada = reviewer("rut"), administrator("ada")
    check(visitor(ada), f"{reverse('new_round')}?n=2&reviewers=1&tool=mem0")
    under_way = start_round(user=None, n=2, tool="mem0", seed=1, now=timezone.now())
    check(visitor(rut), reverse("desk", args=[under_way.pk]))
    for item, value in zip(sample(under_way), ("correct", "incorrect"), strict=True):
        pressed(item, rut, value)
    check(visitor(rut), reverse("desk", args=[under_way.pk]))
    close(round=under_way, now=timezone.now())
    check(visitor(ada), reverse("round_result", args=[under_way.pk]))
    check(visitor(ada), reverse("reviews"))


def test_the_pages_of_an_administrator_are_in_english(elin: Person) -> None:
    ada = administrator("ada")
    episode(elin, "Hej", read=False)
    a_run()
    preview = {**flat(Policy()), "min_support": 3, "half_life_goal": 1}
    for name in ("reviews", "proposals", "thresholds", "runs", "people"):
        check(visitor(ada), reverse(name))
    check(visitor(ada), f"{reverse('thresholds')}?{urlencode(preview)}")
    check(visitor(ada), f"{reverse('new_round')}?n=3&reviewers=1")
    check(visitor(ada), reverse("person", args=[elin.pk]))
    check(visitor(ada), reverse("erase_person", args=[elin.pk]))
    check(visitor(ada), reverse("invite_person"))


def a_run() -> None:
    """A consolidation that met everything there is a word for."""
    now = timezone.now()
    failures = [{"person": "elin", "count": 2, "episodes": [], "error": code} for code in words.FAILURES]
    Run.objects.create(
        trigger=Run.Trigger.LOOP,
        extractor="rules",
        started_at=now,
        finished_at=now,
        next_at=now - timedelta(hours=1),
        people=2,
        counts=dict.fromkeys(words.COUNTS, 2),
        failures=failures,
    )
