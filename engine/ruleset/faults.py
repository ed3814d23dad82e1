"""Why a game cannot be loaded, with the place in its author's code."""

from __future__ import annotations

import ast
import json
import traceback
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal, NamedTuple

from engine.language.spec.shapes import LocalizedText


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


Role = Literal["text", "name", "keyword"]
"""What a word in code is: a text, a name, or the keyword of a call."""


class Place(NamedTuple):
    """A line of a file. Units: lines count from 1."""

    file: Path
    line: int


class Field(NamedTuple):
    """A field of a declaration as its author wrote it: its name, the type that has it and the value, each empty where it is unknown."""

    name: str
    type: str = ""
    value: str = ""


class Misdeclared:
    """A declaration of a game is wrong, at a place or where its words stand.

    Shapes: `words` are names in the code of its author, the wrong one last; where the value of a `field` is wrong they name its owner.
    """

    def __init__(
        self, en: str, zh: str, *words: str, field: Field | None = None, place: tuple[Path, int] | None = None
    ) -> None:
        self.text = LocalizedText(en, zh)
        self.words, self.field, self.place = words, field, place

    def __str__(self) -> str:
        return self.text.en


class WrongType(Misdeclared):
    """A value of a declaration is none of its annotation: what reads it may fail."""


class BadGame(Exception):
    """A game cannot be used; holds every fault of it."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(f"{fault.place}: {fault.text.en}" for fault in faults))


def read_data(file: Path) -> Any:
    """Return what a JSON file of a game holds: cards, texts, a deck, styles.

    Errors: BadGame with the line at which the file is no JSON.
    """
    try:
        return json.loads(file.read_bytes())
    except json.JSONDecodeError as error:
        text = LocalizedText(f"this is no JSON: {error.msg}", f"不是有效的 JSON：{error.msg}")
        raise BadGame([Fault("", file, error.lineno, text)]) from error
    except UnicodeDecodeError as error:
        text = LocalizedText("the file is not encoded as UTF-8", "文件未以 UTF-8 编码")
        raise BadGame([Fault("", file, 1, text)]) from error


def faults_of(name: str, folder: Path, declarations: Iterable[Misdeclared]) -> list[Fault]:
    """Return what is declared wrongly in a folder, each fault once, at its place."""
    source = Source(folder)
    faults = (
        Fault(name, *(row.place or source.place_of(*row.words, field=row.field)), row.text) for row in declarations
    )
    return list(dict.fromkeys(faults))


def fault_of(name: str, folder: Path, error: BaseException) -> Fault:
    """Return the fault of a game whose code raised an error while it was loaded: the first of several, with the further ones.

    An error with a `text` of both languages says itself what went wrong; of every other one its name and words are given.
    """
    if isinstance(error, BadGame):
        first, *more = (replace(fault, name=name) for fault in error.faults)
        count = LocalizedText(f" (and {len(more)} more)", f"（另有 {len(more)} 处）") if more else LocalizedText("", "")
        return replace(first, text=LocalizedText(first.text.en + count.en, first.text.zh + count.zh), more=tuple(more))
    text = getattr(error, "text", None)
    if not isinstance(text, LocalizedText):
        line = next(iter(f"{type(error).__name__}: {error}".splitlines()), type(error).__name__)
        text = LocalizedText(line, line)
    return Fault(name, *raised_in(folder, error), text)


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

    def place_of(self, *words: str, field: Field | None = None) -> Place:
        """Return where words stand: in the shortest call that has all of them, else where the last or an earlier one stands.

        The value of a field is the keyword of a call, if one fits.
        """
        if field is not None and (place := self._place_of_field(field, words)) is not None:
            return place
        rows = [places for places in map(self._places_of, words) if places]
        for first in range(len(rows) - 1):
            calls = set.intersection(*({call for word in places for call in word.calls} for places in rows[first:]))
            if calls:
                call = min(calls, key=_lines_of)
                return next(word.place for word in rows[-1] if call in word.calls)
        return rows[-1][0].place if rows else Place(self.folder / "__init__.py", 1)

    def _place_of_field(self, field: Field, words: Sequence[str]) -> Place | None:
        """Return where a keyword gives a field its value: of a call for its type, or of one with all words that name its owner."""
        calls = [{call for word in self._places_of(name) for call in word.calls} for name in words]
        owners = set.intersection(*calls) if calls else set()
        fitting = [
            (word.value == field.value, not owners.isdisjoint(word.calls), word.is_of(field.type), -number)
            for number, word in enumerate(self._words)
            if word.role == "keyword" and word.text == field.name
        ]
        *_, is_of_owner, is_of_type, number = max(fitting, default=(False, False, False, 0))
        return self._words[-number].place if is_of_owner or is_of_type else None

    def _places_of(self, word: str) -> list[Word]:
        if word not in self._places:
            self._places[word] = [place for place in self._words if place.writes(word)]
        return self._places[word]


class Word(NamedTuple):
    """A name or a text in the code of a game, with the calls around it."""

    text: str
    role: Role
    place: Place
    calls: tuple[ast.Call, ...]
    value: str = ""

    def writes(self, word: str) -> bool:
        """Return whether it is a word, or has a place of that name."""
        return self.text == word or (self.role == "text" and len(word) > 1 and f"{{{word}" in self.text)

    def is_of(self, kind: str) -> bool:
        """Return whether the innermost call around it makes a value of a type."""
        return bool(self.calls) and ast.unparse(self.calls[-1].func) == kind


def _lines_of(call: ast.Call) -> tuple[int, int]:
    return (call.end_lineno or call.lineno) - call.lineno, call.lineno


def _words_of(file: Path, node: ast.AST, calls: tuple[ast.Call, ...]) -> Iterator[Word]:
    if isinstance(node, ast.Call):
        calls = (*calls, node)
    match node:
        case ast.Constant(value=str(text)):
            yield Word(text, "text", Place(file, node.lineno), calls)
        case ast.Name(id=str(text)):
            yield Word(text, "name", Place(file, node.lineno), calls)
        case ast.keyword(arg=str(text)):
            yield Word(text, "keyword", Place(file, node.lineno), calls, ast.unparse(node.value))
    for child in ast.iter_child_nodes(node):
        yield from _words_of(file, child, calls)


def declared_at(file: Path, name: str) -> Place:
    """Return where a module declares a name, the last time if it does several times; its first line if it does not."""
    body = ast.parse(file.read_bytes()).body
    return Place(file, max((statement.lineno for statement in body if name in _parts_of(statement)), default=1))


def _parts_of(statement: ast.stmt) -> Iterator[str]:
    """Yield what a statement of a module declares: constants, functions."""
    match statement:
        case ast.FunctionDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
