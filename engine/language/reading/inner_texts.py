"""Texts inside a card that players read, as the names of its skills: their places and their names beside the card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

from engine.json_values import Json
from engine.language.reading.inner_cards import INSIDE, inner_id, inner_list_places, inner_places
from engine.language.spec import Identifier, ListOf, LocalizedText, ObjectShape, RecordSpec, TextLiteral, Vocabulary

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
    for text in _of_inner_cards(vocabulary, document):
        texts.setdefault(text.name, text)
    return tuple(texts.values())


def part_names(
    document: Any, texts: Mapping[str, Mapping[str, str]] = MappingProxyType({})
) -> dict[str, LocalizedText]:
    """Return what the parts of a card are called, its skills and the cards inside it, by the card's id and their own: `some.card#attack`.

    Shapes: `texts` maps a language to the texts beside the card; a language without a name has the card's own.
    """
    if not isinstance(document, dict):
        return {}
    names: dict[str, LocalizedText] = {}
    for key, items in document.items():
        for item in items if isinstance(items, list) else ():
            part, name = (item.get("id"), item.get("name")) if isinstance(item, dict) else (None, None)
            if isinstance(part, str) and isinstance(name, str) and name.strip():
                both = (_text_of(texts, lang, f"{key}.{part}.name") or name for lang in ("en", "zh"))
                names.setdefault(part_key(document.get("id"), part), LocalizedText(*both))
    return _names_by_id(document, ((INSIDE, *one) for one in _names_in_effects(document)), texts) | names


def inner_card_names(
    vocabulary: Vocabulary, document: Json, texts: Mapping[str, Mapping[str, str]] = MappingProxyType({})
) -> dict[str, LocalizedText]:
    """Return what the cards are called that are written inside one, by their ids; texts as of `part_names`."""
    in_lists = (
        (key, own, name)
        for _, card, key in inner_list_places(vocabulary, document)
        if isinstance(own := card.get("id"), str) and isinstance(name := card.get("name"), str)
    )
    in_effects = ((INSIDE, *one) for one in _names_in_effects(document))
    return _names_by_id(document, (*in_effects, *in_lists), texts)


def _names_by_id(
    document: Json, parts: Iterable[tuple[str, str, str]], texts: Mapping[str, Mapping[str, str]]
) -> dict[str, LocalizedText]:
    """Return the names of cards inside one, each given by the key that holds it, its own id and its name."""
    names: dict[str, LocalizedText] = {}
    for key, part, name in parts:
        both = (_text_of(texts, lang, f"{key}.{part}.name") or name for lang in ("en", "zh"))
        names.setdefault(inner_id(document.get("id"), part), LocalizedText(*both))
    return names


def _names_in_effects(document: Json) -> Iterator[tuple[str, str]]:
    """Yield the id and name of each card that is written in an effect of one."""
    todo: list[Any] = [document]
    while todo:
        value = todo.pop()
        inside = value.get(INSIDE) if isinstance(value, dict) else None
        if isinstance(inside, dict) and isinstance(inside.get("id"), str) and isinstance(inside.get("name"), str):
            yield inside["id"], inside["name"]
        todo.extend(value.values() if isinstance(value, dict) else value if isinstance(value, list) else ())


def part_key(card: Any, part: str) -> str:
    """Return how a part of a card is asked for by its id."""
    return f"{card}#{part}"


def _text_of(texts: Mapping[str, Any], language: str, name: str) -> str:
    words = texts.get(language)
    text = words.get(name) if isinstance(words, Mapping) else None
    return text if isinstance(text, str) else ""


def _inside(vocabulary: Vocabulary, record: RecordSpec, value: Json, prefix: str, path: str) -> Iterator[InnerText]:
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


def _of_inner_cards(vocabulary: Vocabulary, document: Json) -> Iterator[InnerText]:
    """Yield the texts of the cards that are written in effects, wherever these are."""
    for path, node, key, _ in inner_places(vocabulary, document):
        shape = next(each.shape for each in vocabulary.family("effect")[node["type"]].fields if each.name == key)
        record = vocabulary.record(shape.name) if isinstance(shape, ObjectShape) else None
        own = _id_of(record, node.get(key)) if record is not None else ""
        if record is not None and own:
            yield from _of_item(record, node[key], own, f"{key}.{own}.", f"{path}/{key}")


def _of_item(record: RecordSpec, item: Json, own: str, prefix: str, path: str) -> Iterator[InnerText]:
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


__all__ = ["INNER_NAME", "InnerText", "inner_card_names", "inner_texts", "part_key", "part_names"]
