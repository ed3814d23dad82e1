"""Playing cards: declared, checked, paid, put where they belong; and tokens that effects bring in. Source: HA2, HA9, HA10, HA17; 003§5.3."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypedDict

from engine.kernel.state_writers import event_around
from engine.toolkit.rules import (
    RETURN,
    EnvironmentId,
    Jump,
    Option,
    Signal,
    State,
    answer,
    ask,
    change,
    create,
    definition,
    dispose,
    flow,
    modified,
    new_environment,
    new_question,
    new_skill_info,
    put,
    run_skill,
    set_global,
    set_var,
)

from .keywords_rules import visible
from .pools import is_affordable, pay_prices
from .resources import can_pay, pay
from .table import (
    MAX_STAT,
    NUMBERS,
    ORBIT,
    PLACES,
    ROWS,
    SKY,
    TABLE,
    emit_event,
    ground_units,
    in_play,
    lane_of,
    leave,
    opponent_of,
    places,
    room,
    supply_of,
    turn,
    zone_name,
)


class Origin(TypedDict):
    """Where a card comes from that is made in a match (003§5.3)."""

    sourceEventSeq: int
    sourceCardId: str
    ownerPlayerId: int


Where = str | int
"""Where a card is played to: a zone by name, or a unit; an empty name for neither."""


def options(st: State, player: int) -> Iterator[Option]:
    """Yield the cards of a hand that may be played in the phase that runs: the tactical ones also in the skirmish (HA17)."""
    entities, fights = st.entities, st.globals["phase"] == "SKIRMISH"
    if fights and not st.program.config["tacticalInSkirmish"]:
        return
    mine, fits = st.entities[player], dict[str, bool]()
    for card in st.zone(player, "hand"):
        ent = entities[card]
        if (fights and ent["kind"] != "TACTICAL") or ent["battery"] > mine["battery"]:
            continue
        if _has_a_place(st, card, mine["supply"], fits) and is_affordable(st, card):
            yield "play", card


def _has_a_place(st: State, card: int, supply: int, fits: dict[str, bool]) -> bool:
    """Return whether a card may be played anywhere with a given supply; `fits` caches that for its kind."""
    if aim(st, card):
        return bool(payable(st, card))
    if supply_of(st, card) > supply:
        return False
    kind = st.entities[card]["kind"]
    if kind not in fits or kind == "VESSEL":
        fits[kind] = bool(legal_placements(st, card))
    return fits[kind]


def legal_placements(st: State, card: int) -> tuple[Where, ...]:
    """Return where a card of a hand may be played to."""
    player = st.entities[card]["own"]
    match st.entities[card]["kind"]:
        case "UNIT" | "TOKEN":
            return places(st, player)
        case "VESSEL":
            return orbits(st, card)
        case "ARMORY":
            return tuple(unit for lane in NUMBERS for unit in ground_units(st, player, lane))
    match aim(st, card):
        case "":
            return ("",)
        case "LANE":
            return tuple(zone_name(lane, ROWS[0]) for lane in NUMBERS)
        case "ALLY":
            return in_play(st, player)
        case "ENEMY":
            return visible(st, in_play(st, opponent_of(player)))
    return (*in_play(st, player), *visible(st, in_play(st, opponent_of(player))))


def aim(st: State, card: int) -> str:
    """Return what a card is played on beyond its kind, as a tactical card says it; empty where nothing is chosen."""
    return definition(st, card).words.get("playedOn", "")


def supply_at(st: State, card: int, where: Where) -> int:
    """Return what a card costs in supply there: what it is aimed at may make it cost more or less, never below 0."""
    if isinstance(where, str) or not aim(st, card):
        return supply_of(st, card)
    return max(modified(st, where, "aimedSupply", supply_of(st, card)), 0)


def payable(st: State, card: int) -> tuple[Where, ...]:
    """Return where a card may be played to with the supply that its player has."""
    has = st.entities[st.entities[card]["own"]]["supply"]
    return tuple(where for where in legal_placements(st, card) if supply_at(st, card, where) <= has)


def orbits(st: State, card: int) -> tuple[str, ...]:
    """Return the orbits that take a vessel; a setting limits the CAPITAL ones of a side (HA9)."""
    player = st.entities[card]["own"]
    if is_capital(st, card):
        held = [ship for zone in SKY for ship in st.zone(player, zone) if is_capital(st, ship)]
        if len(held) >= st.program.config["capitals"]:
            return ()
    return tuple(zone_name(lane, ORBIT) for lane in NUMBERS if room(st, player, lane, ORBIT))


def is_capital(st: State, eid: int) -> bool:
    """Return whether a card is a CAPITAL vessel."""
    return definition(st, eid).words.get("tonnage") == "CAPITAL"


def play(st: State, card: int) -> Signal:
    """Play a card: one action, before the op after this one."""
    player = st.entities[card]["own"]
    env = new_environment({"player": player, "card": card}, player, card)
    return run_skill(st, new_skill_info(player, card, "halo/play"), "halo/play", env)


def choose_where(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the place or target of the card, unless there is one choice."""
    names = st.environments[env_id].names
    card = names["card"]
    places = payable(st, card) if aim(st, card) else legal_placements(st, card)
    kind = "target" if st.entities[card]["kind"] == "ARMORY" or aim(st, card) not in ("", "LANE") else "place"
    return ask(st, env_id, new_question(names["player"] - 1, kind, "place", places, source=card))


def declare(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the declaration; a listener may cancel it before it is paid."""
    card, chosen = st.environments[env_id].names["card"], answer(st, env_id)
    where = chosen[0] if chosen else ""
    set_global(st, "play", (card, where))
    target = where if isinstance(where, int) else 0
    lane = lane_of(st, target) if target else PLACES.get(str(where), (0, ""))[0]
    return emit_event(st, "CARD_PLAY_DECLARED", card, target, lane, cardId=st.entities[card]["def"])


def refuse(st: State, env_id: EnvironmentId) -> Jump:
    """A card that is still in hand was cancelled, or what it needs is gone: it is discarded and nothing is paid (HA2)."""
    names, config = st.environments[env_id].names, st.program.config
    player, card = names["player"], names["card"]
    set_global(st, "play", ())
    if st.entities[card]["zone"] != "hand":
        return None
    if config["rejectedPays"]:
        pay(st, player, supply_of(st, card), st.entities[card]["battery"], card)
    if config["rejectedCard"] == "discard":
        put(st, card, player, "discard")
    return emit_event(st, "CARD_PLAY_REJECTED", card, cardId=st.entities[card]["def"])


def validate(st: State, env_id: EnvironmentId) -> Jump:
    """Carry out a play that was not cancelled: check again, pay, and put the card into its place."""
    card, where = st.globals["play"]
    ent = st.entities[card]
    player = ent["own"]
    if where not in legal_placements(st, card):
        return RETURN
    supply = supply_at(st, card, where)
    if not can_pay(st, player, supply, ent["battery"]) or not is_affordable(st, card):
        return RETURN
    target = where if isinstance(where, int) else 0
    lane = lane_of(st, target) if target else PLACES.get(where, (0, ""))[0]
    signal = emit_event(st, "CARD_PLAY_VALIDATED", card, target, lane, cardId=ent["def"], paid=supply)
    signal = pay(st, player, supply, ent["battery"], card) or signal
    signal = pay_prices(st, card) or signal
    return _PUT[ent["kind"]](st, card, where) or signal


def deploy(st: State, card: int, where: Where) -> Signal | None:
    """Put a unit or vessel on the battlefield."""
    return enter(st, card, str(where))


def enter(st: State, eid: int, zone: str) -> Signal | None:
    """Put a unit or vessel into play in a zone of its player, and emit that."""
    put(st, eid, st.entities[eid]["own"], zone)
    set_var(st, eid, "entered", turn(st))
    return emit_event(st, "UNIT_DEPLOYED", eid, eid, PLACES[zone][0], cardId=st.entities[eid]["def"])


def attach(st: State, card: int, where: Where) -> Signal | None:
    """Attach an armory card to a unit."""
    unit = int(where)
    put(st, card, unit, "armory")
    signal = emit_event(st, "ARMORY_ATTACHED", card, unit, lane_of(st, unit))
    return equip(st, card, unit) or signal


STATS = {
    "attack": "attack",
    "shieldCap": "shieldCap",
    "shield": "shieldCap",
    "healthCap": "healthCap",
    "health": "healthCap",
}
"""What an armory card adds to, and which of its numbers it adds."""


def equip(st: State, card: int, unit: int) -> Signal | None:
    """Add an armory card's stats and keywords to its bearer; of a keyword with a number the greater one counts (HA17)."""
    signal, numbers = None, definition(st, card).numbers
    for name, added in STATS.items():
        if numbers.get(added, 0):
            change(st, unit, name, numbers[added], -MAX_STAT, MAX_STAT)
    for name, value in numbers.items():
        if name.startswith("kw.") and value > st.entities[unit].get(name, 0):
            is_new = not st.entities[unit].get(name, 0)
            set_var(st, unit, name, value)
            if is_new:
                signal = emit_event(st, "KEYWORD_GAINED", card, unit, keyword=name[3:], value=value) or signal
    return signal


def use(st: State, card: int, where: Where) -> None:
    """Put a tactical card into the playing zone; its abilities are active while it is there."""
    put(st, card, TABLE, "playing")


def activate(st: State, card: int, where: Where) -> Signal | None:
    """Put a field into play; the oldest one leaves if there is no room (HA17)."""
    player = st.entities[card]["own"]
    held = st.zone(player, "field")
    for old in held[: max(len(held) + 1 - st.program.config["fields"], 0)]:
        leave(st, old)
    put(st, card, player, "field")
    return emit_event(st, "FIELD_ACTIVATED", card)


_PUT = {"UNIT": deploy, "TOKEN": deploy, "VESSEL": deploy, "ARMORY": attach, "TACTICAL": use, "FIELD": activate}


def clear_up(st: State) -> None:
    """When an action is over, the cards that were played are discarded, and tokens that fell are gone."""
    for card in st.zone(TABLE, "playing"):
        leave(st, card)
    for token in st.zone(TABLE, "gone"):
        dispose(st, token)
    set_global(st, "summons", ())


def origin(st: State, player: int, source: int) -> Origin:
    """Return where a card that is made now comes from: the event that it answers, the card that makes it, its first owner."""
    made_by = st.entities[source]["def"] if source in st.entities else ""
    return {"sourceEventSeq": event_around(st), "sourceCardId": made_by, "ownerPlayerId": player}


def make(st: State, card_id: str, zone: str, chain: Origin, **overrides: int) -> int:
    """Create a card in the course of a match and return its id; it knows its origin (003§5.3, 003§10)."""
    printed, player = st.program.cards[card_id], chain["ownerPlayerId"]
    start = {**printed.numbers, "sourceEventSeq": chain["sourceEventSeq"], "ownerPlayerId": player, **overrides}
    made = create(st, card_id, printed.kind, player, (player, zone), start)
    set_var(st, made, "sourceCardId", chain["sourceCardId"])
    return made


def summon(st: State, token_id: str, player: int, lane: int, row: str, source: int) -> Signal | None:
    """Create a token and put it into the named row, the opponent_of row of the lane, or where HA10 says."""
    if token_id not in st.program.cards:
        return None
    chain = origin(st, player, source)
    set_global(st, "summons", (*st.globals["summons"], (chain["sourceEventSeq"], source)))
    rows = (
        (row, *(opponent_of for opponent_of in ROWS if opponent_of != row)) if st.program.config["otherRow"] else (row,)
    )
    free = [one for one in rows if lane and room(st, player, lane, one)]
    printed = st.program.cards[token_id]
    fallback = (printed.words.get("fallback") or st.program.config["fullRow"]).lower()
    if not free and fallback != "standby":
        return emit_event(st, "TOKEN_DISCARDED", source, 0, lane, tokenId=token_id, **chain)
    token = make(st, token_id, "standby", chain, fell=lane)
    if free:
        put(st, token, player, zone_name(lane, free[0]))
        set_var(st, token, "entered", turn(st))
    return emit_event(st, "TOKEN_SUMMONED", source, token, lane, tokenId=token_id, **chain)


def deploy_tokens(st: State, env_id: EnvironmentId) -> Jump:
    """Tokens on standby come into play when their player's deployment starts, as far as their lane has room (HA10)."""
    signal, player = None, st.globals["active"]
    for token in st.zone(player, "standby"):
        lane = st.entities[token].get("fell", 0)
        free = [row for row in ROWS if lane and room(st, player, lane, row)]
        if free:
            signal = enter(st, token, zone_name(lane, free[0])) or signal
    return signal


BLOCKS = (
    flow("halo/play", choose_where, declare, refuse),
    flow("halo/validated", validate),
    flow("halo/standby", deploy_tokens),
)
__all__ = ["BLOCKS", "attach", "clear_up", "deploy_tokens", "equip", "legal_placements", "options", "play", "summon"]
