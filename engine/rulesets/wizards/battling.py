"""The battling phase: one card a turn, round and round, until all are out. Source: WZ3, WZ6, WZ11, WZ12."""

from __future__ import annotations

from engine.kernel.decisions import Option, Question
from engine.kernel.events import emit
from engine.kernel.machine import answer, ask
from engine.kernel.mutations import begin_turn, change, move, set_var
from engine.kernel.program import RETURN, flow
from engine.kernel.state import State
from engine.rulesets.wizards.table import (
    TABLE,
    definition,
    gain,
    give_back,
    in_order,
    players,
    rank,
    run_timing,
    set_phase,
    side,
)


def battle_starts(st: State, env: int) -> int | None:
    """Everyone is in."""
    set_phase(st, "battling")
    for player in players(st):
        set_var(st, player, "out", 0)
    st.record(env).update(queue=tuple(in_order(st)), at=0)
    return emit(st, "onBattlingPhaseStart")


def turn_starts(st: State, env: int) -> int | str | None:
    """Go to the next player who is still in; the phase ends when nobody is."""
    rec = st.record(env)
    queue, at = rec["queue"], rec["at"]
    for step in range(len(queue)):
        player = queue[(at + step) % len(queue)]
        if not st.ents[player]["out"]:
            rec["at"], rec["player"] = at + step + 1, player
            set_var(st, player, "plays", 1)
            begin_turn(st)
            return emit(st, "onBattleTurnStart", (player,))
    return "battle_ends"


def choose_play(st: State, env: int) -> int | None:
    """Ask for a card, a reversal, or a pass."""
    rec = st.record(env)
    player = rec["player"]
    ents = st.ents
    me = ents[player]
    mana = me["mana"]
    options: list[Option] = [("play", card) for card in st.zone(player, "hand") if ents[card]["manaCost"] <= mana]
    if options and me["token"] and me["plays"] == 1 and not rec.get("reversed"):
        options.append("reverse")
    options.append("pass")
    return ask(st, env, Question(side(player), "main", "battle", options))


def act(st: State, env: int) -> int | str | None:
    """Do what was chosen: a reversal gives more plays and asks again, a card is paid and announced."""
    rec = st.record(env)
    player, (choice,) = rec["player"], answer(st, env)
    if choice == "pass":
        set_var(st, player, "out", 1)
        return "turn_ends"
    if choice == "reverse":
        set_var(st, player, "token", 0)
        set_var(st, player, "plays", st.program.config["reversePlays"][rank(st, player) - 1])
        rec["reversed"] = 1
        emitted = emit(st, "onReverse", (player,))
        st.record(env)["card"] = 0
        return emitted
    card = choice[1]
    rec["card"] = card
    change(st, player, "mana", -st.ents[card]["manaCost"], 0, 999)
    move(st, card, TABLE, "playing")
    set_var(st, player, "plays", st.ents[player]["plays"] - 1)
    return emit(st, "onPlayCard", (player, card, st.ents[card]["def"], False))


def after_play(st: State, env: int) -> str | None:
    """Put a countered card away; go on while this turn has plays left."""
    rec = st.record(env)
    player, card = rec["player"], rec["card"]
    if card and st.ents[card]["zone"] == "playing":
        move(st, card, player, "discard")
    if st.ents[player]["plays"] > 0 and st.zone(player, "hand"):
        return "choose_play"
    if rec.pop("reversed", 0):
        set_var(st, player, "out", 1)
    return None


def turn_ends(st: State, env: int) -> int | None:
    """Say that the turn is over."""
    rec = st.record(env)
    rec.pop("reversed", 0)
    return emit(st, "onBattleTurnEnd", (rec["player"],))


def next_turn(st: State, env: int) -> str:
    """Go on with the next player."""
    return "turn_starts"


def battle_ends(st: State, env: int) -> int | None:
    """Say that the phase is over; lifetimes of a battle end with it."""
    return emit(st, "onBattlingPhaseEnd")


def clear_up(st: State, env: int) -> int:
    """Put the play areas into the discard piles and thaw."""
    for player in players(st):
        for card in st.zone(player, "play"):
            move(st, card, player, "discard")
        set_var(st, player, "freezing", 0)
    return RETURN


def resolve(st: State, env: int) -> int | None:
    """Do what the card does when played (the default action of onPlayCard, WZ12)."""
    rec = st.recs[env]
    return run_timing(st, rec["onPlayCard.cardUUID"], "onPlay", rec["onPlayCard.playerUUID"])


def land(st: State, env: int) -> int | None:
    """Lay the card into the play area; an occult goes back to where it came from, a wand is equipped."""
    rec = st.recs[env]
    player, card = rec["onPlayCard.playerUUID"], rec["onPlayCard.cardUUID"]
    if st.ents[card]["zone"] != "playing":
        return None
    kind = definition(st, card).words.get("cardType", "spell")
    if kind == "occult":
        give_back(st, card)
    elif kind == "wand":
        return gain(st, player, card)
    else:
        move(st, card, player, "play")
    return None


BLOCKS = (
    flow(
        "wizards/battling",
        battle_starts,
        turn_starts,
        choose_play,
        act,
        after_play,
        turn_ends,
        next_turn,
        battle_ends,
        clear_up,
    ),
    flow("wizards/resolve", resolve, land),
)
