"""`manage.py demo`: make this copy's demonstration if it has none, then serve it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from granskning.demo import serve, story
from granskning.demo.copy import Copy
from minne.models import Person


class Command(BaseCommand):
    help = "Load the demonstration (the first time) and serve it on 127.0.0.1."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--load-only", action="store_true", help="do not serve")

    def handle(self, *args: Any, **options: Any) -> None:
        port, base = options["port"], Path(settings.BASE_DIR)
        if not options["load_only"] and not serve.port_is_free(port):
            raise CommandError(
                f"Port {port} är upptagen: stäng det som kör där, eller kör make demo PORT=8001."
            )
        copy = self.copy()
        self.welcome(copy, port)
        if options["load_only"]:
            return
        environment = {"MINNE_CLOCK_BEHIND_DAYS": str(copy.behind_days)}
        code = serve.serve(base=base, port=port, environment=environment)
        if code:
            raise CommandError("Servern stannade; raderna ovan säger varför.", returncode=code)

    def copy(self) -> Copy:
        call_command("migrate", verbosity=0)
        folder = Path(settings.BASE_DIR) / "var"
        copy = Copy.read(folder)
        if copy is not None and User.objects.filter(username=copy.logins[0].username).exists():
            return copy
        if Person.objects.exists() or User.objects.exists():
            name = settings.DATABASES["default"]["NAME"]
            raise CommandError(
                f"{name} är inte demonstrationens databas: flytta den eller sätt DATABASE_URL."
            )
        started = time.monotonic()
        copy = story.tell(today=timezone.localdate(), say=self.stdout.write)
        copy.write(folder)
        self.stdout.write(f"Demonstrationen är inläst ({time.monotonic() - started:.0f} s).")
        return copy

    def welcome(self, copy: Copy, port: int) -> None:
        self.stdout.write(f"\nMinne: http://{serve.HOST}:{port}/\n")
        for login in copy.logins:
            self.stdout.write(f"  {login.username:<11} {login.password}   {login.what}")
        self.stdout.write("\nCtrl-C avslutar.")
        self.stdout.flush()
