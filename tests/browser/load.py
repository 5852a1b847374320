"""Reviewers as fast as they come: each answers what the desk shows, over the site's own HTTP."""

from __future__ import annotations

import http.client
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from threading import Event, Thread
from urllib.parse import urlencode, urlsplit

from django.contrib.auth.models import User

from tests.browser.site import ROOT, Site

SECRET = "a" * 32
SHEET = re.compile(r'data-item="(\d+)"\s+data-version="(\d+)"')
FOLLOWING = re.compile(
    r'<template (?:id="desk-following"|data-piece="following")>(.*?)</template>', re.DOTALL
)
CURRENT = re.compile(r'<template data-piece="current">(.*?)</template>', re.DOTALL)


@dataclass
class Reviewer:
    """One person at the desk: the seconds each answer took, and what went wrong."""

    site: Site
    session: str
    round: int
    seconds: list[float] = field(default_factory=list)
    refused: int = 0
    errors: list[str] = field(default_factory=list)

    def work(self, is_over: Callable[[], bool]) -> None:
        try:
            self._work(is_over)
        except Exception as error:
            self.errors.append(repr(error))

    def _work(self, is_over: Callable[[], bool]) -> None:
        address = urlsplit(self.site.url)
        connection = http.client.HTTPConnection(str(address.hostname), address.port, timeout=60)
        _, html = self._ask(connection, "GET", f"/granska/{self.round}/")
        current, following = SHEET.search(html), self._following(html)
        while current and not is_over():
            item, version = current.groups()
            showing = following[0] if following else ""
            fields = {"item": item, "version": version, "value": "correct", "showing": showing}
            started = time.monotonic()
            status, html = self._ask(connection, "POST", f"/granska/{self.round}/svar/", fields)
            self.seconds.append(time.monotonic() - started)
            if status == 409:
                self.refused += 1
            elif status != 200:
                self.errors.append(f"{status}: {html[:200]}")
            sent = CURRENT.search(html)
            current = SHEET.search(sent.group(1)) if sent else SHEET.search(self._wrapped(following))
            following = self._following(html)
        connection.close()

    def _following(self, html: str) -> tuple[str, str] | None:
        found = FOLLOWING.search(html)
        sheet = SHEET.search(found.group(1)) if found else None
        return (sheet.group(1), sheet.group(2)) if sheet else None

    def _wrapped(self, sheet: tuple[str, str] | None) -> str:
        return f'data-item="{sheet[0]}" data-version="{sheet[1]}"' if sheet else ""

    def _ask(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        fields: dict[str, str] | None = None,
    ) -> tuple[int, str]:
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={SECRET}", "X-CSRFToken": SECRET}
        if fields is not None:
            headers |= {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, urlencode(fields or {}), headers)
        response = connection.getresponse()
        return response.status, response.read().decode()


def never() -> bool:
    return False


def at_once(
    site: Site, users: Sequence[User], *, round: int, seconds: float, until: Callable[[], bool] = never
) -> list[Reviewer]:
    """All of them at work in the same round for so long, until told to stop or until it is done."""
    reviewers = [Reviewer(site, site.session(user), round) for user in users]
    deadline = time.monotonic() + seconds

    def is_over() -> bool:
        return until() or time.monotonic() > deadline

    threads = [Thread(target=each.work, args=(is_over,)) for each in reviewers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return reviewers


@contextmanager
def consolidation_beside(site: Site) -> Iterator[None]:
    """Imports and consolidations, one after the other, until told to stop; a failure of theirs is raised."""
    stop, episodes = Event(), ROOT / "minne" / "demo" / "conversations"

    def run() -> None:
        for file in cycle(sorted(episodes.glob("*.jsonl"))):
            for command in (["import_episodes", str(file), "--format", "jsonl"], ["consolidate"]):
                if stop.is_set():
                    return
                _manage(site, *command)

    with ThreadPoolExecutor(1) as beside:
        work = beside.submit(run)
        try:
            yield
        finally:
            stop.set()
    work.result()


def _manage(site: Site, *arguments: str) -> None:
    command = [sys.executable, "manage.py", *arguments]
    environment = os.environ | {"DATABASE_URL": site.database}
    subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True)
