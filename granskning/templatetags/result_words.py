"""The sentences about a round, for templates."""

from __future__ import annotations

from django import template

from granskning import result_words

register = template.Library()

register.filter("words", result_words.words)
register.filter("verdict", result_words.verdict)
register.filter("interval", result_words.interval)
register.filter("interval_percent", result_words.interval_percent)
register.filter("provisos", result_words.provisos)
register.filter("more_labels", result_words.more_labels)
