"""The code of a card's behaviours: what it does at each of its own timings. Source: 000 §1.1.1."""

from __future__ import annotations

from engine.json_values import Json
from engine.language.compiling.compile import Unit


def timing_blocks(document: Json, unit: Unit) -> dict[str, tuple[str, ...]]:
    """Compile `behaviors` and return the blocks of each timing, in document order."""
    out: dict[str, tuple[str, ...]] = {}
    for place, behavior in enumerate(document.get("behaviors", [])):
        code = unit.block(behavior["do"], f"/behaviors/{place}/do")
        out[behavior["at"]] = (*out.get(behavior["at"], ()), code)
    return out
