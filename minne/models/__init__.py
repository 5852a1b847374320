"""The tables of the memory. Events are the truth; what stands on a fact is their projection."""

from minne.models.imported import ImportedFact
from minne.models.memory import Episode, Event, Fact
from minne.models.operations import PolicyVersion, Run
from minne.models.people import Person

__all__ = ["Episode", "Event", "Fact", "ImportedFact", "Person", "PolicyVersion", "Run"]
