"""A grid, units with attack speeds, regions to hold, and a queue of events: the game of 001. SOURCE.md has its rules."""

from __future__ import annotations

from engine.language.compiling.abilities import UUID_NAMES
from engine.toolkit.modules import from_modules
from engine.toolkit.rules import Budgets, Mechanics, Order

from . import (
    actions,
    axis,
    blanks,
    board,
    config,
    define,
    deployment,
    evaluate,
    experiment,
    face,
    fight,
    labels,
    match,
    movement,
    problems,
    setup,
    state_checks,
    story,
    table,
    vocabulary,
)
from .nodes import handlers, positions

RULESET = from_modules(
    "encounter",
    ("Encounter", "遭遇"),
    (
        "marches",
        ("The Marches", "边境"),
        (
            "The set that the engine ships: heroes, units, spells, events, maps and encounters of a border war.",
            "引擎自带的卡包：一场边境之战的英雄、单位、法咒、事件、地图与遭遇。",
        ),
    ),
    (
        *(blanks, board, config, define, evaluate, experiment, face, labels, problems, setup, story),
        *(match, actions, movement, deployment, fight, axis, positions, handlers),
    ),
    vocabulary.ENCOUNTER,
    Mechanics(
        order=Order(("zone",), (table.ABILITIES, table.AXIS)),
        rules=state_checks.RULES,
        scoped=True,
        periods={"turn": ("active", "round"), "round": "round"},
        names=UUID_NAMES,
    ),
    seats=(2,),
    budgets=Budgets(queued=400, decisions=20_000),
    bots_remember=True,
)
