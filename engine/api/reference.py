"""What authors look up: guides, pages of the reference, and the entries on them."""

from __future__ import annotations

from engine.reference.entries import Entry, entries
from engine.reference.markdown import anchor
from engine.reference.sections import (
    Sections,
    reference_contents,
    reference_files,
    reference_guides,
    reference_page,
    take_apart,
)
from engine.ruleset import Guide

__all__ = [
    "Entry",
    "Guide",
    "Sections",
    "anchor",
    "entries",
    "reference_contents",
    "reference_files",
    "reference_guides",
    "reference_page",
    "take_apart",
]
