"""Texts inside a card that players read, as the names of its skills: their places and their names beside the card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import Identifier, ListOf, LocalizedText, ObjectShape, TextLiteral
from engine.language.spec.vocabulary import Vocabulary

INNER_NAME: Final = re.compile(r"[A-Za-z_]\w*\.[\w.-]+\.[A-Za-z_]\w*", re.ASCII)
"""What a text inside a card is called: the list it is in, the id of its item, the key of the text."""
_ID = re.compile(r"[\w.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class InnerText:
    """One text inside a card.

    Shapes: `name` is `skills.attack.name`, which stays the same while items change places; `pointer` is where the
            text is now.
    Units:  `limit` in characters.
    """

    name: str
    pointer: str
    text: str
    title: LocalizedText
    limit: int


def inner_texts(vocabulary: Vocabulary, document: Any) -> tuple[InnerText, ...]:
    """Return the texts inside a card that a ruleset marks as `translated`, in their order.

    Total: a document that was never checked gives what can be read; of items with one id the first counts.
    """
    kind = vocabulary.kind_of(document)
    if kind is None:
        return ()
    texts: dict[str, InnerText] = {}
    for one in _inside(vocabulary, vocabulary.record(kind.record), document, "", ""):
        texts.setdefault(one.name, one)
    return tuple(texts.values())


def _inside(
    vocabulary: Vocabulary, record: RecordSpec, value: Mapping[str, Any], prefix: str, path: str
) -> Iterator[InnerText]:
    """Yield the texts of the items of every list of objects, and of what is inside those."""
    for field in record.fields:
        shape, items = field.shape, value.get(field.name)
        if not isinstance(shape, ListOf) or not isinstance(shape.item, ObjectShape) or not isinstance(items, list):
            continue
        inner = vocabulary.record(shape.item.name)
        for place, item in enumerate(items):
            own = _id_of(inner, item)
            if own:
                name, where = f"{prefix}{field.name}.{own}.", f"{path}/{field.name}/{place}"
                yield from _of_item(inner, item, own, name, where)
                yield from _inside(vocabulary, inner, item, name, where)


def _of_item(record: RecordSpec, item: Mapping[str, Any], own: str, prefix: str, path: str) -> Iterator[InnerText]:
    for field in record.fields:
        text = item.get(field.name)
        if isinstance(field.shape, TextLiteral) and field.shape.translated and isinstance(text, str) and text.strip():
            title = LocalizedText(
                f"{record.title.en}, {field.title.en.lower()}: {own}", f"{record.title.zh}{field.title.zh}：{own}"
            )
            yield InnerText(f"{prefix}{field.name}", f"{path}/{field.name}", text, title, field.shape.max)


def _id_of(record: RecordSpec, item: Any) -> str:
    """Return the id that an item gives itself, empty where it has none that can be part of a name."""
    if not isinstance(item, Mapping):
        return ""
    key = next((field.name for field in record.fields if isinstance(field.shape, Identifier)), "")
    own = item.get(key)
    return own if isinstance(own, str) and _ID.fullmatch(own) else ""


__all__ = ["INNER_NAME", "InnerText", "inner_texts"]
