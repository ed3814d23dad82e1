"""The effects of encounter on what a player has: AP, limits, death pages and cards. Source: 001§2, §5."""

from __future__ import annotations

from engine.language.nodes.declaring import effect
from engine.language.spec.constructors import options
from engine.language.spec.fields import Field
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.shapes import Enum, LocalizedText
from engine.rulesets.encounter.nodes import handlers
from engine.rulesets.encounter.nodes.effect_fields import AMOUNT, CHANGE, COUNT, ENEMY, ONE_OR_MORE, SIDE, card_field
from engine.rulesets.encounter.words import HAND_CARDS, OF_PLAYERS

CARD_ZONES = options(("hand", "the hand", "手牌"), ("deck", "the deck", "牌库"))
RESOURCE_EFFECTS = (
    effect(
        "changeAp",
        "means",
        LocalizedText("Change AP", "改变专注"),
        (SIDE, CHANGE),
        LocalizedText("Not below 0.", "不低于 0。"),
        LocalizedText("Gain {amount:AP}.", "获得{amount:点专注}。"),
        handlers.change_ap,
        ("AP, focus, mana, energy", "专注、费用、能量"),
        "zap",
        wording=Wording(
            keys=LocalizedText("gains?|loses?|AP|focus", "获得|失去|专注"),
            cases=(
                Case(
                    {"side": "enemy", "amount": Is.NEGATIVE},
                    LocalizedText("The opponent loses {amount:-AP}.", "对手失去{amount:-点专注}。"),
                ),
                Case(ENEMY, LocalizedText("The opponent gains {amount:AP}.", "对手获得{amount:点专注}。")),
                Case({"amount": Is.NEGATIVE}, LocalizedText("Lose {amount:-AP}.", "失去{amount:-点专注}。")),
            ),
        ),
    ),
    effect(
        "changeLimit",
        "means",
        LocalizedText("Change a limit", "改变上限"),
        (SIDE, Field("limit", Enum(OF_PLAYERS), LocalizedText("Limit", "上限")), CHANGE),
        LocalizedText("For the rest of the encounter.", "持续到遭遇结束。"),
        LocalizedText("Your {limit} rises by {amount}.", "你的{limit}+{amount}。"),
        handlers.change_limit,
        ("AP limit, hand limit, draw more", "专注上限、手牌上限、抽牌数"),
        "hash",
        wording=Wording(
            keys=LocalizedText("limit|draws?|drawn", "上限|抽|[+-]"),
            cases=(
                Case(
                    {"side": "enemy", "limit": "draws", "amount": Is.NEGATIVE},
                    LocalizedText(
                        "The opponent draws {amount:-fewer card|fewer cards} each turn.",
                        "对手每回合少抽{amount:-张牌}。",
                    ),
                ),
                Case(
                    {"side": "enemy", "limit": "draws"},
                    LocalizedText(
                        "The number of cards that the opponent draws each turn rises by {amount}.",
                        "对手每回合多抽{amount:张牌}。",
                    ),
                ),
                Case(
                    {"limit": "draws", "amount": Is.NEGATIVE},
                    LocalizedText("Draw {amount:-fewer card|fewer cards} each turn.", "你每回合少抽{amount:-张牌}。"),
                ),
                Case(
                    {"limit": "draws"},
                    LocalizedText(
                        "The number of cards that you draw each turn rises by {amount}.", "你每回合多抽{amount:张牌}。"
                    ),
                ),
                Case(
                    {"side": "enemy", "amount": Is.NEGATIVE},
                    LocalizedText("The opponent's {limit} falls by {amount:-}.", "对手的{limit}-{amount:-}。"),
                ),
                Case(ENEMY, LocalizedText("The opponent's {limit} rises by {amount}.", "对手的{limit}+{amount}。")),
                Case(
                    {"amount": Is.NEGATIVE},
                    LocalizedText("Your {limit} falls by {amount:-}.", "你的{limit}-{amount:-}。"),
                ),
            ),
        ),
    ),
    effect(
        "drawCards",
        "means",
        LocalizedText("Draw cards", "抽牌"),
        (COUNT,),
        LocalizedText("As far as the hand has room (001§2.2).", "不超过手牌上限（001§2.2）。"),
        LocalizedText("Draw {count:card|cards}.", "抽{count:张牌}。"),
        handlers.draw_cards,
        ("draw, cards", "抽牌、抓牌"),
        "layers",
        ("DrawCard",),
    ),
    effect(
        "createCard",
        "means",
        LocalizedText("Create a card", "生成卡牌"),
        (
            card_field("card", HAND_CARDS, LocalizedText("Card", "卡牌")),
            Field("to", Enum(CARD_ZONES), LocalizedText("Where", "位置"), required=False, default="hand"),
            ONE_OR_MORE,
        ),
        LocalizedText(
            "In the hand as far as it has room, or shuffled into the deck.", "置入手牌（不超过上限）或洗入牌库。"
        ),
        LocalizedText("Add {card:called a} card to your hand.", "将一张“{card:called}”置入手牌。"),
        handlers.create_card,
        ("create card, token card, add to deck", "生成卡牌、衍生牌、洗入牌库"),
        "plus",
        draws_chance=True,
        wording=Wording(
            cases=(
                Case(
                    {"to": "deck", "count": Is.PRESENT},
                    LocalizedText(
                        "Shuffle {count} {card:called} cards into your deck.", "将{count:张}“{card:called}”洗入牌库。"
                    ),
                ),
                Case(
                    {"to": "deck"},
                    LocalizedText("Shuffle {card:called a} card into your deck.", "将一张“{card:called}”洗入牌库。"),
                ),
                Case(
                    {"count": Is.PRESENT},
                    LocalizedText(
                        "Add {count} {card:called} cards to your hand.", "将{count:张}“{card:called}”置入手牌。"
                    ),
                ),
            )
        ),
    ),
    effect(
        "discard",
        "means",
        LocalizedText("Discard", "弃牌"),
        (SIDE, COUNT),
        LocalizedText("Random cards go to standby.", "随机将手牌置入待命区。"),
        LocalizedText("Discard {count:random card|random cards}.", "随机弃{count:张牌}。"),
        handlers.discard,
        ("discard, lose cards", "弃牌、舍弃"),
        "trash-2",
        draws_chance=True,
        wording=Wording(
            cases=(
                Case(
                    ENEMY,
                    LocalizedText(
                        "The opponent discards {count:random card|random cards}.", "对手随机弃{count:张牌}。"
                    ),
                ),
            )
        ),
    ),
    effect(
        "shuffleBack",
        "means",
        LocalizedText("Return cards to the deck", "洗回牌库"),
        (COUNT,),
        LocalizedText("Random cards of the hand.", "随机选取手牌。"),
        LocalizedText(
            "Shuffle {count:random card|random cards} of your hand into your deck.", "随机将{count:张手牌}洗回牌库。"
        ),
        handlers.shuffle_back,
        ("return, put back, shuffle hand", "洗回牌库、放回"),
        "repeat",
        draws_chance=True,
    ),
    effect(
        "destroyCards",
        "means",
        LocalizedText("Mill", "销毁牌库顶"),
        (COUNT,),
        LocalizedText("The topmost cards of the deck leave the match.", "牌库顶的牌离开对局。"),
        LocalizedText("Destroy the top {count} cards of your deck.", "销毁牌库顶{count:张牌}。"),
        handlers.destroy_cards,
        ("mill, burn deck", "销毁、磨牌"),
        "trash-2",
        wording=Wording(
            cases=(Case({"count": 1}, LocalizedText("Destroy the top card of your deck.", "销毁牌库顶一张牌。")),)
        ),
    ),
    effect(
        "deathPages",
        "means",
        LocalizedText("Add death pages", "增加死页"),
        (AMOUNT,),
        LocalizedText("Where the encounter counts them (001§2.3).", "仅在使用死页的遭遇中有效（001§2.3）。"),
        LocalizedText("Gain {amount:death page|death pages}.", "增加{amount:点死页}。"),
        handlers.death_pages,
        ("death page, doom", "死页"),
        "hourglass",
        ("DeathPageIncrease",),
    ),
)
