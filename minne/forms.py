from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.contrib.auth.models import User
from django.contrib.auth.validators import UnicodeUsernameValidator
from django.core.exceptions import ValidationError
from django.utils import timezone, translation
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from minne import clock, words
from minne.domain.policy import Policy, PolicyError
from minne.models import Person, PolicyVersion
from minne.models.memory import FactType
from minne.services import languages, people
from minne.services.corrections import MAX_LENGTH


class DayInput(forms.DateInput):
    """The browser's own date picker, whose value is always ISO."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class AddFact(forms.Form):
    text = forms.CharField(
        label=_("Vad ska minnet komma ihåg?"),
        max_length=MAX_LENGTH,
        help_text=_("En sak i taget, till exempel: föredrar kodexempel i Python."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    type = forms.ChoiceField(
        label=_("Sort"), choices=FactType, help_text=_("Avgör hur länge det är kvar om det inte sägs igen.")
    )
    valid_until = forms.DateField(
        label=_("Gäller till och med (valfritt)"), required=False, widget=DayInput, input_formats=["%Y-%m-%d"]
    )

    def clean_valid_until(self) -> date | None:
        day: date | None = self.cleaned_data["valid_until"]
        if day and day < timezone.localdate(clock.now()):
            raise ValidationError(_("Den dagen har redan varit."))
        return day


class LinkAccount(forms.Form):
    """An account by its user name."""

    account = forms.ModelChoiceField(
        label=_("Kontots användarnamn"),
        queryset=User.objects.filter(is_active=True),
        to_field_name="username",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid_choice": _("Det finns inget sådant konto.")},
    )


class InvitePerson(forms.Form):
    """A new account for a person, known or new."""

    external_id = forms.CharField(
        label=_("Personens id"),
        max_length=200,
        help_text=_("Det id som importerna använder. Finns det inte än blir det till."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    username = forms.CharField(
        label=_("Användarnamn"),
        max_length=150,
        validators=[UnicodeUsernameValidator()],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    email = forms.EmailField(
        label=_("E-post"), help_text=_("Hit skickas en länk där personen väljer sitt lösenord.")
    )

    language = forms.ChoiceField(
        label=_("Språk"),
        choices=settings.LANGUAGES,
        initial=settings.LANGUAGE_CODE,
        help_text=_("För inbjudan och för sidorna, tills personen väljer ett annat."),
    )

    def clean_external_id(self) -> str:
        wanted: str = self.cleaned_data["external_id"]
        known = people.find(wanted)
        if known is not None and (known.user_id or known.erasing_at):
            raise ValidationError(_("Den personen har redan ett konto, eller är på väg bort."))
        return wanted

    def clean_username(self) -> str:
        wanted: str = User.normalize_username(self.cleaned_data["username"])
        if User.objects.filter(username__iexact=wanted).exists():
            raise ValidationError(_("Det användarnamnet är upptaget."))
        return wanted


class LogIn(AuthenticationForm):
    """Which of the two was wrong is not told."""

    def get_invalid_login_error(self) -> ValidationError:
        return ValidationError(
            _("Användarnamnet eller lösenordet stämmer inte. Skilj på stora och små bokstäver."),
            code="invalid_login",
        )


class ForgottenPassword(PasswordResetForm):
    """The letter is in the language of whoever gets it; until they have chosen, in that of the page."""

    def send_mail(
        self,
        subject_template_name: str,
        email_template_name: str,
        context: dict[str, Any],
        *args: Any,
        **kwargs: Any,
    ) -> None:
        with translation.override(languages.chosen(context["user"]) or get_language()):
            super().send_mail(subject_template_name, email_template_name, context, *args, **kwargs)


class ConfirmErasure(forms.Form):
    understood = forms.BooleanField(
        label=_("Jag förstår att det inte går att ångra"),
        error_messages={"required": _("Kryssa i rutan om du är säker.")},
    )


class ConfirmErasureOf(forms.Form):
    """Another person's: their id is written out, so that it is nobody else who goes."""

    external_id = forms.CharField(
        label=_("Skriv personens id"), strip=True, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_external_id(self) -> str:
        written: str = self.cleaned_data["external_id"]
        if written != self.person.external_id:
            raise ValidationError(_("Det är inte den här personens id."))
        return written


class OtherId(forms.Form):
    """Another person, by their id."""

    other = forms.CharField(
        label=_("Det andra id:t"),
        max_length=200,
        help_text=_("Det id som försvinner. Det som kom in under det blir den här personens."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )

    def __init__(self, *args: Any, person: Person, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.person = person

    def clean_other(self) -> Person:
        found = people.find(self.cleaned_data["other"])
        if found is None:
            raise ValidationError(_("Det finns ingen person med det id:t."))
        if found == self.person:
            raise ValidationError(str(words.UNITING_ERRORS["same"]))
        return found


class UniteWith(OtherId):
    """The same, once what it would do has been read."""

    understood = forms.BooleanField(
        label=_("Jag vet att de är samma människa, och att det inte går att ångra"),
        error_messages={"required": _("Kryssa i rutan om du är säker.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].widget = forms.HiddenInput()


def _plain(number: Any) -> Any:
    """A whole number without its decimals."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


def flat(policy: Policy) -> dict[str, Any]:
    """The policy's numbers under one name each, as the form has them."""
    values = policy.as_dict()
    half_lives = values.pop("half_life_days")
    values |= {f"half_life_{type_}": days for type_, days in half_lives.items()}
    return {name: _plain(value) for name, value in values.items()}


def _whole() -> forms.IntegerField:
    return forms.IntegerField(widget=forms.NumberInput({"min": "1", "inputmode": "numeric"}))


def _decimal() -> forms.FloatField:
    """Written as the page's language does: a browser of another language drops a number field's comma."""
    return forms.FloatField(
        localize=True, widget=forms.TextInput({"inputmode": "decimal", "autocomplete": "off"})
    )


class Thresholds(forms.Form):
    """A policy to try or to adopt. Whether the numbers can be is the policy's own answer."""

    min_support = _whole()
    explicit_kinds = forms.MultipleChoiceField(
        choices=list(words.KINDS.items()), required=False, widget=forms.CheckboxSelectMultiple
    )
    min_confidence = _decimal()
    half_life_preference = _decimal()
    half_life_knowledge = _decimal()
    half_life_goal = _decimal()
    half_life_temporary = _decimal()
    max_facts = _whole()
    initial_confidence = _decimal()
    asked_confidence = _decimal()
    support_step = _decimal()
    based_on = forms.IntegerField(widget=forms.HiddenInput, required=False)
    reason = forms.CharField(label=_("Varför?"), max_length=500, required=False, widget=forms.Textarea)

    policy: Policy | None = None

    def __init__(self, *args: Any, adopting: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, label in words.THRESHOLDS.items():
            self.fields[name].label = str(label)
            self.fields[name].help_text = str(words.THRESHOLD_MEANINGS.get(name, ""))
        self.fields["reason"].required = adopting
        self.fields["reason"].widget.attrs["rows"] = 2

    @classmethod
    def showing(cls, version: PolicyVersion) -> Thresholds:
        return cls(initial={**flat(version.policy), "based_on": version.number})

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if not self.errors:
            self._read(said)
        return said

    def _read(self, said: dict[str, Any]) -> None:
        values = {name: said[name] for name in words.THRESHOLDS if not name.startswith("half_life_")}
        values["half_life_days"] = {type_: said[f"half_life_{type_}"] for type_ in FactType.values}
        try:
            self.policy = Policy.from_dict(values)
        except PolicyError as error:
            field = error.field.replace("half_life_days.", "half_life_")
            self.add_error(field, str(words.THRESHOLD_ERRORS.get(error.reason, error.reason)))

    def still_based_on(self, current: PolicyVersion) -> bool:
        """Whether the numbers differ from those in force, and those are the ones that were looked at."""
        if self.cleaned_data["based_on"] != current.number:
            self.add_error(None, _("Trösklarna har ändrats sedan du öppnade sidan. Ladda om den."))
        elif self.policy == current.policy:
            self.add_error(None, _("Du har inte ändrat något."))
        return not self.errors
