"""Getting in, getting a new password, the language, and the pages of errors."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from minne.services import languages
from tests.minne.pages import account, browser
from tests.scanning import tables_with

pytestmark = pytest.mark.django_db
PASSWORD = "ett riktigt långt lösenord"


@pytest.fixture(autouse=True)
def _quick_hashing(settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]


@pytest.fixture
def maja() -> User:
    user = account("maja")
    user.set_password(PASSWORD)
    user.save()
    return user


def log_in(client: Client, password: str = PASSWORD, **more: str) -> Any:
    return client.post(reverse("login"), {"username": "maja", "password": password, **more})


def test_the_right_password_leads_to_the_page_one_came_for(maja: User, client: Client) -> None:
    assert client.get(reverse("own_facts")).headers["Location"] == f"{reverse('login')}?next=/mina-fakta/"
    assert log_in(client, next="/mina-fakta/").headers["Location"] == "/mina-fakta/"


def test_the_login_leads_nowhere_else(maja: User, client: Client) -> None:
    assert log_in(client, next="https://example.org/").headers["Location"] == reverse("home")


def test_a_wrong_password_is_said_in_swedish_and_does_not_tell_who_exists(maja: User, client: Client) -> None:
    wrong = log_in(client, "fel").text
    nobody = client.post(reverse("login"), {"username": "ingen", "password": "fel"}).text
    errors = [re.findall(r'<ul class="errorlist.*?</ul>', page, re.DOTALL) for page in (wrong, nobody)]
    assert errors[0] == errors[1]
    assert "lösenord" in errors[0][0]


def test_many_wrong_passwords_close_the_door_for_a_while(maja: User, client: Client) -> None:
    for _ in range(10):
        response = log_in(client, "fel")
    assert response.status_code == 429
    assert "För många försök" in response.text
    assert log_in(client).status_code == 429


def test_what_is_kept_of_a_wrong_password_has_no_words_of_ones_own_and_goes_with_the_right_one(
    maja: User, client: Client
) -> None:
    client.get(reverse("own_facts"), {"q": "vaktelägg"}, follow=True)
    log_in(client, "fel vaktelägg", next="/mina-fakta/?q=vaktelägg")
    assert set(tables_with(["vaktelägg"])) == set()
    assert set(tables_with(["/logga-in/"])) == {"axes_accessattempt"}
    log_in(client)
    client.post(reverse("logout"))
    assert tables_with(["/logga-in/"]) == {}


def test_logging_out_is_a_press_and_not_a_link(maja: User) -> None:
    client = browser("maja")
    assert client.get(reverse("logout")).status_code == 405
    client.post(reverse("logout"))
    assert client.get(reverse("home")).status_code == 302


def test_a_new_password_comes_by_mail(maja: User, client: Client) -> None:
    client.post(reverse("password_reset"), {"email": maja.email})
    (letter,) = mail.outbox
    assert letter.subject == "Välj ett nytt lösenord till Minne"
    link = re.search(r"https?://testserver(\S+)", str(letter.body))
    assert link
    assert "&" not in letter.body
    form = client.get(link.group(1), follow=True)
    address = form.redirect_chain[-1][0]
    new = "ett helt annat lösenord"
    response = client.post(address, {"new_password1": new, "new_password2": new}, follow=True)
    assert "Lösenordet är bytt" in response.text
    assert log_in(client, new).status_code == 302
    assert "redan använts" in Client().get(link.group(1), follow=True).text


def test_asking_for_a_new_password_does_not_tell_who_exists(client: Client) -> None:
    response = client.post(reverse("password_reset"), {"email": "ingen@example.org"}, follow=True)
    assert "Titta i din e-post" in response.text
    assert mail.outbox == []


def test_a_password_is_changed_by_who_knows_the_old_one(maja: User, client: Client) -> None:
    log_in(client)
    new = "ett helt annat lösenord"
    data = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert "Lösenordet är bytt" in client.post(reverse("password_change"), data, follow=True).text


def test_the_language_is_changed_by_a_press_also_before_logging_in(client: Client) -> None:
    response = client.post(reverse("set_language"), {"language": "en", "next": reverse("login")})
    assert response.headers["Location"] == reverse("login")
    assert '<html lang="en">' in client.get(reverse("login")).text
    client.post(reverse("set_language"), {"language": "sv", "next": reverse("login")})
    assert '<html lang="sv">' in client.get(reverse("login")).text


def test_the_language_one_chose_follows_to_another_device_and_into_mail(maja: User, client: Client) -> None:
    client.force_login(maja)
    client.post(reverse("set_language"), {"language": "en"})
    client.post(reverse("logout"))
    elsewhere = Client()
    assert '<html lang="sv">' in elsewhere.get(reverse("login")).text
    log_in(elsewhere)
    assert '<html lang="en">' in elsewhere.get(reverse("password_change")).text
    Client().post(reverse("password_reset"), {"email": maja.email})
    assert mail.outbox[0].subject == "Choose a new password for Minne"


def test_what_one_chose_before_the_first_login_is_kept_and_is_not_the_next_ones(maja: User) -> None:
    shared = Client()
    shared.post(reverse("set_language"), {"language": "en"})
    log_in(shared)
    assert languages.chosen(maja) == "en"
    shared.post(reverse("set_language"), {"language": "sv"})
    assert languages.chosen(maja) == "sv"
    shared.post(reverse("logout"))
    shared.post(reverse("set_language"), {"language": "en"})
    log_in(shared)
    assert '<html lang="sv">' in shared.get(reverse("password_change")).text


def test_a_language_that_there_is_not_is_not_chosen(maja: User) -> None:
    client = browser("maja")
    client.post(reverse("set_language"), {"language": "tlh"})
    client.get(reverse("set_language"), {"language": "en"})
    assert languages.chosen(maja) is None
    assert '<html lang="sv">' in client.get(reverse("password_change")).text


def test_the_language_switch_leads_nowhere_else(client: Client) -> None:
    response = client.post(reverse("set_language"), {"language": "en", "next": "https://example.org/"})
    assert "example.org" not in response.headers["Location"]


@pytest.mark.filterwarnings("ignore:.*Not Found")
def test_what_is_not_there_has_a_page_of_ours(maja: User) -> None:
    response = browser("maja").get("/finns-inte/")
    assert response.status_code == 404
    assert "Sidan finns inte" in response.text


def test_what_one_may_not_see_has_a_page_of_ours(maja: User) -> None:
    response = browser("maja").get(reverse("thresholds"))
    assert response.status_code == 403
    assert "Hit når inte ditt konto" in response.text


def test_a_form_that_has_expired_says_that_nothing_was_saved(maja: User) -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post(reverse("login"), {"username": "maja", "password": PASSWORD})
    assert response.status_code == 403
    assert "inget sparades" in response.text


def test_the_page_of_our_own_errors_needs_nothing_that_may_be_broken(
    django_assert_num_queries: Any,
) -> None:
    with django_assert_num_queries(0):
        assert "Något gick fel hos oss" in render_to_string("500.html")
