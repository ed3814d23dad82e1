"""A chooser that takes the weakest, nearest or most injured looks for it among what its filter keeps, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import Enum
from engine.rulesets import find

RANKED = re.compile(r"^(weakest|strongest|nearest|farthest|most|least|highest|lowest)", re.ASCII)
GAMES = ("wizards", "halo", "genius", "encounter")


def ranked(name: str) -> Iterator[NodeSpec]:
    """Yield the choosers of a game that have a filter and a word that takes the first by some rank."""
    for spec in find(name).vocabulary.family("chooser").values():
        words = [
            option.name for field in spec.fields if isinstance(field.shape, Enum) for option in field.shape.options
        ]
        if spec.field("filter") is not None and any(RANKED.match(word) for word in words):
            yield spec


@pytest.mark.parametrize("name", GAMES)
def test_ranks_after_its_filter(name: str) -> None:
    assert [spec.name for spec in ranked(name) if spec.runtime.first_of is None] == []


def test_is_one_of_genius_and_of_encounter() -> None:
    assert {name for name in GAMES for _ in ranked(name)} == {"genius", "encounter"}
