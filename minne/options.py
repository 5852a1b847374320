"""Every option that the environment may set, in one table: name, default, meaning.

The README's table is held to this one by a test.
"""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    default: str
    meaning: str


OPTIONS = (
    Option("DATABASE_URL", "sqlite:///var/minne.sqlite3", "`sqlite:///path` or `postgres://…`"),
    Option("MINNE_PRODUCTION", "no", "`yes` demands a secret key and HTTPS, and secures every cookie"),
    Option("MINNE_SECRET_KEY", "", "signs sessions and marks erased facts; made in var/ outside production"),
    Option("MINNE_ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]", "host names that are answered, by commas"),
    Option("MINNE_TRUSTED_ORIGINS", "", "origins behind a proxy whose forms are taken, by commas"),
    Option("MINNE_TIME_ZONE", "Europe/Stockholm", "whose midnights begin a day and end a validity"),
    Option("MINNE_CLOCK_BEHIND_DAYS", "0", "days that this copy's clock is behind; for demonstrations"),
    Option("MINNE_EXTRACTOR", "rules", "reads episodes: `rules` (embedded), `llm` or `seed:MODULE:OBJECT`"),
    Option("MINNE_LLM_URL", "", "the language model's server, as in `http://localhost:11434/v1`"),
    Option("MINNE_LLM_MODEL", "", "the model's name on that server"),
    Option("MINNE_LLM_KEY", "", "the server's key, where it needs one"),
    Option("MINNE_LLM_TIMEOUT_SECONDS", "120", "how long one answer of the model may take"),
    Option("MINNE_LLM_PROMPT_CHARACTERS", "8000", "how much of a conversation the model is shown at a time"),
    Option("MINNE_CONSOLIDATE_EVERY", "60", "minutes between two consolidations of `consolidate --loop`"),
    Option("MINNE_REVIEW_UNASKED", "no", "`yes` draws people who have not been asked about human review"),
    Option("MINNE_SAMPLE_SIZE", "30", "facts in a round, unless the reviewer says otherwise"),
    Option("MINNE_TARGET", "0.9", "the precision that a list is held to"),
    Option("MINNE_LEASE_MINUTES", "5", "how long a fact is held for the reviewer who looks at it"),
    Option(
        "MINNE_EMAIL_URL", "console://", "`console://`, or `smtp://` or `smtps://user:password@host:port`"
    ),
    Option("MINNE_EMAIL_FROM", "minne@localhost", "who the mail is from"),
    Option("MINNE_URL", "http://localhost:8000", "where people find the site, for links in mail"),
    Option("MINNE_KEEP_TEXT_DAYS", "0", "days until what was said loses its text once read; 0 keeps it"),
    Option("MINNE_PURGE_FADED_DAYS", "0", "days until a faded or ended fact is erased; 0 keeps it"),
    Option("MINNE_LOG_LEVEL", "INFO", "how much is logged to standard error"),
)

_DEFAULTS = {option.name: option.default for option in OPTIONS}


class OptionError(Exception):
    """An option with a value that cannot be used; the message is one line for whoever set it."""


def text(name: str) -> str:
    """The option's value, or its default; only names in the table can be asked for."""
    return os.environ.get(name, "").strip() or _DEFAULTS[name]


def flag(name: str) -> bool:
    value = text(name).casefold()
    if value in {"yes", "true", "1", "on"}:
        return True
    if value in {"no", "false", "0", "off"}:
        return False
    raise OptionError(f"{name} is {value!r}: write yes or no.")


def number(name: str, *, least: float = 0, most: float = 1e9) -> float:
    """A number within its bounds; neither "nan" nor "inf" is."""
    value = text(name)
    try:
        given = float(value)
    except ValueError:
        raise OptionError(f"{name} is {value!r}: write a number.") from None
    if not least <= given <= most:
        raise OptionError(f"{name} is {value!r}: write a number from {least:g} to {most:g}.")
    return given


def address(name: str) -> str:
    value = text(name).rstrip("/")
    if not value.startswith(("http://", "https://")):
        raise OptionError(f"{name} is {value!r}: write an address that begins with http:// or https://.")
    return value


def level(name: str) -> str:
    value = text(name).upper()
    if value not in logging.getLevelNamesMapping():
        raise OptionError(f"{name} is {value!r}: write DEBUG, INFO, WARNING or ERROR.")
    return value


def zone(name: str) -> str:
    value = text(name)
    try:
        return ZoneInfo(value).key
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise OptionError(f"{name} is {value!r}: write a time zone, as in Europe/Stockholm.") from None


def listed(name: str) -> list[str]:
    return [part.strip() for part in text(name).split(",") if part.strip()]
