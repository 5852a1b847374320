"""*Mina fakta* as its owner walks it: each press and the way back from it, and at last everything out."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow, FactRow
from minne.models import Episode, Event, Fact, ImportedFact, Person, Run, Tombstone
from minne.services import people
from minne.services.consolidation import consolidate_person
from minne.services.imports import import_records
from tests.browser.test_desk import faults
from tests.granskning.making import administrator
from tests.scanning import files_with, tables_with

LogIn = Callable[..., Page]
SAID = {
    "Jag gillar kaffe.": 9,
    "Jag gillar starkt kaffe.": 5,
    "Jag gillar jazz.": 4,
    "Jag gillar zebrafinkar.": 3,
    "Jag bor i Lund.": 2,
}
# What only she says: the guidelines and a demonstration beside the tests have coffee in them too.
WORDS = ("elin-okänd", "zebrafink", "sandrevel", "nyckelpigor")


@pytest.fixture
def elin() -> User:
    user = User.objects.create_user("elin")
    people.link_user(person=people.known("elin-okänd"), user=user)
    hears(SAID)
    told = FactRow(1, "mem0", "1", "elin-okänd", "Tycker om sandrevel", "preference", "current")
    import_records([told], now=timezone.now())
    return user


def hears(said: dict[str, int]) -> int:
    """Takes in what was said so many days ago and reads it; how many were let in."""
    rows = [
        EpisodeRow(1, text, "elin-okänd", text, "user", text, timezone.now() - timedelta(days=days))
        for text, days in said.items()
    ]
    imported = import_records(rows, now=timezone.now()).imported
    her = Person.objects.get(external_id="elin-okänd")
    consolidate_person(person=her, extractor=RuleExtractor(), rereads=True, now=timezone.now())
    return imported


def fact(page: Page, text: str) -> Locator:
    exact = page.get_by_role("heading", name=text, exact=True, include_hidden=True)
    return page.locator("article.fact").filter(has=exact)


def expect_status(page: Page, text: str, status: str) -> None:
    expect(fact(page, text)).to_have_class(re.compile(rf"\bfact-{status}\b"))


def press(page: Page, text: str, label: str) -> None:
    fact(page, text).get_by_role("button", name=label, exact=True).click()


def undo(page: Page) -> None:
    """The way back that the latest press offered."""
    page.get_by_role("button", name="Ångra", exact=True).first.click()


def test_every_press_about_a_fact_has_its_way_back(log_in: LogIn, elin: User) -> None:
    page = log_in(elin)
    page.goto("/mina-fakta/")
    for label, status in {"Stämmer inte": "denied", "Inaktuellt": "ended", "Stämmer": "active"}.items():
        press(page, "Gillar jazz", label)
        expect_status(page, "Gillar jazz", status)
        undo(page)
        expect_status(page, "Gillar jazz", "active")
        expect(page.locator("#status")).to_contain_text("Ångrat")
    rewrites(page)
    adds(page)
    merges(page)
    strikes_what_another_memory_holds(page)
    page.goto("/mina-fakta/historik/")
    assert faults(page) == []
    assert page.get_by_text("Ångrat den").count() == page.locator("ol.history > li").count() == 7
    assert not Event.objects.live().by_hand().exists()


def rewrites(page: Page) -> None:
    lund = fact(page, "Bor i Lund")
    lund.locator("summary", has_text="Rätta").click()
    lund.get_by_label("Så här ska det stå").fill("Bor i Umeå")
    lund.get_by_role("button", name="Spara").click()
    expect_status(page, "Bor i Umeå", "active")
    expect_status(page, "Bor i Lund", "denied")
    undo(page)
    expect_status(page, "Bor i Lund", "active")
    page.reload()
    expect(fact(page, "Bor i Umeå")).to_have_count(0)


def adds(page: Page) -> None:
    page.get_by_text("Lägg till något själv").click()
    page.get_by_label("Vad ska minnet komma ihåg?").fill("Samlar på kvastfeningar")
    page.get_by_role("button", name="Lägg till", exact=True).click()
    expect_status(page, "Samlar på kvastfeningar", "active")
    undo(page)
    page.goto("/mina-fakta/")
    expect(fact(page, "Samlar på kvastfeningar")).to_have_count(0)


def merges(page: Page) -> None:
    coffee = fact(page, "Gillar kaffe")
    coffee.get_by_text("slå ihop?").click()
    coffee.get_by_role("button", name="Slå ihop").click()
    expect(page.locator(".messages")).to_contain_text("Ihopslaget")
    expect(fact(page, "Gillar starkt kaffe")).to_have_count(0)
    undo(page)
    expect(page.locator(".messages")).to_contain_text("Ångrat")
    expect_status(page, "Gillar starkt kaffe", "active")


def strikes_what_another_memory_holds(page: Page) -> None:
    page.locator("#fold-imported summary").click()
    page.locator(".fact-imported").get_by_role("button", name="Inaktuellt").click()
    expect(page.locator(".messages")).to_contain_text("Struket")
    page.goto("/mina-fakta/historik/")
    page.locator("ol.history > li", has_text="sandrevel").get_by_role("button", name="Ångra").click()
    expect(page.locator(".messages")).to_contain_text("Ångrat")
    assert ImportedFact.objects.get().retired_at is None
    page.goto("/mina-fakta/")


def test_the_administrators_pages_and_the_way_in_pass_axe(log_in: LogIn, elin: User) -> None:
    her, other = Person.objects.get(), people.known("chatgpt-7")
    failure = {"person": "elin-okänd", "episodes": [], "count": 1, "error": "boom"}
    Run.objects.create(trigger="loop", extractor="rules", started_at=timezone.now(), failures=[failure])
    page = log_in(administrator(), color_scheme="dark")
    for path in (
        "/losenord/",
        "/korningar/",
        "/trosklar/",
        "/personer/",
        "/personer/ny/",
        f"/personer/{her.pk}/",
        f"/personer/{her.pk}/radera/",
        f"/personer/{her.pk}/ihop/",
        f"/personer/{her.pk}/ihop/?other={other.external_id}",
    ):
        page.goto(path)
        assert faults(page) == [], path
    page.get_by_label("Jag vet att de är samma människa").check()
    page.get_by_role("button", name="Slå ihop").click()
    expect(page.locator(".messages")).to_contain_text("de två är en person")
    expect(page.locator("main")).to_contain_text("chatgpt-7")
    page.context.clear_cookies()
    for path in ("/logga-in/", "/losenord/glomt/", "/losenord/glomt/skickat/", "/losenord/nytt/MQ/x/"):
        page.goto(path)
        assert faults(page) == [], path


def test_the_memory_is_its_owners_to_search_stop_take_and_erase(
    log_in: LogIn, elin: User, tmp_path: Path
) -> None:
    page = log_in(elin)
    page.goto("/mina-fakta/")
    answers_about_review(page)
    searches(page)
    pauses(page)
    forgets_one(page)
    takes_everything(page, tmp_path / "allt.zip")
    erases_everything(page, tmp_path / "kvitto.json")


def answers_about_review(page: Page) -> None:
    her = Person.objects.get()
    assert faults(page) == []
    for button, agreed in (("Ja, det går bra", True), ("Ta tillbaka", False), ("Ja, det går bra", True)):
        page.get_by_role("button", name=button).click()
        expect(page.locator(".messages")).to_be_visible()
        her.refresh_from_db()
        assert her.agreed_to_review is agreed
        page.goto("/mina-fakta/")


def searches(page: Page) -> None:
    page.get_by_label("Sök bland dina fakta").fill("STARKT")
    page.get_by_role("button", name="Sök", exact=True).click()
    expect(page.locator("article.fact")).to_have_count(1)
    page.get_by_role("link", name="Visa alla").click()
    expect(page.locator("article.fact")).to_have_count(5)


def pauses(page: Page) -> None:
    page.get_by_role("button", name="Pausa").click()
    expect(page.locator(".messages")).to_contain_text("pausat")
    assert hears({"Jag gillar nyckelpigor.": 1}) == 0
    page.get_by_role("button", name="Starta minnet igen").click()
    expect(page.locator(".messages")).to_contain_text("igång igen")
    assert hears({"Jag gillar nyckelpigor.": 1}) == 1
    page.reload()
    expect_status(page, "Gillar nyckelpigor", "active")


def forgets_one(page: Page) -> None:
    """Not to be undone, and the page says so before and offers nothing after."""
    fact(page, "Gillar zebrafinkar").get_by_role("link", name="Radera").click()
    expect(page.locator("main")).to_contain_text("Det går inte att ångra")
    assert faults(page) == []
    page.get_by_role("button", name="Radera för gott").click()
    expect(page.locator(".messages")).to_contain_text("borta för gott")
    expect(page.get_by_role("button", name="Ångra", exact=True)).to_have_count(0)
    Episode.objects.update(consolidated_at=None)
    hears({})
    page.goto("/mina-fakta/")
    expect(fact(page, "Gillar zebrafinkar")).to_have_count(0)
    expect_status(page, "Gillar jazz", "active")


def takes_everything(page: Page, file: Path) -> None:
    page.get_by_role("link", name="Dina uppgifter").click()
    assert faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Hämta som fil").click()
    download.value.save_as(file)
    with ZipFile(file) as archive:
        rows = {
            Path(name).stem: json.loads(archive.read(name))
            for name in archive.namelist()
            if name.endswith(".json")
        }
        readable = archive.read("minne.html").decode() + archive.read("samtal.html").decode()
    counts = {name: len(found) for name, found in rows.items()}
    assert counts["episodes"] == Episode.objects.count() == 6
    assert counts["facts"] == Fact.objects.count()
    assert counts["imported_facts"] == counts["erased_facts"] == Tombstone.objects.count() == 1
    assert counts["agreements"] == 3
    assert sum(len(row["timeline"]) for row in rows["facts"]) == Event.objects.count()
    assert all(text in readable for text in ("Gillar jazz", "Tycker om sandrevel", *SAID))


def erases_everything(page: Page, file: Path) -> None:
    assert set(WORDS) <= {word for words in tables_with(WORDS).values() for word in words}
    episodes = Episode.objects.count()
    page.goto("/mina-fakta/radera/")
    assert faults(page) == []
    page.get_by_label("Jag förstår att det inte går att ångra").check()
    page.get_by_role("button", name="Radera allt").click()
    expect(page.get_by_role("heading", name="Allt är raderat")).to_be_visible()
    assert faults(page) == []
    with page.expect_download() as download:
        page.get_by_role("link", name="Hämta kvittot som fil").click()
    download.value.save_as(file)
    assert json.loads(file.read_text())["counts"]["episodes"] == episodes
    assert tables_with(WORDS) == {}
    assert files_with(Path(settings.BASE_DIR) / "var", WORDS) == []
    page.get_by_role("button", name="Klart, släng kvittot").click()
    expect(page.locator("main")).not_to_contain_text("raderat")
    assert page.goto("/mina-fakta/").status == 404  # type: ignore[union-attr]
