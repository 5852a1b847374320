from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from granskning.forms import GuidelinesForm
from granskning.models import Guidelines
from granskning.models.guidelines import LONGEST
from granskning.services.guidelines import OvertakenError, revise
from granskning.services.rounds import close
from tests.granskning.making import NOW, a_round, administrator, reviewer
from tests.minne.pages import logged_in

pytestmark = pytest.mark.django_db

ADDRESS = "/granskning/riktlinjer/"
EDIT = f"{ADDRESS}andra/"
HOSTILE = ["</div><img src=x onerror=alert(1)>", "{{7*7}} {% now 'Y' %}", '- " hx-get="/x" x="', "# <script>"]


def client_of(user: User, language: str = "sv") -> Client:
    client = logged_in(user)
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    return client


def saved(client: Client, swedish: str, english: str = "", based_on: int | None = None) -> Any:
    number = based_on or Guidelines.objects.current().number
    data = {"swedish": swedish, "english": english, "based_on": number}
    return client.post(EDIT, data, follow=True)


def test_the_first_version_says_what_outdated_means_beside_incorrect_in_both_languages() -> None:
    swedish = client_of(reviewer()).get(ADDRESS).content.decode()
    english = client_of(reviewer("siv"), "en").get(ADDRESS).content.decode()
    assert "Inaktuellt eller stämmer inte?" in swedish
    assert "Outdated or incorrect?" in english
    assert 'lang="en"' in english.split("<main")[1]


def test_a_change_is_a_new_version_and_the_old_one_stays_to_be_read() -> None:
    ada = administrator()
    page = saved(client_of(ada), "Nytt.\r\n- ett\r\n- två").content.decode()
    assert "<li>ett</li>" in page
    made = Guidelines.objects.current()
    assert (made.number, made.swedish, made.created_by) == (2, "Nytt.\n- ett\n- två", ada)
    client = client_of(reviewer())
    assert "Inaktuellt eller stämmer inte?" in client.get(f"{ADDRESS}1/").content.decode()
    assert "Inaktuellt eller" not in client.get(ADDRESS).content.decode()
    assert client.get(f"{ADDRESS}3/").status_code == 404


def test_without_english_the_swedish_is_for_everybody_and_marked_as_such() -> None:
    saved(client_of(administrator()), "Bara svenska.")
    english = client_of(reviewer(), "en").get(ADDRESS).content.decode()
    assert "Bara svenska." in english
    assert 'lang="sv"' in english.split("<main")[1]


def test_saving_the_same_text_makes_no_version() -> None:
    current = Guidelines.objects.current()
    page = saved(client_of(administrator()), current.swedish, current.english).content.decode()
    assert "Inget var ändrat" in page
    assert Guidelines.objects.count() == 1


def test_what_somebody_else_saved_meanwhile_is_not_written_over_unseen() -> None:
    client, now = client_of(administrator()), timezone.now()
    revise(based_on=Guidelines.objects.current().number, swedish="Hennes", english="", by=reviewer(), now=now)
    refused = saved(client, "Mitt", based_on=1)
    page = refused.content.decode()
    assert refused.status_code == 422
    assert "har sparat version 2 medan du skrev" in page
    assert ">\nMitt</textarea>" in page
    assert Guidelines.objects.current().swedish == "Hennes"
    with pytest.raises(OvertakenError):
        revise(based_on=1, swedish="Mitt", english="", by=administrator("eva"), now=now)
    assert 'name="based_on" value="2"' in page


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "måste fyllas i"),
        ("ett\0två", "Null"),
        ("ett\ud800två", "ensam surrogat"),
        ("a" * (LONGEST + 1), str(LONGEST)),
    ],
)
def test_what_cannot_be_kept_is_refused_by_name(text: str, why: str) -> None:
    form = GuidelinesForm({"swedish": text, "english": "", "based_on": 1})
    assert not form.is_valid()
    assert why in str(form.errors["swedish"])


@pytest.mark.one_database
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_stays_text_on_every_page(hostile: str) -> None:
    ada, drawn = administrator(), None
    saved(client_of(ada), hostile)
    drawn = a_round(1, now=timezone.now())
    for address in (ADDRESS, EDIT, f"/granska/{drawn.pk}/", f"/granska/{drawn.pk}/riktlinjer/"):
        main = client_of(ada).get(address).content.decode().split("<main")[1]
        assert "<img" not in main
        assert "<script>" not in main
        assert ' hx-get="/x"' not in main
        assert "7*7" in main or "{{" not in hostile


def test_a_round_is_labelled_under_the_version_it_began_with_and_its_page_says_which() -> None:
    drawn, ada = a_round(1), client_of(administrator())
    saved(ada, "Nya ord.")
    assert drawn.guidelines == Guidelines.objects.get(number=1)
    for address in (f"/granska/{drawn.pk}/", f"/granska/{drawn.pk}/riktlinjer/"):
        page = ada.get(address).content.decode()
        assert "Inaktuellt eller stämmer inte?" in page
        assert "Nya ord." not in page
    close(round=drawn, now=NOW)
    assert f'href="{ADDRESS}1/">version 1</a>' in ada.get(f"/granskning/{drawn.pk}/").content.decode()


def test_the_text_that_a_round_was_labelled_under_is_kept() -> None:
    a_round(1)
    with pytest.raises(Exception, match="protected"):
        Guidelines.objects.all().delete()
