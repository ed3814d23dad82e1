"""Conditions of an ability that cannot hold together, so that it never answers. It sees the core form."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.problems import removal
from engine.language.nodes.core import AND
from engine.toolkit.linting import finding
from engine.toolkit.reading import Document, items

EXCLUDING = (
    {"IS_ALLY_SOURCE", "IS_ENEMY_SOURCE"},
    {"SOURCE_IS_SELF", "IS_ENEMY_SOURCE"},
    {"IS_ALLY_TARGET", "IS_ENEMY_TARGET"},
    {"TARGET_IS_SELF", "IS_ENEMY_TARGET"},
)
"""Conditions of which no two hold of one event."""
OPPOSITES = {"TARGET_HAS_TAG": "TARGET_NOT_TAG", "TARGET_NOT_TAG": "TARGET_HAS_TAG"}
"""Conditions of which no two hold of one event with the same tag."""
SINGLE = {"DAMAGE_TYPE_IS": "damageType"}
"""Conditions on what an event has one of: no two hold with different words."""
MAX_DEPTH = 8
"""So far are conditions within conditions read."""


def exclusion_problems(abilities: Sequence[tuple[int, Document]]) -> Iterator[Problem]:
    """Yield the second of two conditions that cannot both hold; of each ability the first such pair."""
    for place, ability in abilities:
        pair = _exclusive(tuple(_conjuncts(items(ability, "conditions"), f"/abilities/{place}/conditions")))
        if pair is None:
            continue
        (_, condition), (path, other) = pair
        first, second = condition["type"], other["type"]
        yield finding(
            "W-NEVER",
            path,
            f"{first} and {second} never hold at the same time, so this ability never answers; remove one of them.",
            f"{first} 与 {second} 不可能同时成立，因此该能力永远不会响应；请删去其一。",
            found=second,
            fix=removal(path),
        )


def _conjuncts(conditions: Sequence[Any], path: str, depth: int = 0) -> Iterator[tuple[str, Document]]:
    """Yield the conditions that must all hold, those inside an "and" too, each with its place."""
    for place, node in enumerate(conditions):
        if not isinstance(node, dict) or not isinstance(node.get("type"), str):
            continue
        inner = node.get("conditions")
        if node["type"] == AND.name and isinstance(inner, list) and depth < MAX_DEPTH:
            yield from _conjuncts(inner, f"{path}/{place}/conditions", depth + 1)
        else:
            yield f"{path}/{place}", node


def _exclusive(conditions: Sequence[tuple[str, Document]]) -> tuple[tuple[str, Document], tuple[str, Document]] | None:
    """Return the first two conditions that cannot both hold of one event, reading each once."""
    first: dict[str, int] = {}
    words: dict[str, tuple[Any, int]] = {}
    for place, (_, node) in enumerate(conditions):
        earlier = [first[key] for key in _exclusions(node) if key in first]
        word = node.get(SINGLE.get(node["type"], ""))
        known, first_place = words.setdefault(node["type"], (word, place)) if isinstance(word, str) else (word, place)
        if known != word:
            earlier.append(first_place)
        if earlier:
            return conditions[min(earlier)], conditions[place]
        first.setdefault(_key(node), place)
        if node["type"] not in OPPOSITES:
            first.setdefault(node["type"], place)
    return None


def _exclusions(node: Document) -> Iterator[str]:
    """Yield the keys of what a condition excludes: of a tag its absence, of an enemy's doing one's own, and so on."""
    name = node["type"]
    if name in OPPOSITES:
        yield _key({**node, "type": OPPOSITES[name]})
    yield from (other for both in EXCLUDING if name in both for other in both if other != name)


def _key(node: Document) -> str:
    """Return what is the same for conditions that say the same."""
    return json.dumps(node, sort_keys=True)
