"""What a card is and does by its presence: keywords, numbers that it lends, records that apply without a trigger."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine.json_values import Json
from engine.language.planning.document_reader import node_spec
from engine.language.spec import (
    Block,
    KindSpec,
    ListOf,
    LocalizedText,
    MapOf,
    Node,
    NodeSpec,
    ObjectShape,
    RecordSpec,
    Shape,
    Vocabulary,
)


def keywords_of(vocabulary: Vocabulary, kind: KindSpec, document: Json) -> Iterator[tuple[NodeSpec, Json, str]]:
    """Yield the keywords of a card with their pointers."""
    for field in vocabulary.record(kind.record).fields:
        value = document.get(field.name)
        for index, node in enumerate(value if is_keywords(field.shape) and isinstance(value, list) else ()):
            spec = node_spec(vocabulary, "keyword", node)
            if spec is not None:
                yield spec, node, f"/{field.name}/{index}"


def is_keywords(shape: Shape | None) -> bool:
    """Return whether a field holds keywords."""
    return isinstance(shape, ListOf) and shape.item == Node("keyword")


def lent_numbers(kind: KindSpec, document: Json) -> Iterator[tuple[str, int, LocalizedText, str]]:
    """Yield the pointer of each number that a card lends, the number, its words and its keyword."""
    for record, name, words, keyword in kind.lent_numbers:
        item = document.get(record)
        value = item.get(name) if isinstance(item, dict) else None
        if value.__class__ is int:
            yield f"/{record}/{name}", value, words, keyword


def node_of(record: RecordSpec) -> NodeSpec:
    """Return a record with a sentence as a node, so that its fields are put into words as those of nodes are."""
    return NodeSpec("value", record.name, record.title, record.fields, phrase=record.phrase, wording=record.wording)


def heading_of(record: RecordSpec) -> NodeSpec:
    """Return a record with a heading as a node whose fields narrow the one thing that the heading names."""
    return replace(node_of(record), family="chooser")


def standing_records(vocabulary: Vocabulary, kind: KindSpec, document: Json) -> Iterator[tuple[RecordSpec, Json, str]]:
    """Yield the records of a card that apply by their presence, each with its pointer."""
    for field in vocabulary.record(kind.record).fields:
        value = document.get(field.name)
        match field.shape:
            case ListOf(ObjectShape(name)) if isinstance(value, list) and _applies(vocabulary.record(name)):
                items = [(index, item) for index, item in enumerate(value) if isinstance(item, dict)]
                yield from ((vocabulary.record(name), item, f"/{field.name}/{index}") for index, item in items)
            case ObjectShape(name) if isinstance(value, dict) and _applies(vocabulary.record(name)):
                yield vocabulary.record(name), value, f"/{field.name}"


def _applies(record: RecordSpec) -> bool:
    """Return whether a record applies by its presence: it has a sentence, and no effects to which that is the heading."""
    return record.phrase is not None and not any(isinstance(field.shape, Block) for field in record.fields)


def counters_of(
    vocabulary: Vocabulary, kind: KindSpec, document: Json
) -> Iterator[tuple[str, LocalizedText, RecordSpec, Json, str]]:
    """Yield the variables with which a card begins, each with its title, its record, what is written of it, and its pointer."""
    for field in vocabulary.record(kind.record).fields:
        value = document.get(field.name)
        match field.shape:
            case MapOf(ObjectShape(name)) if isinstance(value, dict) and vocabulary.record(name).phrase is not None:
                for key, item in value.items():
                    if isinstance(item, dict):
                        title = field.called.get(key, LocalizedText(key, key))
                        yield key, title, vocabulary.record(name), item, f"/{field.name}/{key}"
