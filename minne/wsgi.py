"""The WSGI application that gunicorn serves."""

import os
import sys

from django.core.wsgi import get_wsgi_application

from minne.options import OptionError

GIVE_UP = 3  # the exit status by which gunicorn knows that starting the worker again is no use

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "minne.settings")
try:
    application = get_wsgi_application()
except OptionError as error:
    sys.stderr.write(f"{error}\n")
    sys.exit(GIVE_UP)
