"""Rounds over what another memory holds: a frame of their own, repaired, and followed by no proposal."""

from __future__ import annotations

import csv
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from granskning.models import Item, Proposal, Round
from granskning.services import desks, evidence, exports, frames, proposals, repairs, rounds
from granskning.services.history import history
from minne.importers.records import FactRow
from minne.models import Event, ImportedFact, Person
from minne.services import corrections, imported
from minne.services.imports import import_records
from minne.templatetags.days import day
from tests.granskning.making import NOW, administrator, fact, facts, person, reviewer, sample, turn
from tests.granskning.memories import answers
from tests.minne.pages import logged_in

pytestmark = pytest.mark.django_db
TEXTS = ("Gillar te", "Gillar kaffe", "Bor i Lund", "Har hund")


def take_in(
    who: Person,
    *texts: str,
    tool: str = "mem0",
    state: Any = "current",
    at: datetime | None = None,
    **told: Any,
) -> None:
    rows = [
        FactRow(n, tool, f"{tool}-{state}-{text}", who.external_id, text, "preference", state, at, **told)
        for n, text in enumerate(texts)
    ]
    import_records(rows, now=NOW - timedelta(days=1))


def drawn(n: int = 4, *, tool: str = "mem0", **plan: Any) -> Round:
    return rounds.start_round(user=None, n=n, tool=tool, seed=1, now=NOW, **plan)


def judged(round: Round, wrong: dict[str, str]) -> Round:
    """Answered by somebody, wrong by text, and closed."""
    answers(round, lambda item: wrong.get(item.text, "correct"), reviewer=reviewer("karin"), at=0)
    return rounds.close(round=round, now=NOW)


def standing() -> set[str]:
    return {fact.text for fact in ImportedFact.objects.standing(NOW)}


# The frame


def test_the_frame_is_what_stands_of_the_tools_facts_of_people_who_agreed() -> None:
    elin = person()
    take_in(elin, "Gillar te", "Gillar kaffe")
    take_in(elin, "Gillar sill", tool="zep")
    take_in(elin, "Gillade skidor", state="superseded")
    take_in(person("nej", agreed=False), "Gillar ost")
    take_in(person("aldrig tillfrågad", agreed=None), "Gillar bröd")
    facts(elin, 5)
    found = frames.frame(tool="mem0", now=NOW)
    assert (found.size, found.people, found.said_no, found.not_asked) == (2, 1, 1, 1)


def test_the_frame_may_be_one_person_or_one_type() -> None:
    elin, per = person("elin"), person("per")
    take_in(elin, "Gillar te")
    take_in(per, "Gillar kaffe", "Gillar ost")
    assert frames.frame(tool="mem0", person=per, now=NOW).size == 2
    assert frames.frame(tool="mem0", type="goal", now=NOW).size == 0


def test_what_is_denied_retired_or_over_is_not_in_the_frame() -> None:
    elin = person()
    take_in(elin, *TEXTS)
    take_in(elin, "Pluggar", valid_until=NOW - timedelta(days=1))
    author = corrections.Author(by=Event.By.PERSON, user=None, now=NOW)
    corrections.deny(fact=fact(elin, "gillar te"), author=author)
    coffee = ImportedFact.objects.filter(text="Gillar kaffe")
    imported.retire(facts=coffee, answer="outdated", by=Event.By.PERSON, now=NOW)
    assert frames.frame(tool="mem0", now=NOW).size == 2


def test_an_empty_frame_says_why() -> None:
    with pytest.raises(rounds.EmptyFrameError) as nothing:
        drawn()
    take_in(person(agreed=False), "Gillar te")
    with pytest.raises(rounds.EmptyFrameError) as refused:
        drawn()
    assert (nothing.value.frame.empty, refused.value.frame.empty) == ("nothing", "nobody_agreed")


def test_our_own_frame_has_nothing_of_other_memories() -> None:
    elin = person()
    take_in(elin, *TEXTS)
    facts(elin, 2)
    assert frames.frame(now=NOW).size == 2


# The items


def test_an_item_keeps_the_fact_as_it_stood() -> None:
    take_in(person(), *TEXTS)
    round = drawn(3)
    item = sample(round)[0]
    assert (round.tool, round.frame_size, round.planned) == ("mem0", 4, 3)
    assert item.fact is None
    assert item.imported is not None
    assert item.text == item.imported.text
    assert (item.kind, item.support, item.confidence, item.quote, item.label) == ("", 0, 0.0, "", "")


def test_secrets_that_the_tool_kept_are_not_shown() -> None:
    take_in(person(), "Lösenordet är hunter2hund")
    assert "hunter2hund" not in sample(drawn(1))[0].text


def test_later_turns_on_the_same_thing_are_the_evidence() -> None:
    elin = person()
    take_in(elin, "Bor i Lund", at=NOW - timedelta(days=50))
    turn(elin, "Jag bodde i Lund som barn.", at=NOW - timedelta(days=80))
    turn(elin, "Nu har jag lämnat Lund.", at=NOW - timedelta(days=20))
    shown = evidence.evidence(sample(drawn(1))[0])
    assert [t.text for t in shown.later] == ["Nu har jag lämnat Lund."]
    assert (shown.quotes, shown.more, shown.own_words_at) == ((), 0, None)


def test_where_the_tool_keeps_no_time_every_turn_on_it_is_shown() -> None:
    elin = person()
    take_in(elin, "Bor i Lund")
    turn(elin, "Jag bodde i Lund som barn.", at=NOW - timedelta(days=800))
    assert len(evidence.evidence(sample(drawn(1))[0]).later) == 1


def test_an_erased_fact_leaves_no_words_and_counts_as_a_skip() -> None:
    take_in(person(), *TEXTS)
    round = drawn(2)
    gone = sample(round)[0].imported
    assert gone
    rounds.forget(facts=[gone], now=NOW)
    items = sample(round)
    assert [item.label for item in items] == ["skipped", "", ""]
    assert (items[0].text, items[0].imported, items[0].person) == ("", None, None)


# What follows


def test_wrong_facts_are_retired_by_the_repair_and_put_back_by_undoing_it() -> None:
    take_in(person(), *TEXTS)
    round = judged(drawn(), {"Gillar te": "incorrect", "Bor i Lund": "outdated"})
    done = repairs.repair(round=round, user=None, now=NOW)
    assert done.batch
    assert (done.repaired, standing()) == (2, {"Gillar kaffe", "Har hund"})
    assert ImportedFact.objects.get(text="Bor i Lund").retired_as == "outdated"
    assert not Event.objects.exists()
    found = repairs.standing(round)
    assert (len(found.repaired), len(found.waiting), found.batches) == (2, 0, [done.batch])
    assert repairs.unrepair(round=round, batch=done.batch, now=NOW) == 2
    assert standing() == set(TEXTS)
    assert len(repairs.standing(round).waiting) == 2


def test_what_the_person_retired_first_is_left_alone() -> None:
    take_in(person(), *TEXTS)
    round = judged(drawn(), {"Gillar te": "incorrect"})
    tea = ImportedFact.objects.filter(text="Gillar te")
    press = imported.retire(facts=tea, answer="outdated", by=Event.By.PERSON, now=NOW)
    done = repairs.repair(round=round, user=None, now=NOW)
    assert (done.repaired, done.corrected) == (0, 1)
    assert tea.get().retired_by == press


def test_a_repair_that_the_person_takes_back_is_told_as_such() -> None:
    elin = person()
    take_in(elin, *TEXTS)
    round = judged(drawn(), {"Gillar te": "incorrect"})
    done = repairs.repair(round=round, user=None, now=NOW)
    assert done.batch
    imported.unretire(press=done.batch, person=elin, now=NOW)
    found = repairs.standing(round)
    assert (len(found.taken_back), len(found.repaired), len(found.waiting)) == (1, 0, 0)


def test_no_proposal_follows(django_capture_on_commit_callbacks: Any) -> None:
    take_in(person(), *TEXTS)
    with django_capture_on_commit_callbacks(execute=True):
        round = judged(drawn(), dict.fromkeys(TEXTS, "incorrect"))
    assert proposals.propose(round=round, now=NOW) is None
    assert not Proposal.objects.exists()


def test_it_is_drawn_apart_from_the_line_of_our_own_rounds() -> None:
    take_in(person(), *TEXTS)
    judged(drawn(), {})
    assert [past.sort for past in history().rounds] == ["part"]


def test_an_export_says_which_memory_was_judged() -> None:
    take_in(person(), *TEXTS)
    round = judged(drawn(), {"Gillar te": "incorrect"})
    document = exports.export(round=round, user=administrator(), format="csv", with_text=True, now=NOW)
    rows = list(csv.DictReader(exports.as_csv(document).splitlines()))
    assert {row["round_tool"] for row in rows} == {"mem0"}
    assert {row["text"] for row in rows} == set(TEXTS)


# The pages


@pytest.fixture
def client() -> Client:
    return logged_in(administrator())


def test_a_new_round_offers_the_tools_there_are(client: Client) -> None:
    address = reverse("new_round")
    assert "Vilket minne" not in client.get(address).text
    elin = person()
    take_in(elin, *TEXTS)
    take_in(elin, "Gillar sill", tool="zep")
    page = client.get(address, {"n": "4", "type": "", "reviewers": "1", "tool": "mem0"}).text
    assert "Vilket minne" in page
    assert all(f'<option value="{tool}"' in page for tool in ("mem0", "zep"))
    assert "Alla 4 fakta granskas." in page


def test_a_tool_that_is_not_there_is_refused(client: Client) -> None:
    take_in(person(), *TEXTS)
    answer = client.post(reverse("new_round"), {"n": 4, "reviewers": 1, "tool": "letta"})
    assert answer.status_code == 400
    assert not Round.objects.exists()


def test_a_round_goes_from_its_start_to_its_repair_through_the_pages(client: Client) -> None:
    noted = NOW - timedelta(days=300)
    take_in(person(), *TEXTS, at=noted)
    start = {"n": 4, "type": "", "reviewers": 1, "tool": "mem0"}
    response = client.post(reverse("new_round"), start, follow=True)
    round = Round.objects.get()
    page = response.text
    assert "Härifrån kommer det" in page
    assert "<bdi>mem0</bdi>" in page
    assert day(noted) in page
    assert "Det här sades" not in page
    for _ in TEXTS:
        item = Item.objects.filter(round=round).wanted().order_by("order").first()
        assert item
        value = "incorrect" if item.text == "Gillar te" else "correct"
        step = {"item": item.pk, "version": 0, "value": value}
        assert client.post(reverse("answer", args=[round.pk]), step).status_code == 302
    client.post(reverse("finish_round", args=[round.pk]))
    result = client.get(reverse("round_result", args=[round.pk])).text
    assert "från mem0" in result
    assert "Säger konfidensen sanningen?" not in result
    assert "Gillar te" in result
    client.post(reverse("repair_round", args=[round.pk]))
    assert standing() == set(TEXTS) - {"Gillar te"}


def test_ones_answers_can_be_looked_at_and_changed(client: Client) -> None:
    take_in(person(), *TEXTS)
    round, rut = drawn(2), reviewer()
    item = sample(round)[0]
    browser = logged_in(rut)
    browser.post(reverse("answer", args=[round.pk]), {"item": item.pk, "version": 0, "value": "correct"})
    assert [own.verdict.item for own in desks.own_answers(round=round, reviewer=rut)] == [item]
