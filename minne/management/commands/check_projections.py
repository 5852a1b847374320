"""`manage.py check_projections`: every fact's projection against the fold of its events."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from minne.importers.texts import printable
from minne.models import Fact, Person, PolicyVersion
from minne.services.projection import differing


class Command(BaseCommand):
    help = "Recompute every fact from its events and name each one that differs. Changes nothing."

    def handle(self, *args: Any, **options: Any) -> None:
        version, wrong = PolicyVersion.objects.current(), 0
        for person in Person.objects.order_by("pk").iterator():
            for fact in differing(Fact.objects.for_person(person), version):
                wrong += 1
                self.stderr.write(printable(f"{person.external_id}: {fact.pk} ({fact.text})"))
        total = Fact.objects.count()
        if wrong:
            raise CommandError(f"{wrong} av {total} fakta skiljer sig från sina händelser.", returncode=1)
        self.stdout.write(f"{total} fakta är vad deras händelser säger.")
