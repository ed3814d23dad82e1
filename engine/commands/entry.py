"""From the words of a call to its exit code."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import pairwise

from engine.bench import Clock
from engine.commands import bench, play, replay, rulesets, scenario, schema, validate
from engine.commands.shell import UNUSABLE, Arguments, Command, Shell, Unusable, language
from engine.errors import BadCard, IllegalAction
from engine.language.shapes import Bi

COMMANDS: tuple[Command, ...] = (
    rulesets.COMMAND,
    schema.COMMAND,
    validate.COMMAND,
    scenario.COMMAND,
    play.COMMAND,
    replay.COMMAND,
    bench.COMMAND,
)
ABOUT = Bi(
    "Check, play and measure card games written as data. Exit code 0: fine, 1: problems found, 2: the call is unusable.",
    "检查、试玩和测量以数据写成的卡牌游戏。退出码 0：正常，1：发现问题，2：调用无法执行。",
)
FORMAT = Bi("text for people or JSON for programs", "给人看的文本，或给程序用的 JSON")
LANG = Bi("language of the text (default: the shell's)", "文本语言（缺省按终端环境）")


def main(argv: Sequence[str], clock: Clock, environment: Mapping[str, str] | None = None) -> int:
    """Run one command and return its exit code; the clock tells seconds of processor, for `bench` alone."""
    lang = _asked(argv) or language(os.environ if environment is None else environment)
    args = _parser(lang).parse_args(argv)
    shell = Shell(clock, args.lang or lang, args.format == "json")
    try:
        code: int = args.run(shell, args)
    except Unusable as unusable:
        shell.note(Bi(f"engine: {unusable.text.en}", f"engine: {unusable.text.zh}"))
        return UNUSABLE
    except BadCard as bad:
        for problem in bad.problems:
            print(shell.line(problem), file=sys.stderr)
        return UNUSABLE
    except BrokenPipeError:
        return _broken_pipe()
    except (OSError, KeyError, ValueError, IllegalAction) as error:
        print(f"engine: {error}", file=sys.stderr)
        return UNUSABLE
    return code


def _broken_pipe() -> int:
    """The reader of our answer has gone: not ours to complain about; what is buffered goes nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _asked(argv: Sequence[str]) -> str | None:
    """Return the language that a call names, which its help and errors are written in too."""
    words = [*argv, ""]
    for word, after in pairwise(words):
        value = after if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if value in ("en", "zh"):
            return value
    return None


def _parser(lang: str) -> argparse.ArgumentParser:
    def say(text: Bi) -> str:
        return text.zh if lang == "zh" else text.en

    parser = argparse.ArgumentParser(prog="python -m engine", description=say(ABOUT))
    subs = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        sub = subs.add_parser(command.name, help=say(command.help), description=say(command.help))
        command.arguments(Arguments(sub, lang))
        sub.add_argument("--format", choices=("text", "json"), default="text", help=say(FORMAT))
        sub.add_argument("--lang", choices=("en", "zh"), help=say(LANG))
        sub.set_defaults(run=command.run)
    return parser
