"""The overview of a pack: its numbers are those of the lists that they lead to, in three queries for any number of cards."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.models import Account, Card, Pack
from cards.queries.overview import overview
from cards.services.pack import PackForm, pack_create
from tests.cards.web.conftest import ClientOf

PAGE = "/packs/core/overview/"
LINK = re.compile(r'<a[^>]* href="(/packs/core/\?[^"]+)"[^>]*>(.*?)</a>', re.DOTALL)
NUMBER = re.compile(r"(?:^|>|\s)(\d+)(?:<|\s*$)")


def links(client: Client) -> dict[str, str]:
    """Return what each link to a list of cards says, by its address."""
    html = client.get(PAGE).content.decode()
    return {unescape(url): words for url, words in LINK.findall(html)}


def listed(client: Client, url: str) -> int:
    """Return how many cards a list has."""
    return int(client.get(url).context["listing"].match_count)


class TestOverview:
    def test_counts_what_its_lists_have(self, make_card: Callable[..., Card], client_of: ClientOf, pack: Pack) -> None:
        for n, (cost, rarity, text) in enumerate(
            [(0, "com", ""), (2, "com", "x" * 40), (2, "leg", "x" * 41), (9, "com", "x" * 400), (7, "leg", "")]
        ):
            make_card(f"base.n{n}", manaCost=cost, rarity=rarity, description=text)
        client = client_of("viewer")

        matches = {url: NUMBER.search(words) for url, words in links(client).items()}
        numbers = {url: int(number[1]) for url, number in matches.items() if number}

        assert len(numbers) > 12
        assert {url: listed(client, url) for url in numbers} == numbers
        found = overview(pack=pack)
        assert sum(found.lengths.values()) == found.cards
        assert found.effects["damage"] == listed(client, "/packs/core/?q=contains:damage")

    def test_takes_as_many_queries_for_many_cards(self, make_card: Callable[..., Card], pack: Pack) -> None:
        def queries() -> int:
            with CaptureQueriesContext(connection) as caught:
                overview(pack=pack)
            return len(caught)

        before = queries()
        for n in range(5):
            make_card(f"base.more{n}", manaCost=n)

        assert (before, queries()) == (3, 3)

    def test_of_drafts_that_are_no_cards_and_of_none(
        self, make_card: Callable[..., Card], people: dict[str, Account], client_of: ClientOf
    ) -> None:
        make_card("base.odd", manaCost="x", rarity=7, description=["x"])
        assert client_of("viewer").get(PAGE).status_code == 200
        pack_create(actor=people["designer"], slug="bare", ruleset="halo", form=PackForm(name={"en": "Bare"}))
        html = client_of("designer").get("/packs/bare/overview/").content.decode()
        assert "No cards yet" in html
