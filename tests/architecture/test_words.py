"""Names and marks that say less than they should."""

from __future__ import annotations

import re

from tests.architecture.pages import DOCS
from tests.architecture.sources import ROOT, named, python_files, script_files, tracked

SAYS_NOTHING = {"utils", "helpers", "common", "misc", "manager", "util", "helper"}
LEFT_FOR_LATER = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|XX" + r"X)\b")
SUPPRESSION = re.compile(r"#\s*(?:type:\s*ignore(?:\[[^\]]*\])?|noqa(?::\s*[A-Z0-9, ]+)?)\s*(?P<reason>.*)$")

ONE_WORD = {
    "预览": "模拟",
    "情景": "场景",
    "管理者": "运营者",
    "站点": "门户",
    "本站": "门户",
    "设计师": "设计者",
    "评审": "审核",
    "(?<!相)关卡": "检查",
    "门槛": "检查",
    "网络钩子": "webhook",
}
"""Patterns of Chinese words that Cardloom does not use, each with the one that it does."""


class TestNames:
    def test_of_modules_say_what_is_inside(self) -> None:
        guilty = [named(path) for path in [*python_files(), *script_files()] if path.stem in SAYS_NOTHING]

        assert guilty == []


class TestComments:
    def test_leave_nothing_for_later(self) -> None:
        guilty = [
            f"{named(path)}:{number}"
            for path in [*python_files(), *script_files()]
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if LEFT_FOR_LATER.search(line)
        ]

        assert guilty == []

    def test_give_a_reason_for_what_they_silence(self) -> None:
        guilty = [
            f"{named(path)}:{number}"
            for path in python_files()
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            if (found := SUPPRESSION.search(line)) and len(found.group("reason")) < 8
        ]

        assert guilty == []


class TestChinese:
    def test_has_one_word_for_a_concept(self) -> None:
        files = [ROOT / "portal/locale/zh_Hans/LC_MESSAGES/django.po", *sorted((DOCS / "guide/zh").glob("*.md"))]
        files += [
            path
            for path in [*python_files(), *script_files()]
            if named(path).startswith(("cards/", "engine/", "portal/", "static/"))
        ]
        guilty = [
            f"{named(path)}:{number}: {word}, not {second}"
            for path in files
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
            for second, word in ONE_WORD.items()
            if re.search(second, line)
        ]

        assert guilty == []


class TestLocks:
    def test_name_no_place_to_download_from(self) -> None:
        names = ("requirements.txt", "requirements-dev.txt", "requirements-compile.txt", "requirements-bootstrap.txt")
        files = tracked(*names, suffixes=(".txt",))
        guilty = [named(path) for path in files if "://" in path.read_text(encoding="utf-8")]

        assert guilty == []

    def test_of_the_front_end_name_none_either(self) -> None:
        files = tracked("static/editor", suffixes=(".json",))
        guilty = [named(path) for path in files if '"resolved"' in path.read_text(encoding="utf-8")]

        assert guilty == []

    def test_hash_every_package(self) -> None:
        for path in tracked("requirements.txt", "requirements-dev.txt", suffixes=(".txt",)):
            text = path.read_text(encoding="utf-8")
            packages = re.findall(r"^[A-Za-z0-9._-]+(?:\[[^\]]*\])?==.*?(?=^\S|\Z)", text, re.MULTILINE | re.DOTALL)

            assert len(packages) > 40
            assert [package.split("\n")[0] for package in packages if "--hash=sha256:" not in package] == []
