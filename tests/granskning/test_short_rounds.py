"""A round in which fewer could be judged than were planned says so in words."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from granskning.domain.figures import DISPUTED, Figures, summarise
from granskning.domain.intervals import decide_with_skips
from granskning.models import Item
from granskning.proviso_words import provisos
from granskning.result_words import more_labels
from granskning.services.rounds import close
from tests.granskning.answering import pressed
from tests.granskning.making import NOW, a_round, reviewer


def figures(right: int, skipped: int, size: int, *, disputed: int = 0, waiting: int = 0) -> Figures:
    labels = ["correct"] * right + ["skipped"] * skipped + [DISPUTED] * disputed + [""] * waiting
    return summarise(labels, frame_size=size)


def test_a_reserve_that_ran_out_is_told_with_what_it_does_to_the_interval() -> None:
    short, undecided = provisos(figures(24, 36, 200), 30)
    assert short == (
        "Av de 30 fakta som omgången planerades för blev 24 avgjorda. Reserven tog slut. Intervallet bygger "
        "därför på färre svar än det var tänkt, och är oftast bredare."
    )
    assert undecided.startswith("36 fakta är inte avgjorda.")


@pytest.mark.parametrize(
    ("found", "planned", "says"),
    [
        (figures(1, 7, 50), 4, ["blev ett avgjort. Reserven tog slut.", "7 fakta är inte avgjorda."]),
        (figures(27, 3, 30), 30, ["blev 27 avgjorda. Listan hade inga andra att dra i stället."]),
        (figures(27, 0, 90, disputed=3), 30, ["blev 27 avgjorda. Intervallet", "3 fakta är inte avgjorda."]),
        (figures(30, 4, 200), 30, ["4 fakta är inte avgjorda."]),
        (figures(10, 0, 200, waiting=20), 30, ["Omgången stängdes innan alla svar fanns"]),
    ],
)
def test_only_what_is_so_is_said(found: Figures, planned: int, says: list[str]) -> None:
    told = provisos(found, planned)
    assert len(told) == len(says)
    assert all(part in sentence for part, sentence in zip(says, told, strict=True))


def test_where_no_number_of_answers_could_settle_it_none_is_spoken_of() -> None:
    (told,) = more_labels(decide_with_skips(4, 0, 12, 27))
    assert told.startswith("Inte ens om resten av listan granskades")


@pytest.mark.django_db
def test_the_result_page_says_it_of_a_round_that_skips_ended() -> None:
    drawn, rut, client = a_round(2, frame=6), reviewer(), Client()
    for value in ("skipped", "correct", "skipped", "skipped"):
        pressed(Item.objects.filter(round=drawn).wanted()[0], rut, value)
    close(round=drawn, now=NOW)
    client.force_login(rut)
    html = client.get(reverse("round_result", args=[drawn.pk])).text
    assert "Av de 2 fakta som omgången planerades för blev ett avgjort. Reserven tog slut." in html
