"""Runs the scenarios of files and folders, and says of each whether it holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.cardset import HashedCard
from engine.errors import BadCard
from engine.language.diagnostics import problems as say
from engine.language.diagnostics.listing import FILE_LISTED, MORE
from engine.language.spec import LocalizedText
from engine.packs.loading import kind_of, open_source
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.rulesets import MissingGame, names
from engine.scenario.facts import Failure
from engine.scenario.play import State, from_problem, result_of
from engine.scenario.reading import lost_names, read_scenario

RulesetAndCards = tuple[Ruleset, Sequence[HashedCard]]
Find = Callable[[str], RulesetAndCards]
"""Gives a ruleset and its set of cards by name; MissingGame for another name."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one scenario; one that cannot be read cannot be set up.

    Shapes: name is empty where the file could not be read that far.
    """

    file: str
    name: str
    failures: tuple[Failure, ...]
    state: State = "not_set_up"

    @property
    def ok(self) -> bool:
        """Return whether something was tested, and everything is as the scenario says."""
        return self.state == "passed"

    def to_json(self) -> dict[str, Any]:
        """Return the public form."""
        return {
            "file": self.file,
            "name": self.name,
            "state": self.state,
            "ok": self.ok,
            "failures": [failure.to_json() for failure in self.failures],
        }


def run_paths(paths: Sequence[Path], find: Find, name: str | None = None) -> Iterator[Outcome]:
    """Yield the outcome of every scenario in files, folders and packs; other documents there are skipped.

    Errors: BadCard for an archive or manifest that cannot be read at all; FileNotFoundError.
    """
    for path in paths:
        for content in open_source(path):
            file = path.as_posix() if path.is_file() and path.suffix != ".zip" else f"{path.as_posix()}/{content.file}"
            if content.document is None:
                broken = tuple(replace(from_problem(one), line=one.line, column=one.column) for one in content.problems)
                yield Outcome(file, "", broken)
            elif path.is_file() or _is_scenario(content.document.value, kind_of(file)):
                yield from run_document(
                    Document(
                        content.document.value, content.document.text, file=file, lenient=content.document.lenient
                    ),
                    find,
                    name,
                )


def _is_scenario(value: Any, kind: str) -> bool:
    """Return whether a file of a folder is meant as scenarios: it says so, or is in a folder of scenarios."""
    first = value[0] if isinstance(value, list) and value else value
    return kind == "scenario" or (isinstance(first, dict) and str(first.get("format", "")).startswith("scenario"))


def run_document(document: Document, find: Find, name: str | None = None) -> Iterator[Outcome]:
    """Yield the outcome of each scenario of a document, one scenario or a list of them; with `name`, those of another ruleset are skipped."""
    is_list = isinstance(document.value, list)
    values = document.value if is_list else [document.value]
    unreadable = 0
    for place, value in enumerate(values):
        if unreadable == FILE_LISTED:
            yield _cut_short(document, len(values) - place)
            return
        ruleset = value.get("ruleset") if isinstance(value, dict) else None
        if name in (None, ruleset) or ruleset not in names():
            outcome = _run_one(document, f"/{place}" if is_list else "", value, find)
            unreadable += any(failure.code for failure in outcome.failures)
            yield outcome


def _cut_short(document: Document, count: int) -> Outcome:
    """Return the one outcome for all scenarios of a file that are not run, since too many before them cannot be read."""
    sentence = LocalizedText(
        f"After {FILE_LISTED} scenarios that cannot be read, the {count:,} others of this file are not run.",
        f"已有 {FILE_LISTED} 个场景无法读取，此文件其余 {count:,} 个场景不再运行。",
    )
    return Outcome(document.file, "", (from_problem(say.problem(MORE, "", sentence, "structure", found=count)),))


def _run_one(document: Document, pointer: str, value: Any, find: Find) -> Outcome:
    name = value.get("name") if isinstance(value, dict) else None
    state, found = _result(document, pointer, value, find)
    located = tuple(_located(document, pointer, one) for one in found)
    return Outcome(document.file, name if isinstance(name, str) else "", located, state)


def _result(document: Document, pointer: str, value: Any, find: Find) -> tuple[State, Iterable[Failure]]:
    try:
        ruleset, base = _game(value, find)
        scenario, problems = read_scenario(ruleset, document, pointer, base)
    except BadCard as bad:
        return "not_set_up", map(from_problem, bad.problems)
    if scenario is None:
        return "not_set_up", map(from_problem, problems)
    if lost := list(lost_names(ruleset, scenario)):
        return "not_set_up", map(from_problem, lost)
    return result_of(ruleset, scenario)


def _game(value: Any, find: Find) -> RulesetAndCards:
    """Return the game that a scenario names.

    Errors: BadCard where it names none.
    """
    if not isinstance(value, dict):
        raise BadCard([say.wrong_shape("", value, LocalizedText("a scenario, which is an object", "一个场景（对象）"))])
    if "ruleset" not in value:
        raise BadCard([say.missing("", "ruleset", LocalizedText("Ruleset", "规则"))])
    try:
        return find(str(value["ruleset"]))
    except MissingGame:
        what = LocalizedText("a ruleset with scenarios", "可运行场景的规则")
        raise BadCard([say.not_one_of("/ruleset", str(value["ruleset"]), names(), what)]) from None


def _located(document: Document, at: str, failure: Failure) -> Failure:
    line, column = document.locate(at + failure.path)
    return replace(failure, path=at + failure.path, line=line, column=column)
