"""What a command is, and how it answers: text for people or JSON for programs, in the reader's language."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from engine.bench import Clock
from engine.errors import Problem
from engine.language.shapes import Bi

FINE, FOUND, UNUSABLE = 0, 1, 2
"""Exit codes: nothing to object to, problems found, a call that cannot be answered."""

T = TypeVar("T")


class Unusable(Exception):
    """The call cannot be answered; says why in one line of either language."""

    def __init__(self, en: str, zh: str) -> None:
        self.text = Bi(en, zh)
        super().__init__(en)


@dataclass(frozen=True, slots=True)
class Shell:
    """How one call wants its answer. The clock tells seconds of processor, for `bench` alone."""

    clock: Clock
    lang: str = "en"
    as_json: bool = False

    def say(self, text: Bi) -> str:
        """Return a text in the reader's language."""
        return text.zh if self.lang == "zh" else text.en

    def answer(self, value: Any, text: str) -> None:
        """Print the answer, as JSON when that was asked for."""
        print(json.dumps(value, ensure_ascii=False, indent=2) if self.as_json else text)

    def note(self, text: Bi) -> None:
        """Tell the reader something that is not the answer."""
        print(self.say(text), file=sys.stderr)

    def watched(self, items: Sequence[T], what: Bi) -> Iterator[T]:
        """Yield the items, counting them on a terminal; nothing is written into a pipe or a file."""
        shows = sys.stderr.isatty() and len(items) > 1
        for done, item in enumerate(items):
            if shows:
                print(f"\r{self.say(what)} {done}/{len(items)}\x1b[K", end="", file=sys.stderr, flush=True)
            yield item
        if shows:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def line(self, problem: Problem) -> str:
        """Return a problem in one line: file, line, column, severity, code, place, sentence."""
        where = f"{problem.file}:{problem.line}:{problem.column}"
        message = problem.message[self.lang]
        return f"{where}: {problem.severity} {problem.code} {problem.path or '/'}  {message}"


class Arguments:
    """The arguments of one command, each with its help in both languages."""

    def __init__(self, parser: argparse.ArgumentParser, lang: str) -> None:
        self._parser, self._lang = parser, lang

    def add(self, *names: str, help: Bi, **options: Any) -> None:
        """Add a positional argument or an option, as argparse takes them."""
        self._parser.add_argument(*names, help=help.zh if self._lang == "zh" else help.en, **options)


@dataclass(frozen=True, slots=True)
class Command:
    """One command: `arguments` declares what it takes, `run` answers and returns an exit code."""

    name: str
    help: Bi
    arguments: Callable[[Arguments], None]
    run: Callable[[Shell, argparse.Namespace], int]


def language(environment: Mapping[str, str]) -> str:
    """Return the language of a shell's environment, English where it says neither; the first that is set decides."""
    told = next((environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), "")
    return "zh" if told.lower().startswith("zh") else "en"
