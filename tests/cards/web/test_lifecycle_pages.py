"""The pages of a card's life, through the client: renamed, retired, deprecated, in the trash."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.utils import timezone

from cards.models import Account, AuditEvent, Card, Draft
from cards.services.card import card_trash
from cards.services.card_rename import card_rename
from cards.services.draft import draft_save
from tests.cards.conftest import MakeCard, card_text
from tests.cards.test_lifecycle import naming
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

CARD = "/packs/core/cards/base.stone/"


def messages_of(answer: Any) -> list[str]:
    return [str(message) for message in get_messages(answer.wsgi_request)]


class TestRename:
    def test_lists_who_refers_to_the_card_and_rewrites_them(
        self, card: Card, make_card: MakeCard, admin: Account, client_of: ClientOf
    ) -> None:
        other_card = make_card("base.user")
        text = naming("base.user", "base.stone")
        draft_save(actor=admin, card=other_card, text=text, texts=None, based_on=other_card.draft.etag)
        designer = client_of("designer")

        page = designer.get(f"{CARD}rename/").content.decode()
        assert "base.user" in page and "2 places change" in page
        before = AuditEvent.objects.count()
        answer = designer.post(f"{CARD}rename/", {"new_id": "base.rock", "rewrite": "on"})

        assert (answer.status_code, answer["Location"]) == (302, "/packs/core/cards/base.rock/")
        assert '"base.rock"' in Draft.objects.get(card=other_card).text
        assert AuditEvent.objects.count() == before + 1

    @pytest.mark.parametrize("place", ["", "history/", "compare/?from=r1&to=draft", "draft/", "rename/"])
    def test_leads_old_addresses_to_the_card(self, card: Card, admin: Account, client_of: ClientOf, place: str) -> None:
        card_rename(actor=admin, card=card, new_id="base.rock")

        answer = client_of("viewer" if place != "rename/" else "designer").get(CARD + place)

        assert (answer.status_code, answer["Location"]) == (307, f"/packs/core/cards/base.rock/{place}")

    @pytest.mark.parametrize("role", ["stranger"])
    def test_tells_a_stranger_nothing(self, card: Card, admin: Account, client_of: ClientOf, role: str) -> None:
        card_rename(actor=admin, card=card, new_id="base.rock")

        assert client_of(role).get(CARD).status_code == 404

    def test_is_offered_while_the_text_says_another_id(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        client = client_of("designer")
        assert 'id="id-differs" role="status" hidden' in client.get(CARD).content.decode()
        text = card_text("base.rock")
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag)

        page = client.get(CARD).content.decode()

        assert 'id="id-differs" role="status" hidden' not in page
        assert f"{CARD}rename/?to=base.rock" in page
        assert 'value="base.rock"' in client.get(f"{CARD}rename/").content.decode()

    def test_is_what_naming_a_version_asks_for(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        saved_draft = draft_save(
            actor=admin, card=card, text=card_text("base.rock"), texts=None, based_on=card.draft.etag
        )

        answer = client_of("designer").post(f"{CARD}new-version/", {"etag": saved_draft.draft.etag, "message": "x"})

        assert (answer.status_code, answer["Location"]) == (302, f"{CARD}rename/?to=base.rock")
        refusal = client_of("designer").post(
            f"{CARD}versions/",
            {"message": "x"},
            content_type="application/json",
            headers={"If-Match": saved_draft.draft.etag},
        )
        assert (refusal.status_code, refusal.json()["type"]) == (409, "/problems/id-differs")

    @pytest.mark.parametrize("expected", ["", "base.stone", "BASE.other", "-x", "a b"])
    def test_refuses_at_the_field_and_keeps_what_was_typed(
        self, card: Card, make_card: MakeCard, client_of: ClientOf, expected: str
    ) -> None:
        make_card("base.other")

        answer = client_of("designer").post(f"{CARD}rename/", {"new_id": expected})

        page = answer.content.decode()
        assert answer.status_code == 400
        assert ("fielderr" in page and f'value="{expected}"' in page) or not expected


class TestRetire:
    def test_asks_first_and_can_be_taken_back(self, world: World, client_of: ClientOf) -> None:
        designer = client_of("designer")
        assert "Retire base.stone?" in designer.get(f"{CARD}retire/").content.decode()
        designer.post(f"{CARD}retire/", {"act": "retire"})
        world.card.refresh_from_db()
        assert world.card.retired_at is not None
        assert "the next release leaves it out" in designer.get(CARD).content.decode()

        designer.post(f"{CARD}retire/", {"act": "unretire"})

        world.card.refresh_from_db()
        assert world.card.retired_at is None

    def test_says_why_not(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{CARD}retire/", {"act": "retire"})

        assert answer.status_code == 400
        assert "Move it to the trash instead" in answer.content.decode()


class TestDeprecate:
    def test_writes_a_note_that_the_card_shows(self, card: Card, make_card: MakeCard, client_of: ClientOf) -> None:
        make_card("base.rock")
        designer = client_of("designer")

        designer.post(f"{CARD}deprecate/", {"note_en": "Too weak.", "note_zh": "太弱。", "use": "base.rock"})

        page = designer.get(CARD).content.decode()
        assert "Too weak." in page and "/packs/core/cards/base.rock/" in page
        designer.post(f"{CARD}deprecate/", {"act": "undeprecate"})
        assert "Too weak." not in designer.get(CARD).content.decode()

    def test_keeps_what_was_typed(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{CARD}deprecate/", {"note_en": "Too weak.", "use": "base.none"})

        assert answer.status_code == 400
        assert "Too weak." in answer.content.decode()
        assert "No other live card of this pack has this id." in answer.content.decode()


class TestTrash:
    def test_takes_a_card_and_gives_it_back(self, card: Card, client_of: ClientOf) -> None:
        designer = client_of("designer")
        answer = designer.post(f"{CARD}trash/")
        assert answer["Location"] == "/packs/core/trash/"
        assert "30 days" in messages_of(answer)[0]
        assert "base.stone" in designer.get("/packs/core/trash/").content.decode()
        page = designer.get(CARD).content.decode()
        assert "This card is in the trash." in page and "Save draft" not in page

        designer.post("/packs/core/trash/", {"act": "restore", "card": "base.stone"})

        card.refresh_from_db()
        assert card.trashed_at is None

    def test_deletes_after_asking(self, card: Card, admin: Account, client_of: ClientOf) -> None:
        card_trash(actor=admin, card=card)
        publisher = client_of("publisher")
        assert 'value="purge"' not in publisher.get("/packs/core/trash/").content.decode()
        assert 'value="purge"' in publisher.get("/packs/core/trash/?ask=base.stone").content.decode()
        assert 'value="empty"' in publisher.get("/packs/core/trash/?ask=empty").content.decode()

        publisher.post("/packs/core/trash/", {"act": "empty"})

        assert not Card.objects.exists()

    def test_refuses_a_released_card(self, world: World, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{CARD}trash/")

        assert answer["Location"] == CARD
        assert messages_of(answer) == ["A released card is retired, not deleted."]

    @pytest.mark.parametrize("act", ["purge", "empty"])
    def test_deletes_for_nobody_below_a_publisher(
        self, card: Card, admin: Account, client_of: ClientOf, act: str
    ) -> None:
        card_trash(actor=admin, card=card)

        answer = client_of("designer").post("/packs/core/trash/", {"act": act, "card": "base.stone"})

        assert answer.status_code == 403
        assert Card.objects.exists()

    def test_is_paged(self, make_card: MakeCard, pack: object, client_of: ClientOf) -> None:
        for n in range(51):
            make_card(f"base.c{n}")
        Card.objects.update(trashed_at=timezone.now())

        page = client_of("viewer").get("/packs/core/trash/").content.decode()

        assert "page 1 of 2" in page


class TestAccess:
    PATHS = ("rename/", "retire/", "deprecate/")

    @pytest.mark.parametrize("path", PATHS)
    @pytest.mark.parametrize(("role", "status"), [("anonymous", 302), ("stranger", 404), ("viewer", 403)])
    def test_is_for_designers(self, card: Card, client_of: ClientOf, path: str, role: str, status: int) -> None:
        client = client_of(role)

        assert client.get(CARD + path).status_code == status
        assert client.post(CARD + path, {"new_id": "base.rock"}).status_code == status
        assert client.post(f"{CARD}trash/").status_code == status
        card.refresh_from_db()
        assert (card.written_id, card.trashed_at, card.deprecated) == ("base.stone", None, None)

    def test_offers_the_menu_to_designers_alone(self, card: Card, client_of: ClientOf) -> None:
        for path in (CARD, "/packs/core/", "/packs/core/?view=table"):
            assert f"{CARD}rename/" in client_of("designer").get(path).content.decode()
            assert f'action="{CARD}trash/"' not in client_of("viewer").get(path).content.decode()
