"""What the effects of halo do: one function for each. It is called with the evaluated fields and answers like an op.

Source: 003§2.3, 003§6; HA7, HA8, HA9, HA10, HA14.
"""

from __future__ import annotations

from typing import Any

from engine.kernel.in_flight import Environment
from engine.kernel.records import EnvironmentId
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import change, set_global, set_var
from engine.rulesets.halo import statuses
from engine.rulesets.halo.damage import deal
from engine.rulesets.halo.damage_math import GENERAL
from engine.rulesets.halo.deploying import summon
from engine.rulesets.halo.nodes.ability_context import Row, bases, this, units
from engine.rulesets.halo.nodes.conditions import MATCHES
from engine.rulesets.halo.orbit import raise_miss
from engine.rulesets.halo.table import (
    MAX_STAT,
    definition,
    draw,
    happen,
    has_keyword,
    has_tag,
    is_vessel,
    set_until,
    turn,
)

Things = tuple[Any, ...]
Payload = tuple[Any, ...]
MOST_DRAWN = 20
"""So many cards are drawn, and tokens made, by one effect at most."""


# --------------------------------------------------------------------------------------------------------- damage


def deal_damage(
    st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None, kind: str | None
) -> Signal | None:
    """Deal damage from this card to each target in turn: units and vessels pass the steps of HA5, a base loses points."""
    return deal(
        st,
        this(st, st.environments[env_id]),
        units(st, target) + bases(st, target),
        max(amount or 0, 0),
        kind or GENERAL,
    )


def heal(st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None) -> None:
    """Restore health of units and points of bases, up to their maximum; a vessel's hull does not recover."""
    for eid in units(st, target):
        if not is_vessel(st, eid):
            change(
                st,
                eid,
                "health",
                max(amount or 0, 0),
                0,
                max(st.entities[eid]["healthCap"], st.entities[eid]["health"]),
            )
    for player in bases(st, target):
        change(st, player, "base", max(amount or 0, 0), 0, max(st.program.config["base"], st.entities[player]["base"]))


def modify_damage(
    st: State, env: Environment, payload: Payload, commit: bool, target: Things, *given: int | None
) -> Payload:
    """Change the damage on its way: by delta for each match of the ability's conditions, up to a maximum (HA7)."""
    delta, most = given[0] or 0, given[1]
    matches = env.names.get(MATCHES, 1) if st.program.config["bonusPerMatch"] else 1
    bonus = delta * matches
    if most is not None:
        bonus = max(-most, min(most, bonus))
    place = st.program.events[env.event].fields.index("amount")
    return (*payload[:place], max(payload[place] + bonus, 0), *payload[place + 1 :])


def destroy(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Destroy units and vessels; this card is the killer."""
    by = this(st, st.environments[env_id])
    for eid in units(st, target):
        set_var(st, eid, "lastHit", by)
        set_var(st, eid, "health", 0)


def roll_miss_chance(st: State, env_id: EnvironmentId, name: str, target: Things, chance_pct: int) -> None:
    """Raise the chance that the current strike misses; it is rolled once, after all reactions (HA8)."""
    raise_miss(st, st.environments[env_id].flight, chance_pct)


# -------------------------------------------------------------------------------------------------------- numbers


def _modify(
    st: State, target: Things, variable: str, delta: int | None, turns: int | None
) -> tuple[tuple[int, int], ...]:
    """Change a variable of units for some turns or for good, never below 0; return whom by how much."""
    out = []
    for eid in units(st, target):
        done = max(delta or 0, -max(st.entities[eid].get(variable, 0), 0))
        if done:
            set_until(st, eid, variable, done, turns or 0)
            out.append((eid, done))
    return tuple(out)


def modify_atk(
    st: State, env_id: EnvironmentId, name: str, target: Things, delta: int | None, turns: int | None
) -> None:
    """Change the attack of units and vessels."""
    _modify(st, target, "attack", delta, turns)


def modify_hp(
    st: State, env_id: EnvironmentId, name: str, target: Things, delta: int | None, turns: int | None
) -> None:
    """Change the maximum health of units: gains count at once, and health above the maximum is lost.

    A ship with several sections has no health of its own.
    """
    by = this(st, st.environments[env_id])
    whole = tuple(eid for eid in units(st, target) if "section.0" not in st.entities[eid])
    for eid, done in _modify(st, whole, "healthCap", delta, turns):
        change(st, eid, "health", max(done, 0), 0, MAX_STAT)
        if st.entities[eid]["healthCap"] < st.entities[eid]["health"]:
            set_var(st, eid, "health", st.entities[eid]["healthCap"])
            set_var(st, eid, "lastHit", by)


def modify_shield_cap(
    st: State, env_id: EnvironmentId, name: str, target: Things, delta: int | None, turns: int | None
) -> None:
    """Change the maximum shield of units and vessels: gains count at once, and shield above the maximum is lost."""
    _shield(st, target, delta, turns)


def _shield(st: State, target: Things, delta: int | None, turns: int | None) -> None:
    for eid, done in _modify(st, target, "shieldCap", delta, turns):
        change(st, eid, "shield", done if done > 0 else 0, 0, MAX_STAT)
        if st.entities[eid]["shieldCap"] < st.entities[eid]["shield"]:
            set_var(st, eid, "shield", st.entities[eid]["shieldCap"])


# ------------------------------------------------------------------------------------------- keywords and statuses


def add_keyword(
    st: State, env_id: EnvironmentId, name: str, target: Things, keyword: str, *given: int | None
) -> Signal | None:
    """Give units and vessels a keyword; one with a number is raised by it, and SHIELDED raises the shield (HA9)."""
    (value, turns), signal, by = given, None, this(st, st.environments[env_id])
    more = value or 1
    for eid in units(st, target):
        set_until(st, eid, f"kw.{keyword}", more, turns or 0)
        if keyword == "SHIELDED":
            _shield(st, (eid,), more, turns)
        signal = happen(st, "KEYWORD_GAINED", by, eid, keyword=keyword, value=more) or signal
    return signal


def remove_keyword(
    st: State, env_id: EnvironmentId, name: str, target: Things, keyword: str, turns: int | None
) -> Signal | None:
    """Take a keyword from units and vessels that have it, from wherever it came."""
    signal, by = None, this(st, st.environments[env_id])
    for eid in units(st, target):
        held = has_keyword(st, eid, keyword)
        if held <= 0:
            continue
        spent = _forget(st, eid, f"kw.{keyword}", turns or 0)
        set_until(st, eid, f"kw.{keyword}", -spent, 0)
        set_until(st, eid, f"kw.{keyword}", spent - held, turns or 0)
        if keyword == "SHIELDED":
            _shield(st, (eid,), -held, turns)
        signal = happen(st, "KEYWORD_LOST", by, eid, keyword=keyword, value=held) or signal
    return signal


def _forget(st: State, eid: int, variable: str, turns: int) -> int:
    """Let nothing end later that would end within so many turns, at any time with 0; return what was gained by it."""
    last = turn(st) + turns - 1
    ending = tuple(
        entry for entry in st.globals["timed"] if entry[1:3] == (eid, variable) and (not turns or entry[0] <= last)
    )
    if not ending:
        return 0
    set_global(st, "timed", tuple(entry for entry in st.globals["timed"] if entry not in ending))
    return sum(entry[3] for entry in ending) if turns else 0


def apply_status(
    st: State, env_id: EnvironmentId, name: str, target: Things, status: str, *given: int | None
) -> Signal | None:
    """Apply a status to units and vessels for so many turns, including this one."""
    (turns, stacks), signal, by = given, None, this(st, st.environments[env_id])
    for eid in units(st, target):
        signal = statuses.apply(st, by, eid, status, turns or 1, stacks or 1) or signal
    return signal


# --------------------------------------------------------------------------------------------- cards and resources


def draw_cards(st: State, env_id: EnvironmentId, name: str, target: Things, count: int | None) -> Signal | None:
    """Let players draw cards."""
    signal = None
    for player in target:
        signal = draw(st, player, min(max(count or 0, 0), MOST_DRAWN)) or signal
    return signal


def summon_token(st: State, env_id: EnvironmentId, name: str, target: Things, token_id: str, count: int | None) -> None:
    """Create tokens in a row; HA10 says what happens if it is full."""
    source = st.environments[env_id].source or 0
    for row in target:
        for _ in range(min(max(count or 0, 0), MOST_DRAWN) if isinstance(row, Row) else 0):
            summon(st, token_id, row.player, row.lane, row.row, source)


def reduce_cost(st: State, env_id: EnvironmentId, name: str, target: Things, delta: int, *given: Any) -> None:
    """Lower the supply cost of the cards in players' hands, of those of a kind or with a tag, never below 0."""
    which, turns = given
    for player in target:
        for card in st.zone(player, "hand"):
            if which is None or definition(st, card).kind == which or has_tag(st, card, which):
                done = min(delta, max(st.entities[card]["supply"], 0))
                if done:
                    set_until(st, card, "supply", -done, turns or 0)
