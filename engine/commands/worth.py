"""`worth`: what each part of a card is worth, by matches of the card against itself without the part."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from engine import api
from engine.commands.playing import (
    PLAYED_BY,
    PLAYED_WITH,
    add_options,
    candidate_of,
    check_run,
    report_played,
)
from engine.commands.shell import Arguments, Command, Shell
from engine.json_values import Json
from engine.language.spec import LocalizedText

WORDS = {
    "adds": LocalizedText("adds", "有益"),
    "costs": LocalizedText("costs", "有损"),
    "small": LocalizedText("too small to matter", "影响可忽略"),
    "unknown": LocalizedText("not known yet", "尚不确定"),
    "never": LocalizedText("never mattered", "从未起作用"),
}
PROBLEMS = {
    "alone": LocalizedText("cannot be left out by itself", "无法单独去掉"),
    "many": LocalizedText("not measured: the card has too many parts", "未测：此卡的部分过多"),
    "budget": LocalizedText("no number: matches without it exceed their budget", "没有数字：去掉后对局超出运算限额"),
}
KINDS = {
    "effect": LocalizedText("effect", "效果"),
    "condition": LocalizedText("condition", "条件"),
    "trigger": LocalizedText("trigger", "触发器"),
    "modifier": LocalizedText("modifier", "修正"),
    "keyword": LocalizedText("keyword", "关键词"),
}


def _arguments(arguments: Arguments) -> None:
    add_options(
        arguments,
        *PLAYED_WITH,
        (
            "--preset",
            "how precise: quick ±4 points, standard ±2 (default: quick)",
            "精度：quick 为 ±4 个百分点，standard 为 ±2（缺省 quick）",
            {"choices": api.WORTH_PRESETS, "default": "quick"},
        ),
        *PLAYED_BY,
    )


def _run(shell: Shell, args: Namespace) -> int:
    check_run(args)
    ruleset, card, pool = candidate_of(shell, args)
    spec = api.worth_plan(ruleset, candidate=card, pool=pool, preset=args.preset, bots=(args.bots,), seed=args.seed)
    _note_cost(shell, spec)
    return report_played(shell, spec, args.workers, _lines)


def _note_cost(shell: Shell, spec: Json) -> None:
    """Write to stderr what the run will cost, before it starts."""
    matches, seconds = spec["cost"]["matches"], spec["cost"]["cpuSeconds"]
    shell.note(
        LocalizedText(
            f"{len(spec['variants'])} variants of the card, {spec['blocks_max']} blocks each: {matches} matches, about {seconds} s of processor",
            f"此卡的 {len(spec['variants'])} 种变体，各 {spec['blocks_max']} 组：共 {matches} 局，处理器约 {seconds} 秒",
        )
    )


def _lines(shell: Shell, result: Json) -> Iterator[str]:
    """Yield a line for each part, the whole card, what is left when each part is taken alone, and for what the intervals hold."""
    for row in result["rows"]:
        name = f"{'  ' * row['depth']}{shell.say(KINDS[row['kind']])} {row['title'][shell.lang]}"
        users = f"  + {', '.join(row['users'])}" if row["users"] else ""
        yield f"{_number(shell, row)}  {name}  {row['place']}{users}"
    if result["whole"] is not None:
        words = LocalizedText("the whole card, against a blank one", "整张牌，对比空白牌")
        yield f"{_number(shell, result['whole'])}  {shell.say(words)}"
    if result["together"] is not None:
        words = LocalizedText(
            "together: the whole less each outermost part alone", "合计差：整张牌减去各最外层部分单独的价值"
        )
        yield f"{_number(shell, {'worth': result['together']})}  {shell.say(words)}"
    yield shell.say(_holding(result))


def _number(shell: Shell, row: Json) -> str:
    """Return the worth of a row with its interval, its reading and the pairs of matches that it turned."""
    worth = row["worth"]
    if worth is None:
        return shell.say(PROBLEMS.get(row.get("problem") or "budget", PROBLEMS["budget"]))
    if worth["low"] is None:
        return f"{worth['mean']:+.1f}"
    out = f"{worth['mean']:+5.1f} [{worth['low']:+.1f}, {worth['high']:+.1f}]  {shell.say(WORDS[worth['reading']])}"
    turned = row.get("turned")
    return f"{out}  +{turned['won']} -{turned['lost']} / {turned['of']}" if turned else out


def _holding(result: Json) -> LocalizedText:
    family, blocks = result["family"], result["n"]["blocks"]
    if result["stopReason"] != "planned":
        return LocalizedText(f"stopped: {result['stopReason']}", f"已中止：{result['stopReason']}")
    return LocalizedText(
        f"points of win rate that the card loses without the part; all {family} intervals are simultaneous, 95 %, {blocks} blocks",
        f"去掉该部分后胜率减少的百分点；全部 {family} 个区间同时成立，95%，{blocks} 组",
    )


COMMAND = Command(
    "worth",
    LocalizedText("what each part of a card is worth, by bot matches", "以机器人对局估计一张卡牌各部分的价值"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play a card against itself without one of its effects, conditions, triggers or modifiers, for each of them, and report what each is worth.",
        "让卡牌与去掉某个效果、条件、触发器或修正的自身对局，给出各部分的价值。",
    ),
)
