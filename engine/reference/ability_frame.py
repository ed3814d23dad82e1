"""The frame of a ruleset whose cards have abilities and no moments: a plain card with one ability that listens to an event."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from engine.json_values import JsonObject
from engine.language.reading.surface import desugar
from engine.language.spec import (
    Block,
    EventName,
    ListOf,
    Node,
    NodeSpec,
    ObjectShape,
    RecordSpec,
    Shape,
    TextLiteral,
    Vocabulary,
)
from engine.language.spec.kinds import listenable, unheard
from engine.language.spec.shapes import holds_conditions
from engine.reference.frame import Content, Example, Form, Frame, NoExample, types
from engine.reference.literals import literal
from engine.ruleset import Ruleset


class AbilityFrame(Frame):
    """The examples are those of shipped cards where these have one: an event alone does not say what an ability needs."""

    families = frozenset({"effect", "condition", "keyword"})

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.names = form_of(ruleset.vocabulary)
        self.form = self.names

    def cards(self, content: Content) -> Iterator[JsonObject]:
        """Yield a card with keywords alone, or cards with one ability, one for each event."""
        if "keyword" in content:
            yield {**self._base, self.names.keywords: content["keyword"]}
            return
        for event in listenable(self.vocabulary):
            if not unheard(self.vocabulary, event):
                yield {**self._base, self.names.abilities: [self._ability(event.name, content)]}

    def part(self, spec: NodeSpec, content: Content) -> Any:
        """Return the node, or the effect that it is in; of an effect that declares several, all of them."""
        if len(spec.example) > 1:
            return content["effect"]
        return content[spec.family if spec.family in content else "effect"][-1]

    def card_id(self, kind: str) -> str:
        """Return an id as those of the shipped cards of a kind are, its last part `EXAMPLE`."""
        own = next((str(card["id"]) for card in self.shipped if self.ruleset.kind_of(card) == kind), "")
        stem = own.rpartition("-")[0]
        return f"{stem}-EXAMPLE" if stem else "EXAMPLE"

    def uses(self, spec: NodeSpec) -> Iterable[Example]:
        """Return the shipped uses of a node, the shortest first."""
        found = self._keyword_uses(spec) if spec.family == "keyword" else self._ability_uses(spec)
        return sorted(found, key=lambda one: len(json.dumps(one.card)))

    def _keyword_uses(self, spec: NodeSpec) -> Iterator[Example]:
        key = self.names.keywords
        for card, core in self._opened:
            for place, word in enumerate(core.get(key, ())):
                if word["type"] == spec.name:
                    part = card[key][place]
                    yield Example(part, {**self._stripped(card), key: [part]})
                    yield Example(part, {**self._stripped(card), key: card[key]})

    def _ability_uses(self, spec: NodeSpec) -> Iterator[Example]:
        """Yield the shipped uses of a node, each in an ability with as little beside it as possible."""
        for card, ability, key, place in self._used.get(spec.name, ()):
            yield from self._around(card, ability, key, ability[key][place])

    @cached_property
    def _opened(self) -> list[tuple[JsonObject, JsonObject]]:
        """Each shipped card with its core form."""
        return [(card, desugar(self.vocabulary, card).document) for card in self.shipped]

    @cached_property
    def _used(self) -> Mapping[str, list[tuple[JsonObject, JsonObject, str, int]]]:
        """Where shipped cards use a node, by its name: card, ability, key and place of the item that is or has it, in their order."""
        names, uses = self.names, dict[str, list[tuple[JsonObject, JsonObject, str, int]]]()
        for card, core in self._opened:
            for ability, opened in zip(card.get(names.abilities, ()), core.get(names.abilities, ()), strict=True):
                for key in (names.effects, names.conditions):
                    for place, item in _surface_items(ability.get(key, ()), opened.get(key, ())):
                        for name in dict.fromkeys(types(item)):
                            uses.setdefault(name, []).append((card, ability, key, place))
        return uses

    def _around(self, card: JsonObject, ability: JsonObject, key: str, part: Any) -> Iterator[Example]:
        names, bare = self.names, self._stripped(card)
        small: JsonObject = {names.conditions: [], names.effects: ability[names.effects][:1], key: [part]}
        for candidate in ({**ability, **small}, {**ability, key: [part]}, ability):
            yield Example(part, {**bare, names.abilities: [candidate]})
            if names.keywords in card:
                yield Example(part, {**bare, names.keywords: card[names.keywords], names.abilities: [candidate]})

    def _ability(self, event: str, content: Content) -> JsonObject:
        """Return an ability that listens to an event."""
        ability = {self.names.event: event, self.names.effects: content.get("effect", [])}
        if self.names.conditions:
            ability[self.names.conditions] = content.get("condition", [])
        keys = [key for key in self.names.record.fields if key.name in ability or key.required]
        return {key.name: ability[key.name] if key.name in ability else literal(key) for key in keys}

    def _stripped(self, card: JsonObject) -> JsonObject:
        """Return a card without abilities, keywords and texts that it need not have, under the id of an example."""
        kind = self.ruleset.kind_of(card)
        texts = {k.name for k in self.record(kind).fields if isinstance(k.shape, TextLiteral) and not k.required}
        out = {name: value for name, value in card.items() if name not in texts}
        emptied: JsonObject = {name: [] for name in (self.names.abilities, self.names.keywords) if name in out}
        return {**out, **emptied, "id": self.card_id(kind)}

    @cached_property
    def _base(self) -> JsonObject:
        """Return the plainest card: that of the first template, else the first that is shipped."""
        for template in self.ruleset.templates:
            return self._stripped(json.loads(template.text(self.card_id(template.kind))))
        return self._stripped(self.shipped[0])


def form_of(vocabulary: Vocabulary) -> Form:
    """Return how the cards of a ruleset hold abilities.

    Errors: NoExample when they hold none.
    """
    record = vocabulary.record(vocabulary.kinds[0].record)
    keywords = next((key.name for key in record.fields if _item(key.shape) == Node("keyword")), "")
    for key in record.fields:
        item = _item(key.shape)
        inner = vocabulary.record(item.name) if isinstance(item, ObjectShape) else None
        if inner is not None and (effects := _named(inner, Block)) and (event := _named(inner, EventName)):
            conditions = next((f.name for f in inner.fields if holds_conditions(f.shape)), "")
            return Form(key.name, inner, event, conditions, effects, keywords)
    raise NoExample


def _item(shape: Shape) -> Shape | None:
    return shape.item if isinstance(shape, ListOf) else None


def _named(spec: RecordSpec, shape: type) -> str:
    return next((field.name for field in spec.fields if isinstance(field.shape, shape)), "")


def _surface_items(surface: Sequence[Any], core: Sequence[Any]) -> Iterator[tuple[int, Any]]:
    """Yield the items of a list as they are in the core form, each with its place in the list of the author; those of a shorthand have none."""
    for place, item in enumerate(core):
        if item in surface:
            yield surface.index(item), item
        elif place < len(surface) and surface[place] not in core:
            yield place, item
