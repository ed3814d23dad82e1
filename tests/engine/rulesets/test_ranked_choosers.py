"""A chooser that takes the weakest, nearest or most injured looks for it among what its filter keeps, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from engine.language.spec.nodes import NodeSpec
from engine.language.spec.shapes import Enum
from engine.rulesets import find
from tests.engine.rulesets.genius_field import duel, entity, skill

SUPERLATIVE = re.compile(r"^(weakest|strongest|nearest|farthest|most|least|highest|lowest)", re.ASCII)
GAMES = ("wizards", "halo", "genius", "encounter")
BY_BEARER = ("entities", "chooseEntity")
"""Choosers of genius that give what lies on characters: their word ranks the bearers, and their filter keeps some of what those bear."""


def ranked(name: str) -> Iterator[NodeSpec]:
    """Yield the choosers of a game that have a filter and a word that takes the first by some rank."""
    for spec in find(name).vocabulary.family("chooser").values():
        words = [
            option.name for field in spec.fields if isinstance(field.shape, Enum) for option in field.shape.options
        ]
        if spec.field("filter") is not None and any(SUPERLATIVE.match(word) for word in words):
            yield spec


@pytest.mark.parametrize("name", GAMES)
def test_ranks_after_its_filter(name: str) -> None:
    assert [
        spec.name
        for spec in ranked(name)
        if spec.runtime.first_of is None and (name != "genius" or spec.name not in BY_BEARER)
    ] == []


@pytest.mark.parametrize("chooser", BY_BEARER)
def test_gives_what_lies_on_the_first_bearer_alone(chooser: str) -> None:
    """Two statuses lie on the most injured character, and each other character bears the same card."""
    pick = {"pick": "all"} if chooser == "chooseEntity" else {}
    target = {"type": chooser, "kind": "status", "side": "opponent", "which": "mostInjured", **pick}
    marks = [entity("mark", "status"), entity("seal", "status")]
    attached_records = [{"card": "mark", "as": f"mark{place}", "bearer": place} for place in (1, 2, 3)]
    attached_records.append({"card": "seal", "as": "seal", "bearer": 2})
    people = {"foe1": {"health": 7}, "foe2": {"health": 3}, "foe3": {"health": 9}}
    field = duel(
        skill("strip", {"type": "remove", "target": target}),
        cards=marks,
        other={"people": people, "attached": attached_records},
    )

    field.use()

    assert [name for name in ("mark1", "mark2", "mark3", "seal") if field.contains(name)] == ["mark1", "mark3"]


def test_is_one_of_genius_and_of_encounter() -> None:
    assert {name for name in GAMES for _ in ranked(name)} == {"genius", "encounter"}
