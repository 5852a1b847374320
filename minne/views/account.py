"""The language one reads, and a new password in it. The rest of getting in and out is Django's."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.i18n import set_language

from minne.forms import ForgottenPassword
from minne.services import languages


@login_not_required
def choose_language(request: HttpRequest) -> HttpResponse:
    """For this browser, and for the account of whoever is logged in."""
    language = request.POST.get("language", "")
    if languages.is_known(language):
        if request.user.is_authenticated:
            languages.choose(user=request.user, language=language)
        if request.user.is_authenticated or languages.IN_SESSION in request.session:
            request.session[languages.IN_SESSION] = language
    return set_language(request)


class AskForPassword(auth.PasswordResetView):
    form_class = ForgottenPassword
    email_template_name = "registration/password_reset_email.txt"
    subject_template_name = "registration/password_reset_subject.txt"


class ChoosePassword(auth.PasswordResetConfirmView):
    """Whoever comes by a link of ours reads the page in the language of the letter."""

    @method_decorator(login_not_required)
    def dispatch(self, *args: Any, **kwargs: Any) -> HttpResponseBase:
        response = super().dispatch(*args, **kwargs)
        held = response.status_code == 302  # what does not hold gets a page that says so
        language = languages.chosen(self.user) if held and self.user else None
        if language is not None:
            self.request.session[languages.IN_SESSION] = language
        return response
