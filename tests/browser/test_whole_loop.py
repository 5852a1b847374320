"""The whole loop, once around, as the people who walk it: label, approve, see the list shrink, correct."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Page, expect

from granskning.models import Proposal, Round, Verdict
from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow
from minne.models import Episode, Person, PolicyVersion
from minne.services import people
from minne.services.consolidation import consolidate_person
from minne.services.imports import import_records
from tests.granskning.making import administrator, reviewer

LogIn = Callable[..., Page]
LIKED = """kaffe jazz skidor tennis svamp choklad pasta opera schack bridge orientering keramik poesi
    deckare lakrits blåbär kanot segling stickning fotografi geologi astronomi cykling klättring
    vandring simning folkmusik rabarber kardemumma havregröt""".split()
WANTED = "gitarr piano trumpet fiol dragspel cello flöjt trummor banjo harpa oboe saxofon".split()


def told(days_ago: int, text: str) -> EpisodeRow:
    at = timezone.now() - timedelta(days=days_ago)
    return EpisodeRow(1, f"f-{days_ago}-{text}", "fatima", f"samtal-{text}", "user", text, at)


@pytest.fixture
def fatima() -> User:
    """An end user with thirty fresh preferences and twelve goals that nobody spoke of for two months."""
    user = User.objects.create_user("fatima")
    rows = [told(20, f"Jag gillar {thing}.") for thing in LIKED]
    rows += [told(60, f"Jag vill lära mig spela {thing}.") for thing in WANTED]
    import_records(rows, now=timezone.now())
    person = Person.objects.get(external_id="fatima")
    people.link_user(person=person, user=user)
    people.answer_review_question(person=person, agrees=True, now=timezone.now())
    consolidate()
    return user


def consolidate() -> None:
    person = Person.objects.get(external_id="fatima")
    consolidate_person(person=person, extractor=RuleExtractor(), rereads=True, now=timezone.now())


def listed(page: Page) -> int:
    page.goto("/mina-fakta/")
    return page.locator("article.fact-active").count()


def starts_a_round(page: Page) -> Round:
    page.goto("/granskning/")
    page.get_by_role("link", name="Ny omgång").click()
    page.get_by_role("button", name="Starta omgången").click()
    page.wait_for_url(re.compile(r"/granska/\d+/"))
    return Round.objects.get()


def labels_thirty(page: Page) -> None:
    """One key a fact: the goals have gone stale, the rest is true."""
    for _ in range(30):
        sheet = page.locator("#desk-place .sheet")
        item = sheet.get_attribute("data-item")
        stale = "lära sig" in sheet.locator("h1").inner_text()
        page.wait_for_timeout(300)  # nobody reads faster, and the desk refuses what nobody can have read
        with page.expect_response(re.compile("/svar/")):
            page.keyboard.press("3" if stale else "1")
        gone = "item => document.querySelector('#desk-place .sheet')?.dataset.item !== item"
        page.wait_for_function(gone, arg=item)
        expect(page.locator("#desk-line")).to_contain_text("Sparat")


def test_label_approve_see_the_list_shrink_and_correct_it(log_in: LogIn, fatima: User) -> None:
    own = log_in(fatima)
    before = listed(own)
    assert before == 42

    desk = log_in(reviewer())
    drawn = starts_a_round(desk)
    labels_thirty(desk)
    assert Verdict.objects.count() == 30
    desk.wait_for_timeout(400)  # nor clicks faster
    desk.get_by_role("button", name="Stäng omgången och visa resultatet").click()
    expect(desk.locator("main")).to_contain_text("av 30 stämde")
    stale = Verdict.objects.filter(value="outdated").count()
    assert stale == drawn.items.drawn().filter(type="goal").count()
    drawn.refresh_from_db()
    assert drawn.closed_at is not None

    office = log_in(administrator())
    office.goto(f"/granskning/{drawn.pk}/")
    expect(office.locator("main")).to_contain_text(f"{30 - stale} av 30 stämde")
    proposal = Proposal.objects.get()
    assert proposal.knob == "half_life_days.goal"
    office.goto(f"/forslag/{proposal.pk}/")
    office.get_by_role("button", name="Godkänn förslaget").click()
    expect(office.locator("main")).to_contain_text("godkän")
    assert PolicyVersion.objects.current().number == 2

    after = listed(own)
    assert after == 30

    fact = own.locator("article.fact", has_text="Gillar kaffe")
    fact.get_by_role("button", name="Stämmer inte").click()
    expect(own.locator("article.fact-active", has_text="Gillar kaffe")).to_have_count(0)
    Episode.objects.update(consolidated_at=None)
    consolidate()
    assert listed(own) == 29
    expect(own.locator("article.fact-active", has_text="Gillar kaffe")).to_have_count(0)


def test_nobody_else_gets_in(log_in: LogIn, fatima: User) -> None:
    oskar = User.objects.create_user("oskar")
    people.link_user(person=people.known("oskar"), user=oskar)
    fact = Person.objects.get(external_id="fatima").facts.first()
    stranger, desk = log_in(oskar), log_in(reviewer())
    assert listed(stranger) == 0
    for address in ("/granskning/", "/trosklar/", "/forslag/", "/personer/", "/korningar/"):
        response = stranger.goto(address)
        assert response is not None
        assert response.status == 403
    for address in ("/trosklar/", "/forslag/", "/personer/"):
        response = desk.goto(address)
        assert response is not None
        assert response.status == 403
    assert fact is not None
    status = stranger.request.post(f"/mina-fakta/{fact.pk}/svar/").status
    assert status in (403, 404)
