"""What the effects of genius on hands and on entities of the table do: discards, copies, returns, swaps and stolen dice."""

from __future__ import annotations

from engine.toolkit.nodes import Amount, Entities, clamp_count, fitting, on_each
from engine.toolkit.nodes.exchange import swapped_values
from engine.toolkit.rules import (
    Environment,
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

from ..damage import freeze as freeze_character
from ..dice import add_dice, dice_of, take_random_die
from ..table import (
    CHARACTERS,
    HANDS,
    PILE,
    characters,
    dice_printed,
    discard,
    give,
    is_on_board,
    leave,
    opponent_of,
    put_back,
    seat_of,
    standing,
)
from ..words import ACTION_CARDS
from .choosers import player_of

IN_HAND = fitting(lambda st, eid: eid in st.entities and st.entities[eid]["zone"] == HANDS)
"""The cards of hands, of what an effect is done to."""


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


@on_each(IN_HAND)
def discard_cards(st: State, env: Environment, eid: int) -> Signal | None:
    """Discard these cards, those that still lie in a hand."""
    return discard(st, st.entities[eid]["own"], eid)


def create_cards(
    st: State, env_id: EnvironmentId, name: str, card: str | None, copy_of: Entities, count: Amount
) -> None:
    """Make cards in the player's hand: of a name, or copies of cards of the match."""
    names = [card] if card else [st.entities[eid]["def"] for eid in copy_of if eid in st.entities]
    for original in names:
        if original in st.program.cards and st.program.cards[original].kind in ACTION_CARDS:
            for _ in range(clamp_count(1 if count is None else count)):
                give(st, st.environments[env_id].owner, original)


@on_each(fitting(is_on_board))
def return_to_hand(st: State, env: Environment, eid: int) -> Signal | None:
    """Take equipment and supports off the table; their cards come to the hand of their player."""
    ent = st.entities[eid]
    if ent["kind"] not in ACTION_CARDS:
        return None
    signal = leave(st, eid)
    give(st, ent["own"], ent["def"])
    return signal


@on_each(IN_HAND)
def return_to_pile(st: State, env: Environment, eid: int, to: str | None) -> None:
    """Return cards of a hand to their player's pile: to its top, its bottom, or a random place (004 return_card)."""
    player = st.entities[eid]["own"]
    if to in ("top", "bottom"):
        move(st, eid, player, PILE, 0 if to == "top" else len(st.zone(player, PILE)))
    else:
        put_back(st, eid)


@on_each(fitting(is_on_board))
def transform(st: State, env: Environment, eid: int, into: str) -> None:
    """Change what entities of the table are, each into a card of its own type (002 transformDefinition)."""
    card = st.program.cards.get(into)
    if card is not None and st.entities[eid]["kind"] == card.kind:
        become(st, eid, into)


def steal_dice(st: State, env_id: EnvironmentId, name: str, count: Amount) -> None:
    """Take random dice from the opponent, as far as there is room for them."""
    player = st.environments[env_id].owner
    opponent, limit = opponent_of(player), st.program.config["diceMost"]
    for _ in range(clamp_count(count)):
        stolen = take_random_die(st, opponent, f"steal/{seat_of(player)}") if sum(dice_of(st, player)) < limit else ()
        if stolen:
            add_dice(st, player, stolen)


@on_each(fitting(standing))
def freeze(st: State, env: Environment, eid: int) -> None:
    """Freeze characters that have health left, unless they are free of control."""
    freeze_character(st, eid)


@on_each(fitting(standing))
def set_health(st: State, env: Environment, eid: int, amount: Amount) -> None:
    """Set the health of characters that are not defeated; it is neither damage nor healing."""
    set_var(st, eid, "health", max(0, min(amount or 0, st.entities[eid]["maxHealth"])))


def swap(st: State, env_id: EnvironmentId, name: str, what: str, first: Entities, second: Entities) -> None:
    """Swap health or places of two characters: both are read before either is written."""
    pair = (*first, *second)[:2]
    if len(pair) < 2 or pair[0] == pair[1] or not all(standing(st, eid) for eid in pair):
        return
    former, latter = pair
    if what == "health":
        for eid, health in swapped_values(st, (latter, former), "health"):
            set_var(st, eid, "health", min(health, st.entities[eid]["maxHealth"]))
    elif st.entities[former]["own"] == st.entities[latter]["own"]:
        player = int(st.entities[former]["own"])
        swapped = {former: latter, latter: former}
        set_order(st, player, CHARACTERS, tuple(swapped.get(eid, eid) for eid in characters(st, player)))
        for eid, place in swapped_values(st, (latter, former), "index"):
            set_var(st, eid, "index", place)
