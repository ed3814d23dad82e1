"""`preview`: what a card does to its game, from matches that are really played; the same bytes as the portal stores."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

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
from engine.commands.shell import Arguments, Command, Shell, Unusable
from engine.json_values import Json
from engine.language.spec import LocalizedText

WORDS = {
    "stronger": LocalizedText("stronger", "更强"),
    "weaker": LocalizedText("weaker", "更弱"),
    "even": LocalizedText("even", "持平"),
    "unknown": LocalizedText("inconclusive", "尚不确定"),
    None: LocalizedText("no verdict", "不作判断"),
}


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
            "how precise (default: quick)",
            "精度（缺省 quick）",
            {"choices": ("smoke", "quick", "standard", "deep"), "default": "quick"},
        ),
        *PLAYED_BY,
        (
            "--bot-path",
            "a folder with NAME.py, the bot that --bots NAME selects; it has passed no gate, and the result says so",
            "含 NAME.py 的文件夹，以 --bots NAME 由其中的机器人对局；它未经任何检验，结果会注明",
            {"type": Path, "metavar": "FOLDER"},
        ),
    )


def _run(shell: Shell, args: Namespace) -> int:
    check_run(args)
    ruleset, card, pool = candidate_of(shell, args)
    former = former_of(shell, args, ruleset, pool)
    bot = _own_bot(args.bot_path, args.bots) if args.bot_path else args.bots
    spec = api.preview_plan(
        ruleset, candidate=card, baseline=former, pool=pool, preset=args.preset, bots=(bot,), seed=args.seed
    )
    return report_played(shell, spec, args.workers, _lines)


def _own_bot(folder: Path, name: str) -> str:
    """Return what plans call a bot of a folder."""
    try:
        return api.add_own_bot(folder, name)
    except LookupError as missing:
        raise Unusable(f"--bot-path: {missing}", f"--bot-path：{missing}") from missing


def _lines(shell: Shell, result: Json) -> Iterator[str]:
    """Yield what a person wants to know first; every number with its interval."""
    change, smoke = result["change"], result["smoke"]
    if change is not None:
        verdict = shell.say(WORDS[result["verdict"]])
        yield f"{change['mean']:+.1f} {change['unit']} [{change['low']:+.1f}, {change['high']:+.1f}]  {verdict}  n = {change['n']}"
    if smoke is not None:
        for name in ("seen", "playable", "played", "fired"):
            held = smoke[name]
            yield f"{name:<10}{held['rate']:.0%} [{held['low']:.0%}, {held['high']:.0%}]" if held else f"{name:<10}–"
        yield from (f"never      {pointer}" for pointer in smoke["neverReached"])
    yield f"{result['stopReason']}"
    own = [bot for bot in result["bots"] if api.is_own_bot(bot)]
    if own:
        yield shell.say(
            LocalizedText(
                f"played by {own[0]}, a bot of your own: it has passed no gate, so the numbers are about its play",
                f"由你自己的机器人 {own[0]} 对局：它未经任何检验，这些数字只说明它的打法",
            )
        )
    yield from (flag["text"][shell.lang] for flag in result["flags"] if flag["raised"])
    if result["abort"]:
        yield result["abort"]["node"]


COMMAND = Command(
    "preview",
    LocalizedText("what a card changes in its game, by bot matches", "以机器人对局估计一张卡牌对游戏的影响"),
    _arguments,
    _run,
    about=LocalizedText(
        "Play matches with a card and with its former version, and report the change of the win rate with its interval and a verdict.",
        "以新旧两个版本进行对局，给出胜率变化、区间与判断。",
    ),
)
