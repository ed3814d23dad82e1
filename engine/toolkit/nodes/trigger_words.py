"""Words of a trigger for what its event must be like: each stands for a condition, in front of those that the trigger has. ADR 141.

WORDS = {"by": ("DoneBy", "is"), "to": ("DoneTo", "is")}
SKILL = record("skill", …, by_field, to_field, FILTER, ACTION, opens=lambda skill, around: with_conditions(skill, WORDS))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.json_values import Json, items_of
from engine.language.spec.events import EventWord
from engine.language.spec.shorthands import Around, AuthorField, Opens, ShorthandNode

ConditionWords = Mapping[str, tuple[str, str]]
"""The words: by the key in which one is written, the condition for which it stands and the field of that which has the word."""


def with_conditions(trigger: Json, words: ConditionWords, conditions: str = "filter") -> Any:
    """Return a trigger with a condition for each of its words, before its own; None where it has no such word."""
    first = [
        ShorthandNode(key, {"type": name, inner: trigger[key]})
        for key, (name, inner) in words.items()
        if key in trigger
    ]
    return in_front(trigger, first, conditions, tuple(words)) if first else None


def in_front(trigger: Json, first: Sequence[Any], conditions: str, without: tuple[str, ...] = ()) -> dict[str, Any]:
    """Return a trigger with some conditions before its own; `without` are keys that it no longer has."""
    own = [AuthorField(conditions, place) for place in range(len(items_of(trigger.get(conditions))))]
    return {key: AuthorField(key) for key in trigger if key not in without} | {conditions: [*first, *own]}


def opens_words(words: Mapping[str, EventWord], event: str, conditions: str) -> Opens:
    """Return what opens a record whose `event` may be a word: the word's event, its conditions before the record's own."""

    def open_word(trigger: Json, around: Around) -> Any:
        name = trigger.get(event)
        word = words.get(name) if isinstance(name, str) else None
        if word is None:
            return None
        asked = [ShorthandNode(event, dict(one)) for one in word.conditions]
        return {**in_front(trigger, asked, conditions), event: ShorthandNode(event, word.event)}

    return open_word


__all__ = ["ConditionWords", "in_front", "opens_words", "with_conditions"]
