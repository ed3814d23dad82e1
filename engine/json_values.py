"""Objects as JSON has them, when nothing more is known of their members than their names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Json = Mapping[str, Any]
"""An object that is only read."""
JsonObject = dict[str, Any]
"""An object that is being made, or that belongs to who holds it."""


def items_of(value: Any) -> list[Any]:
    """Return the items of a list as JSON has it, none of any other value."""
    return value if isinstance(value, list) else []
