"""Games with one fault: each declaration of a game's code dropped or misspelled in turn, by its syntax alone.

Shapes: at the top of a module every keyword, item of a collection, statement and imported name is dropped, every keyword, name and word misspelled;
        inside functions names alone are misspelled: what rules do is not declared.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

ODD = "qz"
"""What a misspelled word ends in."""


@dataclass(frozen=True)
class Mutant:
    """One fault: in which file and line, what it is, and the text of the file with it."""

    file: str
    line: int
    fault: str
    text: str


def mutants(folder: Path) -> Iterator[Mutant]:
    """Yield every fault of the modules in a folder, in the order of files and places."""
    for file in sorted(folder.rglob("*.py")):
        name, text = file.relative_to(folder).as_posix(), file.read_text("utf-8")
        for line, fault, changed in _faults(text):
            yield Mutant(name, line, fault, changed)


def _faults(text: str) -> Iterator[tuple[int, str, str]]:
    starts = [0]
    for row in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(row))
    data = text.encode()
    for start, end, line, fault, put in _edits(ast.parse(text), data, starts):
        try:
            changed = (data[:start] + put + data[end:]).decode()
            compile(changed, "game", "exec")
        except SyntaxError:
            continue
        yield line, fault, changed


NO_VALUE = "7j"
"""What no field of a declaration may be."""


def with_wrong_values(folder: Path) -> Iterator[Mutant]:
    """Yield each keyword at the top of a module with a value that it cannot have, in calls that make a value or the ruleset."""
    for file in sorted(folder.rglob("*.py")):
        text = file.read_text("utf-8")
        for statement in ast.parse(text).body:
            if not isinstance(statement, ast.Assign | ast.AnnAssign):
                continue
            for call in ast.walk(statement):
                if not isinstance(call, ast.Call) or not ast.unparse(call.func).startswith(
                    ("from_modules", *ascii_uppercase)
                ):
                    continue
                for keyword in call.keywords:
                    changed = _replaced(text, keyword.value, NO_VALUE)
                    fault = f"{ast.unparse(call.func)} {keyword.arg}"
                    yield Mutant(file.relative_to(folder).as_posix(), keyword.value.lineno, fault, changed)


def _replaced(text: str, node: ast.expr, put: str) -> str:
    rows = text.encode().splitlines(keepends=True)
    first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
    rows[first : last + 1] = [rows[first][: node.col_offset] + put.encode() + rows[last][node.end_col_offset :]]
    return b"".join(rows).decode()


Edit = tuple[int, int, int, str, bytes]
"""From where to where, in which line, what it is called, and what is put there."""


def _edits(tree: ast.Module, data: bytes, starts: list[int]) -> Iterator[Edit]:
    def span(node: ast.AST) -> tuple[int, int, int]:
        begin = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]  # nodes with a place
        return begin, starts[node.end_lineno - 1] + node.end_col_offset, node.lineno  # type: ignore[attr-defined]  # nodes with a place

    def without(node: ast.AST, what: str) -> Edit:
        begin, end, line = span(node)
        rest = data[end:]
        comma = len(rest) - len(rest.lstrip()) + 1 if rest.lstrip()[:1] == b"," else 0
        return begin, end + comma, line, f"drop {what} {data[begin:end][:40].decode(errors='ignore')!r}", b""

    for statement in tree.body:
        if isinstance(statement, ast.ImportFrom) and statement.module == "__future__":
            continue
        if isinstance(statement, ast.Expr):
            continue
        begin, end, line = span(statement)
        yield begin, end, line, f"drop statement {data[begin:end][:40].decode(errors='ignore')!r}", b"pass"
        functions = {
            id(inner)
            for node in ast.walk(statement)
            if isinstance(node, ast.FunctionDef | ast.Lambda)
            for inner in ast.walk(node)
        }
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                _, end, line = span(node)
                yield end, end, line, f"misspell name {node.id}", ODD.encode()
            if id(node) not in functions:
                yield from _declared(node, span, without)


def _declared(node: ast.AST, span: object, without: object) -> Iterator[Edit]:
    assert callable(span) and callable(without)
    if isinstance(node, ast.alias):
        yield without(node, "import")
        end, line = span(node)[1:]
        yield end, end, line, f"misspell import {node.name}", ODD.encode()
    elif isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg is not None:
                yield without(keyword, "keyword")
                begin, _, line = span(keyword)
                yield begin, begin, line, f"misspell keyword {keyword.arg}", ODD.encode()
        for argument in node.args:
            yield without(argument, "argument")
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        for item in node.elts:
            yield without(item, "item")
    elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value and "\n" not in node.value:
        begin, _, line = span(node)
        yield begin + 1, begin + 1, line, f"misspell word {node.value[:40]!r}", ODD.encode()
