"""Ctrl K: cards, pages, packs and actions by name, and nothing that one may not see."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from cards.models import Account, Card, Pack
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from tests.cards.web.conftest import ClientOf


def urls(client: Client, q: str, pack: str = "core") -> list[str]:
    """Return where the lines of an answer lead, in order."""
    answer = client.get("/go-to/", {"q": q, "pack": pack})
    assert answer.status_code == 200
    rows = answer.json()["rows"]
    assert all(row["label"] and row["icon"].startswith("i-") for row in rows)
    return [row["url"] for row in rows]


@pytest.fixture
def cards(make_card: Callable[..., Card]) -> list[Card]:
    names = [("Ember lash", "余烬之鞭"), ("Frost tithe", "霜之什一"), ("Ember", "余烬")]
    return [
        make_card(f"base.card{number}", name=en, texts={"zh": {"name": zh}}) for number, (en, zh) in enumerate(names)
    ]


class TestCards:
    @pytest.mark.parametrize(
        ("q", "numbers"),
        [("ember", [2, 0]), ("LASH", [0]), ("余烬", [0, 2]), ("什一", [1]), ("card1", [1]), ("tithe frost", [1])],
    )
    def test_are_found_by_name_in_either_language(
        self, cards: list[Card], client_of: ClientOf, q: str, numbers: list[int]
    ) -> None:
        assert urls(client_of("viewer"), q) == [f"/packs/core/cards/base.card{number}/" for number in numbers]

    def test_of_the_pack_one_is_in_come_first(
        self, cards: list[Card], people: dict[str, Account], client_of: ClientOf
    ) -> None:
        another_pack = pack_create(
            actor=people["designer"], slug="another", ruleset="wizards", form=PackForm(name={"en": "Another", "zh": ""})
        )
        Card.objects.filter(written_id="base.card2").update(pack=another_pack)

        assert urls(client_of("designer"), "ember")[0] == "/packs/core/cards/base.card0/"
        assert urls(client_of("designer"), "ember", "another")[0] == "/packs/another/cards/base.card2/"
        assert urls(client_of("viewer"), "ember") == ["/packs/core/cards/base.card0/"]

    def test_edited_last_are_offered_before_anything_is_typed(
        self, cards: list[Card], people: dict[str, Account], client_of: ClientOf
    ) -> None:
        card = cards[1]
        draft_save(
            actor=people["designer"], card=card, text=f"{card.draft.text} ", texts=None, based_on=card.draft.etag
        )

        assert urls(client_of("designer"), "")[0] == "/packs/core/cards/base.card1/"

    def test_of_strangers_are_never_named(self, cards: list[Card], client_of: ClientOf) -> None:
        links = (
            urls(client_of("stranger"), "ember") + urls(client_of("stranger"), "") + urls(client_of("stranger"), "core")
        )

        assert [url for url in links if "core" in url] == []


class TestPages:
    @pytest.mark.parametrize(
        ("q", "url"),
        [
            ("heal", "/packs/core/health/"),
            ("deck", "/packs/core/decks/"),
            ("notif", "/notifications/"),
            ("new card", "/packs/core/new-card/"),
            ("添加", "/packs/core/new-card/"),
            ("publish", "/packs/core/releases/new/"),
        ],
    )
    def test_are_found_by_what_they_are_called(self, pack: Pack, client_of: ClientOf, q: str, url: str) -> None:
        assert url in urls(client_of("publisher"), q)

    def test_that_begin_something_are_offered_to_those_who_may(self, pack: Pack, client_of: ClientOf) -> None:
        assert "/packs/core/new-card/" not in urls(client_of("viewer"), "new card")
        assert "/packs/core/releases/new/" not in urls(client_of("designer"), "publish")

    def test_every_line_leads_somewhere(self, cards: list[Card], client_of: ClientOf) -> None:
        client = client_of("admin")

        assert [url for url in urls(client, "") if client.get(url).status_code != 200] == []


class TestAnswer:
    def test_is_for_accounts_alone(self, pack: Pack) -> None:
        assert Client().get("/go-to/").status_code == 401

    def test_refuses_a_query_that_is_too_long(self, pack: Pack, client_of: ClientOf) -> None:
        answer = client_of("viewer").get("/go-to/", {"q": "x" * 201})

        assert answer.status_code == 400
        assert answer.json()["type"].endswith("invalid-fields")
