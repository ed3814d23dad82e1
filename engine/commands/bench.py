"""`bench`: how fast matches are played."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from engine import api
from engine.commands.shell import FINE, Arguments, Command, Shell, Unusable
from engine.json_values import JsonObject
from engine.language.spec import LocalizedText

MAX_SECONDS = 3600
WIDTH = 34


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "ruleset",
        help=LocalizedText("name of a game (default: all)", "游戏规则名（缺省为全部）"),
        nargs="?",
        metavar="RULESET",
    )
    arguments.add(
        "--seconds",
        help=LocalizedText("CPU seconds for each part (default: 4)", "每部分的 CPU 秒数（缺省 4）"),
        type=float,
        default=4.0,
        metavar="S",
    )


def _run(shell: Shell, args: Namespace) -> int:
    if not 0 < args.seconds <= MAX_SECONDS:
        raise Unusable(
            f"--seconds wants a number above 0 and up to {MAX_SECONDS}", f"--seconds 应大于 0，至多 {MAX_SECONDS}"
        )
    chosen = [shell.ruleset(args.ruleset).name] if args.ruleset else [ruleset.name for ruleset in api.rulesets()]
    show = shell.progress(LocalizedText("parts measured", "已测量部分"))
    found = [api.bench(name, args.seconds, shell.clock, show) for name in chosen]
    text = "\n\n".join("\n".join(_lines(one)) for one in found)
    shell.answer(found[0] if args.ruleset else found, text)
    return FINE


def _lines(measured: JsonObject, indent: str = "") -> Iterator[str]:
    """Yield what was measured, one figure a line."""
    for name, figures in measured.items():
        if isinstance(figures, dict):
            yield f"{indent}{name}"
            yield from _lines(figures, indent + "  ")
        else:
            yield (
                f"{indent}{name:<{WIDTH - len(indent)}}{figures:,}"
                if isinstance(figures, int)
                else f"{indent}{name:<{WIDTH - len(indent)}}{figures}"
            )


COMMAND = Command(
    "bench",
    LocalizedText("how fast matches are played", "测量对局速度"),
    _arguments,
    _run,
    about=LocalizedText(
        "Measure how fast matches of the shipped cards are played, per CPU second. Without a game, every game is measured.",
        "测量自带卡牌的对局速度，以每 CPU 秒计；不写游戏规则则测量全部。",
    ),
)
