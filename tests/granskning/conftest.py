"""Who and what a story of these tests is about, where it knows one administrator and one round."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from granskning.models import Round
from minne.models import Person


@pytest.fixture
def admin() -> User:
    return User.objects.get()


@pytest.fixture
def round() -> Round:
    return Round.objects.get()


@pytest.fixture
def nobody() -> None:
    """Without those whom the module tells of, for a test with people of its own."""
    Person.objects.all().delete()
