"""The words of a card that a search reads: what its face shows, how its names sound, its texts and its JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.search.folding import sounds_of


def card_words(face: Mapping[str, Any], document: Any, texts: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Yield what a search reads of a card that parses: face, sounds of its names, texts of every language, then the JSON, each word once."""
    yield from face_words(face)
    names = [face["name"], *({"name": words.get("name")} for words in texts.values())]
    yield from dict.fromkeys(sound for name in names for each in name.values() if each for sound in sounds_of(each))
    yield from (text for words in texts.values() for text in words.values())
    yield from dict.fromkeys(json_words(document))


def face_words(face: Mapping[str, Any]) -> list[str]:
    """Return the words that a card's face shows, in every language."""
    words: list[str] = []
    for part in ("name", "text", "type_line"):
        shown = face.get(part)
        if isinstance(shown, Mapping):
            words += [text for text in shown.values() if isinstance(text, str)]
    words += [word for both in (*face["keywords"], *face.get("actions", ())) for word in both.values()]
    return words


def json_words(value: Any) -> Iterator[str]:
    """Yield the keys and the plain values of a document in their order, words as they are and the rest as in JSON."""
    if isinstance(value, Mapping):
        for key, member in value.items():
            yield key
            yield from json_words(member)
    elif isinstance(value, list):
        for member in value:
            yield from json_words(member)
    elif isinstance(value, bool) or value is None:
        yield {True: "true", False: "false", None: "null"}[value]
    else:
        yield str(value)
