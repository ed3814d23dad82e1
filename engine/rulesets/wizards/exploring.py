"""The preparing and exploring phases: hands are refilled, empty slots are filled. Source: WZ1, WZ4, WZ14."""

from __future__ import annotations

from typing import Any

from engine.toolkit.rules import (
    EnvironmentId,
    Jump,
    State,
    answer,
    ask,
    call,
    definition,
    emit,
    flow,
    move,
    new_question,
)
from engine.toolkit.steps import emits, ends, jumps

from .config import LEVELS
from .damage import may_discard, unfold
from .modifiers import limit_of
from .moving import after_draw, draw_cards, run_timing
from .solo import solo_monsters
from .table import TABLE, in_order, phase_starts, players, seat, set_phase


def choose_discards(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt the next player for the cards to discard before refilling."""
    names = st.environments[env_id].names
    if names["at"] >= len(names["queue"]):
        return "preparing_ends"
    player = names["queue"][names["at"]]
    hand = may_discard(st, st.zone(player, "hand"))
    return ask(st, env_id, new_question(seat(player), "cards", "discard", hand, 0, len(hand)))


def discard(st: State, env_id: EnvironmentId) -> Jump:
    """Discard what was chosen, each card with its event."""
    cards = answer(st, env_id)
    return call(st, "wizards/discard", {"targets": cards}) if cards else None


def refill(st: State, env_id: EnvironmentId) -> Jump:
    """Draw to the full hand; the cards' onDraw run in order of drawing."""
    names = st.writable_environment(env_id).names
    player = names["queue"][names["at"]]
    names["at"] += 1
    drawn = draw_cards(st, player, limit_of(st, player, "hand") - len(st.zone(player, "hand")))
    return after_draw(st, player, drawn)


def exploring_starts(st: State, env_id: EnvironmentId) -> Jump:
    """List the empty slots in the order in which they are filled, neutral ones last and by the start player."""
    set_phase(st, "exploring")
    order = in_order(st)
    slots = [(p, p) for p in order if not st.zone(p, "slot")]
    slots += [(h, order[0]) for h in st.globals["holders"] if h not in players(st) and not st.zone(h, "slot")]
    st.writable_environment(env_id).names.update(queue=tuple(slots), at=0)
    return emit(st, "onExploringPhaseStart")


def open_levels(st: State, neutral: bool) -> list[str]:
    """Return the levels that may be flipped now: opened by the furthest loop, with cards left, never XII into a neutral slot."""
    config, loop = st.program.config, st.globals["entered"]
    opens = config["openFrom"]
    return [
        level
        for level in LEVELS
        if opens[level] <= loop and st.zone(TABLE, level) and not (neutral and level == "XII")
        if level != "XII" or not config["soloFight"] or solo_monsters(st)
    ]


def choose_level(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the level at which the next empty slot is filled."""
    names = st.environments[env_id].names
    if names["at"] >= len(names["queue"]):
        return "exploring_ends"
    holder, player = names["queue"][names["at"]]
    levels = open_levels(st, holder != player)
    return ask(st, env_id, new_question(seat(player), "level", "explore", levels))


def flip(st: State, env_id: EnvironmentId) -> Jump:
    """Flip at the chosen level: a monster takes the slot, an event is set aside; the flip is emitted."""
    names = st.writable_environment(env_id).names
    holder, player = names["queue"][names["at"]]
    levels = answer(st, env_id)
    if levels == ("XII",) and st.program.config["soloFight"]:
        names["at"] += 1
        names["again"] = False
        return call(st, "wizards/solo", {"player": player})
    pile = st.zone(TABLE, levels[0]) if levels else ()
    if not pile:
        names["at"] += 1
        return "choose_level"
    card = names["card"] = pile[0]
    card_def = definition(st, card)
    is_monster = card_def.words["type"] == "monster"
    if is_monster:
        move(st, card, holder, "slot")
        unfold(st, card)
        names["at"] += 1
    else:
        move(st, card, TABLE, "explored")
    names["again"] = not is_monster
    names["player"] = player
    return emit(st, "onExplorationFlip", (card, card_def.words["type"], card_def.id, card_def.words["level"], player))


def take_effect(st: State, env_id: EnvironmentId) -> Jump:
    """Do what the flipped card does; a monster fought alone has done it already."""
    names = st.writable_environment(env_id).names
    if not names.get("card"):
        return None
    return run_timing(st, names["card"], "onDrawExploration", names["player"])


def flip_again(st: State, env_id: EnvironmentId) -> str:
    """After an event flip again at the same level, after a monster go to the next slot."""
    st.writable_environment(env_id).names["card"] = 0
    return "flip" if st.environments[env_id].names["again"] else "choose_level"


BLOCKS: tuple[Any, ...] = (
    flow(
        "wizards/preparing",
        phase_starts("preparing"),
        choose_discards,
        discard,
        refill,
        jumps("next_hand", "choose_discards"),
        emits("preparing_ends", "onPreparingPhaseEnd"),
        ends("end_exploring"),
    ),
    flow(
        "wizards/exploring",
        exploring_starts,
        choose_level,
        flip,
        take_effect,
        flip_again,
        emits("exploring_ends", "onExploringPhaseEnd"),
        ends("end_exploring"),
    ),
)
