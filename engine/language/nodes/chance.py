"""Chance: dice, a random number, and one of several things by weight.

Each draws from a stream that is named by the card's node, so a match replays, and two matches that differ in one card roll alike elsewhere.
Source: SOURCE.md of each game, extensions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.json_values import JsonObject
from engine.kernel.events import DISPATCH, emit
from engine.kernel.ground import EnvironmentId
from engine.kernel.in_flight import Environment
from engine.kernel.signals import Position, Signal
from engine.kernel.state import State
from engine.kernel.state_writers import chance
from engine.language.compiling.compile import Assembly, Unit, bind
from engine.language.nodes.core import DO, ID
from engine.language.spec import (
    Block,
    Case,
    Field,
    IntegerLiteral,
    Is,
    ListOf,
    LocalizedText,
    NodeAnalysis,
    NodeOutput,
    NodeRuntime,
    NodeSpec,
    ObjectShape,
    RecordSpec,
    Wording,
    search_words,
)

ROLL_EVENT = "onRoll"
"""The event of dice that were rolled, in the rulesets that have it; its last fields are total, highest and lowest."""
MAX_DICE, MAX_SIDES = 10, 100
SIDES = ("heads", "tails")
"""The sides of a coin, and the fields of `flip`."""


def build_roll(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `roll`: each die is a draw of its own."""
    dice, sides, label = node.get("dice", 1), node.get("sides", 6), to.label(node)
    stream = f"fx/{to.unit.card}#{pointer}"

    def run(st: State, env_id: EnvironmentId) -> Signal | None:
        env = st.environments[env_id]
        name = str(label(st, env)) if label is not None else ""
        numbers = _roll_dice(st, (stream, dice, sides))
        _bind_roll(st, env_id, name, numbers)
        if ROLL_EVENT not in st.listener_index:
            return None
        signal = emit(st, ROLL_EVENT, (env.owner, env.source, *numbers))
        if signal is not None and st.frames[-1][0] == DISPATCH:
            st.writable_event(st.frames[-1][2]).notes["roll"] = (env_id, name, stream, dice, sides)
        return signal

    to.emit(run, pointer)


def _roll_dice(st: State, what: tuple[str, int, int]) -> tuple[int, int, int]:
    """Roll dice, each a draw of a stream, and return their total, the highest and the lowest."""
    stream, dice, sides = what
    rolled = sorted(chance(st, stream, sides) + 1 for _ in range(dice))
    return sum(rolled), rolled[-1], rolled[0]


def _bind_roll(st: State, env_id: EnvironmentId, name: str, rolled: tuple[int, int, int]) -> None:
    total, highest, lowest = rolled
    bind(st, env_id, name, total=total, highest=highest, lowest=lowest)


def reroll(st: State, env_id: EnvironmentId, name: str) -> None:
    """Roll the dice again that the trigger around answers; what comes after the roll sees the new numbers alone."""
    fid = st.environments[env_id].flight
    roll = st.events_in_flight[fid].notes.get("roll") if fid in st.events_in_flight else None
    if roll is None:
        return
    eid, label, *what = roll
    numbers = _roll_dice(st, tuple(what))
    _bind_roll(st, eid, label, numbers)
    flight = st.writable_event(fid)
    flight.payload = (*flight.payload[:-3], *numbers)


def build_random(unit: Unit, node: JsonObject, pointer: str) -> Callable[[State, Environment], Any]:
    """Make the closure of a random number."""
    low, high = node["min"], node["max"]
    stream = f"fx/{unit.card}#{pointer}"
    return lambda st, env: low + chance(st, stream, high - low + 1) if low <= high else None


def build_randomly(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `randomly`: one of several lists of effects is done, each as likely as its weight says."""
    options, label, end = node["options"], to.label(node), [Position(0)]
    weights, starts = [option.get("weight", 1) for option in options], list[Position]()
    stream = f"fx/{to.unit.card}#{pointer}"

    def take(st: State, env_id: EnvironmentId) -> Position:
        left, number = chance(st, stream, sum(weights)), 0
        while left >= weights[number]:
            left, number = left - weights[number], number + 1
        if label is not None:
            bind(st, env_id, str(label(st, st.environments[env_id])), chosen=number + 1)
        return starts[number]

    to.emit(take, pointer)
    for place, option in enumerate(options):
        starts.append(to.position)
        to.count(f"{pointer}/options/{place}")
        to.effects(option["do"], f"{pointer}/options/{place}/do")
        to.emit(lambda st, env_id: end[0], pointer)
    end[0] = to.position


def build_flip(to: Assembly, node: JsonObject, pointer: str) -> None:
    """Build `flip`: a coin decides which of two lists of effects is done; the one that is not written does nothing."""
    stream, starts, end = f"fx/{to.unit.card}#{pointer}", list[Position](), [Position(0)]

    def toss(st: State, env_id: EnvironmentId) -> Position:
        return starts[chance(st, stream, len(SIDES))]

    to.emit(toss, pointer)
    for side in SIDES:
        starts.append(to.position)
        if side in node:
            to.count(f"{pointer}/{side}")
            to.effects(node[side], f"{pointer}/{side}")
        to.emit(lambda st, env_id: end[0], pointer)
    end[0] = to.position


_ONE, _SIX = (Is.ABSENT, 1), (Is.ABSENT, 6)
"""What goes without saying of a roll, written or not."""
ROLL = NodeSpec(
    "effect",
    "roll",
    LocalizedText("Roll dice", "掷骰"),
    (
        ID,
        Field(
            "dice",
            IntegerLiteral(1, MAX_DICE),
            LocalizedText("Dice", "骰子数"),
            required=False,
            doc=LocalizedText("How many are rolled; one when absent.", "掷多少个；缺省为一个。"),
            default=1,
        ),
        Field(
            "sides",
            IntegerLiteral(2, MAX_SIDES),
            LocalizedText("Sides", "面数"),
            required=False,
            doc=LocalizedText(
                "How many sides each has; six when absent, two for a coin.", "每个的面数；缺省为六，硬币为二。"
            ),
            default=6,
        ),
    ),
    doc=LocalizedText(
        "Rolls dice; `id.total`, `id.highest` and `id.lowest` are what came up.",
        "掷骰；`id.total`、`id.highest` 和 `id.lowest` 为掷出的结果。",
    ),
    phrase=LocalizedText("Roll {dice:die|dice} with {sides} sides.", "掷{dice:个}{sides}面骰。"),
    wording=Wording(
        cases=(
            *(
                Case({"dice": one, "sides": six}, LocalizedText("Roll a die.", "掷一个骰子。"))
                for one in _ONE
                for six in _SIX
            ),
            *(
                Case({"dice": one}, LocalizedText("Roll a die with {sides} sides.", "掷一个{sides}面骰。"))
                for one in _ONE
            ),
            *(Case({"sides": six}, LocalizedText("Roll {dice:die|dice}.", "掷{dice:个骰子}。")) for six in _SIX),
        ),
        results={
            "total": (
                *(Case({"dice": one}, LocalizedText("the number rolled", "掷出的点数"), that=True) for one in _ONE),
                Case({}, LocalizedText("the total rolled", "掷出的总点数"), that=True),
            ),
            "highest": (Case({}, LocalizedText("the highest number rolled", "掷出的最大点数")),),
            "lowest": (Case({}, LocalizedText("the lowest number rolled", "掷出的最小点数")),),
        },
        keys=LocalizedText(r"\broll|\bdice\b|\bdie\b|coin", "掷|骰|硬币"),
    ),
    output=NodeOutput(results={"total": "int", "highest": "int", "lowest": "int"}),
    analysis=NodeAnalysis(draws_chance=True),
    runtime=NodeRuntime(build=build_roll),
    group="control",
    search=search_words("roll dice, roll a die, gamble", "掷骰、掷骰子、投骰"),
    icon="dices",
)
RANDOM = NodeSpec(
    "value",
    "random",
    LocalizedText("Random number", "随机数"),
    (
        Field("min", IntegerLiteral(0, 999), LocalizedText("From", "从")),
        Field("max", IntegerLiteral(0, 999), LocalizedText("To", "到")),
    ),
    doc=LocalizedText(
        "A number within bounds, each equally likely, drawn again each time it is read.",
        "范围内的一个数，各数几率相等，每次取值重新抽取。",
    ),
    phrase=LocalizedText("a random number between {min} and {max}", "{min}到{max}的随机数"),
    output=NodeOutput(gives="int"),
    analysis=NodeAnalysis(draws_chance=True),
    runtime=NodeRuntime(build=build_random),
    group="numbers",
    search=search_words("random number, random amount", "随机数、随机数值"),
)
WEIGHTED_OUTCOME = RecordSpec(
    "weighted",
    LocalizedText("Outcome", "结果"),
    (
        Field(
            "weight",
            IntegerLiteral(1, 100),
            LocalizedText("Weight", "权重"),
            required=False,
            doc=LocalizedText("How likely it is beside the others; 1 when absent.", "相对于其他结果的几率；缺省为 1。"),
            default=1,
        ),
        DO,
    ),
)
RANDOMLY = NodeSpec(
    "effect",
    "randomly",
    LocalizedText("One at random", "随机执行一项"),
    (ID, Field("options", ListOf(ObjectShape("weighted"), 2, 6), LocalizedText("Outcomes", "结果"))),
    doc=LocalizedText(
        "Does one of several lists of effects, each as likely as its weight says.", "按权重随机执行若干组效果之一。"
    ),
    phrase=LocalizedText("One of these happens at random", "随机发生以下之一"),
    wording=Wording(results={"chosen": (Case({}, LocalizedText("the number of the outcome", "结果的序号")),)}),
    output=NodeOutput(results={"chosen": "int"}),
    analysis=NodeAnalysis(draws_chance=True),
    runtime=NodeRuntime(build=build_randomly),
    group="control",
    search=search_words("random effect, one of, weighted, chance", "随机效果、其中之一、权重、几率"),
    icon="dices",
)
FLIP = NodeSpec(
    "effect",
    "flip",
    LocalizedText("Flip a coin", "抛硬币"),
    (
        Field("heads", Block(), LocalizedText("Heads", "正面")),
        Field(
            "tails",
            Block(),
            LocalizedText("Tails", "反面"),
            required=False,
            doc=LocalizedText("Effects, done on tails; nothing when absent.", "反面时执行的效果；缺省时什么也不做。"),
            search=search_words("tails, or", "反面、或"),
        ),
    ),
    doc=LocalizedText(
        "Flips a coin and does one list of effects or the other.", "抛一枚硬币，按正反面执行其中一组效果。"
    ),
    phrase=LocalizedText("Flip a coin. Heads: {heads}.", "抛一枚硬币。正面：{heads}。"),
    wording=Wording(
        cases=(
            Case(
                {"tails": Is.PRESENT},
                LocalizedText(
                    "Flip a coin. Heads: {heads}. Tails: {tails}.", "抛一枚硬币。正面：{heads}。反面：{tails}。"
                ),
            ),
        ),
        keys=LocalizedText(r"\bcoin|heads|tails|\bflip", "硬币|正面|反面"),
    ),
    analysis=NodeAnalysis(draws_chance=True),
    runtime=NodeRuntime(build=build_flip),
    group="control",
    search=search_words("coin flip, flip a coin, toss a coin, fifty-fifty", "抛硬币、掷硬币、一半几率"),
    icon="dices",
)
REROLL = NodeSpec(
    "effect",
    "reroll",
    LocalizedText("Reroll", "重掷"),
    (),
    doc=LocalizedText(
        "Rolls the dice again that were rolled last, in a trigger on `onRoll`; nothing has been done with their numbers yet.",
        "在 `onRoll` 的触发器中重掷刚掷出的骰子；此时其点数尚未使用。",
    ),
    phrase=LocalizedText("Reroll those dice.", "重掷这些骰子。"),
    wording=Wording(keys=LocalizedText(r"\breroll|roll", "重掷|重新掷")),
    analysis=NodeAnalysis(draws_chance=True, answers=ROLL_EVENT),
    runtime=NodeRuntime(run=reroll),
    example=({"type": "addTriggers", "triggers": [{"event": ROLL_EVENT, "do": [{"type": "reroll"}]}]},),
    group="control",
    search=search_words("reroll, roll again, second chance, mulligan die", "重掷、再掷一次、重新掷骰"),
    icon="dices",
)
CHANCE = (ROLL, RANDOMLY, FLIP)


def chance_of(outcome: RecordSpec) -> tuple[NodeSpec, ...]:
    """Return the effects of chance in a game whose outcomes are a record of another name."""
    options = replace(RANDOMLY.fields[-1], shape=ListOf(ObjectShape(outcome.name), 2, 6))
    return ROLL, replace(RANDOMLY, fields=(*RANDOMLY.fields[:-1], options)), FLIP
