"""Examples for a ruleset whose cards have abilities and no moments of their own (003): each is taken from a shipped card if one has it.

An example is a part of a card that the checker has nothing to say about: of a shipped card as little as will do, else of one made
from the shapes of the node's fields.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

from engine.cardset import shipped
from engine.language.analysis.check import check
from engine.language.analysis.structure import compiled
from engine.language.analysis.typing import fits
from engine.language.reading.surface import lower, to_surface
from engine.language.spec.fields import Field
from engine.language.spec.kinds import is_emitted, listenable
from engine.language.spec.nodes import NodeSpec
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import (
    Block,
    Enum,
    EventName,
    Identifier,
    IntegerLiteral,
    ListOf,
    Node,
    Number,
    ObjectShape,
    Shape,
    Targets,
    TextLiteral,
    holds_conditions,
)
from engine.reference.examples import Examples
from engine.reference.frame import NoExample, types
from engine.ruleset import Ruleset

Json = dict[str, Any]
SMALL = 2
PLAIN = ("example", "EXAMPLE", "Example")
"""The placeholder for a text: the first that a field's pattern lets pass."""


class Shown(NamedTuple):
    """An example: the part that is shown, and the whole card that was checked."""

    part: Any
    card: Json


class Form(NamedTuple):
    """Under which names a ruleset's cards hold abilities and keywords, and abilities their parts; empty for what they have not."""

    abilities: str
    record: RecordSpec
    event: str
    conditions: str
    effects: str
    keywords: str


class AbilityExamples:
    """The examples of one ruleset."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.vocabulary = ruleset.vocabulary
        self.cards = [card for card, _ in shipped(ruleset.folder)]
        self.known = frozenset(str(card["id"]) for card in self.cards)
        self._found: dict[tuple[str, str], Shown] = {}

    def shown(self, spec: NodeSpec) -> Any:
        """Return the part of a card that shows a node.

        Errors: NoExample.
        """
        return self._example(spec).part

    def whole(self, spec: NodeSpec) -> Json:
        """Return the card that the example of a node is part of; NoExample as above."""
        return self._example(spec).card

    def empty(self) -> Json:
        """Return a card with one ability that does nothing yet."""
        cards = (self._acting(self._base, event, [], []) for event in self._events)
        return next((card for card in cards if not self.told(card)), self._base)

    def card_id(self, kind: str) -> str:
        """Return an id as those of the shipped cards of a kind are, its last part `EXAMPLE`."""
        own = next((str(card["id"]) for card in self.cards if self.ruleset.kind_of(card) == kind), "")
        stem = own.rpartition("-")[0]
        return f"{stem}-EXAMPLE" if stem else "EXAMPLE"

    def told(self, card: Json) -> list[str]:
        """Return the codes of all problems reported for a card."""
        done = self.ruleset.rewrite(card)
        found = check(self.vocabulary, done.document, known=self.known or None)
        return [problem.code for problem in (*done.problems, *found)]

    # ------------------------------------------------------------------------------------------------------- search

    def _example(self, spec: NodeSpec) -> Shown:
        key = (spec.family, spec.name)
        if key not in self._found:
            found = next((one for one in self._candidates(spec) if not self.told(one.card)), None)
            if found is None:
                raise NoExample(spec.name)
            self._found[key] = found
        return self._found[key]

    def _candidates(self, spec: NodeSpec) -> Iterator[Shown]:
        """Yield what may be the example: what the node declares, then shipped uses, the shortest first, then made ones."""
        for effect in spec.example:
            yield from (Shown(effect, self._acting(self._base, name, [], [effect])) for name in self._events)
        held = self._keyword_uses(spec) if spec.family == "keyword" else self._uses(spec)
        yield from sorted(held, key=lambda one: len(json.dumps(one.card)))
        yield from self._made(spec)

    def _keyword_uses(self, spec: NodeSpec) -> Iterator[Shown]:
        key = self.form.keywords
        for card in self.cards:
            core = lower(self.vocabulary, card).document
            for place, word in enumerate(core.get(key, ())):
                if word["type"] == spec.name:
                    part = card[key][place]
                    yield Shown(part, {**self._stripped(card), key: [part]})
                    yield Shown(part, {**self._stripped(card), key: card[key]})

    def _uses(self, spec: NodeSpec) -> Iterator[Shown]:
        """Yield the shipped uses of a node, each in an ability with as little beside it as may do."""
        form = self.form
        for card in self.cards:
            core = lower(self.vocabulary, card).document
            for ability, opened in zip(card.get(form.abilities, ()), core.get(form.abilities, ()), strict=True):
                for key in (form.effects, form.conditions):
                    for place, item in enumerate(opened.get(key, ())):
                        if spec.name in types(item):
                            yield from self._around(card, ability, key, ability[key][place])

    def _around(self, card: Json, ability: Json, key: str, part: Any) -> Iterator[Shown]:
        form, bare = self.form, self._stripped(card)
        small: Json = {form.conditions: [], form.effects: ability[form.effects][:1], key: [part]}
        for one in ({**ability, **small}, {**ability, key: [part]}, ability):
            yield Shown(part, {**bare, form.abilities: [one]})
            if form.keywords in card:
                yield Shown(part, {**bare, form.keywords: card[form.keywords], form.abilities: [one]})

    # --------------------------------------------------------------------------------------------------------- made

    def _made(self, spec: NodeSpec) -> Iterator[Shown]:
        """Yield examples made from the shapes of a node's fields."""
        try:
            part = to_surface(self.vocabulary, spec.family, self._node(spec))
            effects = [self._effect(spec)] if spec.family in ("condition", "chooser") else [part]
        except NoExample:
            return
        if spec.family == "keyword":
            yield Shown(part, {**self._base, self.form.keywords: [part]})
            return
        asked = [part] if spec.family == "condition" else []
        shown = effects[0] if spec.family == "chooser" else part
        yield from (Shown(shown, self._acting(self._base, event, asked, effects)) for event in self._events)

    def _effect(self, held: NodeSpec) -> Json:
        """Return an effect done to what a chooser finds, or any plain one."""
        plain_first = sorted(
            self.vocabulary.family("effect").values(), key=lambda one: (one.runtime.run is None, one.analysis.cancels)
        )
        for spec in plain_first:
            target = next((key for key in spec.fields if isinstance(key.shape, Targets)), None)
            if target is None or not isinstance(target.shape, Targets):
                continue
            if held.family == "chooser" and not fits(self.vocabulary, held.output.gives, target.shape.type, many=True):
                continue
            made = {**self._node(spec), **({target.name: {"type": held.name}} if held.family == "chooser" else {})}
            return dict(to_surface(self.vocabulary, "effect", made))
        raise NoExample(held.name)

    def _node(self, spec: NodeSpec) -> Json:
        return {"type": spec.name, **{key.name: self._value(key, key.shape) for key in spec.fields if key.required}}

    def _value(self, key: Field, shape: Shape) -> Any:
        match shape:
            case Enum():
                return shape.names[0]
            case IntegerLiteral(low, high) | Number(low, high):
                return max(low, min(SMALL, high))
            case TextLiteral():
                return self._text(key, shape)
            case Targets(kind):
                names = self.vocabulary.family("chooser").values()
                return {"type": _first(one.name for one in names if self.vocabulary.is_a(one.output.gives, kind))}
            case ListOf(Node("condition")):
                return [
                    {"type": _first(one.name for one in self.vocabulary.family("condition").values() if not one.fields)}
                ]
            case ListOf(item):
                return [self._value(key, item)]
        raise NoExample(key.name)

    def _text(self, key: Field, shape: TextLiteral) -> str:
        """Return a text that a field takes: the id of a card where it names one, of those last that only a match makes."""
        texts = chain(
            reversed([str(card["id"]) for card in self.cards]) if key.reference.names == "card" else (), PLAIN
        )
        return str(_first(text for text in texts if shape.pattern is None or compiled(shape.pattern).search(text)))

    # -------------------------------------------------------------------------------------------------------- cards

    def _acting(self, card: Json, event: str, conditions: list[Any], effects: list[Any]) -> Json:
        """Return a card with one ability."""
        form = self.form
        ability: Json = {}
        for key in form.record.fields:
            if key.name == form.event:
                ability[key.name] = event
            elif isinstance(key.shape, Identifier):
                ability[key.name] = "example"
            elif key.name in (form.conditions, form.effects):
                ability[key.name] = conditions if key.name == form.conditions else effects
            elif key.required:
                ability[key.name] = self._value(key, key.shape)
        return {**card, form.abilities: [ability]}

    def _stripped(self, card: Json) -> Json:
        """Return a card without abilities, keywords and texts that it need not have, under the id of an example."""
        form = self.form
        record = self.vocabulary.record(
            next(k.record for k in self.vocabulary.kinds if k.name == self.ruleset.kind_of(card))
        )
        texts = {key.name for key in record.fields if isinstance(key.shape, TextLiteral) and not key.required}
        out = {name: value for name, value in card.items() if name not in texts}
        emptied: Json = {name: [] for name in (form.abilities, form.keywords) if name in out}
        return {**out, **emptied, "id": self.card_id(self.ruleset.kind_of(card))}

    @cached_property
    def _base(self) -> Json:
        """Return the plainest card: that of the first template, else the first that is shipped."""
        for template in self.ruleset.templates:
            return self._stripped(json.loads(template.text(self.card_id(template.kind))))
        return self._stripped(self.cards[0])

    @cached_property
    def _events(self) -> list[str]:
        return [event.name for event in listenable(self.vocabulary) if is_emitted(self.vocabulary, event)]

    @cached_property
    def form(self) -> Form:
        """Return how the cards of the ruleset hold what they do."""
        record = self.vocabulary.record(self.vocabulary.kinds[0].record)
        keywords = next((key.name for key in record.fields if _item(key.shape) == Node("keyword")), "")
        for key in record.fields:
            item = _item(key.shape)
            inner = self.vocabulary.record(item.name) if isinstance(item, ObjectShape) else None
            if inner is not None and (effects := _named(inner, Block)) and (event := _named(inner, EventName)):
                conditions = next((f.name for f in inner.fields if holds_conditions(f.shape)), "")
                return Form(key.name, inner, event, conditions, effects, keywords)
        raise NoExample(self.ruleset.name)


def examples_of(ruleset: Ruleset) -> Examples | AbilityExamples:
    """Return the examples of a ruleset, in its own surface."""
    return Examples(ruleset) if ruleset.vocabulary.timings else AbilityExamples(ruleset)


def _item(shape: Shape) -> Shape | None:
    return shape.item if isinstance(shape, ListOf) else None


def _named(spec: RecordSpec, shape: type) -> str:
    return next((field.name for field in spec.fields if isinstance(field.shape, shape)), "")


def _first(found: Any) -> Any:
    """Return the first of several.

    Errors: NoExample when there is none.
    """
    for one in found:
        return one
    raise NoExample
