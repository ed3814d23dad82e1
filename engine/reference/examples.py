"""A small, valid example of every node of a ruleset.

An example is a part of a card without problems: as the node declares it, of a shipped card where the frame prefers that, else made
from the shapes of the node's fields.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.json_values import JsonObject
from engine.language.analysis.check import check
from engine.language.reading.surface import desugar, to_surface
from engine.language.spec import NodeSpec
from engine.reference.ability_frame import AbilityFrame
from engine.reference.behavior_frame import BehaviorFrame
from engine.reference.frame import Content, Example, Frame, NoExample, first
from engine.reference.surroundings import Surroundings
from engine.ruleset import Ruleset


def frame_of(ruleset: Ruleset) -> Frame:
    """Return the frame of a ruleset: of behaviours if it has moments, else of abilities."""
    return BehaviorFrame(ruleset) if ruleset.vocabulary.timings else AbilityFrame(ruleset)


class Examples:
    """The examples of one ruleset, in its own surface."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.vocabulary = ruleset.vocabulary
        self.frame = frame_of(ruleset)
        self.surroundings = Surroundings(self.frame)
        self._known = frozenset(str(card["id"]) for card in self.frame.shipped)
        self._found: dict[tuple[str, str], Example] = {}

    def example(self, spec: NodeSpec) -> Any:
        """Return the part of a card that shows a node.

        Errors: NoExample.
        """
        return self._example(spec).part

    def whole(self, spec: NodeSpec) -> JsonObject:
        """Return the card that the example of a node is part of; NoExample as above."""
        return self._example(spec).card

    def expanded(self, spec: NodeSpec) -> Any:
        """Return what `shown` is in the core form; NoExample as above."""
        return self.frame.effects(desugar(self.vocabulary, self._example(spec).card).document)

    def card(self, effects: list[JsonObject]) -> JsonObject:
        """Return the first card of the frame with these effects in it, whether they are valid or not."""
        return first(self.frame.cards({"effect": effects}))

    def empty(self) -> JsonObject:
        """Return a card that does nothing yet."""
        cards = list(self.frame.cards({}))
        return next((card for card in cards if not self.problems(card)), cards[0])

    def card_id(self, kind: str) -> str:
        """Return an id for an example of a kind of card."""
        return self.frame.card_id(kind)

    def problems(self, card: JsonObject) -> list[str]:
        """Return the codes of all problems of a card beside the shipped ones."""
        done = self.ruleset.rewrite(card)
        found = check(self.vocabulary, done.document, card_ids=self._known or None)
        return [problem.code for problem in (*done.problems, *found)]

    def _example(self, spec: NodeSpec) -> Example:
        key = (spec.family, spec.name)
        if key not in self._found:
            example = next((one for one in self._candidates(spec) if not self.problems(one.card)), None)
            if example is None:
                raise NoExample(spec.name)
            self._found[key] = example
        return self._found[key]

    def _candidates(self, spec: NodeSpec) -> Iterator[Example]:
        """Yield what may be the example: what the node declares, then shipped uses, then what its shapes give."""
        if spec.example:
            yield from self._framed(spec, {"effect": [dict(effect) for effect in spec.example]})
        yield from self.frame.uses(spec)
        content = self.surroundings.content(spec)
        yield from self._framed(
            spec,
            {family: [to_surface(self.vocabulary, family, one) for one in nodes] for family, nodes in content.items()},
        )

    def _framed(self, spec: NodeSpec, content: Content) -> Iterator[Example]:
        part = self.frame.part(spec, content)
        return (Example(part, card) for card in self.frame.cards(content))


class NoExamples(Examples):
    """Finds none: for pages of which only the title and the names of the entries are wanted."""

    def example(self, spec: NodeSpec) -> Any:
        """Return nothing; each page does without."""
        raise NoExample(spec.name)
