"""In which order listeners of one zone answer: by registration, or as the reference engine has it. Source: 004 priorities; GE9."""

from __future__ import annotations

from engine.toolkit.rules import Listener, State

from .table import CHARACTERS, active_of, host_of

OTHER_SIDE = 100


def tie(st: State, listener: Listener) -> int:
    """Return what listeners of one zone are placed by: nothing with `text`; with `reference` the current player, then the active character."""
    if st.program.config["tie"] == "text":
        return 0
    side = 0 if listener.owner == st.globals["activePlayer"] else OTHER_SIDE
    host = host_of(st, listener.host)
    if not host:
        return side
    own = st.zones[listener.owner, CHARACTERS]
    active = active_of(st, listener.owner)
    start = own.index(active) if active in own else 0
    return side + (own.index(host) - start) % len(own)
