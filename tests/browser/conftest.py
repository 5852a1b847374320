"""A real browser against the site as it is served in production."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Literal

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from playwright.sync_api import Browser, BrowserContext, Error, Page, ViewportSize, sync_playwright

from minne.models import PolicyVersion
from tests.browser.site import Site, served

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--renderer-process-limit=1",  # a page of the same profile opens in the process that is there
]
# The one that has no window to draw takes less than half the processor time.
CHROMIUMS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
MISSING = (
    "Chromium is missing: the browser tests were not run (install it with `playwright install chromium`)"
)


def chromium_path() -> str | None:
    """The system's Chromium, without a window if it can be had; None leaves it to Playwright's own."""
    return next(filter(None, map(shutil.which, CHROMIUMS)), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """Chromium, or a visible skip; where CI is set a failure."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's own loop runs in this thread
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=chromium_path(), args=ARGUMENTS)
        except Error:
            if os.environ.get("CI"):
                raise
            pytest.skip(MISSING)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def site(
    chromium: Browser, tmp_path_factory: pytest.TempPathFactory, django_db_blocker: pytest.FixtureRequest
) -> Iterator[Site]:
    with django_db_blocker.unblock(), served(tmp_path_factory.mktemp("site")) as running:  # type: ignore[attr-defined]
        yield running


@pytest.fixture(scope="session")
def empty_tables(site: Site) -> list[str]:
    """The tables in which a new site has nothing, but for the sessions: a page just closed may still ask
    for something, and would be told to forget the cookie that the next test has put in its profile."""
    with connection.cursor() as cursor:
        names = set(connection.introspection.django_table_names()) - {Session._meta.db_table}
        return [name for name in sorted(names) if not _is_filled(cursor, name)]


def _is_filled(cursor: CursorWrapper, table: str) -> bool:
    cursor.execute(f"SELECT 1 FROM {connection.ops.quote_name(table)} LIMIT 1")
    return cursor.fetchone() is not None


@pytest.fixture(autouse=True)
def _empty(empty_tables: list[str]) -> Iterator[None]:
    """Every test begins and ends with nobody known, under the first thresholds."""
    yield
    with transaction.atomic(), connection.cursor() as cursor:
        for table in empty_tables:
            cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        PolicyVersion.objects.exclude(number=1).delete()


class Profile:
    """A browser profile that tests use one after the other: warm, and emptied of what the last one left."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.context = browser.new_context(base_url=url, locale="sv-SE")
        self._origin = url
        self._blank = self.context.new_page()  # keeps the process that the next page opens in
        self._devtools = self.context.new_cdp_session(self._blank)

    def empty(self) -> None:
        for page in self.context.pages:
            if page != self._blank:
                page.close()
        self.context.clear_cookies()
        everything = {"origin": self._origin, "storageTypes": "all"}
        self._devtools.send("Storage.clearDataForOrigin", everything)


@pytest.fixture(scope="session")
def profiles() -> list[Profile]:
    """Those that tests have opened so far."""
    return []


LogIn = Callable[..., Page]
Scheme = Literal["light", "dark"]


@pytest.fixture
def log_in(site: Site, chromium: Browser, profiles: list[Profile]) -> Iterator[LogIn]:
    """Opens a browser of its own for the user, logged in; `alone`, one that nobody has used or will."""
    used: list[Profile] = []
    contexts: list[BrowserContext] = []

    def new(**more: object) -> BrowserContext:
        contexts.append(chromium.new_context(base_url=site.url, locale="sv-SE", **more))  # type: ignore[arg-type]
        return contexts[-1]

    def emptied() -> BrowserContext:
        if len(used) == len(profiles):
            profiles.append(Profile(chromium, site.url))
        used.append(profiles[len(used)])
        return used[-1].context

    def opened(
        user: User,
        *,
        alone: bool = False,
        viewport: ViewportSize | None = None,
        color_scheme: Scheme | None = None,
        **more: object,
    ) -> Page:
        context = new(**more) if alone or more else emptied()
        cookie = {"name": "sessionid", "value": site.session(user), "url": site.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        page = context.new_page()
        page.set_default_timeout(8000)
        if viewport:
            page.set_viewport_size(viewport)
        if color_scheme:
            page.emulate_media(color_scheme=color_scheme)
        return page

    yield opened
    for context in contexts:
        context.close()
    for profile in used:
        profile.empty()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
