"""`gates`: run every check of a game before it is shown or shipped."""

from __future__ import annotations

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from engine import api
from engine import gates as of_games
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.language.spec.shapes import LocalizedText
from engine.rulesets import find

ROOT: Final = Path(api.__file__).parents[2]
LAWS: Final = (
    "pytest -q --tb=no -p no:cacheprovider -k @NAME@ --ignore tests/engine/laws/test_campaign.py tests/engine/laws "
    "tests/engine/playthroughs tests/engine/witness tests/engine/test_face.py tests/engine/test_scenario_beginnings.py"
)
CHILDREN: Final = (
    ("laws", LocalizedText("the laws of all games hold", "符合所有游戏规则的通用规律"), LAWS.split()),
    (
        "campaign",
        LocalizedText("generated cards play", "生成的卡牌可以对局"),
        ["tests.engine.laws.campaign", "300", "--ruleset", "@NAME@"],
    ),
)
"""What a checkout has for all games, by its tests."""
WRITERS: Final = (
    (
        "playthroughs",
        LocalizedText("playthroughs are written", "写出整局记录"),
        ["tests.engine.playthroughs.golden", "@NAME@"],
    ),
    (
        "witness",
        LocalizedText("everything is seen in some match", "每种情形都在某局中出现过"),
        ["tests.engine.witness", "@NAME@"],
    ),
)
NOT_RUN: Final = LocalizedText(
    "checkout: not run (needs a checkout with its development tools: python3 bootstrap.py --dev)",
    "checkout：未运行（需要带开发工具的源码：python3 bootstrap.py --dev）",
)
NOT_RUN_WRITING: Final = LocalizedText(
    f"{NOT_RUN.en}; playthroughs/ and witness/ are not written", f"{NOT_RUN.zh}；未写入 playthroughs/ 与 witness/"
)
REASON_MAX: Final = 2_000
NO_TESTS: Final = 5
"""The exit code of pytest where nothing was selected."""


def _arguments(arguments: Arguments) -> None:
    arguments.add("ruleset", help=LocalizedText("name of a game", "游戏规则名"), metavar="RULESET")
    names = [gate.name for gate in of_games.GATES]
    arguments.add(
        "--only",
        help=LocalizedText("run only these gates", "只检查这些项目"),
        nargs="+",
        choices=[*names, "checkout"],
        metavar="GATE",
    )
    arguments.add(
        "--write",
        help=LocalizedText(
            "write schemas and reference pages into the game's folder first; in a checkout with its development tools playthroughs and witnesses too",
            "先把规范与参考页写入游戏规则的文件夹；在带开发工具的源码中还写入整局记录与见证表",
        ),
        action="store_true",
    )


def _run(shell: Shell, args: Namespace) -> int:
    name = shell.ruleset(args.ruleset).name
    game = find(name)
    for file in of_games.publish(game) if args.write else ():
        shell.note(LocalizedText(f"written: {file}", f"已写入：{file}"))
    chosen = [gate for gate in of_games.GATES if args.only is None or gate.name in args.only]
    value: dict[str, list[str]] = {}
    for gate in chosen:
        value[gate.name] = list(gate.faults(game))
        _note_verdict(shell, gate.name, gate.title, value[gate.name])
    is_whole = args.only is None or "checkout" in args.only
    if is_whole:
        value |= _checkout(shell, name, is_asked=args.only is not None, is_written=args.write)
    lines = [f"{gate}: {fault}" for gate, faults in value.items() for fault in faults]
    count = sum(not faults for faults in value.values())
    summary = LocalizedText(f"{count} of {len(value)} gates hold", f"{len(value)} 项中有 {count} 项通过")
    skipped = [shell.say(NOT_RUN_WRITING if args.write else NOT_RUN)] if is_whole and not _is_checkout() else []
    shell.answer({"ruleset": name, "gates": value}, "\n".join([*lines, shell.say(summary), *skipped]))
    return FOUND if lines else FINE


def _checkout(shell: Shell, name: str, *, is_asked: bool, is_written: bool) -> dict[str, list[str]]:
    """Run what a checkout has for all games on one of them, each in a child that finds it by the environment; return what fails."""
    if not _is_checkout():
        if is_asked:
            raise Unusable(
                "this gate needs a checkout with its development tools: python3 bootstrap.py --dev",
                "此项检查需要带开发工具的源码：python3 bootstrap.py --dev",
            )
        return {}
    faults = {}
    for gate, title, call in (*(WRITERS if is_written else ()), *CHILDREN):
        faults[gate] = _faults_of(call, name)
        _note_verdict(shell, gate, title, faults[gate])
    return faults


def _faults_of(call: Sequence[str], name: str) -> list[str]:
    """Run a program of the checkout on a game, and return what it reports as wrong."""
    folders = os.pathsep.join(map(str, api.added_folders()))
    variables = {**os.environ, "CARDLOOM_RULESETS": folders, "CARDLOOM_PURE_PYTHON": "1", "COLUMNS": "300"}
    words = [word.replace("@NAME@", name) for word in call]
    answer = subprocess.run(  # noqa: S603  our own tests
        [sys.executable, "-m", *words], capture_output=True, text=True, cwd=ROOT, env=variables, check=False
    )
    if answer.returncode in (0, NO_TESTS):
        return []
    lines = [line for line in answer.stdout.splitlines() if line.startswith(("FAILED", "ERROR", "  "))]
    return lines or [reason_of(answer.stderr or answer.stdout)]


def reason_of(report: str) -> str:
    """Return what the last error of a report says, without the frames above it."""
    lines = report.rpartition("Traceback (most recent call last):")[2].strip("\n").splitlines()
    start = next((place for place, line in enumerate(lines) if line.strip() and line[0] != " "), 0)
    return "\n".join(lines[start:])[:REASON_MAX]


def write_records(name: str) -> dict[str, list[str]]:
    """Write what the programs of a checkout keep in a game's folder, where this is one; return what is wrong by program."""
    return {part: _faults_of(call, name) for part, _, call in WRITERS} if _is_checkout() else {}


def _is_checkout() -> bool:
    """Return whether this is a checkout with its development tools."""
    return find_spec("pytest") is not None and (ROOT / "tests" / "engine" / "laws").is_dir()


def _note_verdict(shell: Shell, gate: str, title: LocalizedText, faults: list[str]) -> None:
    mark = LocalizedText("fails", "未通过") if faults else LocalizedText("holds", "通过")
    shell.note(LocalizedText(f"{mark.en:<6} {gate}: {title.en}", f"{mark.zh} {gate}：{title.zh}"))


COMMAND = Command(
    "gates",
    LocalizedText("run every check of a game", "对一个游戏规则运行全部检查"),
    _arguments,
    _run,
    about=LocalizedText(
        "Run every gate of a game, wherever its folder lies: declarations, cards, texts, faces, schemas, scenarios and what they guard, matches, bots, a preview, the reference, and in a checkout the laws of all games. Nothing is written outside its folder. Exit code 1 when a gate fails.",
        "对一个游戏规则执行全部检查，无论其文件夹在何处：声明、卡牌、文本、卡面、规范、场景及其守护、对局、机器人、模拟、参考页，以及源码中的通用规律测试。不会写入其文件夹之外的任何文件。有一项未通过时退出码为 1。",
    ),
)
