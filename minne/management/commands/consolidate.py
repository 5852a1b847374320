"""`manage.py consolidate [--person ID] [--now ISO] [--reread] [--loop]`: the job, once or for ever."""

from __future__ import annotations

import signal
import threading
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from django.utils.translation import ngettext

from minne import clock, words
from minne.extraction.registry import REREADING, installed
from minne.importers.texts import printable
from minne.management.arguments import moment
from minne.models import Person, Run
from minne.services import chores, consolidation, people, rereading
from minne.services.consolidation import consolidate


class Command(BaseCommand):
    help = "Read new episodes and bring the facts up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--person", metavar="ID", help="this person only")
        parser.add_argument("--now", type=moment, default=None, metavar="ISO", help="move the clock")
        parser.add_argument(
            "--reread", action="store_true", help="first let everything wait that another version has read"
        )
        parser.add_argument("--loop", action="store_true", help="again every MINNE_CONSOLIDATE_EVERY minutes")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self.extractor = installed(settings.MINNE_EXTRACTOR)
        except LookupError as error:
            raise CommandError(str(error)) from None
        if options["reread"]:
            self.reread(options["person"])
        if options["loop"]:
            self.loop(options["person"])
        else:
            run = self.once(options["person"], options["now"], Run.Trigger.COMMAND)
            self.report(run)
            if run.failures:
                raise CommandError("Något misslyckades; episoderna väntar kvar.", returncode=1)

    def once(self, external_id: str | None, now: Any, trigger: str) -> Run:
        return consolidate(
            persons=self.persons(external_id),
            extractor=self.extractor,
            rereads=settings.MINNE_EXTRACTOR in REREADING,
            now=now or clock.now(),
            trigger=trigger,
            clock=clock.now,
        )

    def reread(self, external_id: str | None) -> None:
        everyone = Person.objects.order_by("pk") if external_id is None else self.persons(external_id)
        read_by = consolidation.read_by(self.extractor)
        waiting = sum(rereading.let_wait(person=person, read_by=read_by) for person in everyone)
        self.stdout.write(ngettext("%d episod läses om.", "%d episoder läses om.", waiting) % waiting)

    def persons(self, external_id: str | None) -> list[Person]:
        if external_id is None:
            return list(Person.objects.waiting())
        person = people.find(external_id)
        if person is None:
            raise CommandError(f"Ingen person har id {external_id!r}.")
        return [person]

    def loop(self, external_id: str | None) -> None:
        """Run until told to stop; a stop waits for the person being consolidated, never for the clock."""
        stopped = threading.Event()
        for sign in (signal.SIGTERM, signal.SIGINT):
            signal.signal(sign, lambda *_: stopped.set())
        every = timedelta(minutes=settings.MINNE_CONSOLIDATE_EVERY)
        while not stopped.is_set():
            close_old_connections()
            chores.do(clock.now())
            run = self.once(external_id, None, Run.Trigger.LOOP)
            Run.objects.filter(pk=run.pk).update(next_at=clock.now() + every)
            self.report(run)
            stopped.wait(every.total_seconds())

    def report(self, run: Run) -> None:
        self.stdout.write(
            ngettext("%d person konsoliderad.", "%d personer konsoliderade.", run.people) % run.people
        )
        for name, count in sorted(run.counts.items()):
            self.stdout.write(f"  {count:>7}  {words.counted(name, count)}")
        for failure in run.failures:
            waiting = ngettext("%d episod väntar", "%d episoder väntar", failure["count"]) % failure["count"]
            who = f"{printable(failure['person'])} ({waiting})"
            self.stdout.write(f"  Misslyckades för {who}: {printable(words.failure(failure['error']))}")
        self.stdout.flush()
