"""What is asked before a round, and what an answer carries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from granskning.models import Guidelines, Schedule
from granskning.models.guidelines import LONGEST
from granskning.models.verdicts import Value
from granskning.services.labelling import Step
from granskning.services.rounds import HIGHEST_SEED
from minne import words
from minne.domain.screening import refuse_unstorable
from minne.models import Person
from minne.models.memory import FactType


class NewRoundForm(forms.Form):
    """How a round is drawn. Administrators may choose one person's list; `tools` are other memories."""

    n = forms.IntegerField(
        label=_("Antal fakta"),
        min_value=1,
        max_value=5000,
        widget=forms.NumberInput({"inputmode": "numeric"}),
    )
    type = forms.ChoiceField(
        label=_("Vilka fakta"), required=False, choices=[("", _("Alla typer")), *FactType.choices]
    )
    tool = forms.ChoiceField(label=_("Vilket minne"), required=False)
    person = forms.ModelChoiceField(
        label=_("Vems lista"), required=False, queryset=Person.objects.none(), empty_label=_("Allas")
    )
    reviewers = forms.TypedChoiceField(
        label=_("Granskare per faktum"),
        coerce=int,
        widget=forms.RadioSelect,
        choices=[(1, _("En")), (2, _("Två, som svarar var för sig"))],
    )
    seed = forms.IntegerField(
        label=_("Slumpfrö"),
        required=False,
        min_value=0,
        max_value=HIGHEST_SEED,
        help_text=_("Samma frö på samma lista drar samma fakta. Lämna tomt, så dras ett."),
    )
    press = forms.UUIDField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, may_choose_person: bool, tools: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if tools:
            choices = [("", _("Det egna")), *((tool, capfirst(words.tool(tool))) for tool in tools)]
            self.fields["tool"] = forms.ChoiceField(label=_("Vilket minne"), required=False, choices=choices)
        else:
            del self.fields["tool"]
        if may_choose_person:
            people = Person.objects.reviewable()
            self.fields["person"] = forms.ModelChoiceField(
                label=_("Vems lista"), required=False, queryset=people, empty_label=_("Allas")
            )
        else:
            del self.fields["person"]

    @classmethod
    def starting(cls) -> dict[str, Any]:
        """What the form says before anybody has touched it."""
        return {"n": settings.MINNE_SAMPLE_SIZE, "type": "", "reviewers": 1, "press": uuid4()}


class ScheduleForm(forms.Form):
    """When rounds are made by themselves: "every first Monday", "every other Friday"."""

    WHICH = (
        ("nth-1", _("första i månaden")),
        ("nth-2", _("andra i månaden")),
        ("nth-3", _("tredje i månaden")),
        ("nth-4", _("fjärde i månaden")),
        ("nth-5", _("sista i månaden")),
        ("every-1", _("varje vecka")),
        ("every-2", _("varannan vecka")),
        ("every-4", _("var fjärde vecka")),
    )

    weekday = forms.TypedChoiceField(label=_("Veckodag"), coerce=int, choices=Schedule.Weekday)
    which = forms.ChoiceField(label=_("Vilken"), choices=WHICH)
    n = forms.IntegerField(label=_("Antal fakta"), min_value=1, max_value=5000)
    reviewers = forms.TypedChoiceField(
        label=_("Granskare per faktum"), coerce=int, choices=[(1, _("En")), (2, _("Två"))]
    )

    def rule(self) -> dict[str, Any]:
        """What the service makes a schedule of."""
        said = self.cleaned_data
        kind, number = said["which"].split("-")
        which = {"nth": None, "every": None, kind: int(number)}
        return {name: said[name] for name in ("weekday", "n", "reviewers")} | which


class NoteField(forms.CharField):
    """Whatever was typed or pasted; a character that no database takes must not cost the answer."""

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value) or "").replace("\0", "")


class AnswerForm(forms.Form):
    """One press: on which item, in which state of it, and which fact came up in its place."""

    item = forms.IntegerField()
    version = forms.IntegerField(min_value=0)
    value = forms.CharField(max_length=20)
    note = NoteField(required=False, strip=False)
    seconds = forms.FloatField(required=False, localize=False)
    showing = forms.IntegerField(required=False)
    user = forms.IntegerField(required=False)  # whose page it was pressed on, where the page says

    def step(self) -> Step:
        given = self.cleaned_data
        return Step(
            value=given["value"], version=given["version"], note=given["note"], seconds=given["seconds"]
        )


def _storable(text: str) -> None:
    if refuse_unstorable(text) == "lone_surrogate":
        raise ValidationError(
            _("Texten innehåller ett halvt tecken (en ensam surrogat), som inte kan sparas.")
        )


class GuidelinesForm(forms.Form):
    """The whole of the guidelines, and which version was changed."""

    swedish = forms.CharField(
        label=_("På svenska"),
        max_length=LONGEST,
        validators=[_storable],
        widget=forms.Textarea({"rows": 28, "lang": "sv", "dir": "auto"}),
    )
    english = forms.CharField(
        label=_("På engelska"),
        help_text=_("Lämnas den tom visas den svenska för alla."),
        required=False,
        max_length=LONGEST,
        validators=[_storable],
        widget=forms.Textarea({"rows": 28, "lang": "en", "dir": "auto"}),
    )
    based_on = forms.IntegerField(widget=forms.HiddenInput)

    @classmethod
    def showing(cls, version: Guidelines) -> GuidelinesForm:
        said = {"swedish": version.swedish, "english": version.english, "based_on": version.number}
        return cls(initial=said)

    def clean_swedish(self) -> str:
        return _lines(self.cleaned_data["swedish"])

    def clean_english(self) -> str:
        return _lines(self.cleaned_data["english"])

    def overtaken_by(self, newer: Guidelines) -> None:
        """What was written stays; sent once more it is a change of the newer version."""
        said = _("Någon annan har sparat version %(number)d medan du skrev. Läs den, och spara sedan igen.")
        self.add_error(None, said % {"number": newer.number})
        written = {name: self.data.get(name, "") for name in self.fields}
        self.data = written | {"based_on": newer.number}


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")


class DisputeForm(forms.Form):
    """A decision between two answers, with its reason."""

    value = forms.ChoiceField(label=_("Avgörande"), choices=[("", _("Välj")), *Value.choices])
    note = forms.CharField(label=_("Varför"), max_length=1000, widget=forms.Textarea({"rows": 2}))
