"""Every address × every role × own and others' objects → the status code.

Complete by construction: an address without a row fails `test_the_table_has_every_address`, and a row
answers for all six roles.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

from granskning.models import Item, Proposal, Round, Schedule, Verdict, VerdictChange
from granskning.services import proposals, repairs, rounds, schedules
from minne.access import ADMINISTRATORS, REVIEWERS
from minne.importers.records import FactRow
from minne.models import Erasure, Event, Fact, ImportedFact, Person, PolicyVersion, Run
from minne.services import corrections, people
from minne.services.imports import import_records
from tests.minne.pages import account, author, browser_in, heard, person_of, session
from tests.shared import made_once

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ROLES = ("anonymous", "maja", "oskar", "nobody", "reviewer", "administrator")
Codes = tuple[int, int, int, int, int, int]  # in the order of ROLES; Maja's objects are asked for

EVERYBODY: Codes = (302, 200, 200, 200, 200, 200)
OWNERS: Codes = (302, 200, 200, 404, 404, 404)  # of the page about oneself
MAJAS: Codes = (302, 200, 404, 404, 404, 404)
REVIEW: Codes = (302, 403, 403, 403, 200, 200)
ADMINISTER: Codes = (302, 403, 403, 403, 403, 200)


def becomes(codes: Codes, code: int) -> Codes:
    """The same roles, with another answer to those who may."""
    return tuple(code if known == 200 else known for known in codes)  # type: ignore[return-value]


@dataclass
class Site:
    """Maja and Oskar with facts, rounds over them, a proposal, and an erasure that Maja asked for."""

    maja: Person
    fact: Fact
    other: Fact
    imported: ImportedFact
    batch: object
    closed: Round
    running: Round
    own: Round
    proposal: Proposal
    repaired: object
    erasure: Erasure
    disputed: Item
    schedule: Schedule
    run: Run
    sessions: dict[str, str]  # by role


@pytest.fixture(scope="module")
def site(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Site]:
    """Made once; what each test does to it is rolled back, and at the end all of it."""
    with made_once(django_db_blocker):
        yield made()


def made() -> Site:
    PolicyVersion.objects.current()
    maja, oskar = person_of("maja"), person_of("oskar")
    account("nobody")
    greta, adele = account("reviewer", REVIEWERS), account("administrator", ADMINISTRATORS)
    facts = [heard(who, f"gillar {what}") for who in (maja, oskar) for what in ("te", "kaffe", "saft", "öl")]
    for each in (maja, oskar):
        people.answer_review_question(person=each, agrees=True, now=timezone.now())
    batch = corrections.confirm(fact=facts[0], author=author(maja))
    closed = _answered("incorrect", greta)
    repaired = repairs.repair(round=closed, user=adele, now=timezone.now())
    running = rounds.start_round(user=greta, n=2, reviewers=2, now=timezone.now())
    disputed = Item.objects.filter(round=running).drawn()[0]
    for user, value in ((greta, "correct"), (account("third", REVIEWERS), "incorrect")):
        _verdict(disputed, user, value)
    Item.objects.filter(pk=disputed.pk).update(wanted=0)
    now = timezone.now()
    return Site(
        maja=maja,
        fact=facts[1],
        other=facts[2],
        imported=_imported(maja),
        batch=batch,
        closed=closed,
        running=running,
        own=rounds.start_round(user=maja.user, n=2, person=maja, kind=Round.Kind.OWN, now=now),
        proposal=proposals.propose(round=closed, now=now) or Proposal.objects.get(round=closed),
        repaired=Event.objects.filter(by=Event.By.REPAIR)[0].batch if repaired else None,
        erasure=Erasure.objects.create(asked_by=maja.user, asked_at=now, finished_at=now),
        disputed=disputed,
        run=_failed(),
        schedule=schedules.create(weekday=0, nth=1, every=None, n=30, reviewers=2, by=adele, now=now),
        sessions={role: session(role) for role in ROLES[1:]},
    )


def _failed() -> Run:
    failure = {"person": "id-maja", "episodes": ["read-since"], "count": 1, "error": "boom"}
    return Run.objects.create(
        trigger="loop", extractor="rules", started_at=timezone.now(), failures=[failure]
    )


def _imported(person: Person) -> ImportedFact:
    row = FactRow(1, "mem0", "1", person.external_id, "gillar bullar", "preference", "current")
    import_records([row], now=timezone.now())
    return ImportedFact.objects.get()


def _answered(value: str, by: User) -> Round:
    started = rounds.start_round(user=by, n=2, seed=1, now=timezone.now())
    for item in Item.objects.filter(round=started).drawn():
        _verdict(item, by, value)
    Item.objects.filter(round=started).drawn().update(wanted=0)
    return rounds.close(round=started, now=timezone.now())


def _verdict(item: Item, by: User, value: str) -> None:
    now = timezone.now()
    Verdict.objects.create(item=item, reviewer=by, value=value, created_at=now, updated_at=now)
    VerdictChange.objects.create(item=item, reviewer=by, after=value, at=now)


@dataclass(frozen=True)
class Row:
    """One request. `about` names its object where the same address is asked for several."""

    name: str
    codes: Codes
    arguments: Callable[[Site], list[object]] = field(default=lambda site: [])
    method: str = "get"
    data: dict[str, object] = field(default_factory=dict)  # a value may be made from the site
    about: str = ""

    def sent(self, site: Site) -> dict[str, object]:
        return {name: value(site) if callable(value) else value for name, value in self.data.items()}

    @property
    def id(self) -> str:
        return f"{self.name}-{self.about}" if self.about else self.name


def get(name: str, codes: Codes, *arguments: Callable[[Site], object], about: str = "") -> Row:
    return Row(name, codes, lambda site: [argument(site) for argument in arguments], about=about)


def post(
    name: str, codes: Codes, *arguments: Callable[[Site], object], about: str = "", **data: object
) -> Row:
    return Row(name, codes, lambda site: [a(site) for a in arguments], method="post", data=data, about=about)


def fact(site: Site) -> object:
    return site.fact.pk


def maja(site: Site) -> object:
    return site.maja.pk


def closed(site: Site) -> object:
    return site.closed.pk


def running(site: Site) -> object:
    return site.running.pk


def own(site: Site) -> object:
    return site.own.pk


def proposal(site: Site) -> object:
    return site.proposal.pk


def erasure(site: Site) -> object:
    return site.erasure.pk


def press(site: Site) -> object:
    return site.batch


def _now(site: Site) -> object:
    return timezone.now().isoformat()


def _guidelines_number(site: Site) -> object:
    assert site.running.guidelines is not None
    return site.running.guidelines.number


ACCOUNT = [
    Row("login", (200, 302, 302, 302, 302, 302)),
    post("logout", (302, 302, 302, 302, 302, 302)),
    get("password_change", EVERYBODY),
    get("password_change_done", EVERYBODY),
    Row("password_reset", (200,) * 6),
    Row("password_reset_done", (200,) * 6),
    Row("password_reset_confirm", (200,) * 6, lambda site: ["MQ", "wrong-token"]),
    Row("password_reset_complete", (200,) * 6),
    post("set_language", (302,) * 6, language="en"),
    Row("home", (302, 302, 302, 200, 302, 302)),
]
OWN = [
    get("own_facts", OWNERS),
    post("add_fact", becomes(OWNERS, 302), text="dricker te", type="preference"),
    get("own_history", OWNERS),
    post("pause_memory", becomes(OWNERS, 302), paused="yes"),
    post("agree_to_review", becomes(OWNERS, 302), agrees="yes"),
    post("undo", becomes(MAJAS, 302), press),
    post("answer_fact", becomes(MAJAS, 302), fact, answer="correct"),
    post("rewrite_fact", becomes(MAJAS, 302), fact, text="gillar grönt te"),
    post("merge_fact", becomes(MAJAS, 302), fact, other=lambda site: site.other.pk),
    post("answer_imported", becomes(MAJAS, 302), lambda site: site.imported.pk, answer="incorrect"),
    get("forget_fact", MAJAS, fact),
    post("forget_fact", becomes(MAJAS, 302), fact, about="pressed"),
    get("own_data", OWNERS),
    get("export_own", OWNERS),
    get("erase_own", OWNERS),
    post("erase_own", becomes(OWNERS, 302), about="pressed", understood="on"),
    get("own_looks", OWNERS),
    get("own_round", OWNERS),
    get("erasure", MAJAS, erasure),
    post("carry_on_erasing", becomes(MAJAS, 302), erasure),
    get("erasure_receipt", MAJAS, erasure),
    post("take_receipt", becomes(MAJAS, 302), erasure),
]
ADMIN = [
    get("runs", ADMINISTER),
    post("run_now", becomes(ADMINISTER, 302)),
    post("retry_failure", becomes(ADMINISTER, 302), lambda site: site.run.pk, lambda site: 0),
    get("thresholds", ADMINISTER),
    post("adopt_thresholds", becomes(ADMINISTER, 422)),
    post("restore_thresholds", becomes(ADMINISTER, 302), lambda site: 1, reason="lugnare"),
    get("people", ADMINISTER),
    get("invite_person", ADMINISTER),
    post("invite_person", becomes(ADMINISTER, 422), about="pressed"),
    get("person", ADMINISTER, maja),
    post("link_account", becomes(ADMINISTER, 302), maja, account="nobody"),
    post("unlink_account", becomes(ADMINISTER, 302), maja),
    post("pause_person", becomes(ADMINISTER, 302), maja, paused="yes"),
    get("unite_person", ADMINISTER, maja),
    post(
        "unite_person",
        becomes(ADMINISTER, 422),
        maja,
        about="pressed",
        other="id-oskar",
        understood="on",
    ),
    get("erase_person", ADMINISTER, maja),
    post("erase_person", becomes(ADMINISTER, 302), maja, about="pressed", external_id="id-maja"),
    get("proposals", ADMINISTER),
    get("proposal", ADMINISTER, proposal),
    post("approve_proposal", becomes(ADMINISTER, 302), proposal),
    post("adjust_proposal", becomes(ADMINISTER, 422), proposal),
    post("reject_proposal", becomes(ADMINISTER, 302), proposal, reason="nej"),
    post("confirm_proposal", becomes(ADMINISTER, 302), proposal),
    post("refold_lists", becomes(ADMINISTER, 302)),
    get("export_csv", ADMINISTER, closed),
    get("export_json", ADMINISTER, closed),
    get("schedules", ADMINISTER),
    post("schedules", becomes(ADMINISTER, 302), about="pressed", weekday=0, which="nth-1", n=30, reviewers=2),
    post("switch_schedule", becomes(ADMINISTER, 302), lambda site: site.schedule.pk, on="no"),
    post("remove_schedule", becomes(ADMINISTER, 302), lambda site: site.schedule.pk),
    post("close_round", becomes(ADMINISTER, 302), running),
    post("repair_round", becomes(ADMINISTER, 302), closed),
    post("unrepair_round", becomes(ADMINISTER, 302), closed, lambda site: site.repaired),
]
DESK = [
    get("reviews", REVIEW),
    get("new_round", REVIEW),
    post("new_round", becomes(REVIEW, 302), about="pressed", n=2, reviewers=1),
    get("round_result", REVIEW, closed),
    get("round_result", (302, 403, 403, 403, 404, 404), own, about="own"),
    get("desk", REVIEW, running),
    get("desk", MAJAS, own, about="own"),
    post("answer", becomes(REVIEW, 400), running),
    post("answer", becomes(MAJAS, 400), own, about="own"),
    post("undo_answer", becomes(REVIEW, 409), running),
    post("undo_answer", becomes(MAJAS, 409), own, about="own"),
    post("hold", becomes(REVIEW, 204), running),
    post("hold", becomes(MAJAS, 204), own, about="own"),
    post("release", becomes(REVIEW, 204), running, until=_now),
    post("release", becomes(MAJAS, 204), own, about="own", until=_now),
    post("surroundings", (302, 403, 403, 403, 404, 404), running),
    post("surroundings", (302, 404, 404, 404, 404, 404), own, about="own"),
    get("guidelines", REVIEW),
    get("guidelines_version", REVIEW, _guidelines_number),
    get("edit_guidelines", ADMINISTER),
    post("edit_guidelines", becomes(ADMINISTER, 422), about="pressed"),
    get("round_guidelines", REVIEW, running),
    get("round_guidelines", MAJAS, own, about="own"),
    post("finish_round", becomes(REVIEW, 409), running),
    post("finish_round", becomes(MAJAS, 409), own, about="own"),
    get("my_answers", REVIEW, running),
    get("my_answers", MAJAS, own, about="own"),
    post("change_answer", becomes(REVIEW, 400), running),
    post("change_answer", becomes(MAJAS, 400), own, about="own"),
    get("disputes", REVIEW, running),
    get("disputes", (302, 403, 403, 403, 404, 404), own, about="own"),
    post("decide_dispute", becomes(REVIEW, 400), running, lambda site: site.disputed.pk),
]
TABLE = [*ACCOUNT, *OWN, *ADMIN, *DESK]


def visitor(site: Site, role: str) -> Client:
    """A browser of its own in which the role has logged in already."""
    return Client() if role == "anonymous" else browser_in(site.sessions[role])


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row.id)
def test_each_address_answers_each_role_as_the_table_says(site: Site, row: Row) -> None:
    address = reverse(row.name, args=row.arguments(site))
    answers = []
    for role in ROLES:
        with transaction.atomic():
            response = getattr(visitor(site, role), row.method)(address, row.sent(site))
            if response.streaming:
                b"".join(response.streaming_content)
            answers.append(response.status_code)
            transaction.set_rollback(True)
    assert dict(zip(ROLES, answers, strict=True)) == dict(zip(ROLES, row.codes, strict=True))


OPEN = {row.name for row in ACCOUNT if row.codes[0] == 200} | {"logout", "set_language"}


def test_whoever_is_not_logged_in_is_sent_to_the_login(site: Site) -> None:
    for row in TABLE:
        if row.name not in OPEN:
            address = reverse(row.name, args=row.arguments(site))
            response = getattr(Client(), row.method)(address, row.sent(site))
            assert response.headers["Location"].startswith(reverse("login")), row.id


def test_what_changes_something_is_not_done_by_a_link(site: Site) -> None:
    pages = {row.name for row in TABLE if row.method == "get"} | {
        "set_language"
    }  # which then changes nothing
    for row in TABLE:
        if row.method == "post" and row.name not in pages:
            for role in ("maja", "reviewer", "administrator"):
                address = reverse(row.name, args=row.arguments(site))
                assert visitor(site, role).get(address).status_code in {403, 404, 405}, row.id


def test_a_form_from_elsewhere_is_refused(site: Site) -> None:
    for row in TABLE:
        if row.method == "post":
            client = visitor(site, "administrator")
            client.handler.enforce_csrf_checks = True
            address = reverse(row.name, args=row.arguments(site))
            assert client.post(address, row.sent(site)).status_code == 403, row.id


def addresses(resolver: URLResolver) -> Iterator[str]:
    """Every address of the site by name, but for the stock admin's."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLPattern):
            yield pattern.name or str(pattern.pattern)
        elif pattern.namespace != "admin":
            yield from addresses(pattern)


def test_the_table_has_every_address() -> None:
    assert set(addresses(get_resolver())) == {row.name for row in TABLE}


def test_every_object_of_ones_own_is_tried_by_somebody_else() -> None:
    for row in OWN:
        if row.arguments is not Row("", EVERYBODY).arguments and row.codes[1] != row.codes[2]:
            assert row.codes[2] == 404, row.id


def test_what_does_not_exist_is_not_found(site: Site) -> None:
    for name in ("answer_fact", "rewrite_fact", "forget_fact"):
        assert visitor(site, "maja").post(reverse(name, args=[uuid4()])).status_code == 404
    for name in ("person", "erase_person", "proposal", "round_result", "export_csv"):
        assert visitor(site, "administrator").get(reverse(name, args=[10**9])).status_code == 404
    assert visitor(site, "maja").get(reverse("erasure", args=[uuid4()])).status_code == 404


@pytest.mark.parametrize("role", ROLES)
def test_the_stock_admin_is_for_staff_alone(site: Site, role: str) -> None:
    assert visitor(site, role).get(reverse("admin:index")).status_code == 302


@pytest.mark.parametrize("page", ["auth_user_changelist", "auth_group_changelist"])
def test_the_stock_admin_has_accounts_and_groups_alone(page: str) -> None:
    client = Client()
    client.force_login(User.objects.create_superuser("root"))
    assert client.get(reverse(f"admin:{page}")).status_code == 200
    index = client.get(reverse("admin:index")).text
    for other in ("/admin/minne/", "/admin/granskning/", "/admin/axes/"):
        assert other not in index
