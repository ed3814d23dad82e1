"""What the effects of encounter do: one function for each. It is called with the evaluated fields and answers like an op."""

from __future__ import annotations

from collections.abc import Callable
from operator import add, sub

from engine.toolkit.nodes import MAX_COUNT, Amount, Entities, Payload, clamp_count, fitting, on_each
from engine.toolkit.rules import (
    EnvironmentId,
    Signal,
    State,
    answer,
    ask,
    bind,
    call,
    chance,
    change,
    dispose,
    emit,
    flow,
    move,
    new_question,
    set_global,
    set_order,
    set_var,
)
from engine.toolkit.seats import REPORTS, report

from .. import axis, movement, state_checks
from ..grid import NOWHERE, burst
from ..table import (
    ABILITIES,
    AMOUNTS,
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
from ..words import HAND_CARDS, STATUS_NAMES, TERRAIN, WALL
from .context import Env

RESOURCE, PLOT = "resource", "plot"
"""The sorts of what an encounter reports to the world map."""
UNITS = fitting(is_unit)
"""The units on the map, of what an effect is done to."""


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
    st: State, env_id: EnvironmentId, name: str, target: Entities, amount: Amount, color: str | None
) -> None:
    """Deal damage to each target, and say whether one of them dies of it."""
    env = st.environments[env_id]
    more, source = affinity(st, env, color), dealer(st, env)
    alive = [eid for eid in target if is_alive(st, eid)]
    lost = sum(hurt(st, env.owner, source, eid, (amount or 0) + more) for eid in target)
    bind(st, env_id, name, amount=lost, lethal=not all(is_alive(st, eid) for eid in alive))


def heal(st: State, env_id: EnvironmentId, name: str, target: Entities, amount: Amount) -> None:
    """Restore health, up to the maximum."""
    total = 0
    for eid in target:
        if is_alive(st, eid):
            ent = st.entities[eid]
            gained = change(st, eid, "health", max(amount or 0, 0), 0, max(ent["mhp"], ent["health"]))
            total += gained
            emit(st, "Healed", (ent["own"], eid, gained))
    bind(st, env_id, name, amount=total)


@on_each(UNITS)
def status(st: State, env: Env, eid: int, word: str, turns: Amount) -> None:
    """Give units a status."""
    give_status(st, eid, word, clamp_count(turns if turns is not None else 1))


@on_each(UNITS)
def cure(st: State, env: Env, eid: int) -> None:
    """Take all statuses off units."""
    for word in STATUS_NAMES:
        set_var(st, eid, word, 0)


@on_each(UNITS)
def change_stat(st: State, env: Env, eid: int, stat: str, amount: Amount, turns: Amount) -> None:
    """Change a stat of units, for good or for some turns; more maximum health is more health."""
    set_until(st, eid, stat, amount or 0, clamp_count(turns))
    if stat == "mhp":
        most = max(st.entities[eid]["mhp"], 0)
        change(st, eid, "health", max(amount or 0, 0), 0, most)
        change(st, eid, "health", 0, 0, most)


@on_each(UNITS)
def grant(st: State, env: Env, eid: int, ability: str, turns: Amount) -> None:
    """Give units an ability, for good or for some turns; of a card that gives it the ability knows."""
    attached = attach(st, ability, eid, None, clamp_count(turns) * HALVES)
    if attached and st.entities.get(env.source or 0, {}).get("kind") in HAND_CARDS:
        set_var(st, attached, "giver", env.source or 0)


@on_each(UNITS)
def silence(st: State, env: Env, eid: int) -> None:
    """Take all abilities off units."""
    for held in tuple(st.zone(eid, ABILITIES)):
        dispose(st, held)


@on_each(UNITS)
def destroy(st: State, env: Env, eid: int) -> None:
    """Take all health of units: they die when this is done."""
    set_var(st, eid, "hitBy", dealer(st, env))
    set_var(st, eid, "health", 0)


@on_each(UNITS)
def refresh(st: State, env: Env, eid: int, what: str, amount: Amount) -> None:
    """Give units further moves, attacks or casts this turn (001§6.2)."""
    change(st, eid, what, clamp_count(amount if amount is not None else 1), 0, MAX_COUNT)


def push(st: State, env_id: EnvironmentId, name: str, target: Entities, steps: Amount, *, closer: bool = False) -> None:
    """Push units away from the bearer, or pull them towards it, step by step, as far as cells are free."""
    origin = dealer(st, st.environments[env_id])
    for eid in target:
        for _ in range(clamp_count(steps)):
            if not (is_alive(st, eid) and origin) or not step_once(st, origin, eid, closer=closer):
                break


def step_once(st: State, origin: int, eid: int, *, closer: bool) -> bool:
    """Move a unit to a free neighbour that is farther from another, or closer, straight on if it can; return whether there is one."""
    occupants, terrain, far = occupants_by_cell(st), st.globals["terrain"], distance_between(st, origin, eid)
    before, width, start = st.entities[eid]["cell"], grid(st).width, st.entities[origin]["cell"]

    def sideways(cell: int) -> int:
        spread = int(max(abs(cell % width - start % width), abs(cell // width - start // width)))
        return spread if closer else -spread

    for near in sorted(grid(st).near[before], key=sideways):
        if near in occupants or terrain[near] == WALL:
            continue
        set_var(st, eid, "cell", near)
        now = distance_between(st, origin, eid)
        if now < far if closer else now > far:
            movement.apply_terrain(st, eid, near)
            return True
        set_var(st, eid, "cell", before)
    return False


def deploy_unit(  # noqa: PLR0913 - the state, the environment, and the fields of the effect
    st: State,
    env_id: EnvironmentId,
    name: str,
    unit: str | None,
    side: str | None,
    count: Amount,
    turns: Amount,
    models: Entities,
) -> Signal | None:
    """Deploy new units of a side, of a card or of that of a unit on the map that is no hero; each cell is chosen (001§6.1)."""
    env = st.environments[env_id]
    if unit is None:
        unit = next((st.entities[eid]["def"] for eid in models if is_unit(st, eid)), None)
    if unit is None or unit not in st.program.cards or st.program.cards[unit].kind != "unit":
        return None
    names = {"player": _player(st, env_id, side), "unit": unit, "left": clamp_count(count if count is not None else 1)}
    origin = dealer(st, env)
    names |= {"near": st.entities[origin]["cell"] if origin else NOWHERE, "leaves": clamp_count(turns) * HALVES}
    return call(st, "encounter/arrive", names, env.owner, env.source)


def change_terrain(st: State, env_id: EnvironmentId, name: str, cells: Entities, level: int, terrain: str) -> None:
    """Give the cells of a burst around each unit another terrain; walls stay."""
    board, terrains = grid(st), list(st.globals["terrain"])
    for eid in cells:
        if is_unit(st, eid):
            for cell in burst(board, st.entities[eid]["cell"], level):
                if terrains[cell] != WALL:
                    terrains[cell] = TERRAIN[terrain]
    set_global(st, "terrain", tuple(terrains))


@on_each(UNITS)
def take_region(st: State, env: Env, eid: int) -> None:
    """Give the regions in which units stand to their sides; a contested one too."""
    number = region_of(st, eid)
    if number and st.entities[eid]["own"]:
        set_control(st, st.zone(TABLE, REGIONS)[number - 1], st.entities[eid]["own"])


def _player(st: State, env_id: EnvironmentId, side: str | None) -> int:
    owner = st.environments[env_id].owner
    return opponent_of(owner) if side == "enemy" else owner


def change_ap(st: State, env_id: EnvironmentId, name: str, side: str | None, amount: Amount) -> None:
    """Change the AP of a side."""
    change(st, _player(st, env_id, side), "ap", amount or 0, 0, st.program.config["apMost"])


def change_limit(st: State, env_id: EnvironmentId, name: str, side: str | None, limit: str, amount: Amount) -> None:
    """Change a limit of a side for the rest of the encounter."""
    change(st, _player(st, env_id, side), limit, amount or 0, 0, st.program.config["apMost"])


def draw_cards(st: State, env_id: EnvironmentId, name: str, count: Amount) -> None:
    """Draw cards, as far as there is room and there are any."""
    draw(st, st.environments[env_id].owner, clamp_count(count))


def create_card(st: State, env_id: EnvironmentId, name: str, card: str, to: str | None, count: Amount) -> None:
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


def discard(
    st: State, env_id: EnvironmentId, name: str, side: str | None, count: Amount, pick: str | None
) -> Signal | None:
    """Put cards of a hand into standby: random ones, or those that its player chooses."""
    player = _player(st, env_id, side)
    if pick == "choice":
        job = {"player": player, "count": min(clamp_count(count), len(st.zone(player, HAND)))}
        return call(st, "encounter/discard", job, player, st.environments[env_id].source) if job["count"] else None
    for _ in range(clamp_count(count)):
        hand = st.zone(player, HAND)
        if hand:
            move(st, hand[chance(st, f"discard/{player - 1}", len(hand))], player, STANDBY)
    return None


def ask_discard(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt the player for the cards of its hand to discard."""
    env = st.environments[env_id]
    player, count = env.names["player"], env.names["count"]
    hand = st.zone(player, HAND)
    return ask(st, env_id, new_question(player - 1, "cards", "discard", hand, count, count, env.source or 0))


def put_down(st: State, env_id: EnvironmentId) -> None:
    """Put the chosen cards into standby."""
    player = st.environments[env_id].names["player"]
    for card in answer(st, env_id):
        move(st, card, player, STANDBY)


def shuffle_back(st: State, env_id: EnvironmentId, name: str, count: Amount) -> None:
    """Return random cards of the hand to the deck, at random places."""
    player = st.environments[env_id].owner
    for _ in range(clamp_count(count)):
        hand = st.zone(player, HAND)
        if not hand:
            return
        card = hand[chance(st, f"return/{player - 1}", len(hand))]
        move(st, card, player, DECK, chance(st, f"insert/{player - 1}", len(st.zone(player, DECK)) + 1))


def destroy_cards(st: State, env_id: EnvironmentId, name: str, count: Amount) -> None:
    """Take the topmost cards of the own deck out of the match."""
    player = st.environments[env_id].owner
    for card in st.zone(player, DECK)[: clamp_count(count)]:
        move(st, card, player, OUT)


def death_pages(st: State, env_id: EnvironmentId, name: str, amount: Amount) -> None:
    """Add death pages to the player whose code runs."""
    state_checks.add_death_pages(st, st.environments[env_id].owner, min(amount or 0, MAX_STAT))


def delay_event(st: State, env_id: EnvironmentId, name: str, place: Amount, by: Amount) -> None:
    """Move an event of the axis back."""
    axis.delay(st, (place or 1) - 1, by or 0)


def swap_events(st: State, env_id: EnvironmentId, name: str, first: Amount, second: Amount) -> None:
    """Swap two events of the axis."""
    axis.swap(st, (first or 1) - 1, (second or 1) - 1)


def remove_events(st: State, env_id: EnvironmentId, name: str, tag: str | None, below: Amount) -> None:
    """Take events off the axis; random ones take their place."""
    bind(st, env_id, name, count=axis.remove(st, tag or "", below if below is not None else MAX_COUNT))


def grow_axis(st: State, env_id: EnvironmentId, name: str, amount: Amount) -> None:
    """Make the axis longer or shorter."""
    axis.grow(st, amount or 0)


def add_event(st: State, env_id: EnvironmentId, name: str, event: str, to: str | None, weight: Amount) -> None:
    """Add an event to the random pool, or to the tail of the axis."""
    env = st.environments[env_id]
    if event not in st.program.cards:
        return
    if to == "axis":
        if len(st.zone(TABLE, "axis")) < st.program.config["axisMost"]:
            axis.append(st, event, env.owner)
    elif len(st.zone(TABLE, POOL)) < MAX_STAT:
        add_to_pool(st, event, env.owner, weight)


def change_amount(st: State, env_id: EnvironmentId, name: str, amount: Amount, which: str | None) -> None:
    """Change the amounts, or those with a name, of all events in the axis that have it (001§10)."""
    key = f"{AMOUNTS}{which}" if which else "amount"
    for eid in on_axis(st):
        if key in st.entities[eid]:
            change(st, eid, key, amount or 0, 0, MAX_STAT)


def win(st: State, env_id: EnvironmentId, name: str) -> None:
    """Record that the player whose code runs reaches a goal (001§1.2, EN12)."""
    set_goal(st, st.environments[env_id].owner)


def lose(st: State, env_id: EnvironmentId, name: str) -> None:
    """Record that the other player reaches a goal."""
    set_goal(st, opponent_of(st.environments[env_id].owner))


def gain_resource(st: State, env_id: EnvironmentId, name: str, resource: str, amount: Amount) -> None:
    """Report that the player whose code runs gains a resource of the world map (001§3.2.2)."""
    gained = clamp_count(amount if amount is not None else 1)
    if gained:
        report(st, st.environments[env_id].owner - 1, RESOURCE, resource, gained)


def complete_plot(st: State, env_id: EnvironmentId, name: str, plot: str) -> None:
    """Report that the player whose code runs completes a plot event; once is enough (001§3.2.2)."""
    seat = st.environments[env_id].owner - 1
    if all(row[:3] != (seat, PLOT, plot) for row in st.globals.get(REPORTS, ())):
        report(st, seat, PLOT, plot, 1)


# -------------------------------------------------------------------------------------------------------- modifiers


AMOUNT = 3


def _changing(change: Callable[[int, int], int]) -> Callable[..., Payload]:
    """Return what changes the damage on its way by an amount, not below 0."""

    def modify(st: State, env: Env, payload: Payload, commit: bool, amount: Amount) -> Payload:
        if env.event != "Damage":
            return payload
        return (*payload[:AMOUNT], max(0, change(payload[AMOUNT], amount or 0)))

    return modify


add_damage, reduce_damage, cap_damage = _changing(add), _changing(sub), _changing(min)


BLOCKS = (flow("encounter/discard", ask_discard, put_down),)
