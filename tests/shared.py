"""What takes long to make and every test of a module begins from: made once, given back as it was to each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import transaction
from pytest_django.plugin import DjangoDbBlocker

from granskning.services import kept
from tests.minne import pages


@contextmanager
def made_once(blocker: DjangoDbBlocker) -> Iterator[None]:
    """Of what is made inside, and of all that the tests do to it, nothing is left at the end.

    For a fixture of a module, with `django_db_setup` before it. Each test works in a transaction within
    this one, so rows are asked for anew by each, and a test that needs transactions of its own
    (`django_db(transaction=True)`) lives in another module.
    """
    kept.let_go()
    with blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)
    kept.let_go()


def logged_in_once(name: str, begin: Callable[[], object]) -> Callable[..., Iterator[str]]:
    """A fixture of the module: the session of an account that `begin` makes, for `pages.browser_in`."""

    @pytest.fixture(scope="module")
    def session(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
        with made_once(django_db_blocker):
            begin()
            yield pages.session(name)

    return session


def told_once(tell: Callable[[], object]) -> Callable[..., Iterator[None]]:
    """A fixture of the module it is named in: what `tell` makes is there for each of its tests."""

    @pytest.fixture(scope="module", autouse=True)
    def story(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
        with made_once(django_db_blocker):
            tell()
            yield

    return story
