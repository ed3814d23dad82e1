"""`scenario`: whether scenarios hold."""

from __future__ import annotations

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine import api
from engine.commands.shell import FINE, FOUND, Arguments, Command, Shell, Unusable
from engine.language.spec import LocalizedText
from engine.scenario import Failure, Outcome, State

UNTOLD = -1
"""How many scenarios there are is not known before they are read."""

STATES = ("passed", "failed", "not_set_up", "tests_nothing")
SUMS = {
    "passed": LocalizedText("passed", "通过"),
    "failed": LocalizedText("failed", "失败"),
    "not_set_up": LocalizedText("cannot be set up yet", "尚无法布置"),
    "tests_nothing": LocalizedText("test nothing yet", "尚未检验任何内容"),
}
MARKS: dict[State, str] = {"passed": "ok  ", "failed": "FAIL", "not_set_up": "SET?", "tests_nothing": "----"}

MAX_EXCERPT = 400
"""Characters of a value that a line for people shows."""


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
    states = Counter(str(outcome.state) for outcome in outcomes)
    value = {
        "ok": states["passed"] == len(outcomes),
        **{state: states[state] for state in STATES},
        "scenarios": [outcome.to_json() for outcome in outcomes],
    }
    lines = [line for outcome in outcomes for line in _lines(shell, outcome)]
    shell.answer(value, "\n".join([*lines, shell.say(_summary(states))]))
    return FINE if value["ok"] else FOUND


def _summary(states: Mapping[str, int]) -> LocalizedText:
    """Return how many scenarios are in each state; a state that none is in is left out, unless it is one of the two ends."""
    states_shown = [state for state in STATES if states[state] or state in ("passed", "failed")]
    return LocalizedText(
        ", ".join(f"{states[state]} {SUMS[state].en}" for state in states_shown),
        "，".join(f"{states[state]} 个{SUMS[state].zh}" for state in states_shown),
    )


def _lines(shell: Shell, outcome: Outcome) -> Iterator[str]:
    yield f"{MARKS[outcome.state]} {outcome.file}: {outcome.name or '?'}"
    for failure in outcome.failures:
        yield from _failure(shell, failure)


def _failure(shell: Shell, failure: Failure) -> Iterator[str]:
    code = f" {failure.code}" if failure.code else ""
    why = f"  {shell.say(failure.message)}" if failure.message.en else ""
    yield f"     {failure.line}:{failure.column} {failure.path or '/'}{code}{why}"
    if failure.compares:
        yield f"         {shell.say(LocalizedText('expected', '预期'))} {_excerpt(failure.expected)}"
        yield f"         {shell.say(LocalizedText('actual  ', '实际'))} {_excerpt(failure.actual)}"


def _excerpt(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= MAX_EXCERPT else text[: MAX_EXCERPT - 1] + "…"


COMMAND = Command(
    "scenario",
    LocalizedText("run scenarios and list the facts that fail", "运行场景并列出失败的断言"),
    _arguments,
    _run,
    about=LocalizedText(
        "Set up the boards of scenarios, take their actions, and list the facts that fail. Exit code 1 unless every scenario passes; a scenario without facts does not pass. Example: python -m engine scenario engine/rulesets/wizards/scenarios",
        "按场景布置牌桌并执行，列出失败的断言；除非全部通过，否则退出码为 1：尚未检验任何内容的场景不算通过。例如：python -m engine scenario engine/rulesets/wizards/scenarios",
    ),
)
