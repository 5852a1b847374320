"""In production: `check --deploy` has nothing to say, and what is missing is said in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
KEY = "a-long-and-random-secret-that-nobody-knows-0123456789-abcdefghijklm"
PASSWORD = "hemligt-losenord"


def run(*command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command of its own, in production, with nothing of the tests' environment but the database."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("MINNE_")}
    given = kept | {"MINNE_PRODUCTION": "yes"} | environment
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=given,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_the_check_for_deployment_has_nothing_to_say() -> None:
    done = run("manage.py", "check", "--deploy", "--fail-level", "INFO", MINNE_SECRET_KEY=KEY)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("System check identified no issues")


@pytest.mark.parametrize("command", ["check", "migrate", "consolidate"])
def test_a_missing_secret_key_is_one_clear_line(command: str) -> None:
    done = run("manage.py", command)
    assert done.returncode == 1
    assert done.stderr == "MINNE_SECRET_KEY is not set: production needs a long random secret.\n"


def test_the_server_says_the_same_line_and_gives_up() -> None:
    done = run("-m", "gunicorn", "--bind", "127.0.0.1:0", "--workers", "1", "minne.wsgi")
    assert done.returncode == 3
    assert done.stderr.count("MINNE_SECRET_KEY is not set") == 1
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("MINNE_LEASE_MINUTES", "fem"),
        ("MINNE_TARGET", "2"),
        ("MINNE_EMAIL_URL", f"imap://minne:{PASSWORD}@example.org"),
        ("DATABASE_URL", f"mysql://minne:{PASSWORD}@example.org/minne"),
    ],
)
def test_an_option_that_cannot_be_used_is_one_line_without_secrets(name: str, value: str) -> None:
    done = run("manage.py", "check", MINNE_SECRET_KEY=KEY, **{name: value})
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert name in done.stderr
    assert PASSWORD not in done.stderr + done.stdout
    assert KEY not in done.stderr + done.stdout


def test_a_database_without_tables_is_one_line_that_says_what_to_do(tmp_path: Path) -> None:
    done = run(
        "manage.py", "consolidate", MINNE_SECRET_KEY=KEY, DATABASE_URL=f"sqlite:///{tmp_path}/new.sqlite3"
    )
    assert done.returncode == 1
    assert "`manage.py migrate`" in done.stderr
    assert "Traceback" not in done.stderr


def test_cookies_and_redirects_are_secure() -> None:
    script = (
        "from django.conf import settings as s;"
        "print(s.SESSION_COOKIE_SECURE, s.CSRF_COOKIE_SECURE, s.LANGUAGE_COOKIE_SECURE,"
        " s.SECURE_SSL_REDIRECT, s.SESSION_COOKIE_HTTPONLY, s.DEBUG)"
    )
    done = run("-c", script, MINNE_SECRET_KEY=KEY, DJANGO_SETTINGS_MODULE="minne.settings")
    assert done.stdout.split() == ["True"] * 5 + ["False"]
