"""Choosers: who picks, and what. Source: 000 "monsterChooser"; kind, ask, min, max."""

from __future__ import annotations

from typing import Any

from engine.kernel.events import permits
from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.language.nodes.chooser_fields import choosing
from engine.language.spec.constructors import chooser, options
from engine.language.spec.fields import optional
from engine.language.spec.phrases import Case, Is, Noun, Wording
from engine.language.spec.search import search_words
from engine.language.spec.shapes import Enum, LocalizedText, Number, Value
from engine.rulesets.wizards.nodes.fields import OWNERS_FIELD, TABLE_ZONES, ZONE, cards_in, seats
from engine.rulesets.wizards.nodes.values import PLAYED_CARD_CHOOSER
from engine.rulesets.wizards.table import monsters

AIM = "onAim"
"""The event that asks whether a monster may be picked."""


def _players(st: State, env: Environment, which: str | None) -> tuple[int, ...]:
    """Return the players that may be picked, the acting one first."""
    return seats(st, env.owner, which)


def _aimable(st: State, env: Environment, candidates: tuple[int, ...]) -> tuple[int, ...]:
    """Return the monsters that no trigger keeps from being aimed at."""
    if AIM not in st.listener_index:
        return candidates
    return tuple(one for one in candidates if permits(st, AIM, (env.owner, one, env.source or None)))


def _cards(st: State, env: Environment, *fields: Any) -> tuple[int, ...]:
    """Return the cards that may be picked: those of a list, or those of a zone, the hand if none is named."""
    source, player, owners, zone, top = fields
    if source is not None:
        cards = tuple(card for card in source if card in st.entities) if isinstance(source, tuple) else ()
    else:
        cards = cards_in(st, env.owner if player is None else player, owners, zone or "hand")
    return cards if top is None else cards[: max(top, 0)]


MONSTER_CHOOSER = chooser(
    "monsterChooser",
    LocalizedText("A monster", "选择怪物"),
    choosing("monster"),
    LocalizedText("Asks a player to pick monsters on the table.", "由玩家从场上的怪物中选择。"),
    LocalizedText("a monster", "一个怪物"),
    gives="monster",
    run=lambda st, env: monsters(st),
    eligible=_aimable,
    search=search_words(
        "target monster, enemy, pick monster, random monster, one monster", "目标怪物、敌人、选择怪物、随机怪物"
    ),
)
ALL_MONSTERS = chooser(
    "allMonsters",
    LocalizedText("Every monster", "所有怪物"),
    (),
    LocalizedText("Every monster on the table; nobody is asked.", "场上所有怪物，无需选择。"),
    LocalizedText("every monster", "所有怪物"),
    gives="monster",
    run=lambda st, env: monsters(st),
    search=search_words("all monsters, every enemy, area, aoe, mass", "所有怪物、全体、群体、范围"),
)
PLAYER_CHOOSER = chooser(
    "playerChooser",
    LocalizedText("A player", "选择玩家"),
    (
        *choosing("player"),
        optional(
            "which",
            Enum(
                options(
                    ("all", "anyone", "任意玩家"),
                    ("others", "another player", "其他玩家"),
                    ("self", "the acting player", "当前玩家"),
                    ("next", "the next player", "下家"),
                    ("previous", "the previous player", "上家"),
                )
            ),
            LocalizedText("Which", "范围"),
            LocalizedText("Who may be picked, seen from the acting player.", "以当前玩家为准，可选哪些玩家。"),
            default="all",
        ),
    ),
    LocalizedText("Asks a player to pick players.", "由玩家从玩家中选择。"),
    LocalizedText("a player", "一名玩家"),
    wording=Wording(
        cases=(
            Case({"which": "self"}, LocalizedText("you", "你")),
            Case({"which": "next"}, LocalizedText("the next player", "下家")),
            Case({"which": "previous"}, LocalizedText("the previous player", "上家")),
        ),
        called=(({"which": "others"}, Noun("other player", "other players", "其他玩家", "名")),),
    ),
    gives="player",
    run=_players,
    search=search_words("target player, opponent, pick player, random player", "目标玩家、对手、选择玩家、随机玩家"),
)
EVERY_TOP = {"pick": "all", "top": Is.PRESENT, "from": Is.ABSENT, "filter": Is.ABSENT}
"""All of the cards at the top of a zone."""
CARD_CHOOSER = chooser(
    "cardChooser",
    LocalizedText("A card", "选择卡牌"),
    (
        *choosing("card"),
        optional(
            "from",
            Value("card[]"),
            LocalizedText("Out of", "来自列表"),
            LocalizedText(
                "A list of cards, such as those revealed; a zone when absent.",
                "卡牌列表，例如被展示的牌；缺省时取区域中的牌。",
            ),
        ),
        optional(
            "playerUUID",
            Value("player"),
            LocalizedText("Player", "玩家"),
            LocalizedText("Whose zone; the acting player's when absent.", "谁的区域；缺省时为当前玩家。"),
        ),
        OWNERS_FIELD,
        optional(
            ZONE.name, ZONE.shape, ZONE.title, LocalizedText("Where the cards lie.", "卡牌所在的区域。"), default="hand"
        ),
        optional(
            "top",
            Number(0, 20),
            LocalizedText("Only the top", "仅顶部"),
            LocalizedText("So many off the top; all when absent.", "只取顶部若干张；缺省时为全部。"),
        ),
    ),
    LocalizedText("Asks a player to pick cards out of a zone or a list.", "由玩家从某区域或列表中选择卡牌。"),
    LocalizedText("{pick} from {playerUUID's zone}", "{playerUUID}的{zone}中{pick}"),
    wording=Wording(
        cases=(
            Case(
                {"from": Is.PRESENT, "top": Is.PRESENT},
                LocalizedText("{pick} among the first {top} of {from}", "{from}的前{top}张中{pick}"),
            ),
            *(
                Case(
                    {**EVERY_TOP, "zone": option.name},
                    LocalizedText("the top {top} cards of {zone}", "{zone}顶{top}张牌"),
                )
                for option in TABLE_ZONES
            ),
            Case(
                {**EVERY_TOP, "zone": Is.PRESENT, "whose": Is.ABSENT},
                LocalizedText("the top {top} cards of {playerUUID's zone}", "{playerUUID}的{zone}顶{top}张牌"),
            ),
            Case({"from": Is.PRESENT}, LocalizedText("{pick} among {from}", "{from}中{pick}")),
            *(
                Case(
                    {"zone": option.name, "top": Is.PRESENT},
                    LocalizedText("{pick} among the top {top} of {zone}", "{zone}顶{top}张牌中{pick}"),
                )
                for option in TABLE_ZONES
            ),
            *(
                Case({"zone": option.name}, LocalizedText("{pick} from {zone}", "{zone}中{pick}"))
                for option in TABLE_ZONES
            ),
            Case(
                {"zone": Is.ABSENT, "top": Is.PRESENT},
                LocalizedText(
                    "{pick} among the top {top} of {playerUUID's hand}", "{playerUUID}的手牌前{top}张中{pick}"
                ),
            ),
            Case(
                {"zone": Is.ABSENT, "whose": "others"},
                LocalizedText("{pick} from the hands of the other players", "其他玩家的手牌中{pick}"),
            ),
            Case(
                {"zone": Is.ABSENT, "whose": "all"},
                LocalizedText("{pick} from the hands of all players", "所有玩家的手牌中{pick}"),
            ),
            Case({"zone": Is.ABSENT}, LocalizedText("{pick} from {playerUUID's hand}", "{playerUUID}的手牌中{pick}")),
            Case(
                {"whose": "others", "top": Is.PRESENT},
                LocalizedText(
                    "{pick} among the top {top} of {zone} of each other player", "其他玩家的{zone}顶{top}张牌中{pick}"
                ),
            ),
            Case(
                {"whose": "all", "top": Is.PRESENT},
                LocalizedText(
                    "{pick} among the top {top} of {zone} of each player", "所有玩家的{zone}顶{top}张牌中{pick}"
                ),
            ),
            Case(
                {"whose": "others"},
                LocalizedText("{pick} from {zone} of the other players", "其他玩家的{zone}中{pick}"),
            ),
            Case({"whose": "all"}, LocalizedText("{pick} from {zone} of all players", "所有玩家的{zone}中{pick}")),
            Case(
                {"top": Is.PRESENT},
                LocalizedText(
                    "{pick} among the top {top} of {playerUUID's zone}", "{playerUUID}的{zone}顶{top}张牌中{pick}"
                ),
            ),
        )
    ),
    gives="card",
    run=_cards,
    search=search_words(
        "target card, pick card, search deck, tutor, random card", "目标卡牌、选择卡牌、检索、随机卡牌"
    ),
)
CHOOSERS = (MONSTER_CHOOSER, ALL_MONSTERS, PLAYER_CHOOSER, CARD_CHOOSER, PLAYED_CARD_CHOOSER)
