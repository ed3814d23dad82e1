"""What a document may say: eight kinds of card, their records, and every node."""

from __future__ import annotations

from engine.language.nodes.branching import CHOICE
from engine.language.spec import LocalizedText, Noun, Vocabulary, titles
from engine.toolkit.card_fields import card_kinds
from engine.toolkit.nodes.costs import cost_rule

from .card_records import (
    ABILITY,
    ENHANCE,
    EVENT,
    HERO,
    INNER_ABILITY,
    INNER_EVENT,
    INNER_KEY_EVENT,
    ORDER,
    SUMMON,
    UNIT,
)
from .events import EVENT_GROUPS, EVENTS, STEPS_OF_A_TURN
from .lint import lint
from .map_records import ENCOUNTER_RECORD, HOLDING, MAP, PLACEMENT
from .nodes import NODES, OUTCOME
from .readings import NOUNS as SENTENCE_NOUNS
from .readings import READINGS
from .shared_fields import WEIGHTED_EVENT
from .skill_records import CAST, LIFETIMES, SKILL, SPELL, TRIGGER
from .statics import MODIFIER
from .waiting import WAITING
from .words import SIDE_WORDS, TYPES

DOCS = titles(
    (
        "unit",
        "Fights on the map; its card brings it, or the encounter places it.",
        "在地图上作战，由召唤牌部署或由遭遇布置。",
    ),
    ("hero", "A unit that carries spells and comes back after it falls.", "携带法咒的单位，阵亡后经恢复可再次部署。"),
    ("summon", "Deploys a unit when it is played.", "使用时部署一个单位。"),
    ("order", "Done at once when it is played.", "使用后即时生效。"),
    (
        "ability",
        "What units, regions and players have: static, triggered, or cast.",
        "单位、战区与玩家所具有的能力：静止式、触发式或施放。",
    ),
    ("event", "Waits in the event axis and is triggered at its head.", "在事件轴中等待，到达队头时触发。"),
    ("map", "Ground and regions of an encounter.", "遭遇的地形与战区。"),
    ("encounter", "A whole fight: map, sides, goals and events.", "一场完整的战斗：地图、双方、目标与事件。"),
)
ITSELF = {"ability": LocalizedText("this unit", "此单位"), "event": LocalizedText("this event", "此事件")}
ENCOUNTER = Vocabulary(
    ruleset="encounter",
    version="1.0",
    kinds=card_kinds(TYPES, DOCS, ITSELF, itself_as={"region": LocalizedText("this region", "此战区")}),
    records=(
        UNIT,
        HERO,
        SUMMON,
        ORDER,
        ABILITY,
        INNER_ABILITY,
        INNER_EVENT,
        INNER_KEY_EVENT,
        EVENT,
        MAP,
        ENCOUNTER_RECORD,
        MODIFIER,
        SKILL,
        TRIGGER,
        CAST,
        SPELL,
        ENHANCE,
        WEIGHTED_EVENT,
        PLACEMENT,
        HOLDING,
        cost_rule("此牌的费用", {"UUID": "card", "playerUUID": "player"}),
        CHOICE,
        OUTCOME,
    ),
    nodes=(*NODES, *WAITING),
    events=EVENTS,
    event_groups=EVENT_GROUPS,
    timings=(),
    lifetimes=LIFETIMES,
    subtypes={"target": "unit", "unit": "entity", "region": "entity", "event": "entity", "card": "entity"},
    readings=READINGS,
    sentence_nouns=SENTENCE_NOUNS,
    other_side={"side": "enemy"},
    side_words=SIDE_WORDS.union(STEPS_OF_A_TURN),
    owner="$self.playerUUID",
    lint=lint,
    nouns={
        "target": Noun("target", "targets", "目标", "个", LocalizedText("the target", "目标")),
        "unit": Noun("unit", "units", "单位", "个"),
        "region": Noun("region", "regions", "战区", "个"),
        "event": Noun("event", "events", "事件", "个"),
        "entity": Noun("entity", "entities", "实体", "个"),
    },
    type_titles=titles(
        ("target", "the target", "目标"),
        ("unit", "a unit", "单位"),
        ("region", "a region", "战区"),
        ("event", "an event", "事件"),
        ("entity", "an entity", "实体"),
    ),
)
