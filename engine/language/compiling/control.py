"""How the control nodes are compiled: if, loop and addTriggers are jumps and listeners, never calls in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.json_values import JsonObject
from engine.kernel.ground import EnvironmentId, Listener
from engine.kernel.in_flight import Environment
from engine.kernel.signals import Position
from engine.kernel.state import Inline, Op, State, Test
from engine.kernel.state_writers import events_heard, listen, take_id
from engine.language.analysis.loop_bounds import MAX_PASSES
from engine.language.compiling.abilities import limits_of, staged_bodies
from engine.language.compiling.compile import Assembly, Unit, bind, captured
from engine.language.spec import COUNTS_ALWAYS

REMOVER = "kernel/remove"


def build_if(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Emit `if`: the condition jumps over `do`; `do` jumps over `elsedo`."""
    test = to.unit.test(node["condition"], f"{pointer}/condition")
    exits = [Position(0), Position(0)]
    to.emit(lambda st, env_id: None if test(st, st.environments[env_id]) else exits[0], pointer)
    to.effects(node.get("do", []), f"{pointer}/do")
    if node.get("elsedo"):
        to.emit(lambda st, env_id: exits[1], pointer)
        exits[0] = to.position
        to.effects(node["elsedo"], f"{pointer}/elsedo")
    else:
        exits[0] = to.position
    exits[1] = to.position


def build_inline_if(unit: Unit, node: JsonObject, event: str, pointer: str) -> Inline:
    """Make the closure of an `if` that changes an event: the payload goes through one list of effects or the other."""
    test = unit.test(node["condition"], pointer and f"{pointer}/condition")
    condition_test, other_blocks = (
        unit.inline_steps(node.get(key) or [], event, f"{pointer}/{key}", range(len(node.get(key) or [])))
        for key in ("do", "elsedo")
    )
    return lambda st, env, payload, commit: (condition_test if test(st, env) else other_blocks)(
        st, env, payload, commit
    )


def build_loop(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Emit `loop`: `times` is read once, `index` counts from 1; a `target` is chosen once, before the first pass."""
    spec = to.unit.vocabulary.family("effect")["loop"].field("target")
    target = to.field(node["target"], spec, f"{pointer}/target") if "target" in node and spec else None
    times, label = to.unit.getter(node["times"], None, f"{pointer}/times"), to.label(node)
    counter, limit = f"?{pointer}.index", f"?{pointer}.times"

    def begin(st: State, env_id: EnvironmentId) -> None:
        env = st.writable_environment(env_id)
        names = env.names
        names[counter], names[limit] = 0, min(times(st, env) or 0, MAX_PASSES)
        if label is not None:
            bind(
                st,
                env_id,
                label(st, env),
                count=names[limit],
                **({"target": _only_target(target(st, env))} if target else {}),
            )

    def step(st: State, env_id: EnvironmentId) -> bool:
        env = st.writable_environment(env_id)
        names = env.names
        if names[counter] >= names[limit]:
            return False
        names[counter] += 1
        if label is not None:
            bind(st, env_id, label(st, env), index=names[counter])
        return True

    emit_iterations(to, node, pointer, begin, step)


def emit_iterations(
    to: Assembly, node: JsonObject, pointer: str, begin: Op, step: Callable[[State, EnvironmentId], bool]
) -> None:
    """Emit a body that is done again and again: `begin` once, then a pass each time that `step` says there is one more."""
    after = [Position(0)]
    to.emit(begin, pointer)
    top = to.emit(lambda st, env_id: None if step(st, env_id) else after[0], pointer)
    to.effects(node["do"], f"{pointer}/do")
    to.emit(lambda st, env_id: top, pointer)
    after[0] = to.position


def _only_target(targets: tuple[Any, ...]) -> Any:
    """Return the only target, all of several, and None where there is none: entities, or places of a board."""
    if not targets:
        return None
    return targets[0] if len(targets) == 1 else targets


@dataclass(frozen=True, slots=True)
class Waiting:
    """How the documents of a game write the triggers that effects set up.

    Shapes: `keys` maps the core names of parts (`on`, `do`, `condition`, `perRound` and its like) to those that the game's documents have;
            `guard` gives the test that a trigger has beside its conditions, None for none; `priority` is the place of its listeners.
    """

    keys: Mapping[str, str] = field(default_factory=dict)
    guard: Callable[[JsonObject], Test | None] = lambda trigger: None
    priority: int = 0

    def key(self, name: str) -> str:
        """Return the key under which a part is written."""
        return self.keys.get(name, name)


ON_EVENT = Waiting({"on": "event"})
"""Triggers as document 000 writes them."""


def build_add_triggers(to: Assembly, node: JsonObject, pointer: str, how: Waiting = ON_EVENT) -> None:
    """Emit `addTriggers`: an `instant` one runs here and now and leaves no listener, the others are mounted."""
    name, on = to.label(node), how.key("on")
    if name is not None:
        to.emit(lambda st, env_id: bind(st, env_id, name(st, st.environments[env_id]), UUIDs=()), pointer)
    for place, trigger in enumerate(node["triggers"]):
        where = f"{pointer}/triggers/{place}"
        if to.unit.omits(where):
            continue
        if trigger[on] == "instant" and "condition" not in trigger:
            to.effects(trigger["do"], f"{where}/do")
        elif trigger[on] == "instant":
            build_if(to, trigger, where)
        else:
            _mount(to, trigger, where, name, how)


def _mount(to: Assembly, trigger: JsonObject, pointer: str, name: Any, how: Waiting) -> None:
    unit, do = to.unit, how.key("do")
    event = unit.vocabulary.event(trigger[how.key("on")])
    assert event is not None, "the checker knows every event"  # noqa: S101  for the type checker
    bodies = tuple(staged_bodies(unit, trigger.get("stage"), event, trigger[do], f"{pointer}/{do}"))
    condition = _condition(unit, trigger, pointer, how)
    label = unit.getter(trigger["id"]) if "id" in trigger else None
    mode = trigger.get("mode", unit.vocabulary.lifetimes[0].name)
    limit = tuple(limits_of(trigger, how.keys))
    counts_always = bool(trigger.get(COUNTS_ALWAYS.name, False))

    def op(st: State, env_id: EnvironmentId) -> None:
        env = st.environments[env_id]
        text = label(st, env) if label else ""
        listener = tuple(
            mount(
                st,
                env,
                (event.name, stage, body, condition),
                mode,
                str(text),
                limit,
                counts_always=counts_always,
                priority=how.priority,
            )
            for stage, body in bodies
        )
        if name is not None:
            key = f"{name(st, env)}.UUIDs"
            st.writable_environment(env_id).names[key] = (*st.environments[env_id].names[key], *listener)

    to.emit(op, pointer)


def _condition(unit: Unit, trigger: JsonObject, pointer: str, how: Waiting) -> str:
    """Return the code of what a trigger asks each time: the guard of its game first; empty for a trigger that always answers."""
    where = f"{pointer}/{how.key('condition')}"
    asked, guard = trigger.get(how.key("condition")), how.guard(trigger)
    code = unit.condition(asked, where) if asked else ""
    if guard is None:
        return code
    own = f"{unit.name}#{where}"
    inner = unit.tests.get(code)
    unit.tests[own] = guard if inner is None else lambda st, env: guard(st, env) and inner(st, env)
    return own


def mount(  # noqa: PLR0913 - the parts of a listener
    st: State,
    env: Environment,
    what: tuple[str, str, str, str],
    mode: str,
    label: str,
    limit: tuple[tuple[str, int], ...] = (),
    *,
    counts_always: bool = False,
    priority: int = 0,
) -> int:
    """Register a trigger made in an environment, and the remover that its lifetime asks for; return its id.

    Shapes: what is (event, stage, body, condition); limit as in `Listener`.
    """
    event, stage, body, condition = what
    program = st.program
    span = program.lifetimes[mode]
    lid = take_id(st)
    owner, host = env.owner, env.source or 0
    listener = Listener(
        lid,
        event,
        stage,
        body,
        condition,
        owner,
        host,
        span.once,
        label,
        captured(env.names),
        0,
        priority,
        zones=span.zones,
        limit=limit,
        counts_always=counts_always,
    )
    listen(st, listener, events_heard(st, event))
    if span.until is not None:
        remover = Listener(take_id(st), span.until, "after", REMOVER, span.owner_field, owner, host, False, "", (), lid)
        listen(st, remover, events_heard(st, span.until))
    return lid


def build_and(unit: Unit, node: JsonObject, pointer: str) -> Test:
    """All hold; none is true."""
    tests = tuple(unit.test(part, pointer and f"{pointer}/conditions/{i}") for i, part in enumerate(node["conditions"]))
    return lambda st, env: all(test(st, env) for test in tests)


def build_or(unit: Unit, node: JsonObject, pointer: str) -> Test:
    """One holds; none is false."""
    tests = tuple(unit.test(part, pointer and f"{pointer}/conditions/{i}") for i, part in enumerate(node["conditions"]))
    return lambda st, env: any(test(st, env) for test in tests)


def build_not(unit: Unit, node: JsonObject, pointer: str) -> Test:
    """The condition does not hold."""
    test = unit.test(node["condition"], pointer and f"{pointer}/condition")
    return lambda st, env: not test(st, env)
