from __future__ import annotations

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from minne import clock
from minne.domain.policy import Policy
from minne.models import PolicyVersion


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
