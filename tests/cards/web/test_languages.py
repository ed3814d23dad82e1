"""Every sentence of a template has its Chinese, and the compiled catalog is current."""

from __future__ import annotations

import ast
import gettext
import re
from pathlib import Path

from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parents[3]
CATALOG = ROOT / "portal" / "locale" / "zh_Hans" / "LC_MESSAGES" / "django"
SAME = {"JSON", "Webhook", "%(ok)s / %(all)s"}  # words that are the same in both
HAN = re.compile(r"[\u4e00-\u9fff，：、]")
WORDS = r"u?(?:'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
MARK = re.compile(rf"gettext\((?P<first>{WORDS})(?:, (?P<second>{WORDS}))?")
PUT_IN = re.compile(r"\{% blocktranslate.*?endblocktranslate %\}|\[ .*? \]", re.DOTALL)
"""Sentences, whose punctuation is a part of them, and intervals."""
CONCATENATION = re.compile(r"\{% translate [^%]*%\}(?:</\w+>)?[:,] |(?:[}%]\}|>)[:,] (?=\{[{%]|<)")
"""A colon or comma of the template itself that joins a translated word or a value to another."""
IN = "\4"
"""What a catalog puts between a context and the sentence that is said in it."""


def marked() -> dict[str, str]:
    """Return every sentence that is marked for translation, behind its context where it has one, and its file."""
    matches: dict[str, str] = {}
    for file in [*(ROOT / "templates").rglob("*.html"), *(ROOT / "portal" / "templates").rglob("*.html")]:
        code = templatize(file.read_text(), origin=str(file))
        for each in MARK.finditer(code):
            is_in_context = code[: each.start()].endswith("p")
            words = each.group("first", "second") if is_in_context else each.group("first")
            matches[IN.join(map(ast.literal_eval, words if is_in_context else [words]))] = file.name
    return matches


def catalog() -> dict[str, str]:
    """Return the compiled catalog; a sentence with a plural is listed under its singular."""
    with CATALOG.with_suffix(".mo").open("rb") as file:
        entries = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]  # the parsed file itself
    return {key[0] if isinstance(key, tuple) else key: text for key, text in entries.items() if key}


def source() -> dict[str, str]:
    """Return what the readable catalog says, read without its tools."""
    message: dict[str, str] = {}
    for block in CATALOG.with_suffix(".po").read_text().split("\n\n"):
        key = re.search(r'^msgid ((?:".*"\n?)+)', block, re.MULTILINE)
        text = re.search(r'^msgstr(?:\[0\])? ((?:".*"\n?)+)', block, re.MULTILINE)
        context = re.search(r'^msgctxt (".*")\n', block, re.MULTILINE)
        if key and text and (name := _joined(key[1])):
            message[f"{_joined(context[1])}{IN}{name}" if context else name] = _joined(text[1])
    return message


def _joined(lines: str) -> str:
    return "".join(ast.literal_eval(line) for line in lines.strip().split("\n"))


class TestChinese:
    def test_says_every_sentence_of_the_pages(self) -> None:
        said = catalog()

        missing = {sentence: where for sentence, where in marked().items() if not said.get(sentence)}

        assert missing == {}

    def test_is_chinese(self) -> None:
        foreign = [key for key, text in catalog().items() if not HAN.search(text) and text not in SAME]

        assert foreign == []

    def test_joins_words_by_chinese_punctuation(self) -> None:
        pages = [*(ROOT / "templates").rglob("*.html")]
        found = {file.name: hits for file in pages if (hits := CONCATENATION.findall(PUT_IN.sub("", file.read_text())))}

        assert found == {}

    def test_keeps_apart_what_english_says_by_one_word(self) -> None:
        printed_catalog = catalog()

        assert printed_catalog["From"] == "来源"
        assert (printed_catalog["New"], printed_catalog["new"]) == ("新建", "新")

    def test_says_preview_of_nothing_else(self) -> None:
        """Two English words of one Chinese noun of the field are a slip of the catalog."""
        nouns = {"模拟": "preview", "卡牌": "card", "牌组": "deck", "卡包": "pack", "场景": "scenario", "任务": "job"}
        other = {key: text for key, text in catalog().items() if text in nouns and nouns[text] not in key.lower()}

        assert other == {}

    def test_keeps_every_placeholder(self) -> None:
        def holes(text: str) -> set[str]:
            return set(re.findall(r"%\(\w+\)[.\d]*[a-z]", text))

        assert [key for key, text in catalog().items() if holes(key) != holes(text)] == []

    def test_is_compiled_from_what_can_be_read(self) -> None:
        assert catalog() == source()

    def test_has_nothing_that_no_page_says(self) -> None:
        assert set(source()) - set(marked()) == set()


class TestMarkedSentences:
    def test_are_found_at_all(self) -> None:
        matches = marked()

        assert len(matches) > 300
        assert matches["Skip to content"].endswith(".html")
