"""The effects of genius on dice and cards, and those that ask when a skill has ended. Source: 002 mutations and requests."""

from __future__ import annotations

from engine.language.nodes.declaring import effect
from engine.language.spec.fields import Field, FieldReference
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.shapes import Enum, ListOf, LocalizedText
from engine.ruleset.card_fields import ID_TEXT, TAG_TEXT
from engine.rulesets.genius.nodes import handlers
from engine.rulesets.genius.nodes.choosers import SIDE
from engine.rulesets.genius.nodes.effect_fields import COUNT
from engine.rulesets.genius.words import ACTION_CARDS, DICE_KINDS, TAGS

DICE_CASES = (
    Case(
        {"kind": "active"},
        LocalizedText("Gain {count:die|dice} of the active character's element.", "生成{count:个出战角色元素骰}。"),
    ),
    Case({"kind": "random"}, LocalizedText("Gain {count:random die|random dice}.", "生成{count:个随机基础元素骰}。")),
    *(
        Case(
            {"kind": option.name},
            LocalizedText(
                f"Gain {{count:{option.title.en} die|{option.title.en} dice}}.",
                f"生成{{count:个{option.title.zh}元素骰}}。",
            ),
        )
        for option in DICE_KINDS[:8]
    ),
)
ON_OTHER_SIDE = {"side": "opponent"}
RESOURCE_EFFECTS = (
    effect(
        "gainDice",
        "means",
        LocalizedText("Gain dice", "生成元素骰"),
        (Field("kind", Enum(DICE_KINDS), LocalizedText("Kind", "种类")), COUNT),
        LocalizedText("As far as there is room for them.", "不超过骰子上限。"),
        LocalizedText("Gain {count:die|dice}.", "生成{count:个元素骰}。"),
        handlers.gain_dice,
        ("dice, omni, create dice", "骰子、万能、生成元素骰"),
        "dice-5",
        wording=Wording(cases=DICE_CASES),
    ),
    effect(
        "loseDice",
        "means",
        LocalizedText("Lose dice", "失去元素骰"),
        (SIDE, COUNT),
        LocalizedText("Random dice.", "随机失去。"),
        LocalizedText("Lose {count:random die|random dice}.", "随机失去{count:个元素骰}。"),
        handlers.lose_dice,
        ("lose dice, remove dice, steal", "失去骰子、移除骰子"),
        "dice-5",
        wording=Wording(
            cases=(
                Case(
                    ON_OTHER_SIDE,
                    LocalizedText(
                        "The opponent loses {count:random die|random dice}.", "敌方随机失去{count:个元素骰}。"
                    ),
                ),
            )
        ),
    ),
    effect(
        "convertDice",
        "means",
        LocalizedText("Convert dice", "转换元素骰"),
        (Field("kind", Enum(DICE_KINDS[:9]), LocalizedText("Kind", "种类")), COUNT),
        LocalizedText(
            "Those of which there are fewest first; omni dice stay.", "优先转换数量最少的种类；万能骰不转换。"
        ),
        LocalizedText("Convert {count:die|dice}.", "转换{count:个元素骰}。"),
        handlers.convert_dice,
        ("convert dice, change dice, to omni", "转换骰子、转为万能"),
        "repeat",
        wording=Wording(
            cases=(
                Case(
                    {"kind": "active"},
                    LocalizedText(
                        "Convert {count:die|dice} to the active character's element.",
                        "将{count:个元素骰}转换为出战角色元素。",
                    ),
                ),
                *(
                    Case(
                        {"kind": option.name},
                        LocalizedText(
                            f"Convert {{count:die|dice}} to {option.title.en}.",
                            f"将{{count:个元素骰}}转换为{option.title.zh}元素。",
                        ),
                    )
                    for option in DICE_KINDS[:8]
                ),
            )
        ),
    ),
    effect(
        "drawCards",
        "means",
        LocalizedText("Draw cards", "抓牌"),
        (COUNT, Field("tag", TAG_TEXT, LocalizedText("With the tag", "带有标签"), required=False, called=TAGS)),
        LocalizedText("From the top of the pile, or the topmost with a tag.", "从牌库顶抓取，或抓取带有标签的牌。"),
        LocalizedText("Draw {count:card|cards}.", "抓{count:张牌}。"),
        handlers.draw_cards,
        ("draw, search, find card", "抓牌、抽牌、检索"),
        "layers",
        wording=Wording(
            cases=(
                Case({"tag": Is.PRESENT, "count": 1}, LocalizedText("Draw {tag:a} card.", "抓{count}张{tag}牌。")),
                Case({"tag": Is.PRESENT}, LocalizedText("Draw {count} {tag} cards.", "抓{count:张}{tag}牌。")),
            )
        ),
    ),
    effect(
        "createCard",
        "means",
        LocalizedText("Create a card", "生成手牌"),
        (
            Field(
                "card",
                ID_TEXT,
                LocalizedText("Card", "卡牌"),
                reference=FieldReference(names="card", kinds=ACTION_CARDS),
            ),
            COUNT,
        ),
        LocalizedText("In the hand; beyond its bounds it burns.", "置入手牌；超出上限时烧毁。"),
        LocalizedText("Add {count:copy|copies} of {card:called} to your hand.", "生成{count}张{card:called}置入手牌。"),
        handlers.create_card,
        ("create card, add to hand", "生成手牌、获得牌"),
        "plus",
    ),
    effect(
        "discard",
        "means",
        LocalizedText("Discard cards", "舍弃手牌"),
        (SIDE, COUNT),
        LocalizedText("Random cards of the hand.", "随机舍弃手牌。"),
        LocalizedText("Discard {count:random card|random cards}.", "随机舍弃{count:张手牌}。"),
        handlers.discard,
        ("discard, burn, lose cards", "舍弃、弃牌、烧牌"),
        "trash-2",
        wording=Wording(
            cases=(
                Case(
                    ON_OTHER_SIDE,
                    LocalizedText(
                        "The opponent discards {count:random card|random cards}.", "敌方随机舍弃{count:张手牌}。"
                    ),
                ),
            )
        ),
    ),
)
REQUESTS = (
    effect(
        "reroll",
        "means",
        LocalizedText("Reroll", "重投"),
        (COUNT,),
        LocalizedText("Asked when this is done.", "结算后进行。"),
        LocalizedText("Reroll your dice {count:times}.", "重投元素骰{count:次}。"),
        handlers.reroll,
        ("reroll, roll again", "重投、重新投掷"),
        "dice-5",
    ),
    effect(
        "switchHands",
        "means",
        LocalizedText("Redraw cards", "替换手牌"),
        (),
        LocalizedText("Asked when this is done.", "结算后进行。"),
        LocalizedText(
            "Return any number of cards from your hand and draw as many.", "可将任意张手牌放回牌库并抓取等量的牌。"
        ),
        handlers.switch_hands,
        ("mulligan, redraw, replace hand", "换牌、替换手牌"),
        "repeat",
    ),
    effect(
        "selectCard",
        "means",
        LocalizedText("Select a card", "挑选"),
        (
            Field(
                "cards",
                ListOf(ID_TEXT, 1, 6),
                LocalizedText("Cards", "卡牌"),
                reference=FieldReference(names="card", kinds=ACTION_CARDS),
            ),
        ),
        LocalizedText("Asked when this is done.", "结算后进行。"),
        LocalizedText("Add one of these to your hand: {cards:called}.", "从以下牌中挑选一张加入手牌：{cards:called}。"),
        handlers.select_card,
        ("choose card, discover, pick", "挑选、发现、选择一张"),
        "list",
    ),
)
