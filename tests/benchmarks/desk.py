"""The reviewer's desk on the production server: weight, requests, key to next fact, and many at once.

Run from the repository's root: python -m tests.benchmarks.desk (MINNE_TEST_DB=postgresql for the other
database, SECONDS=10 for a shorter run).
"""

from __future__ import annotations

import os
from importlib import import_module


def main() -> None:
    import_module("tests.databases")  # decides the database before Django's settings are read
    os.environ["DJANGO_SETTINGS_MODULE"] = "minne.settings"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright's own loop runs in this thread
    import django

    django.setup()
    from tests.benchmarks._desk import measure

    measure()


if __name__ == "__main__":
    main()
