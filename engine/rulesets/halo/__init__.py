"""Three lanes, two bases, and ships above: the card game of 003. Source: 003; SOURCE.md marks extensions."""

from __future__ import annotations

from pathlib import Path

from engine.kernel.definitions import BoundNames, Budgets
from engine.kernel.state import Mechanics, Order
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Decks, Ruleset
from engine.rulesets.halo import (
    damage,
    deaths,
    deploying,
    drops,
    hijack,
    lanes,
    match,
    orbit,
    resources,
    skirmish,
)
from engine.rulesets.halo.board import BOARD
from engine.rulesets.halo.config import SETTINGS, defaults
from engine.rulesets.halo.decks import DEFAULT, RULES
from engine.rulesets.halo.define import TEMPLATES, define
from engine.rulesets.halo.evaluate import candidate_actions, evaluate
from engine.rulesets.halo.experiment import EXPERIMENT
from engine.rulesets.halo.face import TONES, face
from engine.rulesets.halo.labels import GROUPS, GUIDES
from engine.rulesets.halo.nodes.ability_context import STATIC_PLAYER, STATIC_TARGET
from engine.rulesets.halo.problems import CODES, EXAMPLES, UNSEEN
from engine.rulesets.halo.rewrite import rewrite
from engine.rulesets.halo.setup import SECRET, deal, determinize, hidden_zones
from engine.rulesets.halo.story import STORY
from engine.rulesets.halo.vocabulary import HALO

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
    vocabulary=HALO,
    settings=SETTINGS,
    config=defaults(),
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
    templates=TEMPLATES,
    problem_codes=CODES,
    problem_examples=EXAMPLES,
    problems_unseen=UNSEEN,
    groups=GROUPS,
    guides=GUIDES,
    rewrite=rewrite,
    define=define,
    deal=deal,
    evaluate=evaluate,
    candidate_actions=candidate_actions,
    bots_remember=True,
    determinize=determinize,
    hidden_zones=hidden_zones,
    face=face,
    tones=TONES,
    experiment=EXPERIMENT,
    mechanics=Mechanics(
        order=Order(("priority",)),
        rules=deaths.RULES,
        requests=deaths.REQUESTS,
        secret=SECRET,
        own=frozenset(("hand",)),
        periods={"turn": "globalTurn", "round": "round"},
        words=frozenset(("sourceCardId",)),
        names=BoundNames("self.UUID", "self.playerUUID", STATIC_TARGET, STATIC_PLAYER),
    ),
    board=BOARD,
    decks=Decks(RULES, DEFAULT),
    schema_files={"card-def.schema.json": "card", "deck.schema.json": "deck"},
    story=STORY,
)
