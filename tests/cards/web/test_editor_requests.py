"""The editor's own requests: drafts with If-Match, validation, versions."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from cards.models import Card, CardVersion, DraftRevision
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

CARD = "/packs/core/cards/base.stone/"
DRAFT = f"{CARD}draft/"


def put(client: Client, body: Any, etag: str | None) -> Any:
    headers = {"If-Match": etag} if etag is not None else {}
    data = body if isinstance(body, bytes | str) else json.dumps(body)
    return client.put(DRAFT, data, content_type="application/json", headers=headers)


def slug(answer: Any) -> str:
    assert answer.headers["Content-Type"] == "application/problem+json"
    return str(answer.json()["type"]).removeprefix("/problems/")


class TestDraft:
    def test_comes_with_its_mark_its_problems_and_its_face(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("viewer").get(DRAFT)

        body = answer.json()
        assert answer.headers["ETag"] == f'"{card.draft.etag}"'
        assert (body["card"], body["revision"], body["text"]) == ("base.stone", 1, card.draft.text)
        assert body["saved_at"].endswith("Z")
        assert {problem["code"] for problem in body["problems"]} == {"W-ID"}
        assert "Deal 5 damage to a monster." in body["face_html"]

    def test_is_saved_on_its_mark(self, card: Card, client_of: ClientOf) -> None:
        answer = put(client_of("designer"), {"text": card_text("base.stone", manaCost=5)}, f'"{card.draft.etag}"')

        card.draft.refresh_from_db()
        assert (answer.status_code, answer.json()["revision"]) == (200, 2)
        assert answer.headers["ETag"] == f'"{card.draft.etag}"'
        assert card.draft.document["manaCost"] == 5

    def test_is_saved_as_broken_as_it_was_typed(self, card: Card, client_of: ClientOf) -> None:
        answer = put(client_of("designer"), {"text": '{"id": "base.stone",'}, card.draft.etag)

        card.draft.refresh_from_db()
        assert answer.status_code == 200
        assert [problem["code"] for problem in answer.json()["problems"]] == ["E-JSON"]
        assert (card.draft.text, card.draft.document) == ('{"id": "base.stone",', None)

    def test_asks_what_it_is_based_on(self, card: Card, client_of: ClientOf) -> None:
        answer = put(client_of("designer"), {"text": "{}"}, None)

        assert (answer.status_code, slug(answer)) == (428, "if-match-required")
        assert DraftRevision.objects.count() == 1

    def test_gives_a_stale_save_the_newer_text(self, card: Card, client_of: ClientOf) -> None:
        old = card.draft.etag
        put(client_of("designer"), {"text": card_text("base.stone", manaCost=5)}, old)

        answer = put(client_of("admin"), {"text": card_text("base.stone", manaCost=6)}, old)

        current = answer.json()["current"]
        assert (answer.status_code, slug(answer)) == (412, "stale")
        assert (json.loads(current["text"])["manaCost"], current["revision"]) == (5, 2)
        assert '"manaCost": 6' in DraftRevision.objects.get(revision=3, origin="aside").text
        assert current["etag"] == client_of("viewer").get(DRAFT).headers["ETag"]

    @pytest.mark.parametrize(
        ("body", "status", "expected"),
        [
            (b"{", 400, "malformed-json"),
            (b'{"text": "a", "text": "b"}', 400, "duplicate-key"),
            (b'{"text": "a", "texts": {"zh": NaN}}', 400, "bad-number"),
            (b'{"text": "\\ud800"}', 400, "bad-string"),
            (b'{"text": "a\\u0000b"}', 400, "bad-string"),
            (b'{"text": "' + b"x" * (1024 * 1024 + 1) + b'"}', 413, "too-large"),
            (b"[" * 80 + b"]" * 80, 400, "too-deep"),
            (b"[]", 400, "invalid-fields"),
            (b'{"text": 7}', 400, "invalid-fields"),
            (b'{"text": "{}", "texts": {"fr": {}}}', 400, "invalid-fields"),
        ],
    )
    def test_refuses_a_bad_body(self, card: Card, client_of: ClientOf, body: bytes, status: int, expected: str) -> None:
        answer = put(client_of("designer"), body, card.draft.etag)

        assert (answer.status_code, slug(answer)) == (status, expected)
        assert DraftRevision.objects.count() == 1

    @pytest.mark.parametrize("body", [{}, {"texts": {}}, {"Text": "{}"}])
    def test_without_a_text_is_left_as_it_is(self, card: Card, client_of: ClientOf, body: Any) -> None:
        text = card.draft.text
        answers = [
            put(client_of("designer"), body, card.draft.etag),
            client_of("designer").post(f"{CARD}validate/", json.dumps(body), content_type="application/json"),
        ]
        form = client_of("designer").post(CARD, {"etag": card.draft.etag})

        card.draft.refresh_from_db()
        assert [(answer.status_code, slug(answer)) for answer in answers] == [(422, "missing-field")] * 2
        assert [answer.json()["errors"][0]["pointer"] for answer in answers] == ["/text"] * 2
        assert form.status_code == 422
        assert (card.draft.text, DraftRevision.objects.count()) == (text, 1)

    @pytest.mark.parametrize(("role", "status"), [("anonymous", 401), ("stranger", 404), ("viewer", 403)])
    def test_is_not_saved_by_who_may_not(self, card: Card, client_of: ClientOf, role: str, status: int) -> None:
        answer = put(client_of(role), {"text": "{}"}, card.draft.etag)

        assert answer.status_code == status
        assert DraftRevision.objects.count() == 1

    def test_refuses_in_the_language_of_the_account(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("viewer")
        client.post("/preferences/", {"language": "zh"})

        answer = put(client, {"text": "{}"}, card.draft.etag)

        assert answer.json()["title"] == "你的权限不足"
        assert answer.headers["Content-Language"] == "zh-Hans"

    def test_needs_a_token(self, card: Card, people: dict[str, Any]) -> None:
        client = Client(enforce_csrf_checks=True)
        client.force_login(people["designer"])

        assert put(client, {"text": "{}"}, card.draft.etag).status_code == 403


class TestValidate:
    def test_stores_nothing(self, card: Card, client_of: ClientOf) -> None:
        body = {"text": card_text("base.stone", rarity="purple")}

        answer = client_of("viewer").post(f"{CARD}validate/", body, content_type="application/json").json()

        errors = [problem for problem in answer["problems"] if problem["severity"] == "error"]
        assert (answer["ok"], errors[0]["path"], errors[0]["line"] > 0) == (False, "/rarity", True)
        assert DraftRevision.objects.count() == 1

    def test_has_no_face_for_what_cannot_be_read(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("viewer").post(f"{CARD}validate/", {"text": "{"}, content_type="application/json").json()

        assert (answer["ok"], answer["face_html"]) == (False, None)


class TestVersions:
    def test_are_named_on_the_mark_of_the_draft(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("designer").post(
            f"{CARD}versions/",
            {"message": "First"},
            content_type="application/json",
            headers={"If-Match": f'"{card.draft.etag}"'},
        )

        version = CardVersion.objects.get()
        assert (answer.status_code, answer.json()["number"], version.message) == (201, 1, "First")

    def test_are_refused_while_the_text_does_not_parse(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("designer")
        etag = put(client, {"text": "{"}, card.draft.etag).headers["ETag"]

        answer = client.post(
            f"{CARD}versions/", {"message": "x"}, content_type="application/json", headers={"If-Match": etag}
        )

        assert (answer.status_code, slug(answer)) == (400, "malformed-json")
        assert [problem["code"] for problem in answer.json()["problems"]] == ["E-JSON"]


class TestWithoutScript:
    def test_a_form_saves_the_draft_and_comes_back(self, card: Card, client_of: ClientOf) -> None:
        text = card_text("base.stone", manaCost=4).replace("\n", "\r\n")

        answer = client_of("designer").post(CARD, {"text": text, "etag": card.draft.etag})

        card.draft.refresh_from_db()
        assert (answer.status_code, answer.headers["Location"]) == (302, CARD)
        assert "\r" not in card.draft.text
        assert card.draft.document["manaCost"] == 4

    def test_a_stale_form_keeps_what_was_typed(self, card: Card, client_of: ClientOf) -> None:
        client, old = client_of("designer"), card.draft.etag
        put(client, {"text": card_text("base.stone", manaCost=5)}, old)

        page = client.post(CARD, {"text": '{"mine": true}', "etag": old})

        card.draft.refresh_from_db()
        assert page.status_code == 412
        assert "{&quot;mine&quot;: true}" in page.content.decode()
        assert f'value="{card.draft.etag}"' in page.content.decode()
        assert "saved this card while you were editing" in page.content.decode()

    def test_a_text_with_a_nul_is_refused_and_kept_on_the_page(self, card: Card, client_of: ClientOf) -> None:
        page = client_of("designer").post(CARD, {"text": "a\0b", "etag": card.draft.etag})

        assert page.status_code == 400
        assert DraftRevision.objects.count() == 1

    def test_a_form_names_a_version(self, card: Card, client_of: ClientOf) -> None:
        client_of("designer").post(f"{CARD}new-version/", {"etag": card.draft.etag, "message": "Done"})

        assert CardVersion.objects.get().message == "Done"

    def test_the_other_language_is_saved_beside_the_document(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        mark = client.get(CARD).content.decode().split('name="mark" value="')[1].split('"')[0]

        client.post(f"{CARD}texts/", {"mark": mark, "zh-name": "大石头", "zh-description": "造成 6 点伤害。"})

        world.card.draft.refresh_from_db()
        assert world.card.draft.texts == {"zh": {"name": "大石头", "description": "造成 6 点伤害。"}}

    def test_texts_that_moved_on_are_not_overwritten(self, world: World, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{CARD}texts/", {"mark": "old", "zh-name": "大石头"})

        world.card.draft.refresh_from_db()
        assert answer.status_code == 412
        assert 'value="大石头"' in answer.content.decode()
        assert world.card.draft.texts["zh"]["name"] == "小石头"

    def test_a_version_that_cannot_be_named_says_why_and_keeps_the_message(
        self, world: World, client_of: ClientOf
    ) -> None:
        page = client_of("designer").post(f"{CARD}new-version/", {"etag": world.card.draft.etag, "message": "Again"})

        assert page.status_code == 409
        assert "Nothing changed since v1." in page.content.decode()
        assert 'value="Again"' in page.content.decode()
