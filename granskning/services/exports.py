"""A closed round as a file: what was drawn and from what, every answer, and what it came to."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction

from granskning.domain.cells import neutral
from granskning.models import Export, Item, Round, Verdict
from granskning.services import report
from granskning.services.report import Report
from minne.domain.screening import mask

BOM = "\N{ZERO WIDTH NO-BREAK SPACE}"


class StillOpenError(Exception):
    """An open round is not taken out: it would show answers to those who may still give theirs."""


@transaction.atomic
def export(*, round: Round, user: User, format: str, with_text: bool, now: datetime) -> dict[str, Any]:
    """The round as plain values, and a note of who took it. Words only when asked for.

    With words it is also a look at every fact whose words are in it.
    """
    if round.closed_at is None:
        raise StillOpenError
    found = report.report(round)
    items = [item for item, _ in found.labelled]
    readable = report.readable(items) if with_text else set()
    report.log_looks((item for item in items if item.pk in readable), reviewer=user, now=now)
    Export.objects.create(round=round, user=user, at=now, format=format, with_text=with_text)
    return {
        "round": _round(round),
        "figures": _figures(found),
        "items": [
            _item(item, label, words=with_text, readable=item.pk in readable)
            for item, label in found.labelled
        ],
    }


def _round(round: Round) -> dict[str, Any]:
    return {
        "id": round.pk,
        "kind": round.kind,
        "pinned_at": round.pinned_at,
        "created_at": round.created_at,
        "closed_at": round.closed_at,
        "seed": round.seed,
        "frame": "person" if round.of_one_person else round.only_type or "everyone",
        "tool": round.tool,
        "frame_size": round.frame_size,
        "people_in_frame": round.people_in_frame,
        "people_left_out": round.people_left_out,
        "planned": round.planned,
        "allowed_wrong": round.allowed_wrong,
        "reviewers_per_item": round.reviewers_per_item,
        "policy": round.policy.number,
        "thresholds": round.policy.values,
    }


def _figures(found: Report) -> dict[str, Any]:
    """The figures of the page, by name."""
    figures, after, agreed = found.figures, found.after_repair, found.agreement
    return asdict(figures) | {
        "answered": figures.answered,
        "size": figures.size,
        "interval": "exact" if figures.is_complete else "time-uniform",
        "confidence_level": 0.95,
        "brier": found.calibration.brier,
        "median_seconds": found.seconds,
        "after_repair": asdict(after) if after else None,
        "agreement": asdict(agreed.raw) | {"ac1": agreed.ac1, "kappa": agreed.kappa} if agreed else None,
    }


def _item(item: Item, label: str, *, words: bool, readable: bool) -> dict[str, Any]:
    row = {
        "order": item.order,
        "fact": str(item.fact_id) if item.fact_id else item.imported_id,
        "person": item.pseudonym,
        "type": item.type,
        "kind": item.kind,
        "support": item.support,
        "confidence": item.confidence,
        "last_supported_at": item.last_supported_at,
        "valid_until": item.valid_until,
        "label": label,
        "adjudicated": item.adjudicated,
        "adjudicated_by": item.adjudicated_by.get_username() if item.adjudicated_by else None,
        "repaired": item.repaired_batch is not None,
    }
    if words:
        row |= _words(item) if readable else {"text": None, "quote": None, "adjudication_note": None}
    answers = [_answer(verdict, words=words, readable=readable) for verdict in item.verdicts.all()]
    return row | {"answers": answers}


def _words(item: Item) -> dict[str, Any]:
    quote = mask(item.quote, item.fact.lang) if item.fact else item.quote
    return {"text": item.text, "quote": quote, "adjudication_note": item.adjudication_note}


def _answer(verdict: Verdict, *, words: bool, readable: bool) -> dict[str, Any]:
    row = {
        "reviewer": verdict.reviewer.get_username() if verdict.reviewer else None,
        "value": verdict.value,
        "seconds": verdict.seconds,
        "created_at": verdict.created_at,
        "updated_at": verdict.updated_at,
    }
    return row | {"note": verdict.note if readable else None} if words else row


def as_json(document: Mapping[str, Any]) -> str:
    return json.dumps(document, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2) + "\n"


def as_csv(document: Mapping[str, Any], *, bom: bool = False) -> str:
    """One row an item in drawn order (RFC 4180); the round's own values stand on every row.

    Text that a spreadsheet could run begins with an apostrophe: `domain.cells.original` takes it away.
    """
    rows = list(_rows(document))
    columns = list(dict.fromkeys(name for row in rows for name in row))
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in rows)
    return BOM * bom + written.getvalue()


def _rows(document: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    every = dict(_flat("round", document["round"])) | dict(_flat("", document["figures"]))
    for item in document["items"]:
        own = {name: value for name, value in item.items() if name != "answers"}
        yield every | own | _answers(item["answers"])


def _flat(prefix: str, values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        full = f"{prefix}_{name}" if prefix else name
        if isinstance(value, Mapping):
            yield from _flat(full, value)
        else:
            yield full, value


def _answers(answers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    return {
        f"answer_{number}_{name}": value
        for number, answer in enumerate(answers, start=1)
        for name, value in answer.items()
    }


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return neutral(value)
    return json.dumps(value, cls=DjangoJSONEncoder).strip('"')
