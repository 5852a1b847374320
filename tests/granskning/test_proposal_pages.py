"""The pages of proposals: who may see them, what they say in which order, and what a press does."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from django.utils.html import escape
from pytest_django.plugin import DjangoDbBlocker

from granskning.models import Confirmation, Item, Proposal, Round
from granskning.services import proposals
from minne.domain.policy import Policy
from minne.forms import flat
from minne.models import Event, Fact, PolicyVersion
from minne.services import policies, projection
from tests.granskning import memories
from tests.granskning.making import administrator, reviewer
from tests.granskning.memories import answer_all, day, drawn, remember_many
from tests.minne.pages import logged_in
from tests.shared import made_once

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture(scope="module", autouse=True)
def recent() -> Iterator[None]:
    """The story ends a day before now."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memories, "DAY_0", timezone.now() - timedelta(days=87))
        yield


@pytest.fixture(scope="module", autouse=True)
def story(recent: None, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    with made_once(django_db_blocker):
        stale_goals(administrator())
        yield


@pytest.fixture
def admin() -> User:
    return User.objects.get(username="ada")


@pytest.fixture
def proposal() -> Proposal:
    return Proposal.objects.get()


@pytest.fixture
def client(admin: User) -> Client:
    return logged_in(admin)


def stale_goals(admin: User) -> None:
    """Goals said long ago are over."""
    for who in ("aino", "bo"):
        remember_many(who, {f"Gillar {who}rätt{n}": (10 + n, 60 + n) for n in range(18)})
        goals = {f"Vill lära sig {who}språk{n}": (24 + n if n < 4 else 75 + n,) for n in range(8)}
        remember_many(who, goals, type="goal")
    round = answer_all(drawn(at=85, n=36), goals_fade, at=86, reviewer=admin)
    assert proposals.propose(round=round, now=day(86)) is not None


def goals_fade(item: Item) -> str:
    said = item.last_supported_at
    return "outdated" if item.type == "goal" and said and said < day(70) else "correct"


def html(client: Client, path: str, **more: Any) -> str:
    response = client.get(path, **more)
    assert response.status_code == 200
    return re.sub(r"\s+", " ", response.content.decode())


def words(page: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", page)).replace("\N{NO-BREAK SPACE}", " ")


def numbers(policy: Policy, **changed: Any) -> dict[str, Any]:
    return {**flat(policy), "based_on": PolicyVersion.objects.current().number, **changed}


def test_it_works(client: Client, proposal: Proposal) -> None:
    page = words(html(client, f"/forslag/{proposal.pk}/"))
    assert "Kortare halveringstid för mål" in page
    assert "väntar på beslut" in page


def test_the_list_has_the_waiting_first_and_the_decided_after(
    client: Client, admin: User, proposal: Proposal
) -> None:
    assert "Inget väntar." not in words(html(client, "/forslag/"))
    proposals.reject(proposal=proposal, user=admin, now=day(86), reason="Nej.")
    page = words(html(client, "/forslag/"))
    assert "Inget väntar." in page
    assert page.index("Beslutade") < page.index("Kortare halveringstid för mål")


@pytest.mark.one_database
@pytest.mark.parametrize("path", ["/forslag/", "/forslag/{pk}/"])
def test_a_reviewer_and_an_end_user_see_no_proposals(proposal: Proposal, path: str) -> None:
    where = path.format(pk=proposal.pk)
    for user in (reviewer(), User.objects.create_user("elin")):
        assert logged_in(user).get(where).status_code == 403


@pytest.mark.one_database
@pytest.mark.parametrize(
    "path",
    [
        "/forslag/{pk}/godkann/",
        "/forslag/{pk}/justera/",
        "/forslag/{pk}/avsla/",
        "/forslag/{pk}/bekrafta/",
        "/trosklar/rakna-om/",
        "/granskning/{round}/ratta/",
    ],
)
def test_a_reviewer_decides_nothing_and_no_link_does(client: Client, proposal: Proposal, path: str) -> None:
    where = path.format(pk=proposal.pk, round=proposal.round_id)
    assert logged_in(reviewer()).post(where, {"reason": "x"}).status_code == 403
    assert client.get(where).status_code == 405
    proposal.refresh_from_db()
    assert proposal.decision == "waiting"
    assert not Event.objects.filter(by=Event.By.REPAIR).exists()


@pytest.mark.one_database
def test_repair_comes_first_then_the_knob_the_effect_the_confirmation_and_the_decision(
    client: Client, proposal: Proposal
) -> None:
    page = words(html(client, f"/forslag/{proposal.pk}/"))
    order = [
        "Rätta felen först",
        "Vilken tröskel, och varför",
        "Vad det skulle göra",
        "Det är en skattning och inget löfte",
        "Bekräfta med en ny omgång",
        "Ditt beslut",
    ]
    places = [page.index(heading) for heading in order]
    assert places == sorted(places)


@pytest.mark.one_database
def test_an_undecided_round_says_that_it_may_be_chance_before_it_names_a_knob(
    client: Client, proposal: Proposal
) -> None:
    result = {**(proposal.round.result or {}), "verdict": "undecided"}
    Round.objects.filter(pk=proposal.round_id).update(result=result)
    page = words(html(client, f"/forslag/{proposal.pk}/"))
    assert page.index("Rätta felen först") < page.index("Det kan vara en slump")
    assert page.index("Det kan vara en slump") < page.index("Vilken tröskel")


@pytest.mark.one_database
def test_the_evidence_is_called_a_point_estimate_and_the_figures_are_the_proposal_s(
    client: Client, proposal: Proposal
) -> None:
    kept = proposal.figures["kept"]
    page = words(html(client, f"/forslag/{proposal.pk}/"))
    assert f"punktskattning på {kept['total']} svar" in page
    assert f"{kept['correct']} av {kept['total']}" in page
    assert f"i stället för {proposal.figures['before']}" in page
    assert f"{proposal.values['half_life_days']['goal']} dagar" in page  # type: ignore[index]


def test_only_facts_that_reviewers_have_seen_are_shown_in_words(client: Client, proposal: Proposal) -> None:
    page = words(html(client, f"/forslag/{proposal.pk}/")) + " "
    seen = Item.objects.filter(round=proposal.round).drawn().values("fact")
    assert not any(
        f"{text} " in page for text in Fact.objects.exclude(pk__in=seen).values_list("text", flat=True)
    )


def test_numbers_that_are_tried_are_previewed_and_nothing_else_happens(
    client: Client, proposal: Proposal
) -> None:
    tried = numbers(Policy(), half_life_goal=10)
    part = html(client, f"/forslag/{proposal.pk}/", data=tried, headers=HTMX)
    assert "<html" not in part
    assert "90 dagar" in words(part)
    assert "10 dagar" in words(part)
    whole = html(client, f"/forslag/{proposal.pk}/", data=tried)
    assert "<html" in whole
    assert words(part).strip() in words(whole)
    assert PolicyVersion.objects.count() == 1


def test_a_preview_is_what_the_policy_then_does(client: Client, admin: User, proposal: Proposal) -> None:
    preview = proposals.preview(proposal, Policy(half_life_days={"goal": 30}))
    proposals.adjust(proposal=proposal, values={"half_life_days": {"goal": 30}}, user=admin, now=day(86))
    assert Fact.objects.active(proposal.round.pinned_at).count() == preview["after"]


def test_numbers_that_cannot_be_are_told_of_in_the_preview(client: Client, proposal: Proposal) -> None:
    tried = numbers(Policy(), min_support=0)
    part = words(html(client, f"/forslag/{proposal.pk}/", data=tried, headers=HTMX))
    assert "Måste vara minst 1." in part or "större än eller lika med 1" in part


def test_approval_by_a_press(client: Client, admin: User, proposal: Proposal) -> None:
    response = client.post(f"/forslag/{proposal.pk}/godkann/", {"reason": "Rimligt."}, follow=True)
    proposal.refresh_from_db()
    assert (proposal.decision, proposal.decided_by, proposal.reason) == ("approved", admin, "Rimligt.")
    page = words(response.content.decode())
    assert "Version 2 gäller nu." in page
    assert "Det blev version 2." in page
    assert "Ditt beslut" not in page


def test_a_second_press_is_refused_in_words(client: Client, proposal: Proposal) -> None:
    client.post(f"/forslag/{proposal.pk}/godkann/")
    response = client.post(f"/forslag/{proposal.pk}/avsla/", {"reason": "Nej."}, follow=True)
    assert "Förslaget är redan avgjort." in words(response.content.decode())
    assert PolicyVersion.objects.count() == 2


def test_adjusting_by_a_press(client: Client, proposal: Proposal) -> None:
    sent = numbers(Policy(), half_life_goal=60, reason="Lite mildare.")
    client.post(f"/forslag/{proposal.pk}/justera/", sent)
    assert PolicyVersion.objects.current().policy.half_life_days["goal"] == 60
    page = words(html(client, f"/forslag/{proposal.pk}/"))
    assert "Justerat och godkänt" in page
    assert "Det som godkändes i stället" in page


@pytest.mark.one_database
def test_adjusting_nothing_is_refused_and_what_was_written_stays(client: Client, proposal: Proposal) -> None:
    sent = numbers(Policy(), reason="Inget särskilt")
    response = client.post(f"/forslag/{proposal.pk}/justera/", sent)
    assert response.status_code == 422
    assert "Inget särskilt" in response.content.decode()
    assert PolicyVersion.objects.count() == 1


def test_a_rejection_without_a_reason_is_refused_in_words(client: Client, proposal: Proposal) -> None:
    response = client.post(f"/forslag/{proposal.pk}/avsla/", {"reason": " \0 "}, follow=True)
    assert "Skriv varför" in response.content.decode()
    proposal.refresh_from_db()
    assert proposal.decision == "waiting"


@pytest.mark.one_database
def test_a_reason_is_shown_as_text(client: Client, proposal: Proposal) -> None:
    hostile = "</script><img src=x onerror=alert(1)> {{7*7}} <b hx-get='/x'>"
    client.post(f"/forslag/{proposal.pk}/avsla/", {"reason": hostile})
    page = html(client, f"/forslag/{proposal.pk}/")
    assert escape(hostile) in page
    assert hostile not in page


def test_a_proposal_for_other_thresholds_offers_no_approval(
    client: Client, admin: User, proposal: Proposal
) -> None:
    policies.adopt(policy=Policy(min_support=3), reason="", by=admin, now=day(86))
    projection.refold_everyone()
    page = html(client, f"/forslag/{proposal.pk}/")
    assert "godkann" not in page
    assert "inte godkännas som det är" in page
    response = client.post(f"/forslag/{proposal.pk}/godkann/", follow=True)
    assert "kan inte godkännas som det är" in words(response.content.decode())


def test_repairing_and_taking_it_back(client: Client, proposal: Proposal) -> None:
    wrong = proposal.figures["outdated"]
    where = f"/granskning/{proposal.round_id}/ratta/"
    response = client.post(where, {"from": "proposal"}, follow=True)
    assert response.redirect_chain[-1][0] == f"/forslag/{proposal.pk}/"
    assert f"{wrong} fakta är rättade." in words(response.content.decode())
    undo = re.search(rf'action="({where}[0-9a-f-]+/angra/)"', response.content.decode())
    assert undo is not None
    response = client.post(undo.group(1), {"from": "proposal"}, follow=True)
    assert f"Rätta de {wrong} felen" in words(response.content.decode())
    assert not Event.objects.live().filter(by=Event.By.REPAIR).exists()


def test_a_confirmation_is_one_press_away(client: Client, proposal: Proposal) -> None:
    page = words(html(client, f"/forslag/{proposal.pk}/"))
    assert "Målet är visat med" in page
    response = client.post(f"/forslag/{proposal.pk}/bekrafta/", {"wrong": "0"})
    made = Confirmation.objects.first()
    if made is None:
        proposal.refresh_from_db()
        assert proposal.evidence == "certified"
    else:
        assert response["Location"] == f"/granska/{made.round_id}/"
        assert "En bekräftelse pågår" in words(html(client, f"/forslag/{proposal.pk}/"))


def test_lists_that_wait_for_the_new_thresholds_are_folded_press_by_press(
    client: Client, proposal: Proposal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(projection, "PEOPLE_AT_ONCE", 1)
    client.post(f"/forslag/{proposal.pk}/godkann/")
    page = html(client, f"/forslag/{proposal.pk}/")
    assert "En persons lista ska räknas om" in page
    part = client.post("/trosklar/rakna-om/", headers=HTMX).content.decode()
    assert "Allas listor är omräknade." in part
    assert projection.all_under(PolicyVersion.objects.current())


def test_a_page_of_a_proposal_that_is_not_there_is_not_found(client: Client) -> None:
    assert client.get("/forslag/4711/").status_code == 404
