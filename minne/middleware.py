"""Swedish until somebody chooses otherwise: the browser's own language is not asked."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation

from minne.services import languages

Handler = Callable[[HttpRequest], HttpResponse]


def chosen_language(get_response: Handler) -> Handler:
    """Activate the language of the account, else of the switch's cookie, else of the installation."""

    def handle(request: HttpRequest) -> HttpResponse:
        in_browser = request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
        chosen = request.session.get(languages.IN_SESSION, in_browser)
        language = chosen if languages.is_known(chosen) else settings.LANGUAGE_CODE
        request.LANGUAGE_CODE = language
        with translation.override(language):
            response = get_response(request)
        response.headers.setdefault("Content-Language", language)
        return response

    return handle
