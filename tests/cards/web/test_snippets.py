"""Snippets of a pack: saved by the editor, listed for its palette, renamed and removed on a page."""

from __future__ import annotations

from typing import Any

import pytest

from cards.models import Account, Pack, Snippet
from cards.models.snippet import BODY_LIMIT
from cards.services.snippet import snippet_add
from tests.cards.web.conftest import ClientOf

PAGE = "/packs/core/snippets/"
LIST = "/packs/core/snippets.json"
BODY = '{"type": "damage", "amount": 2} // two'
SNIPPET = {"name": "Two damage", "slot": "effect", "body": BODY}


@pytest.fixture
def snippet(pack: Pack, admin: Account) -> Snippet:
    return snippet_add(actor=admin, pack=pack, **SNIPPET)


class TestList:
    def test_holds_what_the_editor_saved(self, pack: Pack, client_of: ClientOf) -> None:
        saved_response = client_of("designer").post(LIST, SNIPPET, content_type="application/json")
        response = client_of("viewer").get(LIST)

        assert saved_response.status_code == 201
        assert response.json() == {"snippets": [{"id": saved_response.json()["id"], **SNIPPET}]}

    def test_is_of_one_pack(self, snippet: Snippet, people: dict[str, Account], client_of: ClientOf) -> None:
        assert client_of("stranger").get(LIST).status_code == 404

    @pytest.mark.parametrize(
        ("change", "pointer"),
        [
            ({"name": "  "}, "/name"),
            ({"name": "x" * 81}, "/name"),
            ({"slot": "no slot"}, "/slot"),
            ({"body": "[1]"}, "/body"),
            ({"body": "{"}, "/body"),
            ({"body": " " * BODY_LIMIT + "{}"}, "/body"),
            ({"name": 7}, "/name"),
        ],
    )
    def test_refuses_what_is_no_snippet(
        self, pack: Pack, client_of: ClientOf, change: dict[str, Any], pointer: str
    ) -> None:
        answer = client_of("designer").post(LIST, {**SNIPPET, **change}, content_type="application/json")

        assert answer.status_code in (400, 422)
        assert pointer in answer.content.decode()
        assert Snippet.objects.count() == 0

    def test_has_each_name_once(self, snippet: Snippet, client_of: ClientOf) -> None:
        answer = client_of("designer").post(LIST, {**SNIPPET, "name": "TWO damage"}, content_type="application/json")

        assert (answer.status_code, Snippet.objects.count()) == (409, 1)

    def test_is_written_by_designers_alone(self, pack: Pack, client_of: ClientOf) -> None:
        assert client_of("viewer").post(LIST, SNIPPET, content_type="application/json").status_code == 403


class TestPage:
    def test_says_where_snippets_come_from_while_there_are_none(self, pack: Pack, client_of: ClientOf) -> None:
        assert "Save as snippet" in client_of("viewer").get(PAGE).content.decode()

    def test_renames_and_removes(self, snippet: Snippet, client_of: ClientOf) -> None:
        client = client_of("designer")
        client.post(PAGE, {"snippet": snippet.pk, "do": "rename", "name": "双重打击 🔥"})
        renamed_page = client.get(PAGE).content.decode()
        client.post(PAGE, {"snippet": snippet.pk, "do": "remove"})

        assert "双重打击 🔥" in renamed_page
        assert Snippet.objects.count() == 0

    def test_finds_by_name_and_text(self, snippet: Snippet, client_of: ClientOf) -> None:
        client = client_of("viewer")

        assert "Two damage" in client.get(f"{PAGE}?q=amount+two").content.decode()
        assert "Nothing matches" in client.get(f"{PAGE}?q=freeze").content.decode()

    @pytest.mark.parametrize("asked", ["", "x", "999999", "9" * 40])
    def test_knows_no_other_snippet(self, snippet: Snippet, client_of: ClientOf, asked: str) -> None:
        assert client_of("designer").post(PAGE, {"snippet": asked, "do": "remove"}).status_code == 404

    def test_keeps_to_viewers_and_archived_packs(self, snippet: Snippet, client_of: ClientOf) -> None:
        assert client_of("viewer").post(PAGE, {"snippet": snippet.pk, "do": "remove"}).status_code == 403
        assert Snippet.objects.count() == 1
