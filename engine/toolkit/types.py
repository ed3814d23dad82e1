"""The types of what rules and the functions of nodes take and return."""

from __future__ import annotations

from typing import Any

Amount = int | None
"""A number that a card computes; None where what it reads is missing."""
Entities = tuple[int, ...]
"""Players, cards or other entities, in order."""
Payload = tuple[Any, ...]
"""The fields of an event on its way, in the order of its declaration."""
