"""The help: an address for everything that may be written in a card, links that lead somewhere, a search in two languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import groupby
from operator import attrgetter

import pytest
from django.test import Client

from cards.errors import REFUSALS
from cards.gateway import reference, rulesets
from cards.web.help_links import entry_url, guide_url, page_url
from cards.web.help_markdown import help_html, inline_html
from cards.web.help_search import help_search
from tests.engine.third_ruleset import on_the_path

OWN = {"effect", "condition", "value", "chooser", "keyword", "event", "problem"}
IN_THE_PANE = "help-"  # begins the anchors of an entry beside another page


@pytest.fixture(scope="module", autouse=True)
def a_game_of_the_search_path() -> Iterator[None]:
    """The help of all games is made once for these tests."""
    with on_the_path():
        yield


class Page(HTMLParser):
    """What tests ask of a page: its links, its anchors, its text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        table = dict(attrs)
        if table.get("id"):
            self.anchors.add(str(table["id"]).removeprefix(IN_THE_PANE))
        if tag == "a" and table.get("href"):
            self.links.add(str(table["href"]))


def get(address: str, language: str = "en", **headers: str) -> str:
    answer = Client().get(address, headers={"Accept-Language": language, **headers})
    assert answer.status_code == 200, (address, answer.status_code)
    return answer.content.decode()


def entries() -> list[str]:
    """Return the addresses of entries but the first of each family, which is read with what is around it."""
    families = groupby(
        (entry for entry in reference.entries() if entry.family in OWN), key=attrgetter("ruleset", "family")
    )
    return [entry_url(entry, "en") for _, family in families for entry in list(family)[1:]]


def addresses() -> list[str]:
    own = [entry_url(entry, "en") for entry in reference.entries() if entry.family in OWN]
    files = [f"{info.name}/{file}" for info in rulesets.rulesets() for file in reference.reference_files(info.name)]
    pages = [page_url(file) for file in (*files, *reference.reference_files(""))]
    refusals = [f"/help/problems/{slug}/" for slug in REFUSALS]
    return [
        *own,
        *refusals,
        *pages,
        *(guide_url(guide.file) for guide in reference.guides()),
        "/help/",
        "/help/first-card/",
        *(f"/help/first-card/{info.name}/" for info in rulesets.rulesets() if rulesets.first_card(info.name)),
        "/help/wizards/",
    ]


@pytest.mark.django_db
class TestEveryEntry:
    def test_has_an_address_of_its_own_and_links_that_lead_somewhere(self) -> None:
        alone = {address: {"HX-Request": "true"} for address in entries()}
        pages = {address: Page(get(address, **alone.get(address, {}))) for address in addresses()}
        dead = {
            (address, link)
            for address, page in pages.items()
            for link in page.links
            if link.startswith(("/help/", "#")) and not leads(link, address, pages)
        }

        assert len(pages) > 250 > len(pages) - len(alone)
        assert dead == set()

    def test_is_there_in_both_languages(self) -> None:
        english, chinese = (get("/help/wizards/node/effect/drawCard/", each) for each in ("en", "zh-hans"))

        assert "Draw cards" in english
        assert "抽牌" in chinese and "其中第一个，可能为空" in chinese

    def test_is_there_for_a_game_of_the_search_path(self) -> None:
        entry = next(each for each in reference.entries() if (each.ruleset, each.family) == ("raid", "effect"))
        page = get(entry_url(entry, "en"))

        assert entry.title.en in page


def leads(link: str, address: str, pages: dict[str, Page]) -> bool:
    """Return whether a link leads to a page of the help, and to an anchor on it where it names one."""
    path, _, fragment = link.partition("#")
    target = pages.get((path or address).partition("?")[0])
    return target is not None and (not fragment or fragment in target.anchors)


@pytest.mark.django_db
class TestTheSidePane:
    def test_gets_the_entry_alone(self) -> None:
        address = "/help/wizards/node/effect/damage/"
        answer = Client().get(address, headers={"HX-Request": "true"})
        fragment = answer.content.decode()

        assert "<html" not in fragment and 'id="help-pane-h"' in fragment
        assert "HX-Request" in answer.headers["Vary"]
        assert "HX-Request" in Client().get(address).headers["Vary"]

    def test_may_ask_for_the_other_language(self) -> None:
        fragment = get("/help/problems/E-PATH/?lang=zh", **{"HX-Request": "true"})

        assert 'lang="zh-Hans"' in fragment and "引用" in fragment


class TestTheSearch:
    @pytest.mark.parametrize(
        ("query", "name"),
        [
            ("drawCard", "drawCard"),
            ("抽牌", "drawCard"),
            ("造成", "damage"),
            ("deal damage", "DEAL_DAMAGE"),
            ("card drawn", "CARD_DRAWN"),
            ("E-PATH", "E-PATH"),
            ("412", "stale"),
        ],
    )
    def test_puts_what_is_called_so_first(self, query: str, name: str) -> None:
        assert name in [page.name for page in help_search(query).pages[:3]]

    def test_finds_a_character_alone_and_a_word_of_a_text(self) -> None:
        assert help_search("抽").count > 1
        assert "loop" in [page.name for page in help_search("repeat").pages]

    def test_wants_every_word(self) -> None:
        assert help_search("damage nosuchword").count == 0

    def test_names_what_resembles_a_misspelling(self) -> None:
        assert "damage" in [page.name for page in help_search("damgae").nearest]

    @pytest.mark.parametrize("query", ["", "   ", "%", "\\", "<script>", "'", "é" * 200, "\u202e", "。"])
    def test_survives_anything(self, db: None, query: str) -> None:
        answer = Client().get("/help/", {"q": query})

        assert answer.status_code == 200
        assert "<script>" not in answer.content.decode().replace('<script type="module"', "")

    def test_works_as_a_plain_form(self, db: None) -> None:
        page = get("/help/?q=drawCard")

        assert "/help/wizards/node/effect/drawCard/" in page


class TestMarkdown:
    @pytest.mark.parametrize(
        "hostile",
        [
            "<script>alert(1)</script>",
            "[x](javascript:alert(1))",
            "![x](https://example.org/x.png)",
            '<a href="x" onclick="y">z</a>',
            "[x](data:text/html,<b>)",
            '<div style="color: red">x</div>',
        ],
    )
    def test_lets_nothing_through_that_runs(self, hostile: str) -> None:
        html = help_html(hostile, lambda target: target, label="Test")

        assert not re.search(r"<script|<img|<div style|<a [^>]*(onclick|javascript:|data:)", html)

    def test_leaves_a_link_into_the_repository_as_words(self) -> None:
        html = help_html("See [SOURCE](../x.md).", lambda _target: None, label="Test")

        assert "See SOURCE." in html and "<a" not in html

    def test_colours_json_and_escapes_it(self) -> None:
        html = help_html('```json\n{"a<b": "$x.y", "c": [1, true]}\n```', lambda target: target, label="Test")

        assert '<span class="ck">"a&lt;b"</span>' in html.replace("&quot;", '"')
        assert 'class="cr"' in html and 'class="cn"' in html and 'class="cw"' in html

    def test_begins_its_headings_below_the_title(self) -> None:
        html = help_html("### One\n\n#### Two", lambda target: target, label="Test")

        assert '<h2 id="one">One</h2>' in html and '<h3 id="two">Two</h3>' in html

    def test_shows_one_line_without_a_paragraph(self) -> None:
        assert inline_html("`$`, *braces*") == "<code>$</code>, <em>braces</em>"
