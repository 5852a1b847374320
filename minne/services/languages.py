"""The language that somebody reads: kept with the account, so that it holds on every device and in mail."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest

from minne.models import AccountLanguage

IN_SESSION = "language"


def is_known(language: str) -> bool:
    return language in dict(settings.LANGUAGES)


def choose(*, user: User, language: str) -> None:
    AccountLanguage.objects.update_or_create(user=user, defaults={"language": language})


def chosen(user: User) -> str | None:
    """The language that the account has chosen, of those that there are."""
    return chosen_by([user]).get(user.pk)


def chosen_by(users: Iterable[User]) -> dict[int, str]:
    """The languages of those of the accounts that have chosen one."""
    rows = AccountLanguage.objects.filter(user__in=users).values_list("user", "language")
    return {user: language for user, language in rows if is_known(language)}


def follow(request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Somebody logs in: read on in their language. What they chose before they ever had is theirs now."""
    language = chosen(user)
    if language is None:
        in_browser = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        if not is_known(in_browser):
            return
        choose(user=user, language=in_browser)
        language = in_browser
    request.session[IN_SESSION] = language
