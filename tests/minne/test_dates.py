"""Time expressions and their last day, each worked out by hand from a calendar."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minne.extraction.almanac import HOLIDAYS, easter, iso_week
from minne.extraction.dates import Period, find_period, find_periods

TUESDAY = date(2026, 3, 10)  # in ISO week 11; Easter Sunday is 5 April, midsummer's eve 19 June

SWEDISH = [
    # months
    ("Jag pluggar inför tentan i maj.", "2026-05-31"),
    ("Jag ska springa Göteborgsvarvet i maj och behöver ett program.", "2026-05-31"),
    ("Jag vikarierar till december", "2026-12-31"),
    ("Jag arbetar deltid fram till september.", "2026-09-30"),
    ("Jag är ledig under juli.", "2026-07-31"),
    ("Den ska lanseras i augusti.", "2026-08-31"),
    ("Jag är på kurs hela mars", "2026-03-31"),
    ("Vi gifter oss i maj nästa år", "2027-05-31"),
    ("Vi gifter oss i maj 2027", "2027-05-31"),
    ("Jag slutar i februari", "2027-02-28"),
    ("Jag ska vara klar i feb 2028", "2028-02-29"),
    ("Kontraktet löper t.o.m. augusti", "2026-08-31"),
    ("Jag bor hos mamma till och med juni.", "2026-06-30"),
    ("Jag reser i maj och juni", "2026-06-30"),
    ("Jag är i Spanien från maj till augusti", "2026-08-31"),
    ("Jag hyr ut mellan november och februari", "2027-02-28"),
    ("Jag jobbar i Oslo april–juni", "2026-06-30"),
    ("Jag har gipsad arm till slutet av april.", "2026-04-30"),
    ("Vi flyttar i mitten av maj", "2026-05-20"),
    ("Jag börjar i början av juni", "2026-06-10"),
    ("Jag är klar sent i november", "2026-11-30"),
    ("Boken ska ut före slutet av oktober", "2026-10-31"),
    ("Jag ska vara klar innan juni", "2026-05-31"),
    ("Vi åker sista veckan i juli", "2026-07-31"),
    ("Vi åker första veckan i juli", "2026-07-07"),
    ("Jag är bortrest nästa månad", "2026-04-30"),
    ("Jag kan inte använda vänster hand den här månaden.", "2026-03-31"),
    ("Jag är sjukskriven månaden ut, till månadens slut", "2026-03-31"),
    ("Jag hyr i andra hand till sista juni.", "2026-06-30"),
    ("Jag flyttar vid månadsskiftet", "2026-03-31"),
    ("Jag flyttar månadsskiftet april/maj", "2026-04-30"),
    ("Jag går på kurs varje tisdag i april", "2026-04-30"),
    ("Jag jobbar månaden ut", "2026-03-31"),
    ("Jag vikarierar vårterminen ut", "2026-06-15"),
    ("Resten av månaden jobbar jag hemifrån", "2026-03-31"),
    # days
    ("Jag är sjukskriven till den 1 april.", "2026-04-01"),
    ("Vi ska flytta till Visby den 15 april.", "2026-04-15"),
    ("Flytten är 15 april", "2026-04-15"),
    ("Min deadline för ansökan är 2026-04-30.", "2026-04-30"),
    ("Jag måste lämna in senast 30/4", "2026-04-30"),
    ("Tentan är den 5/6", "2026-06-05"),
    ("Inlämning 30/4 2027", "2027-04-30"),
    ("Vi ses 30.4.2026", "2026-04-30"),
    ("Jag ska vara klar innan 1 juni", "2026-05-31"),
    ("Ansökan ska in senast den 3 juni", "2026-06-03"),
    ("Jag åker den femtonde april", "2026-04-15"),
    ("Jag åker den 1:a maj", "2026-05-01"),
    ("Jag åker 2 januari", "2027-01-02"),
    ("Jag åker den 2 jan. 2028", "2028-01-02"),
    ("Jag är borta 5–10 juni", "2026-06-10"),
    ("Jag är borta den 5 till den 10 juni", "2026-06-10"),
    ("Jag är borta från 28 maj till 4 juni", "2026-06-04"),
    ("Mötet är fredag den 20 mars", "2026-03-20"),
    ("Hyran ska in den 27:e", "2026-03-27"),
    ("Jag får svar den 3:e.", "2026-04-03"),
    ("Jag ska till tandläkaren idag", "2026-03-10"),
    ("Jag är barnvakt i kväll", "2026-03-10"),
    ("Jag har prov imorgon", "2026-03-11"),
    ("Jag har prov i övermorgon", "2026-03-12"),
    # weekdays
    ("Jag ska hålla föredrag om AI på måndag.", "2026-03-16"),
    ("Jag måste bli klar till fredag", "2026-03-13"),
    ("Jag jobbar natt t.o.m. fredag", "2026-03-13"),
    ("Vi ses nästa fredag", "2026-03-20"),
    ("Vi ses nu på torsdag", "2026-03-12"),
    ("Jag ska på konsert på tisdag", "2026-03-17"),
    ("Jag ska på konsert på lördag kväll", "2026-03-14"),
    ("Jag ska lämna in före fredag", "2026-03-12"),
    ("Jag ska på möte på onsdag nästa vecka", "2026-03-18"),
    ("Jag jobbar på lördag och söndag", "2026-03-15"),
    # weeks and weekends
    ("Jag är bortrest nästa vecka", "2026-03-22"),
    ("Jag jobbar hemifrån den här veckan", "2026-03-15"),
    ("Jag jobbar hemifrån hela veckan", "2026-03-15"),
    ("Jag jobbar hemma resten av veckan", "2026-03-15"),
    ("Jag ska träffa banken i veckan", "2026-03-15"),
    ("Jag har semester v. 29", "2026-07-19"),
    ("Jag har semester v28-31", "2026-08-02"),
    ("Jag är ledig vecka 14", "2026-04-05"),
    ("Jag är ledig vecka 5", "2027-02-07"),
    ("Jag ska måla om i helgen", "2026-03-15"),
    ("Jag ska måla om nästa helg", "2026-03-22"),
    ("Jag är i stugan över helgen", "2026-03-15"),
    # years, quarters, terms
    ("Mitt mål är att läsa 20 böcker i år.", "2026-12-31"),
    ("Jag sparar till en resa till Japan nästa år.", "2027-12-31"),
    ("Jag är tjänstledig resten av året", "2026-12-31"),
    ("Jag är tjänstledig till årets slut", "2026-12-31"),
    ("Jag är tjänstledig till årsskiftet", "2026-12-31"),
    ("Jag ska vara klar före årsskiftet", "2026-12-31"),
    ("Avtalet gäller till 2028", "2028-12-31"),
    ("Jag studerar under 2027", "2027-12-31"),
    ("Vi lanserar i Q3", "2026-09-30"),
    ("Vi lanserar under tredje kvartalet", "2026-09-30"),
    ("Vi lanserar kvartal 1 2027", "2027-03-31"),
    ("Vi bygger om andra halvåret", "2026-12-31"),
    ("Jag läser en kurs HT26", "2027-01-15"),
    ("Jag läser en kurs vt 2027", "2027-06-15"),
    ("Jag läser statistik den här terminen", "2026-06-15"),
    ("Jag läser statistik nästa termin", "2027-01-15"),
    ("Jag är mentor läsåret ut, hela läsåret", "2026-06-15"),
    ("Jag är mentor läsåret 26/27", "2027-06-15"),
    # seasons and holidays
    ("Till hösten börjar jag läsa till förskollärare.", "2026-11-30"),
    ("Jag ska bli vegetarian före sommaren.", "2026-05-31"),
    ("Jag är praktikant våren ut", "2026-05-31"),
    ("Jag går på antibiotika i tio dagar", "2026-03-20"),
    ("Jag har kryckor sex veckor framåt", "2026-04-21"),
    ("Jag vill kunna simma före midsommar", "2026-06-18"),
    ("Jag är vikarie hela våren", "2026-05-31"),
    ("Jag läser spanska i vår", "2026-05-31"),
    ("I vår ska jag springa halvmaran", "2026-05-31"),
    ("Jag jobbar i kiosk i sommar", "2026-08-31"),
    ("Vi reser till Japan nästa sommar", "2027-08-31"),
    ("Vi reser till Japan sommaren 2028", "2028-08-31"),
    ("Jag tränar inför vintern", "2026-11-30"),
    ("Jag bor i Kiruna i vinter", "2027-02-28"),
    ("Jag bor hos dem över sommaren", "2026-08-31"),
    ("Jag planerar att lansera min webbshop före jul.", "2026-12-23"),
    ("Jag är hemma till påsk", "2026-04-06"),
    ("Jag ska vara klar innan påsk", "2026-04-02"),
    ("Jag är på landet till midsommar", "2026-06-20"),
    ("Jag är på landet över nyår", "2026-12-31"),
    ("Jag ska sluta snusa innan nyår", "2026-12-31"),
    ("Jag är hemma fram till 14:e", "2026-03-14"),
    ("Vi ses på julafton", "2026-12-24"),
    ("Jag är ledig på höstlovet", "2026-11-01"),
    ("Jag ska vara klar till kristi himmelsfärd", "2026-05-14"),
    # durations
    ("Jag är på Gotland i två veckor", "2026-03-24"),
    ("Jag är på Gotland i två veckor till", "2026-03-24"),
    ("Vi flyttar om tre månader", "2026-06-10"),
    ("Jag slutar inom 14 dagar", "2026-03-24"),
    ("Jag är tjänstledig i ett halvår", "2026-09-10"),
    ("Jag har ett vikariat de närmaste sex månaderna", "2026-09-10"),
    ("Jag är föräldraledig ett år till.", "2027-03-10"),
    ("Jag har tre veckor kvar på kursen", "2026-03-31"),
    ("Vi är i Italien i två veckor i juli", "2026-07-31"),
]

ENGLISH = [
    # months
    ("My thesis is due in May", "2026-05-31"),
    ("My wife and I are expecting a baby in August.", "2026-08-31"),
    ("I'm on leave until September", "2026-09-30"),
    ("I'm on leave through June", "2026-06-30"),
    ("I'm away in June and July", "2026-07-31"),
    ("I'm in Spain from May to August", "2026-08-31"),
    ("I'm in Spain between November and February", "2027-02-28"),
    ("The lease runs until the end of May", "2026-05-31"),
    ("We're moving in mid-May", "2026-05-20"),
    ("I start in early June", "2026-06-10"),
    ("I'm done by late November", "2026-11-30"),
    ("I start at the beginning of July", "2026-07-10"),
    ("I want to be done before June", "2026-05-31"),
    ("We are getting married in May next year", "2027-05-31"),
    ("We are getting married in May 2027", "2027-05-31"),
    ("We are getting married next May", "2027-05-31"),
    ("I'm travelling next month", "2026-04-30"),
    ("I'm working nights this month", "2026-03-31"),
    ("I work nights until the end of the month", "2026-03-31"),
    ("The first week of July I'm off", "2026-07-07"),
    ("in march I will start running", "2026-03-31"),
    # days
    ("I'm on sick leave until June 5", "2026-06-05"),
    ("Remember my flight is on April 2.", "2026-04-02"),
    ("My exam is on 2 April", "2026-04-02"),
    ("My exam is on the 2nd of April", "2026-04-02"),
    ("My exam is April 2nd, 2027", "2027-04-02"),
    ("My exam is on Friday, March 20", "2026-03-20"),
    ("The deadline is 2026-04-30", "2026-04-30"),
    ("The deadline is 04/30/2026", "2026-04-30"),
    ("I'm away June 5-10", "2026-06-10"),
    ("I'm away June 5 to 10", "2026-06-10"),
    ("I'm away from May 28 to June 4", "2026-06-04"),
    ("My rent is due on the 27th", "2026-03-27"),
    ("I'll know by the 3rd.", "2026-04-03"),
    ("I have to hand it in before May 3", "2026-05-02"),
    ("I'm free the week of April 6", "2026-04-12"),
    ("I need 2 more days", "2026-03-12"),
    ("I'm vegan for the month of January", "2027-01-31"),
    ("I'm away from the 5th to the 12th of April", "2026-04-12"),
    ("I'm hosting Thanksgiving this year", "2026-11-26"),
    ("I've got finals the second week of May", "2026-05-14"),
    ("By September I want to speak Spanish", "2026-09-30"),
    ("I plan to retire by 2040", "2040-12-31"),
    ("I'm seeing the dentist today", "2026-03-10"),
    ("I have an exam tomorrow", "2026-03-11"),
    ("I have an exam the day after tomorrow", "2026-03-12"),
    # weekdays
    ("I have to finish my thesis by Friday.", "2026-03-13"),
    ("I'm giving a talk on Monday", "2026-03-16"),
    ("I'm giving a talk next Friday", "2026-03-20"),
    ("I'm giving a talk this Thursday", "2026-03-12"),
    ("I'm giving a talk Wednesday next week, on Wednesday next week", "2026-03-18"),
    ("I must decide before Friday", "2026-03-12"),
    ("We play on Saturday night", "2026-03-14"),
    # weeks and weekends
    ("I'm working from home this week.", "2026-03-15"),
    ("I'm on vacation next week", "2026-03-22"),
    ("I'm off the rest of the week", "2026-03-15"),
    ("I must be done by the end of the week", "2026-03-15"),
    ("I'm moving this weekend", "2026-03-15"),
    ("I'm moving next weekend", "2026-03-22"),
    ("I'm hiking over the weekend", "2026-03-15"),
    ("I'm off week 14", "2026-04-05"),
    # years and quarters
    ("I want to read 20 books this year", "2026-12-31"),
    ("I'm saving for a trip to Japan next year", "2027-12-31"),
    ("I want to be debt free by the end of the year", "2026-12-31"),
    ("I want to be debt free by year's end", "2026-12-31"),
    ("I'm here until 2028", "2028-12-31"),
    ("I'm retiring in 2030", "2030-12-31"),
    ("We launch in Q3", "2026-09-30"),
    ("We launch next quarter", "2026-06-30"),
    ("We launch in the second half of the year", "2026-12-31"),
    # seasons and holidays
    ("I'm trying to quit smoking before summer.", "2026-05-31"),
    ("I'm working at a camp this summer", "2026-08-31"),
    ("I'm working at a camp over the summer", "2026-08-31"),
    ("I start college in the fall", "2026-11-30"),
    ("I'm training for a race in spring", "2026-05-31"),
    ("I'm staying through the winter", "2027-02-28"),
    ("We launch in the summer of 2027", "2027-08-31"),
    ("I want to finish it before Christmas", "2026-12-24"),
    ("I'm home until Easter", "2026-04-06"),
    ("I want to lose weight by Thanksgiving", "2026-11-26"),
    ("I'll be done before the new year", "2026-12-31"),
    # durations
    ("I'm in Rome for two weeks", "2026-03-24"),
    ("I'm in Rome for the next three months", "2026-06-10"),
    ("We're moving in two weeks", "2026-03-24"),
    ("I'll be done within ten days", "2026-03-20"),
    ("I'm here for another month", "2026-04-10"),
    ("I have two more weeks on crutches", "2026-03-24"),
    ("I'm in Rome for two weeks in July", "2026-07-31"),
]

ON_OTHER_DAYS = [
    ("sv", "2026-06-02", "Jag pluggar till tentan i maj", "2027-05-31"),
    ("sv", "2026-05-17", "Jag pluggar till tentan i maj", "2026-05-31"),
    ("sv", "2026-05-31", "Jag pluggar till tentan i maj", "2026-05-31"),
    ("sv", "2026-12-30", "Jag är ledig nästa vecka", "2027-01-10"),
    ("sv", "2026-12-30", "Jag är ledig v. 1", "2027-01-10"),
    ("sv", "2026-12-30", "Jag är ledig nästa månad", "2027-01-31"),
    ("sv", "2026-03-15", "Jag ska måla i helgen", "2026-03-15"),
    ("sv", "2026-03-13", "Jag ska måla på fredag", "2026-03-20"),
    ("sv", "2026-07-01", "Jag ska bli klar före sommaren", "2027-05-31"),
    ("sv", "2026-12-26", "Jag ska bli klar före jul", "2027-12-23"),
    ("sv", "2026-01-20", "Jag bor i Åre i vinter", "2026-02-28"),
    ("sv", "2024-01-20", "Jag bor i Åre i vinter", "2024-02-29"),
    ("sv", "2026-01-31", "Vi flyttar om en månad", "2026-02-28"),
    ("sv", "2026-04-20", "Jag är hemma till påsk", "2027-03-29"),
    ("sv", "2026-10-01", "Jag läser kursen den här terminen", "2027-01-15"),
    ("sv", "2026-03-10", "Jag fyller 50 den 29 februari", "2027-02-28"),
    ("en", "2026-06-02", "My exam is in May", "2027-05-31"),
    ("en", "2026-12-30", "I'm off next month", "2027-01-31"),
    ("en", "2026-12-30", "I'm off on Friday", "2027-01-01"),
    ("en", "2026-11-30", "I want to be done before December", "2026-11-30"),
    ("en", "2026-03-16", "I'm off on Monday", "2026-03-23"),
]

NO_END = [
    ("sv", "Jag är ledig till sportlovet"),
    ("sv", "Jag pluggar till tentan"),
    ("sv", "Jag börjar efter midsommar"),
    ("sv", "Från och med augusti bor jag i Lund"),
    ("sv", "Jag är borta i några veckor"),
    ("sv", "Jag är borta ett par dagar till"),
    ("sv", "Jag flyttade hit förra veckan"),
    ("sv", "Jag åt pizza igår"),
    ("sv", "Jag slutade i fjol"),
    ("sv", "Jag bor i Göteborg sedan 2015"),
    ("sv", "Jag bor i Göteborg sedan i maj"),
    ("sv", "Jag gick i skolan i maj i fjol"),
    ("sv", "Jag jobbade där till 2019"),
    ("sv", "Jag flyttade till Umeå i maj"),
    ("sv", "I maj flyttade jag till Umeå"),
    ("sv", "Jag bodde i Lund i två år"),
    ("sv", "Jag har programmerat i Java i tio år."),
    ("sv", "Jag har cyklat till jobbet varje dag i fem år."),
    ("sv", "Jag är född i maj"),
    ("sv", "Jag har varit sjuk de senaste två veckorna"),
    ("sv", "Jag flyttade för två år sedan"),
    ("sv", "Jag var i Rom i somras"),
    ("sv", "Jag var i Rom i måndags"),
    ("sv", "Man kan lära sig spanska på ett år."),
    ("sv", "Jag tränar tre gånger i veckan"),
    ("sv", "Jag tränar på måndagar"),
    ("sv", "Jag brukar bada i sommar"),
    ("sv", "På sommaren bor jag i stugan"),
    ("sv", "Varje maj åker vi till Rom"),
    ("sv", "Jag bor i vår gamla lägenhet"),
    ("sv", "Jag drömmer om att resa till Mars"),
    ("sv", "Jag heter Maj och gillar majs, marsipan och julmust"),
    ("sv", "Jag behöver 1/2 liter mjölk"),
    ("sv", "Jag är tillgänglig 24/7"),
    ("sv", "Det kostar upp till 2030 kr"),
    ("sv", "Jag är 42 år och jobbar på ett försäkringsbolag."),
    ("sv", "Jag är gravid i vecka 20"),
    ("sv", "Jag läser andra året på juristprogrammet i Lund."),
    ("sv", "Jag har sex barn och tre hundar"),
    ("sv", "Jag använder Python 3.12"),
    ("sv", ""),
    ("en", "The deadline is 4/30"),
    ("en", "The deadline is 4/5"),
    ("en", "I may go to Spain"),
    ("en", "March on, I say"),
    ("en", "We march in line and may sing"),
    ("en", "I work with April and June"),
    ("en", "I've been using Vim for ten years."),
    ("en", "I haven't slept in two weeks"),
    ("en", "I moved to Denver in May"),
    ("en", "I worked there until 2019"),
    ("en", "I worked there until May"),
    ("en", "I lived there for two years"),
    ("en", "I was born in May"),
    ("en", "I quit last year"),
    ("en", "I was there in 2019"),
    ("en", "I was there in May last year"),
    ("en", "I moved here two years ago"),
    ("en", "I have been ill for the last two weeks"),
    ("en", "I usually work out in the mornings."),
    ("en", "I usually swim in summer"),
    ("en", "I play football on Fridays"),
    ("en", "Every Friday I play football"),
    ("en", "I go running three times a week"),
    ("en", "I had pizza yesterday."),
    ("en", "I'm busy until the exam"),
    ("en", "I hope to finish in a year or two"),
    ("en", "I'm reading a book by May Sarton"),
    ("en", "I swim every day in summer"),
    ("en", "I'm away for a few weeks"),
    ("en", "I use Spring and fall asleep early"),
    ("en", "I build services in Spring Boot"),
    ("en", "Please keep your answers under 100 words."),
    ("en", "I live in New York since May"),
    ("en", "I'm here from June"),
]


@pytest.mark.parametrize(("text", "end"), SWEDISH)
def test_a_swedish_period_ends_on_its_last_day(text: str, end: str) -> None:
    period = find_period(text, TUESDAY, "sv")
    assert period is not None
    assert str(period.end) == end


@pytest.mark.parametrize(("text", "end"), ENGLISH)
def test_an_english_period_ends_on_its_last_day(text: str, end: str) -> None:
    period = find_period(text, TUESDAY, "en")
    assert period is not None
    assert str(period.end) == end


@pytest.mark.parametrize(("lang", "on", "text", "end"), ON_OTHER_DAYS)
def test_the_day_it_was_said_decides_which_year(lang: str, on: str, text: str, end: str) -> None:
    period = find_period(text, date.fromisoformat(on), lang)
    assert period is not None
    assert str(period.end) == end


@pytest.mark.parametrize(("lang", "text"), NO_END)
def test_what_is_past_habitual_or_unknown_has_no_end(lang: str, text: str) -> None:
    period = find_period(text, TUESDAY, lang)
    assert period is None or period.end is None


def test_the_span_is_where_the_expression_stands() -> None:
    text = "Jag är sjukskriven till den 1 april, tyvärr."
    period = find_period(text, TUESDAY, "sv")
    assert period == Period(None, date(2026, 4, 1), (19, 35), "till den 1 april")
    assert text[19:35] == "till den 1 april"


def test_a_period_has_a_start_where_one_is_named() -> None:
    period = find_period("Jag är i Spanien från maj till augusti", TUESDAY, "sv")
    assert period is not None
    assert period.start == date(2026, 5, 1)


def test_what_starts_without_an_end_keeps_its_start() -> None:
    period = find_period("Jag börjar efter midsommar", TUESDAY, "sv")
    assert period == Period(date(2026, 6, 21), None, (11, 26), "efter midsommar")


def test_a_limit_wins_over_a_date_beside_it() -> None:
    period = find_period("På måndag börjar jag ett vikariat som varar till juni", TUESDAY, "sv")
    assert period is not None
    assert period.end == date(2026, 6, 30)


def test_every_period_is_found_in_order() -> None:
    periods = find_periods("I maj reser jag och till december jobbar jag", TUESDAY, "sv")
    assert [period.text for period in periods] == ["I maj", "till december"]


@pytest.mark.parametrize(
    ("year", "month", "day"),
    [(2000, 4, 23), (2008, 3, 23), (2011, 4, 24), (2024, 3, 31), (2025, 4, 20), (2026, 4, 5), (2038, 4, 25)],
)
def test_easter_falls_as_the_tables_say(year: int, month: int, day: int) -> None:
    assert easter(year) == date(year, month, day)


@pytest.mark.parametrize(
    ("name", "year", "first"),
    [
        ("midsummer_eve", 2026, "2026-06-19"),
        ("midsummer_eve", 2027, "2027-06-25"),
        ("all_saints", 2026, "2026-10-31"),
        ("advent", 2026, "2026-11-29"),
        ("thanksgiving", 2026, "2026-11-26"),
        ("labor_day", 2026, "2026-09-07"),
        ("memorial_day", 2026, "2026-05-25"),
        ("ascension", 2026, "2026-05-14"),
        ("whitsun", 2026, "2026-05-24"),
    ],
)
def test_a_movable_feast_falls_on_its_day(name: str, year: int, first: str) -> None:
    assert str(HOLIDAYS[name](year).start) == first


def test_the_first_week_may_begin_in_december() -> None:
    assert iso_week(2026, 1).start == date(2025, 12, 29)


PIECES = st.sampled_from(
    [text.split(maxsplit=1)[-1] for _, text in NO_END if text]
    + [text for text, _ in SWEDISH + ENGLISH]
    + [
        "till",
        "until",
        "den 31 februari",
        "32/13",
        "v. 54",
        "i 999 år",
        "2026-02-30",
        "före idag",
        "May 31st",
        "–",
    ]
)
DAYS = st.dates(min_value=date.min, max_value=date.max)


@settings(deadline=None, max_examples=300)
@given(
    st.one_of(st.text(max_size=80), st.lists(PIECES, max_size=4).map(" ".join)),
    DAYS,
    st.sampled_from(["sv", "en"]),
)
def test_no_text_on_any_day_breaks_it_or_gives_an_end_already_past(text: str, on: date, lang: str) -> None:
    for period in find_periods(text, on, lang):
        assert period.end is None or period.end >= on
        assert period.start is None or period.end is None or period.start <= period.end
        assert text[slice(*period.span)] == period.text
