"""The tables of the audit: rounds, their items, answers, and what was proposed from them."""

from granskning.models.proposals import Confirmation, Proposal
from granskning.models.rounds import Item, Look, Round
from granskning.models.verdicts import Verdict, VerdictChange

__all__ = ["Confirmation", "Item", "Look", "Proposal", "Round", "Verdict", "VerdictChange"]
