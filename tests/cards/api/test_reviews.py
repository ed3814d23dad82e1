"""Reviews over the API."""

from __future__ import annotations

import pytest

from cards.models import Account, Card, Pack
from cards.services.token import token_create
from cards.services.version import version_create
from tests.cards.api.caller import CARD, Caller, pointers
from tests.cards.conftest import card_text

pytestmark = pytest.mark.django_db
ROOT = "packs/core/reviews/"


@pytest.fixture
def version(card: Card, people: dict[str, Account]) -> Card:
    Pack.objects.update(approvals_needed=1)
    card.pack.refresh_from_db()
    version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
    return card


class TestReviews:
    def test_go_from_the_request_to_the_approval(
        self, designer: Caller, version: Card, people: dict[str, Account]
    ) -> None:
        request = {"card": "base.stone", "version": 1, "title": "Look", "reviewers": ["Reviewer@example.org"]}
        made = designer("POST", ROOT, request, status=201)
        place = made.headers["Location"]
        assert (made.json()["state"], made.json()["title"], made.json()["needed"]) == ("in_review", "Look", 1)
        designer("POST", ROOT, request, status=409)
        thread = designer("POST", f"{place}threads/", {"text": "Why?", "path": "/id"}, status=201).json()
        assert thread["comments"][0]["text"] == "Why?"
        assert pointers(designer("POST", f"{place}threads/", {"text": "?", "path": "/none"}, status=400)) == [
            "/pointer"
        ]

        reviewer = Caller(people["reviewer"])
        reviewer("POST", f"{place}threads/{thread['id']}/comments/", {"text": "Because."}, status=201)
        reviewer("POST", f"{place}decisions/", {"decision": "approve"}, status=400)
        reviewer("POST", f"{place}threads/{thread['id']}/resolve/", {"resolved": True}, status=200)
        reviewer("POST", f"{place}decisions/", {"decision": "approve"}, status=201)
        body = designer("GET", place, status=200).json()
        assert (body["state"], body["decisions"][0]["decision"]) == ("approved", "approve")
        assert body["threads"][0]["resolved"] is True
        assert len(body["threads"][0]["comments"]) == 2
        assert designer("GET", ROOT, status=200).json()["results"][0]["number"] == body["number"]

    def test_carry_their_threads_to_the_review_of_a_later_version(self, designer: Caller, version: Card) -> None:
        """A thread on `/name` is settled in the next review, which says where the node is now."""
        place = designer("POST", ROOT, {"card": "base.stone", "version": 1}, status=201).headers["Location"]
        thread = designer("POST", f"{place}threads/", {"text": "Why?", "path": "/name"}, status=201).json()
        assert (thread["path"], thread["place"]) == ("/name", "/name")
        text = card_text("base.stone", manaCost=7)
        draft = designer("GET", f"{CARD}draft/", status=200)
        saved = designer("PUT", f"{CARD}draft/", {"text": text}, status=200, If_Match=draft.headers["ETag"])
        designer("POST", f"{CARD}versions/", {}, status=201, If_Match=saved.headers["ETag"])
        later = designer("POST", ROOT, {"card": "base.stone", "version": 2}, status=201)
        assert [(each["id"], each["place"], each["version"]) for each in later.json()["threads"]] == [
            (thread["id"], "/name", 1)
        ]
        assert len(later.json()["contributors"]) == 2
        settle = f"{later.headers['Location']}threads/{thread['id']}/resolve/"
        assert designer("POST", settle, {"resolved": True}, status=200).json()["resolved"] is True

    def test_are_taken_back_by_who_asked(self, designer: Caller, version: Card, people: dict[str, Account]) -> None:
        place = designer("POST", ROOT, {"card": "base.stone", "version": 1}, status=201).headers["Location"]
        Caller(people["reviewer"])("POST", f"{place}withdraw/", {}, status=403)
        assert designer("POST", f"{place}withdraw/", {}, status=200).json()["state"] == "withdrawn"

    def test_are_refused_to_their_authors(self, boss: Caller, version: Card) -> None:
        place = boss("POST", ROOT, {"card": "base.stone", "version": 1}, status=201).headers["Location"]
        refused = boss("POST", f"{place}decisions/", {"decision": "approve"}, status=409)
        assert refused.json()["type"] == "/problems/own-work"

    def test_name_reviewers_who_may_decide(self, designer: Caller, version: Card) -> None:
        asked = {"card": "base.stone", "version": 1, "reviewers": ["reviewer@example.org", "viewer@example.org"]}
        assert pointers(designer("POST", ROOT, asked, status=400)) == ["/reviewers/1"]

    def test_are_decided_by_a_program_with_the_scope(
        self, designer: Caller, version: Card, people: dict[str, Account]
    ) -> None:
        place = designer("POST", ROOT, {"card": "base.stone", "version": 1}, status=201).headers["Location"]
        _, secret = token_create(actor=people["reviewer"], name="t", scopes=["read"], days=1)
        bearer = {"Authorization": f"Bearer {secret}"}
        Caller()("POST", f"{place}decisions/", {"decision": "approve"}, status=403, **bearer)
