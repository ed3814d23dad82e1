"""What is checked whenever something is done: units without health, who holds which region, key events, goals. Source: 001§1.2, §3.2; EN7, EN8, EN12, EN13."""

from __future__ import annotations

from engine.toolkit.deaths import without_points
from engine.toolkit.rules import RULE_WROTE, EnvironmentId, Signal, State, change, emit
from engine.toolkit.seats import finish

from .axis import append_ready_keys
from .table import (
    FIELD,
    FIELDS,
    MAX_STAT,
    OPPONENT,
    PLAYER,
    RECOVERY,
    REGIONS,
    TABLE,
    opponent_of,
    regions_with,
    remove_unit,
    set_control,
    set_goal,
)

MAX_LOST = 9_999
"""A bound that no match meets: units that a side has lost are counted for previews."""


def process_deaths(st: State, env_id: EnvironmentId) -> Signal | None:
    """Take units without health off the map."""
    dying = without_points(st, FIELDS)
    for eid in dying:
        ent = st.entities[eid]
        player, leader, hero, by = ent["own"], ent["leader"], ent["kind"] == "hero", ent["hitBy"]
        emit(st, "Dead", (player, eid, by))
        remove_unit(st, eid)
        if player:
            change(st, player, "lost", 1, 0, MAX_LOST)
        if leader and player:
            set_goal(st, opponent_of(player))
        if hero and player == PLAYER:
            add_death_pages(st, player, st.program.config["deathPage"])
    return RULE_WROTE if dying else None


def add_death_pages(st: State, player: int, amount: int) -> None:
    """Add death pages where the encounter counts them; at the limit the player loses (001§2.3, EN13)."""
    limit = st.globals["pageLimit"]
    if not limit or amount <= 0:
        return
    change(st, player, "deathPage", amount, 0, MAX_STAT)
    emit(st, "DeathPageIncrease", (player, amount))
    if st.entities[player]["deathPage"] >= limit:
        set_goal(st, opponent_of(player))


def control(st: State, env_id: EnvironmentId) -> Signal | None:
    """Give a region to who alone has units there (001§3.2.1, EN7)."""
    mine, theirs = regions_with(st, PLAYER), regions_with(st, OPPONENT)
    signal: Signal | None = None
    keeps = st.program.config["emptiedKeeps"]
    for region in st.zone(TABLE, REGIONS):
        ent = st.entities[region]
        number = ent["index"]
        if (number in mine) != (number in theirs):
            player = PLAYER if number in mine else OPPONENT
        elif number in mine or keeps:
            continue
        else:
            player = 0
        if player != ent["control"]:
            set_control(st, region, player)
            signal = RULE_WROTE
    return signal


def goals(st: State, env_id: EnvironmentId) -> Signal | None:
    """End the match when a goal is reached, or a side is defeated (EN12)."""
    zones, winners = st.zones, {*st.globals["goals"]}
    for player in st.globals["present"]:
        if not (zones.get((player, FIELD)) or zones.get((player, RECOVERY))):
            winners.add(opponent_of(player))
    if not winners:
        return None
    order = (OPPONENT, PLAYER) if st.program.config["loseFirst"] else (PLAYER, OPPONENT)
    finish(st, next(player for player in order if player in winners) - 1, "goal")
    return RULE_WROTE


RULES = (process_deaths, control, append_ready_keys, goals)
