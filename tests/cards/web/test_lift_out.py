"""What is written inside a card becomes a card of its own, and the outer text names it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.models import Account, Card, Pack
from cards.services.card import card_create
from cards.services.pack import PackForm, pack_create
from engine import api
from tests.cards.web.conftest import ClientOf

CRY = {
    "id": "cry",
    "triggerOn": "Deployed",
    "action": [{"type": "damage", "target": {"type": "units", "side": "enemy"}, "amount": 1}],
}
UNIT = """{
  "id": "own.unit.herald", // who cries
  "type": "unit",
  "name": "Herald",
  "rarity": "rare",
  "colors": ["white"],
  "atk": 2, "mhp": 6, "mov": 2, "rng": 1, "spd": 1,
  "ownAbilities": [%s]
}
"""


def ability(own: str, name: str) -> str:
    return json.dumps({"id": own, "name": name, "skills": [CRY]})


@pytest.fixture
def field(people: dict[str, Account]) -> Pack:
    return pack_create(actor=people["admin"], slug="field", ruleset="encounter", form=PackForm(name={"en": "Field"}))


def unit_with(pack: Pack, admin: Account, *abilities: str) -> tuple[Card, str]:
    text = UNIT % ", ".join(abilities)
    return card_create(actor=admin, pack=pack, text=text, texts={"zh": {"ownAbilities.cry.name": "号令"}}), text


def lift(client: Any, pack: Pack, card: Card, text: str, pointer: str) -> Any:
    body = {"text": text, "pointer": pointer}
    return client.post(f"/packs/{pack.slug}/cards/{card.written_id}/lift-out/", body, content_type="application/json")


class TestLiftOut:
    def test_makes_a_card_that_the_text_names(self, field: Pack, admin: Account, client_of: ClientOf) -> None:
        card, text = unit_with(field, admin, ability("cry", "War Cry"))
        answer = lift(client_of("admin"), field, card, text, "/ownAbilities/0")

        assert answer.status_code == 201, answer.content
        new_card = Card.objects.get(pack=field, written_id=answer.json()["id"])
        assert (new_card.kind, new_card.written_id) == ("ability", "own.ability.war_cry")
        document = json.loads(new_card.draft.text)
        assert document == {
            "id": new_card.written_id,
            "type": "ability",
            "name": "War Cry",
            "rarity": "rare",
            "skills": [CRY],
        }
        assert new_card.draft.texts == {"zh": {"name": "号令"}}
        outer = answer.json()["text"]
        assert "// who cries" in outer
        value = api.read_json(outer, jsonc=True).value
        assert (value["abilities"], "ownAbilities" in value) == ([new_card.written_id], False)
        assert api.validate("encounter", outer).ok
        assert client_of("admin").get(answer.json()["page"]).status_code == 200
        assert card.draft.text == text

    def test_leaves_the_others_where_they_are(self, field: Pack, admin: Account, client_of: ClientOf) -> None:
        card, text = unit_with(field, admin, ability("cry", "War Cry"), ability("howl", "Howl"))
        answer = lift(client_of("admin"), field, card, text, "/ownAbilities/1")

        value = api.read_json(answer.json()["text"], jsonc=True).value
        assert [one["id"] for one in value["ownAbilities"]] == ["cry"]
        assert value["abilities"] == [answer.json()["id"]]

    @pytest.mark.parametrize("pointer", ["", "/ownAbilities", "/ownAbilities/1", "/name", "ownAbilities"])
    def test_refuses_a_place_where_no_card_is(
        self, field: Pack, admin: Account, client_of: ClientOf, pointer: str
    ) -> None:
        card, text = unit_with(field, admin, ability("cry", "War Cry"))
        answer = lift(client_of("admin"), field, card, text, pointer)

        assert answer.status_code == 422
        assert Card.objects.filter(pack=field).count() == 1
