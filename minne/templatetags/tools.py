"""What other memories are called, for templates."""

from __future__ import annotations

from django import template

from minne import words

register = template.Library()

register.filter("tool", words.tool)
