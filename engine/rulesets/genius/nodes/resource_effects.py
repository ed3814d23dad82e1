"""The effects of genius on dice and cards, and those that ask when a skill has ended. Source: 002 mutations and requests."""

from __future__ import annotations

from engine.language.spec import PRESENT, Enum, ListOf, case, field, optional
from engine.toolkit.card_fields import ID_TEXT, TAG_TEXT
from engine.toolkit.nodes import by_word, effect
from engine.toolkit.nodes.piles import draw_up_to

from ..table import HANDS
from ..words import ACTION_CARDS, DICE_KINDS, TAGS
from . import handlers
from .choosers import SIDE
from .effect_fields import COUNT

DICE_CASES = (
    case(
        {"kind": "active"}, "Gain {count:die|dice} of the active character's element.", "生成{count:个出战角色元素骰}。"
    ),
    case({"kind": "random"}, "Gain {count:random die|random dice}.", "生成{count:个随机基础元素骰}。"),
    *by_word("kind", DICE_KINDS[:8], "Gain {count:~ die|~ dice}.", "生成{count:个~元素骰}。"),
)
ON_OTHER_SIDE = {"side": "opponent"}
RESOURCE_EFFECTS = (
    effect(
        "gainDice",
        "means",
        "Gain dice",
        "生成元素骰",
        (field("kind", Enum(DICE_KINDS), "Kind", "种类"), COUNT),
        "As far as there is room for them.",
        "不超过骰子上限。",
        "Gain {count:die|dice}.",
        "生成{count:个元素骰}。",
        handlers.gain_dice,
        ("dice, omni, create dice, a die", "骰子、万能、生成元素骰、骰"),
        "dice-5",
        cases=DICE_CASES,
    ),
    effect(
        "loseDice",
        "means",
        "Lose dice",
        "失去元素骰",
        (SIDE, COUNT),
        "Random dice.",
        "随机失去。",
        "Lose {count:random die|random dice}.",
        "随机失去{count:个元素骰}。",
        handlers.lose_dice,
        ("lose dice, remove dice, steal", "失去骰子、移除骰子"),
        "dice-5",
        cases=(
            case(ON_OTHER_SIDE, "The opponent loses {count:random die|random dice}.", "敌方随机失去{count:个元素骰}。"),
        ),
    ),
    effect(
        "convertDice",
        "means",
        "Convert dice",
        "转换元素骰",
        (field("kind", Enum(DICE_KINDS[:9]), "Kind", "种类"), COUNT),
        "Those of which there are fewest first; omni dice stay.",
        "优先转换数量最少的种类；万能骰不转换。",
        "Convert {count:die|dice}.",
        "转换{count:个元素骰}。",
        handlers.convert_dice,
        ("convert dice, change dice, to omni", "转换骰子、转为万能"),
        "repeat",
        cases=(
            case(
                {"kind": "active"},
                "Convert {count:die|dice} to the active character's element.",
                "将{count:个元素骰}转换为出战角色元素。",
            ),
            *by_word("kind", DICE_KINDS[:8], "Convert {count:die|dice} to ~.", "将{count:个元素骰}转换为~元素。"),
        ),
    ),
    effect(
        "fixDice",
        "means",
        "Fix dice",
        "固定元素骰",
        (field("kind", Enum(DICE_KINDS[:9]), "Kind", "种类"), COUNT),
        "So many of the dice of the next roll are of this kind; the roll that a roll phase makes follows its beginning. They may be rerolled.",
        "下次投掷时，若干元素骰固定为该种类；投掷阶段的投掷在该阶段开始之后。仍可重投。",
        "Fix {count:die|dice} in your next roll.",
        "在下次投掷中固定{count:个元素骰}。",
        handlers.fix_dice,
        ("always pyro, fixed dice, roll, of the dice you roll", "固定骰子、总是投出、投掷时"),
        "dice-5",
        cases=(
            case(
                {"kind": "active"},
                "Fix {count:die|dice} of the active character's element in your next roll.",
                "在下次投掷中固定{count:个出战角色元素骰}。",
            ),
            *by_word(
                "kind",
                DICE_KINDS[:8],
                "Fix {count:~ die|~ dice} in your next roll.",
                "在下次投掷中固定{count:个~元素骰}。",
            ),
        ),
    ),
    effect(
        "drawCards",
        "means",
        "Draw cards",
        "抓牌",
        (COUNT, optional("tag", TAG_TEXT, "With the tag", "带有标签", called=TAGS)),
        "From the top of the pile, or the topmost with a tag.",
        "从牌库顶抓取，或抓取带有标签的牌。",
        "Draw {count:card|cards}.",
        "抓{count:张牌}。",
        handlers.draw_cards,
        ("draw, search, find card", "抓牌、抽牌、检索、抽"),
        "layers",
        cases=(
            case({"tag": PRESENT, "count": 1}, "Draw {tag:a} card.", "抓{count}张{tag}牌。"),
            case({"tag": PRESENT}, "Draw {count} {tag} cards.", "抓{count:张}{tag}牌。"),
        ),
    ),
    draw_up_to("drawUpTo", handlers.draw_missing, hand=HANDS, group="means", verb_zh="抓牌"),
)
REQUESTS = (
    effect(
        "reroll",
        "means",
        "Reroll",
        "重投",
        (COUNT,),
        "Asked when this is done.",
        "结算后进行。",
        "Reroll your dice {count:times}.",
        "重投元素骰{count:次}。",
        handlers.reroll,
        ("reroll, roll again", "重投、重新投掷"),
        "dice-5",
    ),
    effect(
        "switchHands",
        "means",
        "Redraw cards",
        "替换手牌",
        (),
        "Asked when this is done.",
        "结算后进行。",
        "Return any number of cards from your hand and draw as many.",
        "可将任意张手牌放回牌库并抓取等量的牌。",
        handlers.switch_hands,
        ("mulligan, redraw, replace hand", "换牌、替换手牌"),
        "repeat",
    ),
    effect(
        "selectCard",
        "means",
        "Select a card",
        "挑选",
        (field("cards", ListOf(ID_TEXT, 1, 6), "Cards", "卡牌", names="card", kinds=ACTION_CARDS),),
        "Asked when this is done.",
        "结算后进行。",
        "Add one of these to your hand: {cards:called}.",
        "从以下牌中挑选一张加入手牌：{cards:called}。",
        handlers.select_card,
        ("choose card, discover, pick", "挑选、发现、选择一张"),
        "list",
    ),
)
