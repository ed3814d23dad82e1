"""What a card does when it is played, written on the card itself: short for the ability, skill or spell that does it. ADR 141."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.json_values import Json, items_of
from engine.language.spec import Block, Field, LocalizedText, optional
from engine.language.spec.shorthands import Around, AuthorField, Opens, ShorthandNode


def played_field(name: str, stands_for: LocalizedText) -> Field:
    """Return the field of a card for what it does when it is played."""
    return optional(
        name,
        Block(),
        "When played",
        "打出时",
        f"What it does when it is played. Short for {stands_for.en}.",
        f"打出时的效果。{stands_for.zh}的简写。",
        shorthand=True,
    )


def opens_played(name: str, slot: str, record: str, part: Callable[[Json], Json], *, single: bool = False) -> Opens:
    """Return what opens a card with such effects: the part that does them, before the others of `slot`; with `single` instead of them.

    Shapes: part returns the part, a record of that name, without its effects, which stand under the same name in it.
    """

    def open_card(card: Json, around: Around) -> Any:
        if name not in card or (single and slot in card):
            return None
        does = ShorthandNode(name, {**part(card), name: AuthorField(name)}, record)
        others = [AuthorField(slot, place) for place in range(len(items_of(card.get(slot))))]
        kept = {key: AuthorField(key) for key in card if key not in (name, slot)}
        return {**kept, slot: does if single else [does, *others]}

    return open_card


__all__ = ["opens_played", "played_field"]
