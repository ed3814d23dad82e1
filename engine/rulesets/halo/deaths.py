"""Deaths: everything without health dies at once; a capital ship crashes, and a kill may infect. Source: HA6, HA12, HA18."""

from __future__ import annotations

from engine.toolkit.deaths import without_points
from engine.toolkit.rules import (
    FRAME_PUSHED,
    EnvironmentId,
    Jump,
    Signal,
    State,
    change,
    definition,
    flow,
    put,
    request,
    resolve_modifiers,
    set_global,
    set_var,
)

from . import orbit
from .config import INFECTED_FORM
from .damage import DRINKS
from .deploying import enter, summon
from .lanes import judge
from .resources import hold_back
from .table import (
    BACK,
    KEYS,
    MAX_STAT,
    active,
    base_of,
    controller,
    emit_event,
    free_row,
    has_keyword,
    is_ground,
    is_in_play,
    is_vehicle,
    lane_of,
    leave,
    opponent_of,
    renew,
    restore_health,
    turn,
)


def drink(st: State, env_id: EnvironmentId) -> Signal | None:
    """A state-based action, before deaths: LIFESTEAL heals by what was dealt, so that both of an exchange have drunk when they are judged."""
    hits = st.globals.get(DRINKS, ())
    if not hits:
        return None
    set_global(st, DRINKS, ())
    for eid, amount in hits:
        if is_in_play(st, eid):
            restore_health(st, eid, amount)
    return None


def process_deaths(st: State, env_id: EnvironmentId) -> Signal | None:
    """A state-based action: whatever has no health left dies. All that die hear all these deaths before they leave."""
    now = active(st)
    dying = without_points(st, KEYS[opponent_of(now)] + KEYS[now])  # so that the attacker's kill is emitted first (HA6)
    if not dying:
        return None
    dead = [eid for eid in dying if not _is_spared(st, eid)]
    ships = [eid for eid in dead if not is_ground(st, eid) and definition(st, eid).words.get("tonnage") == "CAPITAL"]
    crashes = [(eid, lane_of(st, eid)) for eid in ships]
    for eid in dead:
        _mourn(st, eid)
    for eid in dead:
        leave(st, eid)
    for eid, lane in reversed(crashes):
        emit_event(st, "CAPITAL_SHIP_DESTROYED", st.entities[eid].get("lastHit", 0), eid, lane)
        orbit.crash(st, eid, lane)
    return FRAME_PUSHED


def _is_spared(st: State, eid: int) -> bool:
    """Return whether something that would die is exiled or survives instead, as a card says."""
    if "UNIT_WOULD_DIE" not in st.listener_index:
        return False
    killer, lane = st.entities[eid].get("lastHit", 0), lane_of(st, eid)
    payload = (controller(st, killer) or None, controller(st, eid), killer or None, eid, lane, "DIES")
    left = resolve_modifiers(st, "UNIT_WOULD_DIE", payload, commit=True)
    fate = left[-1] if left is not None else "SURVIVES"
    if fate == "DIES":
        return False
    if fate == "SURVIVES":
        set_var(st, eid, "health", 1)
        return True
    emit_event(st, "UNIT_EXILED", killer, eid, lane)
    leave(st, eid)
    if st.entities[eid]["zone"] == "discard":
        put(st, eid, st.entities[eid]["own"], "exile")
    return True


def return_exiled(st: State, when: str) -> Signal | None:
    """Bring back what is due now and lies in exile or a discard pile: as printed, in its lane and row or the opponent_of one."""
    signal, now = None, turn(st)
    due = [entry for entry in st.globals["returns"] if entry[0] <= now and entry[1] == when]
    set_global(st, "returns", tuple(entry for entry in st.globals["returns"] if entry not in due))
    for _, _, eid, lane, row, health in due:
        ent = st.entities.get(eid)
        if ent is None or ent["zone"] not in ("exile", "discard"):
            continue
        spot = free_row(st, ent["own"], lane, row)
        if spot:
            renew(st, eid)
            if health:
                set_var(st, eid, "health", health)
            signal = enter(st, eid, spot) or signal
    return signal


def return_at_start(st: State, env_id: EnvironmentId) -> Jump:
    """At the start of a turn."""
    return return_exiled(st, "YOUR_NEXT_TURN")


def return_at_end(st: State, env_id: EnvironmentId) -> Jump:
    """At the end of a turn."""
    return return_exiled(st, "END_OF_TURN")


def _mourn(st: State, eid: int) -> None:
    """Emit a death, and queue the killer's INFECT behind the reactions to it (HA12)."""
    killer, lane = st.entities[eid].get("lastHit", 0), lane_of(st, eid)
    infects = killer and killer != eid and has_keyword(st, killer, "INFECT")
    is_prey = is_ground(st, eid) and not is_vehicle(st, eid)
    player = controller(st, killer)
    if player:
        change(st, player, "kills", 1, 0, MAX_STAT)
    emit_event(st, "KILL_OCCURRED", killer, eid, lane)
    if infects and is_prey:
        request(st, "infect", (killer, eid, player, lane, st.seq))


def infect(st: State, env_id: EnvironmentId) -> Jump:
    """Make the token in the back row of the killer's side, unless the killer has made one for this kill already."""
    killer, prey, player, lane, seq = st.environments[env_id].names["payload"]
    if st.program.config["infectOnce"] and any(
        made == seq and killer in (by, base_of(st, by)) for made, by in st.globals["summons"]
    ):
        return None
    token = next((name for name in (st.program.config["infectToken"], INFECTED_FORM) if name in st.program.cards), "")
    if not token:
        return None
    st.writable_environment(env_id).event_seq = seq
    signal = emit_event(st, "INFECT_TRIGGERED", killer, prey, lane)
    return summon(st, token, player, lane, BACK, killer) or signal


RULES = (drink, process_deaths, judge, hold_back)
"""The rules of state, in order: what drinks heals, deaths, then the end of the match, then hands too full."""
REQUESTS = {"infect": "halo/infect"}
BLOCKS = (
    flow("halo/infect", infect),
    flow("halo/return", return_at_start),
)
