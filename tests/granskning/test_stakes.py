"""Before a proposal is approved it is said, by name, which reviewed facts would go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from granskning.domain.pinned import Pinned
from granskning.models import Item, Look, Proposal
from granskning.services import confirmations, proposals, replays, stakes
from minne.models import Person
from minne.services import people
from tests.granskning import memories
from tests.granskning.making import administrator
from tests.granskning.memories import answer_all, day, drawn, remember, remember_many
from tests.shared import made_once

pytestmark = pytest.mark.django_db
OLD = [*(f"Kan gammalt{n}" for n in range(4)), "Är allergisk mot nötter", "Har katt"]
RIGHT = {"Är allergisk mot nötter", "Har katt"}


@pytest.fixture(scope="module", autouse=True)
def story(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """What was said long ago is outdated, but for an allergy and a cat; the story ends a day before now."""
    with pytest.MonkeyPatch.context() as patch, made_once(django_db_blocker):
        patch.setattr(memories, "DAY_0", timezone.now() - timedelta(days=87))
        remember_many("elin", dict.fromkeys(OLD, (1.0,)), type="knowledge")
        remember_many("elin", {f"Kan nytt{n}": (70.0 + n / 2,) for n in range(26)}, type="knowledge")
        round = answer_all(drawn(at=85, n=32), old_is_over, at=86, reviewer=administrator())
        made = proposals.propose(round=round, now=day(86))
        assert made is not None
        assert made.knob == "half_life_days.knowledge"
        yield


def old_is_over(item: Item) -> str:
    return "outdated" if item.text in OLD and item.text not in RIGHT else "correct"


def page(client: Client) -> str:
    html = client.get(f"/forslag/{Proposal.objects.get().pk}/").content.decode()
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


@pytest.fixture
def admin(client: Client) -> User:
    user = User.objects.get(username="ada")
    client.force_login(user)
    return user


def test_what_goes_is_named_the_right_first_and_of_them_health(client: Client, admin: User) -> None:
    said = page(client)
    assert "6 granskade fakta som skulle glömmas i dag" in said
    places = [said.index(text) for text in ("Är allergisk mot nötter", "Har katt", "Kan gammalt0")]
    assert places == sorted(places)
    assert (
        "Godkänner du i dag tas 2 fakta bort som granskare har sagt stämmer. Ett av dem rör någons hälsa."
        in said
    )
    assert Proposal.objects.get().figures["health"] == 1
    assert Look.objects.filter(reviewer=admin, item__text="Är allergisk mot nötter").count() == 1


def test_what_has_been_said_anew_is_no_longer_at_stake(client: Client, admin: User) -> None:
    for text in sorted(RIGHT):
        remember("elin", text, 86.5, type="knowledge")
    assert "Godkänner du i dag" not in page(client)


def test_no_word_is_shown_of_somebody_who_has_said_no_since(admin: User) -> None:
    people.answer_review_question(person=Person.objects.get(), agrees=False, now=timezone.now())
    found = Proposal.objects.get()
    assert found.policy is not None
    stake = stakes.at_stake(proposal=found, policy=found.policy, reviewer=admin, now=timezone.now())
    assert len(stake.lost) == 6
    assert {lost.text for lost in stake.lost} == {""}
    assert not Look.objects.filter(reviewer=admin).exists()


def test_of_a_list_read_before_only_those_are_folded_of_whom_something_was_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = Proposal.objects.get()
    remember("bo", "Kan nytt", 86, type="knowledge")
    first = confirmations.ground(found, now=timezone.now(), recent=True)
    remember("bo", "Har hund", 86.5, type="knowledge")
    folded: list[str] = []
    read = replays.lists_of

    def noted(people: QuerySet[Person], *, at: datetime, known_at: datetime) -> Pinned:
        folded.extend(people.values_list("external_id", flat=True))
        return read(people, at=at, known_at=known_at)

    monkeypatch.setattr(replays, "lists_of", noted)
    second = confirmations.ground(found, now=timezone.now(), recent=True)
    assert folded == ["bo"]
    assert first is not None
    assert second is not None
    assert len(second.ids) == len(first.ids) + 1
    fresh = confirmations.ground(found, now=timezone.now())
    assert fresh is not None
    assert set(fresh.ids) == set(second.ids)
