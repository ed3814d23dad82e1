"""Memory: named numbers on players, cards and monsters, for the match or for less. Source: SOURCE.md, extensions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import (
    ABSENT,
    COMPUTED,
    NEGATIVE,
    Case,
    LocalizedText,
    Targets,
    Value,
    case,
    effect,
    field,
    one_of,
    optional,
    titles,
    value,
)
from engine.toolkit.nodes import ID, amount_field, count_result, counter_field
from engine.toolkit.rules import EnvironmentId, State, bind, change, set_global, set_var

from ..table import MEMORY
from .fields import MODE

MAX_STAT = 9999
COUNTER_NAMES = titles(
    ("stitch", "number of stitches", "针数"),
    ("tally", "tally", "计数"),
    ("chime", "number of chimes", "钟鸣数"),
    ("char", "number of scorches", "焦痕数"),
)
"""What the numbers of shipped cards are called."""
NAME = counter_field(COUNTER_NAMES)
SPANS = one_of(
    ("always", "for the rest of the match", "此后整局游戏中"),
    ("round", "this round", "本轮中"),
    ("battle", "this battle", "本场战斗中"),
    ("turn", "this turn", "本回合中"),
)


def remember(st: State, env_id: EnvironmentId, name: str, *held: Any) -> None:
    """Add to a named number of each target, or set it, from 0 on; what does not last for the match is noted to be forgotten."""
    key, mode, amount, target, lasts = held
    variable, value = f"{MEMORY}{key}", 0
    for eid in dict.fromkeys(target):
        if eid not in st.entities:
            continue
        before = st.entities[eid].get(variable, 0) if mode == "set" else 0
        change(st, eid, variable, (amount or 0) - before, 0, MAX_STAT)
        value = st.entities[eid][variable]
        noted = (lasts, eid, variable)
        if lasts not in (None, "always") and noted not in st.globals["fleeting"]:
            set_global(st, "fleeting", (*st.globals["fleeting"], noted))
    bind(st, env_id, name, value=value)


def forget(st: State, span: str) -> None:
    """Forget what was remembered for a turn, a battle or a round that is over."""
    fleeting = st.globals["fleeting"]
    if not fleeting:
        return
    for lasts, eid, variable in fleeting:
        if lasts == span and eid in st.entities:
            set_var(st, eid, variable, 0)
    set_global(st, "fleeting", tuple(one for one in fleeting if one[0] != span))


def recall(st: State, of: Any, key: str) -> int | None:
    """Return a named number of a player, card or monster; 0 where nothing was remembered."""
    if not isinstance(of, int) or of not in st.entities:
        return None
    return int(st.entities[of].get(f"{MEMORY}{key}", 0))


def _lasting(when: Mapping[str, Any], en: str, zh: str) -> tuple[Case, ...]:
    """Return a sentence for what is never forgotten, and one for what is forgotten with a span."""
    for_good = (case({**when, "lasts": word}, f"{en}.", f"{zh}。") for word in (ABSENT, "always"))
    return (*for_good, case(when, f"{en} {{lasts}}.", f"{{lasts}}{zh}。"))


def _computed_cases() -> tuple[Case, ...]:
    """Return a sentence for a number that is worked out: what it lasts for comes before it, so that it is not part of it."""
    when = {"mode": "add", "amount": COMPUTED}
    spans = (option.name for option in SPANS.options if option.name != "always")
    text = LocalizedText("{target's name} rises {lasts} by {amount}.", "{lasts}{target}的{name}增加{amount}。")
    return tuple(case({**when, "lasts": span}, *text) for span in spans)


REMEMBER = effect(
    "remember",
    "Remember",
    "记数",
    (
        ID,
        NAME,
        MODE,
        amount_field(-MAX_STAT, MAX_STAT),
        field(
            "target",
            Targets("any"),
            "On",
            "载体",
            "The players, cards or monsters that bear the number.",
            "带有该数值的玩家、牌或怪物。",
        ),
        optional(
            "lasts",
            SPANS,
            "Lasts",
            "持续",
            "When it is forgotten; never in this match when absent.",
            "何时清除；缺省时本局内不清除。",
            default="always",
        ),
    ),
    "Adds to a named number of a player, card or monster, or sets it; players see it on its bearer. A flag is a number that is 0 or 1.",
    "增加或设置玩家、牌或怪物上一个有名称的数值；玩家可在其载体上看到。标记即取值为 0 或 1 的数值。",
    "{target's name} rises by {amount}.",
    "{target}的{name}增加{amount}。",
    keys=LocalizedText("", ""),  # authors give the number a name and a verb of their own: any text mentions it
    cases=(
        *_computed_cases(),
        *_lasting({"mode": "set"}, "{target's name} becomes {amount}", "{target}的{name}变为{amount}"),
        *_lasting({"amount": NEGATIVE}, "{target's name} falls by {amount:-}", "{target}的{name}减少{amount:-}"),
        *_lasting({}, "{target's name} rises by {amount}", "{target}的{name}增加{amount}"),
    ),
    yields=count_result("that number", "该数值", name="value"),
    run=remember,
    example=({"type": "remember", "name": "charge", "mode": "add", "amount": 1, "target": "$onPlay.cardUUID"},),
    group="numbers",
    search=(
        "counter, token, mark, remember, memory, flag, once per match, count",
        "计数、指示物、标记、记住、记录、每局一次、次数",
    ),
)
RECALL = value(
    "remembered",
    "Remembered number",
    "所记数值",
    (field("of", Value("any"), "Of", "载体"), NAME),
    "A named number of a player, card or monster; 0 where nothing was remembered.",
    "玩家、牌或怪物上有名称的数值；没有记录时为 0。",
    "{of's name}",
    "{of}的{name}",
    gives="int",
    run=recall,
    group="numbers",
    search=("counter, number of counters, memory, flag, how often", "计数、指示物数量、标记、次数"),
)
