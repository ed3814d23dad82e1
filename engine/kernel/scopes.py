"""Atomic scopes: what a skill does is done in one piece; what it raises and asks for waits until it is done.

A scope has an outbox. When its body has run, the ruleset's state-based rules run to a fixed point, then the
outbox is served in order of emission, one entry after the other, the rules again after each; what the rules raise waits in the same
outbox. All of it is frames, so a state can be forked or pickled at any question in between. Outside a scope nothing waits.
Source: 002 "原子性", "SkillInfo", "技能额外返回".
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any

from engine.errors import EngineBug
from engine.kernel.ground import NO_ENVIRONMENT, EnvironmentId
from engine.kernel.in_flight import Entry, Environment, SkillInfo, new_entry, new_environment, new_scope
from engine.kernel.signals import FRAME_PUSHED, RETRY, RETURN, Signal
from engine.kernel.state import Block, State
from engine.kernel.state_writers import over_budget

SCOPE = "kernel/scope"
ANSWER = "kernel/answer"
RULES = "kernel/settle"
USE = "kernel/use"
BUS = "bus"
_SEQ = attrgetter("seq")


def current(st: State) -> int:
    """Return the scope that the running frame belongs to, 0 for none."""
    return st.frames[-1][3] if st.frames else 0


def skill(st: State) -> SkillInfo | None:
    """Return whose skill runs, None outside any."""
    scope = current(st)
    return st.scopes[scope].info if scope else None


def run_skill(st: State, info: SkillInfo, code: str, env: Environment, use: EnvironmentId = NO_ENVIRONMENT) -> Signal:
    """Run a block as a skill: atomic, with an outbox of its own, before the op after this one; behind it, the use that it is."""
    frames, most = st.frames, st.program.budgets.depth
    if len(frames) >= most and sum(frame[0] == SCOPE for frame in frames) >= most:
        over_budget(st, "depth", code)
        return FRAME_PUSHED
    parent = frames[-1][3] if frames else 0
    scope = st.add_scope(new_scope(info, parent, code, st.add_environment(env), use))
    frames.append((SCOPE, 0, scope, parent))
    return FRAME_PUSHED


def post(st: State, scope: int, entry: Entry, *, to_root: bool = False) -> Signal | None:
    """Put an entry into a scope's outbox, or into that of the outermost scope around it."""
    while to_root and st.scopes[scope].parent:
        scope = st.scopes[scope].parent
    outbox = st.scopes[scope].outbox
    if len(outbox) >= st.program.budgets.queued:
        over_budget(st, "queued")
        return FRAME_PUSHED
    st.writable_scope(scope).outbox = (*outbox, entry)
    return None


def request(st: State, kind: str, payload: tuple[Any, ...] = ()) -> Signal | None:
    """Request what a skill cannot do in one piece (a reroll, another skill): served when the skill has ended."""
    scope = current(st)
    _server(st, kind)
    if not scope:
        return _serve(st, kind, payload, None, scope)
    st.changes += 1  # a use that asks for it has done something
    return post(st, scope, new_entry("request", kind, payload, st.seq))


def _serve(st: State, kind: str, payload: tuple[Any, ...], by: SkillInfo | None, scope: int) -> Signal:
    """Run the block that serves a request, within a scope."""
    env = st.add_environment(new_environment({"payload": payload, "by": by}))
    st.frames.append((_server(st, kind), 0, env, scope))
    return FRAME_PUSHED


def _server(st: State, kind: str) -> str:
    code = st.program.mechanics.requests.get(kind)
    if code is None:
        raise EngineBug(f"{st.program.ruleset} serves no request {kind!r}")
    return code


def enter(st: State, rid: int) -> Signal:
    """Run the skill's own block, then the rules."""
    _push_rules(st, rid)
    scope = st.writable_scope(rid)
    env, scope.start = scope.start, NO_ENVIRONMENT
    if scope.use:
        st.frames.append((USE, 0, scope.use, rid))
        scope.use = NO_ENVIRONMENT
    st.frames.append((scope.body, 0, env, rid))
    return FRAME_PUSHED


def _push_rules(st: State, rid: int) -> None:
    if st.program.mechanics.rules:
        st.frames.append((RULES, 0, st.add_environment(new_environment()), rid))


def run_state_based_actions(st: State, env_id: EnvironmentId) -> Signal | None:
    """Run the ruleset's state-based rules until none of them has anything to do.

    They are not asked again about a state in which nothing was written since, unless their conditions are counted.
    """
    if st.rules_asked_at == st.changes and st.coverage is None:
        return None
    st.rules_asked_at = st.changes
    for rule in st.program.mechanics.rules:
        if rule(st, env_id) is not None:
            st.rules_asked_at = -1
            return RETRY
    return None


def drain_outbox(st: State, rid: int) -> Signal:
    """Serve the oldest entry of the outbox that has listeners, then the rules; with none left the scope is closed.

    The last event of a scope inside another is served from there: so a chain of skills, each answering the one before, does not grow.
    """
    outbox = st.scopes[rid].outbox
    if not outbox:
        return RETURN
    waiting = iter(outbox if len(outbox) == 1 else sorted(outbox, key=_SEQ))
    for entry in waiting:
        if _is_awaited(st, entry):
            break
    else:
        return RETURN  # nobody waits for any of them: they go with the scope
    scope = st.writable_scope(rid)
    scope.outbox = rest = tuple(waiting)
    if entry.what == "event" and not rest and scope.parent and st.program.mechanics.scoped:
        st.frames.append((ANSWER, 0, st.add_environment(new_environment(entry=entry)), scope.parent))
        return FRAME_PUSHED
    _push_rules(st, rid)
    if entry.what == "request":
        _serve(st, entry.name, entry.payload, scope.info, rid)
    else:
        st.frames.append((ANSWER, 0, st.add_environment(new_environment(entry=entry)), rid))
    return RETRY


def _is_awaited(st: State, entry: Entry) -> bool:
    """Return whether serving an entry can do anything: an event without listeners when its turn comes is skipped."""
    if entry.what == "request":
        return True
    return bool(entry.leaving) if entry.leaving is not None else "after" in st.listener_index.get(entry.name, ())


SCOPE_BLOCK = Block(SCOPE, (enter, drain_outbox))
RULES_BLOCK = Block(RULES, (run_state_based_actions,))
"""The rules alone, for a ruleset that wants them run between scopes: `push(st, "kernel/settle", …)`."""
