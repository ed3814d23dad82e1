"""`scenario`: whether scenarios hold."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine import api
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.language.spec.shapes import LocalizedText
from engine.scenario import Failure, Outcome

UNTOLD = -1
"""How many scenarios there are is not known before they are read."""

SHOWN = 400
"""So many characters of a value are shown in a line for people."""


def _arguments(arguments: Arguments) -> None:
    arguments.add(
        "paths",
        help=LocalizedText("file or folder of scenarios", "场景文件或文件夹"),
        nargs="+",
        type=Path,
        metavar="PATH",
    )
    arguments.add(
        "--ruleset", help=LocalizedText("only the scenarios of this game", "只运行此游戏规则的场景"), metavar="R"
    )


def _run(shell: Shell, args: Namespace) -> int:
    ruleset = shell.ruleset(args.ruleset).name if args.ruleset else None
    show = shell.progress(LocalizedText("scenarios", "场景"))
    outcomes = list[Outcome]()
    for path in args.paths:
        for outcome in api.scenario(path, ruleset=ruleset):
            outcomes.append(outcome)
            show(len(outcomes), UNTOLD)
    show(0, 0)
    if not outcomes:
        raise Unusable("there is no scenario there", "该处没有场景")
    failed = sum(not outcome.ok for outcome in outcomes)
    value = {
        "ok": not failed,
        "passed": len(outcomes) - failed,
        "failed": failed,
        "scenarios": [outcome.to_json() for outcome in outcomes],
    }
    summary = LocalizedText(
        f"{len(outcomes) - failed} hold, {failed} fail", f"{len(outcomes) - failed} 个成立，{failed} 个不成立"
    )
    lines = [line for outcome in outcomes for line in _lines(shell, outcome)]
    shell.answer(value, "\n".join([*lines, shell.say(summary)]))
    return FOUND if failed else FINE


def _lines(shell: Shell, outcome: Outcome) -> Iterator[str]:
    yield f"{'ok  ' if outcome.ok else 'FAIL'} {outcome.file}: {outcome.name or '?'}"
    for failure in outcome.failures:
        yield from _failure(shell, failure)


def _failure(shell: Shell, failure: Failure) -> Iterator[str]:
    code = f" {failure.code}" if failure.code else ""
    why = f"  {shell.say(failure.message)}" if failure.message.en else ""
    yield f"     {failure.line}:{failure.column} {failure.path or '/'}{code}{why}"
    if not failure.code:
        yield f"         {shell.say(LocalizedText('expected', '期望'))} {_shown(failure.expected)}"
        yield f"         {shell.say(LocalizedText('actual  ', '实际'))} {_shown(failure.actual)}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


COMMAND = Command(
    "scenario",
    LocalizedText("check whether scenarios hold", "检查场景是否成立"),
    _arguments,
    _run,
    about=LocalizedText(
        "Set up the boards of scenarios, take their actions, and list the facts that do not hold. Exit code 1 when any fails. Example: python -m engine scenario engine/rulesets/wizards/scenarios",
        "按场景布置牌桌并执行，列出不成立的断言；有任何不成立则退出码为 1。例如：python -m engine scenario engine/rulesets/wizards/scenarios",
    ),
)
