"""Reverse-Time Wizards: a race on a time wheel, fed by slain monsters. Source: 000; SOURCE.md marks extensions."""

from __future__ import annotations

from pathlib import Path

from engine.language.compiling.abilities import UUID_NAMES
from engine.language.spec import LocalizedText
from engine.ruleset import Ruleset
from engine.rulesets.wizards import (
    advancing,
    battling,
    board,
    config,
    damage,
    define,
    effects,
    evaluate,
    experiment,
    exploring,
    face,
    labels,
    match,
    moving,
    playing,
    problems,
    rewrite,
    setup,
    solo,
    story,
    supplying,
    vocabulary,
)
from engine.toolkit.rules import Budgets, Mechanics
from engine.toolkit.settings import defaults

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
    vocabulary=vocabulary.WIZARDS,
    settings=config.SETTINGS,
    config=defaults(config.SETTINGS),
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
    templates=define.TEMPLATES,
    problem_codes=problems.CODES,
    problem_examples=problems.EXAMPLES,
    problems_unseen=problems.UNSEEN,
    groups=labels.GROUPS,
    results=labels.RESULTS,
    rewrite=rewrite.rewrite,
    define=define.define,
    deal=setup.deal,
    evaluate=evaluate.evaluate,
    candidate_actions=evaluate.candidate_actions,
    determinize=setup.determinize,
    hidden_zones=setup.VISIBILITY.hidden_zones,
    face=face.face,
    tones=face.TONES,
    experiment=experiment.EXPERIMENT,
    story=story.STORY,
    mechanics=Mechanics(
        secret=setup.VISIBILITY.secret,
        own=setup.VISIBILITY.own,
        periods={"round": "round"},
        names=UUID_NAMES,
        words=frozenset({"school"}),
    ),
    board=board.BOARD,
    deprecated_syntax=rewrite.DEPRECATED_SYNTAX,
)
