"""A new card: blank or from a template, called by its name, with an id like the pack's others."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from cards.gateway import blanks, rulesets, validation
from cards.models import Account, Card, Pack
from cards.queries.card_ids import card_id_offered
from cards.queries.cards import card_face
from cards.queries.problems import draft_report
from cards.services.pack import PackForm, pack_create
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf

NEW = "/packs/core/new-card/"
KINDS = [
    (info.name, kind)
    for info in rulesets.rulesets()
    for kind in dict.fromkeys(template.kind for template in rulesets.templates(info.name))
]


class TestBlank:
    @pytest.mark.parametrize(("ruleset", "kind"), KINDS)
    def test_of_every_kind_is_valid_and_says_nothing(self, ruleset: str, kind: str) -> None:
        text = blanks.blank_text(ruleset, kind, "a.b")
        template = next(each for each in rulesets.templates(ruleset) if each.kind == kind).text("a.b")

        assert text is not None
        report = validation.validate(ruleset, text)
        assert [problem.code for problem in report.problems if problem.severity == "error"] == []
        assert report.document is not None
        assert report.document["id"] == "a.b"
        assert not report.document.get("description")
        assert len(text) <= len(template)

    def test_of_a_kind_that_acts_does_nothing_yet(self) -> None:
        text = blanks.blank_text("wizards", "treasure", "a.b")

        assert text is not None
        assert "behaviors" not in json.loads(text)

    def test_is_made_by_the_form(self, pack: Pack, client_of: ClientOf) -> None:
        answer = client_of("designer").post(
            NEW, {"template": "blank", "kind": "exploration", "name": "Moth", "card_id": ""}
        )

        card = Card.objects.get()
        assert answer.headers["Location"] == f"/packs/core/cards/{card.written_id}/"
        assert (card.kind, json.loads(card.draft.text)["name"]) == ("exploration", "Moth")

    def test_of_an_unknown_kind_is_refused(self, pack: Pack, client_of: ClientOf) -> None:
        answer = client_of("designer").post(NEW, {"template": "blank", "kind": "chess", "name": "Moth"})

        assert answer.status_code == 200
        assert not Card.objects.exists()


class TestName:
    def test_is_on_the_card_and_its_text_is_generated(self, pack: Pack, client_of: ClientOf) -> None:
        client_of("designer").post(NEW, {"template": "spell", "name": "余烬 Lash", "card_id": ""})

        card = Card.objects.get()
        face = card_face(card=card, pack=pack)
        assert face is not None
        assert face["name"]["en"] == "余烬 Lash"
        assert face["text"]["en"] == ""
        assert face["generated"]["en"] == "Deal 5 damage to a monster of your choice."

    def test_or_id_is_needed(self, pack: Pack, client_of: ClientOf) -> None:
        page = client_of("designer").post(NEW, {"template": "spell", "name": "", "card_id": ""})

        assert 'id="id_card_id_error1"' in page.content.decode()


class TestId:
    @pytest.mark.parametrize(
        ("ids", "name", "card_id"),
        [
            ((), "Ember Lash", "core.ember_lash"),
            (("base.stone",), "Ember Lash", "base.ember_lash"),
            (("base.a.stone", "base.b.two_words"), "It’s Über!", "base.b.its_uber"),
            (("base.red-stone",), "Ember Lash", "base.ember-lash"),
            (("AEG-001", "AEG-007"), "Ember Lash", "AEG-008"),
            (("set.N099",), "Ember", "set.N100"),
            (("base.ember", "base.EMBER_2"), "Ember", "base.ember_3"),
            (("base.stone",), "余烬", "base.yu_jin"),
            (("base.stone",), "……", "base.treasure"),
        ],
    )
    def test_continues_how_the_pack_names_its_cards(
        self, pack: Pack, make_card: Callable[..., Card], ids: tuple[str, ...], name: str, card_id: str
    ) -> None:
        for written_id in ids:
            make_card(written_id)

        assert card_id_offered(pack=pack, kind="treasure", name=name) == card_id

    def test_follows_the_kind(self, pack: Pack, make_card: Callable[..., Card], client_of: ClientOf) -> None:
        make_card("spells.stone")
        text = rulesets.templates("wizards")[3].text("monsters.rat")
        client_of("designer").post(NEW, {"template": "text", "text": text})
        make_card("spells.glass")

        answer = client_of("designer").get(f"{NEW}id/", {"name": "Moth", "template": "monster", "id": "SPELLS.stone"})

        assert answer.json() == {"id": "monsters.moth", "taken": True}

    @pytest.mark.parametrize("start", [{"template": "spell"}, {"template": "blank", "kind": "treasure"}])
    def test_begins_as_the_game_wants_it_for_the_card(
        self, pack: Pack, make_card: Callable[..., Card], client_of: ClientOf, start: dict[str, str]
    ) -> None:
        make_card("base.treasure.common.spark")
        make_card("base.treasure.original.spark", rarity="ori")

        client = client_of("designer")
        answer = client.get(f"/packs/{pack.slug}/new-card/id/", {"name": "Ember", **start}).json()
        client.post(f"/packs/{pack.slug}/new-card/", {"name": "Ember", **start})

        made = Card.objects.latest("pk")
        assert (answer["id"], made.written_id) == ("base.treasure.common.ember", "base.treasure.common.ember")
        assert [each.code for each in draft_report(draft=made.draft, pack=pack).problems if each.path == "/id"] == []

    def test_of_another_pack_is_no_one_elses_business(
        self, card: Card, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        pack_create(
            actor=people["designer"], slug="empty", ruleset="wizards", form=PackForm(name={"en": "Empty", "zh": ""})
        )

        answer = client_of("designer").get("/packs/empty/new-card/id/", {"name": "Stone", "id": "base.stone"})

        assert answer.json() == {"id": "empty.stone", "taken": False}
        assert client_of("viewer").get("/packs/empty/new-card/id/").status_code == 404


def test_existing_json_keeps_its_own_id(pack: Pack, client_of: ClientOf) -> None:
    client_of("designer").post(NEW, {"template": "text", "text": card_text("base.own"), "name": "", "card_id": ""})

    assert Card.objects.get().written_id == "base.own"
