"""How far a long act is: who does it says so at every step, who watches may end it by raising."""

from collections.abc import Callable
from enum import StrEnum


class Phase(StrEnum):
    """What a long act is doing."""

    CHECKING = "checking"
    WRITING = "writing"
    DRAWING = "drawing"


Watch = Callable[[Phase, int, int], None]
"""Told the phase, how many steps of it are done, and how many it has."""


def ignore_progress(_: Phase, __: int, ___: int) -> None:
    """Take no notice, as within a request."""
