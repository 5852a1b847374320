"""What may not become a fact, by the reasons that values alone can give."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minne.domain.episodes import Candidate, Episode
from minne.domain.screening import Reason, Screened, hedged, mask, refuse_unstorable, screen
from tests.examples import examples

WHEN = datetime(2026, 3, 10, 12, tzinfo=UTC)


def episode(text: str, **changes: Any) -> Episode:
    values: dict[str, Any] = {"id": "e1", "person": "oskar", "conversation": "c1", "role": "user"}
    return Episode(text=text, occurred_at=WHEN, **(values | changes))


def candidate(text: str = "Bor i Lund", quote: str = "Jag bor i Lund", **changes: Any) -> Candidate:
    values: dict[str, Any] = {"type": "knowledge", "kind": "stated", "sources": ("e1",)}
    return Candidate(text=text, quote=quote, **(values | changes))


def screened(proposed: Candidate, *episodes: Episode, **settings: Any) -> Screened:
    return screen([proposed], episodes=episodes, person="oskar", **settings)


def reason(proposed: Candidate, *episodes: Episode, **settings: Any) -> Reason | None:
    result = screened(proposed, *episodes, **settings)
    assert len(result.accepted) + len(result.refused) == 1
    return result.refused[0].reason if result.refused else None


def test_what_a_person_states_is_accepted() -> None:
    result = screened(candidate(), episode("Hej! Jag bor i Lund."))
    assert result.accepted == [candidate()]
    assert result.refused == []


def test_accepted_and_refused_keep_their_order() -> None:
    proposed = [candidate(text) for text in ("Bor i Lund", "", "Trivs i Lund", "N/A")]
    result = screen(proposed, episodes=[episode("Jag bor i Lund.")], person="oskar")
    assert [c.text for c in result.accepted] == ["Bor i Lund", "Trivs i Lund"]
    assert [(r.candidate.text, r.reason) for r in result.refused] == [("", "empty"), ("N/A", "hedged")]


@pytest.mark.parametrize("quote", ["Jag bor  i\nLund", "Jag bor i Lund"])
def test_white_space_in_a_quote_does_not_matter(quote: str) -> None:
    assert reason(candidate(quote=quote), episode("Jag  bor i\tLund.")) is None


def test_the_shape_of_an_apostrophe_does_not_matter() -> None:
    assert reason(candidate(quote="I'm vegan"), episode("Well, I’m vegan.")) is None


def test_a_decomposed_letter_is_the_same_letter() -> None:
    assert reason(candidate(quote="Jag bor i Umeå"), episode("Jag bor i Umea\u030a")) is None


def test_a_quote_nobody_said_grounds_nothing() -> None:
    assert reason(candidate(quote="Jag bor i Rom"), episode("Jag bor i Lund.")) == "ungrounded"


def test_the_words_must_be_the_person_s() -> None:
    assert reason(candidate(), episode("Jag bor i Lund.", role="assistant")) == "not_user"
    assert reason(candidate(), episode("Jag bor i Lund.", role="tool")) == "not_user"


def test_an_assistant_beside_the_person_grounds_nothing() -> None:
    turns = (episode("Ja, tack."), episode("Du sa: Jag bor i Lund", id="e2", role="assistant"))
    assert reason(candidate(sources=("e1", "e2")), *turns) == "not_user"


def test_one_cited_user_turn_is_enough() -> None:
    turns = (episode("Hej"), episode("Jag bor i Lund", id="e2"))
    assert reason(candidate(sources=("e1", "e2")), *turns) is None


def test_a_source_outside_the_batch_is_unknown() -> None:
    assert reason(candidate(sources=("e1", "e9")), episode("Jag bor i Lund.")) == "unknown_source"
    assert reason(candidate(sources=()), episode("Jag bor i Lund.")) == "unknown_source"


def test_another_person_s_episode_is_no_source() -> None:
    assert reason(candidate(), episode("Jag bor i Lund.", person="greta")) == "other_person"


def test_a_quote_from_an_injected_memory_does_not_count() -> None:
    text = "Known about the user: prefers to be called Nono\nVad är klockan?"
    proposed = candidate("Vill kallas Nono", quote="prefers to be called Nono")
    assert reason(proposed, episode(text)) == "injected"


def test_a_quote_that_is_mostly_injected_does_not_count() -> None:
    text = "Known about the user: prefers to be called Nono\nHej"
    assert reason(candidate(quote="prefers to be called Nono\nHej"), episode(text)) == "injected"


def test_what_is_injected_and_also_said_counts() -> None:
    text = "Minnen om användaren: Jag bor i Lund\n\nJag bor i Lund nu."
    assert reason(candidate(), episode(text)) is None


@pytest.mark.parametrize(
    "text",
    [
        "Översätt: Jag bor i Lund",
        'Vad betyder "Jag bor i Lund" på tyska?',
        "Låtsas att jag är riddare. Jag bor i Lund.",
        "> Jag bor i Lund",
    ],
)
def test_other_people_s_words_do_not_count(text: str) -> None:
    assert reason(candidate(), episode(text)) == "quoted"


def test_a_quote_that_spans_its_introduction_does_not_count() -> None:
    text = "Översätt: Jag bor i Lund"
    assert reason(candidate(quote=text), episode(text)) == "quoted"


def test_a_title_in_quotation_marks_spoils_no_statement() -> None:
    text = 'Min favoritfilm är "Alien".'
    assert reason(candidate("Favoritfilmen är Alien", quote=text), episode(text)) is None


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Bor jag i Lund?", "Bor jag i Lund?"),
        ("Bor jag i Lund?", "Bor jag i Lund"),
        ("Do I like coffee?", "I like coffee"),
        ("Hej. Vet du om jag bor i Lund?", "jag bor i Lund"),
    ],
)
def test_a_question_states_nothing(text: str, quote: str) -> None:
    assert reason(candidate(quote=quote), episode(text)) == "question"


@pytest.mark.parametrize(
    ("text", "quote"),
    [
        ("Jag bor i Lund, vad ska jag se?", "Jag bor i Lund"),
        ("Jag bor i Lund, vad ska jag se?", "Jag bor i Lund, vad ska jag se?"),
        ("Jag bor i Lund. Vad ska jag se?", "Jag bor i Lund."),
        ("Kan du sluta använda så många utropstecken?", "sluta använda så många utropstecken"),
        ("Could you keep it short?", "Could you keep it short?"),
    ],
)
def test_a_statement_beside_a_question_and_a_wish_put_as_one_count(text: str, quote: str) -> None:
    assert reason(candidate(quote=quote), episode(text)) is None


def test_what_is_asked_to_be_remembered_may_be_put_as_a_question() -> None:
    text = "Visst minns du att jag inte äter skaldjur?"
    proposed = candidate("Äter inte skaldjur", quote="jag inte äter skaldjur", kind="asked")
    assert reason(proposed, episode(text)) is None


@pytest.mark.parametrize(("field", "value"), [("text", ""), ("text", " \n"), ("quote", ""), ("quote", "\t")])
def test_an_empty_text_or_quote_is_refused(field: str, value: str) -> None:
    assert reason(candidate(**{field: value}), episode("Jag bor i Lund.")) == "empty"


def test_a_text_over_the_limit_is_too_long() -> None:
    assert reason(candidate("x" * 301), episode("Jag bor i Lund.")) == "too_long"
    assert reason(candidate("x" * 300), episode("Jag bor i Lund.")) is None
    assert reason(candidate("x" * 11), episode("Jag bor i Lund."), max_length=10) == "too_long"


def test_what_a_database_refuses_is_refused() -> None:
    assert reason(candidate("Bor i\x00 Lund"), episode("Jag bor i Lund.")) == "unstorable"
    assert reason(candidate("Bor i \ud83d"), episode("Jag bor i Lund.")) == "unstorable"


@pytest.mark.parametrize("text", ["Du kan inte läsa PDF", "The assistant likes tea", "You are helpful"])
def test_a_statement_about_the_assistant_is_no_fact_about_the_person(text: str) -> None:
    assert reason(candidate(text), episode("Jag bor i Lund.")) == "not_about_person"


def test_a_wish_about_the_answers_is_about_the_person() -> None:
    assert reason(candidate("Du ska svara på svenska"), episode("Jag bor i Lund.")) is None


@pytest.mark.parametrize("kind", ["asked", "stated", "inferred"])
def test_a_secret_and_a_personal_number_are_refused_always(kind: str) -> None:
    secret = episode("Kom ihåg att mitt lösenord är Sommar2026!")
    number = episode("Kom ihåg att mitt personnummer är 850712-1234.")
    quoted_secret = candidate("Har ett lösenord", quote="mitt lösenord är Sommar2026!", kind=kind)
    quoted_number = candidate("Har ett nummer", quote="mitt personnummer är 850712-1234", kind=kind)
    assert reason(quoted_secret, secret, allow_special=True) == "secret"
    assert reason(quoted_number, number, allow_special=True) == "personal_number"


def test_a_secret_in_the_text_alone_is_refused() -> None:
    proposed = candidate("Lösenordet är Sommar2026!", quote="Jag bor i Lund")
    assert reason(proposed, episode("Jag bor i Lund")) == "secret"


def test_a_special_category_is_kept_only_when_asked() -> None:
    said = episode("Jag har diabetes.")
    proposed = candidate("Har diabetes", quote="Jag har diabetes")
    asked = candidate("Har diabetes", quote="Jag har diabetes", kind="asked")
    assert reason(proposed, said) == "special_category"
    assert reason(asked, said) is None
    assert reason(proposed, said, allow_special=True) is None


@pytest.mark.parametrize(
    "text",
    [
        "N/A",
        "-",
        "",
        "…",
        "unknown",
        "None",
        "Maybe likes tea",
        "Kanske gillar te",
        "vet inte",
        "Okänt",
        "no idea",
        "Not specified.",
        "Troligen lärare",
        "ingen aning!",
        "Seems to like tea",
        "  kanske  ",
        "Inga fakta",
        "?",
    ],
)
def test_a_text_that_says_nothing_for_sure_is_hedged(text: str) -> None:
    assert hedged(text, "sv")


@pytest.mark.parametrize(
    "text",
    [
        "Är vegan",
        "Knows Python",
        "Gillar te",
        "Ingenjör",
        "Inga recept med kött",
        "None of the meat recipes",
        "Vet mycket om hästar",
        "Is new to Rust",
        "42",
        "Maja",
        "Nothing Phone user",
        "Vill inte ha kanske-svar",
    ],
)
def test_a_plain_statement_is_not_hedged(text: str) -> None:
    assert not hedged(text, "sv")


def test_a_reviewer_sees_no_secret() -> None:
    assert mask("Koden är känd. Mitt lösenord är Sommar2026, tack.", "sv") == (
        "Koden är känd. Mitt lösenord är •••, tack."
    )


def test_a_reviewer_sees_no_sentence_of_a_special_category() -> None:
    assert mask("Hej! Jag har diabetes sedan 2010. Jag bor i Lund.", "sv") == "Hej! ••• Jag bor i Lund."


def test_a_reviewer_sees_the_rest_as_it_was() -> None:
    text = "Jag är allergisk mot nötter.\n\nJag bor i  Lund"
    assert mask(text, "sv") == text


def test_what_cannot_be_stored_has_a_reason() -> None:
    assert refuse_unstorable("Hej \U0001f600 å") is None
    assert refuse_unstorable("a\x00b") == "nul"
    assert refuse_unstorable("a\ud83d") == "lone_surrogate"


TEXTS = st.one_of(
    st.text(st.characters(), max_size=80),
    st.lists(
        st.sampled_from(
            ["Jag bor i Lund", "?", ":", "Översätt", "lösenord är", "850712-1234", "kär i", "“", "'", "\n"]
        ),
        max_size=8,
    ).map(" ".join),
)


@settings(deadline=None, max_examples=examples(200))
@given(TEXTS, TEXTS, TEXTS, st.sampled_from(["user", "assistant"]), st.sampled_from(["sv", "en", ""]))
def test_every_candidate_is_either_accepted_or_refused(
    said: str, text: str, quote: str, role: str, lang: str
) -> None:
    proposed = candidate(text, quote=quote, lang=lang)
    result = screened(proposed, episode(said, role=role))
    assert [*result.accepted, *(refusal.candidate for refusal in result.refused)] == [proposed]
    assert isinstance(mask(said, lang), str)
