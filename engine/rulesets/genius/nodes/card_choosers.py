"""Entities and cards that an effect is done to: statuses, equipment, summons and supports by kind and side, and cards of hand and pile.

Source: 002 EntityArea; 004 find_card, has_card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.language.spec import (
    ABSENT,
    PRESENT,
    Case,
    Enum,
    LocalizedText,
    Noun,
    Ref,
    case,
    field,
    option,
    optional,
    options,
    titles,
)
from engine.toolkit.nodes import Entities, card_field, chooser, choosing, filter_field
from engine.toolkit.rules import State

from ..table import CHARACTERS, HANDS, LAST_PLAYS, PILE, SHIELDS, STATUSES, SUMMONS, SUPPORTS
from ..words import ACTION_CARDS
from .choosers import PHRASES, SIDE, WHICH, find_characters, first_of, player_of, the_host
from .context import Env

KINDS = options(
    ("status", "statuses", "角色状态"),
    ("equipment", "equipment", "装备"),
    ("combatStatus", "combat statuses", "出战状态"),
    ("summon", "summons", "召唤物"),
    ("support", "supports", "支援牌"),
)
ZONES_OF = {"combatStatus": (SHIELDS, STATUSES), "summon": (SUMMONS,), "support": (SUPPORTS,)}
"""Where the entities of a side lie that are attached to no character."""
ON_CHARACTERS = ("status", "equipment")
OF_ALL = {
    "my": LocalizedText("your characters", "我方角色"),
    "opponent": LocalizedText("the opposing characters", "敌方角色"),
}
NAMES = titles(
    ("status", "statuses", "状态"),
    ("equipment", "equipment", "装备"),
    ("combatStatus", "combat statuses", "出战状态"),
    ("summon", "summons", "召唤物"),
    ("support", "supports", "支援牌"),
)
NOUNS = {
    "status": Noun("status", "statuses", "状态"),
    "equipment": Noun("equipment card", "equipment cards", "装备", "张"),
    "combatStatus": Noun("combat status", "combat statuses", "出战状态"),
    "summon": Noun("summon", "summons", "召唤物"),
    "support": Noun("support", "supports", "支援牌", "张"),
}


def find_entities(  # noqa: PLR0913 - the state and the fields of the chooser
    st: State, env: Env, kind: str, side: str | None, which: str | None, of: int | None, card: str | None
) -> Entities:
    """Return the entities of a kind on a side, or on some of its characters, in the order of entry; of one card where it is named."""
    player = player_of(env, side)
    if kind in ON_CHARACTERS:
        hosts = (of,) if of else the_host(st, env) if which == "host" else _bearers(st, env, side, which or "all")
        eids = [eid for host in hosts for eid in st.zone(host, CHARACTERS)]
    else:
        eids = [eid for zone in ZONES_OF[kind] for eid in st.zone(player, zone)]
    entities = st.entities
    return tuple(eid for eid in eids if entities[eid]["kind"] == kind and (not card or entities[eid]["def"] == card))


def _bearers(st: State, env: Env, side: str | None, which: str) -> Entities:
    """Return the characters whose entities are meant: of the most injured, the first alone."""
    return first_of(find_characters(st, env, side, which), side, which)


def find_cards(st: State, env: Env, side: str | None, zone: str | None, card: str | None) -> Entities:
    """Return the cards of a hand or a pile, from its top; of one name where it is named (004 find_card)."""
    cards = st.zone(player_of(env, side), PILE if zone == "pile" else HANDS)
    return tuple(eid for eid in cards if not card or st.entities[eid]["def"] == card)


def top_of_pile(st: State, env: Env, side: str | None) -> Entities:
    """Return the top card of a pile, none of an empty one."""
    return st.zone(player_of(env, side), PILE)[:1]


def last_played(st: State, env: Env, side: str | None, kind: str | None) -> Entities:
    """Return the last card that a player has played, of a type where it is named."""
    player = player_of(env, side)
    plays = [row for row in st.globals.get(LAST_PLAYS, ()) if row[0] == player and kind in (None, row[1])]
    return plays[-1][2:] if plays else ()


def _sentences(en: str, zh: str, en_side: str, zh_side: str, **further: object) -> Iterator[Case]:
    """Yield a sentence for each kind, side and place: `~` is the entities of a kind, `#` the characters that they lie on."""
    for kind in ON_CHARACTERS:
        name = NAMES[kind]
        yield case({"kind": kind, "of": PRESENT, **further}, _put(en, name.en, "{of}"), _put(zh, name.zh, "{of}"))
        yield case({"kind": kind, "which": "host", **further}, _put(en, name.en, "{host}"), _put(zh, name.zh, "{host}"))
        for side, which in (pair for party in ("opponent", "my") for pair in PHRASES if pair[0] == party):
            words = {"which": ABSENT if which == "all" else which, **({"side": side} if side != "my" else {})}
            text = OF_ALL[side] if which == "all" else PHRASES[side, which]
            yield case({"kind": kind, **words, **further}, _put(en, name.en, text.en), _put(zh, name.zh, text.zh))
            if which == "all":
                yield case(
                    {"kind": kind, **words, "which": which, **further},
                    _put(en, name.en, text.en),
                    _put(zh, name.zh, text.zh),
                )
    for kind in ZONES_OF:
        for side in ("opponent", "my"):
            prefix, zh_prefix = ("your", "我方") if side == "my" else ("opposing", "敌方")
            words = {"side": side} if side != "my" else {}
            name = NAMES[kind]
            yield case(
                {"kind": kind, **words, **further},
                _put(en_side, name.en, prefix),
                _put(zh_side, name.zh, zh_prefix),
            )


def _nouns() -> Iterator[tuple[Mapping[str, str], Noun]]:
    """Yield what an entity of a kind is called that is chosen; where its place is not said beside it, with its side."""
    for kind, noun in NOUNS.items():
        if kind in ON_CHARACTERS:
            yield {"kind": kind}, noun
            continue
        yield (
            {"kind": kind, "side": "opponent"},
            Noun(f"opposing {noun.one}", f"opposing {noun.many}", f"敌方{noun.zh}", noun.classifier),
        )
        yield {"kind": kind}, Noun(f"{noun.one} of yours", f"{noun.many} of yours", f"我方{noun.zh}", noun.classifier)


def _put(text: str, name: str, place: str) -> str:
    return text.replace("~", name).replace("#", place)


KIND = field("kind", Enum(KINDS), "Kind", "类型")
PLACES = (
    SIDE,
    optional(
        "which",
        Enum((*WHICH, option("host", "its character", "所附属角色"))),
        "On which",
        "附属于",
        "Of statuses and equipment: on which characters of the side; on all when absent.",
        "用于状态与装备：附属于该方的哪些角色；缺省为所有角色。",
    ),
    optional(
        "of",
        Ref("character"),
        "On",
        "角色",
        "Of statuses and equipment: on this character instead.",
        "用于状态与装备：改为附属于该角色者。",
    ),
    card_field(
        "card",
        tuple(option.name for option in KINDS),
        "Card",
        "卡牌",
        "Of this card alone.",
        "仅限此卡牌。",
        required=False,
    ),
)
ENTITIES = chooser(
    "entities",
    "entity",
    "Entities",
    "实体",
    (KIND, *PLACES, filter_field("entity")),
    "all entities",
    "所有实体",
    find_entities,
    (
        "statuses, buffs, equipment, supports, summons of a kind, combat statuses",
        "状态、增益、装备、支援牌、召唤物、出战状态",
    ),
    cases=(
        *_sentences(
            "every {card:called} on #",
            "#的{card:called}",
            "every {card:called} of # side",
            "#的{card:called}",
            card=PRESENT,
        ),
        *_sentences("all ~ of #", "#的所有~", "all # ~", "#所有~"),
    ),
    gives_by=("kind", {"summon": "summon", "support": "support"}),
    example=(
        {"type": "remove", "target": {"type": "entities", "kind": "status", "side": "opponent", "which": "active"}},
    ),
)
CHOOSE_ENTITY = chooser(
    "chooseEntity",
    "entity",
    "An entity of your choice",
    "选择实体",
    (KIND, *PLACES, *choosing("entity")),
    "{pick}",
    "{pick}",
    find_entities,
    ("choose status, choose equipment, choose a summon, pick a support", "选择状态、选择装备、选择召唤物、选择支援牌"),
    cases=(
        *_sentences(
            "{pick} on # that is {card:called a}",
            "#身上{pick}（{card:called}）",
            "{pick} that is {card:called a}",
            "{pick}（{card:called}）",
            card=PRESENT,
        ),
        *_sentences("{pick} on #", "#身上{pick}", "{pick}", "{pick}"),
    ),
    called=(*_nouns(),),
    gives_by=("kind", {"summon": "summon", "support": "support"}),
    suspends=True,
    example=({"type": "returnToHand", "target": {"type": "chooseEntity", "kind": "support"}},),
)
ZONE = options(("hand", "the hand", "手牌"), ("pile", "the pile", "牌库"))
CARD_PLACES = {
    ("opponent", "pile"): LocalizedText("the opposing pile", "敌方牌库"),
    ("opponent", "hand"): LocalizedText("the opposing hand", "敌方手牌"),
    ("my", "pile"): LocalizedText("your pile", "我方牌库"),
    ("my", "hand"): LocalizedText("your hand", "我方手牌"),
}


def _card_places(en: str, zh: str, **further: object) -> Iterator[Case]:
    """Yield a sentence for each side and zone, in which `#` is the place."""
    for (side, zone), text in CARD_PLACES.items():
        when = {key: word for key, word in (("side", side), ("zone", zone)) if word not in ("my", "hand")}
        yield case({**when, **further}, _put(en, "", text.en), _put(zh, "", text.zh))


CHOOSE_CARD = chooser(
    "chooseCard",
    "card",
    "A card of your choice",
    "选择手牌",
    (
        SIDE,
        optional("zone", Enum(ZONE), "Zone", "区域", default="hand"),
        card_field("card", ACTION_CARDS, "Card", "卡牌", "Of this name alone.", "仅限同名牌。", required=False),
        *choosing("card"),
    ),
    "{pick}",
    "{pick}",
    find_cards,
    ("choose card, pick a card, hand, search the pile", "选择手牌、挑选、检索牌库"),
    cases=(
        *_card_places("{pick} from # that is {card:called a}", "#中的{pick}（{card:called}）", card=PRESENT),
        *_card_places("{pick} from #", "#中的{pick}"),
    ),
    suspends=True,
    example=({"type": "discardCard", "target": {"type": "chooseCard"}},),
)
TOP_CARD = chooser(
    "topCard",
    "card",
    "The top card",
    "牌库顶的牌",
    (SIDE,),
    "the top card of your pile",
    "我方牌库顶的一张牌",
    top_of_pile,
    ("first card of the pile, top of deck", "牌库顶、牌库第一张"),
    cases=(case({"side": "opponent"}, "the top card of the opposing pile", "敌方牌库顶的一张牌"),),
)
TYPES = options(
    ("eventCard", "an event card", "事件牌"),
    ("equipment", "an equipment card", "装备牌"),
    ("support", "a support card", "支援牌"),
)
LAST_PLAYED = chooser(
    "lastPlayed",
    "card",
    "The last card played",
    "上一张打出的牌",
    (SIDE, optional("kind", Enum(TYPES), "Type", "类型", "Any type when absent.", "缺省为任意类型。")),
    "the last card you played",
    "我方上一张打出的牌",
    last_played,
    ("last card, copy, echo, previous card", "上一张牌、复制、回响"),
    cases=tuple(
        case(
            {**({"side": "opponent"} if side == "opponent" else {}), **({"kind": kind} if kind else {})},
            f"the last {word}card {en} played",
            f"{zh}上一张打出的{title or '牌'}",
        )
        for side, en, zh in (("opponent", "your opponent", "敌方"), ("my", "you", "我方"))
        for kind, word, title in (
            ("eventCard", "event ", "事件牌"),
            ("equipment", "equipment ", "装备牌"),
            ("support", "support ", "支援牌"),
            ("", "", ""),
        )
    ),
)
CARD_CHOOSERS = (ENTITIES, CHOOSE_ENTITY, CHOOSE_CARD, TOP_CARD, LAST_PLAYED)
