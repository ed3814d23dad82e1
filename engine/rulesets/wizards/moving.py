"""How treasure cards move: drawn, gained, equipped, given back; what they do at these moments follows.

Source: 000 "宝藏牌行为时机"; WZ1, WZ8, WZ10, WZ15.
"""

from __future__ import annotations

from engine.toolkit.rules import (
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Resolution,
    Signal,
    State,
    Step,
    call,
    definition,
    flow,
    move,
    new_environment,
    permits,
    push,
    set_var,
    shuffle,
    unlisten,
)
from engine.toolkit.steps import jumps, step

from .config import LEVELS
from .modifiers import end_lying, wand_slots
from .table import (
    TABLE,
    emit_event,
    fill_shop,
    hide,
    is_treasure,
    shuffle_back,
    shuffle_deck,
)

SLOTS = ("wand", "undercurrent")
"""Zones of one card that is active there; each is named after the kind of card that it holds."""

PILE_ENDS = ("pileTop", "pileBottom")
"""Where exploration cards may be moved."""
IS_SILENCED = "silenced"
"""This variable of a card is 1 while it does nothing more by itself."""
LATER = ("onUnequip", "deathrattle")
"""The moments at which a silenced card does nothing: those that come when it leaves."""
SPELL, COPY = "spell", "copy"
"""How a treasure card is resolved: as it was played, or as a copy of that."""


def run_timing(
    st: State, card: int, timing: str, player: int, resolution: Resolution | None = None, mana_paid: int = 0
) -> Signal | None:
    """Run what a card does at one of its timings; when it is played it knows what was paid."""
    blocks = definition(st, card).timings.get(timing)
    if not blocks or (timing in LATER and st.entities[card].get(IS_SILENCED)):
        return None
    signal = None
    for block in reversed(blocks):
        names = {f"{timing}.playerUUID": player, f"{timing}.cardUUID": card}
        if resolution is not None:
            names[f"{timing}.paid"] = mana_paid
        env = new_environment(names, player, card, resolution=resolution)
        signal = push(st, block, st.add_environment(env))
    return signal


def runs_timing(name: str, card: str, timing: str) -> Step:
    """Return a step that runs what the card under a name of its block does at a timing, for the `player` of the block."""

    def run(st: State, env_id: EnvironmentId) -> Jump:
        names = st.environments[env_id].names
        return run_timing(st, names[card], timing, names["player"])

    return step(name, run)


def draw_cards(st: State, player: int, count: int) -> Entities:
    """Draw up to `count` cards; an empty deck is refilled from the discard pile, in battle as a setting says (WZ1).

    A trigger in the stage `check` of onDrawCard forbids the draw and those after it.
    """
    cards: list[int] = []
    may_shuffle = st.program.config["reshuffleInBattle"] or not (
        st.globals["phase"] == "battling" or st.globals["solo"]
    )
    is_guarded = "onDrawCard" in st.listener_index
    for _ in range(count):
        deck = st.zone(player, "deck")
        if not deck and may_shuffle:
            shuffle_back(st, player)
            deck = st.zone(player, "deck")
        if not deck:
            break
        if is_guarded and not permits(st, "onDrawCard", (player, deck[0], st.entities[deck[0]]["def"]), commit=True):
            continue
        move(st, deck[0], player, "hand")
        cards.append(deck[0])
    return tuple(cards)


def after_draw(st: State, player: int, cards: Entities) -> Signal | None:
    """Run the effects of drawn cards, and emit each draw."""
    entities, printed = st.entities, st.program.cards
    is_heard = "onDrawCard" in st.listener_index or any(
        "onDraw" in printed[entities[card]["def"]].timings for card in cards
    )
    if not cards or not is_heard:
        return None
    return call(st, "wizards/drawn", {"player": player, "cards": cards})


def use_drawn(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the first card does when drawn."""
    names = st.environments[env_id].names
    return run_timing(st, names["cards"][0], "onDraw", names["player"])


def emit_drawn(st: State, env_id: EnvironmentId) -> Jump:
    """Emit the draw; without listeners the others follow at once."""
    names = st.writable_environment(env_id).names
    while names["cards"]:
        card, names["cards"] = names["cards"][0], names["cards"][1:]
        signal = emit_event(st, "onDrawCard", (names["player"], card, st.entities[card]["def"]))
        if signal is not None or (names["cards"] and "onDraw" in definition(st, names["cards"][0]).timings):
            return signal
    return RETURN


def gain(st: State, player: int, card: int) -> Signal | None:
    """Give a card to a player: wands and undercurrents are put to use, anything else goes to the discard pile."""
    kind = definition(st, card).words.get("cardType")
    if kind == "wand" or (kind == "undercurrent" and st.program.config["undercurrents"] == "slot"):
        return equip(st, player, card, kind)
    set_var(st, card, "own", player)
    move(st, card, player, "discard")
    return None


def equip(st: State, player: int, card: int, slot: str) -> Signal | None:
    """Put a card into the slot for its kind; the oldest for which there is no room goes back to where it came from."""
    signal = emit_event(st, "onEquipped", (player, card, st.entities[card]["def"]))
    others = tuple(card_id for card_id in st.zone(player, slot) if card_id != card)
    room = wand_slots(st, player) if slot == "wand" else 1
    old = others[: max(len(others) + 1 - room, 0)]
    signal = run_timing(st, card, "onEquip", player) or signal
    signal = take_off(st, card) or signal
    for card_id in old:
        signal = take_off(st, card_id) or signal
        return_to_owner(st, card_id)
    set_var(st, card, "own", player)
    move(st, card, player, slot)
    return signal


def take_off(st: State, card: int) -> Signal | None:
    """Run the timing of a card that leaves its slot, and drop the triggers of an undercurrent (WZ15)."""
    ent = st.entities[card]
    if ent["zone"] not in SLOTS:
        return None
    if ent["zone"] == "undercurrent":
        drop_triggers(st, card)
    end_lying(st, card)
    signal = fit_wands(st, ent["holder"], card)
    return run_timing(st, card, "onUnequip", ent["holder"]) or signal


def fit_wands(st: State, player: int, leaving: int = 0) -> Signal | None:
    """Give the oldest wands back for which a player has no slot any more."""
    wands = st.zone(player, "wand")
    if len(wands) < 2:
        return None
    wands = tuple(card for card in wands if card != leaving)
    signal = None
    for card in wands[: max(len(wands) - wand_slots(st, player), 0)]:
        signal = take_off(st, card) or signal
        return_to_owner(st, card)
    return signal


def drop_triggers(st: State, card: int) -> None:
    """Take away the triggers that a card made."""
    for listener in tuple(st.listeners.values()):
        if listener.host == card and not listener.removes:
            unlisten(st, listener.id)


def return_to_owner(st: State, card: int) -> None:
    """Return a card that leaves its owner: starters leave the game, the others go to their piles (WZ8)."""
    card_def, config = definition(st, card), st.program.config
    where = {"com": "commonDiscard", "leg": "legendary"}.get(card_def.words.get("rarity", ""), "gone")
    if not config["triggersOutliveCard"]:
        drop_triggers(st, card)
    if config["manaCostLasts"] == "owner":
        set_var(st, card, "manaCost", card_def.numbers["manaCost"])
    set_var(st, card, "own", 0)
    move(st, card, TABLE, where)
    if where == "legendary":
        hide(st, st.zone(TABLE, "legendary"))
        shuffle(st, TABLE, "legendary", "shuffle/legendary")


def in_pile(st: State, card: int) -> bool:
    """Return whether an exploration card lies in its pile."""
    return card in st.entities and st.entities[card]["holder"] == TABLE and st.entities[card]["zone"] in LEVELS


def place(st: State, card: int, player: int, where: str) -> Signal | None:
    """Move a treasure card as an effect says; a slot takes only its own kind. An exploration card moves within its pile."""
    if where in PILE_ENDS and in_pile(st, card):
        move(st, card, TABLE, st.entities[card]["zone"], 0 if where == "pileTop" else None)
        return None
    if not is_treasure(st, card) or (where in SLOTS and definition(st, card).words["cardType"] != where):
        return None
    if where in SLOTS:
        return equip(st, player, card, where)
    signal, previous = take_off(st, card), st.entities[card]["zone"]
    if where == "pile":
        return_to_owner(st, card)
    elif where == "gone":
        set_var(st, card, "own", 0)
        move(st, card, TABLE, "gone")
    else:
        set_var(st, card, "own", player)
        move(st, card, player, "deck" if where.startswith("deck") else where, 0 if where == "deckTop" else None)
    if where == "deck":
        shuffle_deck(st, player)
    if previous == "shop":
        fill_shop(st)
    return signal


def shift(st: State, env_id: EnvironmentId) -> Jump:
    """Before the first card moves: its holder may lose the last card in hand with it."""
    job = st.writable_environment(env_id).names
    job["card"], job["cards"] = job["cards"][0], job["cards"][1:]
    return lose_last(st, job["card"]) if job["where"] != "hand" else None


def lose_last(st: State, card: int) -> Signal | None:
    """Emit that a hand loses its last card, before that card moves (WZ7)."""
    ent = st.entities[card]
    if ent["zone"] != "hand" or len(st.zone(ent["holder"], "hand")) > 1:
        return None
    return emit_event(st, "onLastHandCard", (ent["holder"], card, ent["def"]))


def shift_one(st: State, env_id: EnvironmentId) -> Jump:
    """Move the card."""
    job = st.environments[env_id].names
    return place(st, job["card"], job["player"], job["where"])


BLOCKS = (
    flow("wizards/drawn", use_drawn, emit_drawn, jumps("next_drawn", "use_drawn", "cards")),
    flow("wizards/move", shift, shift_one, jumps("shift_next", "shift", "cards")),
)
