"""Further kinds of wordings that are one fact, each with neighbours that are not."""

import pytest

from minne.domain.matching import relation

KINDS: dict[str, tuple[str, str, str]] = {  # language, "one = other", "one | near it"
    "a pastime by any name": (
        "sv",
        """
Ägnar sig åt släktforskning = Håller på med släktforskning
Pysslar med bilar = Sysslar med bilar
Håller på med stickning = Stickar
Spelar piano på fritiden = Spelar piano
Gillar löpning = Gillar att springa
Gillar simning = Tycker om att simma
Är bra på segling = Är bra på att segla
Yogar varje tisdag = Tränar yoga på tisdagar
Är skidåkare = Åker skidor
Är älgjägare = Jagar älg
Gillar fågelskådning = Tycker om att skåda fåglar
Fjällvandrar = Brukar fjällvandra
""",
        """
Håller på med stickning | Gillar stickning
Gillar löpning | Springer
Gillar löpning | Gillar vandring
Åker skidor | Åker skridskor
Gillar skidåkning | Tittar på skidåkning
Yogar | Undervisar i yoga
Är bra på simning | Är bra på segling
Gillar fågelskådning | Gillar fåglar
Fjällvandrar | Gillar att fjällvandra
""",
    ),
    "a side taken in sport": (
        "sv",
        """
Hejar på Brage = Håller på Brage
Är supporter till Brage = Är Brage-supporter
""",
        """
Håller på AIK | Spelar i AIK
Håller på AIK | Jobbar på AIK
Är AIK-supporter | Är AIK-spelare
Hejar på Brage | Heter Brage
Håller på AIK | Höll på AIK
""",
    ),
    "an ailment": (
        "sv",
        """
Har ont i ryggen = Har ryggvärk
Är dyslektiker = Har diagnosen dyslexi
Mår dåligt av laktos = Tål inte laktos
Är ljudkänslig = Är känslig för ljud
Plågas av migrän = Har migrän
Sitter i rullstol = Är rullstolsburen
""",
        """
Har ont i ryggen | Har ont i nacken
Har diabetes typ 1 | Har diabetes typ 2
Är ljudkänslig | Är ljuskänslig
Mår dåligt av laktos | Mår dåligt
Har fått diagnosen ADHD | Har en bror med ADHD
Har problem med ryggen | Har ryggsäck
""",
    ),
    "how often": (
        "sv",
        """
Tränar dagligen = Tränar varje dag
Badar en gång i veckan = Badar varje vecka
Har dottern varannan vecka = Har sin dotter varannan vecka
Har trettiotvå kor = Har 32 kor
""",
        """
Har dottern varannan vecka | Har dottern varje vecka
Städar varannan måndag | Städar varje måndag
Springer en gång i veckan | Springer en gång i månaden
Har tjugotvå kor | Har tjugotre kor
Äter frukost varje dag | Äter frukost varje vecka
""",
    ),
    "family": (
        "sv",
        """
Har en yngre bror = Har en lillebror
Är småbarnspappa = Har små barn
Ska bli pappa = Väntar barn
Är ihop med Sam = Är tillsammans med Sam
""",
        """
Har en lillebror | Har en storebror
Har en lillebror | Har en lillasyster
Har en yngre bror | Har en bror
Ska bli pappa | Är pappa
Är ihop med Sam | Bor ihop med Sam
""",
    ),
    "a way to travel": (
        "sv",
        """
Åker till Lund med tåg = Tar tåget till Lund
Åker till kontoret på cykel = Cyklar till kontoret
Har varit i Japan = Har besökt Japan
Kör en Volvo = kör en volvo
""",
        """
Tar tåget till Lund | Tar bussen till Lund
Åker till jobbet med buss | Åker från jobbet med buss
Har varit i Japan | Har bott i Japan
Har varit i Japan | Vill åka till Japan
Flyger till Rom | Åker tåg till Rom
""",
    ),
    "work and school": (
        "sv",
        """
Leder tolv personer = Är chef för tolv personer
Frilansar som journalist = Är frilansjournalist
Jobbar numera som kock = Jobbar som kock
Har ett kontorsjobb = Jobbar på kontor
Jobbar 80 % = Jobbar 80 procent
Är med i styrelsen = Sitter i styrelsen
Är gymnasieelev = Går i gymnasiet
Doktorerar i kemi = Är doktorand i kemi
Studerar vid Lunds universitet = Pluggar på Lunds universitet
Läser kinesiska = Studerar kinesiska
Förbereder sig för provet = Pluggar inför provet
""",
        """
Leder ett team | Är med i ett team
Är frilansjournalist | Är frilansfotograf
Jobbade som kock | Jobbar som kock
Är doktorand i kemi | Är doktor i kemi
Läser kinesiska | Kan kinesiska
Jobbar vid Lunds universitet | Studerar vid Lunds universitet
Har kontorsjobb | Har ett kontor
Sitter i styrelsen | Sitter i soffan
Är utbildad kock | Är kock
""",
    ),
    "what answers should be": (
        "sv",
        """
Vill ha kod utan kommentarer = Vill inte ha kommentarer i koden
Tycker att svaren ska vara korta = Vill ha korta svar
Vill ha korta och koncisa svar = Vill ha korta svar
Vill att du förklarar enkelt = Vill ha enkla förklaringar
Vill att svaren har källor = Vill ha källor i svaren
Vill undvika facktermer i svaren = Vill ha svar utan fackord
Vill att svaret börjar med en sammanfattning = Vill ha sammanfattningen först
Vill ha resmålstips = Vill ha tips på resmål
""",
        """
Tycker att svaren ska vara korta | Tycker att svaren är korta
Vill ha raka svar | Vill ha korta svar
Vill ha sammanfattningen först | Vill ha sammanfattningen sist
Vill att svaren har källor | Vill att svaren har rubriker
Vill inte ha facktermer | Vill inte ha följdfrågor
""",
    ),
    "a note without its verb": (
        "sv",
        """
Gift med Anna = Är gift med Anna
Allergisk mot nötter = Är allergisk mot nötter
Intresserad av historia = Är intresserad av historia
""",
        """
Gift med Anna | Bor med Anna
Allergisk mot nötter | Har en son som är allergisk mot nötter
Föräldraledig till maj | Föräldraledig från maj
""",
    ),
    "a name's capitals, irregular forms, shortened words": (
        "sv",
        """
Är volontär i Röda korset = Är volontär i Röda Korset
Ska operera knät i maj = Kommer att operera knäet i maj
Är ledig t.o.m. augusti = Är ledig till och med augusti
Föder upp får och getter = Föder upp getter och får
Bakar surdegsbröd = Bakar bröd på surdeg
Stickar ylletröjor = Stickar tröjor av ylle
""",
        """
Är volontär i Röda Korset | Är volontär i Vita Korset
Ska operera knät i maj | Ska operera foten i maj
Bakar surdegsbröd | Köper surdegsbröd
Bor i radhus | Bor i parhus
Jobbar på Polarbröd | Jobbar på Fazerbröd
""",
    ),
    "words that begin alike": (
        "sv",
        """
Jobbar på förskolan = Jobbar på dagis
Vill ha billiga resor = Vill ha billigare resor
""",
        """
Gillar punk | Gillar punktlistor
Köper bröd | Köper bror
Köper mattor | Köper matte
Vill ha nytt jobb | Vill ha nyttigt jobb
Gillar bilar | Gillar billiga
""",
    ),
    "going and doing": (
        "en",
        """
Goes for a run every morning = Runs every morning
Goes hiking on weekends = Hikes on weekends
Is an avid reader = Loves reading
Is crazy about cats = Loves cats
Works remotely = Works from home
Takes photos of birds = Photographs birds
""",
        """
Goes running on Mondays | Goes swimming on Mondays
Goes for a walk every day | Goes for a run every day
Goes fishing | Eats fish
Is keen on tennis | Plays tennis
Is an avid reader | Is an avid runner
""",
    ),
    "people, ailments, places": (
        "en",
        """
Has a little brother = Has a younger brother
Is dyslexic = Has dyslexia
Suffers from migraines = Has migraines
Lives close to the sea = Lives near the sea
Has been to Japan = Has visited Japan
Is in charge of twelve people = Leads twelve people
Born in Lagos = Was born in Lagos
Likes cilantro = Likes coriander
Has a Wi-Fi router = has a wifi router
Swims once a week = Swims every week
Doesn't drink = Doesn't drink alcohol
""",
        """
Has a little brother | Has an older brother
Is dyslexic | Is diabetic
Lives near the sea | Lives near the school
Has been to Japan | Wants to go to Japan
Wears glasses | Sells glasses
Worked as a cook | Works as a cook
Runs every other week | Runs every week
Likes eggplant | Likes zucchini
Doesn't drink | Doesn't drink coffee
Has twenty-two cows | Has twenty-three cows
""",
    ),
}


def pairs(listed: str, sign: str) -> list[tuple[str, str]]:
    halves = [line.partition(sign) for line in listed.strip().splitlines()]
    return [(a.strip(), b.strip()) for a, _, b in halves]


@pytest.mark.parametrize(
    ("lang", "same", "near"), [pytest.param(*kind, id=name) for name, kind in KINDS.items()]
)
def test_a_kind_of_wordings_is_one_fact_and_its_neighbours_are_others(
    lang: str, same: str, near: str
) -> None:
    assert [pair for pair in pairs(same, "=") if relation(*pair, lang) != "same"] == []
    assert [pair for pair in pairs(near, "|") if relation(*pair, lang) == "same"] == []


def test_times_that_recur_apart_have_values_of_their_own() -> None:
    assert relation("Går upp klockan 5 på vardagar", "Går upp klockan 9 på helger", "sv") == "different"
    assert relation("Går upp klockan 5 på vardagar", "Går upp klockan 6 på vardagar", "sv") == "contradicts"
