"""Small changes of a card, block by block: what scenarios must notice if they guard the block."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import has_error
from engine.json_values import JsonObject
from engine.language.analysis.semantics import INSTANT
from engine.language.analysis.trigger_summaries import trigger_keys
from engine.language.nodes.core import ID, NOT
from engine.language.reading.source_map import holder_at, members, pointer, value_at
from engine.language.reading.surface import CoreForm, desugar
from engine.language.spec import Field, ListOf, MapOf, Node, ObjectShape, Shape, Vocabulary
from engine.language.spec.kinds import kind_of
from engine.language.spec.shapes import Block as EffectBlock
from engine.packs.card import Reader
from engine.ruleset import Ruleset

Change = tuple[str, str, Any]
"""What is done (`remove` or `replace`), the place where, and the value there afterwards; of a removal the places that go with it, or nothing."""


@dataclass(frozen=True, slots=True)
class Block:
    """An effect or a trigger of a card.

    Shapes: `path` is its JSON Pointer in the card as its author wrote it; `kind` the name of the effect, or of the event of a trigger;
            `removals`, and each of `numbers` and `conditions`, are changes of which the first that leaves a valid card counts.
    """

    path: str
    kind: str
    removals: tuple[Change, ...]
    numbers: tuple[tuple[Change, ...], ...] = ()
    conditions: tuple[tuple[Change, ...], ...] = ()

    @property
    def groups(self) -> tuple[tuple[Change, ...], ...]:
        """All changes, the removals first."""
        return (self.removals, *self.conditions, *self.numbers)


def blocks_of(vocabulary: Vocabulary, document: JsonObject) -> tuple[Block, ...]:
    """Return the blocks of a card in document order; what a keyword opens into belongs to the keyword."""
    core = desugar(vocabulary, document)
    kind = kind_of(vocabulary, core.document)
    if kind is None:
        return ()
    walk = _Walk(vocabulary, document, core)
    walk.value(ObjectShape(kind.record), core.document, "")
    places = list(walk.found)
    return tuple(_block(document, place, walk, places) for place in places)


def changed(ruleset: Ruleset, document: JsonObject, change: Change) -> JsonObject | None:
    """Return the canonical card with a change, None where it is no valid card then."""
    what, place, value = change
    out: Any = copy.deepcopy(document)
    if what == "remove":
        for each in (*reversed(value or ()), place):  # what goes with a block lies after it
            holder, key = holder_at(out, each)
            del holder[key]
    else:
        holder, key = holder_at(out, place)
        holder[key] = value
    card, problems, _ = Reader(ruleset.vocabulary, rewrite=ruleset.rewrite).read(out)
    return card if isinstance(card, dict) and not has_error(problems) else None


class _Walk:
    """Finds blocks and conditions in the core form of a card, each by its place in what the author wrote."""

    def __init__(self, vocabulary: Vocabulary, document: JsonObject, lowered: CoreForm) -> None:
        self.vocabulary, self.document, self.lowered = vocabulary, document, lowered
        self.events = {keys.event for keys in trigger_keys(vocabulary)}
        self.found: dict[str, str] = {}
        self.names: dict[str, str] = {}
        self.conditions: dict[str, None] = {}

    def value(self, shape: Shape, value: Any, path: str) -> None:
        match shape:
            case ObjectShape(name) if isinstance(value, dict):
                self._trigger(value, path)
                self._fields(self.vocabulary.record(name).fields, value, path)
            case EffectBlock() | ListOf() | MapOf():
                item = Node("effect") if isinstance(shape, EffectBlock) else shape.item
                for where, part in members(path, value):
                    self.value(item, part, where)
            case Node("effect") if isinstance(value, dict):
                self._effect(value, path)
            case Node("condition") if isinstance(value, dict):
                self._condition(path)

    def _effect(self, value: JsonObject, path: str) -> None:
        self._note(path, str(value["type"]))
        if ID.name in value and (place := self._place(path)):
            self.names[place] = str(value[ID.name])
        self._fields(self.vocabulary.family("effect")[value["type"]].fields, value, path)

    def _fields(self, fields: Iterable[Field], value: JsonObject, path: str) -> None:
        for key in fields:
            if key.name in value:
                self.value(key.shape, value[key.name], pointer(path, key.name))

    def _condition(self, path: str) -> None:
        if (place := self._place(path)) is not None:
            self.conditions.setdefault(place)

    def _trigger(self, value: JsonObject, path: str) -> None:
        for key in self.events:
            written = value.get(key)
            event = self.vocabulary.event(written) if isinstance(written, str) else None
            if event is not None and event.name != INSTANT:
                self._note(path, event.name)

    def _note(self, path: str, kind: str) -> None:
        place = self._place(path)
        if place:
            self.found.setdefault(place, kind)

    def _place(self, path: str) -> str | None:
        """Return where the author wrote a node; None where no text of the card holds it."""
        item = "/".join(path.split("/", 3)[:3])
        place = self.lowered.place(path) if item not in self.lowered.expansions else None
        return place if place is not None and value_at(self.document, place) is not None else None


def _block(document: JsonObject, place: str, walk: _Walk, places: Sequence[str]) -> Block:
    inner = [inner_place for inner_place in places if inner_place.startswith(f"{place}/")]
    own = [
        inner_place
        for inner_place in walk.conditions
        if inner_place.startswith(f"{place}/") and not _is_within(inner_place, inner)
    ]
    numbers = tuple(
        (("replace", where, number + 1), ("replace", where, number - 1))
        for where, number in _numbers(value_at(document, place), place)
        if not _is_within(where, inner)
    )
    conditions = tuple(_turned(document, inner_place) for inner_place in own)
    needing = _needing(document, place, walk)
    removals = (*_removals(document, place), *([("remove", place, needing)] if needing else []))
    return Block(place, walk.found[place], removals, numbers, conditions)


def _needing(document: JsonObject, place: str, walk: _Walk) -> tuple[str, ...]:
    """Return the later blocks that name what a block yields, and those that name what these yield, outermost ones alone."""
    places, todo = set[str](), [place]
    while todo:
        name = walk.names.get(todo.pop())
        for candidate in walk.found if name is not None else ():
            around = _is_within(candidate, [place]) or _is_within(place, [candidate])
            if candidate not in places and not around and _names(value_at(document, candidate), str(name)):
                places.add(candidate)
                todo.append(candidate)
    return tuple(
        each for each in walk.found if each in places and not _is_within(each.rpartition("/")[0], list(places))
    )


def _names(value: Any, name: str) -> bool:
    """Return whether a text in a value refers to what a name stands for."""
    text = json.dumps(value, ensure_ascii=False)
    return f"${name}." in text or f"{{{name}." in text


def _is_within(place: str, blocks: Sequence[str]) -> bool:
    return any(place == each or place.startswith(f"{each}/") for each in blocks)


def _removals(document: JsonObject, place: str) -> Iterator[Change]:
    """Yield the removal of a block, then those of what holds nothing else: a list may not be empty."""
    yield "remove", place, None
    while (holder := place.rpartition("/")[0]) and _is_sole(value_at(document, holder)):
        place = holder
        yield "remove", place, None
        if (owner := place.rpartition("/")[0]) and isinstance(value_at(document, owner), dict):
            place = owner
            yield "remove", place, None


def _is_sole(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 1


def _turned(document: JsonObject, place: str) -> tuple[Change, ...]:
    """Return how a condition is turned round: denied, or left out where a game's cards cannot deny."""
    return ("replace", place, {"type": NOT.name, "condition": value_at(document, place)}), ("remove", place, None)


def _numbers(value: Any, place: str) -> Iterator[tuple[str, int]]:
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield place, value
    for where, part in members(place, value):
        yield from _numbers(part, where)
