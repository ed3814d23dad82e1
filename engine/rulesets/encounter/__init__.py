"""A grid, units with attack speeds, regions to hold, and a queue of events: the game of 001. SOURCE.md has its rules."""

from __future__ import annotations

from pathlib import Path

from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.rulesets.encounter import (
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
from engine.rulesets.encounter.nodes import handlers, positions
from engine.toolkit.rules import Budgets, Mechanics, Order
from engine.toolkit.settings import defaults

RULESET = Ruleset(
    name="encounter",
    title=LocalizedText("Encounter", "遭遇"),
    seats=(2,),
    folder=Path(__file__).parent,
    sample=(
        "marches",
        LocalizedText("The Marches", "边境"),
        LocalizedText(
            "The set that the engine ships: heroes, units, spells, events, maps and encounters of a border war.",
            "引擎自带的卡包：一场边境之战的英雄、单位、法咒、事件、地图与遭遇。",
        ),
    ),
    vocabulary=vocabulary.ENCOUNTER,
    templates=blanks.TEMPLATES,
    rewrite=define.rewrite,
    problem_codes=problems.CODES,
    problem_examples=problems.EXAMPLES,
    groups=labels.GROUPS,
    guides=labels.GUIDES,
    settings=config.SETTINGS,
    config=defaults(config.SETTINGS),
    budgets=Budgets(queued=400, decisions=20_000),
    blocks=(
        *match.BLOCKS,
        *actions.BLOCKS,
        *movement.BLOCKS,
        *deployment.BLOCKS,
        *fight.BLOCKS,
        *axis.BLOCKS,
        *positions.BLOCKS,
        *handlers.BLOCKS,
    ),
    opening="encounter/match",
    define=define.define,
    deal=setup.deal,
    mechanics=Mechanics(
        order=Order(("zone",), (table.ABILITIES, table.AXIS)),
        rules=state_checks.RULES,
        scoped=True,
        secret=setup.VISIBILITY.secret,
        own=setup.VISIBILITY.own,
        periods={"turn": ("active", "round"), "round": "round"},
        names=UUID_NAMES,
    ),
    evaluate=evaluate.evaluate,
    candidate_actions=evaluate.candidate_actions,
    bots_remember=True,
    determinize=setup.VISIBILITY.determinize,
    hidden_zones=setup.VISIBILITY.hidden_zones,
    experiment=experiment.EXPERIMENT,
    board=board.BOARD,
    face=face.face,
    tones=face.TONES,
    icons=face.ICONS,
    story=story.STORY,
)
