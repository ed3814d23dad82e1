"""Three lanes, two bases, and ships above: the card game of 003. Source: 003; SOURCE.md marks extensions."""

from __future__ import annotations

from engine.kernel.definitions import BoundNames
from engine.toolkit.modules import from_modules
from engine.toolkit.rules import Budgets, Mechanics, Order

from . import (
    blanks,
    board,
    config,
    damage,
    deaths,
    decks,
    define,
    deploying,
    drops,
    evaluate,
    experiment,
    face,
    hijack,
    labels,
    lanes,
    match,
    orbit,
    problems,
    resources,
    setup,
    skirmish,
    story,
    vocabulary,
)
from .nodes.ability_context import STATIC_PLAYER, STATIC_TARGET

RULESET = from_modules(
    "halo",
    ("Three Lanes", "三线战场"),
    (
        "bastion",
        ("Bastion and Communion", "堡垒与圣会"),
        (
            "The set that the engine ships: four factions, ships, and two decks for each side.",
            "引擎自带的卡包：四个阵营、舰船，以及双方各两副牌组。",
        ),
    ),
    (
        *(blanks, board, config, decks, define, evaluate, experiment, face, labels, problems, setup, story),
        *(match, resources, deploying, drops, skirmish, hijack, orbit, damage, deaths, lanes),
    ),
    vocabulary.HALO,
    Mechanics(
        order=Order(("priority",)),
        rules=deaths.RULES,
        requests=deaths.REQUESTS,
        periods={"turn": "globalTurn", "round": "round"},
        words=frozenset(("sourceCardId",)),
        names=BoundNames("self.UUID", "self.playerUUID", STATIC_TARGET, STATIC_PLAYER),
    ),
    seats=(2,),
    budgets=Budgets(queued=400),
    bots_remember=True,
)
