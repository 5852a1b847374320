"""Five reviewers at work while 30 MB are imported: `python -m tests.benchmarks.import_beside [MB]`.

Facts of another memory, then conversations; prints what an answer takes meanwhile, and what went wrong
(MINNE_TEST_DB=postgresql for the other database).
"""

from __future__ import annotations

import os
import sys
from importlib import import_module


def main() -> None:
    import_module("tests.databases")  # decides the database before Django's settings are read
    os.environ["DJANGO_SETTINGS_MODULE"] = "minne.settings"
    import django

    django.setup()
    from tests.benchmarks._import_beside import measure

    measure((int(sys.argv[1]) if len(sys.argv) > 1 else 30) * 10**6)


if __name__ == "__main__":
    main()
