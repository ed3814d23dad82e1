"""The image of a card in its pages: uploaded, shown, removed, served to be kept."""

from __future__ import annotations

from django.conf import LazySettings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.models import Card, Pack
from tests.cards.test_art import image
from tests.cards.web.conftest import ClientOf

ART = "/packs/core/cards/base.stone/art/"
CARD = "/packs/core/cards/base.stone/"


def upload(client: Client, data: bytes | None = None) -> str:
    """Upload an image, and return what the card's page then says."""
    file = SimpleUploadedFile("art.png", image() if data is None else data, content_type="text/html")
    return client.post(ART, {"art": file}, follow=True).content.decode()


def face_of(card: Card) -> str:
    card.draft.refresh_from_db()
    return f"/art/{card.draft.art_sha256}.webp"


class TestArtOfACard:
    def test_is_on_its_faces_everywhere(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = upload(client)
        address = face_of(card)

        assert page.count(f'src="{address}"') == 2
        for other in ("/packs/core/", "/packs/core/print/?cards=base.stone", f"{CARD}compare/?from=r1&to=draft"):
            assert address in client.get(other).content.decode(), other
        assert address in client.get(f"{CARD}draft/").json()["face_html"]

    def test_can_be_removed(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        upload(client)
        page = client.post(ART, {"do": "remove"}, follow=True).content.decode()

        assert "<img" not in page and "the placeholder is shown again" in page

    def test_says_why_an_image_is_refused(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("designer")

        assert "not a PNG, WebP or JPEG" in upload(client, b"<svg/>")
        assert "at most 2 MiB" in upload(client, b"\0" * (2 * 1024 * 1024 + 1))
        assert "Choose an image first" in client.post(ART, follow=True).content.decode()

    def test_is_refused_before_a_huge_body_is_read(
        self, card: Card, client_of: ClientOf, settings: LazySettings
    ) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000

        assert client_of("designer").post(ART, {"art": SimpleUploadedFile("a", b"x" * 5000)}).status_code == 413

    def test_belongs_to_designers(self, card: Card, client_of: ClientOf) -> None:
        answers = {role: client_of(role).post(ART, {"do": "remove"}).status_code for role in ("viewer", "stranger")}

        assert answers == {"viewer": 403, "stranger": 404}

    def test_is_served_as_what_it_is_and_kept_for_good(self, card: Card, pack: Pack, client_of: ClientOf) -> None:
        upload(client_of("designer"))
        answer = client_of("viewer").get(face_of(card))

        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/webp")
        assert "immutable" in answer.headers["Cache-Control"] and "private" in answer.headers["Cache-Control"]
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert client_of("stranger").get(face_of(card)).status_code == 404
        assert client_of("anonymous").get(face_of(card)).status_code == 404
