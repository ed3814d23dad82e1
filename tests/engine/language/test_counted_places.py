"""What coverage counts is a place of the card: every key under which compiled code counts leads to a node of its core form, or to a branch of one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from engine import api
from engine.cardset import hashed
from engine.language.compiling.compile import Unit
from engine.language.reading.inner_cards import lifted
from engine.language.reading.source_map import value_at
from engine.language.reading.surface import desugar
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from tests.engine.laws.campaign import generated
from tests.examples import some_of

CARDS = some_of(100)


@dataclass
class Noting(Unit):
    """A unit that notes the pointers under which it counts."""

    counted: set[str] = field(default_factory=set)

    def node_key(self, pointer: str) -> str:
        self.counted.add(pointer)
        return super().node_key(pointer)


def strays(ruleset: Ruleset, card: dict[str, Any]) -> Iterator[str]:
    """Yield the pointers under which a card counts and at which it has no node."""
    core = desugar(ruleset.vocabulary, card)
    unit = Noting(ruleset.vocabulary, card["id"], card["id"], True, core.expansions)
    outer, inner = lifted(ruleset.vocabulary, core.document)
    ruleset.define(outer, ruleset.kind_of(outer), unit)
    for one in inner:
        unit.at = one.pointer
        ruleset.define(one.document, ruleset.kind_of(one.document), unit)
    yield from (pointer for pointer in sorted(unit.counted) if value_at(core.document, pointer) is None)


@pytest.mark.parametrize("game", names())
def test_every_counted_place_is_a_node(game: str) -> None:
    rules = find(game)
    shipped = [document for document, _ in api.card_set(game)]
    for card in (*shipped, *(generated(rules, number) for number in range(CARDS))):
        assert [*strays(rules.of_pack(shipped), json.loads(json.dumps(card)))] == [], hashed(card)
