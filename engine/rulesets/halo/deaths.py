"""Deaths: everything without health dies at once; a capital ship crashes, and a kill may infect. Source: HA6, HA12, HA18."""

from __future__ import annotations

from engine.kernel.program import PUSHED, flow
from engine.kernel.scopes import request
from engine.kernel.state import State
from engine.kernel.state_writers import change
from engine.rulesets.halo import orbit
from engine.rulesets.halo.config import INFECTED
from engine.rulesets.halo.deploying import summon
from engine.rulesets.halo.lanes import judge
from engine.rulesets.halo.resources import hold_back
from engine.rulesets.halo.table import (
    BACK,
    KEYS,
    MAX_STAT,
    active,
    base_of,
    controller,
    definition,
    happen,
    has_keyword,
    is_ground,
    is_vehicle,
    lane_of,
    leave,
    other,
)


def fall(st: State, env: int) -> int | None:
    """A state-based action: whatever has no health left dies. All that die hear all these deaths before they leave."""
    dead = _dead(st)
    if not dead:
        return None
    ships = [eid for eid in dead if not is_ground(st, eid) and definition(st, eid).words.get("tonnage") == "CAPITAL"]
    crashes = [(eid, lane_of(st, eid)) for eid in ships]
    for eid in dead:
        _mourn(st, eid)
    for eid in dead:
        leave(st, eid)
    for eid, lane in reversed(crashes):
        happen(st, "CAPITAL_SHIP_DESTROYED", st.entities[eid].get("lastHit", 0), eid, lane)
        orbit.crash(st, eid, lane)
    return PUSHED


def _dead(st: State) -> list[int]:
    """Return what dies: first the attacker's victims, so that the attacker's kill is emitted first (HA6)."""
    now, entities, zones = active(st), st.entities, st.zones
    dead: list[int] = []
    for player in (other(now), now):
        for key in KEYS[player]:
            for eid in zones.get(key, ()):
                if entities[eid]["health"] <= 0:
                    dead.append(eid)
    return dead


def _mourn(st: State, eid: int) -> None:
    """Emit a death, and queue the killer's INFECT behind the reactions to it (HA12)."""
    killer, lane = st.entities[eid].get("lastHit", 0), lane_of(st, eid)
    infects = killer and killer != eid and has_keyword(st, killer, "INFECT")
    is_prey = is_ground(st, eid) and not is_vehicle(st, eid)
    whose = controller(st, killer)
    if whose:
        change(st, whose, "kills", 1, 0, MAX_STAT)
    happen(st, "KILL_OCCURRED", killer, eid, lane)
    if infects and is_prey:
        request(st, "infect", (killer, eid, whose, lane, st.seq))


def infect(st: State, env: int) -> int | None:
    """Make the token in the back row of the killer's side, unless the killer has made one for this kill already."""
    killer, prey, player, lane, seq = st.environments[env].names["payload"]
    if st.program.config["infectOnce"] and any(
        made == seq and killer in (by, base_of(st, by)) for made, by in st.globals["summons"]
    ):
        return None
    token = next((name for name in (st.program.config["infectToken"], INFECTED) if name in st.program.cards), "")
    if not token:
        return None
    st.writable_environment(env).event_seq = seq
    signal = happen(st, "INFECT_TRIGGERED", killer, prey, lane)
    return summon(st, token, player, lane, BACK, killer) or signal


RULES = (fall, judge, hold_back)
"""The rules of state, in order: deaths, then the end of the match, then hands too full."""
REQUESTS = {"infect": "halo/infect"}
BLOCKS = (flow("halo/infect", infect),)
