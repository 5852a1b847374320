"""The tables of the audit: rounds, their items, answers, what was proposed from them, what was taken out."""

from granskning.models.exports import Export
from granskning.models.guidelines import Guidelines
from granskning.models.proposals import Confirmation, Proposal
from granskning.models.rounds import Item, Look, Round
from granskning.models.schedules import Schedule
from granskning.models.verdicts import Verdict, VerdictChange

__all__ = [
    "Confirmation",
    "Export",
    "Guidelines",
    "Item",
    "Look",
    "Proposal",
    "Round",
    "Schedule",
    "Verdict",
    "VerdictChange",
]
