"""Records that the kernel's modules share: entities, listeners, causes and the keys that a state keeps them under."""

from __future__ import annotations

from typing import Any, Final, NamedTuple, NewType

from engine.kernel.constructing import constructor

EnvironmentId = NewType("EnvironmentId", int)
"""The number of an environment among all that is in flight."""
NO_ENVIRONMENT: Final = EnvironmentId(0)
Entity = dict[str, Any]
Frame = tuple[str, int, int, int]
TriggerSite = tuple[str, int, int, int]
"""Which card's node set off what runs: code, position, depth of its frame, and the entity whose text it is."""
ZoneKey = tuple[int, str]
ListenerIndex = dict[str, dict[str, tuple[int, ...]]]
"""The ids of listeners by event and stage, in the order in which they answer."""
Uses = tuple[tuple[int, int], ...]
"""How often a listener answered, for each of its limits: (stamp of the period, answers in it)."""
NOWHERE = ("", 0, 0, 0)
"""No card's node set off what runs."""


class Listener(NamedTuple):
    """A registered trigger or static modifier.

    Shapes: `captured` are the names that the body sees, as sorted pairs; `removes` is the listener that this one takes away
            (a lifetime's remover, hidden from logs), `host` the entity that it belongs to; `zones` are those in which the host
            must lie, any when empty, and `rank` is the place of the host's zone in the ruleset's order;
            `limit` holds (period, most) pairs: in a period it answers so often; the period `life` ends it when it is used up;
            `spends` are variables of its host that each use lowers: (name, by how much); `counts_always` tells uses that count
            although nothing was done.
            A static modifier's event is `stat/NAME` and its stage the operation.
    """

    id: int
    event: str
    stage: str
    body: str
    condition: str
    owner: int
    host: int
    once: bool
    label: str
    captured: tuple[tuple[str, Any], ...]
    removes: int
    priority: int = 0
    rank: int = 0
    zones: tuple[str, ...] = ()
    limit: tuple[tuple[str, int], ...] = ()
    spends: tuple[tuple[str, int], ...] = ()
    counts_always: bool = False


class Cause(NamedTuple):
    """Why a change happens.

    Shapes: `event` is the number of the event around the change, 0 for none; `node` names the card's node that makes it, or the
            procedure where no card does; `source` is the entity whose text that is.
    """

    event: int
    node: str
    source: int


new_cause = constructor(Cause)
