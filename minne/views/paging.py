from __future__ import annotations

from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet

from minne.access import Request

M = TypeVar("M", bound=Model)
R = TypeVar("R")


def paged(request: Request, found: QuerySet[M, R], size: int = 50) -> Page[R]:
    """The page of the result that `?sida=` asks for; `_pages.html` links to its neighbours."""
    return Paginator(found, size).get_page(request.GET.get("sida"))
