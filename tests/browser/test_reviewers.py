from __future__ import annotations

from collections import Counter

from django.utils import timezone

from granskning.models import Item, Verdict, VerdictChange
from granskning.services import rounds
from tests.browser.load import at_once, consolidation_beside
from tests.browser.site import Site
from tests.granskning.making import many_facts, reviewer


def test_sixteen_reviewers_at_once_answer_each_item_once_while_the_memory_reads_on(site: Site) -> None:
    many_facts(people=8, each=40)
    drawn = rounds.start_round(user=None, n=120, now=timezone.now())
    with consolidation_beside(site):
        done = at_once(site, [reviewer(f"rut{n}") for n in range(16)], round=drawn.pk, seconds=8)
    assert [error for each in done for error in each.errors] == []
    assert sum(each.refused for each in done) == 0  # nobody was shown what another held
    given = Counter(Verdict.objects.values_list("item", flat=True))
    assert set(given.values()) == {1}
    assert len(given) == sum(len(each.seconds) for each in done)
    assert VerdictChange.objects.count() == len(given)


def test_two_answers_an_item_from_many_at_once(site: Site) -> None:
    many_facts(people=2, each=20)
    drawn = rounds.start_round(user=None, n=20, reviewers=2, now=timezone.now())
    done = at_once(site, [reviewer(f"rut{n}") for n in range(6)], round=drawn.pk, seconds=20)
    assert [error for each in done for error in each.errors] == []
    given = Counter(Verdict.objects.values_list("item", flat=True))
    assert max(given.values()) <= 2
    assert all(item.wanted == 2 - given[item.pk] for item in Item.objects.filter(round=drawn))
