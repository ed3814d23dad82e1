"""What an op reports to the frame machine: None to go on, a jump, or a signal.

A signal is a negative int, so that the machine tells it from a position by its sign; each is a constant that mypyc folds.
"""

from __future__ import annotations

from typing import Final, Literal, NewType, TypeAlias

Signal: TypeAlias = Literal[-1, -2, -3, -4, -5]
Jump: TypeAlias = Signal | str | None
"""What a native step reports: the name of another step is a jump there."""
Position = NewType("Position", int)
"""What an op of compiled code reports: the op of its block that runs next."""

FRAME_PUSHED: Final = -1
"""A frame was pushed and runs first."""
WAIT: Final = -2
"""A question was put."""
RETURN: Final = -3
"""The block is done."""
RETRY: Final = -4
"""This op runs again after the frames it pushed."""
STOP_SEARCH: Final = -5
"""A bot's search judges the state here and goes no further."""
RULE_WROTE: Final = RETRY
"""A state-based rule wrote, so all rules are asked again."""
