"""What a command is, and how it answers: text for people or JSON for programs, in the reader's language."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine import api
from engine.bench import Clock
from engine.errors import Problem
from engine.language.spec import LocalizedText

_CONTROL_CHARACTERS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Controls but tab and line feed, and marks that turn the direction of writing."""

FINE, FOUND, UNUSABLE = 0, 1, 2
"""Exit codes: nothing to object to, problems found, a call that cannot be answered."""

HINT = LocalizedText(
    ". A game of your own is found in the folders that CARDLOOM_RULESETS lists",
    "。自己的游戏规则从 CARDLOOM_RULESETS 所列的文件夹中查找",
)
"""Where a game that is missing may be."""
SEVERITIES = {"error": LocalizedText("error", "错误"), "warning": LocalizedText("warning", "警告")}


class Unusable(Exception):
    """The call cannot be answered; says why in one line of either language."""

    def __init__(self, en: str, zh: str) -> None:
        self.text = LocalizedText(en, zh)
        super().__init__(en)


@dataclass(frozen=True, slots=True)
class Shell:
    """How one call wants its answer. The clock gives seconds of processor, for `bench` alone."""

    clock: Clock
    lang: str = "en"
    as_json: bool = False

    def say(self, text: LocalizedText) -> str:
        """Return a text in the reader's language."""
        return text.zh if self.lang == "zh" else text.en

    def answer(self, value: Any, text: str) -> None:
        """Print the answer, as JSON when that was asked for."""
        print(json.dumps(value, ensure_ascii=False, indent=2) if self.as_json else plain(text))

    def note(self, text: LocalizedText) -> None:
        """Write a note that is not part of the answer."""
        print(plain(self.say(text)), file=sys.stderr)

    def progress(self, what: LocalizedText) -> Callable[[int, int], None]:
        """Return what counts on a terminal how much of a long run is done; into a pipe or a file it writes nothing.

        Shapes: called with (done, of); an `of` below 0 is not known, and when both are the same the line is wiped.
        """
        if not sys.stderr.isatty():
            return _silent

        def show(done: int, of: int) -> None:
            text = "" if done == of else f"{self.say(what)} {done}" + (f"/{of}" if of > 0 else "")
            print(f"\r{text}\x1b[K", end="", file=sys.stderr, flush=True)

        return show

    def ruleset(self, name: str) -> api.RulesetInfo:
        """Return what a game is called and has; names the games there are when it is none of them."""
        rulesets = {ruleset.name: ruleset for ruleset in api.rulesets()}
        if name not in rulesets:
            for fault in api.load_failures():
                if fault.name == name:
                    raise Unusable(*fault.sentence())
            names = ", ".join(rulesets)
            raise Unusable(
                f"there is no game called {name}; known are {names}{HINT.en}",
                f"没有名为 {name} 的游戏规则；可用的有 {names}{HINT.zh}",
            )
        return rulesets[name]

    def line(self, problem: Problem, file: str | None = None) -> str:
        """Return a problem in one line: file, line, column, severity, code, place, sentence."""
        where = f"{file or problem.file}:{problem.line}:{problem.column}"
        severity = self.say(SEVERITIES[problem.severity])
        return plain(f"{where}: {severity} {problem.code} {problem.path or '/'}  {problem.message[self.lang]}")


def plain(text: str) -> str:
    """Return a text with everything written out that a terminal would obey instead of showing it."""
    return _CONTROL_CHARACTERS.sub(lambda found: ascii(found[0])[1:-1], text)


def _silent(done: int, of: int) -> None:
    """Write no note."""


class Arguments:
    """The arguments of one command, each with its help in both languages."""

    def __init__(self, parser: argparse.ArgumentParser, lang: str) -> None:
        self._parser, self._lang = parser, lang

    def add(self, *names: str, help: LocalizedText, **options: Any) -> None:
        """Add a positional argument or an option, as argparse takes them."""
        self._parser.add_argument(*names, help=help.zh if self._lang == "zh" else help.en, **options)


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `arguments` declares what it takes, `run` answers and returns an exit code; `about` says more than `help`."""

    name: str
    help: LocalizedText
    arguments: Callable[[Arguments], None]
    run: Callable[[Shell, argparse.Namespace], int]
    about: LocalizedText | None = None


def language(environment: Mapping[str, str]) -> str:
    """Return the language of a shell's environment, English where it says neither; the first that is set decides."""
    locale = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "zh" if locale.lower().startswith("zh") else "en"
