"""The frame machine: runs code until the match asks, ends or breaks a budget. `apply` is the one way from state to state.

A frame is `(code id, position, environment id, scope id)`. A frame at its end is popped before the next is pushed, so chains in tail
position do not grow, and no card effect ever recurses in Python.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, SupportsInt

from engine.errors import EngineBug, IllegalAction
from engine.kernel.constructing import constructor
from engine.kernel.decisions import (
    BROKEN_REASONS,
    MAIN,
    Action,
    Decision,
    DecisionSpec,
    Option,
    Result,
    check_action,
    check_options,
    new_decision,
    new_question,
)
from engine.kernel.digest import LazyDigest, digest
from engine.kernel.ground import NOWHERE, EnvironmentId
from engine.kernel.in_flight import Environment
from engine.kernel.mutations import LogEntry
from engine.kernel.signals import FRAME_PUSHED, RETRY, RETURN, STOP_SEARCH, WAIT, Jump, Position, Signal
from engine.kernel.state import Program, State
from engine.kernel.state_writers import over_budget

SUSPENDS = (FRAME_PUSHED, WAIT, RETRY)
LOOK_EVERY = 32
"""Ops between two looks for a loop, once a resolution has grown long."""


REPEATS = 2
"""How often an answer may be given to the same question about the same state in one turn; then it is withheld."""


class Step(NamedTuple):
    """What an action led to.

    Shapes: `log` holds mutations and events in order, empty when the log is off; `undoable` is false where chance was drawn or
            something hidden was shown on the way.
    """

    state: State
    log: tuple[LogEntry, ...]
    decision: Decision | None
    result: Result | None
    undoable: bool = False


new_step = constructor(Step)


def start(
    program: Program,
    seed: int,
    opening: str,
    names: dict[str, Any],
    *,
    log: bool = False,
    coverage: dict[tuple[str, str], int] | None = None,
) -> Step:
    """Return the first step of a match: the opening block, run to its first decision; `coverage` takes what counting code notes."""
    st = State.new(program, seed)
    st.coverage = coverage
    if log:
        st.log = []
    st.frames.append((opening, 0, st.add_environment(Environment(names)), 0))
    return resume(st)


def resume(st: State) -> Step:
    """Run a state that was built by hand to its first decision, and return that as a first step."""
    run(st)
    return _step(st)


def apply(state: State, action: Action, seat: int | None = None, *, search: bool = False) -> Step:
    """Return what follows from an answer to the state's decision; the state given stays as it is.

    Shapes: where several seats are asked at once, `seat` says whose answer it is, the first one asked when left out; answers wait
            until all have answered, and what follows does not depend on who answered first;
            a `thought` goes the same way, but ends where rules say that it need not go on (`ENOUGH`): at the next main question, or
            at the end of a turn. It is judged by the state there.
    Errors: IllegalAction `no-decision`, `wrong-count`, `repeated`, `not-offered`.
    """
    place = 0 if seat is None and state.pending else _asked(state, seat)
    decision = state.pending[place]
    check_action(decision, action)
    st = state.fork()
    if st.log is not None:
        st.log = []
    if state.turn_decisions >= st.program.budgets.turn_check_after:
        st.recent_actions = (*state.recent_actions, (_digest_now(state), action))
    st.pending = state.pending[:place] + state.pending[place + 1 :]
    st.answered = (*state.answered, decision) if st.pending else ()
    st.writable_environment(decision.environment).answer = action
    st.step_ops = st.step_events = 0
    st.step_id = st.next_id
    st.seen_digests, st.information_revealed, st.in_search, st.rules_asked_at = (), False, search, -1
    st.decisions += 1
    st.turn_decisions += 1
    if not st.pending:
        if st.decisions > st.program.budgets.decisions:
            over_budget(st, "decisions", _name_of(action))
        run(st)
        if len(st.recent_actions) >= REPEATS and st.pending and not (search and st.pending[0].kind == MAIN):
            _withhold(st)
    return _step(st)


def interject(state: State, write: Callable[[State], None]) -> Step:
    """Return what follows when something is written while a main question waits: the question is put again about what is there then.

    Shapes: `write` takes the new state; the state given stays as it is.
    Errors: IllegalAction `not-now` where another question waits, or none.
    """
    if [decision.kind for decision in state.pending] != [MAIN]:
        raise IllegalAction("not-now", "only while one seat is asked what it does")
    st = state.fork()
    if st.log is not None:
        st.log = []
    st.step_ops = st.step_events = 0
    st.step_id = st.next_id
    st.seen_digests, st.information_revealed, st.in_search, st.rules_asked_at = (), False, False, -1
    st.recent_actions = ()
    write(st)
    code, pc, env, scope = st.frames[-1]
    st.frames[-1] = (code, pc - 1, env, scope)  # the op that asked: it looks at the state and writes none of it
    st.pending = ()
    run(st)
    return _step(st)


def _name_of(action: Action) -> str:
    """Return what an answer that does something is called, empty for one that names things alone."""
    option = action[0] if action else ""
    word = option[0] if isinstance(option, tuple) else option
    return word if isinstance(word, str) else ""


def _asked(state: State, seat: int | None) -> int:
    """Return the place of the question that is answered."""
    for place, decision in enumerate(state.pending):
        if seat is None or decision.seat == seat:
            return place
    raise IllegalAction("no-decision", "the match waits for no answer" if seat is None else f"seat {seat} is not asked")


def _digest_now(st: State) -> SupportsInt:
    """Return the digest of a state at its question: asked for when the question is put, and again with each answer that is tried."""
    if st.digest_now is None:
        st.digest_now = LazyDigest(st)
    return st.digest_now


def _withhold(st: State) -> None:
    """Take away what was answered often enough to this question about this very state, if something else is left.

    States are compared only where an answer that may be given now was given often enough in this turn.
    """
    decision = st.pending[0]
    times = Counter([action for _, action in st.recent_actions])
    offered: list[Action] = [(), *((option,) for option in decision.options)]
    repeats = {action for action in offered if times.get(action, 0) >= REPEATS}
    if not repeats:
        return
    now = int(_digest_now(st))
    recent = [action for seen, action in st.recent_actions if action in repeats and int(seen) == now]
    stale_options = {action[0] for action in repeats if action and recent.count(action) >= REPEATS}
    remaining = tuple(option for option in decision.options if option not in stale_options)
    low = max(1, decision.min) if recent.count(()) >= REPEATS else decision.min
    if len(remaining) >= max(1, low) and (stale_options or low > decision.min):
        withheld = decision._replace(options=remaining, min=low, max=min(decision.max, len(remaining)))
        st.pending = (withheld, *st.pending[1:])


def take_back(steps: Sequence[Step]) -> Step:
    """Return the step before the newest one of a match.

    Errors: IllegalAction `not-undoable` at the start, and where chance was drawn or something hidden was shown.
    """
    if len(steps) < 2 or not steps[-1].undoable:
        raise IllegalAction("not-undoable", "chance was drawn, or something hidden was shown")
    return steps[-2]


def _step(st: State) -> Step:
    log = tuple(st.log) if st.log is not None else ()
    return new_step(st, log, st.pending[0] if st.pending else None, st.result, not st.information_revealed)


def ask(st: State, env_id: EnvironmentId, question: DecisionSpec) -> Signal | None:
    """Put a question, or answer it at once where only one answer exists; the next op reads `answer`.

    A `high` above the number of options is clamped to it, and `low` to `high` (WZ12: an ask with too few takes all of them).
    Errors: EngineBug for options with equal keys.
    """
    seat, kind, prompt, options, low, high, source = question
    count = len(options)
    high = min(high, count)
    low = min(low, high)
    forced = low == high and (count == low or high == 0)
    if forced and not (kind == MAIN and count and st.program.explicit):
        st.writable_environment(env_id).answer = tuple(options[:low])
        return None
    check_options(prompt, options)
    if st.environments[env_id].answer is not None:
        st.writable_environment(
            env_id
        ).answer = None  # what was said last time is no part of the state at this question
    if st.reserved and any(_is_shown(st, env_id, one) for one in options):
        st.changes += 1
    st.pending = (*st.pending, new_decision(seat, kind, prompt, tuple(options), low, high, source, env_id))
    return WAIT


def _is_shown(st: State, env_id: EnvironmentId, option: Option) -> bool:
    """Return whether offering something shows it: it lies where the player whose code asks may not look."""
    ent = st.entities.get(option) if isinstance(option, int) else None
    mechanics = st.program.mechanics
    if ent is None or ent["zone"] not in mechanics.secret:
        return False
    return ent["zone"] not in mechanics.own or bool(ent["own"] != st.environments[env_id].owner)


def ask_main(
    st: State, env_id: EnvironmentId, seat: int, prompt: str, options: Iterable[Option], leave: Option
) -> Signal | None:
    """Put a main question to a seat, with `leave` as the last option; the next op reads `answer`.

    A search stops here, whether or not there is a choice: it judges the state, so no option is looked for.
    """
    return STOP_SEARCH if st.in_search else ask(st, env_id, new_question(seat, MAIN, prompt, (*options, leave)))


def ask_all(st: State, env_id: EnvironmentId, questions: Sequence[DecisionSpec]) -> Signal | None:
    """Put one question each to several seats at once; the next op reads `answers`."""
    ids: list[EnvironmentId] = []
    for question in questions:
        ids.append(st.add_environment(Environment()))
        ask(st, ids[-1], question)
    st.writable_environment(env_id).asked = tuple(ids)
    return WAIT if st.pending else None


def answers(st: State, env_id: EnvironmentId) -> tuple[Action, ...]:
    """Return what each seat answered to `ask_all`, in the order of its questions."""
    asking = st.writable_environment(env_id)
    choice = tuple(answer(st, one) for one in asking.asked)
    for one in asking.asked:
        del st.environments[one]
    asking.asked = ()
    return choice


def answer(st: State, env_id: EnvironmentId) -> tuple[Any, ...]:
    """Return the options chosen at the question that this environment asked last.

    Errors: EngineBug where none was asked.
    """
    choice = st.environments[env_id].answer
    if choice is None:
        raise EngineBug("no question was answered here")
    return choice


def _is_broken(st: State) -> bool:
    """Return whether a budget ended the match within this step: a jump must not go on then."""
    return st.result is not None and st.result.reason in BROKEN_REASONS


def run(st: State) -> None:  # noqa: C901, PLR0912 - the hot loop: a call per op would cost a third of its speed
    """Run frames until the match asks, ends, or breaks a budget."""
    program = st.program
    codes, budgets = program.codes, program.budgets
    frames = st.frames
    limit = ops_left = min(budgets.ops - st.step_ops, budgets.match_ops - st.match_ops)
    look_at = limit - budgets.loop_check_after
    while frames and not st.pending and st.result is None:
        depth = len(frames) - 1
        code, pc, env, scope = frames[depth]
        st.depth = depth
        if depth < st.trigger_site[2]:
            st.trigger_site = NOWHERE
        block = codes[code]
        ops = block.ops
        end = len(ops)
        signal: Jump | Position = RETURN
        while pc < end:
            ops_left -= 1
            st.pc = pc
            signal = ops[pc](st, env)  # type: ignore[arg-type]  # a frame names what its block takes
            pc += 1
            if signal is None:
                if ops_left > 0:
                    continue
            elif signal.__class__ is str:
                pc = block.labels[signal]
                if ops_left > 0 and not _is_broken(st):
                    continue
            elif signal >= 0:  # type: ignore[operator]  # an int here: None and str are handled above
                pc = signal  # type: ignore[assignment]  # as above
                if ops_left > 0 and not _is_broken(st):
                    continue
            break
        else:
            signal = RETURN
        if block.nodes and signal in SUSPENDS:
            st.trigger_site = (code, st.pc, depth, st.environments[env].source or 0)
        if signal == RETRY:
            pc -= 1
        if signal == RETURN or (signal == FRAME_PUSHED and pc >= end):
            del frames[depth]
            if st.environments.pop(env, None) is None:
                st.events_in_flight.pop(env, None) or st.scopes.pop(env, None)
        else:
            frames[depth] = (code, pc, env, scope)
            if signal == STOP_SEARCH:
                break
        if ops_left <= look_at or ops_left <= 0:
            look_at = ops_left - LOOK_EVERY
            _look_up(st, code, is_spent=ops_left <= 0)
    st.depth = -1
    st.step_ops += limit - ops_left
    st.match_ops += limit - ops_left
    if st.result is not None:
        frames.clear()
        st.environments.clear()
        st.events_in_flight.clear()
        st.scopes.clear()
        st.pending, st.reserved = (), ()


def _look_up(st: State, code: str, *, is_spent: bool) -> None:
    """Between two frames: end the match if its ops are spent, or if the whole state has been seen before in this resolution.

    In the latter case nothing can ever change, which is a draw.
    """
    frames = st.frames
    if len(frames) <= st.depth or frames[st.depth][0] != code:
        st.depth, st.pc = (
            len(frames) - 1,
            frames[-1][1] if frames else 0,
        )  # the frame that ran has gone; this one is next
    if is_spent:
        over_budget(st, "ops")
    elif st.result is None:
        current = digest(st, frames=True)
        if current in st.seen_digests:
            over_budget(st, "loop")
        st.seen_digests = (*st.seen_digests[-255:], current)
