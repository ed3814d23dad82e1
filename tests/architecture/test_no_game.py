"""Pages speak of cards and players, never of the things of one game: a portal may have none of the games that came with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from engine.rulesets import find, names

ROOT = Path(__file__).parents[2]
TEXT = re.compile(
    r"{% (?:translate|trans) (['\"])(.*?)\1|{% blocktranslate[^%]*%}(.*?){% endblocktranslate %}", re.DOTALL
)
DOCSTRING = re.compile(r'""".*?"""', re.DOTALL)
GENERAL = frozenset(
    [
        "base",
        "card",
        "character",
        "die",
        "effect",
        "entity",
        "event",
        "keyword",
        "match",
        "player",
        "region",
        "row",
        "side",
        "support",
        "target",
        "thing",
        "trigger",
    ]
)
"""Nouns of a game that pages may say of any: no game is meant by them."""


def texts() -> Iterator[tuple[str, str]]:
    """Yield every text of a page that is translated, with its file."""
    for file in sorted((ROOT / "templates").rglob("*.html")):
        for match in TEXT.finditer(file.read_text("utf-8")):
            yield file.name, match[2] or match[3]


def nouns() -> frozenset[str]:
    """Return what the games call their things, where that is a word of their own."""
    things = (noun for name in names() for noun in find(name).vocabulary.nouns.values())
    return frozenset(noun.one for noun in things if " " not in noun.one) - GENERAL


def places() -> frozenset[str]:
    """Return what the games call the places of their boards in Chinese."""
    return frozenset(filter(None, (find(name).vocabulary.place_zh for name in names())))


def code_of_language() -> Iterator[tuple[str, str]]:
    """Yield the code of each module of the language, which holds for every game, without its docstrings."""
    for file in sorted((ROOT / "engine" / "language").rglob("*.py")):
        yield file.name, DOCSTRING.sub("", file.read_text("utf-8"))


def test_pages_name_nothing_of_one_game() -> None:
    words = re.compile(rf"\b(?:{'|'.join(sorted(nouns()))})s?\b", re.IGNORECASE)

    assert "monster" in nouns()
    assert words.search("deals 5 damage to the chosen monster")
    assert [(file, text) for file, text in texts() if words.search(text)] == []


def test_the_language_knows_no_place_of_one_game() -> None:
    assert places()
    assert [
        (file, place) for file, text in code_of_language() for place in places() if place.rstrip("的") in text
    ] == []
