"""What the boards of all games share."""

from __future__ import annotations

from engine.kernel.in_flight import Environment
from engine.kernel.state import Block, State


def enter_block(st: State, block: Block, label: str) -> None:
    """Put a block on the stack of a state, at one of its labels."""
    st.frames.append((block.id, block.labels[label], st.add_environment(Environment()), 0))
