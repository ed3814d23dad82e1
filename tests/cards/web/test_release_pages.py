"""Planning and publishing a release in the browser."""

from __future__ import annotations

import re

import pytest

from cards.models import Card, Release, ReleasePlan
from cards.services.draft import draft_save
from cards.services.version import version_create
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

NEW = "/packs/core/releases/new/"


@pytest.fixture
def changed(world: World, people: dict) -> Card:
    """Name a second version of the released card."""
    admin, card = people["admin"], world.card
    saved = draft_save(
        actor=admin,
        card=card,
        text=card_text("base.stone", manaCost=4),
        texts=card.draft.texts,
        based_on=card.draft.etag,
    )
    version_create(actor=admin, card=card, based_on=saved.draft.etag, message="Costs more")
    card.refresh_from_db()
    return card


class TestPlan:
    def test_suggests_what_the_changes_ask_for(self, changed: Card, client_of: ClientOf) -> None:
        page = client_of("publisher").get(NEW).content.decode()

        assert re.search(r'value="1\.0\.1" checked', page)
        assert "Changed: New spell." in page
        assert "变更：小石头。" in page

    def test_shows_a_number_that_is_too_low_as_out_of_reach(
        self, changed: Card, client_of: ClientOf, people: dict
    ) -> None:
        version_create(
            actor=people["admin"],
            card=Card.objects.get(written_id="base.mole"),
            based_on=_etag("base.mole"),
            message="x",
        )

        page = client_of("publisher").get(NEW).content.decode()

        assert re.search(r'value="1\.0\.1" aria-disabled="true"', page)
        assert re.search(r'value="1\.1\.0" checked', page)

    def test_is_saved_for_later(self, changed: Card, client_of: ClientOf) -> None:
        client_of("publisher").post(
            NEW, {"do": "save", "version": "1.0.1", "card:base.stone": "1", "changelog_en": "Notes", "changelog_zh": ""}
        )

        plan = ReleasePlan.objects.get()
        assert (plan.version, plan.choices, plan.changelog["en"]) == ("1.0.1", {"base.stone": 1}, "Notes")

    def test_is_for_members_to_see_and_publishers_to_change(self, changed: Card, client_of: ClientOf) -> None:
        assert "Publishing requires the publisher role." in client_of("designer").get(NEW).content.decode()
        assert client_of("designer").post(NEW, {"do": "save", "version": "1.0.1"}).status_code == 403


class TestPublish:
    def test_asks_once_before_it_cannot_be_taken_back(self, changed: Card, client_of: ClientOf) -> None:
        page = client_of("admin").post(NEW, {"do": "ask", "version": "1.0.1", "changelog_en": "Dearer"})

        assert "Publish 1.0.1 now?" in page.content.decode()
        assert ">Dearer</textarea>" in page.content.decode()
        assert Release.objects.count() == 1

    def test_leads_to_the_release(self, changed: Card, client_of: ClientOf) -> None:
        client = client_of("admin")

        answer = client.post(
            NEW, {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1", "changelog_en": "Dearer"}
        )

        release = Release.objects.get(version="1.0.1")
        page = client.get(answer.headers["Location"]).content.decode()
        assert answer.headers["Location"] == "/packs/core/releases/1.0.1/"
        assert release.zip_sha256 in page
        assert 'href="/api/v1/packs/core/releases/1.0.1/files/cards/base.stone.json"' in page
        assert 'href="/api/v1/packs/core/releases/1.0.1/pack.zip"' in page

    def test_publishes_once_however_often_the_button_is_pressed(self, changed: Card, client_of: ClientOf) -> None:
        client, form = client_of("admin"), {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1"}

        found = [client.post(NEW, form).headers["Location"] for _ in range(2)]

        assert found == ["/packs/core/releases/1.0.1/"] * 2
        assert Release.objects.count() == 2

    @pytest.mark.parametrize(
        ("version", "said"),
        [
            ("1.0.0", "This version is already released"),
            ("0.9.0", "0.9.0 is too low"),
            ("01.0.0", "A semantic version"),
            ("", "This field is required."),
            ("1.0", "A semantic version"),
        ],
    )
    def test_says_what_is_wrong_with_a_number_and_keeps_the_rest(
        self, changed: Card, client_of: ClientOf, version: str, said: str
    ) -> None:
        page = client_of("publisher").post(NEW, {"do": "publish", "version": version, "changelog_zh": "更贵"})

        assert page.status_code == 200
        assert said in page.content.decode() or said.lower() in page.content.decode().lower()
        assert "更贵" in page.content.decode()
        assert Release.objects.count() == 1

    def test_is_refused_below_the_role(self, changed: Card, client_of: ClientOf) -> None:
        assert client_of("reviewer").post(NEW, {"do": "publish", "version": "1.0.1"}).status_code == 403
        assert client_of("stranger").post(NEW, {"do": "publish", "version": "1.0.1"}).status_code == 404
        assert Release.objects.count() == 1


def _etag(written_id: str) -> str:
    return Card.objects.get(written_id=written_id).draft.etag
