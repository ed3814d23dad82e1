"""The match: turns of four phases until a base is destroyed, the lanes are held, or the turns run out. Source: HA1, HA11.

Every action of a player and every step of a phase is one skill scope, so what happens in it waits in one queue, and the rules of state
run when it is done and after each answer to it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from engine.kernel.scopes import RULES
from engine.toolkit.rules import (
    RETURN,
    STOP_SEARCH,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    Step,
    answer,
    ask_main,
    change,
    end_period,
    flow,
    new_environment,
    push,
    set_global,
    set_turn,
    set_var,
)
from engine.toolkit.steps import runs_in_scope
from engine.toolkit.turns import emit_pending, emit_phase, in_scope

from . import deaths, deploying, drops, hijack, lanes, orbit, resources, skirmish, statuses
from .lanes import finish
from .setup import setup_board
from .table import (
    CONTROL,
    MAX_REMEMBERED,
    MAX_STAT,
    MEMORY,
    active,
    controller,
    emit_event,
    hand_over,
    is_ground,
    opponent_of,
    turn,
)

ACTIONS: dict[str, Callable[[State, int], Signal | None]] = {
    "play": deploying.play,
    "charge": resources.charge,
    "load": drops.load,
    "drop": drops.drop,
    "attack": skirmish.attack,
    "strike": orbit.strike,
    "hijack": hijack.hijack,
}
"""What each verb of a main decision does with the card that is named with it."""

STOP = "pass"
"""What ends a phase."""


def emit_step(st: State, event: str) -> Signal | None:
    """Emit an event of the flow for the active player."""
    return emit_phase(st, "halo/tell", active(st), event, (active(st), None, None, None, 0, turn(st)))


def emitting(name: str, event: str, phase: str = "") -> Step:
    """Return a step of the flow that enters a phase, if one begins, and emits an event."""

    def op(st: State, env_id: EnvironmentId) -> Jump:
        if phase:
            set_global(st, "phase", phase)
        return emit_step(st, event)

    op.__name__ = name
    op.__doc__ = f"Tell {event}."
    return op


def turn_starts(st: State, env_id: EnvironmentId) -> None:
    """Begin the next turn; two turns are a round."""
    number = turn(st) + 1
    set_global(st, "globalTurn", number)
    set_global(st, "round", (number + 1) // 2)
    set_turn(st, number)


def return_due(st: State, env_id: EnvironmentId) -> Jump:
    """Return cards that are due at the start of a turn."""
    is_due = any(entry[0] <= turn(st) for entry in st.globals["returns"])
    return in_scope(st, active(st), "halo/return") if is_due else None


def round_starts(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the start of a round, if one starts."""
    return emit_step(st, "ROUND_STARTED") if turn(st) % 2 else None


def deploy_tokens(st: State, env_id: EnvironmentId) -> Jump:
    """Deploy the tokens on standby."""
    return in_scope(st, active(st), "halo/standby") if st.zone(active(st), "standby") else None


def ask_deployment(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for an action of the deployment phase."""
    player = active(st)
    kinds = (deploying.options, resources.options, drops.options)
    return ask_main(st, env_id, player - 1, "deployment", _all_of(st, player, kinds), STOP)


def resolve_deployment(st: State, env_id: EnvironmentId) -> Jump:
    """Do it."""
    return _act_on_choice(st, env_id, "deployment_ends")


def after_deployment(st: State, env_id: EnvironmentId) -> str:
    """Clear up and ask again."""
    deploying.clear_up(st)
    return "ask_deployment"


def ask_attack(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for an action of the skirmish."""
    player = active(st)
    kinds = (skirmish.options, orbit.strikes, hijack.options, deploying.options)
    return ask_main(st, env_id, player - 1, "skirmish", _all_of(st, player, kinds), STOP)


def _all_of(st: State, player: int, kinds: Sequence[Callable[[State, int], Iterable[Option]]]) -> Iterator[Option]:
    """Yield the options of each kind."""
    for options in kinds:
        yield from options(st, player)


def resolve_attack(st: State, env_id: EnvironmentId) -> Jump:
    """Do it."""
    return _act_on_choice(st, env_id, "skirmish_ends")


def after_attack(st: State, env_id: EnvironmentId) -> str:
    """Clear up and ask again."""
    deploying.clear_up(st)
    return "ask_attack"


def _act_on_choice(st: State, env_id: EnvironmentId, otherwise: str) -> Jump:
    (choice,) = answer(st, env_id)
    if choice == STOP:
        return otherwise
    verb, card = choice
    return ACTIONS[verb](st, card)


def count_lanes(st: State, env_id: EnvironmentId) -> Jump:
    """Count the lanes; without listeners this needs no scope, and the rules check only if the count grew."""
    if any(event in st.listener_index for event in lanes.REPORTED_EVENTS):
        return in_scope(st, active(st), "halo/lanes")
    before = st.entities[active(st)]["streak"]
    lanes.count_lanes(st, env_id)
    return (
        push(st, RULES, st.add_environment(new_environment())) if st.entities[active(st)]["streak"] > before else None
    )


def expire_effects(st: State, env_id: EnvironmentId) -> Jump:
    """Expire timed effects that end with this turn."""
    deploying.clear_up(st)
    end_period(st, "turn")
    now = turn(st)
    is_due = any(entry[0] <= now for name in ("timed", "returns") for entry in st.globals[name]) or statuses.is_due(st)
    return in_scope(st, active(st), "halo/wear-off") if is_due else None


def round_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the end of a round, if one ends."""
    return emit_step(st, "ROUND_ENDED") if not turn(st) % 2 else None


def pass_turn(st: State, env_id: EnvironmentId) -> Jump:
    """Give the turn to the opponent; after the last one the match is a draw (HA11). A thought ends here."""
    deploying.clear_up(st)
    if not turn(st) % 2:
        end_period(st, "round")
    if turn(st) >= st.program.config["turnCap"]:
        finish(st, 0, "turn cap")
        return RETURN
    if st.entities[opponent_of(active(st))].get("baseLost", 0):
        set_var(st, opponent_of(active(st)), "baseLost", 0)
    set_global(st, "active", opponent_of(active(st)))
    return STOP_SEARCH if st.in_search else "turn_starts"


def end_changes(st: State, env_id: EnvironmentId) -> Jump:
    """Take timed changes back."""
    signal, now = None, turn(st)
    due = [entry for entry in st.globals["timed"] if entry[0] <= now]
    set_global(st, "timed", tuple(entry for entry in st.globals["timed"] if entry[0] > now))
    for _, eid, variable, delta in due:
        if eid in st.entities:
            signal = _take_back(st, eid, variable, delta) or signal
    return signal


def _take_back(st: State, eid: int, variable: str, delta: int) -> Signal | None:
    """End one change: points that a cap no longer covers go with it, and a unit taken for some turns goes back."""
    if variable[: len(CONTROL)] == CONTROL:
        player = int(variable[len(CONTROL) :])
        return hand_over(st, eid, player) if controller(st, eid) != player and is_ground(st, eid) else None
    current = st.entities[eid].get(variable, 0)
    if delta:
        most = MAX_REMEMBERED if variable[:5] == MEMORY else MAX_STAT
        change(st, eid, variable, -delta, 0 if variable[:3] == "kw." else -most, most)
    else:
        set_var(st, eid, variable, 0)
    for cap, points in (("healthCap", "health"), ("shieldCap", "shield")):
        if variable == cap and st.entities[eid][points] > st.entities[eid][cap]:
            set_var(st, eid, points, st.entities[eid][cap])
    remaining = st.entities[eid][variable]
    if variable[:3] == "kw." and bool(current) != bool(remaining):
        event = "KEYWORD_LOST" if current else "KEYWORD_GAINED"
        return emit_event(st, event, 0, eid, keyword=variable[3:], value=current or remaining)
    return None


def end_statuses(st: State, env_id: EnvironmentId) -> Jump:
    """Remove statuses whose last turn is over."""
    return statuses.expire(st)


BLOCKS = (
    flow(
        "halo/match",
        setup_board,
        emitting("game_starts", "GAME_STARTED"),
        turn_starts,
        return_due,
        round_starts,
        emitting("turn_started", "TURN_STARTED"),
        emitting("draw_recharge_starts", "PHASE_DRAW_RECHARGE_STARTED", "DRAW_RECHARGE"),
        runs_in_scope("recharge", "halo/recharge"),
        emitting("draw_recharge_ends", "PHASE_DRAW_RECHARGE_ENDED"),
        emitting("deployment_starts", "PHASE_DEPLOYMENT_STARTED", "DEPLOYMENT"),
        deploy_tokens,
        ask_deployment,
        resolve_deployment,
        after_deployment,
        emitting("deployment_ends", "PHASE_DEPLOYMENT_ENDED"),
        emitting("skirmish_starts", "PHASE_SKIRMISH_STARTED", "SKIRMISH"),
        ask_attack,
        resolve_attack,
        after_attack,
        emitting("skirmish_ends", "PHASE_SKIRMISH_ENDED"),
        emitting("endstep_starts", "PHASE_ENDSTEP_STARTED", "ENDSTEP"),
        count_lanes,
        emitting("endstep_ends", "PHASE_ENDSTEP_ENDED"),
        emitting("turn_ends", "TURN_ENDED"),
        expire_effects,
        round_ends,
        pass_turn,
    ),
    flow("halo/tell", emit_pending),
    flow("halo/wear-off", end_changes, end_statuses, deaths.return_at_end),
)
