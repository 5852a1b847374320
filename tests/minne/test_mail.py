"""Mail settings come from one URL, whose password nobody else gets to read."""

from __future__ import annotations

import pytest

from minne.mail import from_url
from minne.options import OptionError


def test_the_console_is_the_console() -> None:
    assert from_url("console://") == {"EMAIL_BACKEND": "django.core.mail.backends.console.EmailBackend"}


def test_a_user_and_a_password_are_decoded_and_demand_encryption() -> None:
    found = from_url("smtp://minne%40example.org:p%2Fss:word@mail.example.org:2525")
    assert found["EMAIL_HOST"] == "mail.example.org"
    assert found["EMAIL_PORT"] == 2525
    assert (found["EMAIL_HOST_USER"], found["EMAIL_HOST_PASSWORD"]) == ("minne@example.org", "p/ss:word")
    assert (found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (True, False)


@pytest.mark.parametrize(
    ("url", "port", "tls", "ssl"),
    [
        ("smtp://localhost", 25, False, False),
        ("smtp://u:p@example.org", 587, True, False),
        ("smtps://u:p@example.org", 465, False, True),
        ("smtps://[::1]:4650", 4650, False, True),
    ],
)
def test_the_port_and_the_encryption_follow_from_the_scheme(
    url: str, port: int, tls: bool, ssl: bool
) -> None:
    found = from_url(url)
    assert (found["EMAIL_PORT"], found["EMAIL_USE_TLS"], found["EMAIL_USE_SSL"]) == (port, tls, ssl)


@pytest.mark.parametrize(
    "url",
    [
        "smtp://u:hemligt@",
        "smtp://u:hemligt@example.org:port",
        "imap://u:hemligt@example.org",
        "hemligt",
        "smtp://u:hemligt@example.org:99999",
        "smtp://u:hemligt@[::1",
    ],
)
def test_what_cannot_be_used_is_one_line_without_the_password(url: str) -> None:
    with pytest.raises(OptionError) as caught:
        from_url(url)
    assert "hemligt" not in str(caught.value)
    assert "\n" not in str(caught.value)
