"""What is being resolved: environments of running code, events in flight, and atomic scopes. A frame names one of them by its id.

A state copies each of them on the first write after a fork (`State.writable_environment` and its kin); read them as they are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from engine.kernel.constructing import constructor
from engine.kernel.copying import OWN_COPY, copier
from engine.kernel.decisions import Action
from engine.kernel.ground import NO_ENVIRONMENT, EnvironmentId, Listener


class SkillInfo(NamedTuple):
    """Whose skill runs, and why.

    Shapes: `caller` is the entity whose skill it is (for a card, the active character); `card` the card it belongs to, 0 for none;
            `definition` names its code; `by` is the skill that asked for it.
    Source: 002 "SkillInfo" (caller, fromCard, definition, requestBy).
    """

    caller: int
    card: int
    definition: str
    by: SkillInfo | None = None


class LeavingListener(NamedTuple):
    """A listener that may answer after its host has left, with the host as it was when the event was raised."""

    listener: Listener
    host: tuple[tuple[str, Any], ...] | None


class Entry(NamedTuple):
    """What waits in an outbox.

    Shapes: `what` is `event` or `request`; `seq` orders entries; `leaving` are the listeners of an event whose hosts may be gone.
    """

    what: str
    name: str
    payload: tuple[Any, ...]
    seq: int
    leaving: tuple[LeavingListener, ...] | None = None


class Resolution(NamedTuple):
    """How a card is resolved.

    Shapes: `kind` is the ruleset's word for it (wizards: `spell` or `copy`); `memory` is the event in flight that remembers what was
            chosen, 0 for none; `repeats` is true where the choices are taken from there instead of asked for.
    """

    kind: str
    memory: int = 0
    repeats: bool = False


@dataclass(slots=True)
class Environment:
    """What running code knows.

    Shapes: `names` are bound by card code and by procedures of a ruleset; all else is known to the machine: `owner` is the player whose
            code runs and `source` the entity whose text it is (None where a procedure answers for what set it off); `event` is the
            event that a trigger answers, `flight` that event in flight (0 for none) and `event_seq` its number; `answer` is what was
            answered at the last question, `asked` the environments that take answers of several seats; `last_known` is the host
            of a listener that has left; `entry` is what is served from an outbox.
    """

    names: dict[str, Any] = field(default_factory=dict, metadata=OWN_COPY)
    owner: int = 0
    source: int | None = None
    event: str = ""
    flight: int = 0
    event_seq: int = 0
    answer: Action | None = None
    asked: tuple[EnvironmentId, ...] = ()
    resolution: Resolution | None = None
    last_known: tuple[tuple[str, Any], ...] | None = None
    entry: Entry | None = None


@dataclass(slots=True)
class EventInFlight:
    """An event on its way through its stages.

    Shapes: `stages` are the listeners captured when it was raised; `queue` those of the stage that runs, `position` the next of them;
            `stage` counts from -1, before the first; `late` lets the `after` stage wait for the end of the scope;
            `notes` is what effects write onto the event (choices that copies repeat, how many copies are due).
    """

    event: str
    payload: tuple[Any, ...]
    stages: dict[str, tuple[Any, ...]]
    seq: int
    late: bool = False
    stage: int = -1
    queue: tuple[Any, ...] = ()
    position: int = 0
    cancelled: bool = False
    notes: dict[str, Any] = field(default_factory=dict, metadata=OWN_COPY)


@dataclass(slots=True)
class Scope:
    """An atomic scope.

    Shapes: `start` is the environment of its body until that runs, `use` that of the use of a trigger that its body is, 0 for none;
            `outbox` is what waits, `parent` the scope around it.
    """

    info: SkillInfo
    parent: int
    body: str
    start: EnvironmentId
    use: EnvironmentId = NO_ENVIRONMENT
    outbox: tuple[Entry, ...] = ()


new_skill_info = constructor(SkillInfo)
new_entry = constructor(Entry)
new_environment = constructor(Environment)
new_event = constructor(EventInFlight)
new_scope = constructor(Scope)
copy_environment = copier(Environment)
copy_event = copier(EventInFlight)
copy_scope = copier(Scope)
