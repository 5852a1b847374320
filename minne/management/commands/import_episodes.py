"""`manage.py import_episodes FILE --format jsonl|chatgpt|claude --person ID`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import ngettext
from tqdm import tqdm

from minne import clock
from minne.import_words import SKIPPED, told
from minne.importers import formats, read
from minne.importers.records import EpisodeRow, FactRow, Record, RowError, UnreadableFile
from minne.importers.texts import printable
from minne.management.arguments import moment
from minne.services.imports import ImportOutcome, import_records
from minne.zone import zone

SHOWN = 50


class Command(BaseCommand):
    help = "Take in episodes (or another memory's facts) from a file. The same message is taken in once."

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
        now = options["now"] or clock.now()
        try:
            with tqdm(unit="B", unit_scale=True, disable=None, desc=printable(options["file"].name)) as bar:
                records = self.owned(self.records(options, now, bar))
                outcome = tally(records) if options["dry_run"] else import_records(records, now=now)
        except UnreadableFile as error:
            raise CommandError(told(error.code, error.params)) from None
        except OSError as error:
            raise CommandError(f"{printable(str(options['file']))}: {error.strerror}") from None
        self.report(outcome, dry=options["dry_run"])

    def records(self, options: dict[str, Any], now: Any, bar: Any) -> Iterator[Record]:
        def progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        return read(
            options["file"],
            format=options["format"],
            person=options["person"],
            zone=zone() if options["local_times"] else None,
            now=now,
            progress=progress,
        )

    def owned(self, records: Iterable[Record]) -> Iterator[Record]:
        """A row that says whose it is nowhere, and no --person, is refused."""
        for record in records:
            if isinstance(record, EpisodeRow | FactRow) and not record.person:
                yield RowError(record.row, "person", "missing_field", {"field": "person"})
            else:
                yield record

    def report(self, outcome: ImportOutcome, *, dry: bool) -> None:
        self.stdout.write(f"{episodes(outcome.imported, dry=dry)}, {outcome.unchanged} fanns redan.")
        if outcome.other_id:
            self.stdout.write(same_words(outcome.other_id))
        if outcome.facts_new or outcome.facts_known:
            self.stdout.write(f"{others(outcome.facts_new, dry=dry)}, {outcome.facts_known} fanns redan.")
        for what, count in sorted(outcome.skipped.items()):
            skipped = ngettext("överhoppat", "överhoppade", count)
            self.stdout.write(f"  {count:>7}  {skipped}: {SKIPPED.get(what, what)}")
        for notice in outcome.notices[:SHOWN]:
            self.stdout.write(told(notice.code, notice.params))
        for error in outcome.errors[:SHOWN]:
            self.stderr.write(f"Rad {error.row}: {told(error.code, error.params)}")
        if outcome.errors:
            rest = "; övriga skulle läsas in" if dry else "; övriga är inlästa"
            refused = ngettext("%d rad avvisades", "%d rader avvisades", len(outcome.errors))
            kept = rest if outcome.any_good else ""
            raise CommandError(f"{refused % len(outcome.errors)}{kept}.", returncode=1)


def episodes(count: int, *, dry: bool) -> str:
    if dry:
        return ngettext("%d episod skulle läsas in", "%d episoder skulle läsas in", count) % count
    return ngettext("%d episod inläst", "%d episoder inlästa", count) % count


def same_words(count: int) -> str:
    told = ngettext(
        "%d av dem fanns under ett annat id: samma person, roll, ord och tid är samma episod.",
        "%d av dem fanns under andra id:n: samma person, roll, ord och tid är samma episod.",
        count,
    )
    return told % count


def others(count: int, *, dry: bool) -> str:
    if dry:
        told = ngettext(
            "%d faktum från ett annat minne skulle läsas in",
            "%d fakta från andra minnen skulle läsas in",
            count,
        )
    else:
        told = ngettext("%d faktum från ett annat minne inläst", "%d fakta från andra minnen inlästa", count)
    return told % count


def tally(records: Iterable[Record]) -> ImportOutcome:
    """What would come in, with nothing stored."""
    outcome = ImportOutcome()
    counts: Counter[str] = Counter()
    for record in records:
        outcome.note(record)
        counts[type(record).__name__] += 1
    outcome.imported, outcome.facts_new = counts["EpisodeRow"], counts["FactRow"]
    return outcome
