"""The match: rounds of two turns, the player's and the opponent's, each in the steps of 001§9. Source: 001§2, §4, §9; EN12, EN14, EN16.

Where something is done to units or cards it is one scope, so that what it raises waits and the rules look.
"""

from __future__ import annotations

from engine.toolkit.rules import (
    RETURN,
    EnvironmentId,
    Jump,
    Signal,
    State,
    answer,
    ask,
    ask_main,
    begin_turn,
    call,
    change,
    dispose,
    end_period,
    flow,
    new_question,
    set_global,
    set_turn,
    set_var,
)
from engine.toolkit.seats import finish
from engine.toolkit.steps import jumps, runs_in_scope, step
from engine.toolkit.turns import emit_pending, emit_phase, in_scope

from . import actions, axis
from .grid import cell_of
from .nodes.positions import CONTROL_SPANS, end_control
from .setup import setup_board
from .table import (
    ABILITIES,
    HALVES,
    MAX_STAT,
    OPPONENT,
    PLAYER,
    RECOVERY,
    all_units,
    deploy_hero,
    deployable,
    draw,
    give_status,
    grid,
    hurt,
    limit_of,
    opponent_of,
    remove_unit,
    renew_deck,
    set_until,
    units,
)
from .words import BURNING, CURSE, STATUS_NAMES


def emit_step(st: State, event: str) -> Signal | None:
    """Raise a step of the turn for the active player."""
    player = int(st.globals["active"])
    return emit_phase(st, "encounter/step", player, event, (player,))


# ------------------------------------------------------------------------------------------------------- beginning


def first_hero(st: State, env_id: EnvironmentId) -> Jump:
    """Deploy the player's protagonist (001§9)."""
    return call(st, "encounter/heroes", {"player": PLAYER, "left": 1})


def first_hero_of_opponent(st: State, env_id: EnvironmentId) -> Jump:
    """Deploy a hero of the opponent."""
    return call(st, "encounter/heroes", {"player": OPPONENT, "left": 1})


def first_hands(st: State, env_id: EnvironmentId) -> Jump:
    """Give both sides their first hands."""
    return in_scope(st, PLAYER, "encounter/hands")


def draw_hands(st: State, env_id: EnvironmentId) -> None:
    """Draw two cards each."""
    for player in (PLAYER, OPPONENT):
        draw(st, player, st.program.config["startHand"])


def ask_hero(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the cell of the next hero; without a free cell it waits (EN8)."""
    names = st.writable_environment(env_id).names
    player = names["player"]
    ready = [eid for eid in st.zone(player, RECOVERY) if not st.entities[eid]["cooldown"]]
    cells = deployable(st, player)
    if not ready or not cells or not names["left"]:
        return RETURN
    names["hero"], names["left"] = ready[0], names["left"] - 1
    return ask(st, env_id, new_question(player - 1, "cell", "deploy", actions.words_of(st, cells), source=ready[0]))


def put_hero(st: State, env_id: EnvironmentId) -> Signal:
    """Deploy it."""
    names = st.environments[env_id].names
    (word,) = answer(st, env_id)
    cell = cell_of(grid(st).width, word)
    return in_scope(st, names["player"], "encounter/deploy", names["hero"], hero=names["hero"], cell=cell)


def do_deploy(st: State, env_id: EnvironmentId) -> None:
    """Put the hero on its cell."""
    names = st.environments[env_id].names
    deploy_hero(st, names["hero"], names["cell"])


# ------------------------------------------------------------------------------------------------------------ turn


def turn_begins(st: State, env_id: EnvironmentId) -> Jump:
    """Begin a turn: standby returns to the deck, AP is set to its limit (001§2.1), heroes recover."""
    player = int(st.globals["active"])
    if player == PLAYER:
        set_turn(st, st.globals["round"])
    begin_turn(st)
    set_global(st, "phase", "BP")
    renew_deck(st, player)
    set_var(st, player, "ap", min(limit_of(st, player, "apCap"), st.program.config["apMost"]))
    for hero in st.zone(player, RECOVERY):
        change(st, hero, "cooldown", -1, 0, MAX_STAT)
    return emit_step(st, "RestoreAp")


def heroes_before(st: State, env_id: EnvironmentId) -> Jump:
    """Deploy ready heroes (EN14)."""
    return _heroes(st) if st.program.config["heroesFirst"] else None


def _heroes(st: State) -> Signal:
    return call(st, "encounter/heroes", {"player": st.globals["active"], "left": MAX_STAT})


def restore_units(st: State, env_id: EnvironmentId) -> None:
    """Restore AT, MT and CT of the active player's units, not above their defaults (001§6.3.9 to 11)."""
    waits = not st.program.config["heroActs"]
    for eid in units(st, st.globals["active"]):
        ent = st.entities[eid]
        if not (waits and ent["isFresh"]):
            for name in ("at", "mt", "ct"):
                set_var(st, eid, name, ent[f"{name}Max"])
        set_var(st, eid, "isFresh", 0)


def burn(st: State, env_id: EnvironmentId) -> None:
    """Deal the damage of burning ground, which has no source."""
    player = st.environments[env_id].names["player"]
    for eid in units(st, player):
        if st.globals["terrain"][st.entities[eid]["cell"]] == BURNING:
            hurt(st, player, 0, eid, st.program.config["burn"])


def axis_rolls(st: State, env_id: EnvironmentId) -> Jump:
    """Trigger the head of the axis, in the player's turn (001§10.2)."""
    if st.globals["active"] != PLAYER:
        return None
    if not st.program.config["keyAtCheckpoint"]:
        axis.enter_keys(st)
    return axis.roll(st)


def axis_fills(st: State, env_id: EnvironmentId) -> None:
    """Append random events until the axis is full."""
    axis.refill(st)


def do_draws(st: State, env_id: EnvironmentId) -> None:
    """Draw a card, or as many as static abilities say."""
    player = st.environments[env_id].names["player"]
    draw(st, player, limit_of(st, player, "draws"))


def heroes_after(st: State, env_id: EnvironmentId) -> Jump:
    """Deploy ready heroes where the setting says so (EN14)."""
    return None if st.program.config["heroesFirst"] else _heroes(st)


def main_begins(st: State, env_id: EnvironmentId) -> Jump:
    """Begin the main phase."""
    set_global(st, "phase", "main")
    return emit_step(st, "MPBegin")


def main_question(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt the active player for an action."""
    player = int(st.globals["active"])
    return ask_main(st, env_id, player - 1, "action", actions.options(st, player), actions.END)


def second_question(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for a target or a cell; without options (bots think a modifier away) the action is dropped."""
    (option,) = answer(st, env_id)
    if option == actions.END:
        return "main_ends"
    names = st.writable_environment(env_id).names
    names["verb"], names["eid"] = option
    st.writable_environment(env_id).answer = ()
    question = actions.second_question(st, int(st.globals["active"]), *option)
    if question is None:
        return None
    return ask(st, env_id, question) if question.options else "main_question"


def act(st: State, env_id: EnvironmentId) -> Jump:
    """Do it."""
    names, given = st.environments[env_id].names, answer(st, env_id)
    return actions.act(st, int(st.globals["active"]), names["verb"], names["eid"], given[0] if given else 0)


def main_ends(st: State, env_id: EnvironmentId) -> Jump:
    """End the main phase."""
    set_global(st, "phase", "EP")
    return emit_step(st, "MPEnd")


def curses(st: State, env_id: EnvironmentId) -> None:
    """Curse who stands on cursed ground at the end of the turn; this end does not count for it (001§3.1.1, EN16)."""
    for eid in units(st, st.globals["active"]):
        if st.globals["terrain"][st.entities[eid]["cell"]] == CURSE:
            give_status(st, eid, "cursed", 1)


def do_pass(st: State, env_id: EnvironmentId) -> None:
    """Count statuses down: half a turn for all, or a whole one for the side whose turn ends (EN16)."""
    player = st.environments[env_id].names["player"]
    whole = not st.program.config["halfTurns"]
    for eid in all_units(st):
        if whole and st.entities[eid]["own"] != player:
            continue
        for name in STATUS_NAMES:
            if st.entities[eid][name]:
                change(st, eid, name, -(HALVES if whole else 1), 0, MAX_STAT)
        _pass_unit(st, eid, HALVES if whole else 1)
        for held in st.zones.get((eid, ABILITIES), ()):
            _pass_ability(st, held, HALVES if whole else 1)
    _pass_timed(st, player, whole=whole)
    if st.globals.get(CONTROL_SPANS):
        end_control(st, HALVES if whole else 1)


def _pass_unit(st: State, eid: int, by: int) -> None:
    """Remove a unit whose time on the map is over (001§3.2.2): it does not die."""
    half_turns = st.entities[eid]["leaves"]
    if half_turns:
        set_var(st, eid, "leaves", max(0, half_turns - by))
        if half_turns <= by:
            remove_unit(st, eid)


def _pass_ability(st: State, ability: int, by: int) -> None:
    """Count a granted ability down, and take it away when its time is over."""
    half_turns = st.entities[ability].get("left", 0)
    if not half_turns:
        return
    if half_turns <= by:
        dispose(st, ability)
    else:
        set_var(st, ability, "left", half_turns - by)


def _pass_timed(st: State, player: int, *, whole: bool) -> None:
    """Count timed changes down, and take back what is over."""
    remaining = []
    for half_turns, eid, variable, delta, owner in st.globals["timed"]:
        by = (HALVES if owner == player else 0) if whole else 1
        if half_turns > by:
            remaining.append((half_turns - by, eid, variable, delta, owner))
        elif eid in st.entities:
            set_until(st, eid, variable, delta, 0)
    set_global(st, "timed", tuple(remaining))


def turn_ends(st: State, env_id: EnvironmentId) -> Jump:
    """Give the turn to the other side; after the opponent's the round is over, and the last round ends the match (EN12)."""
    player = int(st.globals["active"])
    end_period(st, "turn")
    if player == OPPONENT:
        end_period(st, "round")
        if st.globals["round"] >= st.globals["limit"]:
            finish(st, st.globals["atLimit"] - 1, "limit")
            return RETURN
        set_global(st, "round", st.globals["round"] + 1)
    set_global(st, "active", opponent_of(player))
    return "turn_begins"


BLOCKS = (
    flow(
        "encounter/match",
        setup_board,
        first_hero,
        first_hero_of_opponent,
        first_hands,
        turn_begins,
        heroes_before,
        restore_units,
        runs_in_scope("begins", "encounter/burn"),
        step("beginning", lambda st, _: emit_step(st, "BP")),
        axis_rolls,
        axis_fills,
        runs_in_scope("draws", "encounter/draw"),
        step("prepares", lambda st, _: emit_step(st, "Prepare")),
        heroes_after,
        main_begins,
        main_question,
        second_question,
        act,
        jumps("go_on", "main_question"),
        main_ends,
        step("ends", lambda st, _: emit_step(st, "EP")),
        runs_in_scope("time_passes", "encounter/pass"),
        curses,
        turn_ends,
    ),
    flow("encounter/heroes", ask_hero, put_hero, jumps("next_hero", "ask_hero")),
    flow("encounter/deploy", do_deploy),
    flow("encounter/step", emit_pending),
    flow("encounter/hands", draw_hands),
    flow("encounter/burn", burn),
    flow("encounter/draw", do_draws),
    flow("encounter/pass", do_pass),
)
