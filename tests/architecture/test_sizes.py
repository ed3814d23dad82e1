"""Limits of size. Exceptions are in ratchet.json, each with its reason, and may only shrink."""

from __future__ import annotations

import ast
import io
import json
import re
import tokenize
from collections.abc import Iterator

from tests.architecture.sources import ROOT, named, python_files, script_files

MAX_FILE = 500  # lines
MAX_FUNCTION = 60  # lines, docstring included
MAX_LINE = 120  # columns of code; sentences and rows of data may be longer
DATA = re.compile(r"# fmt: (?P<what>off|on|skip)")
RATCHET = ROOT / "tests" / "architecture" / "ratchet.json"


def file_sizes() -> dict[str, int]:
    """Return the files over the limit."""
    sizes = {
        named(path): len(path.read_text(encoding="utf-8").splitlines()) for path in [*python_files(), *script_files()]
    }
    return {name: size for name, size in sizes.items() if size > MAX_FILE}


def functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, int]]:
    """Yield every function below a node under its full name, with its lines."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{prefix}{child.name}"
            if not isinstance(child, ast.ClassDef):
                yield name, (child.end_lineno or child.lineno) - child.lineno + 1
            yield from functions(child, f"{name}.")
        else:
            yield from functions(child, prefix)


def function_sizes() -> dict[str, int]:
    """Return the functions over the limit."""
    trees = [(f"{named(path)}::", ast.parse(path.read_text(encoding="utf-8"))) for path in python_files()]
    found = [entry for prefix, tree in trees for entry in functions(tree, prefix)]
    return {name: size for name, size in found if size > MAX_FUNCTION}


def long_lines(source: str) -> list[int]:
    """Return the numbers of the lines whose code is too long.

    Texts and comments do not count, nor do rows of data: what the formatter leaves alone by `fmt: off` or `fmt: skip`.
    """
    width = [len(line) for line in source.splitlines()]
    if max(width, default=0) <= MAX_LINE:
        return []
    first, is_data, data = 1, False, set[int]()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        (row, start), (last, end) = token.start, token.end
        if token.type in (tokenize.STRING, tokenize.COMMENT):
            for number in range(row, last + 1):
                width[number - 1] -= end - start if row == last else width[number - 1]
        if token.type == tokenize.COMMENT and (marked := DATA.search(token.string)):
            data |= set(range(first, row + 1)) if marked["what"] == "skip" else set()
            is_data = marked["what"] == "off" or (is_data and marked["what"] == "skip")
        if is_data:
            data |= set(range(row, last + 1))
        if token.type == tokenize.NEWLINE:
            first = last + 1
    return [number for number, columns in enumerate(width, 1) if columns > MAX_LINE and number not in data]


def allowed(kind: str) -> dict[str, int]:
    """Return the exceptions: name and number of lines."""
    return {name: entry["lines"] for name, entry in json.loads(RATCHET.read_text(encoding="utf-8"))[kind].items()}


class TestSizes:
    def test_of_files_are_within_the_limit_or_the_ratchet(self) -> None:
        assert file_sizes() == allowed("files")

    def test_of_functions_are_within_the_limit_or_the_ratchet(self) -> None:
        assert function_sizes() == allowed("functions")

    def test_of_lines_of_code_are_within_the_limit(self) -> None:
        found = {named(path): long_lines(path.read_text(encoding="utf-8")) for path in python_files()}

        assert {name: lines for name, lines in found.items() if lines} == {}

    def test_of_lines_leave_out_sentences_and_rows_of_data(self) -> None:
        call, text = f"f({', '.join(['name'] * 30)})", "x" * 150

        assert long_lines(f"{call}\n") == [1]
        assert long_lines(f"{call}  # fmt: skip\n{call}\n") == [2]
        assert long_lines(f"# fmt: off\n{call}\n# fmt: on\n{call}\n") == [4]
        assert long_lines(f'say("{text}")  # {text}\n') == []

    def test_that_are_excepted_say_why(self) -> None:
        entries = [
            entry for kind in json.loads(RATCHET.read_text(encoding="utf-8")).values() for entry in kind.values()
        ]

        assert [entry for entry in entries if len(entry.get("reason", "")) < 20] == []

    def test_are_counted_for_nested_functions_too(self) -> None:
        tree = ast.parse("class A:\n    def f(self):\n        def g():\n            return 1\n        return g\n")

        assert dict(functions(tree, "")) == {"A.f": 4, "A.f.g": 2}
