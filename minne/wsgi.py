"""The WSGI application that gunicorn serves."""

import os
import sys
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from minne.domain.screening import mask
from minne.options import OptionError

GIVE_UP = 3  # the exit status by which gunicorn knows that starting the worker again is no use

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
try:
    application = get_wsgi_application()
except OptionError as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(GIVE_UP)

# What the first visitor would wait for otherwise: the addresses with their views, and the word lists.
import_module(settings.ROOT_URLCONF)
for language in ("sv", "en"):
    mask("-", language)
