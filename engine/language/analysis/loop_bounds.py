"""What the passes of a loop change, and how many passes there may be, as far as a document alone shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.json_values import Json, items_of
from engine.language.analysis.scope import Scope
from engine.language.spec import NodeSpec
from engine.language.spec.interpolation import Path, split_path

MAX_PASSES = 100
COUNTS = (("index",), ("count",))
"""Results that the engine itself bounds."""


def varies(path: Path, scope: Scope, outside: Scope) -> bool:
    """Return whether a reference may give another value in each pass of the loop that `outside` lies around.

    What was bound outside is the same in every pass, and so are some of the loop's own results.
    """
    head, tail = split_path(path)
    before = {id(binding) for binding in outside.lookup(head)}
    made = [binding for binding in scope.lookup(head) if id(binding) not in before]
    return any(tail is None or tail[-1] not in binding.fixed for binding in made)


def is_counted(used: Path, scope: Scope) -> bool:
    """Return whether a reference is to a count that an effect yields; an unbound name is reported elsewhere."""
    head, tail = split_path(used)
    bindings = list(scope.lookup(head))
    if tail is None or not any(
        binding.type_of("".join(piece for piece in tail if isinstance(piece, str))) for binding in bindings
    ):
        return True
    return tail in COUNTS and all(binding.sites or binding.open for binding in bindings)


def most_of(value: Any, nodes: Mapping[str, NodeSpec]) -> int | None:
    """Return the most that a value node can give when it bounds itself to a number of passes that is allowed, else None.

    A literal is its own bound, `clamp` is bounded by a literal `max`, `min` by the least of what bounds it; of a count the engine
    does `MAX_PASSES` at most.
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value if value <= MAX_PASSES else None
    if not isinstance(value, Mapping):
        return None
    match value.get("type"):
        case "clamp":
            return most_of(value.get("max"), nodes)
        case "min":
            return min(_bounds(value.get("values"), nodes), default=None)
        case "each" | "eachOf":
            return most_of(value.get("max"), nodes)
        case "instead":
            return _sum_or_most({"type": "max", "values": [value.get("value"), value.get("then")]}, nodes)
        case "max" | "add":
            return _sum_or_most(value, nodes)
        case kind:
            return MAX_PASSES if _is_count(nodes.get(str(kind)), value) else None


def _is_count(spec: NodeSpec | None, value: Json) -> bool:
    """Return whether a node counts things whose number is bounded."""
    counts = spec.analysis.counts if spec is not None else ()
    return "" in counts or any(value.get(key.name) in counts for key in (spec.fields if spec is not None else ()))


def _bounds(values: Any, nodes: Mapping[str, NodeSpec]) -> Iterator[int]:
    for part in items_of(values):
        if (most := most_of(part, nodes)) is not None:
            yield most


def _sum_or_most(value: Json, nodes: Mapping[str, NodeSpec]) -> int | None:
    """Return the bound of the greatest or the sum of several, all of which must be bounded."""
    values = value.get("values")
    bounds = list(_bounds(values, nodes))
    if not isinstance(values, list) or len(bounds) != len(values) or not bounds:
        return None
    most = sum(bounds) if value["type"] == "add" else max(bounds)
    return most if most <= MAX_PASSES else None
