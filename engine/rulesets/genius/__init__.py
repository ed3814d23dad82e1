"""Three characters a side, dice for costs, seven elements that react: the game of 002 and 004. SOURCE.md has its rules."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.definitions import Budgets
from engine.kernel.state import Mechanics, Order
from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Decks, Ruleset
from engine.rulesets.genius import actions, match, plays, skills, state_checks
from engine.rulesets.genius.blanks import TEMPLATES
from engine.rulesets.genius.board import BOARD
from engine.rulesets.genius.config import SETTINGS, defaults
from engine.rulesets.genius.decks import DEFAULT, RULES
from engine.rulesets.genius.define import define, rewrite
from engine.rulesets.genius.evaluate import candidate_actions, evaluate
from engine.rulesets.genius.experiment import EXPERIMENT
from engine.rulesets.genius.face import ICONS, TONES, face
from engine.rulesets.genius.labels import GROUPS, GUIDES
from engine.rulesets.genius.masks import encode
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.order import tie
from engine.rulesets.genius.problems import CODES, EXAMPLES
from engine.rulesets.genius.setup import SECRET, deal, determinize, hidden_zones
from engine.rulesets.genius.story import STORY
from engine.rulesets.genius.table import DICE_ZONE, HANDS, ZONES
from engine.rulesets.genius.vocabulary import GENIUS

RULESET = Ruleset(
    name="genius",
    title=LocalizedText("Seven Dice", "七元骰局"),
    seats=(2,),
    folder=Path(__file__).parent,
    sample=(
        "seven-dice",
        LocalizedText("Seven Dice", "七元骰局"),
        LocalizedText(
            "The set that the engine ships: characters of seven elements and their cards.",
            "引擎自带的卡包：七种元素的角色及其卡牌。",
        ),
    ),
    vocabulary=GENIUS,
    templates=TEMPLATES,
    rewrite=rewrite,
    problem_codes=CODES,
    problem_examples=EXAMPLES,
    groups=GROUPS,
    guides=GUIDES,
    settings=SETTINGS,
    config=defaults(),
    budgets=Budgets(queued=400),
    blocks=(*match.BLOCKS, *skills.BLOCKS, *plays.BLOCKS, *actions.BLOCKS, *state_checks.BLOCKS, *handlers.BLOCKS),
    opening="genius/match",
    define=define,
    deal=deal,
    mechanics=Mechanics(
        order=Order(("zone", tie), ZONES, settled_by=("tie", "text")),
        rules=state_checks.RULES,
        requests=handlers.REQUESTS,
        scoped=True,
        secret=SECRET,
        own=frozenset((HANDS, DICE_ZONE)),
        periods={"round": "round"},
        id_step=-1,
        hosts=frozenset(("character",)),
        words=frozenset(),
        names=UUID_NAMES,
    ),
    decks=Decks(RULES, DEFAULT),
    evaluate=evaluate,
    candidate_actions=candidate_actions,
    bots_remember=True,
    determinize=determinize,
    hidden_zones=hidden_zones,
    experiment=EXPERIMENT,
    board=BOARD,
    encode=encode,
    face=face,
    tones=TONES,
    icons=ICONS,
    schema_files={"card-def.schema.json": "card", "deck.schema.json": "deck"},
    story=STORY,
)
