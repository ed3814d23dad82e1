"""What Django itself refuses, and who may press which button."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from django.test import Client, RequestFactory

from cards.web.views.errors import server_error
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import ROLES, World

CARD = "/packs/core/cards/base.stone/"
WRITES = {
    "/packs/core/new-card/": "designer",
    CARD: "designer",
    f"{CARD}texts/": "designer",
    f"{CARD}new-version/": "designer",
    f"{CARD}history/": "designer",
    "/packs/core/releases/new/": "publisher",
    "/packs/core/settings/": "admin",
}
FORMS = {
    "/packs/core/new-card/": {"card_id": "base.new", "template": "spell"},
    "/packs/core/releases/new/": {"do": "save", "version": "2.0.0"},
    "/packs/core/settings/": {"name_en": "X", "source_language": "en", "visibility": "public"},
}
RANKS = ("viewer", "designer", "reviewer", "publisher", "admin", "operator")


class TestForm:
    @pytest.mark.parametrize("role", ROLES)
    def test_is_refused_below_its_role(self, world: World, client_of: ClientOf, role: str) -> None:
        client = client_of(role)
        draft = world.card.draft
        common = {"etag": draft.etag, "text": draft.text, "restore": "r1", "message": "m"}

        status_codes = {url: client.post(url, FORMS.get(url, common)).status_code for url in WRITES}

        refused_table = {
            url: status in {403, 404} or (role == "anonymous" and status == 302) for url, status in status_codes.items()
        }
        assert refused_table == {url: not _may(role, least) for url, least in WRITES.items()}


def _may(role: str, least: str) -> bool:
    return role in RANKS and RANKS.index(role) >= RANKS.index(least)


class TestDjangosOwnRefusals:
    def test_of_an_unknown_address_are_pages_for_people(self, client_of: ClientOf) -> None:
        page = client_of("admin").get("/nowhere/at/all/")

        assert page.status_code == 404
        assert '<h1 class="h-page">' in page.content.decode()

    def test_of_an_unknown_address_are_documents_for_programs(self, db: None) -> None:
        answer = Client().get("/nowhere/", headers={"Accept": "application/json"})

        assert (answer.status_code, answer.json()["type"]) == (404, "/problems/not-found")

    def test_of_a_huge_body_say_so(self, world: World, client_of: ClientOf, settings: LazySettings) -> None:
        settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000

        page = client_of("designer").post(CARD, {"text": "x" * 2000, "etag": world.card.draft.etag})

        assert page.status_code == 413

    def test_of_a_wrong_method_name_the_right_ones(self, db: None) -> None:
        assert Client().post("/problems/").headers["Allow"] == "GET"

    def test_after_a_fault_of_ours_quote_the_request(self) -> None:
        request = RequestFactory().get("/")
        request.META["REQUEST_ID"] = "abc123"

        page = server_error(request)

        assert page.status_code == 500
        assert "<code>abc123</code>" in page.content.decode()
        assert "服务器出错" in page.content.decode()
