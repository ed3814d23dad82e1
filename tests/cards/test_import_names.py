"""Fields that are named otherwise: offered with every pair of names, and read so at one press."""

from __future__ import annotations

import json
from typing import Any

import pytest

from cards.gateway import packs, rulesets
from cards.models import Account, Card, Pack
from cards.services.import_file import import_file
from cards.services.import_ids import with_usable_ids
from cards.services.import_names import with_known_names
from cards.services.import_report import Incoming
from cards.services.pack_import import pack_import
from tests.cards.conftest import card_text

GAMES = [info.name for info in rulesets.rulesets()]


def in_capitals(value: Any) -> Any:
    """Return a value with the first letter of each name in an object as a capital."""
    if isinstance(value, list):
        return [in_capitals(item) for item in value]
    if isinstance(value, dict):
        return {name[:1].upper() + name[1:]: in_capitals(member) for name, member in value.items()}
    return value


@pytest.mark.parametrize("ruleset", GAMES)
def test_cards_of_every_game_come_back_from_capitals(ruleset: str) -> None:
    texts = [card.text for card in rulesets.sample_pack(ruleset).cards][::7]
    whole = 0
    for text in texts:
        document = json.loads(text)
        foreign = in_capitals(document)
        (card,), (warning,) = with_known_names(ruleset=ruleset, cards=[Incoming(json.dumps(foreign))])
        whole += json.loads(card.text) == document
        assert json.loads(card.text)["id"] == document["id"] and "Id → id (" in warning.message["en"]
    assert 2 * whole >= len(texts)  # names that a card gives itself are no fields of the game


@pytest.mark.parametrize("ruleset", GAMES)
def test_shipped_cards_have_no_other_names(ruleset: str) -> None:
    cards = [Incoming(card.text) for card in rulesets.sample_pack(ruleset).cards]
    same, warnings = with_known_names(ruleset=ruleset, cards=cards)
    assert (list(same), warnings) == (cards, ())


def test_titles_name_fields_at_the_top_and_nothing_is_written_over() -> None:
    document = {"标识": "a", "名称": "石头", "Rules text": "x", "rarity": "com", "RARITY": "epic", "x": {"名称": 1}}
    (card,), _ = with_known_names(ruleset="wizards", cards=[Incoming(json.dumps(document))])
    assert json.loads(card.text) == {
        "id": "a", "name": "石头", "description": "x", "rarity": "com", "RARITY": "epic", "x": {"名称": 1},
    }  # fmt: skip


@pytest.mark.django_db
def test_are_offered_and_repaired_on_request(admin: Account, pack: Pack) -> None:
    text = json.dumps(in_capitals(json.loads(card_text("base.other"))))
    for data in (
        text.encode(),
        packs.write_zip({"cards/a.json": text.encode(), "cards/b.json": card_text("base.b").encode()}),
    ):
        strict = import_file(pack=pack, name="a.json", data=data)
        assert [offer.found for offer in strict.offers] == ["field-names"] and strict.repairs == ()
        result = import_file(pack=pack, name="a.json", data=data, repairs=True)
        assert [repair.found for repair in result.repairs] == ["field-names"]
        assert "base.other" in {card.id for card in result.cards}
    pack_import(actor=admin, pack=pack, cards=result.cards)
    assert json.loads(Card.objects.get(written_id="base.other").draft.text)["id"] == "base.other"


@pytest.mark.parametrize(
    ("foreign", "usable"),
    [
        (300, "300"), ("战士-1", "zhanshi-1"), ("Field Medic", "Field-Medic"), ("core:medic", "core.medic"),
        ("Éowyn’s Ring", "Eowyn-s-Ring"), ("a / b", "a.b"), ("  x ", "x"), ("ｍｅｄｉｃ", "medic"), ("Lim-Dûl", "Lim-Dul"),
    ],
)  # fmt: skip
def test_ids_of_other_programs_become_ids_here(foreign: int | str, usable: str) -> None:
    document = {"id": foreign, "name": foreign, "abilities": [{"card": foreign, "name": foreign}]}
    (card,), (warning,) = with_usable_ids([Incoming(json.dumps(document))])
    other = usable if isinstance(foreign, str) else foreign  # a number names no card
    assert json.loads(card.text) == {"id": usable, "name": foreign, "abilities": [{"card": other, "name": foreign}]}
    assert usable in warning.message["en"] and usable in warning.message["zh"]


def test_ids_stay_where_they_are_usable_or_would_be_those_of_another_card() -> None:
    cards = [Incoming(json.dumps({"id": each})) for each in ("a-b", "a b", "…", True, "A.1", "x!" * 99)]
    assert with_usable_ids(cards) == (tuple(cards), ())


@pytest.mark.parametrize("ruleset", GAMES)
def test_shipped_cards_have_usable_ids(ruleset: str) -> None:
    cards = tuple(Incoming(card.text) for card in rulesets.sample_pack(ruleset).cards)
    assert with_usable_ids(cards) == (cards, ())
