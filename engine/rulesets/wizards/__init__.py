"""Reverse-Time Wizards: a race on a time wheel, fed by slain monsters. Source: 000; SOURCE.md tells what is ours."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.program import Budgets, Mechanics
from engine.language.shapes import Bi
from engine.ruleset import Ruleset
from engine.rulesets.wizards import (
    advancing,
    battling,
    effects,
    exploring,
    fights,
    match,
    moving,
    playing,
    solo,
    supplying,
)
from engine.rulesets.wizards.board import BOARD
from engine.rulesets.wizards.config import SETTINGS, defaults
from engine.rulesets.wizards.define import TEMPLATES, define, face
from engine.rulesets.wizards.evaluate import evaluate, narrow
from engine.rulesets.wizards.experiment import EXPERIMENT
from engine.rulesets.wizards.rewrite import SPELLINGS, rewrite
from engine.rulesets.wizards.setup import SECRET, deal, hidden, redeal
from engine.rulesets.wizards.story import STORY
from engine.rulesets.wizards.vocabulary import WIZARDS

RULESET = Ruleset(
    name="wizards",
    title=Bi("Reverse-Time Wizards", "逆时巫师"),
    seats=(2, 3, 4),
    folder=Path(__file__).parent,
    sample=(
        "loom",
        Bi("Loom of Hours", "时之织机"),
        Bi(
            "The set that the engine ships: a complete match for two to four.", "引擎自带的套牌：可供二至四人完整对局。"
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
        *fights.BLOCKS,
        *moving.BLOCKS,
        *effects.BLOCKS,
        *advancing.BLOCKS,
        *supplying.BLOCKS,
    ),
    opening="wizards/match",
    templates=TEMPLATES,
    rewrite=rewrite,
    define=define,
    deal=deal,
    evaluate=evaluate,
    narrow=narrow,
    redeal=redeal,
    hidden=hidden,
    face=face,
    experiment=EXPERIMENT,
    story=STORY,
    mechanics=Mechanics(secret=SECRET),
    board=BOARD,
    spellings=SPELLINGS,
)
