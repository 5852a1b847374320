"""Django's mail settings from one URL."""

from __future__ import annotations

from typing import Any
from urllib.parse import SplitResult, unquote, urlsplit

from minne.options import OptionError

HOW = "write console:// or smtp://user:password@host:port (smtps:// for TLS from the start)"
TIMEOUT = 20  # seconds
BACKENDS = "django.core.mail.backends"


def from_url(url: str) -> dict[str, Any]:
    """EMAIL_* settings for console://, smtp:// and smtps://.

    A password is never sent in the clear: smtp:// with a user demands STARTTLS. An error does not repeat
    the URL, which may hold the password.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise OptionError(f"MINNE_EMAIL_URL cannot be read: {HOW}.") from None
    if parts.scheme == "console":
        return {"EMAIL_BACKEND": f"{BACKENDS}.console.EmailBackend"}
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise OptionError(f"MINNE_EMAIL_URL names no mail server: {HOW}.")
    return _smtp(parts, port)


def _smtp(parts: SplitResult, port: int | None) -> dict[str, Any]:
    implicit, user = parts.scheme == "smtps", unquote(parts.username or "")
    return {
        "EMAIL_BACKEND": f"{BACKENDS}.smtp.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": port or (465 if implicit else 587 if user else 25),
        "EMAIL_HOST_USER": user,
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit,
        "EMAIL_USE_TLS": bool(user) and not implicit,
        "EMAIL_TIMEOUT": TIMEOUT,
    }
