"""What a halo document may say: six kinds of card, their records, abilities, and every node, written as in 003.

Source: 003§2, 003§3, 003§4.2; extensions are marked in fields, events and SOURCE.md.
"""

from __future__ import annotations

from engine.language.nodes.branching import CHOICE
from engine.language.nodes.chance import WEIGHTED_OUTCOME
from engine.language.spec import PLAIN_TYPES, KindSpec, LocalizedText, NodeSyntax, Noun, Vocabulary, titles
from engine.toolkit.nodes.costs import cost_rule

from .declarations import KEYWORD_CARD, KEYWORD_KIND, KINDS, PARAMETER, RESOURCE_CARD
from .event_phrases import SOURCE_PLAYER
from .event_words import EVENT_WORDS
from .events import EVENT_GROUPS, EVENTS
from .fields import CARD_DEF, LIFETIMES, RECORDS
from .lint import lint
from .nodes import NODES
from .nodes.attributes import ONLY_MODIFIED, ONLY_PIECES
from .nodes.modifiers import MODIFIER
from .readings import NOUNS as SENTENCE_NOUNS
from .readings import READINGS
from .waiting import WAITING
from .words import SIX_KINDS

KIND_DOCS = titles(
    ("UNIT", "A unit on the ground of a lane, in front or behind.", "战线地面上的单位，位于前排或后排。"),
    ("ARMORY", "Attached to a unit, to which it adds its stats and keywords.", "装备到单位上，为其增加数值与关键词。"),
    ("TACTICAL", "Done at once when it is played, then discarded.", "打出时立即生效，然后弃置。"),
    ("FIELD", "Lies beside the lanes and lasts; each player has one.", "置于战线之旁并持续生效；每名玩家一张。"),
    ("VESSEL", "A ship in the orbit over a lane.", "战线上空轨道中的舰船。"),
    ("TOKEN", "A unit that effects make; it belongs to no deck.", "由效果生成的单位；不属于任何牌组。"),
)

_UNIT = LocalizedText("this unit", "本单位")
ITSELF = {
    "UNIT": _UNIT,
    "TOKEN": _UNIT,
    "VESSEL": LocalizedText("this vessel", "本舰"),
    "ARMORY": LocalizedText("the bearer", "装备者"),
}
"""What a card's own abilities call it; an armory card acts as its bearer (HA17)."""

MOMENTS = {"TACTICAL": "CARD_PLAY_VALIDATED"}
"""The timing that rules text leaves out: a tactical card acts when it is played (HA17)."""

LENT = LocalizedText("The bearer gets {all}.", "装备者获得{all}。")
LENT_NUMBERS = (
    ("stats", "attack", LocalizedText("{n} attack", "攻击力{n}"), ""),
    ("stats", "shieldCap", LocalizedText("{n} shield", "护盾{n}"), "SHIELDED"),
    ("stats", "healthCap", LocalizedText("{n} health", "生命{n}"), ""),
)
"""An armory card grants its stats and keywords; the keyword SHIELDED means the same as `shieldCap` (HA9, HA17)."""

SIX = tuple(
    KindSpec(
        kind.name,
        kind.title,
        CARD_DEF.name,
        "cardType",
        KIND_DOCS[kind.name],
        kind.name,
        ITSELF.get(kind.name),
        MOMENTS.get(kind.name, ""),
        LENT if kind.name == "ARMORY" else None,
        LENT_NUMBERS if kind.name == "ARMORY" else (),
        called={
            "this": ITSELF.get(kind.name, LocalizedText("this card", "此牌")),
            SOURCE_PLAYER: LocalizedText("the event's player", "事件的玩家"),
        },
    )
    for kind in SIX_KINDS
)
HALO = Vocabulary(
    ruleset="halo",
    version="1.0",
    kinds=(*SIX[:-1], *KINDS, SIX[-1]),
    records=(
        *RECORDS,
        MODIFIER,
        ONLY_PIECES,
        ONLY_MODIFIED,
        CHOICE,
        WEIGHTED_OUTCOME,
        KEYWORD_CARD,
        PARAMETER,
        RESOURCE_CARD,
        cost_rule("此牌的补给费用", {"UUID": "unit", "playerUUID": "player"}),
    ),
    nodes=(*NODES, *WAITING),
    events=EVENTS,
    event_groups=EVENT_GROUPS,
    event_words=EVENT_WORDS,
    timings=(),
    lifetimes=LIFETIMES,
    subtypes={
        "unit": "piece",
        "row": "piece",
        "piece": "victim",
        "base": "victim",
        "victim": "aim",
        "event": "aim",
        "cardID": "text",
    },
    plain_types=PLAIN_TYPES | {"event"},
    readings=READINGS,
    sentence_nouns=SENTENCE_NOUNS,
    owner="$self.playerUUID",
    lint=lint,
    place_zh="战线的",
    nouns={
        "unit": Noun("unit", "units", "单位"),
        "cardID": Noun("card", "cards", "牌", "张"),
        "piece": Noun("unit or vessel", "units and vessels", "单位或舰船"),
        "victim": Noun("unit, vessel or base", "units, vessels and bases", "单位、舰船或基地"),
        "aim": Noun("unit, vessel, base or event", "units, vessels, bases and events", "单位、舰船、基地或事件"),
        "row": Noun("row", "rows", "战排", "排"),
        "base": Noun("base", "bases", "基地"),
        "event": Noun("event", "events", "事件"),
    },
    type_titles=titles(
        ("unit", "a unit", "单位"),
        ("vessel", "a vessel", "舰船"),
        ("base", "a base", "基地"),
        ("row", "a row", "战排"),
        ("event", "the event itself", "事件本身"),
        ("piece", "a unit or vessel", "单位或舰船"),
        ("victim", "a unit, vessel or base", "单位、舰船或基地"),
        ("aim", "a unit, vessel, base or event", "单位、舰船、基地或事件"),
    ),
    syntaxes={
        "effect": NodeSyntax(bag="params", outside=("target",)),
        "condition": NodeSyntax(key="op", bag="args", positional=True),
        "chooser": NodeSyntax(word=True),
        "keyword": NodeSyntax(key="name"),
    },
    null_is_absent=True,
    modify_gives_way=True,
    keeps_prose=True,
    keyword_kind=KEYWORD_KIND,
)
