"""`manage.py facts --person ID [--now ISO] [--all] --json`: one person's list."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from minne.importers.texts import MAX_TEXT, printable
from minne.management.arguments import moment
from minne.services import people
from minne.services.lists import Entry, entries


class Command(BaseCommand):
    help = "List what is remembered of a person."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--person", required=True, metavar="ID")
        parser.add_argument("--now", type=moment, default=None, metavar="ISO", help="the moment asked about")
        parser.add_argument("--all", action="store_true", help="also what is not in the list, and why")
        parser.add_argument("--json", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        person = people.find(options["person"])
        if person is None:
            raise CommandError(f"Ingen person har id {options['person']!r}.")
        found = entries(person, options["now"] or moment("now"))
        rows = [as_row(entry) for entry in found if options["all"] or entry.status == "active"]
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=1))
            return
        for row in rows:
            self.stdout.write(
                f"{row['confidence']:.2f}  {row['status']:<10} {printable(row['text'], limit=MAX_TEXT)}"
            )


def as_row(entry: Entry) -> dict[str, Any]:
    """A fact as other programs read it."""
    state = entry.listed.state
    return {
        "id": entry.listed.id,
        "text": state.text,
        "type": state.type,
        "kind": state.kind,
        "support": state.support,
        "confidence": round(entry.confidence, 6),
        "last_supported": state.last_supported.isoformat() if state.last_supported else None,
        "valid_until": state.valid_until.isoformat() if state.valid_until else None,
        "status": entry.status,
        "sources": list(state.sources),
        "quote": state.quote,
    }
