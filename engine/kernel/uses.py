"""Uses of triggers: reserved before a trigger's effects run, spent where it did something, given back where it did nothing.

Something was done where the trigger changed the event that it answers, or where its effects wrote, raised an event, drew chance or
showed something hidden. A declined "may" did nothing. A trigger that `counts_always` spends a use each time it is asked.
"""

from __future__ import annotations

from engine.kernel.ground import EnvironmentId, Listener
from engine.kernel.in_flight import Environment, new_environment
from engine.kernel.scopes import USE
from engine.kernel.state import Block, State
from engine.kernel.state_writers import CYCLE, change, count_use, has_use_left, set_uses, unlisten

MAX_USES = 1 << 31


def is_limited(listener: Listener) -> bool:
    """Return whether a listener has uses that can run out."""
    return listener.once or bool(listener.limit) or bool(listener.spends)


def is_active(st: State, listener: Listener) -> bool:
    """Return whether the listener's host is in a zone where it works, and the listener has a use left."""
    if listener.zones:
        host = st.entities.get(listener.host)
        if host is None or host["zone"] not in listener.zones:
            return False
    return not (listener.limit or st.reserved) or has_use_left(st, listener)


def is_due(st: State, listener: Listener, *, commit: bool) -> bool:
    """Return whether a listener answers now that its event has met its conditions once more; with `commit` that is counted.

    One that is gone has no count any more, and is due no more.
    """
    for place, (period, length) in enumerate(listener.limit):
        if period == CYCLE:
            uses = st.uses.get(listener.id) or ((0, 0),) * len(listener.limit)
            number = (uses[place][1] + 1) % length
            if commit and listener.id in st.listeners:
                set_uses(st, listener.id, (*uses[:place], (0, number), *uses[place + 1 :]))
            return number == 0
    return True


def activity(st: State) -> int:
    """Return a number that grows with all that is done: writes, draws, what is shown, and events."""
    return st.changes + st.seq


def reserve(st: State, listener: Listener) -> None:
    """Reserve a use for what the listener does now: meanwhile it cannot answer with it again."""
    st.reserved = (*st.reserved, (listener.id, activity(st)))


def conclude(st: State, lid: int, *, is_changed: bool = False, commit: bool = True) -> None:
    """End the innermost reservation, which is this listener's: the use is spent where something was done, else it is given back."""
    activity_before = st.reserved[-1][1]
    st.reserved = st.reserved[:-1]
    listener = st.listeners.get(lid)
    if commit and listener is not None and (listener.counts_always or is_changed or activity(st) != activity_before):
        use(st, listener)


def use(st: State, listener: Listener) -> None:
    """Spend a use: what the host pays for it, one of each limit; the last of a life takes the listener away."""
    host = st.entities.get(listener.host)
    for name, amount in listener.spends if host is not None else ():
        payment = -change(st, listener.host, name, -amount, 0, MAX_USES)
        if payment and (hook := st.program.mechanics.on_payment) is not None:
            hook(st, listener.host, name, payment)
    if listener.once or (listener.limit and count_use(st, listener.id)):
        unlisten(st, listener.id)


def use_environment(listener: Listener, env: Environment) -> Environment:
    """Return the environment of the frame that concludes a use, behind the body that runs in `env`."""
    behind = new_environment({"use": listener.id}, listener.owner, listener.host)
    behind.event_seq = env.event_seq
    return behind


def conclude_use(st: State, env_id: EnvironmentId) -> None:
    """Conclude the use of the body that has just run."""
    conclude(st, st.environments[env_id].names["use"])


USE_BLOCK = Block(USE, (conclude_use,))
