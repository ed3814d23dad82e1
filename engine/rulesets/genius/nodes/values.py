"""Numbers that are read off the table."""

from __future__ import annotations

from engine.language.spec import (
    NAME_LETTERS,
    PRESENT,
    LocalizedText,
    Targets,
    TextLiteral,
    asks,
    case,
    field,
    optional,
    result,
    titles,
)
from engine.toolkit.nodes import event_field, number, target_field
from engine.toolkit.nodes.values import count
from engine.toolkit.rules import Entities, State, definition

from ..table import HANDS, PILE, SUMMONS, SUPPORTS, dice_printed, living, opponent_of
from .context import Env

COUNT_SUBJECTS = titles(
    ("myHand", "the number of cards in your hand", "我方手牌数"),
    ("opponentHand", "the number of cards in the opposing hand", "敌方手牌数"),
    ("myPile", "the number of cards in your pile", "我方牌库数"),
    ("myDice", "the number of your dice", "我方骰子数"),
    ("opponentDice", "the number of the opposing dice", "敌方骰子数"),
    ("opponentPile", "the number of cards in the opposing pile", "敌方牌库数"),
    ("mySummons", "the number of your summons", "我方召唤物数"),
    ("opponentSummons", "the number of opposing summons", "敌方召唤物数"),
    ("mySupports", "the number of your supports", "我方支援牌数"),
    ("opponentSupports", "the number of opposing supports", "敌方支援牌数"),
    ("opponentCharacters", "the number of opposing characters that are not defeated", "敌方存活角色数"),
    ("myCharacters", "the number of your characters that are not defeated", "我方存活角色数"),
    ("mySwitches", "the number of your switches this round", "本回合我方切换次数"),
    ("round", "the round number", "当前轮次"),
)
COMPARISONS = titles(
    ("myHand", "you have {n:card|cards} in hand", "我方手牌{n:张}"),
    ("opponentHand", "the opponent has {n:card|cards} in hand", "敌方手牌{n:张}"),
    ("myPile", "you have {n:card|cards} in your pile", "我方牌库{n:张}"),
    ("opponentPile", "the opponent has {n:card|cards} in their pile", "敌方牌库{n:张}"),
    ("mySummons", "you have {n:summon|summons}", "我方召唤物{n:个}"),
    ("opponentSummons", "the opponent has {n:summon|summons}", "敌方召唤物{n:个}"),
    ("mySupports", "you have {n:support|supports}", "我方支援牌{n:张}"),
    ("opponentSupports", "the opponent has {n:support|supports}", "敌方支援牌{n:张}"),
    ("myCharacters", "you have {n:character|characters} that are not defeated", "我方存活角色{n:名}"),
    ("opponentCharacters", "the opponent has {n:character|characters} that are not defeated", "敌方存活角色{n:名}"),
    ("mySwitches", "you have made {n:switch|switches} this round", "本回合我方切换{n:次}"),
)
"""How the comparison of a number with another reads."""
INITIAL_HEALTH = "initHealth"
"""The variable that is read off the printed card (004 init_health_point)."""
VARIABLE_NAMES = titles(
    ("usage", "usage", "可用次数"),
    ("duration", "duration", "持续回合"),
    ("health", "health", "生命值"),
    ("maxHealth", "maximum health", "生命上限"),
    ("initHealth", "initial health", "初始生命值"),
    ("power", "energy", "充能"),
    ("maxPower", "maximum energy", "充能上限"),
    ("counter", "counter", "计数"),
)
VARIABLE_NAME = TextLiteral(40, 1, r"^[A-Za-z][A-Za-z0-9_.]{0,39}$", says=NAME_LETTERS)
VARIABLE = field(
    "name",
    VARIABLE_NAME,
    "Variable",
    "变量",
    called=VARIABLE_NAMES,
    reads_variable=True,
    names_number=True,
)
SPENT_VARIABLE = field("name", VARIABLE_NAME, "Variable", "变量", called=VARIABLE_NAMES, names_number=True)


def read_variable(st: State, env: Env, targets: Entities, name: str) -> int | None:
    """Return a variable of the first of some entities, of this one with none; None where it is gone."""
    eid = targets[0] if targets else env.source
    ent = st.entities.get(eid or 0)
    if ent is None:
        return None
    return definition(st, eid or 0).numbers.get("health", 0) if name == INITIAL_HEALTH else int(ent.get(name, 0))


def printed_cost(st: State, env: Env, targets: Entities) -> int | None:
    """Return how many dice a card costs as it is printed; None where there is none."""
    eid = targets[0] if targets else 0
    return dice_printed(st, eid) if eid in st.entities else None


def count_of(st: State, env: Env, what: str) -> int:
    """Return how many there are of something."""
    player = env.owner if what.startswith("my") else opponent_of(env.owner)
    match what.removeprefix("my").removeprefix("opponent"):
        case "Hand":
            return len(st.zone(player, HANDS))
        case "Pile":
            return len(st.zone(player, PILE))
        case "Dice":
            return int(st.entities[player]["diceNum"])
        case "Summons":
            return len(st.zone(player, SUMMONS))
        case "Supports":
            return len(st.zone(player, SUPPORTS))
        case "Characters":
            return len(living(st, player))
        case "Switches":
            return int(st.entities[player]["changeNum"])
    return int(st.globals["round"])


def dice_to_pay(st: State, env: Env) -> int | None:
    """Return how many dice the action that is paid for still costs; None where none is."""
    cost = event_field(env, "cost")
    return None if cost is None else sum(number for _, number in cost)


VALUES = (
    number(
        "variable",
        "Variable",
        "变量",
        (
            optional("target", Targets("entity"), "Of", "所属", "This entity when absent.", "缺省为自身。"),
            VARIABLE,
        ),
        "the {name} of {self}",
        "自身的{name}",
        read_variable,
        ("usage, health, energy, counter, stacks", "可用次数、生命、充能、层数"),
        cases=(
            case({"target": {"type": "host"}}, "the {name} of {host}", "{host}的{name}"),
            case({"target": PRESENT}, "the {name} of {target}", "{target}的{name}"),
        ),
    ),
    count(COUNT_SUBJECTS, count_of, ("how many, number of dice, hand size", "多少、骰子数、手牌数"), COMPARISONS),
    number(
        "printedCost",
        "Printed cost",
        "印制费用",
        (target_field("card"),),
        "the printed cost of {target}",
        "{target}的印制费用",
        printed_cost,
        ("cost of a card, price, dice", "费用、牌的费用、骰子"),
        example=(
            {"type": "gainDice", "kind": "omni", "count": {"type": "printedCost", "target": {"type": "topCard"}}},
        ),
        doc=LocalizedText(
            "How many dice the card costs before anything lowers it.", "该牌未被减免时所需的元素骰总数。"
        ),
    ),
    number(
        "diceToPay",
        "Dice to pay",
        "所需骰子数",
        (),
        "the number of dice that it costs",
        "所需骰子数",
        dice_to_pay,
        ("cost of the action, dice left to pay, free", "行动费用、剩余骰子、免费"),
        doc=LocalizedText(
            "In CALCULATE_DICE: how many dice the action still costs.", "用于 CALCULATE_DICE：该行动目前所需的骰子数。"
        ),
        asks=(asks("the dice to pay", "所需骰子", ("cost",)),),
        cases=(result("the number of dice that it costs", "所需骰子数", "it costs {n:die|dice}", "需要{n:个元素骰}"),),
    ),
)
