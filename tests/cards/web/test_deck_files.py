"""Deck files: what goes out comes back the same, and what is hostile is refused with its place."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from cards.errors import Stale, StateConflict
from cards.gateway import deck_files
from cards.models import Account, Deck, DeckRevision, Pack
from cards.services import deck
from cards.services.deck import deck_create_empty, deck_save, deck_trash, decks_write
from engine import api
from tests.cards.conftest import LayerOf
from tests.cards.layers import Values
from tests.cards.web.conftest import ClientOf
from tests.cards.web.deck_world import copies, do, pack_of, page_of

DECKS = "/packs/my-halo/decks/"
ENTRY = '{"id": "VLT-001", "count": 3}'


def _halo(layers: Values) -> Pack:
    return pack_of("halo", layers["admin"], layers["people"])


LAYERS = {"halo": _halo}


@pytest.fixture
def halo(layer_of: LayerOf, people: dict[str, Account]) -> Pack:
    pack: Pack = layer_of("halo")
    return pack


@pytest.fixture
def designer(halo: Pack, client_of: ClientOf) -> Client:
    return client_of("designer")


def upload(client: Client, data: bytes) -> HttpResponse:
    return client.post(f"{DECKS}new/", {"from": "file", "file": SimpleUploadedFile("deck.json", data)})


def paste(client: Client, text: str) -> HttpResponse:
    return client.post(f"{DECKS}new/", {"from": "file", "text": text})


class TestAFile:
    @pytest.mark.parametrize(
        "text",
        [
            deck_files.sample_decks("halo")[0].text,
            '{ "cards" : [ {"count":1, "id":"A"} ],\r\n\t"deckId": "长夜 🂡", "owner": ""}',
            '\ufeff{\n  // the usual\n  "deckId": "b", "cards": [{"id": "A", "count": 2},],\n}\n',
            '{"deckId": "c", "cards": [{"id": "A", "count": 2}, {"id": "A", "count": 999}]}',
        ],
    )
    def test_goes_out_as_it_came_in(self, designer: Client, text: str) -> None:
        upload(designer, text.encode())
        made = Deck.objects.get()
        answer = designer.get(f"{page_of(made)}file/")

        assert answer.content == text.encode()
        assert "attachment" in answer.headers["Content-Disposition"]

    def test_is_what_the_command_line_takes(self, designer: Client, tmp_path: Path) -> None:
        upload(designer, deck_files.sample_decks("halo")[0].text.encode())
        new_deck = Deck.objects.get()
        do(designer, new_deck, "remove:cards:VLT-001")
        do(designer, new_deck, "more:cards:VLT-001")
        out = tmp_path / "deck.json"
        out.write_bytes(designer.get(f"{page_of(new_deck)}file/").content)
        found = [problem.code for problem in api.validate_path("halo", out).problems]

        assert found == ["E-DECK-TOTAL"]

    def test_keeps_every_other_character_when_a_number_changes(self, designer: Client) -> None:
        text = '\ufeff{ "owner":"me", // ours\r\n "deckId":"a",\n\n "cards":[{"count":  3,"id":"VLT-001"},]}'
        upload(designer, text.encode())
        new_deck = Deck.objects.get()
        do(designer, new_deck, "more:cards:VLT-001")
        new_deck.refresh_from_db()

        assert new_deck.text == text.replace("  3", "  4")

    def test_keeps_every_other_value_when_a_line_comes(self, designer: Client) -> None:
        upload(designer, f'{{"owner": "me", "name": "N", "cards": [{ENTRY}], "deckId": "a"}}'.encode())
        new_deck = Deck.objects.get()
        do(designer, new_deck, "more:cards:VLT-002")
        new_deck.refresh_from_db()

        assert list(json.loads(new_deck.text)) == ["owner", "name", "cards", "deckId"]
        assert copies(new_deck) == {"VLT-001": 3, "VLT-002": 1}

    def test_listed_twice_is_added_up_and_written_once(self, designer: Client) -> None:
        upload(designer, f'{{"deckId": "a", "cards": [{ENTRY}, {{"id": "B", "count": 1}}, {ENTRY}]}}'.encode())
        new_deck = Deck.objects.get()
        page = designer.get(page_of(new_deck)).content.decode()
        do(designer, new_deck, "less:cards:VLT-001")
        new_deck.refresh_from_db()

        assert "occurs in this deck before; its counts are added up to 6." in page
        assert json.loads(new_deck.text)["cards"] == [{"id": "VLT-001", "count": 5}, {"id": "B", "count": 1}]

    def test_replaces_the_text_of_a_deck(self, designer: Client) -> None:
        paste(designer, '{"deckId": "a", "cards": []}')
        new_deck = Deck.objects.get()
        do(designer, new_deck, "text", text='{"deckId": "b", "name": "New",\r\n "cards": []}')
        new_deck.refresh_from_db()

        assert (new_deck.deck_id, new_deck.name, new_deck.revision) == ("b", "New", 2)


class TestAHostileFile:
    @pytest.mark.parametrize(
        ("data", "status", "expected"),
        [
            (b" " * 8 * 1024 * 1024, 413, "E-LIMIT"),
            (b"[" * 200_000, 400, "E-LIMIT"),
            (b'{"deckId": "a\x00", "cards": []}', 400, "line 1, column 14"),
            (b'{"deckId": "a\\u0000", "cards": []}', 400, "E-JSON"),
            (b'{"deckId": "a\\ud800", "cards": []}', 400, "E-JSON"),
            (b'{"deckId": "\xff", "cards": []}', 400, "E-JSON"),
            (b'{"deckId": "a", "deckId": "b", "cards": []}', 400, "E-JSON"),
            (b'{"deckId": "a",\n "cards": [{"id": "A", "count": -1}]}', 400, "line 2, column 33"),
            (b'{"deckId": "a", "cards": [{"id": "A", "count": 0}]}', 400, "/cards/0/count"),
            (b'{"deckId": "a", "cards": [{"id": "A", "count": 1000}]}', 400, "1 to 999"),
            (b'{"deckId": "a", "cards": [{"id": "A", "count": 99999999999999999999}]}', 400, "E-JSON"),
            (b'{"deckId": "a", "cards": [{"id": "A", "count": 1e3}]}', 400, "E-JSON"),
            (b'{"deckId": "a", "cards": [{"id": "A", "count": true}]}', 400, "/cards/0/count"),
            (b'{"deckId": "a", "cards": [{"id": "../a", "count": 1}]}', 400, "/cards/0/id"),
            (b'{"deckId": "", "cards": []}', 400, "/deckId"),
            (b'{"deckId": "a"}', 400, "cards"),
            (b'{"deckId": "a", "cards": [], "more": 1}', 400, "/more"),
            (b"[]", 400, "an object"),
            (b"", 400, "E-JSON"),
        ],
    )
    def test_is_refused_with_its_place(self, designer: Client, data: bytes, status: int, expected: str) -> None:
        answer = upload(designer, data)

        assert answer.status_code == status
        assert expected in answer.content.decode()
        assert not Deck.objects.exists()

    def test_stays_in_the_field(self, designer: Client) -> None:
        assert "&quot;deckId&quot;: 7" in upload(designer, b'{"deckId": 7}').content.decode()

    def test_of_a_thousand_unknown_cards_is_shown_in_part(self, designer: Client) -> None:
        rows = [{"id": f"NO-{number:04}", "count": 999} for number in range(1_000)]
        upload(designer, json.dumps({"deckId": "a", "cards": rows}).encode())
        page = designer.get(page_of(Deck.objects.get())).content.decode()

        assert page.count('class="dc') == 400
        assert "600 more lines are in the file below." in page
        assert "and 901 more" in page

    def test_of_markup_is_written_as_text(self, designer: Client) -> None:
        upload(designer, b'{"deckId": "<script>alert(1)</script>", "cards": []}')
        new_deck = Deck.objects.get()

        assert "<script>alert" not in designer.get(page_of(new_deck)).content.decode()
        assert "\n" not in designer.get(f"{page_of(new_deck)}file/").headers["Content-Disposition"]


class TestASaveThatReadTheDeckBeforeItWentIntoTheTrash:
    """It is refused with the trash, and not as stale: there is no newer save to show."""

    @pytest.mark.parametrize("is_back", [False, True])
    @pytest.mark.parametrize("by", ["save", "import"])
    def test_is_refused_with_the_trash(
        self, admin: Account, halo: Pack, monkeypatch: pytest.MonkeyPatch, by: str, is_back: bool
    ) -> None:
        number = deck_create_empty(actor=admin, pack=halo, deck_id="mine").number
        text = deck_files.deck_empty("halo", "mine", "Other")
        read, row = deck_files.deck_read("halo", text), Deck.objects.select_related("pack").get(number=number)
        deck_trash(actor=admin, deck=Deck.objects.get(number=number))
        if is_back:  # it comes out between the save that failed and the look at why
            monkeypatch.setattr(deck, "_unique_id", lambda: _Untrash(row))

        with pytest.raises(StateConflict, match="in the trash"):
            if by == "save":
                deck_save(actor=admin, deck=row, text=text, based_on=row.etag)
            else:
                decks_write(account=admin, pack=halo, decks=[(read, row)])
        assert DeckRevision.objects.filter(deck=row).count() == 1

    def test_is_stale_where_there_is_a_newer_save(self, admin: Account, halo: Pack) -> None:
        made = deck_create_empty(actor=admin, pack=halo, deck_id="mine")
        save = partial(deck_save, actor=admin, deck=made, based_on=made.etag)
        save(text=deck_files.deck_empty("halo", "mine", "Other"))
        with pytest.raises(Stale):
            save(text=deck_files.deck_empty("halo", "mine", "Third"))


class _Untrash(AbstractContextManager[None]):
    """Takes a deck out of the trash when its block ends."""

    def __init__(self, row: Deck) -> None:
        self.row = row

    def __exit__(self, *_: object) -> None:
        Deck.objects.filter(pk=self.row.pk).update(trashed_at=None, trashed_by=None)
