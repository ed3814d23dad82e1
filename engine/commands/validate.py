"""`validate`: everything that is wrong with cards."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from engine import api
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell
from engine.language.shapes import Bi

PATHS = Bi("file, folder, manifest.json or zip", "文件、文件夹、manifest.json 或 zip")


def _arguments(arguments: Arguments) -> None:
    arguments.add("paths", help=PATHS, nargs="+", type=Path, metavar="PATH")
    arguments.add("--ruleset", help=Bi("the game of the cards", "卡牌所属的游戏规则"), default="wizards", metavar="R")


def _run(shell: Shell, args: Namespace) -> int:
    reports = [api.validate_path(args.ruleset, path) for path in shell.watched(args.paths, Bi("file", "文件"))]
    problems = [problem for report in reports for problem in report.problems]
    cards, ok = sum(report.cards for report in reports), all(report.ok for report in reports)
    value = {"ok": ok, "cards": cards, "problems": [problem.to_json() for problem in problems]}
    errors = sum(problem.severity == "error" for problem in problems)
    summary = Bi(
        f"{cards} cards, {errors} errors, {len(problems) - errors} warnings",
        f"{cards} 张卡牌，{errors} 个错误，{len(problems) - errors} 个警告",
    )
    shell.answer(value, "\n".join([*map(shell.line, problems), shell.say(summary)]))
    return FINE if ok else FOUND


COMMAND = Command(
    "validate",
    Bi(
        "everything that is wrong with cards: JSON, JSONC, directory, manifest, zip",
        "列出卡牌的全部问题：JSON、JSONC、文件夹、清单、zip",
    ),
    _arguments,
    _run,
)
