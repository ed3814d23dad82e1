"""The glossary holds: no word that it refuses is in the tree, and the checker sees each kind of word when it is planted."""

from __future__ import annotations

import pytest

from tests.architecture.glossary import GLOSSARY, KINDS, check, findings, rules_of
from tests.architecture.sources import ROOT

PAGE = GLOSSARY.read_text(encoding="utf-8")
RULES = rules_of(PAGE)

FAULTS = [
    ("engine/kernel/state.py", "class State:\n    ents: dict\n", "ents"),
    ("engine/kernel/state.py", "def f(state):\n    return state.trail\n", "trail"),
    ("engine/rulesets/halo/orbit.py", "def lay_wreck():\n    return 1\n", "lay_*"),
    ("engine/rulesets/halo/blows.py", "X = 1\n", "blows"),
    ("engine/bots/players.py", "from x import y as redeal\n", "redeal"),
    ("engine/simulation/play.py", "class Played:\n    pass\n", "Played"),
    ("cards/api/bytes.py", "def sent():\n    return 1\n", "sent"),
    ("engine/kernel/scopes.py", '"""Mends the state."""\n', "mend~"),
    ("engine/kernel/scopes.py", "X = 1  # dealt anew\n", "anew"),
    ("engine/kernel/scopes.py", "# it tells\n# which card\nX = 1\n", "tell~ which"),
    ("engine/kernel/scopes.py", "class A:\n    x: int\n    '''What stands at the table.'''\n", "what stands"),
    ("docs/guide/en/card-in-json.md", "The pack loads what\nholds up.\n", "hold~ up"),
    ("README.md", "Read the kept\nmatches.\n", "kept matches"),
    (
        "portal/locale/zh_Hans/LC_MESSAGES/django.po",
        'msgid ""\n"Present "\n"password"\nmsgstr ""\n',
        "present password",
    ),
    (
        "portal/locale/zh_Hans/LC_MESSAGES/django.po",
        'msgid "Changes"\nmsgstr[0] ""\n"更"\n"改内容"\n',
        "更改",
    ),
    ("cards/web/page.py", 'X = localize("Changes", "变更")\n', "变更"),
    ("cards/web/page.py", 'X = f"{1} kB"\n', "kB"),
    ("docs/guide/zh/editor.md", "# 编辑器\n\n请提请审核。\n", "提请审核"),
    ("static/js/page.js", "const x = 1; // laid out again\n", "laid out"),
    ("Makefile", "lock: ## write the locks anew\n", "anew"),
]
FREE = [
    (
        "engine/kernel/scopes.py",
        '"""Recommend a renewed layout; this may tell you more. It stands still. A blowing wind."""\n',
    ),
    ("engine/kernel/scopes.py", 'X = "mended anew"\n'),
    ("engine/kernel/scopes.py", '"""The mark `stands in` is code."""\n'),
    ("tests/engine/board.py", "def lay_card():\n    return 1\n"),
    ("engine/kernel/state.py", "class Entities:\n    entities: dict\n"),
    ("README.md", "```text\nmended anew\n```\nSee [here](anew.md) and `anew`.\n"),
    ("portal/locale/zh_Hans/LC_MESSAGES/django.po", 'msgid "Password"\nmsgstr "anew"\n'),
    ("cards/web/page.py", '"""A page in 变更."""\nX = "12kBit", "重命名"\n'),
    ("engine/rulesets/encounter/events.py", 'X = "战区控制权变更后"\n'),
    ("docs/guide/zh/editor.md", "键 `变更` 是数据。\n"),
]


class TestTheChecker:
    @pytest.mark.parametrize(("file", "text", "word"), FAULTS, ids=lambda value: str(value)[:30])
    def test_finds_a_planted_word(self, file: str, text: str, word: str) -> None:
        assert word in {find.word for find in check(file, text, RULES)}

    @pytest.mark.parametrize(("file", "text"), FREE, ids=lambda value: str(value)[:30])
    def test_leaves_plain_english_code_and_other_folders_free(self, file: str, text: str) -> None:
        assert list(check(file, text, RULES)) == []

    def test_names_the_line_of_a_phrase(self) -> None:
        finds = list(check("README.md", "# Title\n\nA text that is\nmended.\n", RULES))

        assert [(find.line, find.word) for find in finds] == [(4, "mend~")]

    def test_refuses_a_row_without_words_and_an_unknown_kind(self) -> None:
        with pytest.raises(ValueError, match="no word"):
            rules_of("| a | b | c | prose |")
        with pytest.raises(ValueError, match="is not one of"):
            rules_of("| a | b | `c` | poems |")


class TestTheGlossary:
    def test_uses_every_kind_of_place(self) -> None:
        assert {rule.kind for rule in RULES} == set(KINDS)

    def test_names_folders_that_exist(self) -> None:
        assert [rule.folder for rule in RULES if not (ROOT / rule.folder).exists()] == []

    def test_holds_in_the_tree(self) -> None:
        guilty = [f"{find.file}:{find.line}: `{find.word}` in: {find.text}" for find in findings()]

        assert guilty == [], "docs/contributing/glossary.md names the word to use instead"
