"""Reverse-Time Wizards: a race on a time wheel, fed by slain monsters. Source: 000; SOURCE.md marks extensions."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.definitions import Budgets
from engine.kernel.state import Mechanics
from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Ruleset
from engine.rulesets.wizards import (
    advancing,
    battling,
    damage,
    effects,
    exploring,
    match,
    moving,
    playing,
    solo,
    supplying,
)
from engine.rulesets.wizards.board import BOARD
from engine.rulesets.wizards.config import SETTINGS, defaults
from engine.rulesets.wizards.define import TEMPLATES, define
from engine.rulesets.wizards.evaluate import candidate_actions, evaluate
from engine.rulesets.wizards.experiment import EXPERIMENT
from engine.rulesets.wizards.face import TONES, face
from engine.rulesets.wizards.labels import GROUPS, RESULTS
from engine.rulesets.wizards.problems import CODES, EXAMPLES, UNSEEN
from engine.rulesets.wizards.rewrite import DEPRECATED_SYNTAX, rewrite
from engine.rulesets.wizards.setup import SECRET, deal, determinize, hidden_zones
from engine.rulesets.wizards.story import STORY
from engine.rulesets.wizards.vocabulary import WIZARDS

RULESET = Ruleset(
    name="wizards",
    title=LocalizedText("Reverse-Time Wizards", "逆时巫师"),
    seats=(2, 3, 4),
    folder=Path(__file__).parent,
    sample=(
        "loom",
        LocalizedText("Loom of Hours", "时之织机"),
        LocalizedText(
            "The set that the engine ships: a complete match for two to four.", "引擎自带的卡包：可供二至四人完整对局。"
        ),
    ),
    vocabulary=WIZARDS,
    settings=SETTINGS,
    config=defaults(),
    budgets=Budgets(),
    blocks=(
        *match.BLOCKS,
        *exploring.BLOCKS,
        *battling.BLOCKS,
        *playing.BLOCKS,
        *solo.BLOCKS,
        *damage.BLOCKS,
        *moving.BLOCKS,
        *effects.BLOCKS,
        *advancing.BLOCKS,
        *supplying.BLOCKS,
    ),
    opening="wizards/match",
    templates=TEMPLATES,
    problem_codes=CODES,
    problem_examples=EXAMPLES,
    problems_unseen=UNSEEN,
    groups=GROUPS,
    results=RESULTS,
    rewrite=rewrite,
    define=define,
    deal=deal,
    evaluate=evaluate,
    candidate_actions=candidate_actions,
    determinize=determinize,
    hidden_zones=hidden_zones,
    face=face,
    tones=TONES,
    experiment=EXPERIMENT,
    story=STORY,
    mechanics=Mechanics(
        secret=SECRET, own=frozenset(("hand", "undercurrent")), names=UUID_NAMES, words=frozenset({"school"})
    ),
    board=BOARD,
    deprecated_syntax=DEPRECATED_SYNTAX,
)
