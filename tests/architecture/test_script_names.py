"""Scripts name things as the Python code does: no participle or pronoun stands where a noun belongs."""

import json
import re
from collections.abc import Iterator
from typing import Final

import pytest

from tests.architecture.dialect import Finding, is_dialect
from tests.architecture.sources import ROOT, named, script_files

REMAINING: Final[dict[str, int]] = json.loads(
    (ROOT / "tests/architecture/script_names.json").read_text(encoding="utf-8")
)
"""Findings that are still in a file; a number may only become smaller."""

PROSE: Final = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`""", re.DOTALL
)
DECLARATION: Final = re.compile(
    r"\b(?:const|let|var|function|class)\s+([\w$]+)"  # a variable, a function, a class
    r"|[(,]\s*([\w$]+)\??\s*:(?!:)"  # a parameter with its type
    r"|(?<![\w$.])\(?([\w$]+)\)?\s*=>"  # the parameter of an arrow function
)

EXAMPLES: Final = {
    "const found = list.find(isRed);": ["found"],
    "let kept: string | null = null;": ["kept"],
    "function told(text: string) {}": ["told"],
    "function save(asked: string, most?: number) {}": ["asked", "most"],
    "list.map((one) => one.id)": ["one"],
    "list.map(each => each.id)": ["each"],
}
FREE: Final = (
    "const match = list.find(isRed);",
    "const foundRows = 3;",
    'const text = "const found = 1"; // const kept = 2',
    "this.found.push(row);",
)


def script_names(source: str) -> Iterator[Finding]:
    """Yield the names of a script that are a participle, a pronoun or an adverb alone."""
    code = PROSE.sub(lambda prose: re.sub(r"[^\n]", " ", prose.group()), source)
    for match in DECLARATION.finditer(code):
        name = next(filter(None, match.groups()))
        if is_dialect(name):
            yield Finding(code.count("\n", 0, match.start()) + 1, name)


class TestTheLinter:
    @pytest.mark.parametrize(("source", "names"), EXAMPLES.items(), ids=str)
    def test_finds_a_planted_name(self, source: str, names: list[str]) -> None:
        assert names == [finding.what for finding in script_names(source)]

    @pytest.mark.parametrize("source", FREE)
    def test_leaves_plain_code_free(self, source: str) -> None:
        assert list(script_names(source)) == []


class TestTheTree:
    def test_has_no_more_of_them_than_before(self) -> None:
        findings = {named(path): [*script_names(path.read_text(encoding="utf-8"))] for path in script_files()}
        counts = {name: len(places) for name, places in findings.items() if places}
        more = {name: findings[name] for name, count in counts.items() if count > REMAINING.get(name, 0)}

        assert more == {}, "name these by the field's noun"
        assert counts == REMAINING, "fewer than before: write the smaller numbers into script_names.json"
