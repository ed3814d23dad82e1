"""The rows by which halo declares its conditions and targets: both mean this card where an event has no source (HA16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.compiling.compile import Unit
from engine.language.spec import Field, NodeSpec, Targets, chooser, condition
from engine.toolkit.rules import Test

from ..event_phrases import SOURCE
from ..fields import ONLY_FIELD
from .numbers import targets_of

WIDE_TARGETS = (
    "SOURCE_LANE_ALLIES",
    "SOURCE_LANE_ENEMIES",
    "ALL_ALLIES",
    "ALL_ENEMIES",
    "ALL_UNITS",
    "CHOSEN_ALLY",
    "CHOSEN_ENEMY",
)
"""The targets of which some may be meant: several units, and those that are chosen."""
COUNTS = ("SOURCE_IN_LANE_WITH_ALLY_TAG", "COUNT_AT_LEAST")
"""The ops that return their number of matches (HA7)."""


def presumed_field(name: str) -> str:
    """Return the field of the event that a condition or target means to be this card, by its name. Source: HA16."""
    return SOURCE if name.startswith("SOURCE") else ""


def asking(name: str, en: str, zh: str, fields: tuple[Field, ...], *row: Any, **parts: Any) -> NodeSpec:
    """Return a condition; `row` are its texts, the function that decides it, and search words.

    The function takes the state, the environment, the things of its target, if it has one, and its words.
    """
    *texts, holds, search = row
    target = next((field.name for field in fields if isinstance(field.shape, Targets)), "")
    words = tuple(field.name for field in fields if field.name != target and not field.narrows_by_record)

    def build(unit: Unit, node: Mapping[str, Any], pointer: str) -> Test:
        args = tuple(node[word] for word in words)
        if not target:
            return lambda st, env: holds(st, env, *args)
        things = targets_of(unit, node[target])
        return lambda st, env: holds(st, env, things(st, env), *args)

    counts = name in COUNTS
    return condition(
        name,
        en,
        zh,
        fields,
        *texts,
        presumes=presumed_field(name),
        matches=counts,
        fails_without=(target,) if target and not counts else (),
        build=build,
        group="conditions",
        search=search,
        **parts,
    )


def target_word(name: str, en: str, zh: str, *row: Any, presumes: str | None = None, **parts: Any) -> NodeSpec:
    """Return a target; `row` are its texts, its type, the function that finds it, and search words. One of choice is asked of this card's player."""
    *texts, gives, run, search = row
    return chooser(
        name,
        en,
        zh,
        (ONLY_FIELD,) if name in WIDE_TARGETS else (),
        *texts,
        presumes=presumed_field(name) if presumes is None else presumes,
        suspends=name.startswith("CHOSEN_"),
        gives=gives,
        run=run,
        search=search,
        group="targets",
        **parts,
    )
