"""What the effects of encounter do: one function for each. It is called with the evaluated fields and answers like an op."""

from __future__ import annotations

from typing import Any

from engine.kernel.entities import dispose
from engine.kernel.events import call, emit
from engine.kernel.ground import EnvironmentId
from engine.kernel.signals import Signal
from engine.kernel.state import State
from engine.kernel.state_writers import chance, change, move, set_global, set_order, set_var
from engine.language.compiling.compile import bind
from engine.rulesets.encounter import axis, movement, state_checks
from engine.rulesets.encounter.grid import NOWHERE, burst
from engine.rulesets.encounter.nodes.context import Env
from engine.rulesets.encounter.table import (
    ABILITIES,
    DECK,
    HALVES,
    HAND,
    MAX_STAT,
    OUT,
    POOL,
    REGIONS,
    STANDBY,
    TABLE,
    add_to_pool,
    attach,
    bring_card,
    distance_between,
    draw,
    give_status,
    grid,
    hurt,
    is_alive,
    is_unit,
    occupants_by_cell,
    on_axis,
    opponent_of,
    region_of,
    set_control,
    set_goal,
    set_until,
)
from engine.rulesets.encounter.words import HAND_CARDS, STATUS_NAMES, TERRAIN, WALL

Things = tuple[int, ...]
COUNT_MAX = 16
"""So many cards, steps or things one effect handles at most."""


def clamp_count(count: int | None) -> int:
    """Return how many things an effect handles: a number that was computed may be of any size, or negative."""
    return max(0, min(count or 0, COUNT_MAX))


def dealer(st: State, env: Env) -> int:
    """Return the source of what this code deals: the bearer, or the carrier of a card; 0 for none."""
    ent = st.entities.get(env.source or 0)
    if ent is None:
        return 0
    eid = ent["holder"] if ent["zone"] == ABILITIES else ent.get("carrier", 0)
    return int(eid) if is_unit(st, eid) else 0


def affinity(st: State, env: Env, color: str | None) -> int:
    """Return what the dealer's affinity adds to a number of a colour (001§6.3.6, EN13)."""
    eid = dealer(st, env)
    if not color or not eid:
        return 0
    facts = st.program.cards[st.entities[eid]["def"]].facts
    return int(facts["enhance"].get(color, 0) * st.program.config["enhance"])


def deal_damage(
    st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None, color: str | None
) -> None:
    """Deal damage to each target."""
    here = st.environments[env_id]
    more, source = affinity(st, here, color), dealer(st, here)
    lost = sum(hurt(st, here.owner, source, eid, (amount or 0) + more) for eid in target)
    bind(st, env_id, name, amount=lost)


def heal(st: State, env_id: EnvironmentId, name: str, target: Things, amount: int | None) -> None:
    """Restore health, up to the maximum."""
    total = 0
    for eid in target:
        if is_alive(st, eid):
            ent = st.entities[eid]
            gained = change(st, eid, "health", max(amount or 0, 0), 0, max(ent["mhp"], ent["health"]))
            total += gained
            emit(st, "Healed", (ent["own"], eid, gained))
    bind(st, env_id, name, amount=total)


def status(st: State, env_id: EnvironmentId, name: str, target: Things, word: str, turns: int | None) -> None:
    """Give units a status."""
    for eid in target:
        if is_unit(st, eid):
            give_status(st, eid, word, clamp_count(turns if turns is not None else 1))


def cure(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Take all statuses off units."""
    for eid in target:
        if is_unit(st, eid):
            for word in STATUS_NAMES:
                set_var(st, eid, word, 0)


def change_stat(  # noqa: PLR0913 - the state, the environment, and the fields of the effect
    st: State, env_id: EnvironmentId, name: str, target: Things, stat: str, amount: int | None, turns: int | None
) -> None:
    """Change a stat of units, for good or for some turns; more maximum health is more health."""
    for eid in target:
        if not is_unit(st, eid):
            continue
        set_until(st, eid, stat, amount or 0, clamp_count(turns))
        if stat == "mhp":
            most = max(st.entities[eid]["mhp"], 0)
            change(st, eid, "health", max(amount or 0, 0), 0, max(most, 0))
            change(st, eid, "health", 0, 0, most)


def grant(st: State, env_id: EnvironmentId, name: str, target: Things, ability: str, turns: int | None) -> None:
    """Give units an ability, for good or for some turns; of a card that gives it the ability knows."""
    source = st.environments[env_id].source or 0
    is_card = st.entities.get(source, {}).get("kind") in HAND_CARDS
    for eid in target:
        attached = attach(st, ability, eid, None, clamp_count(turns) * HALVES) if is_unit(st, eid) else 0
        if attached and is_card:
            set_var(st, attached, "giver", source)


def silence(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Take all abilities off units."""
    for eid in target:
        if is_unit(st, eid):
            for held in tuple(st.zone(eid, ABILITIES)):
                dispose(st, held)


def destroy(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Take all health of units: they die when this is done."""
    source = dealer(st, st.environments[env_id])
    for eid in target:
        if is_unit(st, eid):
            set_var(st, eid, "hitBy", source)
            set_var(st, eid, "health", 0)


def refresh(st: State, env_id: EnvironmentId, name: str, target: Things, what: str, amount: int | None) -> None:
    """Give units further moves, attacks or casts this turn (001§6.2)."""
    for eid in target:
        if is_unit(st, eid):
            change(st, eid, what, clamp_count(amount if amount is not None else 1), 0, COUNT_MAX)


def push(st: State, env_id: EnvironmentId, name: str, target: Things, steps: int | None) -> None:
    """Push units away from the bearer, step by step, as far as cells are free."""
    origin = dealer(st, st.environments[env_id])
    for eid in target:
        for _ in range(clamp_count(steps)):
            if not (is_alive(st, eid) and origin) or not _push_once(st, origin, eid):
                break


def _push_once(st: State, origin: int, eid: int) -> bool:
    """Move a unit to a free neighbour that is farther from another, straight on if it can; return whether there is one."""
    occupants, terrain, far = occupants_by_cell(st), st.globals["terrain"], distance_between(st, origin, eid)
    before, width, start = st.entities[eid]["cell"], grid(st).width, st.entities[origin]["cell"]

    def sideways(cell: int) -> int:
        return -int(max(abs(cell % width - start % width), abs(cell // width - start // width)))

    for near in sorted(grid(st).near[before], key=sideways):
        if near in occupants or terrain[near] == WALL:
            continue
        set_var(st, eid, "cell", near)
        if distance_between(st, origin, eid) > far:
            movement.apply_terrain(st, eid, near)
            return True
        set_var(st, eid, "cell", before)
    return False


def deploy_unit(  # noqa: PLR0913 - the state, the environment, and the fields of the effect
    st: State, env_id: EnvironmentId, name: str, unit: str, side: str | None, count: int | None, turns: int | None
) -> Signal | None:
    """Deploy new units of a side; each cell is chosen (001§6.1)."""
    env = st.environments[env_id]
    if unit not in st.program.cards:
        return None
    names = {"player": _player(st, env_id, side), "unit": unit, "left": clamp_count(count if count is not None else 1)}
    origin = dealer(st, env)
    names |= {"near": st.entities[origin]["cell"] if origin else NOWHERE, "leaves": clamp_count(turns) * HALVES}
    return call(st, "encounter/arrive", names, env.owner, env.source)


def change_terrain(st: State, env_id: EnvironmentId, name: str, cells: Things, level: int, terrain: str) -> None:
    """Give the cells of a burst around each unit another terrain; walls stay."""
    board, terrains = grid(st), list(st.globals["terrain"])
    for eid in cells:
        if is_unit(st, eid):
            for cell in burst(board, st.entities[eid]["cell"], level):
                if terrains[cell] != WALL:
                    terrains[cell] = TERRAIN[terrain]
    set_global(st, "terrain", tuple(terrains))


def take_region(st: State, env_id: EnvironmentId, name: str, target: Things) -> None:
    """Give the regions in which units stand to their sides; a contested one too."""
    for eid in target:
        number = region_of(st, eid)
        if is_unit(st, eid) and number and st.entities[eid]["own"]:
            set_control(st, st.zone(TABLE, REGIONS)[number - 1], st.entities[eid]["own"])


def _player(st: State, env_id: EnvironmentId, side: str | None) -> int:
    owner = st.environments[env_id].owner
    return opponent_of(owner) if side == "enemy" else owner


def change_ap(st: State, env_id: EnvironmentId, name: str, side: str | None, amount: int | None) -> None:
    """Change the AP of a side."""
    change(st, _player(st, env_id, side), "ap", amount or 0, 0, st.program.config["apMost"])


def change_limit(st: State, env_id: EnvironmentId, name: str, side: str | None, limit: str, amount: int | None) -> None:
    """Change a limit of a side for the rest of the encounter."""
    change(st, _player(st, env_id, side), limit, amount or 0, 0, st.program.config["apMost"])


def draw_cards(st: State, env_id: EnvironmentId, name: str, count: int | None) -> None:
    """Draw cards, as far as there is room and there are any."""
    draw(st, st.environments[env_id].owner, clamp_count(count))


def create_card(st: State, env_id: EnvironmentId, name: str, card: str, to: str | None, count: int | None) -> None:
    """Make cards in the hand, as far as there is room, or shuffle them into the deck."""
    player = st.environments[env_id].owner
    for _ in range(clamp_count(count if count is not None else 1)):
        if card not in st.program.cards:
            return
        if to == "deck":
            eid = bring_card(st, player, DECK, card, 0)
            place = chance(st, f"insert/{player - 1}", len(st.zone(player, DECK)))
            order = [one for one in st.zone(player, DECK) if one != eid]
            set_order(st, player, DECK, (*order[:place], eid, *order[place:]))
        elif len(st.zone(player, HAND)) < st.entities[player]["handCap"]:
            bring_card(st, player, HAND, card, 0)


def discard(st: State, env_id: EnvironmentId, name: str, side: str | None, count: int | None) -> None:
    """Put random cards of a hand into standby."""
    player = _player(st, env_id, side)
    for _ in range(clamp_count(count)):
        hand = st.zone(player, HAND)
        if hand:
            move(st, hand[chance(st, f"discard/{player - 1}", len(hand))], player, STANDBY)


def shuffle_back(st: State, env_id: EnvironmentId, name: str, count: int | None) -> None:
    """Return random cards of the hand to the deck, at random places."""
    player = st.environments[env_id].owner
    for _ in range(clamp_count(count)):
        hand = st.zone(player, HAND)
        if not hand:
            return
        card = hand[chance(st, f"return/{player - 1}", len(hand))]
        move(st, card, player, DECK, chance(st, f"insert/{player - 1}", len(st.zone(player, DECK)) + 1))


def destroy_cards(st: State, env_id: EnvironmentId, name: str, count: int | None) -> None:
    """Take the topmost cards of the own deck out of the match."""
    player = st.environments[env_id].owner
    for card in st.zone(player, DECK)[: clamp_count(count)]:
        move(st, card, player, OUT)


def death_pages(st: State, env_id: EnvironmentId, name: str, amount: int | None) -> None:
    """Add death pages to the player whose code runs."""
    state_checks.add_death_pages(st, st.environments[env_id].owner, min(amount or 0, MAX_STAT))


def delay_event(st: State, env_id: EnvironmentId, name: str, place: int | None, by: int | None) -> None:
    """Move an event of the axis back."""
    axis.delay(st, (place or 1) - 1, by or 0)


def swap_events(st: State, env_id: EnvironmentId, name: str, first: int | None, second: int | None) -> None:
    """Swap two events of the axis."""
    axis.swap(st, (first or 1) - 1, (second or 1) - 1)


def remove_events(st: State, env_id: EnvironmentId, name: str, tag: str | None, below: int | None) -> None:
    """Take events off the axis; random ones take their place."""
    bind(st, env_id, name, count=axis.remove(st, tag or "", below if below is not None else COUNT_MAX))


def grow_axis(st: State, env_id: EnvironmentId, name: str, amount: int | None) -> None:
    """Make the axis longer or shorter."""
    axis.grow(st, amount or 0)


def add_event(st: State, env_id: EnvironmentId, name: str, event: str, to: str | None, weight: int | None) -> None:
    """Add an event to the random pool, or to the tail of the axis."""
    env = st.environments[env_id]
    if event not in st.program.cards:
        return
    if to == "axis":
        if len(st.zone(TABLE, "axis")) < st.program.config["axisMost"]:
            axis.append(st, event, env.owner)
    elif len(st.zone(TABLE, POOL)) < MAX_STAT:
        add_to_pool(st, event, env.owner, weight)


def change_amount(st: State, env_id: EnvironmentId, name: str, amount: int | None) -> None:
    """Change the amounts of all events in the axis (001§10)."""
    for eid in on_axis(st):
        change(st, eid, "amount", amount or 0, 0, MAX_STAT)


def win(st: State, env_id: EnvironmentId, name: str) -> None:
    """Record that the player whose code runs reaches a goal (001§1.2, EN12)."""
    set_goal(st, st.environments[env_id].owner)


def lose(st: State, env_id: EnvironmentId, name: str) -> None:
    """Record that the other player reaches a goal."""
    set_goal(st, opponent_of(st.environments[env_id].owner))


# -------------------------------------------------------------------------------------------------------- modifiers


AMOUNT = 3
Payload = tuple[Any, ...]


def _with(env: Env, payload: Payload, amount: int) -> Payload:
    return (*payload[:AMOUNT], max(0, amount)) if env.event == "Damage" else payload


def add_damage(st: State, env: Env, payload: Payload, commit: bool, amount: int | None) -> Payload:
    """Raise the damage."""
    return _with(env, payload, payload[AMOUNT] + (amount or 0)) if env.event == "Damage" else payload


def reduce_damage(st: State, env: Env, payload: Payload, commit: bool, amount: int | None) -> Payload:
    """Lower the damage, not below 0."""
    return _with(env, payload, payload[AMOUNT] - (amount or 0)) if env.event == "Damage" else payload


def cap_damage(st: State, env: Env, payload: Payload, commit: bool, amount: int | None) -> Payload:
    """Cap the damage at an amount."""
    return _with(env, payload, min(payload[AMOUNT], amount or 0)) if env.event == "Damage" else payload
