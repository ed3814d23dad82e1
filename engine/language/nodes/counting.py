"""Nodes that count what has happened: how often this turn, whether this is the third time. A game hands over its own spelling.

nodes("timesThis", "Nth", (ROUND, MATCH))
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.json_values import JsonObject
from engine.kernel.definitions import Tally
from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.kernel.tallies import times, times_for_others
from engine.language.compiling.choosing import Getter
from engine.language.compiling.compile import Unit
from engine.language.spec import (
    BooleanLiteral,
    Enum,
    EventName,
    Field,
    IntegerLiteral,
    NodeSpec,
    Option,
    case,
    condition,
    field,
    option,
    optional,
    search_words,
    value,
)
from engine.language.spec.counting import counted_field, sort_of

Itself = Callable[[State, Environment], int]
YOU, OTHERS = option("you", "you", "你"), option("others", "another player", "其他玩家")
OPPONENT = option("opponent", "your opponent", "对手")
THIS = option("this", "this card or what bears it", "此牌或其携带者")
ALLY, ENEMY = option("ally", "an ally", "友方"), option("enemy", "an enemy", "敌方")
ANYONE = option("anyone", "anyone", "任意一方")
OF_TWO = (YOU, OPPONENT, THIS, ALLY, ENEMY, ANYONE)
"""Whom a game of two sides may count."""
TURN, ROUND = option("turn", "this turn", "本回合"), option("round", "this round", "本轮")
MATCH = option("match", "this match", "本局")
OR_LATER = optional(
    "orLater",
    BooleanLiteral(),
    "Or a later one",
    "或更晚",
    "Holds for each one from there on, too.",
    "此后的每一次也成立。",
    default=False,
)
EARLIER = optional(
    "earlier",
    BooleanLiteral(),
    "Earlier ones",
    "此前的",
    "Without the one that is happening now.",
    "不计正在发生的这一次。",
    default=False,
)
CYCLE_FIELD = optional(
    "every",
    IntegerLiteral(2, 99),
    "Every Nth time",
    "每第几次",
    "It answers once each time that its event has met its conditions this number of times: 3 is every third time (added by this project).",
    "其事件每满足条件这么多次才响应一次：3 表示每第三次（本项目扩展）。",
    search=search_words("every third, every nth time, each second time, nth", "每第几次、每次"),
)
"""The field of a trigger that answers every third time, say."""


def _fields(roles: Sequence[Option], within: Sequence[Option]) -> tuple[Field, ...]:
    return (
        field("event", EventName(), "Event", "事件", "What is counted.", "所计的事件。"),
        field(
            "who",
            Enum(tuple(roles)),
            "Who",
            "谁",
            "Whose it is: a player's, this card's own, or that of an ally or an enemy.",
            "属于谁：某名玩家、此牌自身，或友方、敌方。",
        ),
        field(
            "within", Enum(tuple(within)), "Within", "范围", "When the count begins again.", "计数在多大范围内有效。"
        ),
    )


def source_of(st: State, env: Environment) -> int:
    """Return the card whose text this is."""
    return env.source or 0


def _counter(unit: Unit, node: JsonObject, itself: Itself, sorts: Sequence[Field]) -> Getter:
    """Return what reads a count, and note that it is kept."""
    event, role = unit.vocabulary.event(node["event"]), node["who"]
    place = counted_field(event, role) if event is not None else None
    sort = sort_of(sorts, node)
    if event is None or place is None or (sort and sort[0] not in event.fields):
        return lambda st, env: 0
    tally = Tally(event.name, place.name, place.of_owner, node["within"], sort)
    unit.tallies.add(tally)
    if role in ("you", "ally"):
        return lambda st, env: times(st, env.owner, tally)
    if role == "this":
        return lambda st, env: times(st, itself(st, env), tally)
    return lambda st, env: times_for_others(st, 0 if role == "anyone" else env.owner, tally)


def times_this(
    name: str,
    within: Sequence[Option],
    roles: Sequence[Option] = OF_TWO,
    itself: Itself = source_of,
    sorts: Sequence[Field] = (),
) -> NodeSpec:
    """Return the value that counts an event within a turn, a round or the match.

    Shapes: `itself` finds what `this` means: the card, or the unit that bears it; `sorts` are fields with a word of the event's field of
            that name, of which some are counted alone.
    """

    def build(unit: Unit, node: JsonObject, pointer: str) -> Getter:
        count = _counter(unit, node, itself, sorts)
        return (lambda st, env: max(0, count(st, env) - 1)) if node.get("earlier") is True else count

    return value(
        name,
        "Times this has happened",
        "已发生的次数",
        (*_fields(roles, within), *sorts, EARLIER),
        "How often an event has happened; what happens now counts already. Counted only where a card asks.",
        "某事件已发生的次数，正在发生的也计入。只有牌问及时才会计数。",
        "the number of {event:tally}",
        "{event:tally}",
        gives="int",
        build=build,
        extension=True,
        group="numbers",
        search=(
            "how many times, cards played this turn, count, died this turn, storm",
            "多少次、本回合打出的牌数、计数、阵亡数",
        ),
    )


NTH_TIME = search_words("third, second, nth", "第三、第二、第几")
"""How authors say which time is meant."""


def nth(
    name: str,
    within: Sequence[Option],
    roles: Sequence[Option] = OF_TWO,
    itself: Itself = source_of,
    sorts: Sequence[Field] = (),
    **parts: Any,
) -> NodeSpec:
    """Return the condition that an event happens for the third time, say, within a turn, a round or the match."""

    def build(unit: Unit, node: JsonObject, pointer: str) -> Getter:
        count, number = _counter(unit, node, itself, sorts), node["n"]
        if node.get("orLater") is True:
            return lambda st, env: count(st, env) >= number
        return lambda st, env: count(st, env) == number

    return condition(
        name,
        "Nth time",
        "第 N 次",
        (
            field("n", IntegerLiteral(1, 99), "Number", "第几", search=NTH_TIME),
            *_fields(roles, within),
            *sorts,
            OR_LATER,
        ),
        "Holds when the event happens for that time; what happens now counts already. With `orLater` and 2, of cards played: a combo.",
        "事件第若干次发生时成立，正在发生的也计入。`orLater` 与 2 用于打出牌时即为连击。",
        "this is {event:nth}",
        "这是{event:nth}",
        "this is not {event:nth}",
        "这不是{event:nth}",
        cases=(
            case(
                {"orLater": True},
                "this is {event:nth} or a later one",
                "这至少是{event:nth}",
                "this comes before {event:nth}",
                "这早于{event:nth}",
            ),
        ),
        build=build,
        extension=True,
        search=("third card this turn, nth time, storm", "第三张牌、第几次、本回合第几张"),
        **{"group": "conditions", **parts},
    )


def nodes(
    value_name: str,
    condition_name: str,
    within: Sequence[Option],
    roles: Sequence[Option] = OF_TWO,
    itself: Itself = source_of,
    sorts: Sequence[Field] = (),
    **parts: Any,
) -> tuple[NodeSpec, NodeSpec]:
    """Return both nodes that count, in the spelling of a game; `parts` are those of its condition."""
    number = times_this(value_name, within, roles, itself, sorts)
    return number, nth(condition_name, within, roles, itself, sorts, **parts)
