"""Faces as pictures over the API: who gets them, in which form, and for how long they are the same."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from PIL import Image

from cards.models import Account, Card, Pack
from cards.services.art import art_set
from cards.services.draft import draft_save
from tests.cards.api.caller import CARD, Caller, pointers
from tests.cards.conftest import card_text
from tests.cards.test_art import image

RELEASED = "/api/v1/packs/core/releases/1.0.0/cards/base.stone/"
pytestmark = pytest.mark.django_db


class TestOfAWorkingCopy:
    def test_follow_document_language_and_image(self, designer: Caller, card: Card, people: dict[str, Account]) -> None:
        first = designer("GET", f"{CARD}face.svg", status=200)
        tags = {first.headers["ETag"], designer("GET", f"{CARD}face.svg?lang=zh", status=200).headers["ETag"]}
        assert (first.headers["Content-Type"], first.headers["Cache-Control"]) == ("image/svg+xml", "private, no-cache")
        designer("GET", f"{CARD}face.svg", status=304, If_None_Match=first.headers["ETag"])

        text = card_text("base.stone", manaCost=7)
        draft_save(actor=people["designer"], card=card, text=text, texts={}, based_on=card.draft.etag)
        tags.add(designer("GET", f"{CARD}face.svg", status=200).headers["ETag"])
        art_set(actor=people["designer"], card=card, data=image())
        with_image = designer("GET", f"{CARD}face.svg", status=200)
        assert len({*tags, with_image.headers["ETag"]}) == 4
        assert b"data:image/webp" in with_image.content

    def test_as_png_have_the_width_that_is_asked_for(self, designer: Caller, card: Card) -> None:
        answer = designer("GET", f"{CARD}face.png?width=189", status=200)

        assert (answer.headers["Content-Type"], Image.open(BytesIO(answer.content)).width) == ("image/png", 189)

    @pytest.mark.parametrize("query", ["svg?lang=fr", "png?width=190", "png?width=１８９", "svg?width=189", "png?w=1"])
    def test_are_refused_with_the_choices(self, designer: Caller, card: Card, query: str) -> None:
        refused = designer("GET", f"{CARD}face.{query}", status=400)

        assert pointers(refused) == [f"/{query.partition('?')[2].partition('=')[0]}"]

    def test_are_for_members(self, card: Card, people: dict[str, Account]) -> None:
        assert Client().get(f"{CARD}face.svg").status_code in (401, 404)
        Caller(people["viewer"])("GET", f"{CARD}face.svg", status=200)

    def test_are_not_there_where_nothing_can_be_read(
        self, designer: Caller, card: Card, people: dict[str, Account]
    ) -> None:
        draft_save(actor=people["designer"], card=card, text="{", texts={}, based_on=card.draft.etag)

        designer("GET", f"{CARD}face.svg", status=409)


class TestOfARelease:
    def test_are_for_anyone_and_stay_as_published(self, public_pack: Pack, people: dict[str, Account]) -> None:
        card = Card.objects.get(pack=public_pack, written_id="base.stone")
        answer: Any = Client().get(f"{RELEASED}face.svg?lang=zh")
        page = Client().get(f"/{RELEASED.removeprefix('/api/v1/').partition('cards/')[0]}").content.decode()
        assert f'src="{RELEASED}face.svg?lang=en"' in page  # the page shows the picture itself
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, "public, max-age=86400")
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert "小石头" in answer.content.decode()

        text = card_text("base.stone", manaCost=7)
        draft_save(actor=people["admin"], card=card, text=text, texts={}, based_on=card.draft.etag)
        again = Client().get(f"{RELEASED}face.svg?lang=zh", headers={"If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304

    def test_of_a_channel_lead_to_the_concrete_release(self, public_pack: Pack) -> None:
        answer = Client().get(RELEASED.replace("1.0.0", "latest") + "face.png?lang=zh")

        assert (answer.status_code, answer.headers["Location"]) == (307, f"{RELEASED}face.png?lang=zh")

    def test_of_a_private_pack_are_for_members(self, public_pack: Pack, set_private: Callable[[], None]) -> None:
        set_private()

        assert Client().get(f"{RELEASED}face.svg").status_code in (401, 404)


@pytest.fixture
def set_private(public_pack: Pack) -> Callable[[], None]:
    return lambda: Pack.objects.filter(pk=public_pack.pk).update(visibility="private") and None
