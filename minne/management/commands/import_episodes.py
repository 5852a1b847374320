"""`manage.py import_episodes FILE --format jsonl|chatgpt|claude --person ID`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from tqdm import tqdm

from minne import clock
from minne.importers import formats, read
from minne.importers.records import UnreadableFile
from minne.management.arguments import moment
from minne.services.imports import ImportOutcome, import_episodes
from minne.zone import zone

SHOWN_ERRORS = 50


class Command(BaseCommand):
    help = "Take in episodes from a file. The same message is taken in once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--format", required=True, choices=formats())
        parser.add_argument("--person", metavar="ID", help="whose conversations they are")
        parser.add_argument("--now", type=moment, default=None, metavar="ISO", help="move the clock")
        parser.add_argument("--local-times", action="store_true", help="read times without offset as ours")
        parser.add_argument("--dry-run", action="store_true", help="only say what would come in")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["format"] != "jsonl" and not options["person"]:
            raise CommandError("--person behövs: filen säger inte vems samtalen är.")
        try:
            seen = Counter(type(record).__name__ for record in self.records(options, "Läser"))
            outcome = ImportOutcome() if options["dry_run"] else self.store(options)
        except UnreadableFile as error:
            raise CommandError(f"{options['file']}: {error}") from None
        except OSError as error:
            raise CommandError(f"{options['file']}: {error.strerror}") from None
        if options["dry_run"]:
            good, bad = seen["EpisodeRow"], seen["RowError"]
            self.stdout.write(f"{good} episoder skulle läsas in, {bad} rader avvisas.")
            return
        self.report(outcome)

    def records(self, options: dict[str, Any], label: str) -> Iterator[object]:
        found = read(
            options["file"],
            format=options["format"],
            person=options["person"],
            zone=zone() if options["local_times"] else None,
            now=options["now"] or clock.now(),
        )
        return iter(tqdm(found, desc=label, unit=" rader", disable=None))

    def store(self, options: dict[str, Any]) -> ImportOutcome:
        return import_episodes(self.records(options, "Sparar"), now=options["now"] or clock.now())

    def report(self, outcome: ImportOutcome) -> None:
        self.stdout.write(f"{outcome.imported} episoder inlästa, {outcome.unchanged} fanns redan.")
        for what, count in sorted(outcome.skipped.items()):
            self.stdout.write(f"  {count} överhoppade: {what}")
        for error in outcome.errors[:SHOWN_ERRORS]:
            where = f", fält {error.field}" if error.field else ""
            self.stderr.write(f"Rad {error.row}{where}: {error.message}")
        if outcome.errors:
            raise CommandError(f"{len(outcome.errors)} rader avvisades; de övriga är inlästa.", returncode=1)
