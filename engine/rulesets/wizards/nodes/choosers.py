"""Choosers: who picks, and what. Source: 000 "monsterChooser"; kind, ask, min, max."""

from __future__ import annotations

from typing import Any

from engine.language.spec import ABSENT, PRESENT, Noun, Number, Value, case, chooser, one_of, optional
from engine.toolkit.nodes import Entities, by_word, choosing
from engine.toolkit.rules import Environment, State, permits

from ..table import monsters
from .attributes import CARD_ATTRIBUTES, MONSTER_ATTRIBUTES
from .fields import OWNERS_FIELD, TABLE_ZONES, ZONE, cards_in, seats
from .values import PLAYED_CARD_CHOOSER

AIM = "onAim"
"""The event that asks whether a monster may be picked."""


def _players(st: State, env: Environment, which: str | None) -> Entities:
    """Return the players that may be picked, the acting one first."""
    return seats(st, env.owner, which)


def _aimable(st: State, env: Environment, candidates: Entities) -> Entities:
    """Return the monsters that no trigger and no taunt of another keeps from being aimed at."""
    if taunting := {monster for monster in monsters(st) if st.entities[monster].get("taunt")}:
        candidates = tuple(monster for monster in candidates if monster in taunting)
    if AIM not in st.listener_index:
        return candidates
    return tuple(one for one in candidates if permits(st, AIM, (env.owner, one, env.source or None)))


def _cards(st: State, env: Environment, *fields: Any) -> Entities:
    """Return the cards that may be picked: those of a list, or those of a zone, the hand if none is named."""
    source, player, owners, zone, top = fields
    if source is not None:
        cards = tuple(card for card in source if card in st.entities) if isinstance(source, tuple) else ()
    else:
        cards = cards_in(st, env.owner if player is None else player, owners, zone or "hand")
    return cards if top is None else cards[: max(top, 0)]


MONSTER_CHOOSER = chooser(
    "monsterChooser",
    "A monster",
    "选择怪物",
    choosing("monster", *MONSTER_ATTRIBUTES),
    "Asks a player to pick monsters on the table.",
    "由玩家从场上的怪物中选择。",
    "a monster",
    "一个怪物",
    gives="monster",
    run=lambda st, env: monsters(st),
    eligible=_aimable,
    search=(
        "target monster, enemy, pick monster, random monster, one monster, a monster",
        "目标怪物、敌人、选择怪物、随机怪物、怪、怪物、一个怪",
    ),
)
ALL_MONSTERS = chooser(
    "allMonsters",
    "Every monster",
    "所有怪物",
    MONSTER_ATTRIBUTES,
    "Every monster on the table; nobody is asked.",
    "场上所有怪物，无需选择。",
    "every monster",
    "所有怪物",
    gives="monster",
    run=lambda st, env: monsters(st),
    search=(
        "all monsters, every enemy, area, aoe, mass, everything on the table",
        "所有怪物、全体、群体、范围、全场、场上所有",
    ),
)
PLAYER_CHOOSER = chooser(
    "playerChooser",
    "A player",
    "选择玩家",
    (
        *choosing("player"),
        optional(
            "which",
            one_of(
                ("all", "anyone", "任意玩家"),
                (
                    "others",
                    "another player",
                    "其他玩家",
                    "everyone else, other players, opponents, an opponent, enemies",
                    "其他人、别人、其余玩家、对手、另一个玩家",
                ),
                ("self", "the acting player", "当前玩家"),
                ("next", "the next player", "下家", "left neighbour, player after you", "下一位玩家"),
                ("previous", "the previous player", "上家", "right neighbour, player before you", "上一位玩家"),
            ),
            "Which",
            "范围",
            "Who may be picked, seen from the acting player.",
            "以当前玩家为准，可选哪些玩家。",
            default="all",
        ),
    ),
    "Asks a player to pick players.",
    "由玩家从玩家中选择。",
    "a player",
    "一名玩家",
    cases=(
        case({"which": "self"}, "you", "你"),
        case({"which": "next"}, "the next player", "下家"),
        case({"which": "previous"}, "the previous player", "上家"),
    ),
    called=(({"which": "others"}, Noun("other player", "other players", "其他玩家", "名")),),
    gives="player",
    run=_players,
    search=("target player, opponent, pick player", "目标玩家、对手、选择玩家、随机玩家"),
)
EVERY_TOP = {"pick": "all", "top": PRESENT, "from": ABSENT} | dict.fromkeys(
    ("filter", *(field.name for field in CARD_ATTRIBUTES)), ABSENT
)
"""All of the cards at the top of a zone."""
ONE_TOP = tuple({**EVERY_TOP, "top": 1, "pick": pick, "min": ABSENT} for pick in ("all", "random", ABSENT))
"""The one card at the top of a zone, however it is taken."""
CARD_CHOOSER = chooser(
    "cardChooser",
    "A card",
    "选择卡牌",
    (
        *choosing("card", *CARD_ATTRIBUTES),
        optional(
            "from",
            Value("card[]"),
            "Out of",
            "来自列表",
            "A list of cards, such as those revealed; a zone when absent.",
            "卡牌列表，例如被展示的牌；缺省时取区域中的牌。",
        ),
        optional(
            "playerUUID",
            Value("player"),
            "Player",
            "玩家",
            "Whose zone; the acting player's when absent.",
            "谁的区域；缺省时为当前玩家。",
        ),
        OWNERS_FIELD,
        optional(ZONE.name, ZONE.shape, *ZONE.title, "Where the cards lie.", "卡牌所在的区域。", default="hand"),
        optional(
            "top",
            Number(0, 20),
            "Only the top",
            "仅顶部",
            "So many off the top; all when absent.",
            "只取顶部若干张；缺省时为全部。",
        ),
    ),
    "Asks a player to pick cards out of a zone or a list.",
    "由玩家从某区域或列表中选择卡牌。",
    "{pick} from {playerUUID's zone}",
    "{playerUUID}的{zone}中{pick}",
    cases=(
        case(
            {"from": PRESENT, "top": PRESENT},
            "{pick} among the first {top} of {from}",
            "{from}的前{top}张中{pick}",
        ),
        *(
            top
            for one in ONE_TOP
            for top in (
                *by_word("zone", TABLE_ZONES, "the top card of {zone}", "{zone}顶的一张牌", **one),
                case(
                    {**one, "zone": PRESENT, "whose": ABSENT},
                    "the top card of {playerUUID's zone}",
                    "{playerUUID}的{zone}顶的一张牌",
                ),
            )
        ),
        case(
            {**EVERY_TOP, "zone": "wand", "top": ABSENT, "whose": ABSENT},
            "{playerUUID's wand}",
            "{playerUUID}的魔杖",
        ),
        *(
            case(
                {**EVERY_TOP, "zone": zone, "top": ABSENT, "whose": ABSENT},
                "every card in {playerUUID's hand}",
                "{playerUUID}的所有手牌",
            )
            for zone in (ABSENT, "hand")
        ),
        *by_word("zone", TABLE_ZONES, "the top {top} cards of {zone}", "{zone}顶{top}张牌", **EVERY_TOP),
        case(
            {**EVERY_TOP, "zone": PRESENT, "whose": ABSENT},
            "the top {top} cards of {playerUUID's zone}",
            "{playerUUID}的{zone}顶{top}张牌",
        ),
        case({"from": PRESENT}, "{pick} among {from}", "{from}中{pick}"),
        *by_word("zone", TABLE_ZONES, "{pick} among the top {top} of {zone}", "{zone}顶{top}张牌中{pick}", top=PRESENT),
        *by_word("zone", TABLE_ZONES, "{pick} from {zone}", "{zone}中{pick}"),
        case(
            {"zone": ABSENT, "top": PRESENT, "whose": ABSENT},
            "{pick} among the top {top} of {playerUUID's hand}",
            "{playerUUID}的手牌前{top}张中{pick}",
        ),
        case(
            {"zone": ABSENT, "top": PRESENT, "whose": "others"},
            "{pick} among the top {top} of the hand of each other player",
            "其他玩家的手牌前{top}张中{pick}",
        ),
        case(
            {"zone": ABSENT, "top": PRESENT, "whose": PRESENT},
            "{pick} among the top {top} of each player's hand",
            "所有玩家的手牌前{top}张中{pick}",
        ),
        case(
            {"zone": ABSENT, "whose": "others"},
            "{pick} from the hands of the other players",
            "其他玩家的手牌中{pick}",
        ),
        case({"zone": ABSENT, "whose": "all"}, "{pick} from the hands of all players", "所有玩家的手牌中{pick}"),
        case({"zone": ABSENT}, "{pick} from {playerUUID's hand}", "{playerUUID}的手牌中{pick}"),
        case(
            {"whose": "others", "top": PRESENT},
            "{pick} among the top {top} of {zone} of each other player",
            "其他玩家的{zone}顶{top}张牌中{pick}",
        ),
        case(
            {"whose": "all", "top": PRESENT},
            "{pick} among the top {top} of {zone} of each player",
            "所有玩家的{zone}顶{top}张牌中{pick}",
        ),
        case({"whose": "others"}, "{pick} from {zone} of the other players", "其他玩家的{zone}中{pick}"),
        case({"whose": "all"}, "{pick} from {zone} of all players", "所有玩家的{zone}中{pick}"),
        case(
            {"top": PRESENT},
            "{pick} among the top {top} of {playerUUID's zone}",
            "{playerUUID}的{zone}顶{top}张牌中{pick}",
        ),
    ),
    gives="card",
    run=_cards,
    search=("target card, pick card", "目标卡牌、选择卡牌"),
)
CHOOSERS = (MONSTER_CHOOSER, ALL_MONSTERS, PLAYER_CHOOSER, CARD_CHOOSER, PLAYED_CARD_CHOOSER)
