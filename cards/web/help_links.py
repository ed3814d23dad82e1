"""Where a page of the reference or a guide is in the portal: the one place that knows the addresses under `/help/`."""

import posixpath
import re
from functools import cache, lru_cache

from django.urls import reverse

from cards.gateway import reference, rulesets

KIND_OF_FILE = {
    "effects.md": "effect",
    "conditions.md": "condition",
    "values.md": "value",
    "choosers.md": "chooser",
    "keywords.md": "keyword",
    "events.md": "event",
}
"""Pages of the reference whose entries have addresses of their own."""

MAX_ADDRESSES = 1_024
"""Addresses that are kept: every page of the help shows those of all others beside it."""

_LINK = re.compile(r"(?P<book>reference|guide)/(?:en|zh)/(?P<file>.+)")


@lru_cache(MAX_ADDRESSES)
def guide_url(file: str) -> str:
    """Return the address of a guide."""
    return reverse("cards:help-guide", args=[file.removesuffix(".md")])


@lru_cache(MAX_ADDRESSES)
def page_url(file: str) -> str:
    """Return the address of a page of the reference, named without its language."""
    ruleset, _, name = file.rpartition("/")
    stem = name.removesuffix(".md")
    if not ruleset:
        return reverse(f"cards:help-{stem}") if stem in ("fields", "problems") else reverse("cards:help")
    if name == "events.md":
        return reverse("cards:help-events", args=[ruleset])
    if name in KIND_OF_FILE:
        return reverse("cards:help-nodes", args=[ruleset, KIND_OF_FILE[name]])
    return reverse("cards:help-page", args=[ruleset, stem])


def entry_url(entry: reference.Entry, language: str) -> str:
    """Return the address of an entry: its own, or its place on a page."""
    match entry.family:
        case "problem":
            return reverse("cards:help-problem", args=[entry.name])
        case "event":
            return reverse("cards:help-event", args=[entry.ruleset, entry.name])
        case "moment" | "object":
            return f"{page_url(entry.file)}#{reference.heading_anchor(entry.name)}"
        case "word":
            term = entry.title.zh if language == "zh" else entry.title.en
            return f"{page_url(entry.file)}#{reference.heading_anchor(term)}"
        case family:
            return reverse("cards:help-node", args=[entry.ruleset, family, entry.name])


def portal_url(target: str, *, written_in: str, language: str) -> str | None:
    """Return the portal's address for a link of a page; None for a file of the repository alone.

    Shapes: `written_in` is the page's own path below `docs`, such as `reference/en/wizards/effects.md`.
    """
    if target.startswith(("https://", "http://")):
        return target
    path, _, fragment = target.partition("#")
    match = _LINK.fullmatch(
        posixpath.normpath(posixpath.join(posixpath.dirname(written_in), path)) if path else written_in
    )
    if match is None:
        return None
    if match["book"] == "guide":
        return (
            f"{guide_url(match['file'])}{'#' if fragment else ''}{fragment}"
            if any(guide.file == match["file"] for guide in reference.guides())
            else None
        )
    return _in_reference(match["file"], fragment, language)


def _in_reference(file: str, fragment: str, language: str) -> str:
    games = tuple(info.name for info in rulesets.rulesets())
    own = _places(language, games).get((file, fragment))
    return own or f"{page_url(file)}{'#' if fragment else ''}{fragment}"


@cache
def _places(language: str, games: tuple[str, ...]) -> dict[tuple[str, str], str]:
    """Return the address of every entry by the file and the anchor under which the pages link to it."""
    return {
        (entry.file, reference.heading_anchor(entry.name)): entry_url(entry, language) for entry in reference.entries()
    }
