"""`tune`: which numbers of a card bring its win rate to a target, by matches of every candidate against the card's former version."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from engine import api
from engine.commands.playing import (
    NONE,
    PLAYED_BY,
    PLAYED_WITH,
    add_options,
    candidate_of,
    canonical,
    card_of,
    check_run,
    note_times,
    played_to_end,
)
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable, plain
from engine.json_values import Json, JsonObject
from engine.language.spec import LocalizedText

ITSELF = "itself"
MAX_VALUES: Final = 200
"""Values of a range that are written out; the search refuses long before."""

READINGS = {
    "reached": LocalizedText("reached", "已达到"),
    "missed": LocalizedText("misses the target", "未达到"),
    "unknown": LocalizedText("not confirmed", "未能确认"),
    "budget": LocalizedText("no number: its matches exceed their budget", "没有数字：对局超出运算限额"),
    None: LocalizedText("", ""),
}
ENDS = {
    "reached": LocalizedText("These changes reach the target.", "以下改动达到目标。"),
    "already": LocalizedText("The card is on target as it stands.", "此卡无需改动即符合目标。"),
    "unconfirmed": LocalizedText(
        "The nearest candidates could not be confirmed on fresh seeds.", "最接近的候选未能在新种子上得到确认。"
    ),
    "none": LocalizedText("Nothing within these ranges reaches the target.", "给定范围内没有任何取值达到目标。"),
    None: LocalizedText("The search ended early: matches exceeded their budget.", "搜索提前结束：对局超出运算限额。"),
}


def _arguments(arguments: Arguments) -> None:
    add_options(
        arguments,
        (
            "--vary",
            "a number and its values: POINTER=LOW..HIGH or POINTER=LOW..HIGH/STEP; may be repeated",
            "可改动的数值及范围：POINTER=最小..最大 或 POINTER=最小..最大/步长；可多次给出",
            {"action": "append", "required": True, "metavar": "POINTER=LOW..HIGH"},
        ),
        (
            "--set",
            "a number that is fixed at another value for the whole search: POINTER=VALUE",
            "在整个搜索中固定为另一个值的数值：POINTER=值",
            {"action": "append", "default": [], "metavar": "POINTER=VALUE"},
        ),
        (
            "--aim",
            "the change of the win rate to reach: even, or points such as +2 or -1.5 (default: even)",
            "要达到的胜率变化：even，或百分点，如 +2、-1.5（缺省 even）",
            {"default": "even", "metavar": "AIM"},
        ),
        (
            "--tolerance",
            "points around the target that count as reached (default: 3)",
            "视为达到目标的误差百分点（缺省 3）",
            {"type": float, "default": 3.0, "metavar": "POINTS"},
        ),
        (
            "--against",
            "the version to compare with: a file, `itself` as it is in CARD.json, or `none` for reference cards (default: itself)",
            "对照版本：文件，itself 表示 CARD.json 原样，none 表示同类参照卡（缺省 itself）",
            {"default": ITSELF, "metavar": "FILE"},
        ),
        *PLAYED_WITH,
        *PLAYED_BY,
    )


def _run(shell: Shell, args: Namespace) -> int:
    check_run(args)
    ranges = dict(_range(text) for text in args.vary)
    ruleset, card, pool = candidate_of(shell, args)
    spec = api.tune_plan(
        ruleset,
        candidate=api.tuned(card, [_setting(text) for text in args.set]),
        baseline=_baseline(shell, args.against, card, ruleset),
        ranges=ranges,
        pool=pool,
        aim=_aim(args.aim),
        tolerance=round(100 * args.tolerance),
        bots=(args.bots,),
        seed=args.seed,
    )
    start, games = os.times(), 0
    _note_cost(shell, spec)
    while True:
        state, result = played_to_end(shell, spec, args.workers)
        games += result["n"]["games"]
        following = api.tune_next(spec, state)
        if following is None:
            break
        spec = following
        _note_round(shell, spec)
    print(canonical(result) if shell.as_json else plain("\n".join(_lines(shell, spec, result))))
    note_times(shell, start, games)
    return FINE if result["end"] in ("reached", "already") else FOUND


def _range(text: str) -> tuple[str, list[int]]:
    """Return a pointer and the values of `POINTER=LOW..HIGH/STEP`."""
    pointer, _, values = text.rpartition("=")
    ends, _, step = values.partition("/")
    low, dots, high = ends.partition("..")
    try:
        first, last, by = int(low), int(high), int(step or 1)
    except ValueError:
        first, last, by = 0, 0, 0
    if not dots or by < 1 or not 0 < (last - first) // max(1, by) < MAX_VALUES:
        raise Unusable(
            f"--vary wants POINTER=LOW..HIGH, such as /manaCost=1..4; got {text}",
            f"--vary 应为 POINTER=最小..最大，例如 /manaCost=1..4；收到 {text}",
        )
    return pointer, list(range(first, last + 1, by))


def _setting(text: str) -> tuple[str, int]:
    """Return a pointer and the value of `POINTER=VALUE`."""
    pointer, _, value = text.rpartition("=")
    if not value.lstrip("-").isdecimal():
        raise Unusable(
            f"--set wants POINTER=VALUE with a whole number; got {text}", f"--set 应为 POINTER=整数；收到 {text}"
        )
    return pointer, int(value)


def _aim(text: str) -> int:
    """Return the target in ten-thousandths of a win."""
    try:
        return 0 if text == "even" else round(100 * float(text))
    except ValueError:
        raise Unusable(
            f"--aim wants even or a number of points; got {text}", f"--aim 应为 even 或百分点；收到 {text}"
        ) from None


def _baseline(shell: Shell, against: str, card: JsonObject, ruleset: str) -> JsonObject | None:
    if against in (ITSELF, NONE):
        return card if against == ITSELF else None
    return card_of(shell, Path(against), ruleset, ())[1]


def _note_cost(shell: Shell, spec: Json) -> None:
    """Write to stderr what the search will cost, before it starts."""
    matches = api.tune_matches_ahead(spec)
    seconds = -(-matches * spec["blockMs"] // 1000)
    invalid, same = (spec["excluded"][name] for name in ("invalid", "same"))
    shell.note(
        LocalizedText(
            f"{len(spec['points'])} candidates ({invalid} invalid, {same} that change nothing left out): {matches} matches to rank them, about {seconds} s of processor, then the confirmation",
            f"{len(spec['points'])} 个候选（另有 {invalid} 个无效、{same} 个无变化）：排序需 {matches} 局，处理器约 {seconds} 秒，之后进行确认",
        )
    )


def _note_round(shell: Shell, spec: Json) -> None:
    count, matches, seconds = len(spec["alive"]), spec["cost"]["matches"], spec["cost"]["cpuSeconds"]
    words = (
        LocalizedText(
            f"confirmation: {count} candidates on fresh seeds, {matches} matches, about {seconds} s",
            f"确认：{count} 个候选在新种子上对局，{matches} 局，约 {seconds} 秒",
        )
        if spec["stage"] == "confirmation"
        else LocalizedText(
            f"round {spec['round']}: {count} candidates, {matches} matches, about {seconds} s",
            f"第 {spec['round']} 轮：{count} 个候选，{matches} 局，约 {seconds} 秒",
        )
    )
    shell.note(words)


def _lines(shell: Shell, spec: Json, result: Json) -> Iterator[str]:
    """Yield how the search ended, a line for each candidate of the last plan, and the texts of those that reach the target."""
    yield shell.say(ENDS[result["end"]])
    for row in result["rows"]:
        yield f"{_number(row)}  {_changes(shell, row)}  {shell.say(READINGS[row['reading']])}".rstrip()
        if row["reading"] == "reached" and row["changes"]:
            point = [(change["pointer"], change["to"]) for change in row["changes"]]
            for document in (spec["candidate"], api.tuned(spec["candidate"], point)):
                yield f"    {api.describe(spec['ruleset'], document, shell.lang)}"
    if result["end"] == "none" and result["limits"]:
        numbers = ", ".join(f"{limit['pointer']} = {limit['value']}" for limit in result["limits"])
        yield shell.say(
            LocalizedText(
                f"At an end of its range in the nearest candidate: {numbers}", f"最接近的候选已到范围边界：{numbers}"
            )
        )
    if result["stage"] == "confirmation":
        aim, tolerance = f"{result['aim']:+.1f}", f"{result['tolerance']:.1f}"
        yield shell.say(
            LocalizedText(
                f"target {aim} ± {tolerance} points; all {result['family']} intervals are simultaneous, 95 %, {result['n']['blocks']} blocks on fresh seeds",
                f"目标 {aim} ± {tolerance} 个百分点；全部 {result['family']} 个区间同时成立，95%，{result['n']['blocks']} 组，使用新种子",
            )
        )


def _number(row: Json) -> str:
    change: Mapping[str, float | None] | None = row["change"]
    if change is None:
        return "–"
    interval = "" if change["low"] is None else f" [{change['low']:+.1f}, {change['high']:+.1f}]"
    return f"{change['mean']:+5.1f}{interval}"


def _changes(shell: Shell, row: Json) -> str:
    if row["isAsItStands"]:
        return shell.say(LocalizedText("as it stands", "不作改动"))
    return ", ".join(f"{change['pointer']} {change['from']} → {change['to']}" for change in row["changes"])


COMMAND = Command(
    "tune",
    LocalizedText("the numbers that bring a card to a target, by bot matches", "以机器人对局寻找使卡牌达到目标的数值"),
    _arguments,
    _run,
    about=LocalizedText(
        "Compare candidates on common seeds, keep the nearest third round by round, and confirm the last three on fresh seeds with joint intervals.",
        "在相同种子上比较各候选，逐轮保留最接近目标的三分之一，最后在新种子上以联合区间确认剩下的三个。",
    ),
)
