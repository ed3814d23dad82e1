"""What one side may know of a state: lazily redacted, and the only thing that a bot is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.kernel.state import State

Hidden = Callable[[State, int], frozenset[tuple[int, str]]]
Redeal = Callable[[State, int, int], State]


class View:
    """A state through the eyes of a side.

    Reading is lazy: an entity or zone is redacted when it is looked at. `resample` gives a full state to think with,
    in which all that the side cannot know is dealt anew.
    """

    __slots__ = ("_hidden", "_redeal", "_state", "side")

    def __init__(self, state: State, side: int, hidden: Hidden, redeal: Redeal) -> None:
        self._state, self.side = state, side
        self._hidden, self._redeal = hidden(state, side), redeal

    def zone(self, holder: int, name: str) -> tuple[int, ...]:
        """Return the cards of a zone that the side may look into; a hidden one is empty here, see `count`."""
        return () if (holder, name) in self._hidden else self._state.zone(holder, name)

    def count(self, holder: int, name: str) -> int:
        """Return how many cards lie in a zone: everybody may count."""
        return len(self._state.zone(holder, name))

    def entity(self, eid: int) -> dict[str, Any] | None:
        """Return an entity's variables, or None where the side may not see it."""
        ent = self._state.ents.get(eid)
        if ent is None or (ent["holder"], ent["zone"]) in self._hidden:
            return None
        return dict(ent)

    def fact(self, key: str) -> Any:
        """Return a fact of the whole match: round, phase, start player."""
        return self._state.glob.get(key)

    @property
    def turn(self) -> tuple[int, str]:
        """The round and phase, for what a bot keeps within one turn."""
        return self._state.turn, str(self._state.glob.get("phase", ""))

    def resample(self, salt: int) -> State:
        """Return a state equal in all that the side knows, the rest dealt anew; chance goes another way too."""
        return self._redeal(self._state, self.side, salt)

    def known(self) -> tuple[Any, ...]:
        """Return everything the side may know, as one value for comparison."""
        st, hidden = self._state, self._hidden
        zones = tuple(
            (key, len(ids)) if key in hidden else (key, tuple(tuple(sorted(st.ents[i].items())) for i in ids))
            for key, ids in sorted(st.zones.items())
            if ids
        )
        return (
            zones,
            tuple(sorted(st.glob.items())),
            st.pending[:1] if st.pending and st.pending[0].side == self.side else (),
        )
