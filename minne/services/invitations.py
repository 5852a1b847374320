"""An account for a person whose memory it is to be, and the letter with which they get in."""

from __future__ import annotations

import logging
from datetime import datetime
from functools import partial

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from minne.models import Person
from minne.services import languages, people

logger = logging.getLogger(__name__)


@transaction.atomic
def invite(
    *, external_id: str, username: str, email: str, language: str, by: User | None, now: datetime
) -> Person:
    """Make the account without a password, link it to the person, and send the letter once that is done."""
    person = people.known(external_id)
    user = User.objects.create_user(username, email)
    languages.choose(user=user, language=language)
    people.link_user(person=person, user=user, by=by, now=now)
    transaction.on_commit(partial(send, user=user), robust=True)
    return person


def send(*, user: User) -> None:
    """The letter, with a link that holds for as long as one for a forgotten password."""
    who = {"uidb64": urlsafe_base64_encode(force_bytes(user.pk))}
    path = reverse("password_reset_confirm", kwargs=who | {"token": default_token_generator.make_token(user)})
    about = {"user": user, "address": settings.MINNE_URL + path}
    with translation.override(languages.chosen(user) or settings.LANGUAGE_CODE):
        subject = render_to_string("minne/mail/invitation_subject.txt", about).strip()
        body = render_to_string("minne/mail/invitation.txt", about)
    try:
        send_mail(subject, body, None, [user.email])
    except OSError:  # smtplib's errors are too
        logger.exception("The invitation to account %s was not sent.", user.pk)
