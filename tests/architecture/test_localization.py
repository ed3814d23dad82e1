"""One system for texts: Python writes both languages where it uses them, gettext serves templates alone."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from cards.editor.texts import CODE_MIRROR, EDITOR, FORM, JSON_SERVICE
from cards.editor.typescript import module
from tests.cards.web.test_languages import HAN, catalog

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("engine", "cards", "portal")
RESOLVERS = frozenset({"localize", "localize_lazy"})
"""Calls that take both languages and fill places by name."""
SAME = frozenset({"JSON", "Webhook", "；"})  # words that are the same in both languages, and a sign between clauses
CONTEXTS = frozenset({", "})
"""English words that have more than one Chinese, as they mean several things: `, ` joins clauses, or the items of a list."""
ENGLISH_ALONE = frozenset({"Choose", "of yours"})
"""Words of a card's text that Chinese leaves out."""
CONSTRUCTORS = {"LocalizedText": 0, "variable": 1, "verb": 1, "zone": 2, "finding": 2, "problem_code": 0}
"""Functions that take both languages one after the other, each with the place of the English among its arguments."""
GETTEXT = re.compile(r"\bu?n?p?gettext\w*\b")


class Pair(NamedTuple):
    """One text written in Python: its languages, the names of its parameters (None: not to be read from the code), and where."""

    en: str
    zh: str
    params: frozenset[str] | None
    where: str


def python_files() -> Iterator[Path]:
    """Yield the Python files of the product."""
    for part in PARTS:
        yield from sorted((ROOT / part).rglob("*.py"))


def _nodes(code: str, names: Iterable[str]) -> Iterator[ast.AST]:
    """Yield the nodes of a module in which one of some names stands."""
    if any(name in code for name in names):
        yield from ast.walk(ast.parse(code))


def pairs(code: str, where: str) -> Iterator[Pair]:
    """Yield the texts that are written with both languages as plain strings."""
    for node in _nodes(code, RESOLVERS):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        if node.func.id not in RESOLVERS or len(node.args) != 2:
            continue
        en, zh = (argument.value if isinstance(argument, ast.Constant) else None for argument in node.args)
        names = [keyword.arg for keyword in node.keywords]
        params = None if None in names else frozenset(str(name) for name in names)
        yield Pair(str(en or ""), str(zh or ""), params, f"{where}:{node.lineno}")


@cache
def written_pairs() -> list[Pair]:
    """Return every such text of the product."""
    return [pair for file in python_files() for pair in pairs(file.read_text(), str(file.relative_to(ROOT)))]


def places(text: str) -> frozenset[str]:
    """Return the names of the places of a text."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


def faults(pair: Pair) -> list[str]:
    """Return the faults of a text."""
    checks = {
        "has no English": not pair.en.strip() or bool(HAN.search(pair.en)),
        "has no Chinese": not HAN.search(pair.zh) and pair.zh not in SAME,
        "has other places in Chinese": places(pair.en) != places(pair.zh),
        "has other parameters than places": pair.params is not None and pair.params != places(pair.en),
    }
    return [f"{pair.where}: “{pair.en}” {fault}" for fault, is_so in checks.items() if is_so]


def half_texts(code: str, where: str) -> Iterator[str]:
    """Yield each declared text that has one language alone; the places of a card's phrases are held by the laws of its text."""
    for node in _nodes(code, CONSTRUCTORS):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CONSTRUCTORS:
            english = CONSTRUCTORS[node.func.id]
            texts = node.args[english : english + 2]
            words = [argument.value for argument in texts if isinstance(argument, ast.Constant)]
            if len(set(map(bool, words))) > 1 and words[0] not in ENGLISH_ALONE:
                yield f"{where}:{node.lineno}"


class TestPython:
    def test_leaves_gettext_to_templates(self) -> None:
        users = [str(file.relative_to(ROOT)) for file in python_files() if GETTEXT.search(file.read_text())]

        assert users == []

    def test_writes_both_languages_with_the_same_places(self) -> None:
        texts = written_pairs()

        assert [fault for pair in texts for fault in faults(pair)] == []
        assert len(texts) > 500

    def test_writes_no_text_in_one_language(self) -> None:
        texts = [half for file in python_files() for half in half_texts(file.read_text(), str(file.relative_to(ROOT)))]

        assert texts == []
        planted = 'LocalizedText("a", "")\nLocalizedText("", "甲")\nLocalizedText("", "")\nvariable("x", "X", "")\nverb("x", "X", "甲")'
        assert list(half_texts(planted, "f")) == ["f:1", "f:2", "f:4"]

    def test_has_one_chinese_for_one_english(self) -> None:
        chinese = defaultdict(set)
        for en, zh, _, _ in written_pairs():
            chinese[en].add(zh)
        for en, zh in catalog().items():
            if en in chinese:
                chinese[en].add(zh)

        several = {en: sorted(words) for en, words in chinese.items() if len(words) > 1}

        assert {en: words for en, words in several.items() if en not in CONTEXTS} == {}
        assert CONTEXTS - set(several) == set()


class TestEditor:
    def test_has_both_languages_with_the_same_places(self) -> None:
        texts = [Pair(*text, None, name) for name, text in {**EDITOR, **FORM}.items()]

        assert [fault for pair in texts for fault in faults(pair)] == []
        assert [text for text in (*CODE_MIRROR, *JSON_SERVICE) if not HAN.search(text.zh)] == []

    def test_has_a_current_module(self) -> None:
        assert (ROOT / "static/editor/src/texts.ts").read_text() == module(), "run `make assets`"


class TestFaults:
    def test_are_found(self) -> None:
        plant = {
            'localize("Saved", "")': ["has no Chinese"],
            'localize("Saved", "Saved")': ["has no Chinese"],
            'localize("", "已保存")': ["has no English"],
            'localize("{n:card|cards}", "{m} 张", n=n)': ["has other places in Chinese"],
            'localize("{n:card|cards}", "{n} 张")': ["has other parameters than places"],
            'localize_lazy("Saved", "已保存", n=n)': ["has other parameters than places"],
            'localize("{n:card|cards}", "{n} 张", **words)': [],
            'localize("Saved", "已保存")': [],
        }

        reports = {
            code: [fault.rpartition("” ")[2] for pair in pairs(code, "") for fault in faults(pair)] for code in plant
        }

        assert plant == reports
