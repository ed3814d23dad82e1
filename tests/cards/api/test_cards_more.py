"""Art, the difference of two versions, and what validation says of texts, over the API."""

from __future__ import annotations

from typing import Any

import pytest

from cards.models import Account, Card, Draft, Pack
from cards.services.draft import draft_save
from cards.services.version import version_create
from tests.cards.api.caller import CARD, ROOT, Caller, pointers
from tests.cards.conftest import card_text
from tests.cards.test_art import image

pytestmark = pytest.mark.django_db
PNG = "image/png"


def put(caller: Caller, data: bytes, media: str = PNG) -> Any:
    return caller.client.put(f"{CARD}art/", data, content_type=media)


class TestArt:
    def test_is_uploaded_read_and_removed(self, designer: Caller, card: Card, people: dict[str, Account]) -> None:
        designer("GET", f"{CARD}art/", status=404)
        response = put(designer, image())
        sha256 = response.json()["sha256"]
        assert (response.status_code, response.headers["ETag"]) == (200, f'"{sha256}"')
        assert Draft.objects.get(card=card).art_sha256 == sha256

        shown = designer("GET", f"{CARD}art/", status=200)
        assert (shown.headers["Content-Type"], shown.content[:4]) == ("image/webp", b"RIFF")
        designer("GET", f"{CARD}art/", status=304, If_None_Match=shown.headers["ETag"])
        assert put(Caller(people["viewer"]), image()).status_code == 403
        designer("DELETE", f"{CARD}art/", status=204)
        designer("DELETE", f"{CARD}art/", status=409)

    def test_is_refused_where_it_is_no_image(self, designer: Caller, card: Card) -> None:
        assert put(designer, b"no image").status_code == 400
        assert put(designer, b"").status_code == 400
        assert put(designer, b"\0" * (2 * 1024 * 1024 + 1)).status_code == 413
        assert put(designer, image(), "application/json").status_code == 415


class TestDifferenceOfVersions:
    def test_names_what_changed(self, designer: Caller, card: Card, people: dict[str, Account]) -> None:
        version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
        text = card_text("base.stone", manaCost=7)
        draft_save(actor=people["designer"], card=card, text=text, texts={"zh": {"name": "石"}}, based_on=etag(card))
        body = designer("GET", f"{CARD}versions/1/diff/", status=200).json()
        assert (body["from"], body["to"], body["cut"]) == (1, "draft", False)
        assert [(change["kind"], change["path"], change["new"]) for change in body["changes"]] == [
            ("changed", "/manaCost", "7")
        ]
        assert {"language": "zh", "field": "name", "old": "", "new": "石"} in body["texts"]

        version_create(actor=people["designer"], card=card, based_on=etag(card))
        assert designer("GET", f"{CARD}versions/1/diff/?to=2", status=200).json()["changes"] == body["changes"]
        backwards = designer("GET", f"{CARD}versions/2/diff/?to=1", status=200).json()
        assert [change["old"] for change in backwards["changes"]] == ["7"]

    def test_refuses_what_is_not_there(self, designer: Caller, card: Card, people: dict[str, Account]) -> None:
        designer("GET", f"{CARD}versions/1/diff/", status=404)
        version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
        designer("GET", f"{CARD}versions/1/diff/?to=2", status=404)
        assert pointers(designer("GET", f"{CARD}versions/1/diff/?to=x", status=400)) == ["/to"]
        assert pointers(designer("GET", f"{CARD}versions/1/diff/?from=1", status=400)) == ["/from"]
        draft_save(actor=people["designer"], card=card, text="{", texts=None, based_on=etag(card))
        designer("GET", f"{CARD}versions/1/diff/", status=409)


class TestValidation:
    def test_says_what_the_effects_say_and_where_the_text_differs(self, designer: Caller, card: Card) -> None:
        body = {"text": card_text("base.stone"), "texts": {"en": {"rules": "Deal 99 damage to everyone."}}}
        matching_body = designer("POST", f"{ROOT}packs/core/validate/", body, status=200).json()
        assert matching_body["describe"]["en"]
        assert matching_body["describe"]["zh"]
        (mismatch,) = matching_body["mismatches"]
        assert (mismatch["language"], mismatch["written"]) == ("en", "99")
        assert mismatch["generated"]
        broken = designer("POST", f"{ROOT}packs/core/validate/", {"text": "{"}, status=200).json()
        assert (broken["describe"], broken["mismatches"]) == ({"en": "", "zh": ""}, [])


def etag(card: Card) -> str:
    return Draft.objects.get(card=card).etag


class TestFields:
    def test_of_a_list_are_those_that_it_is_asked_for(self, public_pack: Pack, people: dict[str, Account]) -> None:
        boss, anyone = Caller(people["admin"]), Caller()
        drafts = boss("GET", f"{ROOT}packs/core/cards/?fields=name,id&limit=1", status=200).json()
        assert [list(entry) for entry in drafts["results"]] == [["name", "id"]]
        following = boss("GET", drafts["next"], status=200).json()
        assert [list(entry) for entry in following["results"]] == [["name", "id"]]
        cards = f"{ROOT}packs/core/releases/1.0.0/cards/"
        whole = anyone("GET", cards, status=200).json()["results"]
        part = anyone("GET", f"{cards}?fields=id, sha256", status=200).json()["results"]
        assert part == [{"id": entry["id"], "sha256": entry["sha256"]} for entry in whole]
        assert anyone("GET", f"{cards}?fields=", status=200).json()["results"] == whole

    @pytest.mark.parametrize("address", ["cards/", "releases/1.0.0/cards/"])
    def test_that_a_list_does_not_have_are_refused_with_those_it_has(
        self, public_pack: Pack, people: dict[str, Account], address: str
    ) -> None:
        refused = Caller(people["admin"])("GET", f"{ROOT}packs/core/{address}?fields=id,document", status=400)
        assert pointers(refused) == ["/fields"]
        assert "document" in (detail := refused.json()["errors"][0]["detail"])
        assert "sha256" in detail
