"""Why a game cannot be loaded, with the place in its author's code."""

from __future__ import annotations

import ast
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from engine.language.spec.shapes import LocalizedText
from engine.ruleset.time_limit import LoadTimeout


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a game is left out; `more` are its further faults. Units: line counts from 1."""

    name: str
    file: Path
    line: int
    text: LocalizedText
    more: tuple[Fault, ...] = ()

    def sentences(self) -> tuple[LocalizedText, ...]:
        """Return the place and the reason of each of its faults, one line each."""
        rest = (LocalizedText(f"  {row.place}: {row.text.en}", f"  {row.place}：{row.text.zh}") for row in self.more)
        return (self.sentence(), *rest)

    @property
    def place(self) -> str:
        """Where it is, as terminals and editors open it."""
        return f"{self.file}:{self.line}"

    def failure(self) -> LocalizedText:
        """Return in one line that the game's code failed while it was used."""
        return LocalizedText(
            f"the game {self.name} failed: {self.place}: {self.text.en}",
            f"游戏规则 {self.name} 出错：{self.place}：{self.text.zh}",
        )

    def sentence(self) -> LocalizedText:
        """Return the place and the reason in one line."""
        return LocalizedText(
            f"the game {self.name} is left out: {self.place}: {self.text.en}",
            f"游戏规则 {self.name} 未载入：{self.place}：{self.text.zh}",
        )


class Place(NamedTuple):
    """A line of a file. Units: lines count from 1."""

    file: Path
    line: int


class Misdeclared:
    """A declaration of a game is wrong; `words` are names that stand where its author wrote it, the wrong one last, unless the place is known."""

    def __init__(self, en: str, zh: str, *words: str, place: tuple[Path, int] | None = None) -> None:
        self.text = LocalizedText(en, zh)
        self.words, self.place = words, place

    def __str__(self) -> str:
        return self.text.en


class WrongType(Misdeclared):
    """A value of a declaration is none of its annotation: what reads it may fail."""


class BadGame(Exception):
    """A game cannot be used; holds every fault of it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{fault.place}: {fault.text.en}" for fault in faults))


def faults_of(name: str, folder: Path, declarations: Iterable[Misdeclared]) -> list[Fault]:
    """Return what is declared wrongly in a folder, each fault once, at its place."""
    source = Source(folder)
    faults = (Fault(name, *(row.place or source.place_of(*row.words)), row.text) for row in declarations)
    return list(dict.fromkeys(faults))


def fault_of(name: str, folder: Path, error: BaseException) -> Fault:
    """Return the fault of a game whose code raised an error while it was loaded: the first of several, with the further ones."""
    if isinstance(error, BadGame):
        first, *more = (replace(fault, name=name) for fault in error.faults)
        count = LocalizedText(f" (and {len(more)} more)", f"（另有 {len(more)} 处）") if more else LocalizedText("", "")
        return replace(first, text=LocalizedText(first.text.en + count.en, first.text.zh + count.zh), more=tuple(more))
    if isinstance(error, LoadTimeout):
        return Fault(name, *raised_in(folder, error), error.text)
    text = next(iter(f"{type(error).__name__}: {error}".splitlines()), type(error).__name__)
    return Fault(name, *raised_in(folder, error), LocalizedText(text, text))


def raised_in(folder: Path, error: BaseException) -> tuple[Path, int]:
    """Return the innermost place in a folder that an error came from, the head of its `__init__.py` where there is none."""
    if isinstance(error, SyntaxError) and error.filename and Path(error.filename).is_relative_to(folder):
        return Path(error.filename), error.lineno or 1
    frames = traceback.extract_tb(error.__traceback__)
    places = [(Path(frame.filename), frame.lineno or 1) for frame in frames]
    inside = [place for place in places if place[0].is_relative_to(folder)]
    return inside[-1] if inside else (folder / "__init__.py", 1)


class Source:
    """The words that the author of a game wrote, each with the calls around it; read when a place is first looked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._places: dict[str, list[Word]] = {}

    @cached_property
    def _words(self) -> list[Word]:
        files = sorted(self.folder.rglob("*.py"))
        return [word for file in files for word in _words_of(file, ast.parse(file.read_bytes()), ())]

    def place_of(self, *words: str) -> tuple[Path, int]:
        """Return where words stand: in the shortest call that has all of them, else where the last or an earlier one stands."""
        for first in range(len(words) - 1):
            places = [self._places_of(word) for word in words[first:]]
            calls = set.intersection(*({call for place in rows for call in place.calls} for rows in places))
            if calls:
                call = min(calls, key=lambda node: ((node.end_lineno or node.lineno) - node.lineno, node.lineno))
                return next((place.file, place.line) for place in places[-1] if call in place.calls)
        for word in reversed(words):
            for place in self._places_of(word):
                return place.file, place.line
        return self.folder / "__init__.py", 1

    def _places_of(self, word: str) -> list[Word]:
        if word not in self._places:
            self._places[word] = [place for place in self._words if place.writes(word)]
        return self._places[word]


class Word(NamedTuple):
    """A name or a text in the code of a game, with the calls around it."""

    text: str
    is_text: bool
    file: Path
    line: int
    calls: tuple[ast.Call, ...]

    def writes(self, word: str) -> bool:
        """Return whether it is a word, or has a place of that name."""
        return self.text == word or (self.is_text and len(word) > 1 and f"{{{word}" in self.text)


def _words_of(file: Path, node: ast.AST, calls: tuple[ast.Call, ...]) -> Iterator[Word]:
    if isinstance(node, ast.Call):
        calls = (*calls, node)
    match node:
        case ast.Constant(value=str(text)):
            yield Word(text, True, file, node.lineno, calls)
        case ast.Name(id=str(text)) | ast.keyword(arg=str(text)):
            yield Word(text, False, file, node.lineno, calls)
    for child in ast.iter_child_nodes(node):
        yield from _words_of(file, child, calls)
