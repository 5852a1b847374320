"""Mail about rounds is in the language of whoever gets it."""

from __future__ import annotations

import pytest
from django.core import mail

from granskning.models import Round
from granskning.services import notices
from minne.access import REVIEWERS
from minne.services import languages
from tests.minne.pages import account

pytestmark = pytest.mark.django_db


def test_each_reader_gets_the_letter_in_their_own_language() -> None:
    account("rune", REVIEWERS)
    languages.choose(user=account("rut", REVIEWERS), language="en")
    languages.choose(user=account("ada", REVIEWERS), language="tlh")
    assert notices.round_waits(round=Round(pk=1, planned=4, frame_size=50)) == 3
    subjects = [letter.subject for letter in mail.outbox]
    swedish = "En granskning väntar: 4 fakta"
    assert subjects == [swedish, "A review waits: 4 facts", swedish]
    assert "A new round of 4 facts" in mail.outbox[1].body
