"""The home page: the draft to go on with, packs that look like something, what happened, what waits for me."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from cards.models import Account, Card, Pack
from cards.services.audit import audit_record
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from portal.environment import FAILED
from tests.cards.web.conftest import ClientOf


def html_of(client: Client, address: str = "/") -> str:
    """Return the text of a page."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def edit(card: Card, account: Account) -> None:
    """Save a draft of a card with a blank more at its end."""
    draft_save(actor=account, card=card, text=f"{card.draft.text} ", texts=None, based_on=card.draft.etag)


class TestContinue:
    def test_offers_the_draft_that_was_saved_last(
        self, make_card: Callable[..., Card], people: dict[str, Account], client_of: ClientOf
    ) -> None:
        first, second = make_card("base.first", name="Ember"), make_card("base.second", name="Tithe")
        edit(second, people["designer"])
        edit(first, people["designer"])

        html = html_of(client_of("designer"))

        assert html.index("Ember") < html.index("Tithe")
        assert html.count('class="card card--') == 1  # the first with its face, the others as a line

    def test_leaves_out_what_others_wrote_and_what_was_trashed(
        self, make_card: Callable[..., Card], people: dict[str, Account], client_of: ClientOf
    ) -> None:
        make_card("base.of_admin")
        assert "resume__about" not in html_of(client_of("designer"))

        edit(Card.objects.get(), people["designer"])
        assert "resume__about" in html_of(client_of("designer"))

        Card.objects.update(trashed_at="2026-01-01T00:00:00Z", trashed_by=people["designer"])
        assert "resume__about" not in html_of(client_of("designer"))


class TestPacks:
    def test_have_a_picture_of_some_cards(self, make_card: Callable[..., Card], client_of: ClientOf) -> None:
        for number in range(9):
            make_card(f"base.card{number}", school=("fire", "frost", "arcane")[number % 3])

        html = html_of(client_of("viewer"))

        strip = html[html.index("packcard__strip") : html.index("<h2><a")]
        assert strip.count('class="thumb ') == 7
        assert len(set(re.findall(r'thumb card--([\w-]+)"', strip))) == 3

    def test_say_what_happened_last_that_is_news(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        audit_record(actor=admin, action="member.set", pack=card.pack, target="somebody@example.com")

        for address in ("/", "/packs/core/"):
            html = html_of(client_of("viewer"), address)
            assert "created the card" in html
            assert "gave a role to" not in html

    def test_cost_as_many_queries_as_one(self, card: Card, people: dict[str, Account], client_of: ClientOf) -> None:
        client = client_of("designer")
        html_of(client)
        with CaptureQueriesContext(connection) as queries_of_one:
            html_of(client)
        for number in range(12):
            pack = pack_create(
                actor=people["designer"],
                slug=f"more{number}",
                ruleset="wizards",
                form=PackForm(name={"en": f"More {number}", "zh": ""}),
            )
            assert pack.pk
        with CaptureQueriesContext(connection) as queries_of_many:
            html_of(client)

        assert len(queries_of_many) == len(queries_of_one)

    def test_of_a_game_that_is_missing_are_listed_without_pictures(
        self, card: Card, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        edit(card, people["designer"])
        Pack.objects.update(ruleset="gone")

        html = html_of(client_of("designer"))

        assert "packcard__strip" not in html
        assert "/packs/core/" in html


class TestSamplePacks:
    """Of a new portal, which are loaded while it answers already."""

    def test_are_announced_and_fill_the_page(
        self, people: dict[str, Account], client_of: ClientOf, settings: LazySettings, tmp_path: Path
    ) -> None:
        settings.SAMPLE_MARKER = tmp_path / "fresh"
        settings.SAMPLE_MARKER.touch()
        client, address = client_of("operator"), reverse("cards:home-progress")
        assert f'data-progress="{address}"' in html_of(client) and "on their way" in html_of(client)
        first = client.get(address)
        repeat = client.get(address, headers={"If-None-Match": first["ETag"]})
        pack_create(
            actor=people["operator"],
            slug="arrived",
            ruleset="wizards",
            form=PackForm({"en": "Arrived", "zh": "已到"}, {"en": "", "zh": ""}, visibility="public"),
        )
        second = client.get(address, headers={"If-None-Match": first["ETag"]})
        settings.SAMPLE_MARKER.unlink()
        last = client.get(address, headers={"If-None-Match": second["ETag"]})

        assert (repeat.status_code, second.status_code, last.status_code) == (304, 200, 200)
        assert "Arrived" not in first.json()["html"] and "Arrived" in second.json()["html"]
        assert [answer.json()["final"] for answer in (first, second, last)] == [False, False, True]
        assert "on their way" in second.json()["html"] and "on their way" not in last.json()["html"]
        assert last.json()["status"] and "data-progress" not in html_of(client)

    def test_that_cannot_be_loaded_are_named_with_their_log(
        self, people: dict[str, Account], client_of: ClientOf, settings: LazySettings, tmp_path: Path
    ) -> None:
        settings.SAMPLE_MARKER = tmp_path / "fresh"
        settings.SAMPLE_MARKER.write_text(FAILED)
        client = client_of("designer")

        assert client.get(reverse("cards:home-progress")).json()["final"]
        assert "samples.log" in html_of(client) and "data-progress" not in html_of(client)
