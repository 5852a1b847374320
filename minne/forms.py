from __future__ import annotations

from datetime import date

from django import forms
from django.core.exceptions import ValidationError
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from minne.models.memory import FactType
from minne.services.corrections import MAX_LENGTH


class DayInput(forms.DateInput):
    """The browser's own date picker, whose value is always ISO."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class AddFact(forms.Form):
    text = forms.CharField(
        label=_("Vad ska minnas?"),
        max_length=MAX_LENGTH,
        help_text=_("En sak i taget, till exempel: föredrar kodexempel i Python."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "dir": "auto"}),
    )
    type = forms.ChoiceField(
        label=_("Sort"), choices=FactType, help_text=_("Avgör hur länge det minns om det inte sägs igen.")
    )
    valid_until = forms.DateField(
        label=_("Gäller till och med (valfritt)"), required=False, widget=DayInput, input_formats=["%Y-%m-%d"]
    )

    def clean_valid_until(self) -> date | None:
        day: date | None = self.cleaned_data["valid_until"]
        if day and day < timezone.localdate():
            raise ValidationError(_("Den dagen har redan varit."))
        return day
