"""What the grammar of sentences means in `halo`: what several parts of it share."""

from __future__ import annotations

from typing import Any

SIGNS = (("<=", "AtMost"), (">=", "AtLeast"))

CARDS: Any = {
    "random": {"how": "RANDOM"},
    "kind": {"kind": "%value"},
    "tag": {"tag": "%value"},
    "cost<=": {"costAtMost": "%value"},
    "cost>=": {"costAtLeast": "%value"},
}


def condition(op: str, *args: Any) -> Any:
    """Return a condition."""
    return {"op": op, "args": list(args)}
