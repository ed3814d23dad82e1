"""What authors look up: the guides, and the reference that the engine writes from its registry."""

from functools import cache

from django.conf import settings

from engine import api

entries = api.entries
reference_files = api.reference_files
reference_contents = api.reference_contents
reference_page = api.reference_page

Entry = api.Entry
Guide = api.Guide
Sections = api.Sections
heading_anchor = api.anchor

GUIDES = settings.ROOT / "docs" / "guide"


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
