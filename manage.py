#!/usr/bin/env python
"""Django's command line for Minne."""

import os
import sys
from importlib import import_module


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed in this Python: run `make demo`, or use .venv/bin/python manage.py")
    from django.db.utils import DatabaseError, DataError, IntegrityError

    from minne.options import OptionError

    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except OptionError as error:
        sys.exit(str(error))
    try:
        execute_from_command_line(sys.argv)
    except DatabaseError as error:
        if "--traceback" in sys.argv or isinstance(error, (DataError, IntegrityError)):
            raise
        told = str(error).strip().partition("\n")[0]
        sys.exit(
            f"The database cannot be used ({told}): is DATABASE_URL right, and is `manage.py migrate` run?"
        )


if __name__ == "__main__":
    main()
