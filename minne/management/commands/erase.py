"""`manage.py erase --person ID [--receipt FILE]`: everything about a person, everywhere."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from minne import clock
from minne.erasure_words import receipt
from minne.models import Erasure
from minne.services import erasure, people


class Command(BaseCommand):
    help = "Erase a person: everything, everywhere. Interrupted, it goes on where it was when run again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--person", required=True, metavar="ID")
        parser.add_argument("--receipt", type=Path, metavar="FILE", help="write the counts here as JSON too")

    def handle(self, *args: Any, **options: Any) -> None:
        person = people.find(options["person"])
        if person is None:
            raise CommandError(f"Ingen person har id {options['person']!r}.")
        begun = erasure.begin(person=person, by=None, now=clock.now())
        with tqdm(total=100, unit="%", disable=None, bar_format="{l_bar}{bar}") as bar:

            def progress(done: Erasure) -> None:
                bar.update(done.percent - bar.n)

            done = erasure.carry_on(erasure=begun, now=clock.now(), progress=progress)
        self.tell(done, options["receipt"])
        erasure.take_receipt(erasure=done)

    def tell(self, done: Erasure, file: Path | None) -> None:
        self.stdout.write("Allt om personen är raderat:")
        for count, what in receipt(done):
            self.stdout.write(f"  {count:>7}  {what}")
        if file:
            file.write_text(json.dumps(done.counts, indent=1, sort_keys=True) + "\n", encoding="utf-8")
