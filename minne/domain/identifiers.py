"""Numbers that stand for a person or an account: recognised by shape, date and check digit."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from minne.domain.spans import Span

SWEDISH = re.compile(
    r"(?<![\d/.-])(?:(18|19|20)[ -]?)?(\d{2})[ ]?(\d{2})[ ]?(\d{2})[ ]?([-+–—]?)[ ]?(\d{4})(?![\d/]|[.-]\d)"
)
US_SSN = re.compile(r"(?<![\d-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])")
UK_NI = re.compile(
    r"(?<!\w)(?![DFIQUV])(?!BG|GB|KN|NK|NT|TN|ZZ)[A-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)",
    re.IGNORECASE,
)
FINNISH = re.compile(
    r"(?<![\w-])(\d{2})(\d{2})(\d{2})[-+A-FU-Y](\d{3})([0-9A-FHJ-NPR-Y])(?!\w)", re.IGNORECASE
)
NORWEGIAN = re.compile(r"(?<![\d-])(\d{2})(\d{2})(\d{2}) ?(\d{5})(?!\d)")
DANISH = re.compile(r"(?<![\d-])(\d{2})(\d{2})(\d{2})-(\d{4})(?![\d-])")
CARD = re.compile(r"(?<![\d.,])\d(?:[ -]?\d){12,18}(?![\d.,]\d|\d)")
IBAN = re.compile(r"(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?(?!\w)", re.IGNORECASE)
FINNISH_CHECK = "0123456789ABCDEFHJKLMNPRSTUVWXY"


def luhn(digits: str) -> bool:
    """Whether the last digit checks the others (ISO/IEC 7812-1, annex B)."""
    total = 0
    for place, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + place % 2)
        total += value - 9 * (value > 9)
    return total % 10 == 0


def _is_day(month: int, day: int) -> bool:
    """A day of some year; day + 60 is a Swedish co-ordination number."""
    try:
        date(2024, month, day - 60 if day > 60 else day)
    except ValueError:
        return False
    return True


def personal_number_spans(text: str) -> Iterator[Span]:
    """Swedish (also co-ordination), US, UK, Finnish, Norwegian and Danish personal numbers.

    Ten or twelve bare digits are one only with a right check digit (a telephone number or a time stamp
    is not); with the hyphen after a date the shape is enough.
    """
    for found in SWEDISH.finditer(text):
        century, year, month, day, mark, last = found.groups()
        checked = luhn(year + month + day + last)
        stamp = century == "20" and int(last) < 2400 and not checked  # 20260310-1830 is an hour
        if _is_day(int(month), int(day)) and (checked or (mark and not stamp)):
            yield found.span()
    yield from (found.span() for pattern in (US_SSN, UK_NI) for found in pattern.finditer(text))
    for found in FINNISH.finditer(text):
        digits = "".join(found.group(1, 2, 3, 4))
        if _is_day(int(found[2]), int(found[1])) and FINNISH_CHECK[int(digits) % 31] == found[5].upper():
            yield found.span()
    for found in DANISH.finditer(text):
        if _is_day(int(found[2]), int(found[1])) and int(found[1]) <= 31:
            yield found.span()
    yield from (found.span() for found in NORWEGIAN.finditer(text) if _is_norwegian("".join(found.groups())))


def _is_norwegian(digits: str) -> bool:
    """Both check digits of a fødselsnummer (or, with day + 40, a D-number) are right."""
    day = int(digits[:2]) - 40 * (digits[0] in "4567")
    weights = ((3, 7, 6, 1, 8, 9, 4, 5, 2, 1), (5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1))
    checked = all(sum(w * int(d) for w, d in zip(row, digits, strict=False)) % 11 == 0 for row in weights)
    return checked and 1 <= day <= 31 and _is_day(int(digits[2:4]), day)


def account_spans(text: str) -> Iterator[Span]:
    """Payment cards (13-19 digits that pass Luhn) and IBANs (ISO 13616, mod 97)."""
    for found in CARD.finditer(text):
        digits = re.sub(r"\D", "", found.group())
        if 13 <= len(digits) <= 19 and luhn(digits) and len(set(digits)) > 1:
            yield found.span()
    for found in IBAN.finditer(text):
        compact = found.group().replace(" ", "").upper()
        number = "".join(str(int(c, 36)) for c in compact[4:] + compact[:4])
        if 15 <= len(compact) <= 34 and int(number) % 97 == 1:
            yield found.span()
