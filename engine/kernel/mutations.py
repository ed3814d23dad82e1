"""The closed set of small changes that a match is made of, each logged, attributed and invertible, and the entries of a log.

A consumer matches on the class and ends with `assert_never`, so mypy names every place that a new mutation must visit.
`engine.kernel.state_writers` builds mutations while a log is wanted, `engine.kernel.playback` applies and reverts them.
Source: 002 "mutations".
"""

from __future__ import annotations

from typing import Any, NamedTuple, assert_never

from engine.kernel.constructing import constructor
from engine.kernel.decisions import Result
from engine.kernel.ground import Cause, Listener, Uses

Scalar = int | str
"""The value of a variable: a number, or a word where the ruleset has words."""


class Place(NamedTuple):
    """A position in a zone; None is the end of it."""

    holder: int
    zone: str
    position: int | None


class RemovedListener(NamedTuple):
    """What it takes to register a listener again: its position under each event, and its uses."""

    listener: Listener
    places: tuple[tuple[str, int], ...]
    uses: Uses | None


class SetVariable(NamedTuple):
    """A variable of an entity changes; None where the entity does not have it."""

    entity: int
    name: str
    old: Scalar | None
    new: Scalar | None
    cause: Cause


class CreateEntity(NamedTuple):
    """An entity enters the match at the end of a zone."""

    entity: int
    definition: str
    kind: str
    owner: int
    holder: int
    zone: str
    variables: tuple[tuple[str, int], ...]
    cause: Cause


class RemoveEntity(NamedTuple):
    """An entity leaves the match; `contents` are all of its facts and variables, `position` is where it was in its zone."""

    entity: int
    position: int
    contents: tuple[tuple[str, Any], ...]
    cause: Cause


class MoveEntity(NamedTuple):
    """An entity goes from one place to another; in a redacted log it may be 0."""

    entity: int
    old: Place
    new: Place
    cause: Cause


class ReorderZone(NamedTuple):
    """The entities of a zone are put in another order; both orders are empty in a redacted log."""

    holder: int
    zone: str
    old: tuple[int, ...]
    new: tuple[int, ...]
    cause: Cause


class SetGlobal(NamedTuple):
    """A fact of the whole match changes; None where the match does not have it."""

    name: str
    old: Any
    new: Any
    cause: Cause


class SetTurn(NamedTuple):
    """A round or turn begins."""

    old: int
    new: int
    cause: Cause


class RegisterListener(NamedTuple):
    """A listener is registered under each of some events."""

    listener: Listener
    events: tuple[str, ...]
    cause: Cause


class UnregisterListener(NamedTuple):
    """A listener is removed, and with it the remover that its lifetime made."""

    listener: int
    removed: tuple[RemovedListener, ...]
    cause: Cause


class CountUse(NamedTuple):
    """A listener with a limit has answered."""

    listener: int
    old: Uses | None
    new: Uses | None
    cause: Cause


class RevealEntity(NamedTuple):
    """An entity is shown to seats wherever it is; bit n is seat n, 0 hides it again."""

    entity: int
    old: int
    new: int
    cause: Cause


class StepChance(NamedTuple):
    """A stream of chance is drawn from for the `new`-th time."""

    stream: str
    old: int
    new: int
    cause: Cause


class SetResult(NamedTuple):
    """The match ends."""

    result: Result
    cause: Cause


class TransformEntity(NamedTuple):
    """An entity becomes one of another definition."""

    entity: int
    old: str
    new: str
    cause: Cause


class EventRaised(NamedTuple):
    """An event in the log: no change by itself; `seq` numbers the events of a match."""

    seq: int
    event: str
    payload: tuple[Any, ...]


Mutation = (
    SetVariable
    | CreateEntity
    | RemoveEntity
    | MoveEntity
    | ReorderZone
    | SetGlobal
    | SetTurn
    | RegisterListener
    | UnregisterListener
    | CountUse
    | RevealEntity
    | StepChance
    | SetResult
    | TransformEntity
)
LogEntry = Mutation | EventRaised


new_place = constructor(Place)
new_set_variable = constructor(SetVariable)
new_create_entity = constructor(CreateEntity)
new_move_entity = constructor(MoveEntity)
new_reorder_zone = constructor(ReorderZone)
new_set_global = constructor(SetGlobal)
new_step_chance = constructor(StepChance)
new_event_raised = constructor(EventRaised)


class MutationRow(NamedTuple):
    """A mutation in the columns of `play --log json`, the same for all."""

    op: str
    target: int
    key: str | int
    old: Any
    new: Any
    cause: Cause


def as_row(mutation: Mutation) -> MutationRow:  # noqa: C901, PLR0912 - one line for each mutation
    """Return a mutation as a row of `play --log json`: its opcode, what it changes, and the values before and after."""
    match mutation:
        case SetVariable(entity, name, old, new, cause):
            return MutationRow("set_var", entity, name, old, new, cause)
        case CreateEntity(entity, definition, kind, owner, holder, zone, variables, cause):
            return MutationRow("create", entity, definition, None, (kind, owner, holder, zone, variables), cause)
        case RemoveEntity(entity, position, contents, cause):
            return MutationRow("remove", entity, position, contents, None, cause)
        case MoveEntity(entity, source, target, cause):
            return MutationRow("move", entity, "zone", source, target, cause)
        case ReorderZone(holder, zone, before, after, cause):
            return MutationRow("zone_order", holder, zone, before, after, cause)
        case SetGlobal(name, old, new, cause):
            return MutationRow("global", 0, name, old, new, cause)
        case SetTurn(turn, number, cause):
            return MutationRow("turn", 0, "turn", turn, number, cause)
        case RegisterListener(listener, events, cause):
            return MutationRow("listen", listener.id, listener.event, None, (listener, events), cause)
        case UnregisterListener(lid, removed, cause):
            return MutationRow("unlisten", lid, "", removed, None, cause)
        case CountUse(lid, used, uses, cause):
            return MutationRow("count", lid, "uses", used, uses, cause)
        case RevealEntity(entity, hidden, known, cause):
            return MutationRow("reveal", entity, "known", hidden, known, cause)
        case StepChance(stream, drawn, draw, cause):
            return MutationRow("step_rng", 0, stream, drawn, draw, cause)
        case SetResult(result, cause):
            return MutationRow("result", 0, "result", None, result, cause)
        case TransformEntity(entity, was, definition, cause):
            return MutationRow("transform", entity, "def", was, definition, cause)
    assert_never(mutation)
