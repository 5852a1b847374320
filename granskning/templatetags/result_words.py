"""The sentences about a round, for templates."""

from __future__ import annotations

from django import template

from granskning import measure_words, proviso_words, result_words

register = template.Library()

register.filter("words", result_words.words)
register.filter("verdict", result_words.verdict)
register.filter("interval", result_words.interval)
register.filter("interval_percent", result_words.interval_percent)
register.filter("provisos", proviso_words.provisos)
register.filter("more_labels", result_words.more_labels)
register.filter("calibration", measure_words.calibration)
register.filter("calibration_figures", measure_words.calibration_figures)
register.filter("share_interval", measure_words.share_interval)
register.filter("between", lambda found: result_words.between(found.low, found.high))
register.filter("agreement", measure_words.agreement)
register.filter("agreement_figures", measure_words.agreement_figures)
