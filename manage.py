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
    from minne.options import OptionError

    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
    except OptionError as error:
        sys.exit(str(error))
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
