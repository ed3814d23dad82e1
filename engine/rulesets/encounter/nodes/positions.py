"""Effects by which units change places, sides and numbers with each other. Source: SOURCE.md, extensions."""

from __future__ import annotations

from functools import partial

from engine.language.spec import PRESENT, LocalizedText, Number, case, field, options
from engine.toolkit.nodes import Amount, Entities, clamp_count, effect, on_each
from engine.toolkit.nodes.exchange import pair_of, swap, swapped_values
from engine.toolkit.rules import (
    RETURN,
    Environment,
    EnvironmentId,
    Jump,
    Signal,
    State,
    answer,
    ask,
    call,
    flow,
    move,
    new_question,
    register_abilities,
    set_global,
    set_var,
    unregister_abilities,
)
from engine.toolkit.steps import jumps

from .. import movement
from ..grid import cell_of, distance, word_of
from ..table import (
    ABILITIES,
    FIELD,
    HALVES,
    fresh_actions,
    grid,
    is_alive,
    is_unit,
    occupants_by_cell,
)
from ..words import WALL
from .effect_fields import HURT, TARGET, TURNS
from .handlers import UNITS, push

CONTROL_SPANS = "borrowed"
"""The global that lists the units that another side controls for a while: remaining half turns, unit, its own side, the side that took it."""
PLACE, STRENGTH = "place", "attackAndHealth"


def move_to(st: State, env_id: EnvironmentId, name: str, target: Entities, steps: Amount) -> Signal | None:
    """Move units one after the other, each to a free cell of its own choice that is within a number of cells of it."""
    env = st.environments[env_id]
    job = {"units": tuple(dict.fromkeys(target)), "steps": clamp_count(steps), "player": env.owner}
    return call(st, "encounter/moveTo", job, env.owner, env.source or 0) if target and is_asked(st, env.owner) else None


def is_asked(st: State, player: int) -> bool:
    """Return whether there is a player to ask: neutral units have none."""
    return "seat" in st.entities.get(player, {})


def ask_place(st: State, env_id: EnvironmentId) -> Jump:
    """Prompt for the cell of the first unit; one without a free cell stays."""
    env, board = st.writable_environment(env_id), grid(st)
    job = env.names
    job["unit"], job["units"] = job["units"][0], job["units"][1:]
    env.answer = ()
    if not is_alive(st, job["unit"]):
        return None
    origin, occupants, terrain = st.entities[job["unit"]]["cell"], occupants_by_cell(st), st.globals["terrain"]
    cells = [
        cell
        for cell in range(board.width * board.height)
        if cell not in occupants and terrain[cell] != WALL and distance(board.width, origin, cell) <= job["steps"]
    ]
    if not cells:
        return None
    words = tuple(word_of(board.width, cell) for cell in cells)
    return ask(st, env_id, new_question(job["player"] - 1, "cell", "moveTo", words, source=env.source or 0))


def arrive(st: State, env_id: EnvironmentId) -> Jump:
    """Put the unit on the cell; the ground there does its work."""
    job, words = st.environments[env_id].names, answer(st, env_id)
    if words:
        cell = cell_of(grid(st).width, words[0])
        set_var(st, job["unit"], "cell", cell)
        movement.apply_terrain(st, job["unit"], cell)
    return None if job["units"] else RETURN


def swap_units(st: State, env_id: EnvironmentId, name: str, what: str, first: Entities, second: Entities) -> None:
    """Give each of two units the place or a stat of the other; or each unit its health as attack, and its attack as health."""
    if what == STRENGTH:
        for eid in dict.fromkeys(eid for eid in (*first, *second) if is_alive(st, eid)):
            _turn_round(st, eid)
        return
    pair, key = pair_of(first, second, lambda eid: is_alive(st, eid)), "cell" if what == PLACE else what
    for eid, number in swapped_values(st, pair, key):
        set_var(st, eid, key, min(number, st.entities[eid]["mhp"]) if what == "health" else number)
    for eid in pair if what == PLACE else ():
        movement.apply_terrain(st, eid, st.entities[eid]["cell"])


def _turn_round(st: State, eid: int) -> None:
    """Swap attack and health of a unit; health beyond the maximum raises that, and without any it dies when this is done."""
    ent = st.entities[eid]
    attack, health = max(ent["atk"], 0), ent["health"]
    set_var(st, eid, "atk", health)
    set_var(st, eid, "mhp", max(ent["mhp"], attack))
    set_var(st, eid, "health", attack)


@on_each(UNITS)
def take_control(st: State, env: Environment, eid: int, turns: Amount) -> None:
    """Give units to the side whose code runs, for good or for some turns; heroes stay with their own side."""
    player, former = env.owner, st.entities[eid]["own"]
    if former == player or not is_asked(st, player) or st.entities[eid]["kind"] == "hero":
        return
    hand_over(st, eid, player)
    if clamp_count(turns):
        row = (clamp_count(turns) * HALVES, eid, former, player)
        set_global(st, CONTROL_SPANS, (*st.globals.get(CONTROL_SPANS, ()), row))


def hand_over(st: State, eid: int, player: int) -> None:
    """Make a unit one of another side, on its cell; what it bears goes with it, and it may act at once."""
    set_var(st, eid, "own", player)
    for ability in st.zone(eid, ABILITIES):
        unregister_abilities(st, ability, "")
        set_var(st, ability, "own", player)
        register_abilities(st, ability)
    fresh_actions(st, eid, acts=True)
    move(st, eid, player, FIELD)


def end_control(st: State, by: int) -> None:
    """Count half turns of those that are borrowed, and give back whose time is over."""
    rows = st.globals.get(CONTROL_SPANS, ())
    spans = tuple((half - by, eid, former, taker) for half, eid, former, taker in rows if is_unit(st, eid))
    for half, eid, former, taker in spans:
        if half <= 0 and st.entities[eid]["own"] == taker:
            hand_over(st, eid, former)
    set_global(st, CONTROL_SPANS, tuple(row for row in spans if row[0] > 0))


_STATS = options(
    (PLACE, "places", "位置"),
    ("health", "health", "生命值"),
    ("atk", "attack", "攻击力"),
    (STRENGTH, "attack and health", "攻击力与生命值"),
)
POSITION_EFFECTS = (
    effect(
        "pull",
        "board",
        "Pull",
        "拉近",
        (TARGET, field("steps", Number(1, 9), "Steps", "格数")),
        "Towards the bearer, as far as cells are free.",
        "朝向携带者，直到没有空格。",
        "Pull {target} {steps:step|steps} closer.",
        "将{target}拉近{steps:格}。",
        partial(push, closer=True),
        ("pull, drag, hook, grab", "拉近、拖拽、钩、拉"),
        "arrow-right",
        HURT,
        extension=True,
    ),
    effect(
        "moveTo",
        "board",
        "Move to a chosen cell",
        "移至所选格子",
        (TARGET, field("steps", Number(1, 20), "Within", "距离")),
        "To a free cell of your choice within that number of cells, over whatever lies between; it is no move of its own.",
        "移至你选择的、距离以内的空格，不受途中阻挡；不视为移动动作。",
        "Move {target} to a free cell of your choice within {steps:cell|cells}.",
        "将{target}移至{steps:格}内你选择的空格。",
        move_to,
        ("teleport, blink, jump, relocate, place", "传送、闪现、跳跃、换位、移位"),
        "move",
        HURT,
        suspends=True,
        extension=True,
    ),
    swap(
        "swap",
        "unit",
        _STATS,
        swap_units,
        LocalizedText(
            "Both sides are read before either changes. With attack and health each unit swaps its own two numbers.",
            "先读取双方，再改变任何一方。攻击力与生命值为各单位自身两项数值的互换。",
        ),
        group="board",
        emits=HURT,
    ),
    effect(
        "takeControl",
        "board",
        "Take control",
        "策反",
        (TARGET, TURNS),
        "The unit is yours, on its cell, and may act at once; heroes stay with their own side.",
        "该单位在原格归你所有，可立即行动；英雄不受影响。",
        "Seize control of {target}.",
        "策反{target}。",
        take_control,
        ("mind control, steal unit, charm, dominate", "夺取、精神控制、策反、支配"),
        "users",
        ("RegionChange", "Dead"),
        cases=(
            case({"turns": 1}, "Seize control of {target} for {turns} turn.", "策反{target}，持续{turns:回合}。"),
            case(
                {"turns": PRESENT},
                "Seize control of {target} for {turns} turns.",
                "策反{target}，持续{turns:回合}。",
            ),
        ),
        keys=("seize", "策反"),
        extension=True,
    ),
)
BLOCKS = (flow("encounter/moveTo", ask_place, arrive, jumps("next_move", "ask_place")),)
