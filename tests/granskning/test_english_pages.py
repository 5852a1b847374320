"""With English chosen, the pages of every role are in English; what people wrote is left as it is."""

from __future__ import annotations

import re
from datetime import timedelta
from html.parser import HTMLParser
from io import BytesIO
from typing import Any
from urllib.parse import urlencode
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from granskning import figures_text
from granskning.models import Item, Proposal, Round
from granskning.services import confirmations, labelling, proposals, repairs, schedules
from granskning.services.rounds import close, start_round
from minne import words
from minne.domain.policy import Policy
from minne.forms import flat
from minne.importers.records import FactRow
from minne.models import Event, ImportedFact, Person, Run
from minne.services import corrections, erasure, imported, people
from tests.granskning import memories
from tests.granskning.answering import closed
from tests.granskning.making import a_round, administrator, reviewer, sample
from tests.granskning.memories import answer_all, day, drawn, remember_many
from tests.minne.pages import author, episode, heard, person_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
SPOKEN = {"aria-label", "title", "placeholder", "alt"}
SILENT = {"script", "style"}
EMPTY = {"meta", "link", "input", "img", "br", "hr"}
SWEDISH = re.compile("[åäöÅÄÖ]")
NAMES = {"admin", "ada", "rut", "rolf", "elin", "id-elin", "aino", "bo", "rules", "mem0", "samtal.html"}
# What reads the same in both languages: names, keys, formats, numbers, and words that the two share.
SAME = re.compile(
    r"(id-elin )?(· )?Minne|Svenska|English|[Pp]erson( \d+)?|[Vv]ersion \d+|v\d+|[GNSU]|Esc"
    r"|CSV|JSON|id|text|\d+ s|/.*"
)


class Reader(HTMLParser):
    """The texts of a page that are the site's own: not quotes, facts, notes and names."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.language = ""
        self._open: list[bool] = []  # of each open element, whether what is in it is somebody's words

    @property
    def inside(self) -> bool:
        return bool(self._open and self._open[-1])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "html":
            self.language = given.get("lang", "")
        data = self.inside or tag == "bdi" or tag in SILENT or given.get("dir") == "auto"
        if not data:
            spoken = SPOKEN | {name for name in given if name.startswith("data-") and tag == "template"}
            self.texts += [value for name, value in given.items() if name in spoken]
        if tag not in EMPTY:
            self._open.append(data)

    def handle_endtag(self, tag: str) -> None:
        if tag not in EMPTY:
            self._open.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.texts.append(" ".join(data.split()))


def read(client: Client, language: str, path: str, status: int = 200) -> Reader:
    response = ask(client, language, path)
    assert response.status_code == status
    return reader(response.content.decode(), language)


def ask(client: Client, language: str, path: str) -> Any:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client.get(path)


def reader(html: str, language: str) -> Reader:
    page = Reader()
    page.feed(html)
    assert page.language == language
    return page


def check(client: Client, path: str, status: int = 200) -> None:
    """No Swedish letter, and no text that reads the same in Swedish unless it should."""
    compare(read(client, "en", path, status), read(client, "sv", path, status))


def compare(english: Reader, in_swedish: Reader) -> None:
    assert [text for text in english.texts if SWEDISH.search(text)] == []
    swedish = set(in_swedish.texts)
    same = {text for text in english.texts if re.search(r"[^\W\d_]", text)} & swedish
    assert {text for text in same if text not in NAMES and not SAME.fullmatch(text)} == set()


def browser(user: User | None = None) -> Client:
    client = Client()
    if user:
        client.force_login(user)
    return client


@pytest.fixture(autouse=True)
def recent(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stories end a day before now."""
    monkeypatch.setattr(memories, "DAY_0", timezone.now() - timedelta(days=87))


OUTSIDE = ["login", "password_reset", "password_reset_done", "password_reset_complete"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_pages_before_logging_in_are_in_english(name: str) -> None:
    check(browser(), reverse(name))


def test_an_address_without_a_page_is_told_in_english() -> None:
    check(browser(), "/no-such-page/", status=404)


def test_a_page_of_another_role_is_refused_in_english() -> None:
    check(browser(User.objects.create_user("bo")), reverse("people"), status=403)


OWN = ["own_facts", "own_history", "own_round", "own_data", "own_looks", "erase_own"]


@pytest.mark.parametrize("name", OWN)
def test_the_pages_of_an_end_user_are_in_english(name: str) -> None:
    check(browser(a_memory().user), reverse(name))


def test_a_paused_and_empty_memory_is_told_of_in_english() -> None:
    elin = person_of("elin")
    check(browser(elin.user), reverse("own_facts"))
    people.pause(person=elin, now=timezone.now())
    people.answer_review_question(person=elin, agrees=False, now=timezone.now())
    check(browser(elin.user), reverse("own_facts"))
    check(browser(elin.user), reverse("own_looks"))


def a_memory() -> Person:
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
    return elin


def told_elsewhere(who: Person, *texts: str) -> None:
    """Facts from another memory, some of them struck."""
    now = timezone.now()
    said = enumerate(texts)
    rows = [FactRow(n, "mem0", f"m{n}", who.external_id, t, "preference", "current") for n, t in said]
    imported.import_facts(rows, now=now)
    taken_in = ImportedFact.objects.for_person(who)
    for fact, by in zip(taken_in, (Event.By.PERSON, Event.By.REPAIR), strict=False):
        imported.retire(facts=[fact], answer="outdated", by=by, now=now)


def test_the_question_before_a_fact_is_erased_is_in_english() -> None:
    elin = person_of("elin")
    check(browser(elin.user), reverse("forget_fact", args=[heard(elin, "Gillar te", 3).pk]))


def test_the_receipt_of_an_erasure_is_in_english() -> None:
    elin = a_memory()
    begun = erasure.begin(person=elin, by=elin.user, now=timezone.now())
    check(browser(elin.user), reverse("erasure", args=[begun.pk]))
    erasure.carry_on(erasure=begun, now=timezone.now())
    check(browser(elin.user), reverse("erasure", args=[begun.pk]))


def test_the_pages_of_an_export_are_in_english() -> None:
    elin = a_memory()
    under_way = start_round(user=None, n=4, seed=1, now=timezone.now())
    browser(reviewer("rut")).get(reverse("desk", args=[under_way.pk]))
    english, swedish = exported(elin.user, "en"), exported(elin.user, "sv")
    assert len(english) == len(swedish) == 2
    for one, other in zip(english, swedish, strict=True):
        compare(one, other)


def exported(user: User | None, language: str) -> list[Reader]:
    response = ask(browser(user), language, reverse("export_own"))
    archive = ZipFile(BytesIO(b"".join(response.streaming_content)))
    pages = [name for name in sorted(archive.namelist()) if name.endswith(".html")]
    return [reader(archive.read(name).decode(), language) for name in pages]


def test_the_pages_of_a_reviewer_are_in_english() -> None:
    rut, rolf, siv = reviewer("rut"), reviewer("rolf"), reviewer("siv")
    a_memory()
    under_way = start_round(user=None, n=4, seed=1, reviewers=2, now=timezone.now())
    check(browser(rut), reverse("desk", args=[under_way.pk]))
    first, second, *_ = sample(under_way)
    for item, who, value in ((first, rut, "correct"), (first, rolf, "incorrect"), (second, rut, "outdated")):
        pressed(item, who, value)
    for name in ("desk", "my_answers", "disputes", "round_result"):
        check(browser(rut), reverse(name, args=[under_way.pk]))
    check(browser(siv), reverse("disputes", args=[under_way.pk]))
    check(browser(rut), reverse("reviews"))
    check(browser(rut), reverse("new_round"))


def pressed(item: Item, who: User, value: str) -> None:
    step = labelling.Step(value=value, version=0)
    labelling.answer(round=item.round, item=item.pk, reviewer=who, step=step, now=timezone.now())


def test_the_desk_tells_in_english_why_it_has_nothing() -> None:
    rut, siv = reviewer("rut"), reviewer("siv")
    held = a_round(1)
    browser(siv).get(reverse("desk", args=[held.pk]))
    check(browser(rut), reverse("desk", args=[held.pk]))
    pressed(sample(held)[0], siv, "correct")
    close(round=held, now=timezone.now())
    check(browser(rut), reverse("desk", args=[held.pk]))


ENDS: dict[str, dict[str, Any]] = {
    "over": {"correct": 40, "frame": 40},
    "under": {"correct": 2, "incorrect": 4, "outdated": 2, "frame": 9},
    "undecided": {"correct": 9, "incorrect": 1, "skipped": 2, "frame": 40},
    "early": {"correct": 3, "incorrect": 1, "frame": 30, "planned": 10},
    "no data": {"skipped": 3, "frame": 3},
}


@pytest.mark.parametrize("how", ENDS)
def test_the_result_of_a_round_is_told_in_english(how: str) -> None:
    result = reverse("round_result", args=[closed(**ENDS[how]).pk])
    check(browser(administrator("ada")), result)
    check(browser(reviewer("siv")), result)


def test_a_round_over_another_memory_is_told_of_in_english() -> None:
    rut, ada = reviewer("rut"), administrator("ada")
    a_memory()
    check(browser(ada), f"{reverse('new_round')}?n=2&reviewers=1&tool=mem0")
    under_way = start_round(user=None, n=2, tool="mem0", seed=1, now=timezone.now())
    check(browser(rut), reverse("desk", args=[under_way.pk]))
    for item, value in zip(sample(under_way), ("correct", "incorrect"), strict=True):
        pressed(item, rut, value)
    check(browser(rut), reverse("desk", args=[under_way.pk]))
    close(round=under_way, now=timezone.now())
    check(browser(ada), reverse("round_result", args=[under_way.pk]))
    check(browser(ada), reverse("reviews"))


def test_the_pages_of_an_administrator_are_in_english() -> None:
    ada = administrator("ada")
    elin = a_memory()
    episode(elin, "Hej", read=False)
    a_run()
    preview = {**flat(Policy()), "min_support": 3, "half_life_goal": 1}
    for name in ("reviews", "proposals", "thresholds", "runs", "people"):
        check(browser(ada), reverse(name))
    check(browser(ada), f"{reverse('thresholds')}?{urlencode(preview)}")
    check(browser(ada), f"{reverse('new_round')}?n=3&reviewers=1")
    check(browser(ada), reverse("person", args=[elin.pk]))
    check(browser(ada), reverse("erase_person", args=[elin.pk]))
    check(browser(ada), reverse("invite_person"))


RULES = [(nth, None) for nth in range(1, 6)] + [(None, every) for every in (1, 2, 4)]


def test_the_schedules_are_in_english() -> None:
    ada = administrator("ada")
    check(browser(ada), reverse("schedules"))
    now = timezone.now()
    for number, (nth, every) in enumerate(RULES):
        weekday, reviewers = number % 7, 1 + number % 2
        made = schedules.create(
            weekday=weekday, nth=nth, every=every, n=30, reviewers=reviewers, by=ada, now=now
        )
    schedules.switch(schedule=made, on=False, now=now)
    check(browser(ada), reverse("schedules"))


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


def test_a_proposal_is_told_in_english_from_beginning_to_end() -> None:
    ada = administrator("ada")
    made = a_proposal(ada)
    page = reverse("proposal", args=[made.pk])
    check(browser(ada), page)
    check(browser(ada), reverse("proposals"))
    repairs.repair(round=made.round, user=ada, now=timezone.now())
    check(browser(ada), page)
    proposals.approve(proposal=made, user=ada, now=timezone.now(), reason="Bra")
    check(browser(ada), page)
    check(browser(ada), reverse("proposals"))


def test_a_confirmation_is_told_in_english_from_its_start_to_its_end() -> None:
    ada = administrator("ada")
    made = a_proposal(ada)
    page = reverse("proposal", args=[made.pk])
    running = confirmations.start(proposal=made, wrong=0, user=ada, now=timezone.now())
    assert running
    check(browser(ada), page)
    check(browser(ada), reverse("desk", args=[running.pk]))
    answer_all(running, lambda _: "incorrect", at=87, reviewer=ada)
    check(browser(ada), page)
    check(browser(ada), reverse("round_result", args=[running.pk]))


def test_a_proposal_without_thresholds_is_told_in_english() -> None:
    ada = administrator("ada")
    closed(correct=1, incorrect=4, outdated=4, frame=12, by=ada)
    made = proposals.propose(round=Round.objects.get(), now=timezone.now())
    assert made
    check(browser(ada), reverse("proposal", args=[made.pk]))


def a_proposal(admin: User) -> Proposal:
    """Goals said long ago are over."""
    for who in ("aino", "bo"):
        remember_many(who, {f"Gillar {who}mat{n}": (10 + n, 60 + n) for n in range(18)})
        goals = {f"Ska till {who}berg{n}": (24 + n if n < 4 else 75 + n,) for n in range(8)}
        remember_many(who, goals, type="goal")
    made = proposals.propose(round=answer_all(drawn(at=85, n=36), by_age, at=86, reviewer=admin), now=day(86))
    assert made
    return made


def by_age(item: Item) -> str:
    said = item.last_supported_at
    return "outdated" if item.type == "goal" and said and said < day(70) else "correct"


def test_dates_numbers_and_shares_are_written_the_english_way() -> None:
    result = closed(correct=27, incorrect=2, outdated=1, frame=50)
    page = read(browser(administrator("ada")), "en", reverse("round_result", args=[result.pk]))
    told = " ".join(page.texts)
    assert "27 of 30 were correct." in told
    assert "Of the list’s 50 facts, between 40 and 47 are correct (95%)." in told
    assert "30 November" in told
    assert "80–94%" in told
    assert not re.search(r"\d %|\d,\d", told)


def test_numbers_are_grouped_by_the_language() -> None:
    with translation.override("en"):
        assert figures_text.number(12345) == "12,345"
        assert figures_text.number(0.43, 2) == "0.43"
        assert figures_text.percent(1, 3) == "33.3%"
        assert figures_text.share_range(0.521, 0.923) == "52.1–92.3%"
