"""The effects of genius on hands and places: discards, copies, returns, stolen dice, frozen characters, swaps. Source: 002 mutations; 004 Hand_Zone."""

from __future__ import annotations

from engine.language.spec import ABSENT, PRESENT, Enum, Targets, case, field, optional, options
from engine.toolkit.nodes import card_field, effect, target_field

from ..words import ACTION_CARDS
from . import card_handlers as handlers
from .choosers import SIDE
from .effect_fields import AMOUNT, COUNT

OTHER_SIDE = {"side": "opponent"}
BY = options(
    ("random", "at random", "随机"),
    ("dearest", "the dearest", "费用最高"),
    ("cheapest", "the cheapest", "费用最低"),
    ("choice", "chosen by its player", "由其玩家选择"),
)
ONE_OF_MINE = {"target": {"type": "chooseCard"}}
PILE_PLACES = options(
    ("random", "a random place", "随机位置"), ("top", "its top", "牌库顶"), ("bottom", "its bottom", "牌库底")
)
RANKS = (("dearest", "most expensive", "最高"), ("cheapest", "cheapest", "最低"))
BY_NAME = {"card": PRESENT}
TWO_OF_MINE = ({"type": "chooseCharacter", "which": "all"}, {"type": "chooseCharacter", "side": "my", "which": "all"})
WHAT = options(("health", "health", "生命值"), ("place", "places", "位置"))
DISCARD = effect(
    "discard",
    "means",
    "Discard cards",
    "舍弃手牌",
    (
        SIDE,
        COUNT,
        optional("by", Enum(BY), "Which", "选法", default="random"),
        card_field("card", ACTION_CARDS, "Card", "卡牌", "Only cards of this name.", "仅限同名牌。", required=False),
    ),
    "Cards of the hand: random ones, the dearest or cheapest first, or those that their player chooses.",
    "随机舍弃手牌，优先舍弃费用最高或最低者，或由其玩家选择。",
    "Discard {count:random card|random cards}.",
    "随机舍弃{count:张手牌}。",
    handlers.discard_some,
    (
        "discard, burn, lose cards, dearest card, bin, discard one at random, throw away",
        "舍弃、弃牌、烧牌、费用最高的牌、弃、弃掉、丢弃",
    ),
    "trash-2",
    ("ON_DISCARD",),
    draws_chance=True,
    suspends=True,
    cases=(
        case(
            {**OTHER_SIDE, **BY_NAME},
            "The opponent discards {count} {card:called}.",
            "敌方舍弃{count:张}{card:called}。",
        ),
        case(BY_NAME, "Discard {count} {card:called}.", "舍弃{count:张}{card:called}。"),
        *(
            sentence
            for word, en, zh in RANKS
            for sentence in (
                case(
                    {**OTHER_SIDE, "by": word, "count": 1},
                    f"The opponent discards the {en} card in their hand.",
                    f"敌方舍弃费用{zh}的1张手牌。",
                ),
                case(
                    {**OTHER_SIDE, "by": word},
                    f"The opponent discards the {{count}} {en} cards in their hand.",
                    f"敌方舍弃费用{zh}的{{count:张手牌}}。",
                ),
                case({"by": word, "count": 1}, f"Discard the {en} card in your hand.", f"舍弃费用{zh}的1张手牌。"),
                case(
                    {"by": word},
                    f"Discard the {{count}} {en} cards in your hand.",
                    f"舍弃费用{zh}的{{count:张手牌}}。",
                ),
            )
        ),
        case(
            {**OTHER_SIDE, "by": "choice"},
            "The opponent discards {count:card|cards} of their choice.",
            "敌方选择并舍弃{count:张手牌}。",
        ),
        case({"by": "choice"}, "Discard {count:card|cards} of your choice.", "选择并舍弃{count:张手牌}。"),
        case(OTHER_SIDE, "The opponent discards {count:random card|random cards}.", "敌方随机舍弃{count:张手牌}。"),
    ),
)
DISCARD_CARD = effect(
    "discardCard",
    "means",
    "Discard these cards",
    "舍弃指定手牌",
    (target_field("card"),),
    "Cards of a hand, those that a chooser finds.",
    "舍弃选择器找到的手牌。",
    "Discard {target}.",
    "舍弃{target}。",
    handlers.discard_cards,
    ("discard, choose and discard", "舍弃、弃牌、选择舍弃"),
    "trash-2",
    ("ON_DISCARD",),
    removes="target",
    example=({"type": "discardCard", "target": {"type": "chooseCard"}},),
    cases=(case(ONE_OF_MINE, "Discard a card.", "舍弃1张手牌。"),),
)
CREATE_CARD = effect(
    "createCard",
    "means",
    "Create a card",
    "生成手牌",
    (
        card_field("card", ACTION_CARDS, "Card", "卡牌", required=False),
        optional(
            "copyOf",
            Targets("card"),
            "Copy of",
            "复制",
            "Instead of a name: a card of the match, such as the last one played.",
            "代替卡牌标识：对局中的一张牌，例如上一张打出的牌。",
        ),
        optional(COUNT.name, COUNT.shape, *COUNT.title, "One when absent.", "缺省为 1。"),
    ),
    "In the hand; beyond its bounds it burns.",
    "置入手牌；超出上限时烧毁。",
    "Add {count:copy|copies} of {card:called} to your hand.",
    "生成{count}张{card:called}置入手牌。",
    handlers.create_cards,
    ("create card, add to hand, copy, copy to hand, tutor", "生成手牌、获得牌、复制、检索"),
    "plus",
    cases=(
        case(
            {"copyOf": PRESENT, "count": ABSENT}, "Add a copy of {copyOf} to your hand.", "将{copyOf}的复制加入手牌。"
        ),
        case(
            {"copyOf": PRESENT},
            "Add {count:copy|copies} of {copyOf} to your hand.",
            "将{copyOf}的{count:张复制}加入手牌。",
        ),
        case({"count": ABSENT}, "Add a copy of {card:called} to your hand.", "生成1张{card:called}置入手牌。"),
    ),
)
CARD_EFFECTS = (
    CREATE_CARD,
    DISCARD,
    DISCARD_CARD,
    effect(
        "returnToHand",
        "board",
        "Return to hand",
        "收回手牌",
        (target_field("entity"),),
        "Equipment and supports leave the table; their cards come to their player's hand.",
        "装备与支援离场，对应的牌回到其所属玩家的手牌。",
        "Return {target} to hand.",
        "将{target}收回手牌。",
        handlers.return_to_hand,
        ("return to hand, bounce, unequip, take back", "收回手牌、弹回、卸下装备"),
        "undo-2",
        removes="target",
    ),
    effect(
        "returnToPile",
        "means",
        "Return to the pile",
        "放回牌库",
        (target_field("card"), optional("to", Enum(PILE_PLACES), "Where", "位置", default="random")),
        "Cards of a hand go back to their player's pile: to a random place, its top or its bottom (004 return_card).",
        "将手牌放回其所属玩家的牌库：随机位置、顶部或底部（004 return_card）。",
        "Return {target} to the pile, at a random place.",
        "将{target}放回牌库的随机位置。",
        handlers.return_to_pile,
        ("return to deck, shuffle back, put on top, bottom of the pile", "放回牌库、洗回牌库、置于牌库顶、置于牌库底"),
        "layers",
        draws_chance=True,
        example=({"type": "returnToPile", "target": {"type": "chooseCard"}},),
        cases=(
            case(
                {**ONE_OF_MINE, "to": "top"}, "Put a card from your hand on top of your pile.", "将1张手牌置于牌库顶。"
            ),
            case(
                {**ONE_OF_MINE, "to": "bottom"},
                "Put a card from your hand at the bottom of your pile.",
                "将1张手牌置于牌库底。",
            ),
            case(
                ONE_OF_MINE,
                "Return a card from your hand to your pile, at a random place.",
                "将1张手牌放回牌库的随机位置。",
            ),
            case({"to": "top"}, "Put {target} on top of the pile.", "将{target}置于牌库顶。"),
            case({"to": "bottom"}, "Put {target} at the bottom of the pile.", "将{target}置于牌库底。"),
        ),
    ),
    effect(
        "transform",
        "board",
        "Transform",
        "变形",
        (
            target_field("entity"),
            card_field("into", ("equipment", "support", "summon", "status", "combatStatus"), "Into", "变为"),
        ),
        "What it is changes in its place, into a card of its own type; its variables stay (002 transformDefinition).",
        "在原处变为同类型的另一张牌，其变量保持不变（002 transformDefinition）。",
        "Transform {target} into {into:called}.",
        "将{target}变为{into:called}。",
        handlers.transform,
        ("transform, turn into, polymorph, change definition", "变形、变为、转变"),
        "repeat",
        example=({"type": "transform", "target": {"type": "summons"}, "into": "genius.summon.clay-ram"},),
    ),
    effect(
        "stealDice",
        "means",
        "Steal dice",
        "偷取元素骰",
        (COUNT,),
        "Random dice of the opponent's come to the own ones, as far as there are any and there is room.",
        "随机将对手的元素骰变为己方的，不超过对手所有与己方上限。",
        "Steal {count:random die|random dice} from your opponent.",
        "从对手处偷取{count:个随机元素骰}。",
        handlers.steal_dice,
        ("steal dice, take a die", "偷取骰子、夺取元素骰"),
        "dice-5",
        draws_chance=True,
    ),
    effect(
        "freeze",
        "fight",
        "Freeze",
        "冻结",
        (target_field("character"),),
        "Until the round ends the character uses no skills; Physical and Pyro damage break it. Free of control is free of it.",
        "直到回合结束，该角色不能使用技能；受到物理或火元素伤害时解除。免疫控制的角色不会被冻结。",
        "Freeze {target}.",
        "冻结{target}。",
        handlers.freeze,
        ("freeze, frozen, stun, skip", "冻结、冰冻、眩晕、冻住"),
        "snowflake",
    ),
    effect(
        "setHealth",
        "fight",
        "Set health",
        "生命值变为",
        (target_field("character"), AMOUNT),
        "Neither damage nor healing, and at most the maximum.",
        "既非伤害也非治疗，不超过生命上限。",
        "The health of {target} becomes {amount}.",
        "{target}的生命值变为{amount}。",
        handlers.set_health,
        ("set health, health becomes, reset health", "生命值变为、设置生命"),
        "heart",
    ),
    effect(
        "swap",
        "fight",
        "Swap",
        "交换",
        (
            field("what", Enum(WHAT), "What", "交换内容"),
            field("first", Targets("character"), "First", "其一"),
            optional(
                "second",
                Targets("character"),
                "Second",
                "其二",
                "The other one; where it is absent, the first finds both.",
                "另一个；缺省时由前者选出两个。",
            ),
        ),
        "Of two characters: their health, each at most to its maximum, or their places on one side. Neither damage nor healing.",
        "交换两名角色的生命值（各自不超过上限），或同一方的位置。既非伤害也非治疗。",
        "Swap the {what} of {first} and {second}.",
        "交换{first}与{second}的{what}。",
        handlers.swap,
        ("swap, exchange health, switch places, swap health", "交换、互换生命、互换位置、互换"),
        "repeat",
        cases=(
            *(
                case(
                    {"first": {**chooser, "min": 2}, "second": ABSENT},
                    "Swap the {what} of two of your characters.",
                    "交换我方两名角色的{what}。",
                )
                for chooser in TWO_OF_MINE
            ),
            case({"second": ABSENT}, "Swap the {what} of {first}.", "交换{first}的{what}。"),
        ),
    ),
)
