"""The sentences about a proposal, for templates."""

from __future__ import annotations

from django import template

from granskning import proposal_words, repair_words

register = template.Library()

register.filter("headline", proposal_words.headline)
register.filter("faults", proposal_words.faults)
register.filter("evidence_word", proposal_words.evidence)
register.filter("why", proposal_words.why)
register.filter("in_common", proposal_words.in_common)
register.filter("scope", proposal_words.scope)
register.filter("no_policy", proposal_words.no_policy)
register.filter("after_repair", repair_words.after_repair)
register.filter("sizes_text", repair_words.sizes_text)
register.filter("shown", repair_words.shown)
register.filter("under_way", repair_words.under_way)
register.filter("size_choice", repair_words.size_choice)
register.simple_tag(proposal_words.no_promise, name="no_promise")
