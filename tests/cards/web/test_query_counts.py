"""Lists ask the database as often for many rows as for few."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from cards.gateway import deck_files
from cards.models import Account, Card, Membership, Pack
from cards.queries.cards import CardFilters, card_page
from cards.services.bulk_csv import csv_lines
from cards.services.draft import draft_save
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.conftest import ANYWAY, card_text, rename_pack
from tests.cards.web.conftest import ClientOf
from tests.cards.web.deck_world import pack_of
from tests.cards.web.world import World, preview_of, result_of

PACK = "/packs/core/"


def asked(client: Client, url: str) -> int:
    """Return how many queries a page takes once its problems are remembered."""
    client.get(url)
    with CaptureQueriesContext(connection) as caught:
        assert client.get(url).status_code == 200
    return len(caught)


def more_cards(world: World, make_card: Callable[..., Card]) -> None:
    for n in range(5):
        made = make_card(f"base.more{n}")
        version_create(actor=made.created_by, card=made, based_on=made.draft.etag, message="x")


def more_saves(world: World, make_card: Callable[..., Card]) -> None:
    card = world.card
    for n in range(5):
        text = card_text("base.stone", manaCost=n)
        saved = draft_save(actor=card.created_by, card=card, text=text, texts=None, based_on=card.draft.etag)
        version_create(actor=card.created_by, card=card, based_on=saved.draft.etag, message="x")
        card = Card.objects.get(pk=card.pk)


def more_previews(world: World, make_card: Callable[..., Card]) -> None:
    for n in range(10, 15):
        preview_of(make_card(f"base.seen{n}"), n, "finished", result_of("treasure"))


def more_releases(world: World, make_card: Callable[..., Card]) -> None:
    more_saves(world, make_card)
    for n in range(1, 4):
        rename_pack(world.pack, f"Core {n}")
        release_publish(actor=world.card.created_by, pack=world.pack, order=ReleaseOrder(f"1.{n}.0", override=ANYWAY))


def more_people(world: World, make_card: Callable[..., Card]) -> None:
    for n in range(5):
        account = Account.objects.create_user(f"more{n}@example.org", "x")
        Membership.objects.create(pack=world.pack, account=account, role="viewer")


class TestQueries:
    @pytest.mark.parametrize(
        ("url", "grow"),
        [
            (PACK, more_cards),
            (f"{PACK}?view=table&problems=none", more_cards),
            ("/api/v1/packs/core/cards/", more_cards),
            ("/api/v1/packs/core/cards/", more_releases),
            (f"{PACK}releases/new/", more_cards),
            (f"{PACK}cards/base.stone/", more_saves),
            (f"{PACK}cards/base.stone/history/", more_saves),
            (f"{PACK}texts/?state=all", more_cards),
            (f"{PACK}previews/", more_previews),
            (f"{PACK}releases/", more_releases),
            (f"{PACK}people/", more_people),
        ],
    )
    def test_stay_as_many_when_rows_are_added(
        self,
        world: World,
        make_card: Callable[..., Card],
        client_of: ClientOf,
        url: str,
        grow: Callable[[World, Callable[..., Card]], None],
    ) -> None:
        client = client_of("viewer")
        one = make_card("base.one")  # with nothing to ship, a plan has nothing to ask for
        version_create(actor=one.created_by, card=one, based_on=one.draft.etag, message="x")
        few_request = asked(client, url)
        grow(world, make_card)

        assert asked(client, url) == few_request

    def test_stay_as_many_when_more_drafts_are_broken(
        self, world: World, make_card: Callable[..., Card], client_of: ClientOf
    ) -> None:
        client = client_of("viewer")

        def add_broken_card(written_id: str) -> None:
            made = make_card(written_id)
            version_create(actor=made.created_by, card=made, based_on=made.draft.etag, message="x")
            draft_save(actor=made.created_by, card=made, text="{", texts=None, based_on=made.draft.etag)

        add_broken_card("base.torn")
        few_request = asked(client, f"{PACK}?view=table")
        for n in range(5):
            add_broken_card(f"base.torn{n}")

        assert asked(client, f"{PACK}?view=table") == few_request
        faces = {row.id: row.face for row in card_page(account=world.card.created_by, pack=world.pack).rows}
        assert faces["base.torn3"] is not None
        assert faces["base.torn3"]["name"]["en"] == "New spell"

    def test_of_the_file_of_all_cards_stay_as_many(self, world: World, make_card: Callable[..., Card]) -> None:
        def counted() -> int:
            with CaptureQueriesContext(connection) as caught_queries_context:
                assert "base.stone," in "".join(
                    csv_lines(account=world.card.created_by, pack=world.pack, filters=CardFilters())
                )
            return len(caught_queries_context)

        small = counted()
        more_cards(world, make_card)

        assert counted() == small

    def test_of_a_release_stay_as_many_for_more_cards(
        self, world: World, make_card: Callable[..., Card], client_of: ClientOf
    ) -> None:
        client = client_of("viewer")
        few_request = asked(client, f"{PACK}releases/1.0.0/")
        more_cards(world, make_card)
        release_publish(actor=world.card.created_by, pack=world.pack, order=ReleaseOrder("1.1.0", override=ANYWAY))

        assert asked(client, f"{PACK}releases/1.1.0/") == few_request


def more_decks(pack: Pack, client: Client) -> None:
    for number in range(6):
        text = deck_files.sample_decks("halo")[number % 4].text.replace('"deckId": "', f'"deckId": "more-{number}-')
        client.post(f"/packs/{pack.slug}/decks/new/", {"from": "file", "text": text})


class TestQueriesOfDecks:
    """Pinned: a page of decks asks about all cards of all decks at once."""

    @pytest.mark.parametrize(("url", "maximum"), [("decks/", 14), ("decks/1/", 14), ("decks/1/?sort=cost&q=a", 14)])
    def test_stay_few_when_rows_are_added(
        self, admin: Account, people: dict[str, Account], client_of: ClientOf, url: str, maximum: int
    ) -> None:
        halo = pack_of("halo", admin, people)
        client = client_of("designer")
        client.post(f"/packs/{halo.slug}/decks/new/", {"from": "sample", "sample": "bastion-keys"})
        few_request = asked(client, f"/packs/{halo.slug}/{url}")
        more_decks(halo, client)

        assert asked(client, f"/packs/{halo.slug}/{url}") == few_request
        assert few_request <= maximum
