"""`manage.py retain [--dry-run] [--now ISO]`: let go of what is kept no longer."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

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
        verb = "skulle tas bort" if options["dry_run"] else "är borttagna"
        for name, days, what in (
            ("texts", settings.MINNE_KEEP_TEXT_DAYS, "episoders text"),
            ("facts", settings.MINNE_PURGE_FADED_DAYS, "glömda eller avslutade fakta"),
        ):
            limit = f"äldre än {days:g} dagar" if days > 0 else "ingen gräns är satt"
            self.stdout.write(f"{counts[name]} {what} {verb} ({limit}).")
