"""Swedish until somebody chooses otherwise: the browser's own language is not asked."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

Handler = Callable[[HttpRequest], HttpResponse]


def chosen_language(get_response: Handler) -> Handler:
    """Activate the language of the cookie that the footer's switch sets, or the installation's."""
    known = dict(settings.LANGUAGES)

    def handle(request: HttpRequest) -> HttpResponse:
        chosen = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        language = chosen if chosen in known else settings.LANGUAGE_CODE
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return handle
