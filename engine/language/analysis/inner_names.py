"""Cards that are written inside another: each has an id that no other one there has, and is either written or named."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engine.errors import Problem, Problems
from engine.json_values import Json
from engine.language.diagnostics.messages import report
from engine.language.reading.inner_cards import inner_list_places, inner_places
from engine.language.reading.source_map import pointer
from engine.language.spec import Vocabulary


def within(problem: Problem, prefix: str) -> Problem:
    """Return a problem of a card inside another with pointers of the outer one."""
    return replace(
        problem, path=prefix + problem.path, fix=None if problem.fix is None else tuple(_steps(problem, prefix))
    )


def _steps(problem: Problem, prefix: str) -> Iterator[Json]:
    for step in problem.fix or ():
        yield {**step, **{key: prefix + step[key] for key in ("path", "from") if key in step}}


def wrongly_named(vocabulary: Vocabulary, core: Any) -> Problems:
    """Yield the effects of a card in core form that both name a card and hold one, and the ids that cards inside it share."""
    ids = set[str]()
    cards: list[tuple[str, Json]] = []
    for path, node, key, id_key in inner_places(vocabulary, core):
        inside = node.get(key)
        if not isinstance(inside, dict):
            continue
        if id_key in node:
            fix = ({"op": "remove", "path": pointer(path, id_key)},)
            yield report("card-named-twice", pointer(path, id_key), found=id_key, wanted=key, fix=fix)
        cards.append((pointer(path, key), inside))
    cards += [(path, card) for path, card, _ in inner_list_places(vocabulary, core)]
    for path, inside in cards:
        own = inside.get("id")
        if isinstance(own, str) and own in ids:
            yield report("inner-id-twice", pointer(path, "id"), found=own)
        ids.add(str(own))


__all__ = ["within", "wrongly_named"]
