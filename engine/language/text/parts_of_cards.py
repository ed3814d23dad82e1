"""Puts parts of cards into words: a skill by its name, a record of amounts by signs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from engine.json_values import Json
from engine.language.reading.inner_texts import part_key
from engine.language.spec import Field, NodeSpec, ObjectShape
from engine.language.spec.phrases import sign
from engine.language.text.discourse import Phrase

if TYPE_CHECKING:
    from engine.language.text.realizer import Realizer


def part_name(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> Phrase:
    """Put a part of this card, or of the one that it names, into words: by its name, as far as that is known."""
    part = node.get(field.name)
    if not isinstance(part, str):
        return realizer.value(part, "text")
    beside = field.reference.part_of[0] if field.reference.part_of is not None else ""
    name = realizer.names(part_key(realizer.document.get(beside) or realizer.document.get("id"), part))
    return Phrase(realizer.translate(name) if name is not None else realizer.quote(part))


def signs(realizer: Realizer, spec: NodeSpec, field: Field, node: Json) -> Phrase:
    """Put a record of amounts into signs: each before what it is of, `③Cryo ②Any`."""
    amounts = node.get(field.name)
    if not isinstance(field.shape, ObjectShape) or not isinstance(amounts, dict):
        return Phrase("")
    texts = [
        sign(amounts[key.name]) + realizer.translate(key.title)
        for key in realizer.vocabulary.record(field.shape.name).fields
        if _is_amount(amounts.get(key.name))
    ]
    return Phrase(realizer.grammar.SPACE.join(texts))


def _is_amount(value: Any) -> bool:
    return value.__class__ is int and value > 0


FORMS = {"part": part_name, "signs": signs}
"""The forms of a place that holds the id of a part, or a record of amounts."""
