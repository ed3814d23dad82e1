"""Numbers of one node that contradict each other."""

from __future__ import annotations

from engine.errors import Problem
from engine.json_values import Json
from engine.language.analysis.structure import is_whole
from engine.language.diagnostics.messages import report
from engine.language.spec import NodeSpec

LOW, HIGH = "min", "max"
"""The fields of a node that say from where to where."""


def crossed_bounds(spec: NodeSpec, node: Json, path: str) -> Problem | None:
    """Return the problem of a node whose least is more than its most; None where both are in order, or not both written."""
    low, high = node.get(LOW), node.get(HIGH)
    if not (spec.field(LOW) and spec.field(HIGH) and is_whole(low) and is_whole(high) and low > high):
        return None
    fix = tuple(
        {"op": "replace", "path": f"{path}/{name}", "value": value} for name, value in ((LOW, high), (HIGH, low))
    )
    return report("bounds-crossed", f"{path}/{HIGH}", low=low, high=high, found=high, wanted=str(low), fix=fix)
