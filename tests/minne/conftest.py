from __future__ import annotations

import pytest

from minne.models import Person, PolicyVersion


@pytest.fixture
def elin_is_known(db: None) -> None:
    """Elin has said nothing, and thresholds are in force: else each of a thousand stories makes both."""
    Person.objects.create(external_id="elin")
    PolicyVersion.objects.current()
