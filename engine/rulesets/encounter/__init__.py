"""A grid, units with attack speeds, regions to hold, and a queue of events: the game of 001. SOURCE.md has its rules."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.definitions import Budgets
from engine.kernel.state import Mechanics, Order
from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Ruleset
from engine.rulesets.encounter import actions, axis, deployment, fight, match, movement, state_checks
from engine.rulesets.encounter.blanks import TEMPLATES
from engine.rulesets.encounter.board import BOARD
from engine.rulesets.encounter.config import SETTINGS, defaults
from engine.rulesets.encounter.define import define, rewrite
from engine.rulesets.encounter.evaluate import candidate_actions, evaluate
from engine.rulesets.encounter.experiment import EXPERIMENT
from engine.rulesets.encounter.face import ICONS, TONES, face
from engine.rulesets.encounter.labels import GROUPS, GUIDES
from engine.rulesets.encounter.problems import CODES, EXAMPLES
from engine.rulesets.encounter.setup import SECRET, deal, determinize, hidden_zones
from engine.rulesets.encounter.story import STORY
from engine.rulesets.encounter.table import ABILITIES, AXIS, HAND
from engine.rulesets.encounter.vocabulary import ENCOUNTER

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
    vocabulary=ENCOUNTER,
    templates=TEMPLATES,
    rewrite=rewrite,
    problem_codes=CODES,
    problem_examples=EXAMPLES,
    groups=GROUPS,
    guides=GUIDES,
    settings=SETTINGS,
    config=defaults(),
    budgets=Budgets(queued=400, decisions=20_000),
    blocks=(*match.BLOCKS, *actions.BLOCKS, *movement.BLOCKS, *deployment.BLOCKS, *fight.BLOCKS, *axis.BLOCKS),
    opening="encounter/match",
    define=define,
    deal=deal,
    mechanics=Mechanics(
        order=Order(("zone",), (ABILITIES, AXIS)),
        rules=state_checks.RULES,
        scoped=True,
        secret=SECRET,
        own=frozenset((HAND,)),
        periods={"round": "round"},
        names=UUID_NAMES,
    ),
    evaluate=evaluate,
    candidate_actions=candidate_actions,
    bots_remember=True,
    determinize=determinize,
    hidden_zones=hidden_zones,
    experiment=EXPERIMENT,
    board=BOARD,
    face=face,
    tones=TONES,
    icons=ICONS,
    story=STORY,
)
