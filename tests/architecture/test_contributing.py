"""The pages for contributors say what is so: files, names, tests and decisions that they name exist."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

from tests.architecture.pages import DOCS, broken_links, rows
from tests.architecture.sources import ROOT

PAGES = sorted((DOCS / "contributing").glob("*.md"))
ADR = DOCS / "adr"
NAMED_DECISION = r"(docs/adr/0[0-9]{3}(, 0[0-9]{3})*|\bADRs? [0-9]{1,3}((, | and | to )[0-9]{1,3})*)"
TITLE = re.compile(r"^# 0*(?P<number>\d+)\.? (?P<title>.+)$")
LAST_WITH_GAPS = 70
"""The last number given before the rule that numbers have no gaps."""
TEST = re.compile(r"`(tests/[\w/.]+\.py(?:::\w+)*)`")
TARGET = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
MAKE = re.compile(r"`make ([a-z][a-z-]*)|^make ([a-z][a-z-]*)", re.MULTILINE)
FILE = re.compile(r"`((?:engine|cards|portal|tests|static|docs)/[\w/.-]+\.\w+)`")


def page(name: str) -> str:
    return (DOCS / "contributing" / name).read_text(encoding="utf-8")


def has_test(name: str) -> bool:
    """Return whether a file holds a test or class of tests, named as pytest names it."""
    file, *parts = name.split("::")
    if not (ROOT / file).is_file():
        return False
    node: ast.AST = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    for part in parts:
        childs = [child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == part]
        if not childs:
            return False
        node = childs[0]
    return True


def decisions() -> dict[int, tuple[str, str]]:
    """Return file and title of each decision, by its number."""
    decisions: dict[int, tuple[str, str]] = {}
    for path in sorted(ADR.glob("[0-9]*.md")):
        title = TITLE.match(path.read_text(encoding="utf-8").split("\n", 1)[0])
        assert title is not None, f"{path.name} begins with its number and its title"
        number = int(path.name[:4])
        assert number not in decisions, f"{path.name} and {decisions[number][0]} have one number"
        assert int(title["number"]) == number, path.name
        decisions[number] = (path.name, title["title"])
    return decisions


class TestPages:
    @pytest.mark.parametrize("path", [*PAGES, ADR / "README.md"], ids=lambda path: path.name)
    def test_have_links_that_lead_somewhere(self, path: Path) -> None:
        assert broken_links(path) == []

    @pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
    def test_name_files_that_exist(self, path: Path) -> None:
        named = set(FILE.findall(path.read_text(encoding="utf-8")))

        assert sorted(name for name in named if not (ROOT / name).exists()) == []

    def test_are_all_in_the_index(self) -> None:
        index = page("README.md")

        assert [path.name for path in PAGES if path.name != "README.md" and f"({path.name})" not in index] == []


class TestMakefile:
    text = (ROOT / "Makefile").read_text(encoding="utf-8")

    def test_says_what_each_target_does(self) -> None:
        said = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

        assert {"run", "test", "lint", "bench"} <= set(re.findall(r"^  make ([a-z-]+) ", said, re.M))

    @pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "CHANGELOG.md", *PAGES], ids=lambda path: path.name)
    def test_has_every_target_that_a_page_names(self, path: Path) -> None:
        named = {one or other for one, other in MAKE.findall(path.read_text(encoding="utf-8"))}

        assert sorted(named - set(TARGET.findall(self.text))) == []


class TestArchitecture:
    def test_names_rules_where_they_are(self) -> None:
        table = [row for row in rows(page("architecture.md")) if len(row) == 3 and row[1].startswith("`engine/")]
        table += [row for row in rows(page("architecture.md")) if len(row) == 3 and row[1].startswith("`cards/")]
        wrong = [
            row
            for row in table
            if not re.search(rf"\b{row[2].strip('`')}\b", (ROOT / row[1].strip("`")).read_text(encoding="utf-8"))
        ]

        assert len(table) > 20
        assert wrong == []


class TestDocument002:
    def test_names_tests_that_exist(self) -> None:
        matches = TEST.findall("\n".join(row[3] for row in rows(page("document-002.md")) if len(row) == 4))

        assert len(matches) > 15
        assert [name for name in matches if not has_test(name)] == []

    def test_is_held_to_names_that_a_file_lacks(self) -> None:
        assert not has_test("tests/architecture/test_contributing.py::TestDocument002::test_is_not_there")
        assert has_test("tests/architecture/test_contributing.py::TestDocument002::test_names_tests_that_exist")

    def test_covers_what_002_names(self) -> None:
        first = "\n".join(row[0] for row in rows(page("document-002.md")))
        wanted = ("mutations", "entity", "EntityArea", "`id`", "varConfigs", "skill", "requests", "SkillInfo")

        assert [name for name in wanted if name not in first] == []


class TestDecisions:
    def test_are_all_in_the_index_with_their_titles(self) -> None:
        table = {row[0]: row[1] for row in rows((ADR / "README.md").read_text(encoding="utf-8"))}
        wanted = {str(number): f"[{title}]({file})" for number, (file, title) in decisions().items()}

        assert {number: table[number] for number in table if number.isdigit()} == wanted

    def test_are_numbered_without_gaps_from_now_on(self) -> None:
        later = [number for number in decisions() if number > LAST_WITH_GAPS]

        assert later == list(range(LAST_WITH_GAPS + 1, LAST_WITH_GAPS + 1 + len(later)))

    def test_are_there_where_code_and_pages_name_them(self) -> None:
        run = subprocess.run(
            ["git", "grep", "-hoE", NAMED_DECISION], cwd=ROOT, capture_output=True, text=True, check=True
        )
        numbers = {int(digits) for line in run.stdout.splitlines() for digits in re.findall(r"\d+", line)}

        assert len(numbers) > 30
        assert numbers - set(decisions()) == set()
