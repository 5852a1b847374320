"""Rounds taken out as files and read back."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.urls import reverse

from granskning.domain.cells import original
from granskning.models import Round
from tests.granskning.making import administrator
from tests.minne.pages import logged_in


def taken(drawn: Round, format: str = "json", **query: str) -> Any:
    client = logged_in(User.objects.filter(username="ada").first() or administrator())
    return client.get(reverse(f"export_{format}", args=[drawn.pk]), query)


def document(drawn: Round, **query: str) -> Any:
    return json.loads(taken(drawn, **query).content)


def rows(response: HttpResponse) -> list[dict[str, str]]:
    """The file read back as a spreadsheet or a script would."""
    text = response.content.decode("utf-8-sig")
    read = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    return [{name: original(cell) for name, cell in row.items()} for row in read]
