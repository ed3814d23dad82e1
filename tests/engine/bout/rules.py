"""The rules of the bout: the flow of a match, what skills push, what requests are served by, and the state-based rules."""

from __future__ import annotations

from typing import Any

from engine.kernel.decisions import DecisionSpec, Option, Result
from engine.kernel.entities import make
from engine.kernel.events import call, emit, permits, push
from engine.kernel.ground import EnvironmentId, Listener
from engine.kernel.in_flight import Environment
from engine.kernel.machine import answer, answers, ask, ask_all
from engine.kernel.signals import RETRY, RETURN, RULE_WROTE, Jump, Signal
from engine.kernel.state import Mechanics, Order, State, flow
from engine.kernel.state_writers import (
    begin_turn,
    chance,
    change,
    create,
    move,
    set_global,
    set_result,
    set_turn,
    set_var,
    shuffle,
)
from engine.language.compiling.abilities import UUID_NAMES
from tests.engine.bout.table import TABLE, active, draw, opponent_of, players, skills, strip, switch, team, use

INITIAL_VALUES = {"dice": 0, "ended": 0, "roll": 0, "active": 0}


def setup_board(st: State, env_id: EnvironmentId) -> None:
    """Seat both sides with their characters, decks and first hands."""
    names, config = st.environments[env_id].names, st.program.config
    for number in (0, 1):
        player = create(st, "", "side", 0, (TABLE, "sides"), {"seat": number, **INITIAL_VALUES})
        set_var(st, player, "own", player)
        for definition in names["characters"]:
            make(st, definition, player, (player, "characters"), is_second=True)
        for slot, definition in enumerate(names[f"deck/{number}"]):
            card = make(st, definition, player, (player, "deck"), is_second=True)
            set_var(st, card, "slot", (number + 1) * 1000 + slot)
        shuffle(st, player, "deck", f"shuffle/{number}")
        draw(st, player, config["hand"])
    for name in ("round", "turn"):
        set_global(st, name, 0)
    set_global(st, "now", players(st)[chance(st, "first", 2)])


def ask_actives(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt each side without a living active character to name one, both at once."""
    missing = [player for player in players(st) if team(st, player) and active(st, player) not in team(st, player)]
    st.writable_environment(env_id).names["missing"] = tuple(missing)
    return ask_all(
        st,
        env_id,
        [DecisionSpec(st.entities[player]["seat"], "target", "bout/active", team(st, player)) for player in missing],
    )


def take_actives(st: State, env_id: EnvironmentId) -> Signal | None:
    """Send the characters named, in the order of the sides."""
    signal = None
    for player, (chosen,) in zip(st.environments[env_id].names["missing"], answers(st, env_id), strict=True):
        signal = switch(st, player, chosen) or signal
    return signal


def choose(st: State, env_id: EnvironmentId) -> Signal:
    """Run the naming of active characters."""
    return call(st, "bout/actives", {})


def round_starts(st: State, env_id: EnvironmentId) -> Signal | None:
    """Begin a round: dice for both."""
    number = st.globals["round"] + 1
    set_global(st, "round", number)
    set_turn(st, number)
    for player in players(st):
        set_var(st, player, "dice", st.program.config["dice"])
        set_var(st, player, "ended", 0)
    return emit(st, "onRoundStart", (number,))


def turn(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt the side whose turn it is; when both have ended, the round is over."""
    current = st.globals["now"]
    if all(st.entities[player]["ended"] for player in players(st)):
        return "round_ends"
    if st.entities[current]["ended"]:
        set_global(st, "now", opponent_of(st, current))
        current = opponent_of(st, current)
    set_global(st, "turn", st.globals["turn"] + 1)
    begin_turn(st)
    return ask(st, env_id, DecisionSpec(st.entities[current]["seat"], "main", "bout/turn", options(st, current)))


def options(st: State, player: int) -> list[Option]:
    """Return what a side may do; what is forbidden is not offered."""
    out: list[Option] = ["end"]
    if not st.entities[player]["dice"]:
        return out
    mine = active(st, player)
    for place, key in enumerate(skills(st, mine)):
        if permits(st, "onUseSkill", (mine, player, key.partition("/")[0])):
            out.append(("skill", place))
    out += [("switch", one) for one in team(st, player) if one != mine]
    return out + [("play", card) for card in st.zone(player, "hand") if skills(st, card)]


def act(st: State, env_id: EnvironmentId) -> Signal | None:
    """Do what was chosen: a die for everything but the end."""
    (choice,) = answer(st, env_id)
    player = st.globals["now"]
    if choice == "end":
        set_var(st, player, "ended", 1)
        return None
    change(st, player, "dice", -1, 0, 99)
    verb, what = choice
    if verb == "switch":
        return switch(st, player, what)
    mine = active(st, player)
    if verb == "skill":
        return use(st, mine, skills(st, mine)[what])
    move(st, what, player, "discard")
    return use(st, mine, skills(st, what)[0], what)


def passes(st: State, env_id: EnvironmentId) -> str:
    """Give the turn to the other side, unless it has ended its round."""
    now = st.globals["now"]
    if not st.entities[opponent_of(st, now)]["ended"]:
        set_global(st, "now", opponent_of(st, now))
    return "turn"


def round_ends(st: State, env_id: EnvironmentId) -> Signal | None:
    """Emit the end of the round, which entities may answer."""
    return emit(st, "onEndPhase", (st.globals["round"],))


def last_round(st: State, env_id: EnvironmentId) -> Signal | str:
    """Draw a card each, and begin again unless it was the last round."""
    if st.globals["round"] >= st.program.config["rounds"]:
        set_result(st, Result("draw", -1, "rounds", (1, 1)))
        return RETURN
    for player in players(st):
        draw(st, player, 1)
    return "round_starts"


def do(st: State, env_id: EnvironmentId) -> Signal:
    """Run what a skill says."""
    here = st.environments[env_id]
    names = {key: value for key, value in here.names.items() if key[:5] == "self."}
    return call(st, here.names["code"], names, here.owner, here.source)


def emit_used(st: State, env_id: EnvironmentId) -> Signal | None:
    """Emit the event that a character's skill was used."""
    names = st.environments[env_id].names
    return (
        emit(st, "onSkill", (names["caller"], st.environments[env_id].owner, names["kind"]))
        if names["kind"] != "card"
        else None
    )


def strike(st: State, env_id: EnvironmentId) -> Signal | None:
    """Deal damage to one target after the other."""
    names = st.writable_environment(env_id).names
    if not names["targets"]:
        return None
    target, *rest = names["targets"]
    names["targets"] = tuple(rest)
    if target in st.entities and st.entities[target].get("alive"):
        emit(st, "onDamage", (target, names["source"], names["amount"]))
    return RETRY


def hurt(st: State, env_id: EnvironmentId) -> Signal | None:
    """What is left of damage after its modifiers hits."""
    names = st.environments[env_id].names
    target, source, amount = (names[f"onDamage.{name}"] for name in ("targetUUID", "sourceUUID", "amount"))
    change(st, target, "hp", -max(amount, 0), -999, 999)
    return emit(st, "onDamaged", (target, source, amount))


def serve_skill(st: State, env_id: EnvironmentId) -> Signal:
    """Use the skill that another one asked for."""
    caller, key = st.environments[env_id].names["payload"]
    asker = st.environments[env_id].names["by"]
    return use(st, caller, key, 0, asker)


def ask_reroll(st: State, env_id: EnvironmentId) -> Signal | None:
    """Prompt for a second roll."""
    (player,) = st.environments[env_id].names["payload"]
    return ask(st, env_id, DecisionSpec(st.entities[player]["seat"], "yesno", "bout/reroll", ("keep", "again")))


def roll(st: State, env_id: EnvironmentId) -> None:
    """Roll again if it was expected."""
    (player,) = st.environments[env_id].names["payload"]
    if answer(st, env_id) == ("again",):
        set_var(st, player, "roll", chance(st, f"dice/{st.entities[player]['seat']}", 6) + 1)


def defeat(st: State, env_id: EnvironmentId) -> Signal | None:
    """A character without points left is defeated, and what it carried is gone."""
    for player in players(st):
        for character in team(st, player):
            if st.entities[character]["hp"] <= 0:
                set_var(st, character, "alive", 0)
                strip(st, character)
                emit(st, "onDefeated", (character, player))
                return RULE_WROTE
    return None


def win(st: State, env_id: EnvironmentId) -> Signal | None:
    """End the match when a side has no character left; both at once is a draw."""
    losers = [st.entities[player]["seat"] for player in players(st) if not team(st, player)]
    if not losers or st.result is not None:
        return None
    ranks = tuple(2 if seat in losers and len(losers) == 1 else 1 for seat in (0, 1))
    set_result(
        st, Result("draw", -1, "defeat", ranks) if len(losers) == 2 else Result("win", 1 - losers[0], "defeat", ranks)
    )
    return RULE_WROTE


def replace(st: State, env_id: EnvironmentId) -> Signal | None:
    """Where the active character was defeated, its side names another."""
    if all(active(st, player) in (0, *team(st, player)) for player in players(st)):
        return None
    return push(st, "bout/actives", st.add_environment(Environment()))


def active_first(st: State, listener: Listener) -> int:
    """The side whose turn it is answers first."""
    return int(listener.owner != st.globals.get("now", 0))


BLOCKS: Any = (
    flow(
        "bout/match", setup_board, choose, round_starts, turn, act, passes, round_ends, last_round,
    ),
    flow("bout/actives", ask_actives, take_actives),
    flow("bout/use", do, emit_used),
    flow("bout/damage", strike),
    flow("bout/hurt", hurt),
    flow("bout/useSkill", serve_skill),
    flow("bout/reroll", ask_reroll, roll),
)  # fmt: skip
MECHANICS = Mechanics(
    order=Order((active_first, "zone", "-priority"), ("characters", "area", "combat", "summons", "supports", "hand")),
    rules=(defeat, win, replace),
    requests={"useSkill": "bout/useSkill", "reroll": "bout/reroll"},
    scoped=True,
    secret=frozenset(("hand", "deck")),
    periods={"turn": "turn", "round": "round"},
    id_step=-1,
    hosts=frozenset(("character",)),
    names=UUID_NAMES,
)
