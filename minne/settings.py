"""Settings, from the environment alone. The options are listed in `minne/options.py`."""

import secrets
import sys
from pathlib import Path

from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from minne import database, mail, options

BASE_DIR = Path(__file__).resolve().parent.parent
PRODUCTION = options.flag("MINNE_PRODUCTION")
DEBUG = False

DATABASES = {"default": database.from_url(options.text("DATABASE_URL"), base=BASE_DIR)}


def _secret_key() -> str:
    """The given key; outside production one made for this copy and kept in var/."""
    given = options.text("MINNE_SECRET_KEY")
    if given:
        return given
    if PRODUCTION:
        raise options.OptionError("MINNE_SECRET_KEY is not set: production needs a long random secret.")
    kept = BASE_DIR / "var" / "secret_key"
    if not kept.exists():
        kept.parent.mkdir(exist_ok=True)
        kept.write_text(secrets.token_urlsafe(50), encoding="ascii")
        kept.chmod(0o600)
    return kept.read_text(encoding="ascii")


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = options.listed("MINNE_ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = options.listed("MINNE_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "axes",
    "csp",
    "minne",
    "granskning",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "minne.middleware.chosen_language",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "minne.urls"
WSGI_APPLICATION = "minne.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "minne.access.navigation",
            ],
        },
    },
]

AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"
AXES_VERBOSE = False
AXES_RESET_ON_SUCCESS = True
AXES_DISABLE_ACCESS_LOG = True  # who logged in from where and when is nobody's, and would only grow
AXES_SENSITIVE_PARAMETERS = ["username", "ip_address", "next"]  # an address may hold what somebody looked for

LANGUAGE_CODE = "sv"
LANGUAGES = [("sv", _("Svenska")), ("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "minne" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = options.zone("MINNE_TIME_ZONE")

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True  # straight from the source tree: there is nothing to collect
WHITENOISE_MAX_AGE = 60

SESSION_COOKIE_AGE = 12 * 3600
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = PRODUCTION
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
if PRODUCTION:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = 31_536_000
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

globals().update(mail.from_url(options.text("MINNE_EMAIL_URL")))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = options.text("MINNE_EMAIL_FROM")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {
        "stderr": {"class": "logging.StreamHandler", "stream": sys.stderr, "formatter": "line"},
    },
    "root": {"handlers": ["stderr"], "level": options.level("MINNE_LOG_LEVEL")},
    # Django tells of each refused request with a traceback; errors of ours still come.
    "loggers": {"axes": {"level": "WARNING"}, "django.request": {"level": "ERROR"}},
}

# What is ours, under one prefix, read by `django.conf.settings`.
MINNE_CLOCK_BEHIND_DAYS = options.number("MINNE_CLOCK_BEHIND_DAYS")
MINNE_EXTRACTOR = options.text("MINNE_EXTRACTOR")
MINNE_LLM_URL = options.text("MINNE_LLM_URL")
MINNE_LLM_MODEL = options.text("MINNE_LLM_MODEL")
MINNE_LLM_KEY = options.text("MINNE_LLM_KEY")
MINNE_LLM_TIMEOUT_SECONDS = options.number("MINNE_LLM_TIMEOUT_SECONDS", least=0.1)
MINNE_LLM_PROMPT_CHARACTERS = int(options.number("MINNE_LLM_PROMPT_CHARACTERS", least=500))
MINNE_CONSOLIDATE_EVERY = options.number("MINNE_CONSOLIDATE_EVERY", least=0.01)
MINNE_REVIEW_UNASKED = options.flag("MINNE_REVIEW_UNASKED")
MINNE_SAMPLE_SIZE = int(options.number("MINNE_SAMPLE_SIZE", least=1))
MINNE_TARGET = options.number("MINNE_TARGET", least=0.01, most=0.99)
MINNE_LEASE_MINUTES = options.number("MINNE_LEASE_MINUTES", least=0.1)
MINNE_URL = options.address("MINNE_URL")
MINNE_KEEP_TEXT_DAYS = options.number("MINNE_KEEP_TEXT_DAYS")
MINNE_PURGE_FADED_DAYS = options.number("MINNE_PURGE_FADED_DAYS")
