"""A real browser against the site as it is served in production."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from granskning.models import Item, Round
from minne.models import Person
from tests.browser.site import Site, served

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
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


@pytest.fixture(autouse=True)
def _empty(site: Site) -> Iterator[None]:
    """Every test begins and ends with nobody known."""
    yield
    Round.objects.all().delete()
    Item.objects.all().delete()
    Person.objects.all().delete()
    User.objects.all().delete()


LogIn = Callable[..., Page]


@pytest.fixture
def log_in(site: Site, chromium: Browser) -> Iterator[LogIn]:
    """Opens a browser of its own for the user, logged in."""
    contexts: list[BrowserContext] = []

    def opened(user: User, **more: object) -> Page:
        context = chromium.new_context(base_url=site.url, locale="sv-SE", **more)  # type: ignore[arg-type]
        cookie = {"name": "sessionid", "value": site.session(user), "url": site.url}
        context.add_cookies([cookie])  # type: ignore[list-item]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        return page

    yield opened
    for context in contexts:
        context.close()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)
