"""What the effects of genius do: one function for each. It is called with the evaluated fields and answers like an op."""

from __future__ import annotations

from collections.abc import Mapping

from engine.toolkit.nodes import Amount, Entities, clamp_count, fitting, on_each
from engine.toolkit.rules import (
    EnvironmentId,
    Payload,
    Signal,
    State,
    answer,
    ask,
    bind,
    chance,
    change,
    emit,
    flow,
    move,
    new_question,
    request,
    set_global,
    set_var,
)

from .. import match
from ..damage import Damage, apply_element, resolve_damage, switch_active
from ..dice import add_dice, dice_of, remove_dice, take_random_die
from ..skills import place_of
from ..table import (
    FIXED_DICE,
    HANDS,
    MAX_STAT,
    PILE,
    active_of,
    burn,
    draw,
    enter,
    give,
    has_tag,
    is_character,
    is_immune,
    is_on_board,
    leave,
    opponent_of,
    seat_of,
    spend,
    standing,
)
from ..words import DICE, ELEMENT
from .context import Env, host

LIVING = fitting(is_character)
"""The characters that are not defeated, of what an effect is done to."""
BOUNDS = {"health": (0, "maxHealth"), "power": (0, "maxPower")}


def deal_damage(st: State, env_id: EnvironmentId, name: str, target: Entities, amount: Amount, element: str) -> None:
    """Deal damage to each target, first in first out."""
    lost = resolve_damage(st, damages(st, st.environments[env_id], target, amount or 0, element))
    bind(st, env_id, name, amount=lost)


def damages(st: State, env: Env, targets: Entities, amount: int, element: str) -> list[Damage]:
    """Return the damage that this code deals to some characters."""
    kind = st.entities.get(env.source or 0, {}).get("kind", "")
    kind = env.names.get("skill.type") or ("summon" if kind == "summon" else "other")
    is_plunging, is_charged = bool(env.names.get("skill.plunging")), bool(env.names.get("skill.charged"))
    number, dealer = ELEMENT[element], env.names.get("skill.user") or env.source or 0
    return [Damage(env.owner, dealer, eid, kind, number, amount, 0, 0, 0, is_plunging, is_charged) for eid in targets]


def heal(st: State, env_id: EnvironmentId, name: str, target: Entities, amount: Amount) -> Signal | None:
    """Restore health of characters that are not defeated; where none is missing nothing happens."""
    signal, total = None, 0
    for eid in target:
        ent = st.entities.get(eid)
        if ent is not None and ent.get("isAlive"):
            recovery = change(st, eid, "health", amount or 0, 0, ent["maxHealth"])
            total += recovery
            if recovery:
                signal = emit(st, "AFTER_HEAL", (ent["own"], eid, recovery)) or signal
    bind(st, env_id, name, amount=total)
    return signal


@on_each(fitting(lambda st, eid: is_character(st, eid, alive=0)))
def revive(st: State, env: Env, eid: int, health: Amount) -> None:
    """Revive defeated characters with an amount of health."""
    set_var(st, eid, "isAlive", 1)
    change(st, eid, "health", health or 1, 0, st.entities[eid]["maxHealth"])


@on_each(fitting(standing))
def apply(st: State, env: Env, eid: int, element: str) -> Signal | None:
    """Apply an element to each target."""
    return apply_element(st, env.owner, eid, ELEMENT[element])


@on_each(LIVING)
def attach(st: State, env: Env, eid: int, status: str, overrides: Mapping[str, int] | None) -> None:
    """Attach a status to each target."""
    enter(st, status, st.entities[eid]["own"], eid, overrides)


def enter_side(
    st: State, env_id: EnvironmentId, name: str, card: str, side: str | None, overrides: Mapping[str, int] | None
) -> None:
    """Make a combat status or a summon on a side, if there is room."""
    enter(st, card, _side(st, env_id, side), 0, overrides)


def _side(st: State, env_id: EnvironmentId, side: str | None) -> int:
    """Return the player of a side, seen from the one whose code runs."""
    owner = st.environments[env_id].owner
    return opponent_of(owner) if side == "opponent" else owner


@on_each(LIVING)
def gain_energy(st: State, env: Env, eid: int, amount: Amount) -> None:
    """Change the energy of characters."""
    change(st, eid, "power", amount or 0, 0, st.entities[eid]["maxPower"])


def _number_of_die(st: State, player: int, kind: str) -> int:
    """Return the number of a kind of dice of a player: `active` is the element of the active character, omni before there is one."""
    if kind != "active":
        return DICE.index(kind)
    active = active_of(st, player)
    return int(st.entities[active]["element"]) if active else 0


def gain_dice(st: State, env_id: EnvironmentId, name: str, kind: str, count: Amount) -> None:
    """Give the player dice."""
    player, number = st.environments[env_id].owner, clamp_count(count)
    if kind == "random":
        add_dice(st, player, [1 + chance(st, f"die/{seat_of(player)}", 7) for _ in range(number)])
    else:
        add_dice(st, player, [_number_of_die(st, player, kind)] * number)


def lose_dice(st: State, env_id: EnvironmentId, name: str, side: str | None, count: Amount) -> None:
    """Take random dice from a side."""
    player = _side(st, env_id, side)
    for _ in range(clamp_count(count)):
        take_random_die(st, player, f"lose/{seat_of(player)}")


def convert_dice(st: State, env_id: EnvironmentId, name: str, kind: str, count: Amount) -> None:
    """Turn dice of the player that are neither omni nor of that kind into dice of it, those of which there are fewest first."""
    player = st.environments[env_id].owner
    target_kind = _number_of_die(st, player, kind)
    dice = list(dice_of(st, player))
    for _ in range(clamp_count(count)):
        able = [number for number in range(1, len(dice)) if dice[number] and number != target_kind]
        if not able:
            break
        least = min(able, key=lambda number: (dice[number], number))
        dice[least] -= 1
        dice[target_kind] += 1
    remove_dice(st, player, tuple(a - b for a, b in zip(dice_of(st, player), dice, strict=True)))


def fix_dice(st: State, env_id: EnvironmentId, name: str, kind: str, count: Amount) -> None:
    """Fix dice of the player's next roll (002 modifyRoll)."""
    player = st.environments[env_id].owner
    number = _number_of_die(st, player, kind)
    count = min(clamp_count(count), st.program.config["dice"])
    set_global(st, FIXED_DICE, (*st.globals.get(FIXED_DICE, ()), *[(player, number)] * count))


def draw_missing(st: State, player: int, count: int) -> None:
    """Draw a number of cards."""
    draw(st, player, count)


def draw_cards(st: State, env_id: EnvironmentId, name: str, count: Amount, tag: str | None) -> None:
    """Draw from the pile: from its top, or the topmost cards with a tag (004 get_card, find_card)."""
    player = st.environments[env_id].owner
    if not tag:
        draw(st, player, clamp_count(count))
        return
    matches = [card for card in st.zone(player, PILE) if has_tag(st, card, tag)][: clamp_count(count)]
    for card in matches:
        move(st, card, player, HANDS)
    burn(st, player, tuple(matches))


def switch_to(st: State, env_id: EnvironmentId, name: str, target: Entities) -> Signal | None:
    """Make a character the active one of its side, unless the one before is free of control."""
    eid = target[0]
    ent = st.entities.get(eid)
    if ent is None or not ent.get("isAlive") or is_immune(st, active_of(st, ent["own"])):
        return None
    return switch_active(st, ent["own"], eid)


def change_variable(
    st: State, env_id: EnvironmentId, name: str, target: Entities, variable: str, amount: Amount
) -> Signal | None:
    """Add to a variable of entities, of this one with none named; health and energy stay within their bounds."""
    signal = None
    for eid in target or ((st.environments[env_id].source or 0),):
        signal = _add(st, eid, variable, amount or 0) or signal
    return signal


def _add(st: State, eid: int, variable: str, amount: int) -> Signal | None:
    """Add to a variable of an entity; what is taken off it is spent, but for health."""
    if eid not in st.entities:
        return None
    low, most = BOUNDS.get(variable, (-MAX_STAT, ""))
    low = 0 if variable == "usage" else low
    added = change(st, eid, variable, amount, low, st.entities[eid].get(most, MAX_STAT) if most else MAX_STAT)
    return spend(st, eid, variable, -added) if added < 0 and variable != "health" else None


def change_variable_inside(  # noqa: PLR0913 - the state, the event, and the fields of the effect
    st: State,
    env: Env,
    payload: Payload,
    commit: bool,
    target: Entities | None,
    variable: str,
    amount: Amount,
) -> Payload:
    """Add to a variable of entities, of this one with none named, while an event is modified; a forecast adds nothing."""
    for eid in ((env.source or 0,) if target is None else target) if commit else ():
        _add(st, eid, variable, amount or 0)
    return payload


@on_each(fitting(is_on_board))
def remove_entities(st: State, env: Env, eid: int) -> Signal | None:
    """Take entities out of the match; characters stay."""
    return leave(st, eid)


def prepare_skill(st: State, env_id: EnvironmentId, name: str, skill: str) -> Signal | None:
    """Prepare a skill that replaces the character's next action."""
    here = st.environments[env_id]
    eid = host(st, here) or active_of(st, here.owner)
    place = place_of(st, eid, skill) if eid else None
    if place is not None and st.program.config["preparedReplaces"]:
        set_var(st, eid, "prepares", place + 1)
        return emit(st, "ON_PREPARE_SKILL", (st.entities[eid]["own"], eid, skill))
    return None


def use_skill(st: State, env_id: EnvironmentId, name: str, skill: str) -> Signal | None:
    """Request a skill of the character, which is used when this one is done (002 useSkill)."""
    here = st.environments[env_id]
    eid = host(st, here) or active_of(st, here.owner)
    return request(st, "useSkill", (eid, skill)) if eid else None


def reroll(st: State, env_id: EnvironmentId, name: str, count: Amount) -> Signal | None:
    """Request rerolls, which follow when this is done (002 reroll)."""
    return request(st, "reroll", (st.environments[env_id].owner, clamp_count(count) or 1))


def switch_hands(st: State, env_id: EnvironmentId, name: str) -> Signal | None:
    """Request a redraw of the hand, which follows when this is done (004's inserted SET_CARD)."""
    return request(st, "switchHands", (st.environments[env_id].owner,))


def select_card(st: State, env_id: EnvironmentId, name: str, cards: tuple[str, ...]) -> Signal | None:
    """Request a choice of some cards, one of which comes to the hand when this is done (002 selectCard)."""
    return request(st, "selectCard", (st.environments[env_id].owner, cards))


# --------------------------------------------------------------------------------------------------------- requests


def ask_reroll(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for the dice to reroll."""
    player, left = st.environments[env_id].names["payload"]
    return ask(st, env_id, match.reroll_question(st, player)) if left > 0 else -3


def do_reroll(st: State, env_id: EnvironmentId) -> str | None:
    """Roll them; with rerolls left ask once more."""
    names = st.writable_environment(env_id).names
    player, rerolls = names["payload"]
    chosen = answer(st, env_id)
    match.roll_again(st, player, chosen)
    names["payload"] = (player, rerolls - 1 if chosen else 0)
    return "ask_reroll"


def ask_hands(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for the cards to return."""
    (player,) = st.environments[env_id].names["payload"]
    return ask(st, env_id, match.redraw_question(st, player))


def do_hands(st: State, env_id: EnvironmentId) -> None:
    """Return them and draw as many."""
    (player,) = st.environments[env_id].names["payload"]
    match.redraw(st, player, answer(st, env_id))


def ask_card(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for one of the cards, by name, since none of them exists yet."""
    player, cards = st.environments[env_id].names["payload"]
    known = tuple(dict.fromkeys(card for card in cards if card in st.program.cards))
    return ask(st, env_id, new_question(seat_of(player), "choice", "select-card", known))


def do_card(st: State, env_id: EnvironmentId) -> None:
    """Make it."""
    player, _ = st.environments[env_id].names["payload"]
    for card in answer(st, env_id):
        give(st, player, card)


BLOCKS = (
    flow("genius/reroll", ask_reroll, do_reroll),
    flow("genius/switch-hands", ask_hands, do_hands),
    flow("genius/select-card", ask_card, do_card),
)
REQUESTS = {
    "reroll": "genius/reroll",
    "useSkill": "genius/use-skill",
    "switchHands": "genius/switch-hands",
    "selectCard": "genius/select-card",
}
