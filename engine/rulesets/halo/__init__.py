"""Three lanes, two bases, and ships above: the card game of 003. Source: 003; SOURCE.md marks extensions."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.definitions import BoundNames
from engine.language.spec import LocalizedText
from engine.ruleset import Decks, Ruleset
from engine.rulesets.halo import (
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
    rewrite,
    setup,
    skirmish,
    story,
    vocabulary,
)
from engine.rulesets.halo.nodes.ability_context import STATIC_PLAYER, STATIC_TARGET
from engine.toolkit.rules import Budgets, Mechanics, Order
from engine.toolkit.settings import defaults

RULESET = Ruleset(
    name="halo",
    title=LocalizedText("Three Lanes", "三线战场"),
    seats=(2,),
    folder=Path(__file__).parent,
    sample=(
        "bastion",
        LocalizedText("Bastion and Communion", "堡垒与圣会"),
        LocalizedText(
            "The set that the engine ships: four factions, ships, and two decks for each side.",
            "引擎自带的卡包：四个阵营、舰船，以及双方各两副牌组。",
        ),
    ),
    vocabulary=vocabulary.HALO,
    settings=config.SETTINGS,
    config=defaults(config.SETTINGS),
    budgets=Budgets(queued=400),
    blocks=(
        *match.BLOCKS,
        *resources.BLOCKS,
        *deploying.BLOCKS,
        *drops.BLOCKS,
        *skirmish.BLOCKS,
        *hijack.BLOCKS,
        *orbit.BLOCKS,
        *damage.BLOCKS,
        *deaths.BLOCKS,
        *lanes.BLOCKS,
    ),
    opening="halo/match",
    templates=define.TEMPLATES,
    problem_codes=problems.CODES,
    problem_examples=problems.EXAMPLES,
    problems_unseen=problems.UNSEEN,
    groups=labels.GROUPS,
    guides=labels.GUIDES,
    rewrite=rewrite.rewrite,
    define=define.define,
    deal=setup.deal,
    evaluate=evaluate.evaluate,
    candidate_actions=evaluate.candidate_actions,
    bots_remember=True,
    determinize=setup.VISIBILITY.determinize,
    hidden_zones=setup.VISIBILITY.hidden_zones,
    face=face.face,
    tones=face.TONES,
    experiment=experiment.EXPERIMENT,
    mechanics=Mechanics(
        order=Order(("priority",)),
        rules=deaths.RULES,
        requests=deaths.REQUESTS,
        secret=setup.VISIBILITY.secret,
        own=setup.VISIBILITY.own,
        periods={"turn": "globalTurn", "round": "round"},
        words=frozenset(("sourceCardId",)),
        names=BoundNames("self.UUID", "self.playerUUID", STATIC_TARGET, STATIC_PLAYER),
    ),
    board=board.BOARD,
    decks=Decks(decks.RULES, decks.DEFAULT),
    schema_files={"card-def.schema.json": "card", "deck.schema.json": "deck"},
    story=story.STORY,
)
