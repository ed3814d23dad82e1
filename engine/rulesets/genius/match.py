"""The match: five phases, round after round, until a side is defeated or the rounds run out. Source: 004 phases; GE1 to GE3, GE5.

An action is asked for in parts: what, on what, with which dice. Each action and each step of a phase is one skill scope.
"""

from __future__ import annotations

from engine.errors import IllegalAction
from engine.kernel.decisions import DecisionSpec
from engine.kernel.machine import answers, ask_all
from engine.toolkit.rules import (
    RETURN,
    Entities,
    EnvironmentId,
    Jump,
    Signal,
    State,
    answer,
    ask,
    ask_main,
    begin_turn,
    change,
    end_period,
    flow,
    new_environment,
    new_question,
    new_skill_info,
    run_skill,
    set_global,
    set_turn,
    set_var,
)
from engine.toolkit.seats import DRAW, finish
from engine.toolkit.steps import jumps, step
from engine.toolkit.turns import emit_pending, emit_phase

from . import actions, skills
from .dice import (
    NO_DICE,
    add_dice,
    die_words,
    from_word,
    kind_of_die,
    remove_all,
    remove_dice,
    roll,
)
from .plays import find_target
from .setup import setup_board
from .state_checks import DURATION
from .table import (
    FIXED_DICE,
    HANDS,
    MAX_STAT,
    PLAYERS,
    active_of,
    active_player,
    characters,
    draw,
    living,
    on_board,
    opponent_of,
    player_at,
    put_back,
    reset_flags,
    seat_of,
)


def emit_step(st: State, event: str, player: int) -> Signal | None:
    """Raise an event of the flow for a player."""
    return emit_phase(st, "genius/tell", player, event, (player,))


# ------------------------------------------------------------------------------------------------------- beginning


def first_hands(st: State, env_id: EnvironmentId) -> Jump:
    """Offer both players a redraw of their first hand, at once."""
    return ask_all(st, env_id, [redraw_question(st, player) for player in PLAYERS])


def redraw_question(st: State, player: int) -> DecisionSpec:
    """Return the question which cards of a hand are returned."""
    hand = st.zone(player, HANDS)
    return new_question(seat_of(player), "cards", "redraw", hand, 0, len(hand))


def redrawn(st: State, env_id: EnvironmentId) -> None:
    """Put the returned cards back and draw as many."""
    for player, cards in zip(PLAYERS, answers(st, env_id), strict=True):
        redraw(st, player, tuple(card for card in cards if isinstance(card, int)))
    set_global(st, "phase", "SET_CHARACTER")


def redraw(st: State, player: int, cards: Entities) -> None:
    """Draw as many cards as are returned, then put those back into the pile at random places."""
    draw(st, player, len(cards))
    for card in cards:
        put_back(st, card)


def first_characters(st: State, env_id: EnvironmentId) -> Jump:
    """Offer both players the choice of their first active character, at once."""
    return ask_all(st, env_id, [new_question(seat_of(p), "target", "set-character", living(st, p)) for p in PLAYERS])


def place_active(st: State, env_id: EnvironmentId) -> None:
    """Make the chosen characters active; only a scenario can give a side none."""
    for player, chosen in zip(PLAYERS, answers(st, env_id), strict=True):
        active = next((eid for eid in chosen if isinstance(eid, int)), None)
        if active is None:
            raise IllegalAction("no-character", f"player {seat_of(player) + 1} has no character")
        set_var(st, player, "active", active)


# ------------------------------------------------------------------------------------------------------------ roll


def round_begins(st: State, env_id: EnvironmentId) -> None:
    """Begin the next round: its first player is who ended the last one first."""
    number = st.globals["round"] + 1
    set_global(st, "round", number)
    set_global(st, "phase", "ROLL_PHASE")
    set_global(st, "firstPlayer", st.globals["nextFirst"])
    set_global(st, "activePlayer", st.globals["nextFirst"])
    set_turn(st, number)
    for player in PLAYERS:
        reset_flags(st, player)
        set_var(st, player, "rerolls", st.program.config["rerolls"])


def in_order(st: State) -> tuple[int, int]:
    """Return the players, the first of the round in front."""
    first = int(st.globals["firstPlayer"])
    return first, opponent_of(first)


def roll_all(st: State, env_id: EnvironmentId) -> None:
    """Give both players fresh dice: first those that are fixed."""
    fixed_dice = st.globals.get(FIXED_DICE, ())
    for player in PLAYERS:
        remove_all(st, player)
        fixed = [kind for owner, kind in fixed_dice if owner == player][: st.program.config["dice"]]
        add_dice(st, player, [*fixed, *roll(st, player, st.program.config["dice"] - len(fixed))])
    if fixed_dice:
        set_global(st, FIXED_DICE, ())


def reroll(st: State, env_id: EnvironmentId) -> Jump:
    """Offer a reroll to every player who has one left, at once."""
    able = [player for player in PLAYERS if st.entities[player]["rerolls"] > 0]
    if not able:
        return "action_phase"
    return ask_all(st, env_id, [reroll_question(st, player) for player in able])


def reroll_question(st: State, player: int) -> DecisionSpec:
    """Return the question which dice are rolled again."""
    words = die_words(st, player)
    return new_question(seat_of(player), "dice", "reroll", words, 0, len(words))


def roll_again_for_all(st: State, env_id: EnvironmentId) -> str:
    """Roll them again; who has kept all is done."""
    able = [player for player in PLAYERS if st.entities[player]["rerolls"] > 0]
    for player, dice in zip(able, answers(st, env_id), strict=True):
        roll_again(st, player, tuple(map(str, dice)))
        left = st.entities[player]["rerolls"] - 1
        set_var(st, player, "rerolls", left if dice else 0)
    return "reroll"


def roll_again(st: State, player: int, words: tuple[str, ...]) -> None:
    """Replace dice by random ones."""
    kinds = [kind_of_die(word) for word in words]
    if kinds:
        remove_dice(st, player, tuple(kinds.count(kind) for kind in range(8)))
        add_dice(st, player, roll(st, player, len(kinds)))


# ---------------------------------------------------------------------------------------------------------- action


def action_phase(st: State, env_id: EnvironmentId) -> Jump:
    """Begin the action phase; BEGIN_ACTION_PHASE is raised for the first player."""
    set_global(st, "phase", "ACTION_PHASE")
    return emit_step(st, "BEGIN_ACTION_PHASE", in_order(st)[0])


def before_action(st: State, env_id: EnvironmentId) -> Jump:
    """Raise BEFORE_ANY_ACTION; when both have ended the round, the end phase begins."""
    player = active_player(st)
    if st.entities[player]["isPass"]:
        if st.entities[opponent_of(player)]["isPass"]:
            return "end_phase"
        player = opponent_of(player)
        set_global(st, "activePlayer", player)
    begin_turn(st)
    return emit_step(st, "BEFORE_ANY_ACTION", player)


def main_question(st: State, env_id: EnvironmentId) -> Jump:
    """Use the prepared skill, or ask the current player what to do."""
    player = active_player(st)
    if st.entities[player]["isPass"]:
        return "before_action"
    active = active_of(st, player)
    skill = st.entities[active]["prepares"]
    if skill and skills.can_act(st, active):
        set_var(st, active, "prepares", 0)
        set_global(st, "isChangedPlayer", 1)
        st.writable_environment(env_id).names["verb"] = "prepared"
        return skills.use(st, player, active, skill - 1, is_prepared=True)
    return ask_main(st, env_id, seat_of(player), "action", actions.options(st, player), actions.END)


def target_question(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the target of a card."""
    names = st.environments[env_id].names
    if names.get("verb") == "prepared":
        return None
    (chosen,) = answer(st, env_id)
    verb, eid = chosen if isinstance(chosen, tuple) else (chosen, 0)
    names = st.writable_environment(env_id).names
    names["verb"], names["eid"], names["target"], names["paid"] = verb, eid, 0, NO_DICE
    st.writable_environment(env_id).answer = ()
    player = active_player(st)
    found = find_target(st, player, eid) if verb == "play" else None
    return (
        None if found is None else ask(st, env_id, new_question(seat_of(player), "target", "target", found, source=eid))
    )


def payment_question(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the dice that pay the action, or for the die that is tuned."""
    names = st.environments[env_id].names
    verb, eid = names["verb"], names.get("eid", 0)
    if verb == "prepared":
        return None
    given = answer(st, env_id)
    writable = st.writable_environment(env_id)
    writable.names["target"] = given[0] if given else 0
    writable.answer = ()
    if verb == actions.END:
        return None
    player = active_player(st)
    words = actions.payment_words(st, player, verb, eid)
    return ask(st, env_id, new_question(seat_of(player), "payment", "payment", words, source=eid)) if words else None


def act(st: State, env_id: EnvironmentId) -> Jump:
    """Do it."""
    names = st.environments[env_id].names
    if names["verb"] == "prepared":
        return None
    given = answer(st, env_id)
    payment = from_word(given[0]) if given else NO_DICE
    player, verb = active_player(st), names["verb"]
    if verb == actions.END and not st.entities[opponent_of(player)]["isPass"] and st.program.config["firstToEndLeads"]:
        set_global(st, "nextFirst", player)
    signal, fast = actions.do(st, player, verb, names["eid"], names["target"], payment)
    set_global(st, "isChangedPlayer", int(not fast))
    return emit_step(st, "ON_DECLARE_END", player) if verb == actions.END else signal


def after_action(st: State, env_id: EnvironmentId) -> Jump:
    """Raise AFTER_ANY_ACTION."""
    st.writable_environment(env_id).names["verb"] = ""
    return emit_step(st, "AFTER_ANY_ACTION", active_player(st))


def pass_turn(st: State, env_id: EnvironmentId) -> str:
    """After a combat action it is the other player's turn."""
    if st.globals["isChangedPlayer"]:
        set_global(st, "activePlayer", opponent_of(active_player(st)))
    return "before_action"


# ------------------------------------------------------------------------------------------------------------- end


def end_phase(st: State, env_id: EnvironmentId) -> Jump:
    """Begin the end phase: END_PHASE is raised for who ended the round first, then for the other."""
    set_global(st, "phase", "END_PHASE")
    set_global(st, "activePlayer", st.globals["nextFirst"])
    return emit_step(st, "END_PHASE", st.globals["nextFirst"])


def draw_cards(st: State, env_id: EnvironmentId) -> None:
    """Draw cards for both players, in the same order."""
    first = int(st.globals["nextFirst"])
    for player in (first, opponent_of(first)):
        draw(st, player, st.program.config["draws"])


def round_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Expire what lasts until the end of the round; after the last round the match is a draw."""
    for player in PLAYERS:
        for eid in characters(st, player):
            set_var(st, eid, "isFrozen", 0)
            set_var(st, eid, "isSatisfied", 0)
    for eid in on_board(st):
        if DURATION in st.entities[eid]:
            change(st, eid, DURATION, -1, 0, MAX_STAT)
    end_period(st, "round")
    if st.globals["round"] >= st.program.config["rounds"]:
        finish(st, DRAW, "round cap")
        return RETURN
    return run_skill(st, new_skill_info(0, 0, "genius/settle"), "genius/settle", new_environment())


def no_action(st: State, env_id: EnvironmentId) -> None:
    """Do nothing: the rules of state run behind it."""


BLOCKS = (
    flow(
        "genius/match",
        setup_board,
        first_hands,
        redrawn,
        first_characters,
        place_active,
        step("match_begins", lambda st, _: emit_step(st, "BEGIN_MATCH", player_at(0))),
        step("match_begins_second", lambda st, _: emit_step(st, "BEGIN_MATCH", player_at(1))),
        round_begins,
        step("roll_begins", lambda st, _: emit_step(st, "BEGIN_ROLL_PHASE", in_order(st)[0])),
        step("roll_begins_second", lambda st, _: emit_step(st, "BEGIN_ROLL_PHASE", in_order(st)[1])),
        roll_all,
        reroll,
        roll_again_for_all,
        action_phase,
        step("action_phase_second", lambda st, _: emit_step(st, "BEGIN_ACTION_PHASE", in_order(st)[1])),
        before_action,
        main_question,
        target_question,
        payment_question,
        act,
        after_action,
        pass_turn,
        end_phase,
        step("end_phase_second", lambda st, _: emit_step(st, "END_PHASE", opponent_of(st.globals["nextFirst"]))),
        draw_cards,
        round_ends,
        jumps("next_round", "round_begins"),
    ),
    flow("genius/tell", emit_pending),
    flow("genius/settle", no_action),
)
