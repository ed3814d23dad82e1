"""Faces of cards: the parts that the faces of games have in common. All are total: of a half-written document they show what can be read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.face import GEMS, Face, Fact, Texts, Tone, facts, words_of
from engine.language.spec import LocalizedText, Option
from engine.toolkit.card_fields import RARITIES


def title_of(options: Iterable[Option], name: Any) -> LocalizedText:
    """Return the title of a word of a closed set; an unknown word is shown as it is written."""
    word = name if isinstance(name, str) else ""
    return next((option.title for option in options if option.name == word), LocalizedText(word, word))


def joined(parts: Iterable[LocalizedText], en: str = " · ", zh: str = " · ") -> LocalizedText:
    """Return texts in a row, empty ones left out, with a mark between them in each language."""
    shown = [part for part in parts if any(part)]
    return LocalizedText(en.join(part.en for part in shown), zh.join(part.zh for part in shown))


def card_face(
    document: Mapping[str, Any],
    texts: Texts,
    line: Iterable[LocalizedText],
    rarities: Iterable[Option] = RARITIES,
    **fields: Any,
) -> Face:
    """Return a face with the id, name, rules text and rarity of a card; a language without text shows the source's.

    Shapes: `line` are the parts of its type line; the gem of a rarity is the one of the same name; `fields` are keywords of `Face`, among them
            `kind` where the type of the card is not it.
    """
    rarity = document.get("rarity")
    gem = str(rarity).lower()
    return Face(
        **{
            "id": str(document.get("id", "")),
            "kind": str(document.get("type", "")),
            "name": words_of(document, texts, "name"),
            "text": words_of(document, texts, "description"),
            "type_line": joined(line),
            "gem": gem if gem in GEMS else "common",
            "rarity": title_of(rarities, rarity),
            **fields,
        }
    )


def facts_at(document: Mapping[str, Any], *rows: tuple[str, str, str, str]) -> tuple[Fact, ...]:
    """Return the facts of a face from rows: a title in both languages, an icon, and the JSON Pointer of the value; none for a value that is missing."""
    return facts(*((LocalizedText(en, zh), _value_at(document, path), icon, path) for en, zh, icon, path in rows))


def _value_at(document: Any, path: str) -> Any:
    for key in path.split("/")[1:]:
        document = document.get(key) if isinstance(document, dict) else None
    return document


def tone(name: str, frame: str, paper: str, sky: str, manner: str = "contours", **shapes: str) -> Tone:
    """Declare a tone of cards; the colours of a run are written in one text, as in a style sheet: `#4d7ea8 #2c506f`; `shapes` are `near` and `far`."""
    top, bottom = frame.split()
    high, middle, low = sky.split()
    return Tone(name, (top, bottom), paper, (high, middle, low), manner, **shapes)
