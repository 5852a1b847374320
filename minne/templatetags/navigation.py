"""The menu, and what a message carries besides its words."""

from __future__ import annotations

import uuid
from typing import Any

from django import template
from django.contrib.messages.storage.base import Message
from django.template import Context
from django.urls import reverse

register = template.Library()


@register.inclusion_tag("_menu_item.html", takes_context=True)
def menu_item(context: Context, name: str, label: str) -> dict[str, Any]:
    """One part of the site, marked where the page shown is in it."""
    url, path = reverse(name), context["request"].path
    current = "page" if path == url else "true" if path.startswith(url) else ""
    return {"url": url, "label": label, "current": current}


@register.filter
def undo_batch(message: Message) -> uuid.UUID | None:
    """The batch of events that the message offers to take back: its extra tag, where it is one."""
    try:
        return uuid.UUID(str(message.extra_tags))
    except ValueError:
        return None
