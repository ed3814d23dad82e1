"""What a document may say: seven types of card, their records, skills, and every node."""

from __future__ import annotations

from dataclasses import replace

from engine.language.spec import LocalizedText, Noun, Vocabulary, titles
from engine.toolkit.card_fields import card_kinds

from .events import EVENT_GROUPS, EVENTS
from .fields import LIFETIMES, RECORDS
from .inner_cards import INNER_CARD
from .lint import lint
from .nodes import NODES
from .readings import NOUNS as SENTENCE_NOUNS
from .readings import READINGS
from .spending import printed
from .waiting import WAITING
from .words import SIDE_WORDS, TYPES

DOCS = titles(
    ("character", "One of three that fight; the active one acts.", "参战的三名角色之一，由出战角色行动。"),
    ("eventCard", "Done at once when it is played.", "打出时立即生效。"),
    ("equipment", "Attached to a character: a weapon, an artifact or a talent.", "附着于角色：武器、圣遗物或天赋。"),
    ("support", "Stays in the support zone.", "置于支援区。"),
    ("summon", "Stays in the summon zone and acts in the end phase.", "置于召唤物区，通常于结束阶段行动。"),
    ("status", "Attached to a character by effects.", "由效果附着于角色。"),
    (
        "combatStatus",
        "On a player's side, by effects; with the tag shield it answers first.",
        "由效果置于己方出战区；带 shield 标签者优先响应。",
    ),
)
ITSELF = titles(
    ("character", "this character", "本角色"),
    ("summon", "this summon", "此召唤物"),
    ("status", "this status", "此状态"),
    ("combatStatus", "this status", "此状态"),
)

HOST = LocalizedText("its character", "所附属角色")
"""What the character is called that a card is attached to; a character is its own."""

GENIUS = Vocabulary(
    ruleset="genius",
    version="1.0",
    kinds=tuple(
        replace(
            kind,
            called={
                "self": kind.itself or LocalizedText("this card", "此牌"),
                "host": ITSELF["character"] if kind.name == "character" else HOST,
            },
        )
        for kind in card_kinds(TYPES, DOCS, ITSELF)
    ),
    records=(*RECORDS, INNER_CARD),
    counters=frozenset(("usage",)),
    nodes=(*NODES, *WAITING),
    events=EVENTS,
    event_groups=EVENT_GROUPS,
    timings=(),
    lifetimes=LIFETIMES,
    subtypes={"character": "entity", "summon": "entity", "support": "entity", "card": "entity"},
    readings=READINGS,
    sentence_nouns=SENTENCE_NOUNS,
    other_side={"side": "opponent"},
    side_words=SIDE_WORDS,
    owner="$self.playerUUID",
    lint=lint,
    printed=printed,
    nouns={
        "character": Noun("character", "characters", "角色", "名", LocalizedText("the target character", "目标角色")),
        "summon": Noun("summon", "summons", "召唤物", "个", LocalizedText("the target summon", "目标召唤物")),
        "support": Noun("support", "supports", "支援牌", "张", LocalizedText("the target support", "目标支援牌")),
        "entity": Noun("entity", "entities", "实体", "个"),
    },
    type_titles=titles(
        ("character", "a character", "角色"),
        ("summon", "a summon", "召唤物"),
        ("support", "a support", "支援牌"),
        ("entity", "an entity", "实体"),
        ("cost", "a cost in dice", "骰子费用"),
    ),
)
