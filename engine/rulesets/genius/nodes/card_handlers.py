"""What the effects of genius on hands and on entities of the table do: discards, copies, returns, swaps and stolen dice."""

from __future__ import annotations

from engine.rulesets.genius.damage import freeze as freeze_character
from engine.rulesets.genius.dice import NO_DICE, add_dice, dice_of, remove_dice
from engine.rulesets.genius.nodes.choosers import player_of
from engine.rulesets.genius.table import (
    CHARACTERS,
    HANDS,
    PILE,
    characters,
    dice_printed,
    discard,
    give,
    leave,
    on_board,
    opponent_of,
    put_back,
    seat_of,
    standing,
)
from engine.rulesets.genius.words import ACTION_CARDS
from engine.toolkit.nodes import Amount, Entities, clamp_count
from engine.toolkit.rules import (
    EnvironmentId,
    Signal,
    State,
    answer,
    ask,
    become,
    call,
    chance,
    flow,
    move,
    new_question,
    set_order,
    set_var,
)


def discard_some(  # noqa: PLR0913 - the state and the fields of the effect
    st: State, env_id: EnvironmentId, name: str, side: str | None, count: Amount, by: str | None, card: str | None
) -> Signal | None:
    """Discard cards of a hand: random ones, the dearest or the cheapest first, or those of a name (004 remove_name)."""
    player, signal = player_of(st.environments[env_id], side), None
    if by == "choice":
        return _ask_for_cards(st, env_id, player, clamp_count(count), card)
    for _ in range(clamp_count(count)):
        hand = _hand(st, player, card)
        if not hand:
            break
        if by in ("dearest", "cheapest"):
            sign = -1 if by == "dearest" else 1
            dropped_card = min(hand, key=lambda eid: sign * dice_printed(st, eid))
        else:
            dropped_card = hand[chance(st, f"discard/{seat_of(player)}", len(hand))]
        signal = discard(st, player, dropped_card) or signal
    return signal


def _hand(st: State, player: int, card: str | None) -> Entities:
    return tuple(eid for eid in st.zone(player, HANDS) if not card or st.entities[eid]["def"] == card)


def _ask_for_cards(st: State, env_id: EnvironmentId, player: int, count: int, card: str | None) -> Signal | None:
    hand = _hand(st, player, card)
    names = {"player": player, "cards": hand, "count": min(count, len(hand))}
    return call(st, "genius/discard", names, player, st.environments[env_id].source) if names["count"] else None


def ask_discard(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt a player for the cards of its hand to discard."""
    env = st.environments[env_id]
    count = env.names["count"]
    seat = seat_of(env.names["player"])
    return ask(st, env_id, new_question(seat, "cards", "discard", env.names["cards"], count, count, env.source or 0))


def do_discard(st: State, env_id: EnvironmentId) -> Signal | None:
    """Discard them."""
    player, signal = st.environments[env_id].names["player"], None
    for eid in answer(st, env_id):
        signal = discard(st, player, int(eid)) or signal
    return signal


BLOCKS = (flow("genius/discard", ask_discard, do_discard),)


def discard_cards(st: State, env_id: EnvironmentId, name: str, target: Entities) -> Signal | None:
    """Discard these cards, those that still lie in a hand."""
    signal = None
    for eid in target:
        if eid in st.entities and st.entities[eid]["zone"] == HANDS:
            signal = discard(st, int(st.entities[eid]["own"]), eid) or signal
    return signal


def create_cards(
    st: State, env_id: EnvironmentId, name: str, card: str | None, copy_of: Entities, count: Amount
) -> None:
    """Make cards in the player's hand: of a name, or copies of cards of the match."""
    names = [card] if card else [st.entities[eid]["def"] for eid in copy_of if eid in st.entities]
    for original in names:
        if original in st.program.cards and st.program.cards[original].kind in ACTION_CARDS:
            for _ in range(clamp_count(1 if count is None else count)):
                give(st, st.environments[env_id].owner, original)


def return_to_hand(st: State, env_id: EnvironmentId, name: str, target: Entities) -> Signal | None:
    """Take equipment and supports off the table; their cards come to the hand of their player."""
    signal = None
    for eid in target:
        if eid in st.entities and eid in on_board(st) and st.entities[eid]["kind"] in ACTION_CARDS:
            player, card = int(st.entities[eid]["own"]), st.entities[eid]["def"]
            signal = leave(st, eid) or signal
            give(st, player, card)
    return signal


def return_to_pile(st: State, env_id: EnvironmentId, name: str, target: Entities, to: str | None) -> None:
    """Return cards of a hand to their player's pile: to its top, its bottom, or a random place (004 return_card)."""
    for eid in target:
        if eid not in st.entities or st.entities[eid]["zone"] != HANDS:
            continue
        player = int(st.entities[eid]["own"])
        if to in ("top", "bottom"):
            move(st, eid, player, PILE, 0 if to == "top" else len(st.zone(player, PILE)))
        else:
            put_back(st, eid)


def transform(st: State, env_id: EnvironmentId, name: str, target: Entities, into: str) -> None:
    """Change what entities of the table are, each into a card of its own type (002 transformDefinition)."""
    card = st.program.cards.get(into)
    for eid in target:
        if card is not None and eid in st.entities and eid in on_board(st) and st.entities[eid]["kind"] == card.kind:
            become(st, eid, into)


def steal_dice(st: State, env_id: EnvironmentId, name: str, count: Amount) -> None:
    """Take random dice from the opponent, as far as there is room for them."""
    player = st.environments[env_id].owner
    opponent, limit = opponent_of(player), st.program.config["diceMost"]
    for _ in range(clamp_count(count)):
        pool = [kind for kind, number in enumerate(dice_of(st, opponent)) for _ in range(number)]
        if not pool or sum(dice_of(st, player)) >= limit:
            break
        kind = pool[chance(st, f"steal/{seat_of(player)}", len(pool))]
        remove_dice(st, opponent, tuple(int(place == kind) for place in range(len(NO_DICE))))
        add_dice(st, player, (kind,))


def freeze(st: State, env_id: EnvironmentId, name: str, target: Entities) -> None:
    """Freeze characters that have health left, unless they are free of control."""
    for eid in target:
        if standing(st, eid):
            freeze_character(st, eid)


def set_health(st: State, env_id: EnvironmentId, name: str, target: Entities, amount: Amount) -> None:
    """Set the health of characters that are not defeated; it is neither damage nor healing."""
    for eid in target:
        if standing(st, eid):
            set_var(st, eid, "health", max(0, min(amount or 0, st.entities[eid]["maxHealth"])))


def swap(st: State, env_id: EnvironmentId, name: str, what: str, first: Entities, second: Entities) -> None:
    """Swap health or places of two characters: both are read before either is written."""
    pair = (*first, *second)[:2]
    if len(pair) < 2 or pair[0] == pair[1] or not all(standing(st, eid) for eid in pair):
        return
    former, latter = pair
    if what == "health":
        healths = st.entities[former]["health"], st.entities[latter]["health"]
        for eid, health in zip((latter, former), healths, strict=True):
            set_var(st, eid, "health", min(health, st.entities[eid]["maxHealth"]))
    elif st.entities[former]["own"] == st.entities[latter]["own"]:
        player = int(st.entities[former]["own"])
        swapped = {former: latter, latter: former}
        set_order(st, player, CHARACTERS, tuple(swapped.get(eid, eid) for eid in characters(st, player)))
        places = st.entities[former]["index"], st.entities[latter]["index"]
        for eid, place in zip((latter, former), places, strict=True):
            set_var(st, eid, "index", place)
