"""Whose a card is that another one makes: its own text has "you" for that player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from engine.json_values import Json
from engine.language.planning.document_reader import node_spec
from engine.language.reading.inner_cards import InnerCard
from engine.language.reading.source_map import value_at
from engine.language.reading.strings import values_in
from engine.language.spec import Targets, Vocabulary
from engine.language.spec.phrases import fits

_FAMILIES = ("effect", "chooser", "value", "condition")


def of_other_player(vocabulary: Vocabulary, document: Json, inner: Sequence[InnerCard]) -> Iterator[bool]:
    """Yield of each card inside another whether it is the other player's, as the effect says in which it is written.

    One inside another inner card is seen from that one's player.
    """
    for one in inner:
        is_others = False
        for pointer in (part.pointer for part in inner if f"{one.pointer}/".startswith(f"{part.pointer}/")):
            is_others ^= _reaches_other(vocabulary, value_at(document, pointer.rpartition("/")[0]))
        yield is_others


def _reaches_other(vocabulary: Vocabulary, effect: Json) -> bool:
    side = vocabulary.other_side
    if not side or not isinstance(effect, dict):  # what a list of the card holds is of its own player
        return False
    return any(isinstance(node, dict) and fits(side, node) for node in (effect, *effect.values()))


def depends_on_player(vocabulary: Vocabulary, document: Json) -> bool:
    """Return whether a card in core form does something else for another player.

    It does by a word for a side, by a node that asks for a side, or by an effect that a player does alone, to no target.
    """
    return any(
        value in vocabulary.side_words or value == vocabulary.owner != ""
        if isinstance(value, str)
        else _is_of_player(vocabulary, value)
        for value in values_in(document)
    )


def _is_of_player(vocabulary: Vocabulary, node: Any) -> bool:
    specs = [spec for family in _FAMILIES if (spec := node_spec(vocabulary, family, node)) is not None]
    return any(
        any(key.name in vocabulary.other_side for key in spec.fields)
        or (
            spec.family == "effect"
            and spec.runtime.run is not None
            and not any(isinstance(key.shape, Targets) for key in spec.fields)
        )
        for spec in specs
    )
