"""What the editor asks while an author writes: references in scope, and names of cards."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from cards.models import Account, AuditEvent, Card, DraftRevision
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create
from tests.cards.conftest import MakeCard, card_text
from tests.cards.web.conftest import ClientOf

SCOPE = "/packs/core/cards/base.stone/scope/"
NAMES = "/packs/core/names/"
TARGET = "/behaviors/0/do/0/target/ask"


def ask(client: Client, pointer: Any, text: Any = None, url: str = SCOPE) -> Any:
    body = {"text": card_text("base.stone") if text is None else text, "pointer": pointer}
    return client.post(url, json.dumps(body), content_type="application/json")


class TestScope:
    def test_has_what_the_field_takes_first(self, card: Card, client_of: ClientOf) -> None:
        before = (AuditEvent.objects.count(), DraftRevision.objects.count())
        answer = ask(client_of("viewer"), TARGET)
        first = answer.json()["references"][0]

        assert answer.status_code == 200
        assert first == {
            "insert": "$onPlay.playerUUID",
            "type": "player",
            "title": {"en": "player · When played", "zh": "玩家 · 出牌时"},
            "group": "play",
            "fits": True,
        }
        assert (AuditEvent.objects.count(), DraftRevision.objects.count()) == before

    @pytest.mark.parametrize("pointer", ["behaviors", "/nothing/here", "/behaviors/7/do", "/behaviors/x/do"])
    def test_refuses_a_pointer_that_leads_nowhere(self, card: Card, client_of: ClientOf, pointer: str) -> None:
        answer = ask(client_of("designer"), pointer)

        assert (answer.status_code, answer.json()["type"]) == (422, "/problems/no-such-place")
        assert answer.json()["errors"][0]["pointer"] == "/pointer"

    @pytest.mark.parametrize(("pointer", "status"), [(7, 400), (None, 400), ("/" * 2001, 400)])
    def test_refuses_what_is_no_pointer(self, card: Card, client_of: ClientOf, pointer: Any, status: int) -> None:
        assert ask(client_of("designer"), pointer).status_code == status

    def test_refuses_a_text_that_does_not_parse(self, card: Card, client_of: ClientOf) -> None:
        answer = ask(client_of("designer"), "", '{"id": ')

        assert (answer.status_code, answer.json()["type"]) == (400, "/problems/malformed-json")

    def test_is_asked_of_the_game_of_the_pack(self, card: Card, client_of: ClientOf, admin: Account) -> None:
        pack_create(actor=admin, slug="lanes", ruleset="halo", form=PackForm(name={"en": "Lanes"}))
        unit = {"id": "U", "cardType": "UNIT", "abilities": [{"id": "a", "trigger": "TURN_STARTED", "effects": []}]}
        pack = card.pack.__class__.objects.get(slug="lanes")
        card_create(actor=admin, pack=pack, text=json.dumps(unit))

        found = ask(client_of("admin"), "/abilities/0/effects", json.dumps(unit), "/packs/lanes/cards/U/scope/")
        assert "$TURN_STARTED.turn" in [one["insert"] for one in found.json()["references"]]

    def test_of_a_foreign_pack_is_not_found(self, card: Card, client_of: ClientOf) -> None:
        assert ask(client_of("stranger"), TARGET).status_code == 404
        assert ask(Client(), TARGET).status_code == 401


class TestNames:
    def test_finds_cards_by_id_and_by_either_name(self, make_card: MakeCard, client_of: ClientOf) -> None:
        make_card("base.ember_lash", name="Ember Lash", texts={"zh": {"name": "余烬之鞭"}})
        make_card("base.old_ember", name="Old ember")
        make_card("base.stone", name="Stone")

        def ids(query: str) -> list[str]:
            return [one["id"] for one in client_of("viewer").get(NAMES, {"q": query}).json()["names"]]

        assert ids("ember") == ["base.ember_lash", "base.old_ember"]
        assert ids("余烬") == ["base.ember_lash"]
        assert ids("old ember")[0] == "base.old_ember"
        assert ids("nothing-like-it") == []
        assert len(ids("")) == 3

    def test_come_with_kind_and_both_names(self, make_card: MakeCard, client_of: ClientOf) -> None:
        make_card("base.ember_lash", name="Ember Lash", texts={"zh": {"name": "余烬之鞭"}})
        answer = client_of("viewer").get(NAMES, {"q": "ember", "kind": "treasure"})

        assert answer.json() == {
            "names": [{"id": "base.ember_lash", "kind": "Treasure", "name": {"en": "Ember Lash", "zh": "余烬之鞭"}}]
        }
        assert client_of("viewer").get(NAMES, {"kind": "exploration"}).json() == {"names": []}
        both = client_of("viewer").get(NAMES, {"kind": ["exploration", "treasure"]}).json()["names"]
        assert [one["id"] for one in both] == ["base.ember_lash"]

    def test_are_not_those_of_cards_whose_texts_say_the_word(self, make_card: MakeCard, client_of: ClientOf) -> None:
        """A box for an ability offered each card whose rules mention one."""
        make_card(
            "base.stone", name="Stone", description="Deal 1 damage to the ember.", texts={"zh": {"description": "余烬"}}
        )

        assert [
            client_of("viewer").get(NAMES, {"q": word}).json()["names"] for word in ("ember", "余烬", "monsterChooser")
        ] == [[], [], []]

    def test_are_at_most_fifty(self, make_card: MakeCard, client_of: ClientOf) -> None:
        for number in range(52):
            make_card(f"base.stone{number}")
        assert len(client_of("viewer").get(NAMES).json()["names"]) == 50

    def test_call_kinds_as_the_page_does(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("viewer")
        kinds = []
        for language in ("en", "zh"):
            client.post("/preferences/", {"language": language})
            kinds += [name["kind"] for name in client.get(NAMES).json()["names"]]

        assert kinds == ["Treasure", "宝藏牌"]

    def test_are_those_of_some_ids(self, make_card: MakeCard, client_of: ClientOf) -> None:
        """However many cards the pack has, and never by a part of an id."""
        for number in range(52):
            make_card(f"base.stone{number}", name=f"Stone {number}", texts={"zh": {"name": f"石{number}"}})
        answer = client_of("viewer").get(NAMES, {"id": ["base.stone51", "base.stone5", "base.sto", "nowhere"]}).json()

        assert [(name["id"], name["name"]["zh"]) for name in answer["names"]] == [
            ("base.stone5", "石5"),
            ("base.stone51", "石51"),
        ]

    def test_of_more_ids_than_fit_into_an_address_are_refused(self, card: Card, client_of: ClientOf) -> None:
        client = client_of("viewer")
        assert client.get(NAMES, {"id": [f"base.stone{n}" for n in range(100)]}).status_code == 200
        assert client.get(NAMES, {"id": [f"base.stone{n}" for n in range(101)]}).status_code == 400

    def test_leave_out_the_trash_and_other_packs(self, card: Card, client_of: ClientOf, admin: Account) -> None:
        pack_create(actor=admin, slug="lanes", ruleset="halo", form=PackForm(name={"en": "Lanes"}))
        assert client_of("admin").get("/packs/lanes/names/").json() == {"names": []}
        assert client_of("admin").get("/packs/lanes/names/", {"id": card.written_id}).json() == {"names": []}
        Card.objects.filter(pk=card.pk).update(trashed_at=card.created_at, trashed_by=admin)
        assert client_of("viewer").get(NAMES).json() == {"names": []}
        assert client_of("viewer").get(NAMES, {"id": card.written_id}).json() == {"names": []}

    def test_of_a_foreign_pack_are_not_found(self, card: Card, client_of: ClientOf) -> None:
        assert client_of("stranger").get(NAMES).status_code == 404
        assert Client().get(NAMES).status_code == 401
