"""Thresholds: how many labels certify the target."""

from granskning.domain.confirmation import labels_to_certify

__all__ = ["labels_to_certify"]
