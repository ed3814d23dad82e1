"""What a player may do in the main phase, on what, and how it is done. Options are factored: what, then on what or where.

Source: 001§5.2, §6.1 to §6.4, §9; EN4, EN5.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.kernel.decisions import DecisionSpec
from engine.toolkit.costs import COSTS
from engine.toolkit.rules import (
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    call,
    change,
    count_before,
    definition,
    emit,
    flow,
    move,
    new_environment,
    new_question,
    set_var,
)
from engine.toolkit.turns import in_scope

from . import fight, movement
from .card_state import SPELLS, cost_of, spell_of
from .grid import cell_of, word_of
from .table import (
    ABILITIES,
    BOUND,
    HAND,
    MAX_STAT,
    OUT,
    STANDBY,
    all_units,
    deploy,
    deployable,
    grid,
    is_alive,
    occupants_by_cell,
    opponent_of,
    units,
)

if TYPE_CHECKING:
    from .define import Spell

END = "end"


def words_of(st: State, cells: Sequence[int]) -> tuple[str, ...]:
    """Return cells as the words of a question."""
    width = grid(st).width
    return tuple(word_of(width, cell) for cell in cells)


def options(st: State, player: int) -> Iterator[Option]:
    """Yield what a player may do now but for ending the turn: attacks, moves and casts of units, and cards."""
    entities, occupants = st.entities, occupants_by_cell(st)
    foes = [entities[eid]["cell"] for eid in fight.foes_of(st, player)]
    for eid in units(st, player):
        ent = entities[eid]
        if ent["dizzy"]:
            continue
        if ent["at"] and foes and fight.can_attack(st, eid) and fight.reaches_any(st, eid, foes):
            yield "attack", eid
        if ent["mt"] and movement.has_way(st, eid, occupants):
            yield "move", eid
        if ent["ct"] or ent["at"]:
            yield from [("cast", held) for held in st.zones.get((eid, ABILITIES), ()) if _can_cast(st, eid, held)]
    yield from _plays(st, player)


def _can_cast(st: State, unit: int, ability: int) -> bool:
    spell = st.program.cards[st.entities[ability]["def"]].facts["cast"]
    if spell is None or not passes(st, spell.test, st.entities[unit]["own"], ability):
        return False
    return not spell.target or bool(targets(st, st.entities[unit]["own"], spell, (unit,), ability))


def passes(st: State, test: str, player: int, source: int, target: int = 0) -> bool:
    """Return whether a filter holds for a card or an ability, or for a target of it."""
    if not test:
        return True
    names = _names(source, player, target)
    return bool(st.program.tests[test](st, new_environment(names, player, source)))


def targets(st: State, player: int, spell: Spell, near: Sequence[int], source: int) -> tuple[int, ...]:
    """Return the units that a spell may be aimed at: those of its word, within its range of one of some units, that its filter keeps."""
    eids = _in_range(st, player, spell, near)
    if not spell.target_test:
        return eids
    return tuple([eid for eid in eids if passes(st, spell.target_test, player, source, eid)])


def _in_range(st: State, player: int, spell: Spell, near: Sequence[int]) -> tuple[int, ...]:
    reach = spell.range
    match spell.target:
        case "ally":
            eids = units(st, player)
        case "enemy":
            eids = units(st, opponent_of(player)) + units(st, 0)
        case "hero":
            eids = tuple(eid for eid in units(st, player) if st.entities[eid]["kind"] == "hero")
        case _:
            eids = all_units(st)
    if reach is None or not eids:
        return eids
    entities, far = st.entities, grid(st).far
    rows = [far[entities[one]["cell"]] for one in near]
    if len(rows) == 1:
        (row,) = rows
        return tuple([eid for eid in eids if row[entities[eid]["cell"]] <= reach])
    return tuple([eid for eid in eids if rows and min([row[entities[eid]["cell"]] for row in rows]) <= reach])


def _plays(st: State, player: int) -> Iterator[Option]:
    """Yield the cards that can be played; of equal cards one is looked at."""
    ap, able = st.entities[player]["ap"], dict[tuple[str, int], bool]()
    has_room: bool | None = None
    for card in st.zone(player, HAND):
        ent = st.entities[card]
        key = (ent["def"], ent["cost"])
        if key not in able or COSTS in definition(st, card).facts or SPELLS in st.globals:
            cost = cost_of(st, card)
            if has_room is None and ent["kind"] == "summon" and cost <= ap:
                has_room = bool(deployable(st, player))
            able[key] = cost <= ap and _is_playable(st, player, card, has_room=bool(has_room))
        if able[key]:
            yield "play", card


def _is_playable(st: State, player: int, card: int, *, has_room: bool) -> bool:
    card_def = definition(st, card)
    if card_def.kind == "summon":
        return has_room and card_def.facts["unit"] in st.program.cards
    spell = spell_of(st, card)
    if not passes(st, spell.test, player, card):
        return False
    return not spell.target or bool(targets(st, player, spell, units(st, player), card))


def second_question(st: State, player: int, verb: str, eid: int) -> DecisionSpec | None:
    """Return the question that follows an action: its cell or its target, None for neither."""
    seat = player - 1
    match verb:
        case "move":
            return new_question(seat, "cell", "cell", words_of(st, tuple(movement.reachable(st, eid))), source=eid)
        case "attack":
            return new_question(seat, "target", "target", fight.in_reach(st, eid), source=eid)
        case "cast":
            spell = definition(st, eid).facts["cast"]
            near: tuple[int, ...] = (st.entities[eid]["holder"],)
        case _:
            card_def = definition(st, eid)
            if card_def.kind == "summon":
                return new_question(seat, "cell", "cell", words_of(st, deployable(st, player)), source=eid)
            spell, near = spell_of(st, eid), units(st, player)
    if not spell.target:
        return None
    return new_question(seat, "target", "target", targets(st, player, spell, near, eid), source=eid)


def act(st: State, player: int, verb: str, eid: int, option: Option) -> Signal | None:
    """Do an action before the op after this one."""
    match verb:
        case "move":
            return movement.walk(st, eid, cell_of(grid(st).width, str(option)))
        case "attack":
            return fight.attack(st, eid, int(option))  # type: ignore[arg-type]  # a unit
        case "cast":
            unit = st.entities[eid]["holder"]
            change(st, unit, "ct" if st.entities[unit]["ct"] else "at", -1, 0, MAX_STAT)
            return in_scope(st, player, "encounter/cast", eid, unit=unit, ability=eid, target=option)
    paid = -change(st, player, "ap", -cost_of(st, eid), 0, MAX_STAT)
    return in_scope(st, player, "encounter/play", eid, card=eid, target=option, paid=paid)


def perform_cast(st: State, env_id: EnvironmentId) -> Jump:
    """Do what an ability says."""
    names = st.environments[env_id].names
    ability, player = names["ability"], names["player"]
    if ability not in st.entities:
        return None
    return call(
        st, definition(st, ability).facts["cast"].code, _names(ability, player, names["target"]), player, ability
    )


def _names(source: int, player: int, target: Option) -> dict[str, Option | None]:
    return {"self.UUID": source, "self.playerUUID": player, "target.unitUUID": target or None}


def finish_cast(st: State, env_id: EnvironmentId) -> Jump:
    """Raise ActiveAbility."""
    names = st.environments[env_id].names
    return emit(st, "ActiveAbility", (names["player"], names["unit"])) if is_alive(st, names["unit"]) else None


def leave_hand(st: State, env_id: EnvironmentId) -> None:
    """Take the card out of the hand, and count it as played: with what it draws there is room for it (001§2.2)."""
    names = st.environments[env_id].names
    player, card = names["player"], names["card"]
    printed = definition(st, card)
    move(st, card, player, BOUND if printed.kind == "summon" else OUT)
    count_before(st, "CastCard", (player, card, 0, names["paid"]))


def perform_card(st: State, env_id: EnvironmentId) -> Jump:
    """Deploy the unit of a summoning card, or do what an order says."""
    names = st.environments[env_id].names
    player, card, target = names["player"], names["card"], names["target"]
    card_def = definition(st, card)
    if card_def.kind == "summon":
        unit = deploy(st, card_def.facts["unit"], player, cell_of(grid(st).width, str(target)), card)
        set_var(st, unit, "card", card)
        st.writable_environment(env_id).names["unit"] = unit
        return None
    return call(st, spell_of(st, card).code, _names(card, player, target), player, card)


def finish_card(st: State, env_id: EnvironmentId) -> Jump:
    """Put an order into standby unless it is destroyed, and raise CastCard (001§5.1.3)."""
    names = st.environments[env_id].names
    player, card = names["player"], names["card"]
    if card in st.entities and st.entities[card]["zone"] == OUT and not definition(st, card).facts["destroy"]:
        move(st, card, player, STANDBY)
    return emit(st, "CastCard", (player, card, names.get("unit", 0), names["paid"]))


BLOCKS = (
    flow("encounter/cast", perform_cast, finish_cast),
    flow("encounter/play", leave_hand, perform_card, finish_card),
)
