"""The tables of the memory. Events are the truth; what stands on a fact is their projection."""

from minne.models.erased import Erasure, Tombstone
from minne.models.imported import ImportedFact, Retirement
from minne.models.memory import Episode, Event, Fact
from minne.models.operations import PolicyVersion, Run
from minne.models.people import AccountChange, AccountLanguage, Agreement, Alias, Person

__all__ = [
    "AccountChange",
    "AccountLanguage",
    "Agreement",
    "Alias",
    "Episode",
    "Erasure",
    "Event",
    "Fact",
    "ImportedFact",
    "Person",
    "PolicyVersion",
    "Retirement",
    "Run",
    "Tombstone",
]
