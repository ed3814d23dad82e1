"""What authors look up: the guides, and the reference that the engine writes from its registry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from django.conf import settings

from engine import api

Entry = api.Entry
Guide = api.Guide
Sections = api.Sections
heading_anchor = api.anchor

GUIDES = settings.ROOT / "docs" / "guide"


def entries() -> tuple[Entry, ...]:
    """Return every node, event, moment, object, problem code and kind of value that the reference has an entry for."""
    return api.entries()


def reference_files(ruleset: str = "") -> tuple[str, ...]:
    """Return the files of a game's pages of the reference, or of those that all games share."""
    return api.reference_files(ruleset)


def reference_contents(ruleset: str, language: str) -> Mapping[str, tuple[str, int]]:
    """Return the title of each page of a game's reference and how many entries it has, by its file."""
    return api.reference_contents(ruleset, language)


def reference_page(file: str, language: str) -> Sections:
    """Return a page of the reference, taken apart.

    Errors: KeyError for a file that no page has.
    """
    return api.reference_page(file, language)


def guides() -> tuple[Guide, ...]:
    """Return the guides that are there in both languages, in the order in which they are read."""
    return tuple(
        guide
        for guide in api.reference_guides()
        if all((GUIDES / each / guide.file).is_file() for each in ("en", "zh"))
    )


@cache
def guide_page(file: str, language: str) -> Sections:
    """Return a guide, taken apart as a page of the reference is."""
    return api.take_apart((GUIDES / language / file).read_text("utf-8"))
