"""Rules text from effects: on faces where none is written, beside what is written, and taken over in one press."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.gateway import faces, wording
from cards.models import AuditEvent, Card, DraftRevision
from cards.queries.history import draft_get
from engine import api
from tests.cards.conftest import MakeCard, card_text
from tests.cards.web.conftest import ClientOf

CARD = "/packs/core/cards/base.stone/"
GENERATED_EN, GENERATED_ZH = "Deal 5 damage to a monster of your choice.", "对一个由你选择的怪物造成5点伤害。"


def text(**changes: Any) -> str:
    document = {**json.loads(card_text("base.stone")), **changes}
    return json.dumps({key: value for key, value in document.items() if value is not None}, ensure_ascii=False)


def validated(client_of: ClientOf, **body: Any) -> Any:
    return client_of("designer").post(f"{CARD}validate/", json.dumps(body), content_type="application/json").json()


class TestValidation:
    def test_says_what_the_effects_say(self, card: Card, client_of: ClientOf) -> None:
        answer = validated(client_of, text=text())

        assert set(answer["describe"]) == {"en", "zh"}
        assert "5 damage" in answer["describe"]["en"]
        assert "5点伤害" in answer["describe"]["zh"].replace(" ", "")
        assert answer["mismatches"] == []

    def test_says_where_what_is_written_differs(self, card: Card, client_of: ClientOf) -> None:
        answer = validated(client_of, text=text(description="Deal 7 damage to a monster."))

        (matches,) = answer["mismatches"]
        assert (matches["language"], matches["written"], matches["generated"]) == ("en", "7", "5")
        assert matches["pointer"].endswith("/amount")
        assert "7" in matches["message"]["zh"]

    def test_says_it_of_the_other_language_too(self, card: Card, client_of: ClientOf) -> None:
        answer = validated(client_of, text=text(), texts={"zh": {"description": "对一个怪物造成 9 点伤害。"}})

        assert [found["language"] for found in answer["mismatches"]] == ["zh"]

    def test_of_a_broken_text_says_nothing(self, card: Card, client_of: ClientOf) -> None:
        answer = validated(client_of, text="{")

        assert (answer["describe"], answer["mismatches"]) == ({"en": "", "zh": ""}, [])

    def test_calls_the_cards_of_the_pack_by_their_names(
        self, card: Card, make_card: MakeCard, client_of: ClientOf
    ) -> None:
        make_card("base.token", name="Grey Moth")
        copy = {"type": "createCard", "card": "base.token", "to": "hand", "target": "$onPlay.playerUUID"}
        answer = validated(client_of, text=text(behaviors=[{"at": "onPlay", "do": [copy]}]))

        assert "base.token" not in "".join(answer["describe"].values()), answer
        assert "Grey Moth" in answer["describe"]["en"]

    def test_comes_with_the_draft(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("viewer").get(f"{CARD}draft/").json()

        assert "5 damage" in answer["describe"]["en"]
        assert answer["mismatches"] == []


class TestFace:
    def test_shows_the_generated_text_where_none_is_written(self, card: Card, client_of: ClientOf) -> None:
        face = validated(client_of, text=text(description=None))["face_html"]

        assert "Deal 5 damage" in face
        assert face.count("card__gen") == 2
        assert "造成" in face

    def test_shows_what_is_written_as_it_is(self, card: Card, client_of: ClientOf) -> None:
        face = validated(client_of, text=text(), texts={"zh": {"description": "对一个怪物造成 5 点伤害。"}})[
            "face_html"
        ]

        assert "card__gen" not in face

    def test_shows_it_on_lists(self, make_card: MakeCard, client_of: ClientOf) -> None:
        make_card("base.bare", description="")
        page = client_of("viewer").get("/packs/core/").content.decode()

        assert "card__gen" in page
        assert "Deal 5 damage" in page


class TestKeywords:
    @pytest.mark.parametrize("document", [document for document, _ in api.card_set("halo")], ids=lambda one: one["id"])
    def test_are_not_said_twice(self, document: dict[str, Any]) -> None:
        """What a face shows as keywords is no line of the generated text."""
        marks = faces.face("halo", document)["keywords"]
        for language in ("en", "zh"):
            lines = wording.rules_text("halo", document, language).split("\n")
            assert not marks or not lines[0].startswith(marks[0][language] + {"en": ".", "zh": "。"}[language])

    def test_alone_leave_nothing_to_generate(self) -> None:
        document = next(one for one, _ in api.card_set("halo") if one["id"] == "TOKEN-GLINT")
        assert wording.rules_texts("halo", document) == {"en": "", "zh": ""}
        assert faces.face("halo", {**document, "description": ""})["generated"] == {}


class TestTexts:
    def post(self, card: Card, client_of: ClientOf, **fields: str) -> Any:
        client = client_of("designer")
        page = client.get(f"{CARD}?tab=text").content.decode()
        mark = page.split('name="mark" value="')[1].split('"')[0]
        return client.post(f"{CARD}texts/", {"mark": mark, **fields})

    def test_stand_beside_the_generated_ones(self, make_card: MakeCard, client_of: ClientOf) -> None:
        make_card("base.stone", description="Deal 7 damage to a monster.")
        page = client_of("designer").get(CARD).content.decode()

        assert "The English rules text says “7” where the effects say “5”." in page
        assert page.count("data-generated-text>Deal 5 damage") == 1
        assert "data-generated-text>对" in page
        assert page.count('name="use"') == 2

    def test_are_read_only_for_a_viewer(self, card: Card, client_of: ClientOf) -> None:
        page = client_of("viewer").get(CARD).content.decode()

        assert 'name="use"' not in page
        assert "texts-save" not in page

    def test_take_over_a_translation_in_one_press(self, card: Card, client_of: ClientOf) -> None:
        answer = self.post(card, client_of, use="zh", **{"zh-name": "石头"})

        draft = draft_get(card=card)
        assert answer.headers["Location"] == f"{CARD}?tab=text"
        assert draft.texts["zh"]["name"] == "石头"
        assert "5" in draft.texts["zh"]["description"]
        assert DraftRevision.objects.filter(draft__card=card).count() == 2
        assert 'aria-selected="true">Text' in client_of("designer").get(f"{CARD}?tab=text").content.decode()

    def test_take_over_the_source_language_into_the_document(self, make_card: MakeCard, client_of: ClientOf) -> None:
        card = make_card("base.stone", description="Deal 7 damage to a monster.")
        self.post(card, client_of, use="en")

        draft = draft_get(card=card)
        assert "Deal 5 damage" in draft.document["description"]
        assert list(json.loads(draft.text)) == list(json.loads(card_text("base.stone")))

    def test_keep_notes_of_both_languages(self, card: Card, client_of: ClientOf) -> None:
        self.post(card, client_of, **{"en-notes": "A bit strong?", "zh-notes": "偏强？", "en-description": "ignored"})

        draft = draft_get(card=card)
        assert (draft.texts["en"], draft.texts["zh"]) == ({"notes": "A bit strong?"}, {"notes": "偏强？"})
        assert "ignored" not in draft.text

    def test_lose_nothing_when_they_are_refused(self, card: Card, client_of: ClientOf) -> None:
        answer = client_of("designer").post(f"{CARD}texts/", {"mark": "old", "zh-name": "写了很久"})

        assert answer.status_code == 412
        assert "写了很久" in answer.content.decode()

    @pytest.mark.parametrize("use", ["fr", "", "<b>"])
    def test_use_of_no_language_saves_the_rest(self, card: Card, client_of: ClientOf, use: str) -> None:
        before = AuditEvent.objects.count()
        self.post(card, client_of, use=use, **{"zh-name": "石头"})

        assert draft_get(card=card).texts["zh"]["name"] == "石头"
        assert AuditEvent.objects.count() == before
