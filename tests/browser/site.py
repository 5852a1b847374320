"""The site as it is served in production, on a database of its own that the tests can look into."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.db import connections
from django.db.utils import load_backend

from minne import database
from tests.minne.pages import session_of

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True, slots=True)
class Site:
    """Where the site answers, and how to be somebody there without typing a password."""

    url: str
    database: str
    process: subprocess.Popen[bytes]

    def session(self, user: User) -> str:
        """A logged-in session of the user: its cookie."""
        return session_of(user)


@contextmanager
def served(folder: Path) -> Iterator[Site]:
    """Migrate a new database, serve it with the production server, and point this process at it."""
    with _new_database(folder) as url:
        environment = os.environ | {"DATABASE_URL": url, "MINNE_ALLOWED_HOSTS": "127.0.0.1,localhost"}
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        with _connected(url), _server(environment, folder) as site:
            yield site


@contextmanager
def _new_database(folder: Path) -> Iterator[str]:
    here = os.environ["DATABASE_URL"]
    if here.startswith("sqlite"):
        yield f"sqlite:///{folder / 'site.sqlite3'}"
        return
    import psycopg

    name = f"site_{uuid4().hex[:12]}"
    with psycopg.connect(here, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        yield urlunsplit(urlsplit(here)._replace(path=f"/{name}"))
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


@contextmanager
def _connected(url: str) -> Iterator[None]:
    """This thread's default connection is the site's, and its own again afterwards."""
    own = connections["default"]
    config = settings.DATABASES["default"] | database.from_url(url, base=ROOT)
    config["OPTIONS"] = {k: v for k, v in config["OPTIONS"].items() if k != "pool"}
    site = load_backend(config["ENGINE"]).DatabaseWrapper(config, "default")
    connections["default"] = site
    try:
        yield
    finally:
        site.close()
        connections["default"] = own


@contextmanager
def _server(environment: dict[str, str], folder: Path) -> Iterator[Site]:
    port = _free_port()
    gunicorn = [sys.executable, "-m", "gunicorn", "minne.wsgi", f"--bind=127.0.0.1:{port}"]
    gunicorn += ["--worker-class=gthread", "--workers=2", "--threads=8", "--log-level=warning"]
    gunicorn += ["--preload"]  # what all workers read is read once
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(gunicorn, cwd=ROOT, env=environment, stdout=log, stderr=log)
        try:
            site = Site(f"http://127.0.0.1:{port}", environment["DATABASE_URL"], process)
            _wait_for(site, folder / "server.log")
            yield site
        finally:
            process.terminate()
            process.wait(timeout=10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(site: Site, log: Path) -> None:
    for _ in range(150):
        if site.process.poll() is not None:
            raise RuntimeError(log.read_text())
        try:
            urllib.request.urlopen(f"{site.url}/logga-in/", timeout=5).read()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise RuntimeError(f"the site does not answer: {log.read_text()}")
