from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from minne import clock
from minne.domain.policy import Policy
from minne.models import PolicyVersion

# What versions came of, by number, in the reader's language: whoever proposes some says so here.
origins: list[Callable[[Iterable[PolicyVersion]], Mapping[int, str]]] = []


def reasons(versions: Iterable[PolicyVersion]) -> dict[int, str]:
    """Why each version is, by number: in the words of whoever made it, else what it came of."""
    given = {version.number: version.reason for version in versions}
    silent = [version for version in versions if not version.reason]
    for origin in origins:
        given |= origin(silent)
    return given


@transaction.atomic
def adopt(*, policy: Policy, reason: str, by: User | None, now: datetime | None = None) -> PolicyVersion:
    """Make `policy` the version in force. The lists follow by `projection.refold_everyone`."""
    current = PolicyVersion.objects.current()
    return PolicyVersion.objects.create(
        number=current.number + 1,
        values=policy.as_dict(),
        reason=reason,
        created_by=by,
        created_at=now or clock.now(),
    )


def roll_back(*, to: PolicyVersion, reason: str, by: User | None) -> PolicyVersion:
    """Make an earlier version's numbers the version in force, as a new version."""
    return adopt(policy=to.policy, reason=reason, by=by)
