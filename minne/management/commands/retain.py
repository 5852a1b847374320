"""`manage.py retain [--dry-run] [--now ISO]`: let go of what is kept no longer."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.utils.translation import ngettext

from minne import clock
from minne.management.arguments import moment
from minne.services.retention import retain, would


class Command(BaseCommand):
    help = "Remove old texts and long faded facts, as MINNE_KEEP_TEXT_DAYS and MINNE_PURGE_FADED_DAYS say."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--dry-run", action="store_true", help="only say how many")
        parser.add_argument("--now", type=moment, default=None, metavar="ISO", help="move the clock")

    def handle(self, *args: Any, **options: Any) -> None:
        now = options["now"] or clock.now()
        counts = would(now) if options["dry_run"] else retain(now)
        told = [
            (settings.MINNE_KEEP_TEXT_DAYS, texts(counts["texts"], dry=options["dry_run"])),
            (settings.MINNE_PURGE_FADED_DAYS, facts(counts["facts"], dry=options["dry_run"])),
        ]
        for days, what in told:
            self.stdout.write(f"{what} ({limit(days)}).")


def texts(count: int, *, dry: bool) -> str:
    if dry:
        told = ngettext("%d episods text skulle tas bort", "%d episoders text skulle tas bort", count)
    else:
        told = ngettext("%d episods text är borttagen", "%d episoders text är borttagen", count)
    return told % count


def facts(count: int, *, dry: bool) -> str:
    if dry:
        told = ngettext(
            "%d glömt eller avslutat faktum skulle tas bort",
            "%d glömda eller avslutade fakta skulle tas bort",
            count,
        )
    else:
        told = ngettext(
            "%d glömt eller avslutat faktum är borttaget",
            "%d glömda eller avslutade fakta är borttagna",
            count,
        )
    return told % count


def limit(days: float) -> str:
    if days <= 0:
        return "ingen gräns är satt"
    told = ngettext("äldre än %(days)s dag", "äldre än %(days)s dagar", 1 if days == 1 else 2)
    return told % {"days": f"{days:g}"}
