"""What a language model answers is used where it can be trusted, and told by name where it cannot."""

from __future__ import annotations

import json
import logging
import re
import ssl
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from minne import access, words
from minne.extraction.llm import LlmExtractor
from minne.extraction.llm_prompt import sections
from minne.extraction.registry import REREADING, installed
from minne.models import Episode, Fact, Person, Run
from minne.services.consolidation import Outcome, consolidate
from tests.minne import llm_server as llm
from tests.minne.llm_server import ScriptedServer, answered, completion, fact, facts_json, failed
from tests.minne.pages import account, browser
from tests.minne.talk import NOW, consolidated, day, facts, said, take_in, texts

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
TEA = fact("Gillar te", "Jag gillar te")


@pytest.fixture(scope="module")
def running() -> Iterator[ScriptedServer]:
    """One server for all, and one reading of the machine's certificates, which nobody here asks for."""
    with pytest.MonkeyPatch.context() as patch, llm.scripted_server() as scripted:
        patch.setattr(ssl, "create_default_context", cache(ssl.create_default_context))
        yield scripted


@pytest.fixture
def server(running: ScriptedServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[ScriptedServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr("openai._base_client.INITIAL_RETRY_DELAY", 0.01)
    running.begin()
    yield running
    running.over.set()


@pytest.fixture
def model(server: ScriptedServer) -> Iterator[LlmExtractor]:
    with llm.reader(server.url) as extractor:
        yield extractor


def read(extractor: LlmExtractor, person: str = "elin") -> Outcome:
    return consolidated(person, extractor=extractor, rereads=False)


def waiting(person: str = "elin") -> int:
    return Episode.objects.filter(person__external_id=person, consolidated_at=None).count()


def failure(outcome: Outcome) -> str:
    [told] = outcome.failures
    return str(told["error"])


# What it asks, and when it does not


def test_what_the_model_says_becomes_a_fact(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Hej! Jag gillar te, mest på morgonen."))
    server.answers(answered(TEA))
    assert read(model).failures == []
    assert texts(now=day(1)) == ["Gillar te"]
    [found] = facts(now=day(1))
    assert (found["kind"], found["quote"], len(found["sources"])) == ("stated", "Jag gillar te", 1)


def test_every_field_of_the_answer_is_kept(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Kom ihåg att jag pluggar inför tentan i maj."))
    row = fact("Pluggar inför tentan", "jag pluggar inför tentan i maj", type="goal", kind="asked")
    server.answers(answered({**row, "valid_until": "2026-05-31"}))
    read(model)
    [found] = facts(now=day(1))
    assert (found["type"], found["kind"], found["valid_until"]) == ("goal", "asked", "2026-05-31")


@pytest.mark.parametrize(
    "turns",
    [
        [said("   ")],
        [said("\n\t")],
        [said("Vad kan jag hjälpa till med?", role="assistant")],
        [said("Profile v3 loaded", role="system"), said("cron 04:00 OK", 0.01, role="tool")],
        [said("<memory>Known about the user: prefers Nono</memory>")],
    ],
)
def test_nothing_is_asked_where_no_user_says_anything(
    server: ScriptedServer, model: LlmExtractor, turns: list[Any]
) -> None:
    take_in(*turns)
    server.answers(answered(fact("Gillar te")))
    read(model)
    assert (server.asked, facts(), waiting()) == ([], [], 0)


def test_nothing_is_asked_about_no_episodes(server: ScriptedServer, model: LlmExtractor) -> None:
    assert model.extract([]) == []
    assert server.asked == []


def test_a_turn_already_read_is_context_and_cannot_be_cited(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag är vegetarian.", talk="a"))
    read(model)
    take_in(
        said("Är du det än?", 0.01, role="assistant", talk="a"), said("Nej, inte längre.", 0.02, talk="a")
    )
    read(model)
    shown = [(line.get("id"), line["text"]) for line in server.lines()]
    assert shown == [(None, "Jag är vegetarian."), (None, "Är du det än?"), ("E1", "Nej, inte längre.")]


def test_the_ids_of_episodes_facts_and_people_stay_at_home(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te.", id="secret-id-1", person="elin-8871"))
    server.answers(answered(TEA))
    read(model, "elin-8871")
    take_in(said("Te är gott.", 1, id="secret-id-2", person="elin-8871"))
    read(model, "elin-8871")
    sent = json.dumps(server.asked)
    assert '\\"F1\\", \\"text\\": \\"Gillar te\\"' in sent
    for private in ("secret-id", "elin-8871", str(Fact.objects.get().pk), llm.KEY):
        assert private not in sent


def test_a_password_and_a_personal_number_are_not_sent(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Mitt lösenord är Hemlig-Fisk7 och mitt personnummer är 19811218-9876. Jag gillar te."))
    read(model)
    assert "Jag gillar te" in server.said()
    assert "Hemlig-Fisk7" not in server.said()
    assert "9876" not in server.said()


def test_a_time_is_told_with_its_weekday_where_the_person_is(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag reser på fredag."))
    read(model)
    assert server.lines()[0]["at"] == "2026-03-01 söndag 13:00"


@pytest.mark.parametrize(("text", "lang"), [("Jag gillar inte kaffe", "sv"), ("I do not like coffee", "en")])
def test_the_prompt_is_in_the_conversation_s_language(
    server: ScriptedServer, model: LlmExtractor, text: str, lang: Any
) -> None:
    take_in(said(text))
    read(model)
    assert sections(lang)["system"] in server.said()


def test_the_answer_is_asked_for_by_a_strict_schema(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    read(model)
    [asked] = server.asked
    assert asked["response_format"]["json_schema"]["strict"] is True
    assert (asked["model"], asked["temperature"]) == ("a-model", 0)
    assert server.headers[0]["authorization"] == f"Bearer {llm.KEY}"


def test_a_long_conversation_is_asked_about_in_parts_that_fit(server: ScriptedServer) -> None:
    sentences = [f"Sak nummer {n} är att jag en gång såg en fisk i sjö {n}." for n in range(80)]
    take_in(*(said(text, n / 1000, talk="a") for n, text in enumerate(sentences)))
    with llm.reader(server.url, characters=2000) as model:
        read(model)
    assert 3 <= len(server.asked) <= 12
    cited = [line["text"] for n in range(len(server.asked)) for line in server.lines(n) if "id" in line]
    assert cited == sentences
    for n in range(len(server.asked)):
        assert sum(len(line["text"]) for line in server.lines(n)) <= 2000
    assert "id" not in server.lines(1)[0]


def test_one_long_message_is_asked_about_in_pieces_with_one_id(server: ScriptedServer) -> None:
    text = " ".join(f"Mening nummer {n} handlar om ingenting alls." for n in range(100))
    take_in(said(text))
    with llm.reader(server.url, characters=2000) as model:
        read(model)
    shown = [line for n in range(len(server.asked)) for line in server.lines(n)]
    assert len(shown) > 3
    assert {line["id"] for line in shown} == {"E1"}
    assert "".join(line["text"] for line in shown).split() == text.split()


def test_messages_that_stand_alone_share_a_question(server: ScriptedServer, model: LlmExtractor) -> None:
    alone = [said(f"Jag såg fisk nummer {n}.", n) for n in range(20)]
    for row in alone:
        object.__setattr__(row, "conversation", "")
    take_in(*alone)
    read(model)
    assert len(server.asked) == 1
    assert [line["id"] for line in server.lines()] == [f"E{n}" for n in range(1, 21)]


# What a server does wrong


def test_a_server_that_is_busy_once_is_asked_again(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(503), answered(TEA))
    assert read(model).failures == []
    assert texts(now=day(1)) == ["Gillar te"]


def test_a_server_says_how_long_to_wait(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(429, Retry_After="0.3"), answered(TEA))
    read(model)
    first, second = server.times
    assert 0.3 <= second - first < 1
    assert texts(now=day(1)) == ["Gillar te"]


def test_a_server_that_asks_for_an_hour_is_left_alone(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(429, Retry_After="3600"))
    assert failure(read(model)) == "llm_busy: 429"
    assert (len(server.asked), waiting()) == (1, 1)


def test_a_server_that_hangs_past_the_time_out_leaves_the_episodes_waiting(server: ScriptedServer) -> None:
    take_in(said("Jag gillar te."))
    server.answers(llm.HANG)
    with llm.reader(server.url, timeout=0.1) as model:
        outcome = read(model)
    assert failure(outcome) == "llm_timeout: 0.1 s"
    assert (outcome.counts["failed"], waiting(), facts()) == (1, 1, [])
    assert len(server.asked) == 3


def test_what_waited_is_read_when_the_server_is_back(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(500), failed(500), failed(500), answered(TEA))
    assert failure(read(model)) == "llm_status: 500"
    assert read(model).failures == []
    assert texts(now=day(1)) == ["Gillar te"]


def test_an_answer_that_stops_on_the_way_is_a_failure(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    whole = answered(TEA)
    server.answers(llm.Answer(whole.body[:40], headers={"Content-Length": str(len(whole.body))}))
    assert failure(read(model)) == "llm_cut_off"
    assert waiting() == 1


@pytest.mark.parametrize("finish", ["length", "content_filter"])
def test_an_answer_that_did_not_end_by_itself_is_a_failure(
    server: ScriptedServer, model: LlmExtractor, finish: str
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion(facts_json(TEA), finish=finish))
    assert failure(read(model)) in {"llm_truncated", "llm_declined"}
    assert (len(server.asked), waiting(), facts()) == (1, 1, [])


def test_a_model_that_declines_is_a_failure(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion(None, refusal="I cannot help with that."))
    assert failure(read(model)) == "llm_declined"
    assert waiting() == 1


def test_a_key_that_is_refused_is_said_plainly_and_tried_once(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te.", talk="a"), said("Jag bor i Lund.", 1, talk="b"))
    server.answers(failed(401, f"Incorrect API key: {llm.KEY}", code="invalid_api_key"))
    assert failure(read(model)) == "llm_key_refused: 401 invalid_api_key"
    assert (len(server.asked), waiting()) == (1, 2)


def test_a_model_that_is_not_there_is_said_plainly(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(404, code="model_not_found"))
    assert failure(read(model)) == "llm_wrong_address: 404 model_not_found"


def test_another_address_is_not_followed(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(llm.Answer(status=307, headers={"Location": "/elsewhere"}))
    assert failure(read(model)) == "llm_wrong_address: 307"
    assert len(server.asked) == 1


def test_a_server_that_is_not_there_is_said_plainly(server: ScriptedServer) -> None:
    take_in(said("Jag gillar te."))
    with llm.reader("http://127.0.0.1:1/v1") as model:
        assert failure(read(model)) == "llm_unreachable"
    assert waiting() == 1


def test_a_web_page_is_no_answer(server: ScriptedServer, model: LlmExtractor) -> None:
    page = llm.Answer("<!doctype html><title>Login</title>", headers={"Content-Type": "text/html"})
    take_in(said("Jag gillar te."))
    server.answers(page)
    server.probe = page
    assert failure(read(model)) == "llm_no_completion"
    assert waiting() == 1


@pytest.mark.parametrize("body", ["", "[]", "{}", '{"choices": []}', '{"error": {}}', "[" * 5000, "\xff"])
def test_a_body_that_is_no_completion_is_a_failure(
    server: ScriptedServer, model: LlmExtractor, body: str
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(llm.Answer(body))
    assert failure(read(model)) == "llm_no_completion"


def test_an_endless_body_is_not_read_to_its_end(
    server: ScriptedServer, model: LlmExtractor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("minne.extraction.llm_client.LARGEST_BODY", 1000)
    take_in(said("Jag gillar te."))
    server.answers(completion("x" * 2000))
    assert failure(read(model)) == "llm_too_long: 1000 B"


def test_a_server_without_schemas_is_asked_more_simply_from_then_on(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te.", talk="a"))
    server.answers(failed(400, "response_format.type must be json_object"), answered(TEA))
    read(model)
    take_in(said("Jag dricker te.", 1, talk="b"))
    read(model)
    forms = [asked["response_format"]["type"] for asked in server.asked]
    assert forms == ["json_schema", "json_object", "json_object"]
    assert texts(now=day(1)) == ["Gillar te"]


def test_a_server_without_any_form_is_asked_plainly(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(422, "unknown field"), failed(422, "unknown field"), answered(TEA))
    assert read(model).failures == []
    assert "response_format" not in server.asked[-1]


@pytest.mark.parametrize("name", ["temperature", "max_tokens"])
def test_a_model_that_does_not_take_a_parameter_is_asked_without_it(
    server: ScriptedServer, model: LlmExtractor, name: str
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(failed(400, f"Unsupported parameter: '{name}' is not supported"), answered(TEA))
    read(model)
    assert name in server.asked[0]
    assert name not in server.asked[-1]
    assert server.asked[-1]["response_format"]["type"] == "json_schema"


def test_a_question_that_is_refused_however_it_is_put_is_a_failure_and_changes_nothing(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te.", talk="a"))
    server.answers(failed(400, "too long", code="context_length_exceeded"))
    assert failure(read(model)) == "llm_refused: 400 context_length_exceeded"
    server.answers(answered(TEA))
    read(model)
    assert server.asked[-1]["response_format"]["type"] == "json_schema"


# Who is to blame


def test_the_conversation_that_fails_stands_alone_and_nothing_is_asked_twice(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(*(said(f"Jag gillar te nummer {n}.", n, talk=f"t{n}") for n in range(6)))
    good = answered(TEA)
    server.answers(good, good, completion("…", finish="length"), good, good, good)
    outcome = read(model)
    assert failure(outcome) == "llm_truncated"
    assert (outcome.counts["failed"], outcome.counts["episodes"], waiting()) == (1, 5, 1)
    assert len(server.asked) == 6


def test_a_conversation_that_the_server_cannot_bear_does_not_stop_the_others(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Giftigt.", talk="a"), said("Jag gillar te.", 1, talk="b"))
    server.answers(failed(500), failed(500), failed(500), answered(TEA))
    outcome = read(model)
    assert (failure(outcome), waiting(), server.probes) == ("llm_status: 500", 1, 1)
    assert texts(now=day(2)) == ["Gillar te"]


def test_a_server_that_is_down_is_not_asked_for_everybody(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    for person in ("elin", "omar", "siv"):
        take_in(said("Jag gillar te.", talk="a", person=person), said("Hej.", 1, talk="b", person=person))
    server.answers(failed(500))
    server.probe = failed(500)
    run = consolidate(
        persons=Person.objects.order_by("pk"),
        extractor=model,
        rereads=False,
        now=NOW,
        trigger=Run.Trigger.COMMAND,
        clock=lambda: NOW,
    )
    assert [failed["error"] for failed in run.failures] == ["llm_status: 500"]
    assert (run.people, len(server.asked), server.probes) == (1, 3, 1)
    assert [waiting(person) for person in ("elin", "omar", "siv")] == [2, 2, 2]


# What a model does wrong


@pytest.mark.parametrize(
    "answer",
    [
        "Sure {about you}: " + facts_json(TEA) + " Hope that helps {smile}!",
        "```json\n" + facts_json(TEA) + "\n```",
        '<think>Perhaps {"facts": []}?</think>' + facts_json(TEA),
        facts_json(TEA).replace("Jag gillar", "Jag\\n gillar").replace('"text"', '\n"text"'),
    ],
)
def test_prose_around_the_answer_is_read_past(
    server: ScriptedServer, model: LlmExtractor, answer: str
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion(answer))
    read(model)
    assert (texts(now=day(1)), len(server.asked)) == (["Gillar te"], 1)


def test_half_a_character_is_left_out(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion('{"facts": [' + json.dumps({**TEA, "text": "Gillar te \ud83d"}) + "]}"))
    read(model)
    assert texts(now=day(1)) == ["Gillar te"]


def test_a_character_that_cannot_be_stored_is_refused_by_reason(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(answered({**TEA, "text": "Gillar\x00 te"}))
    assert read(model).counts["refused_unstorable"] == 1


@pytest.mark.parametrize(
    "garbage", ["I think you like tea.", "", '{"facts": "tea"}', '{"facts": [{', "[1, 2]"]
)
def test_an_answer_that_is_no_json_is_asked_for_once_more_and_then_a_failure(
    server: ScriptedServer, model: LlmExtractor, garbage: str
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion(garbage))
    outcome = read(model)
    assert (failure(outcome), len(server.asked), waiting()) == ("llm_no_json", 2, 1)
    assert facts() == []


def test_an_answer_by_the_wrong_schema_is_put_right_when_the_model_is_told_what_is_wrong(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(answered({**TEA, "type": "likes"}), answered(TEA))
    assert read(model).failures == []
    assert texts(now=day(1)) == ["Gillar te"]
    told = server.asked[1]["messages"][-1]["content"]
    assert 'facts[0].type is not ["preference", "knowledge", "goal", "temporary"]' in told


def test_an_answer_still_wrong_after_that_loses_only_what_is_wrong_in_it(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te. Jag gillar fisk. Jag gillar regn."))
    bad = {**fact("Gillar fisk", "Jag gillar fisk"), "type": "likes"}
    server.answers(answered(TEA, bad, {"text": "Gillar regn"}))
    outcome = read(model)
    assert (outcome.counts["refused_malformed"], outcome.failures) == (2, [])
    assert (texts(now=day(1)), len(server.asked)) == (["Gillar te"], 2)


def test_two_answers_in_one_are_not_chosen_between(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion(facts_json(TEA) + " or perhaps " + facts_json()), answered(TEA))
    read(model)
    assert "several answers" in server.asked[1]["messages"][-1]["content"]
    assert texts(now=day(1)) == ["Gillar te"]


@pytest.mark.parametrize("source", ["E2", "E99", "talk-0", "elin-user-0", "null"])
def test_an_invented_source_is_refused_by_reason(
    server: ScriptedServer, model: LlmExtractor, source: str
) -> None:
    take_in(said("Jag gillar te.", id="elin-user-0"), said("Jag gillar te.", 1, id="E2", person="omar"))
    server.answers(answered({**TEA, "sources": [source]}))
    outcome = read(model)
    assert outcome.counts["refused_unknown_source"] == 1
    assert (facts(), waiting()) == ([], 0)


def test_a_label_that_is_also_an_id_means_the_line(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te.", id="E2", talk="a"), said("Jag gillar te.", 1, id="E1", talk="a"))
    server.answers(answered(TEA))
    read(model)
    assert facts(now=day(2))[0]["sources"] == ["E2"]


def test_a_rewording_is_the_fact_it_points_at(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag föredrar korta svar."))
    server.answers(answered(fact("Föredrar korta svar", "Jag föredrar korta svar")))
    read(model)
    take_in(said("Håll det kort och koncist, tack.", 1))
    server.answers(answered(fact("Vill ha det kort och koncist", "Håll det kort och koncist", same_as="F1")))
    read(model)
    [found] = facts(now=day(2))
    assert (found["text"], found["support"]) == ("Föredrar korta svar", 2)


@pytest.mark.parametrize(
    ("first", "second"), [("Bor i Lund", "Bor i Umeå"), ("Gillar kaffe", "Gillar inte kaffe")]
)
def test_a_contradiction_is_not_the_fact_it_points_at(
    server: ScriptedServer, model: LlmExtractor, first: str, second: str
) -> None:
    take_in(said(f"Jag {first.lower()}.".replace("lund", "Lund")))
    server.answers(answered(fact(first, first.rsplit(maxsplit=1)[-1])))
    read(model)
    take_in(said(f"Jag {second.lower()}.".replace("umeå", "Umeå"), 1))
    server.answers(answered(fact(second, second.rsplit(maxsplit=1)[-1], same_as="F1")))
    read(model)
    assert {f["text"]: f["status"] for f in facts(now=day(2))} == {second: "active", first: "ended"}


def test_a_fact_of_another_person_is_refused_by_reason(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te.", person="omar"))
    server.answers(answered(TEA))
    read(model, "omar")
    theirs = str(Fact.objects.get().pk)
    take_in(said("Jag gillar te. Te är gott.", talk="a"))
    server.answers(answered({**TEA, "same_as": theirs}, fact("Te är gott", same_as="F1")))
    outcome = read(model)
    assert outcome.counts["refused_unknown_fact"] == 2
    assert (facts("elin"), [f["support"] for f in facts("omar")]) == ([], [1])


def test_a_quote_that_is_not_in_the_source_is_refused_by_reason(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar te."))
    server.answers(answered(fact("Gillar te", "Jag älskar verkligen te")))
    assert read(model).counts["refused_ungrounded"] == 1
    assert facts() == []


def test_the_assistant_s_words_are_refused_by_reason(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(
        said("Förklara quicksort.", talk="a"), said("Introsort är bättre.", 0.01, role="assistant", talk="a")
    )
    server.answers(answered(fact("Föredrar introsort", "Introsort är bättre")))
    assert read(model).counts["refused_ungrounded"] == 1
    assert facts() == []


def test_a_quote_with_other_spaces_and_marks_is_kept_as_it_was_written(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    take_in(said("Jag gillar\n  ”grönt” te."))
    server.answers(answered(fact("Gillar grönt te", 'Jag gillar "grönt" te')))
    read(model)
    assert facts(now=day(1))[0]["quote"] == "Jag gillar\n  ”grönt” te"


@pytest.mark.parametrize("lang", ["sv", "en"])
@pytest.mark.parametrize("quote", ["", "tack"])
def test_the_prompt_s_own_example_is_refused_whatever_it_is_said_to_quote(
    server: ScriptedServer, model: LlmExtractor, lang: Any, quote: str
) -> None:
    take_in(said("ok, tack!"))
    [example] = json.loads(sections(lang)["example"].splitlines()[1])["facts"]
    server.answers(answered({**example, "quote": quote or example["quote"]}))
    assert read(model).counts["refused_ungrounded"] == 1
    assert facts() == []


def test_a_name_that_nobody_said_is_refused(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag flyttade arkivet i går."))
    server.answers(answered(fact("Använder programmet Notion", "Jag flyttade arkivet")))
    assert read(model).counts["refused_ungrounded"] == 1


@pytest.mark.parametrize("field", ["text", "quote", "type", "kind", "valid_until", "same_as"])
def test_nine_kilobytes_of_deliberation_in_a_field_cost_that_candidate_at_most(
    server: ScriptedServer, model: LlmExtractor, field: str
) -> None:
    musing = "Hmm, personen sa att hen gillar fisk, men är det en preferens eller inte? " * 125
    take_in(said("Jag gillar te. Jag gillar fisk."))
    other = {**fact("Gillar fisk", "Jag gillar fisk"), field: musing}
    server.answers(answered(TEA, other))
    outcome = read(model)
    refused = sum(count for name, count in outcome.counts.items() if name.startswith("refused_"))
    assert (outcome.failures, waiting()) == ([], 0)
    assert refused == (0 if field == "valid_until" else 1)
    assert "Gillar te" in texts(now=day(1))
    if field == "text":
        assert outcome.counts["refused_too_long"] == 1


def test_an_answer_longer_than_any_answer_is_a_failure(server: ScriptedServer, model: LlmExtractor) -> None:
    take_in(said("Jag gillar te."))
    server.answers(completion(facts_json(TEA) + " " * 100_000))
    assert failure(read(model)) == "llm_no_json"


@pytest.mark.parametrize("end", ["snart", "2026-02-31", "2026-03-01 söndag 12:04", "31", "i maj", ""])
def test_an_end_that_is_no_date_is_not_known(server: ScriptedServer, model: LlmExtractor, end: str) -> None:
    take_in(said("Jag gillar te."))
    server.answers(answered({**TEA, "valid_until": end}))
    read(model)
    assert facts(now=day(1))[0]["valid_until"] is None


# What is kept and what is told


def test_no_failure_and_no_log_holds_the_key_or_what_was_said(
    server: ScriptedServer, model: LlmExtractor, caplog: pytest.LogCaptureFixture
) -> None:
    take_in(said("Jag gillar grönt te.", id="e1"))
    echo = f"bad request for key {llm.KEY}: Jag gillar grönt te."
    answers = (
        failed(400, echo, code=llm.KEY),
        failed(500, echo, code="jag_gillar te"),
        failed(401, echo),
        completion(echo),
        completion(None, refusal=echo),
        llm.Answer(echo),
    )
    with caplog.at_level(logging.DEBUG):
        for answer in answers:
            server.answers(answer)
            told = json.dumps(read(model).failures, ensure_ascii=False)
            assert llm.KEY not in told
            assert "grönt" not in told
    assert llm.KEY not in caplog.text
    assert "grönt" not in caplog.text


def test_the_run_keeps_the_model_and_the_version_of_the_prompt(
    server: ScriptedServer, model: LlmExtractor
) -> None:
    run = consolidate(
        persons=[], extractor=model, rereads=False, now=NOW, trigger=Run.Trigger.COMMAND, clock=lambda: NOW
    )
    assert run.extractor == "llm p1 a-model"


def page_after_a_run(settings: Any, url: str) -> str:
    settings.MINNE_EXTRACTOR, settings.MINNE_LLM_URL, settings.MINNE_LLM_MODEL = "llm", url, "a-model"
    account("admin", access.ADMINISTRATORS)
    client = browser("admin")
    client.post(reverse("run_now"))
    return " ".join(client.get(reverse("runs")).content.decode().split())


def test_the_page_of_runs_says_what_failed_and_what_was_refused(
    server: ScriptedServer, settings: Any
) -> None:
    take_in(said("Jag gillar te.", talk="a"), said("Jag gillar fisk.", 1, talk="b"))
    server.answers(answered({**TEA, "same_as": "F9"}), completion("", finish="length"))
    page = page_after_a_run(settings, server.url)
    assert "Språkmodellens svar blev avhugget." in page
    assert "hänvisar till ett faktum som personen inte har" in page
    assert "llm p1 a-model" in page


def test_the_page_of_runs_says_which_setting_is_missing(settings: Any) -> None:
    assert "needs MINNE_LLM_URL" in page_after_a_run(settings, "")


def test_every_failure_has_words() -> None:
    sources = Path(words.__file__).with_name("extraction").glob("llm*.py")
    codes = set(re.findall(r'"(llm_[a-z_]+)[":]', "".join(path.read_text("utf-8") for path in sources)))
    assert codes == set(words.FAILURES)


def test_the_extractor_is_installed_by_the_settings(server: ScriptedServer, settings: Any) -> None:
    settings.MINNE_LLM_URL, settings.MINNE_LLM_MODEL = server.url, "a-model"
    extractor = installed("llm")
    assert isinstance(extractor, LlmExtractor)
    take_in(said("Jag gillar te."))
    server.answers(answered(TEA))
    consolidated(extractor=extractor, rereads="llm" in REREADING)
    assert texts(now=day(1)) == ["Gillar te"]
    extractor.close()


@pytest.mark.parametrize(
    ("url", "name", "seconds", "told"),
    [
        ("", "m", 1.0, "MINNE_LLM_URL"),
        ("http://x/v1", "", 1.0, "MINNE_LLM_MODEL"),
        ("localhost:11434", "m", 1.0, "http://"),
        ("http://x/v1", "m", 0.0, "MINNE_LLM_TIMEOUT_SECONDS"),
    ],
)
def test_settings_that_cannot_work_are_said_in_one_line(
    settings: Any, url: str, name: str, seconds: float, told: str
) -> None:
    settings.MINNE_LLM_URL, settings.MINNE_LLM_MODEL = url, name
    settings.MINNE_LLM_TIMEOUT_SECONDS = seconds
    with pytest.raises(LookupError, match=told) as raised:
        installed("llm")
    assert "\n" not in str(raised.value)


def test_a_missing_sdk_is_said_in_one_line(settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MINNE_LLM_URL, settings.MINNE_LLM_MODEL = "http://x/v1", "m"
    monkeypatch.setitem(__import__("sys").modules, "openai", None)
    with pytest.raises(LookupError, match=r"pip install -r requirements/llm\.txt"):
        installed("llm")
