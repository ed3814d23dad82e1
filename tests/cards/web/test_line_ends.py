"""A text that goes through a form of a page keeps the line ends and the byte order mark that it is stored with."""

from __future__ import annotations

import html
import re

import pytest
from django.template import Context, Template

from cards.models import Account, Pack
from cards.services.card import card_create
from cards.web.line_ends import with_line_ends
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf

LINES = card_text("base.stone").split("\n")
KINDS = {"LF": ["\n"], "CR LF": ["\r\n"], "CR": ["\r"], "mixed": ["\r\n", "\n", "\r\n", "\r"]}
MARKS = ("", "\ufeff")


def stored(ends: list[str], lines: list[str] = LINES) -> str:
    """Return a card's text whose lines end with each of some ends by turns."""
    return "".join(line + ends[n % len(ends)] for n, line in enumerate(lines[:-1])) + lines[-1]


def typed(text: str) -> str:
    """Return a text as a browser sends that of a text area."""
    return re.sub(r"\r\n|\r|\n", "\r\n", text)


@pytest.mark.parametrize("ends", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("mark", MARKS, ids=["plain", "marked"])
class TestWithLineEnds:
    def test_gives_a_text_back_that_nobody_edited(self, ends: list[str], mark: str) -> None:
        raw = mark + stored(ends)

        assert with_line_ends(typed(raw), raw) == raw

    def test_keeps_every_other_byte_of_a_line_that_is_edited(self, ends: list[str], mark: str) -> None:
        raw = mark + stored(ends)
        edited = raw.replace('"base.stone"', '"base.rock"')

        assert edited != raw
        assert with_line_ends(typed(edited), raw) == edited

    def test_gives_a_new_line_the_end_that_most_have(self, ends: list[str], mark: str) -> None:
        raw = mark + stored(ends)
        new = with_line_ends(typed(raw).replace("{\r\n", '{\r\n  "rarity": "com",\r\n', 1), raw)

        assert re.sub(r'  "rarity": "com",(\r\n|\r|\n)', "", new, count=1) == raw


def test_of_a_new_text_is_a_line_feed() -> None:
    assert with_line_ends("{\r\n}", "") == "{\n}"


def test_of_a_page_is_a_reference() -> None:
    page = Template("{% load cards_ui %}{{ text|with_returns }}").render(Context({"text": "<\r\n>"}))

    assert page == "&lt;&#13;\n&gt;"


@pytest.mark.django_db
@pytest.mark.parametrize("ends", KINDS.values(), ids=KINDS)
def test_of_a_card_come_back_from_its_page(pack: Pack, admin: Account, client_of: ClientOf, ends: list[str]) -> None:
    raw = stored(ends)
    card = card_create(actor=admin, pack=pack, text=raw)
    client = client_of("designer")
    address = f"/packs/{pack.slug}/cards/{card.written_id}/"
    page = client.get(address).content.decode()
    visible_html = html.unescape(page.split('name="text"')[1].split(">\n", 1)[1].split("</textarea>")[0])
    etag = re.search(r'name="etag" value="([^"]*)"', page)
    assert etag
    edited = re.sub(r'("manaCost": )\d+', r"\g<1>7", raw)
    answer = client.post(address, {"text": typed(edited), "etag": html.unescape(etag[1])})

    assert (visible_html, answer.status_code) == (raw, 302)
    card.draft.refresh_from_db()
    assert card.draft.text == edited != raw
