"""Three characters a side, dice for costs, seven elements that react: the game of 002 and 004. SOURCE.md has its rules."""

from __future__ import annotations

from engine.language.compiling.abilities import UUID_NAMES
from engine.toolkit.modules import from_modules
from engine.toolkit.rules import Budgets, Mechanics, Order

from . import (
    actions,
    blanks,
    board,
    config,
    decks,
    define,
    evaluate,
    experiment,
    face,
    labels,
    masks,
    match,
    order,
    plays,
    problems,
    setup,
    skills,
    state_checks,
    story,
    table,
    vocabulary,
)
from .nodes import card_handlers, handlers

RULESET = from_modules(
    "genius",
    ("Seven Dice", "七元骰局"),
    (
        "seven-dice",
        ("Seven Dice", "七元骰局"),
        (
            "The set that the engine ships: characters of seven elements and their cards.",
            "引擎自带的卡包：七种元素的角色及其卡牌。",
        ),
    ),
    (
        *(blanks, board, config, decks, define, evaluate, experiment, face, labels, masks, problems, setup, story),
        *(match, skills, plays, actions, state_checks, handlers, card_handlers),
    ),
    vocabulary.GENIUS,
    Mechanics(
        order=Order(("zone", order.tie), table.ZONES, settled_by=("tie", "text")),
        rules=state_checks.RULES,
        requests=handlers.REQUESTS,
        scoped=True,
        periods={"round": "round"},
        id_step=-1,
        hosts=frozenset(("character",)),
        words=frozenset(),
        names=UUID_NAMES,
        on_payment=table.raise_spent,
    ),
    seats=(2,),
    budgets=Budgets(queued=400),
    bots_remember=True,
)
