"""A passing scenario without what does not matter: each part that can be taken out, and leaves every fact as it is, is taken out."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.formats.scenario import TABLE
from engine.json_values import JsonObject
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.scenario.play import State, result_of
from engine.scenario.reading import read_scenario

Way = tuple[str | int, ...]
"""The keys that lead to a part."""
MAX_RUNS = 160
"""Runs of the scenario, each without one more part: what is still there then, stays."""
FRAME = ("card", "as")


def state_of(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> State:
    """Return what comes of a scenario on these cards; one that cannot be read is not set up."""
    scenario, problems = read_scenario(ruleset, Document(value, "", file="scenario.json"), "", cards)
    if scenario is None or problems:
        return "not_set_up"
    try:
        return result_of(ruleset, scenario)[0]
    except IllegalAction:
        return "not_set_up"


def reduced(ruleset: Ruleset, value: JsonObject, cards: Sequence[HashedCard]) -> JsonObject:
    """Return a passing scenario in its smallest form that was found: whole zones go first, then numbers, cards and their values."""
    remaining = MAX_RUNS
    for parts in (_zones, _numbers, _answers, _cards, _values):
        for way in reversed(list(parts(value))):
            if not remaining:
                return _without_empty(value)
            remaining -= 1
            smaller = _without(value, way)
            if state_of(ruleset, smaller, cards) == "passed":
                value = smaller
    return _without_empty(value)


def _without_empty(value: JsonObject) -> JsonObject:
    """Return a scenario without settings and a table that say nothing."""
    given = {name: part for name, part in value["given"].items() if name != TABLE or part}
    return {name: part for name, part in {**value, "given": given}.items() if name != "config" or part}


def _without(value: JsonObject, way: Way) -> JsonObject:
    smaller = copy.deepcopy(value)
    holder: Any = smaller
    for key in way[:-1]:
        holder = holder[key]
    del holder[way[-1]]
    return smaller


def _sides(value: JsonObject) -> Iterator[tuple[Way, JsonObject]]:
    board = value["given"]
    for place, side in enumerate(board["seats"]):
        yield ("given", "seats", place), side
    if TABLE in board:
        yield ("given", TABLE), board[TABLE]


def _zones(value: JsonObject) -> Iterator[Way]:
    yield from ((*way, name) for way, side in _sides(value) for name, held in side.items() if isinstance(held, list))


def _numbers(value: JsonObject) -> Iterator[Way]:
    yield from (
        (*way, name) for way, side in _sides(value) for name, held in side.items() if not isinstance(held, list)
    )
    yield from (("config", name) for name in value.get("config", ()))


def _answers(value: JsonObject) -> Iterator[Way]:
    """Yield the answers before the last one: the moment itself is what the scenario is about."""
    yield from (("when", place) for place in range(len(value["when"]) - 1))


def _cards(value: JsonObject) -> Iterator[Way]:
    yield from ((*way, place) for way in _zones(value) for place in range(len(_at(value, way))))


def _values(value: JsonObject) -> Iterator[Way]:
    yield from ((*way, name) for way in _cards(value) for name in _at(value, way) if name not in FRAME)


def _at(value: JsonObject, way: Way) -> Any:
    part: Any = value
    for key in way:
        part = part[key]
    return part
