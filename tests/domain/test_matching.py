"""What is the same fact, what contradicts, what stands apart: sentences by kind."""

import pytest

from minne.domain.matching import Statement, excludes, read, relation, similar


def key(text: str, lang: str = "sv") -> str:
    return read(text, lang).key


@pytest.mark.parametrize(
    ("text", "lang", "expected"),
    [
        ("Föredrar kodexempel", "sv", "+prefer|code,example"),
        ("Arbetar mot LoRA-projektet till december", "sv", "+workon|lora,projek~until:month=12"),
        ("Bor inte längre i Lund", "sv", "-residence=lund"),
        ("Lives in New York", "en", "+residence=new,york"),
        ("Ska flytta till Visby 1 maj", "sv", "+plan+move|to:visby~day=1~month=5"),
        ("Har två katter och en hund", "sv", "+have|2 cat,dog"),
        ("Doesn't drink coffee any more", "en", "-drink|coffe"),
        ("Kan C++ och C#", "sv", "+can|c#,c++"),
    ],
)
def test_a_key_can_be_read_and_keeps_its_shape(text: str, lang: str, expected: str) -> None:
    assert key(text, lang) == expected


@pytest.mark.parametrize(
    "wordings",
    [
        ("föredrar kodexempel", "Föredrar kod-exempel.", "Användaren vill helst ha exempel i kod"),
        ("kan linjär algebra", "Behärskar linjär algebra", "Jag kan linjär algebra!"),
        (
            "arbetar mot LoRA-projektet till december",
            "Jobbar mot LoRA-projektet fram till december",
            "Arbetar med projektet LoRA till december",
        ),
        (
            "Vi valde Postgres",
            "Databasen blev Postgres",
            "Valet föll på Postgres",
            "Vi bestämde oss för Postgres",
            "Det blev PostgreSQL",
            "Vi har valt Postgres som databas",
        ),
        ("Har slutat dricka kaffe", "Dricker inte kaffe längre", "Dricker aldrig kaffe"),
        ("Är nykterist", "Dricker inte alkohol", "Dricker ingen alkohol"),
        ("Bor i Umeå", "Är bosatt i Umeå", "Har flyttat till Umeå", "Vi flyttade till Umeå förra månaden"),
        ("Har jordnötsallergi", "Är allergisk mot jordnötter"),
    ],
)
def test_the_same_thing_said_in_other_words_is_one_fact(wordings: tuple[str, ...]) -> None:
    assert len({key(wording) for wording in wordings}) == 1


@pytest.mark.parametrize(
    "wordings",
    [
        (
            "We chose Postgres",
            "We went with Postgres",
            "Decided on Postgres",
            "Picked Postgres as the database",
        ),
        ("Prefers short answers", "Answers should be brief", "Would rather have concise responses"),
        ("Quit smoking", "No longer smokes", "Is a non-smoker", "Never smokes"),
        ("Works as a nurse", "Is a nurse", "The user is a nurse by profession"),
    ],
)
def test_the_same_thing_said_in_other_english_words_is_one_fact(wordings: tuple[str, ...]) -> None:
    assert len({key(wording, "en") for wording in wordings}) == 1


@pytest.mark.parametrize(
    ("older", "newer", "lang"),
    [
        ("Bor i Lund", "Vi flyttade till Umeå förra månaden", "sv"),
        ("Bor i Lund", "Bor inte längre i Lund", "sv"),
        ("Jobbar på Ericsson som testare", "Jobbar på Volvo", "sv"),
        ("Jobbar på Ericsson", "Har slutat på Ericsson", "sv"),
        ("Är 42 år", "Är 43 år gammal", "sv"),
        ("Är gift med Anna", "Är skild", "sv"),
        ("Tentan är den 3 maj", "Tentan är den 10 maj", "sv"),
        ("Är sjukskriven till 1 april", "Är sjukskriven till 15 april", "sv"),
        ("Är sjukskriven till 1 april", "Är inte sjukskriven", "sv"),
        ("Vill ha korta svar", "Vill ha utförliga svar", "sv"),
        ("Vill ha svar med källor", "Vill ha svar utan källor", "sv"),
        ("Är vegetarian", "Äter kött", "sv"),
        ("Föredrar te framför kaffe", "Föredrar kaffe framför te", "sv"),
        ("I drink coffee every morning", "I don't drink coffee any more, only tea.", "en"),
        ("Favourite food is pizza", "Her favorite food is sushi", "en"),
        ("Works at Google", "No longer works at Google", "en"),
        ("Has no children", "Has two daughters", "en"),
        ("Har inga husdjur", "Har en katt som heter Maja", "sv"),
        ("Söker jobb", "Fick jobb på Volvo", "sv"),
        ("Är singel", "Har flickvän", "sv"),
        ("Är singel", "Har en sambo som heter Eva", "sv"),
        ("Bor ensam", "Bor med sin sambo", "sv"),
        ("Lives alone", "Lives with two roommates", "en"),
        ("Works at Walmart", "Has left Walmart", "en"),
        ("Hyr ett garage", "Har sagt upp garaget", "sv"),
    ],
)
def test_a_change_contradicts_what_it_changes(older: str, newer: str, lang: str) -> None:
    assert relation(older, newer, lang) == "contradicts"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Bor i Umeå", "Bor inte i Lund"),
        ("Bor i Lund", "Mamma bor i Malmö"),
        ("Bor i Lund", "Har en bror som bor i Malmö"),
        ("Bor i Lund", "Har bott i Malmö"),
        ("Bor i Lund", "Ska flytta till Visby"),
        ("Bor i Lund", "Vill bo i Malmö"),
        ("Bor i Lund", "Bor i lägenhet"),
        ("Bor i Göteborg", "Bor i centrala Göteborg"),
        ("Bor i Göteborg", "Bor i Sverige"),
    ],
)
def test_a_residence_is_excluded_only_by_another_residence_of_ones_own(a: str, b: str) -> None:
    assert relation(a, b, "sv") == "different"


@pytest.mark.parametrize(
    ("alone", "other", "lang"),
    [
        ("Är singel", "Har en son", "sv"),
        ("Är singel", "Har ingen flickvän", "sv"),
        ("Är singel", "Har haft flickvän", "sv"),
        ("Är singel", "Vill ha flickvän", "sv"),
        ("Är singel", "Brorsan har flickvän", "sv"),
        ("Bor ensam", "Bor med en katt", "sv"),
        ("Bor ensam", "Bor inte med sambo", "sv"),
        ("Lives alone", "Lives with depression", "en"),
    ],
)
def test_one_is_alone_beside_all_but_a_partner_or_company_of_ones_own(
    alone: str, other: str, lang: str
) -> None:
    assert relation(alone, other, lang) == "different"


@pytest.mark.parametrize(
    "other",
    [
        "Jobbar med en kund på Ericsson",
        "Säljer till Ericsson",
        "Hade möte på Ericsson",
        "Jobbar på ett sjukhus",
        "Jobbar på distans",
        "Har jobbat på Ericsson",
        "Sambon jobbar på Ericsson",
        "Vill jobba på Ericsson",
    ],
)
def test_an_employer_mentioned_in_another_role_ends_nothing(other: str) -> None:
    assert relation("Jobbar på Volvo", other, "sv") == "different"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Gillar kaffe", "Gillar te"),
        ("Gillar kaffe", "Gillar kaffe med mjölk"),
        ("Samarbetar med Anna", "Samarbetar med Anne"),
        ("Kan Java", "Kan JavaScript"),
        ("Har två katter och en hund", "Har en katt och två hundar"),
        ("Har en son som heter Tom", "Har en son som heter Tim"),
        ("Dricker kaffe", "Dricker inte kaffe på fredagar"),
        ("Gillar kaffe men inte te", "Gillar kaffe"),
        ("Har gått kursen", "Ska gå kursen"),
        ("Söker jobb", "Jobbar på Volvo"),
        ("Har inga barn", "Har en hund"),
        ("Hatar inte koriander", "Gillar koriander"),
        ("Är uppvuxen i Norge", "Är född i Sverige"),
    ],
)
def test_neighbours_stand_apart(a: str, b: str) -> None:
    assert relation(a, b, "sv") == "different"


def test_a_slot_belongs_to_its_subject() -> None:
    assert relation("Hunden heter Bosse", "Hunden heter Rex", "sv") == "contradicts"
    assert relation("Hunden heter Bosse", "Katten heter Rex", "sv") == "different"
    assert read("Dottern är 5 år", "sv").slot != read("Är 5 år", "sv").slot


def test_swedish_and_english_share_the_slots() -> None:
    assert read("Bor i Lund", "sv") == read("Lives in Lund", "en") == read("Lives in Lund", "sv")
    assert excludes(read("Jobbar på Ericsson", "sv"), read("Works at Volvo", "en"))


def test_a_denial_has_no_slot_but_the_group_of_what_it_denies() -> None:
    denied = read("Bor inte i Lund", "sv")
    assert denied.slot is None
    assert denied.group == read("Bor i Umeå", "sv").group == "residence"


def test_statements_built_by_hand_exclude_by_slot_or_denial() -> None:
    lund = Statement(key="+a", base="a", negated=False, slot="where", group="where")
    umea = Statement(key="+b", base="b", negated=False, slot="where", group="where")
    not_lund = Statement(key="-a", base="a", negated=True, slot=None, group="where")
    assert excludes(lund, umea)
    assert excludes(lund, not_lund)
    assert not excludes(umea, not_lund)
    assert not excludes(lund, lund)


def test_near_matches_are_offered_closest_first_and_never_what_contradicts() -> None:
    others = [
        "Gillar svart kaffe",
        "Gillar inte kaffe",
        "Gillar katter",
        "Tycker om kaffe",
        "Dricker gärna svart kaffe",
    ]
    assert similar("Gillar starkt svart kaffe", others, "sv") == [
        "Dricker gärna svart kaffe",
        "Gillar svart kaffe",
    ]
    assert similar("Gillar kaffe", ["Gillar inte kaffe", "Har hund"], "sv") == []
