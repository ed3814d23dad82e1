"""`ladder`: for whom a preview holds, by matches of bots of different skill."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Mapping

from engine import api
from engine.commands.playing import (
    NONE,
    PLAYED_BY,
    PLAYED_WITH,
    add_options,
    candidate_of,
    check_run,
    former_of,
    report_played,
)
from engine.commands.preview import WORDS
from engine.commands.shell import Arguments, Command, Shell
from engine.json_values import Json
from engine.language.spec import LocalizedText

VERDICTS = {
    "holds": LocalizedText(
        "It holds for all three: one verdict, and no difference beyond the margin.",
        "对三种机器人都成立：判断一致，差值均在容差之内。",
    ),
    "depends": LocalizedText(
        "It depends on who plays: a difference between two bots leaves out 0.", "取决于由谁来打：两种机器人之差不含 0。"
    ),
    "unknown": LocalizedText(
        "Not known: neither agreement nor a difference is shown.", "尚不确定：既未显示一致，也未显示差别。"
    ),
}
NO_LADDER = LocalizedText(
    "These bots are no ladder here: one is not shown to beat the one below it, so this says how they play and not how well.",
    "这些机器人在此不构成阶梯：有一级未显示强于下一级，因此这里说明的是打法，而非水平。",
)


def _arguments(arguments: Arguments) -> None:
    add_options(
        arguments,
        (
            "--against",
            "the former version; none compares with reference cards of its kind (default: none)",
            "对照的旧版本文件；none 表示同类参照卡（缺省 none）",
            {"default": NONE, "metavar": "FILE"},
        ),
        *PLAYED_WITH,
        (
            "--preset",
            "how precise each bot's change is: quick ±6 points, standard ±3 (default: quick)",
            "各机器人所得变化的精度：quick 为 ±6 个百分点，standard 为 ±3（缺省 quick）",
            {"choices": api.LADDER_PRESETS, "default": "quick"},
        ),
        *PLAYED_BY[1:],
    )


def _run(shell: Shell, args: Namespace) -> int:
    check_run(args)
    ruleset, card, pool = candidate_of(shell, args)
    former = former_of(shell, args, ruleset, pool)
    spec = api.ladder_plan(ruleset, candidate=card, baseline=former, pool=pool, preset=args.preset, seed=args.seed)
    matches, seconds = spec["cost"]["matches"], spec["cost"]["cpuSeconds"]
    shell.note(
        LocalizedText(
            f"three bots, {spec['blocks_max']} blocks each: {matches} matches, about {seconds} s of processor",
            f"三种机器人，各 {spec['blocks_max']} 组：共 {matches} 局，处理器约 {seconds} 秒",
        )
    )
    return report_played(shell, spec, args.workers, _lines)


def _lines(shell: Shell, result: Json) -> Iterator[str]:
    """Yield a line for each bot, each difference and each step, the verdict, and what each bot is poor at."""
    levels = {level.name: level for level in api.LADDER}
    titles = {name: shell.say(level.title) for name, level in levels.items()}
    for row in result["levels"]:
        yield f"{_number(row['change'])}  {shell.say(WORDS[row['reading']])}  {titles[row['bot']]}"
    for row in result["differences"]:
        upper, lower = (titles[name] for name in row["bots"])
        yield f"{_number(row['change'])}  {shell.say(WORDS[row['reading']])}  {upper} − {lower}"
    for row in result["steps"]:
        yield shell.say(_step(row, titles, result["topShare"]))
    if result["verdict"] is not None:
        yield shell.say(VERDICTS[result["verdict"]])
    if result["isLadder"] is False:
        yield shell.say(NO_LADDER)
    for row in result["levels"]:
        yield f"{titles[row['bot']]}: {shell.say(_use(row['use']))}{shell.say(levels[row['bot']].poor_at)}"
    yield shell.say(_holding(result))


def _use(use: Json | None) -> LocalizedText:
    """Return what a bot did with the card in these matches, before what it is poor at."""
    if use is None:
        return LocalizedText("", "")
    first = f"{use['round']:.1f}" if use["round"] is not None else "–"
    return LocalizedText(
        f"played {use['played']:.1f} % of {use['seen']} copies seen, first in round {first} on average. ",
        f"见到 {use['seen']} 张，打出 {use['played']:.1f}%，首次打出平均在第 {first} 轮。",
    )


def _number(change: Json | None) -> str:
    if change is None:
        return "–"
    if change["low"] is None:
        return f"{change['mean']:+.1f}"
    return f"{change['mean']:+5.1f} [{change['low']:+.1f}, {change['high']:+.1f}]"


def _step(row: Json, titles: Mapping[str, str], top_share: float) -> LocalizedText:
    """Return what a bot wins against the one below it, and whether that is as much as is asked."""
    upper, lower = (titles[name] for name in row["bots"])
    share = row["share"]
    if share is None or share["low"] is None:
        return LocalizedText(f"{upper} against {lower}: –", f"{upper} 对 {lower}：–")
    interval = f"{share['mean']:.1f} % [{share['low']:.1f}, {share['high']:.1f}]"
    below = (
        LocalizedText("", "")
        if row["reaches"]
        else LocalizedText(f", not shown to reach {top_share:.0f} %", f"，未显示达到 {top_share:.0f}%")
    )
    return LocalizedText(
        f"{upper} wins {interval} against {lower}{below.en}", f"{upper} 对 {lower} 胜率 {interval}{below.zh}"
    )


def _holding(result: Json) -> LocalizedText:
    family, blocks = result["family"], result["n"]["blocks"]
    if result["stopReason"] != "planned":
        return LocalizedText(f"stopped: {result['stopReason']}", f"已中止：{result['stopReason']}")
    return LocalizedText(
        f"points of win rate; all {family} intervals are simultaneous, 95 %, {blocks} blocks",
        f"胜率的百分点；全部 {family} 个区间同时成立，95%，{blocks} 组",
    )


COMMAND = Command(
    "ladder",
    LocalizedText("whether a preview holds for bots of any skill", "以不同水平的机器人估计模拟对谁成立"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play a card against its former version by three bots of different skill, and report whether they agree.",
        "由三种不同水平的机器人以新旧版本对局，并报告判断是否一致。",
    ),
)
