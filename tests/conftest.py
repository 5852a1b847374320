from __future__ import annotations

import os

import hypothesis
import pytest
from django.conf import settings

from tests.examples import FULL

ASKS_THE_DATABASE = {"db", "transactional_db", "django_db_setup", "client", "admin_client", "site"}


# No property hangs on a clock; this many random examples where it does not say how many.
hypothesis.settings.register_profile("minne", max_examples=100 if FULL else 25, deadline=None)
hypothesis.settings.load_profile("minne")


def pytest_configure() -> None:
    settings.WHITENOISE_AUTOREFRESH = True  # else each test client lists every static file anew


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL only what it could change runs again: the rest has run beside SQLite."""
    if os.environ.get("MINNE_TEST_DB") != "postgresql":
        return
    config.hook.pytest_deselected(items=[item for item in items if not _asks(item)])
    items[:] = [item for item in items if _asks(item)]


def _asks(item: pytest.Item) -> bool:
    if item.get_closest_marker("one_database"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("django_db") is not None or bool(fixtures & ASKS_THE_DATABASE)
