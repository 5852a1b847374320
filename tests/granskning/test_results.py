"""The page of a round: what it says, to whom, and that every place says the same."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from granskning.models import Item, Look, Round
from granskning.services import adjudication, report, results
from granskning.services.history import history
from granskning.services.rounds import close, start_round
from minne.models import Fact, PolicyVersion
from tests.granskning.answering import answer, closed, give
from tests.granskning.making import NOW, a_round, administrator, fact, facts, person, reviewer, sample
from tests.minne.pages import logged_in

pytestmark = pytest.mark.django_db

HOSTILE = ("</script><img src=x onerror=alert(1)>", "{{7*7}} {% now 'Y' %}", '" hx-get="/x" x="')


def page(user: User, drawn: Round) -> str:
    client = logged_in(user)
    answer = client.get(reverse("round_result", args=[drawn.pk]))
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode().replace("\N{NO-BREAK SPACE}", " "))


def test_27_of_30_from_50_reads_40_to_47_everywhere() -> None:
    drawn = closed(correct=27, incorrect=2, outdated=1, frame=50)
    assert drawn.result
    assert (drawn.result["low"], drawn.result["high"]) == (40, 47)
    told = page(reviewer("siv"), drawn)
    assert "27 av 30 stämde." in told
    assert "Av listans 50 fakta stämmer mellan 40 och 47 (95 %)." in told
    assert "80–94 %" in told
    assert "40–47 av 50" in told
    past = history().rounds[-1]
    assert (past.figures.low, past.figures.high, past.figures.size) == (40, 47, 50)
    after = report.report(drawn).after_repair
    assert after
    assert (after.list_low, after.list_high, after.list_size) == (40, 47, 47)
    assert (after.remainder_low, after.remainder_high, after.remainder_size) == (13, 20, 20)


def test_the_page_tells_what_is_left_after_a_repair_and_in_what_was_not_drawn() -> None:
    told = page(reviewer("siv"), closed(correct=27, incorrect=3, frame=50))
    assert (
        "Med felen borta har listan 47 fakta. Av dem stämmer mellan 40 och 47 (95 %), alltså 85,1–100 %."
        in told
    )
    assert "Av de 20 som ingen har granskat stämmer mellan 13 och 20 (95 %), alltså 65–100 %." in told


@pytest.mark.one_database
def test_a_whole_list_is_a_count_on_the_page_too() -> None:
    told = page(reviewer("siv"), closed(correct=5, incorrect=1, frame=6))
    assert "det är en räkning och inte en uppskattning" in told
    assert "Vad betyder 95 %?" not in told


def test_facts_that_had_no_confidence_are_out_of_the_calibration_and_said_to_be() -> None:
    """As in a confirmation, of what only the proposed policy would take in."""
    drawn = closed(correct=5, incorrect=1, frame=9)
    newcomer = sample(drawn)[0]
    Item.objects.filter(pk=newcomer.pk).update(confidence=0)
    assert len(report.report(drawn).outcomes) == 5
    told = page(reviewer("siv"), drawn)
    assert "4 av 5 svar stämde" in told
    assert "Ett faktum som bara de föreslagna trösklarna skulle ta in hade ingen konfidens" in told


@pytest.mark.one_database
def test_all_skipped_is_no_ground_and_draws_nothing() -> None:
    told = page(reviewer("siv"), closed(skipped=6, frame=6))
    assert "Inget underlag." in told
    assert "NaN" not in told
    assert "<svg" not in told.split("<main", 1)[1]


@pytest.mark.one_database
def test_a_round_closed_at_once_is_no_ground() -> None:
    drawn = close(round=a_round(3), now=NOW)
    told = page(administrator(), drawn)
    assert "Omgången stängdes utan svar" in told
    assert "0 %" not in told.split("<main", 1)[1].split("Om omgången")[0]


@pytest.mark.one_database
def test_an_early_close_says_so_and_counts_to_the_first_gap() -> None:
    drawn = closed(correct=4, incorrect=1, planned=10, frame=40)
    assert drawn.result
    assert drawn.result["unlabelled"] == 5
    assert "5 av 10 fakta hade svar" in page(reviewer("siv"), drawn)


def test_an_undecided_dispute_is_counted_both_ways() -> None:
    drawn = a_round(3, reviewers=2)
    rut, siv = reviewer(), reviewer("siv")
    answer(drawn, ["correct", "correct", "correct"], by=rut)
    for item, value in zip(sample(drawn), ["correct", "correct", "incorrect"], strict=True):
        give(item, siv, value)
    found = results.of(close(round=drawn, now=NOW))
    assert (found.correct, found.disputed, found.unlabelled) == (2, 1, 0)
    assert "Olika svar" in page(rut, drawn)


@pytest.mark.one_database
def test_two_reviewers_agreement_is_told_and_a_kappa_without_meaning_in_words() -> None:
    drawn = a_round(6, reviewers=2)
    rut, siv = reviewer(), reviewer("siv")
    answer(drawn, ["correct"] * 6, by=rut)
    answer(drawn, ["correct"] * 6, by=siv)
    told = page(rut, close(round=drawn, now=NOW))
    assert "De svarade lika på 6 av 6 fakta: 100 %." in told
    assert "1,00 (Gwets AC1)" in told
    assert "Kappa är inte definierat: alla svar är lika." in told


def test_precision_uses_what_was_adjudicated() -> None:
    drawn = a_round(1, frame=1, reviewers=2)
    rut, siv, ada = reviewer(), reviewer("siv"), administrator()
    (item,) = sample(drawn)
    give(item, rut, "correct")
    give(item, siv, "outdated")
    adjudication.adjudicate(round=drawn, item=item.pk, user=ada, value="outdated", note="", now=NOW)
    drawn = close(round=drawn, now=NOW, complete_by=NOW)
    told = page(rut, drawn)
    assert "0 av 1 stämde." in told
    assert "Ett faktum fick olika svar, och det är avgjort efteråt." in told


def test_faults_are_grouped_by_type_kind_and_support() -> None:
    elin = person()
    fact(elin, "Pluggar franska", type="goal")
    fact(elin, "Dricker te", type="preference")
    drawn = start_round(user=None, n=2, now=NOW)
    rut = reviewer()
    for item in sample(drawn):
        give(item, rut, "outdated" if item.type == "goal" else "correct")
    found = report.report(close(round=drawn, now=NOW))
    assert [(group.name, group.wrong, group.answered) for group in found.by_type] == [
        ("goal", 1, 1),
        ("preference", 0, 1),
    ]
    assert [(group.name, group.wrong) for group in found.by_kind] == [("stated", 1)]
    assert [(group.name, group.wrong) for group in found.by_support] == [("1", 1)]


def test_a_wrong_fact_is_shown_with_its_evidence_and_the_look_is_logged_once() -> None:
    elin = person()
    fact(elin, "Dricker te", said="dricker te")
    drawn = start_round(user=None, n=1, now=NOW)
    rut, siv = reviewer(), reviewer("siv")
    answer(drawn, ["incorrect"], by=rut)
    close(round=drawn, now=NOW)
    assert "<mark>dricker te</mark>" in page(siv, drawn)
    page(siv, drawn)
    assert [look.person for look in Look.objects.filter(reviewer=siv)] == [elin]


def test_whoever_says_no_to_review_afterwards_is_read_by_nobody() -> None:
    elin = person()
    fact(elin, "Dricker te")
    drawn = start_round(user=None, n=1, now=NOW)
    answer(drawn, ["incorrect"], by=reviewer())
    close(round=drawn, now=NOW)
    elin.agreed_to_review = False
    elin.save()
    told = page(reviewer("siv"), drawn)
    assert "Dricker te" not in told
    assert "Personen har sagt nej till granskning sedan dess" in told
    assert not Look.objects.filter(reviewer__username="siv").exists()


def test_a_fact_erased_after_the_round_leaves_its_figures_as_they_were() -> None:
    drawn = closed(correct=4, incorrect=1, frame=6)
    before = results.of(drawn)
    wrong = Item.objects.get(round=drawn, verdicts__value="incorrect")
    assert wrong.fact
    text = wrong.text
    Fact.objects.get(pk=wrong.fact.pk).delete()
    drawn.refresh_from_db()
    assert results.of(drawn) == before
    told = page(reviewer("siv"), drawn)
    assert "Faktumet är raderat." in told
    assert text not in told


@pytest.mark.one_database
@pytest.mark.parametrize("hostile", HOSTILE)
def test_foreign_text_is_text(hostile: str) -> None:
    fact(person(), hostile, source=None, said=hostile)
    drawn = start_round(user=None, n=1, now=NOW)
    rut = reviewer(hostile[:100])
    answer(drawn, ["incorrect"], by=rut)
    told = page(rut, close(round=drawn, now=NOW))
    assert "<img src=x" not in told
    assert 'hx-get="/x"' not in told
    assert told.count(escape(hostile)) >= 3  # the fact, its quote, who answered


@pytest.mark.one_database
def test_an_open_round_shows_a_reviewer_its_progress_only() -> None:
    drawn = a_round(3)
    rut = reviewer()
    answer(drawn, ["correct", "incorrect"], by=rut)
    told = page(rut, drawn)
    assert "2 av 3 fakta är klara." in told
    assert "stämmer" not in told
    assert "Hittills" not in told


def test_an_open_round_shows_an_administrator_the_band_up_to_the_first_gap() -> None:
    drawn = a_round(6, frame=12)
    rut = reviewer()
    first, second, _, fourth, *_ = sample(drawn)
    give(first, rut, "correct")
    give(second, rut, "correct")
    give(fourth, rut, "incorrect")
    told = page(administrator(), drawn)
    found = results.band(drawn)
    assert found
    assert f"de 2 fakta som drogs först: av 12 fakta stämmer mellan {found.low} och {found.high}." in told


@pytest.mark.one_database
def test_before_the_first_answer_there_is_no_band() -> None:
    assert "är inte avgjort än" in page(administrator(), a_round(3))


@pytest.mark.one_database
@pytest.mark.parametrize(
    ("who", "status"), [("reviewer", 200), ("administrator", 200), ("elin", 403), ("", 302)]
)
def test_a_result_is_for_reviewers_and_administrators(who: str, status: int) -> None:
    drawn = closed(correct=3, frame=6)
    client = Client()
    if who:
        made = {"reviewer": reviewer, "administrator": administrator}.get(who, User.objects.create_user)
        client.force_login(made("somebody"))
    assert client.get(reverse("round_result", args=[drawn.pk])).status_code == status


def test_only_administrators_are_offered_the_export() -> None:
    drawn = closed(correct=3, frame=6)
    assert "export.csv" not in page(reviewer("siv"), drawn)
    assert "export.csv" in page(administrator(), drawn)


def test_a_round_on_ones_own_list_has_no_page_for_others() -> None:
    elin = person()
    elin.user = User.objects.create_user("elin")
    elin.save()
    facts(elin, 3)
    own = start_round(user=elin.user, n=3, person=elin, kind=Round.Kind.OWN, now=NOW)
    client = logged_in(administrator())
    assert client.get(reverse("round_result", args=[own.pk])).status_code == 404
    assert client.get(reverse("export_json", args=[own.pk])).status_code == 404


def test_about_the_round_tells_seed_frame_policy_and_who_answered() -> None:
    person("nej", agreed=False)
    facts(person("nej2", agreed=False), 1)
    drawn = closed(correct=3, frame=6)
    told = page(reviewer("siv"), drawn)
    about = told.split('id="about"')[1]
    assert "6 fakta om 1 person" in about
    assert "1, som inte har sagt ja till granskning" in about
    assert f"version {drawn.policy.number}" in about
    assert "<bdi>rut</bdi> 3" in about
    assert "8 s" in about


def test_a_result_of_an_older_version_is_summed_anew() -> None:
    drawn = closed(correct=3, incorrect=1, frame=6)
    before = results.of(drawn)
    Round.objects.filter(pk=drawn.pk).update(result={"correct": 3})
    drawn.refresh_from_db()
    assert results.of(drawn) == before


def test_the_page_costs_the_same_however_many_facts_were_right() -> None:
    client = logged_in(reviewer("siv"))
    costs = []
    for n in (5, 40):
        facts(person(f"person-{n}"), n)
        drawn = start_round(user=None, n=n, now=NOW)
        answer(drawn, ["correct"] * n, by=reviewer(f"rut-{n}"))
        close(round=drawn, now=NOW)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse("round_result", args=[drawn.pk]))
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 30


def test_rounds_over_a_part_are_told_from_those_over_everyone() -> None:
    facts(person(), 4)
    rut = reviewer()
    for type_ in ("", "preference"):
        drawn = start_round(user=None, n=2, type=type_, now=NOW)
        answer(drawn, ["correct", "correct"], by=rut)
        close(round=drawn, now=NOW)
    assert [past.sort for past in history().rounds] == ["everyone", "part"]


def test_new_thresholds_are_marked_from_the_first_round_on() -> None:
    first = PolicyVersion.objects.current()
    PolicyVersion.objects.filter(pk=first.pk).update(created_at=NOW - timedelta(days=90))
    closed(correct=3, frame=6)
    PolicyVersion.objects.create(number=2, values=first.values, created_at=NOW + timedelta(days=1))
    assert [version.number for version in history().versions] == [1, 2]
    assert [mark.labelled for _, mark in history().pictures[0].changes] == [True, True]


@pytest.mark.one_database
def test_the_overview_draws_precision_over_time() -> None:
    closed(correct=3, frame=6)
    client = logged_in(reviewer("siv"))
    told = client.get(reverse("reviews")).content.decode()
    assert "Precision över tid" in told
    assert "chart-wide" in told


def test_an_overview_without_closed_rounds_draws_nothing() -> None:
    client = logged_in(reviewer())
    assert "chart-wide" not in client.get(reverse("reviews")).content.decode()
