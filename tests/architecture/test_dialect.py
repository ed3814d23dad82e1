"""The code speaks the field's language: no participle, pronoun or riddle stands where a noun or a sentence belongs."""

from __future__ import annotations

import json
import re
import subprocess
from typing import Final

import pytest

from tests.architecture.dialect import dialect, dialect_of_prose
from tests.architecture.sources import ROOT, named, python_files

REMAINING: Final[dict[str, int]] = json.loads((ROOT / "tests/architecture/dialect.json").read_text(encoding="utf-8"))
"""Findings that are still in a file; a number may only become smaller."""

BASE: Final = "631a612c"
"""The last commit whose subject follows no rule."""
SUBJECT: Final = re.compile(r"[a-z0-9_][\w ,.&/*-]*: [a-z`\"\d].{3,}")
MAX_SUBJECT: Final = 72

FAULTS: Final = [
    ("def play(card):\n    held = card\n    a = 1\n    b = 2\n    return held\n", "`held` in play"),
    ("def play(one):\n    a = 1\n    b = 2\n    return one\n", "`one` in play"),
    ("def play(card):\n    for each in card:\n        a = 1\n        b = 2\n        print(each)\n", "`each` in play"),
    ("def kept(card):\n    return card\n", "`kept`"),
    ("class Told:\n    pass\n", "`Told`"),
    ("class Card:\n    was: int\n", "`was`"),
    ("KEPT = 3\n", "`KEPT`"),
    ("CARDS_MOST = 3\n", "`CARDS_MOST`"),
    ("LONGEST_NAME = 3\n", "`LONGEST_NAME`"),
    ("RUN_AT_ONCE = 3\n", "`RUN_AT_ONCE`"),
    ("def play(*, more: bool):\n    a = 1\n    b = 2\n    return more\n", "`more` in play"),
    ('def size(card):\n    """Return so many bytes."""\n', "'so many' in: Return so many bytes."),
    (
        'def size(card):\n    """Return the size, or nothing."""\n',
        "'nothing' for None in: Return the size, or nothing.",
    ),
    ('def end(card):\n    """Let end what holds."""\n', "begins with an order to the reader: Let end what holds."),
    ('"""What a card does."""\n', "is a question without a verb: What a card does."),
    ('def read(card):\n    """Return it.\n\n    Whoever asks gets it.\n    """\n', "'whoever' in: Return it."),
]
FREE: Final = [
    "AT_MOST = 3\nMAX_CARDS = 3\n",
    "def play(card):\n    held = card\n    return held\n",
    "def play(card):\n    is_held = card\n    a = 1\n    b = 2\n    return is_held\n",
    "def play(seed):\n    a = 1\n    b = 2\n    return seed\n",
    'def play(card):\n    """Return the card; there are so few."""\n',
    "class Card:\n    deprecated: bool\n    hidden: bool\n",
    "class Bar:\n    left: float\n    top: float\n",
    "def play(*, archived: bool):\n    a = 1\n    b = 2\n    return archived\n",
    "def compare(left, right):\n    a = 1\n    b = 2\n    return left == right\n",
    "def play(cached):\n    a = 1\n    b = 2\n    return cached\n",
]


class TestTheLinter:
    @pytest.mark.parametrize(("text", "what"), FAULTS, ids=lambda value: str(value)[:30])
    def test_finds_a_planted_word(self, text: str, what: str) -> None:
        assert what in [finding.what for finding in dialect(text)]

    @pytest.mark.parametrize("text", FREE, ids=lambda value: str(value)[:30])
    def test_leaves_plain_code_free(self, text: str) -> None:
        assert dialect(text) == []


class TestTheTree:
    def test_speaks_the_language_of_the_field(self) -> None:
        counts: dict[str, int] = {}
        guilty = []
        for path in python_files():
            findings = dialect(path.read_text(encoding="utf-8"))
            if findings:
                counts[named(path)] = len(findings)
            if len(findings) > REMAINING.get(named(path), 0):
                guilty += [f"{named(path)}:{finding.line}: {finding.what}" for finding in findings]

        assert guilty == []
        assert {file: count for file, count in REMAINING.items() if counts.get(file, 0) < count} == {}, (
            "lower these numbers"
        )


class TestCommits:
    def test_have_subjects_of_an_area_and_an_order(self) -> None:
        log = subprocess.run(
            ["git", "log", "--format=%s", "--no-merges", f"{BASE}..HEAD"], cwd=ROOT, capture_output=True, text=True
        )
        if log.returncode:  # a tree without git, or a clone without this much history
            pytest.skip("the history is not here: git does not know the base commit")
        guilty = [
            subject
            for subject in log.stdout.splitlines()
            if len(subject) > MAX_SUBJECT or not SUBJECT.fullmatch(subject) or any(dialect_of_prose(subject))
        ]

        assert guilty == []
