"""Reverse-Time Wizards: a race on a time wheel, fed by slain monsters. Source: 000; SOURCE.md marks extensions."""

from __future__ import annotations

from engine.language.compiling.abilities import UUID_NAMES
from engine.toolkit.modules import from_modules
from engine.toolkit.rules import Mechanics

from . import (
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

RULESET = from_modules(
    "wizards",
    ("Reverse-Time Wizards", "逆时巫师"),
    (
        "loom",
        ("Loom of Hours", "时之织机"),
        ("The set that the engine ships: a complete match for two to four.", "引擎自带的卡包：可供二至四人完整对局。"),
    ),
    (
        *(board, config, define, evaluate, experiment, face, labels, problems, rewrite, setup, story),
        *(match, exploring, battling, playing, solo, damage, moving, effects, advancing, supplying),
    ),
    vocabulary.WIZARDS,
    Mechanics(periods={"round": "round"}, names=UUID_NAMES, words=frozenset({"school"})),
    seats=(2, 3, 4),
)
