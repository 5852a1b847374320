"""From a round under the target to thresholds in force and back, as an administrator sees it on the pages.

Two stories. In the first, goals stay in the lists longer than they hold; the shorter half-life is
confirmed by a fresh round. In the second, what was said only once is wrong, and some of what was said
twice as well, more than the first thirty answers happened to show: the confirmation fails, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from granskning.domain.intervals import exact_count_interval
from granskning.models import Confirmation, Item, Proposal, Round
from granskning.services.rounds import settle, start_round
from minne.extraction.rules import RuleExtractor
from minne.importers.records import EpisodeRow
from minne.models import Fact, Person
from minne.services import people
from minne.services.consolidation import consolidate_person
from minne.services.imports import import_records
from tests.granskning.making import administrator, reviewer
from tests.granskning.memories import answers

LogIn = Callable[..., Page]
Truth = Callable[[Item], str]
PEOPLE = ("fatima", "omar")
LIKED = """kaffe jazz skidor tennis svamp choklad pasta opera schack bridge orientering keramik poesi
    deckare lakrits blåbär kanot segling stickning fotografi geologi astronomi cykling klättring
    vandring simning folkmusik rabarber kardemumma havregröt""".split()
WANTED = "gitarr piano trumpet fiol dragspel cello flöjt trummor banjo harpa oboe saxofon".split()
RIGHT_ONCE = ("cykling", "vandring")
PREVIEW = re.compile(r"/forslag/\d+/\?")


def said(who: str, days_ago: int, text: str) -> EpisodeRow:
    at = timezone.now() - timedelta(days=days_ago)
    return EpisodeRow(1, f"{who}-{days_ago}-{text}", who, f"samtal-{days_ago}-{text}", "user", text, at)


def remembered(rows: Iterator[EpisodeRow]) -> None:
    """Read in, agreed to review and consolidated."""
    import_records(list(rows), now=timezone.now())
    for known in Person.objects.all():
        people.answer_review_question(person=known, agrees=True, now=timezone.now())
        consolidate_person(person=known, extractor=RuleExtractor(), rereads=True, now=timezone.now())


def stale_goals(who: str) -> Iterator[EpisodeRow]:
    yield from (said(who, 20, f"Jag gillar {thing}.") for thing in LIKED)
    yield from (said(who, 60, f"Jag vill lära mig spela {thing}.") for thing in WANTED[:9])
    yield from (said(who, 5, f"Jag vill lära mig spela {thing}.") for thing in WANTED[9:])


def goals_are_over(item: Item) -> str:
    before = item.round.pinned_at - timedelta(days=30)
    said_long_ago = item.last_supported_at is not None and item.last_supported_at < before
    return "outdated" if item.type == "goal" and said_long_ago else "correct"


def wrong_at_one_mention(who: str) -> Iterator[EpisodeRow]:
    twice, once = LIKED[:22], LIKED[22:] + WANTED[:5]
    yield from (said(who, days, f"Jag gillar {thing}.") for thing in twice for days in (40, 20))
    yield from (said(who, 20, f"Jag gillar {thing}.") for thing in once)


def said_once_is_wrong(drawn: Round, *, and_said_twice: int = 0) -> Callable[[Item], str]:
    """Wrong in the round is what was said once, but for some, and so many of what was said twice."""
    twice = Item.objects.filter(round=drawn, support=2).order_by("order").values_list("pk", flat=True)
    slips = set(twice[:and_said_twice])

    def verdict(item: Item) -> str:
        right = item.text.endswith(RIGHT_ONCE) if item.support == 1 else item.pk not in slips
        return "correct" if right else "incorrect"

    return verdict


def served() -> int:
    return Fact.objects.active(timezone.now()).count()


@dataclass(frozen=True)
class Office:
    """The administrator's browser, and who answers the rounds."""

    page: Page
    labeller: User

    @property
    def main(self) -> Locator:
        return self.page.locator("main")

    def press(self, name: str) -> None:
        self.page.get_by_role("button", name=name).click()

    def says(self, *texts: str) -> None:
        for text in texts:
            expect(self.main).to_contain_text(text)

    def finish(self, round: Round, truth: Truth) -> None:
        """Every answer given; the administrator closes the round and sees what it came to."""
        answers(round, truth, reviewer=self.labeller, at=0)
        settle(round=round, skips_moved=False, now=timezone.now())
        self.page.goto(f"/granskning/{round.pk}/")
        self.says("Alla fakta är besvarade.")
        self.press("Stäng omgången och visa resultatet")
        self.says("Precision över tid")

    def repairs_and_takes_it_back(self, wrong: int) -> None:
        before = served()
        self.press(f"Rätta de {wrong} felen")
        self.says(f"{wrong} fel är rättade.", f"{wrong} fakta är rättade.")
        assert served() == before - wrong
        self.press("Ta tillbaka rättningen")
        self.says("Rättningen är tillbakatagen. Listorna är som före den.")
        assert served() == before

    def tries(self, field: str, value: str) -> None:
        """Turn a number in the form to adjust in; the preview follows by itself."""
        with self.page.expect_response(PREVIEW):
            self.page.get_by_label(field).fill(value)

    def confirms(self, proposal: Proposal, choice: str) -> Round:
        """Choose how many may be wrong, and begin; the number of facts was said beforehand."""
        label = self.page.locator("label.choice", has_text=choice)
        promised = int(re.sub(r"\D", "", label.inner_text()))
        label.click()
        self.press("Starta bekräftelsen")
        self.page.wait_for_url(re.compile(r"/granska/\d+/"))
        attempt = Confirmation.objects.get(proposal=proposal)
        assert attempt.round.planned == promised
        return attempt.round

    def approves(self, proposal: Proposal) -> None:
        self.page.goto(f"/forslag/{proposal.pk}/")
        self.press("Godkänn förslaget")
        self.says("Version 2 gäller nu.", "Det blev version 2.")

    def goes_back(self) -> None:
        self.page.goto("/trosklar/")
        self.page.get_by_text("Gå tillbaka hit").click()
        self.page.get_by_label("Varför?").last.fill("Vi väntar.")
        self.press("Låt den gälla igen")
        self.says("Version 3 gäller nu")


@pytest.fixture
def office(log_in: LogIn) -> Office:
    return Office(log_in(administrator()), reviewer())


def test_goals_that_stay_too_long_get_a_shorter_half_life_that_a_fresh_round_confirms(office: Office) -> None:
    remembered(row for who in PEOPLE for row in stale_goals(who))
    whole = served()
    drawn = start_round(user=None, n=30, seed=1, now=timezone.now())
    office.finish(drawn, goals_are_over)
    stale = Item.objects.filter(round=drawn, verdicts__value="outdated").count()
    low, high = exact_count_interval(30 - stale, 30, whole)
    office.says(f"{30 - stale} av 30 stämde.", f"Av listans {whole} fakta stämmer mellan {low} och {high}")
    office.repairs_and_takes_it_back(stale)

    office.page.get_by_role("link", name="Kortare halveringstid för mål").click()
    proposal = Proposal.objects.get()
    days = round(proposal.policy.half_life_days["goal"]) if proposal.policy else 0
    office.says(f"Alla {stale} inaktuella är mål.", f"{days} dagar", "punktskattning på")
    office.page.get_by_text("Justera", exact=True).click()
    office.tries("Halveringstid: mål", "5")
    expect(office.page.locator("#preview")).to_contain_text("5 dagar")
    office.tries("Halveringstid: mål", "90")
    expect(office.page.locator("#preview")).to_contain_text("Det är de tal som gäller nu.")

    office.finish(office.confirms(proposal, "Inget fel"), goals_are_over)
    office.says("Förslaget är bekräftat.", "inget hittades")
    office.approves(proposal)
    office.says("bekräftad")
    assert served() == whole - 18
    office.goes_back()
    assert served() == whole


def test_what_was_wrong_at_one_mention_must_be_said_twice_and_the_fresh_round_says_it_is_not_enough(
    office: Office,
) -> None:
    remembered(row for who in PEOPLE for row in wrong_at_one_mention(who))
    whole = served()
    drawn = start_round(user=None, n=30, seed=17, now=timezone.now())
    office.finish(drawn, said_once_is_wrong(drawn))
    labels = Item.objects.filter(round=drawn).drawn()
    wrong, twice = labels.filter(verdicts__value="incorrect"), labels.filter(support=2)
    office.says(f"{30 - len(wrong)} av 30 stämde.", "Det räcker för att säga att listan inte når 90 %.")
    office.repairs_and_takes_it_back(len(wrong))

    office.page.get_by_role("link", name="Det som sägs en enda gång räcker inte längre").click()
    proposal = Proposal.objects.get()
    kept = f"{len(twice)} av {len(twice)}, punktskattning på {len(twice)} svar"
    office.says(f"Alla {len(wrong)} som inte stämmer har sagts vid ett enda tillfälle.", kept)
    office.page.get_by_text("Justera", exact=True).click()
    with office.page.expect_response(PREVIEW):
        office.page.get_by_label("det någon säger om sig själv").check()
    expect(office.page.locator("#preview")).to_contain_text("Det är de tal som gäller nu.")

    fresh = office.confirms(proposal, "Högst ett fel")
    office.finish(fresh, said_once_is_wrong(fresh, and_said_twice=2))
    office.says("Förslaget är inte bekräftat.", "bestämt att högst ett fel fick finnas")
    office.approves(proposal)
    office.says("inte bekräftad")
    assert served() == 2 * 22
    office.goes_back()
    assert served() == whole
