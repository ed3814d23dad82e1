"""Every page loads the sheets of the classes that its templates use."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cards.web.context import SHEETS
from tests.architecture.sources import ROOT

STATIC, TEMPLATES = ROOT / "static", ROOT / "templates"
ELSEWHERE: Mapping[str, str] = {
    "point": "the button that points at a value is on the board of a scenario alone",
    "wrong": "what a scenario finds wrong is on its board alone",
}
"""Classes in partials that some of their pages never draw, each with the reason."""
_CLASS = re.compile(r"\.(-?[A-Za-z][\w-]*)")
_TAG = re.compile(r"\{%[^%]*%\}|\{\{[^{}]*\}\}")
_CLASS_ATTRIBUTE = re.compile(r'class="([^"]*)"')
_SHEET = re.compile(r"css/[\w.-]+\.css")
_PART = re.compile(r'\{% (?:include|extends) "([^"]+)"')


def styled(css: str) -> set[str]:
    """Return the classes in the selectors of a sheet."""
    first, *commented = css.split("/*")
    rules = "".join([first, *(part.partition("*/")[2] for part in commented)])
    return set(_CLASS.findall(re.sub(r"\{[^{}]*\}", "{}", rules)))


def unstyled(page: str, templates: Mapping[str, str], sheets: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the classes of a page, its partials and what it extends, that some sheet styles and none that it loads."""
    parts, todo = set[str](), [page]
    while todo:
        part = todo.pop()
        if part in templates and part not in parts:
            parts.add(part)
            todo += _PART.findall(templates[part])
    page_sheets = {*SHEETS, *(sheet for part in parts for sheet in _SHEET.findall(templates[part]))}
    classes = {
        name
        for part in parts
        for names in _CLASS_ATTRIBUTE.findall(templates[part])
        for name in _TAG.sub(" ", names).split()
    }
    styled_here = set[str]().union(*(sheets.get(sheet, set()) for sheet in page_sheets))
    styled_somewhere = set[str]().union(*sheets.values())
    yield from sorted((classes & styled_somewhere) - styled_here)


def templates_of_the_tree() -> dict[str, str]:
    return {
        file.relative_to(TEMPLATES).as_posix(): file.read_text(encoding="utf-8") for file in TEMPLATES.rglob("*.html")
    }


def sheets_of_the_tree() -> dict[str, set[str]]:
    files = (STATIC / "css").glob("*.css")
    return {file.relative_to(STATIC).as_posix(): styled(file.read_text(encoding="utf-8")) for file in files}


class TestThePages:
    def test_load_the_sheets_of_their_classes(self) -> None:
        templates, sheets = templates_of_the_tree(), sheets_of_the_tree()
        pages = [name for name, text in templates.items() if "{% extends" in text]
        missing = {
            page: [name for name in unstyled(page, templates, sheets) if name not in ELSEWHERE] for page in pages
        }

        assert len(pages) > 50
        assert {page: names for page, names in missing.items() if names} == {}

    def test_miss_a_sheet_that_a_partial_needs(self) -> None:
        sheets = {"css/own.css": styled(".thread > ol { color: red; } /* .no */")}
        page = {
            "page.html": '{% include "part.html" %}',
            "part.html": '<p class="thread plain {% if a %}b{% endif %}">',
        }
        page_with_sheet = {**page, "page.html": "css/own.css" + page["page.html"]}

        assert list(unstyled("page.html", page, sheets)) == ["thread"]
        assert list(unstyled("page.html", page_with_sheet, sheets)) == []


def test_an_excuse_is_of_a_class_that_some_page_lacks() -> None:
    templates, sheets = templates_of_the_tree(), sheets_of_the_tree()
    lacking = {
        name for page, text in templates.items() if "{% extends" in text for name in unstyled(page, templates, sheets)
    }

    assert ELSEWHERE.keys() - lacking == set()
