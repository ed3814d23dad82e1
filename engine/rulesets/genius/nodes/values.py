"""Numbers that are read off the table."""

from __future__ import annotations

from engine.kernel.state import State
from engine.language.nodes.declaring import number
from engine.language.spec.asking import Asks
from engine.language.spec.fields import Field, FieldAnalysis
from engine.language.spec.phrases import Case, Is, Wording
from engine.language.spec.shapes import NAME_LETTERS, Enum, LocalizedText, Option, Targets, TextLiteral
from engine.rulesets.genius.nodes.context import Env, field
from engine.rulesets.genius.table import HANDS, PILE, SUMMONS, SUPPORTS, living, opponent_of

COUNT_SUBJECTS = {
    "myHand": LocalizedText("the number of cards in your hand", "我方手牌数"),
    "opponentHand": LocalizedText("the number of cards in the opposing hand", "敌方手牌数"),
    "myPile": LocalizedText("the number of cards in your pile", "我方牌库数"),
    "myDice": LocalizedText("the number of your dice", "我方骰子数"),
    "opponentDice": LocalizedText("the number of the opposing dice", "敌方骰子数"),
    "mySummons": LocalizedText("the number of your summons", "我方召唤物数"),
    "opponentSummons": LocalizedText("the number of opposing summons", "敌方召唤物数"),
    "mySupports": LocalizedText("the number of your supports", "我方支援数"),
    "myCharacters": LocalizedText("the number of your characters that are not defeated", "我方存活角色数"),
    "mySwitches": LocalizedText("the number of your switches this round", "本回合我方切换次数"),
    "round": LocalizedText("the round number", "当前轮次"),
}
VARIABLE_NAMES = {
    "usage": LocalizedText("usage", "可用次数"),
    "duration": LocalizedText("duration", "持续回合"),
    "health": LocalizedText("health", "生命值"),
    "maxHealth": LocalizedText("maximum health", "生命上限"),
    "power": LocalizedText("energy", "充能"),
    "maxPower": LocalizedText("maximum energy", "充能上限"),
    "counter": LocalizedText("counter", "计数"),
}
VARIABLE = Field(
    "name",
    TextLiteral(40, 1, r"^[A-Za-z][A-Za-z0-9_.]{0,39}$", says=NAME_LETTERS),
    LocalizedText("Variable", "变量"),
    called=VARIABLE_NAMES,
    analysis=FieldAnalysis(reads_variable=True, names_number=True),
)


def read_variable(st: State, env: Env, targets: tuple[int, ...], name: str) -> int | None:
    """Return a variable of the first of some entities, of this one with none; None where it is gone."""
    eid = targets[0] if targets else env.source
    ent = st.entities.get(eid or 0)
    return None if ent is None else int(ent.get(name, 0))


def count(st: State, env: Env, what: str) -> int:
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
    cost = field(env, "cost")
    return None if cost is None else sum(number for _, number in cost)


VALUES = (
    number(
        "variable",
        LocalizedText("Variable", "变量"),
        (
            Field(
                "target",
                Targets("entity"),
                LocalizedText("Of", "所属"),
                required=False,
                doc=LocalizedText("This entity when absent.", "缺省为自身。"),
            ),
            VARIABLE,
        ),
        LocalizedText("the {name} of {self}", "自身的{name}"),
        read_variable,
        ("usage, health, energy, counter, stacks", "可用次数、生命、充能、层数"),
        wording=Wording(
            cases=(
                Case({"target": {"type": "host"}}, LocalizedText("the {name} of {host}", "{host}的{name}")),
                Case({"target": Is.PRESENT}, LocalizedText("the {name} of {target}", "{target}的{name}")),
            )
        ),
    ),
    number(
        "count",
        LocalizedText("Count", "数量"),
        (
            Field(
                "of",
                Enum(tuple(Option(name, text) for name, text in COUNT_SUBJECTS.items())),
                LocalizedText("Of", "对象"),
            ),
        ),
        LocalizedText("the number", "数量"),
        count,
        ("how many, number of dice, hand size", "多少、骰子数、手牌数"),
        wording=Wording(cases=tuple(Case({"of": name}, text) for name, text in COUNT_SUBJECTS.items())),
    ),
    number(
        "diceToPay",
        LocalizedText("Dice to pay", "所需骰子数"),
        (),
        LocalizedText("the number of dice that it costs", "所需骰子数"),
        dice_to_pay,
        ("cost of the action, dice left to pay, free", "行动费用、剩余骰子、免费"),
        doc=LocalizedText(
            "In CALCULATE_DICE: how many dice the action still costs.", "用于 CALCULATE_DICE：该行动目前所需的骰子数。"
        ),
        asks=(Asks(LocalizedText("the dice to pay", "所需骰子"), ("cost",)),),
    ),
)
