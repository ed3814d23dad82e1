"""Sheets for print: which cards are on them, in which language, and what is said of those that are not."""

from __future__ import annotations

import re

import pytest

from cards.drawing.sheets import PAPERS
from cards.models import Pack
from cards.web.print_sheets import MAX_CARDS, PrintOrder
from tests.cards.conftest import MakeCard
from tests.cards.web.conftest import ClientOf

PRINT = "/packs/core/print/"


def sheets(html: str) -> list[int]:
    """Return how many faces each sheet holds."""
    return [part.count('class="cardbox"') for part in html.split('<section class="sheet ')[1:]]


@pytest.fixture
def cards(pack: Pack, make_card: MakeCard) -> list[str]:
    return [make_card(f"base.stone{n}", name=f"Stone {n}").written_id for n in range(11)]


class TestPrint:
    def test_puts_nine_faces_on_a_sheet(self, cards: list[str], client_of: ClientOf) -> None:
        html = client_of("viewer").get(PRINT, {"cards": ",".join(cards)}).content.decode()

        assert sheets(html) == [9, 2]

    def test_prints_each_as_often_as_asked_in_the_order_asked(self, cards: list[str], client_of: ClientOf) -> None:
        html = client_of("viewer").get(PRINT, {"cards": f"{cards[3]} {cards[1]}", "copies": "2"}).content.decode()
        names = re.findall(r'card__name"><span lang="en">Stone (\d+)', html)

        assert (sheets(html), names) == ([4], ["3", "3", "1", "1"])

    @pytest.mark.parametrize("asked", [{}, {"cards": ""}, {"cards": " ,, "}, {"cards": "../x '"}])
    def test_says_what_to_do_where_nothing_is_chosen(
        self, cards: list[str], client_of: ClientOf, asked: dict[str, str]
    ) -> None:
        html = client_of("viewer").get(PRINT, asked).content.decode()

        assert sheets(html) == [] and "No cards chosen" in html

    def test_offers_cards_by_name_and_id(self, cards: list[str], client_of: ClientOf) -> None:
        html = client_of("viewer").get(PRINT, {"q": "base.stone7"}).content.decode()

        assert '<span>Stone 7 <code class="small muted">base.stone7</code></span>' in html

    def test_keeps_what_was_chosen_while_others_are_searched(self, cards: list[str], client_of: ClientOf) -> None:
        client = client_of("viewer")
        asked = {"cards": f"{cards[0]} {cards[1]}", "copies": "3", "paper": "letter", "q": cards[7]}
        found = client.post(PRINT, asked).headers["Location"]
        form = client.get(found).content.decode().split('id="choose-h"')[1].split("<form")[2]
        sent = dict(re.findall(r'<input type="hidden" name="(cards|copies|paper|q)" value="([^"]*)"', form))

        assert sent == {"cards": f"{cards[0]} {cards[1]}", "copies": "3", "paper": "letter", "q": cards[7]}

    def test_names_what_is_no_card_of_the_pack(self, cards: list[str], client_of: ClientOf) -> None:
        html = client_of("viewer").get(PRINT, {"cards": f"{cards[0]},base.nothing"}).content.decode()

        assert sheets(html) == [1] and "base.nothing" in html.split("fielderr")[1]

    def test_leaves_out_what_is_too_much_and_says_so(
        self, cards: list[str], client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("cards.web.print_sheets.MAX_CARDS", 10)
        html = client_of("viewer").get(PRINT, {"cards": ",".join(cards), "copies": "2"}).content.decode()

        assert sum(sheets(html)) == 10 and "12 faces are left out" in html
        assert MAX_CARDS % 9 == 0

    @pytest.mark.parametrize(("language", "text"), [("zh", "小石头"), ("en", "Stone")])
    def test_shows_the_language_asked_for(
        self, make_card: MakeCard, client_of: ClientOf, language: str, text: str
    ) -> None:
        make_card("base.both", name="Stone", texts={"zh": {"name": "小石头", "description": ""}})
        html = client_of("viewer").get(PRINT, {"cards": "base.both", "lang": language}).content.decode()

        assert re.search(rf'card__name"><span lang="[^"]+">{text}', html)

    @pytest.mark.parametrize("paper", PAPERS)
    def test_uses_the_paper_asked_for(self, cards: list[str], client_of: ClientOf, paper: str) -> None:
        html = client_of("viewer").get(PRINT, {"cards": cards[0], "paper": paper}).content.decode()

        assert f"css/print-{paper}.css" in html and f"sheet--{paper}" in html
        assert len(PrintOrder((), "en", PAPERS[paper], 1).marks) == 16

    def test_takes_a_long_choice_as_a_form_and_leads_to_a_short_one(
        self, cards: list[str], client_of: ClientOf
    ) -> None:
        client = client_of("viewer")
        short = client.post(PRINT, {"cards": cards[:2]})
        long = client.post(PRINT, {"cards": [*cards, *(f"base.{'x' * 100}{n}" for n in range(60))]})

        assert short.status_code == 302 and sheets(client.get(short.headers["Location"]).content.decode()) == [2]
        assert long.status_code == 200 and sheets(long.content.decode()) == [9, 2]
