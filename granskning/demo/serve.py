"""Serving this copy: the production server, with the periodic consolidation beside it."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

HOST = "127.0.0.1"
GRACE_SECONDS = 10
THREADS = 8


def port_is_free(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
    return True


def serve(*, base: Path, port: int, environment: Mapping[str, str]) -> int:
    """Run both until one ends or we are told to stop; the exit code is 0 for a stop we were asked for."""
    stopping = _Stop()
    children = [
        _start([*_gunicorn(port)], base, environment),
        _start([sys.executable, "manage.py", "consolidate", "--loop"], base, environment),
    ]
    while not stopping.asked and all(child.poll() is None for child in children):
        time.sleep(0.2)
    codes = [_stop(child) for child in children]
    return 0 if stopping.asked else max(1, *codes)


def _gunicorn(port: int) -> Sequence[str]:
    bind = f"{HOST}:{port}"
    quiet = ["--log-level", "warning"]
    workers = ["--worker-class", "gthread", "--workers", "2", "--threads", str(THREADS)]
    return [sys.executable, "-m", "gunicorn", "minne.wsgi", "--bind", bind, *workers, *quiet]


def _start(command: Sequence[str], base: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    # A session of its own: Ctrl-C reaches us alone, and we stop the children in order.
    return subprocess.Popen(
        command,
        cwd=base,
        env={**os.environ, **environment},
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def _stop(child: subprocess.Popen[bytes]) -> int:
    if child.poll() is None:
        child.terminate()
    try:
        return child.wait(GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        child.kill()
        return child.wait()


class _Stop:
    """Whether somebody pressed Ctrl-C or sent a stop."""

    def __init__(self) -> None:
        self.asked = False
        for sign in (signal.SIGINT, signal.SIGTERM):
            signal.signal(sign, self._ask)

    def _ask(self, *_: object) -> None:
        self.asked = True
