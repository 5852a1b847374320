"""`manage.py export_person --person ID FILE`: everything about a person, as a ZIP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from minne import clock
from minne.importers.texts import printable
from minne.services import people
from minne.services.exports import export


class Command(BaseCommand):
    help = "Write everything about a person to a ZIP: JSON for programs, and pages to read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--person", required=True, metavar="ID")

    def handle(self, *args: Any, **options: Any) -> None:
        person = people.find(options["person"])
        if person is None:
            raise CommandError(f"Ingen person har id {options['person']!r}.")
        try:
            with options["file"].open("wb") as out:
                out.writelines(export(person=person, now=clock.now(), language=settings.LANGUAGE_CODE))
        except OSError as error:
            raise CommandError(f"{printable(str(options['file']))}: {error.strerror}") from None
        self.stdout.write(f"{printable(str(options['file']))} är skriven.")
