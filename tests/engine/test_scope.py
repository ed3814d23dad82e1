"""What a card's text may refer to at one of its places: exactly what the checker then accepts there."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine import api
from tests.engine.third_ruleset import on_the_path

ME = "$onPlay.playerUUID"
LOOP = {
    "id": "loop1",
    "type": "loop",
    "times": 2,
    "do": [
        {"id": "hit{loop1.index}", "type": "damage", "amount": 3, "target": {"type": "monsterChooser", "ask": ME}},
        {
            "type": "addTriggers",
            "triggers": [
                {"event": "onDefeat", "mode": "once", "do": [{"type": "drawCard", "amount": 1, "target": ME}]}
            ],
        },
    ],
}
EFFECTS = [
    LOOP,
    {"id": "d", "type": "drawCard", "amount": 1, "target": ME},
    {"type": "mana", "mode": "add", "amount": "$d.count", "target": ME},
]
DO = "/behaviors/0/do"
WITHIN = f"{DO}/0/do/1/triggers/0/do/0"


def card(effects: list[Any] | None = None) -> dict[str, Any]:
    behaviors = [{"at": "onPlay", "do": EFFECTS if effects is None else effects}]
    return {
        "id": "T.treasure.com.fire.x", "name": "x", "manaCost": 1, "rarity": "com", "school": "fire",
        "behaviors": behaviors,
    }  # fmt: skip


def at(pointer: str, document: Any = None, ruleset: str = "wizards") -> dict[str, api.Reference]:
    text = json.dumps(card() if document is None else document)
    return {one.insert: one for one in api.scope(ruleset, text, pointer)}


class TestScope:
    def test_has_the_event_around_the_play_and_what_was_bound_before(self) -> None:
        matches = at(f"{WITHIN}/target")
        assert [(one.insert, one.group) for one in matches.values() if one.fits][:2] == [
            ("$onDefeat.sourcePlayerUUID", "event"),
            (ME, "play"),
        ]
        assert matches["{hit{loop1.index}.amount}"].group == "earlier"
        assert matches["$loop1.index"].group == "loop"

    def test_puts_first_what_fits(self) -> None:
        fits = [one.fits for one in at(f"{WITHIN}/target").values()]
        assert fits == sorted(fits, reverse=True)
        assert True in fits
        assert False in fits

    def test_calls_what_a_card_gives_by_the_kind_of_the_card(self) -> None:
        """Several records of `encounter` give `$self`, that of events among them."""
        gains = {"type": "changeAp", "amount": 1, "target": "$self.playerUUID"}
        skill = {"id": "s", "triggerOn": "Dead", "filter": [], "action": [gains]}
        ability = {"id": "a", "type": "ability", "name": "a", "rarity": "common", "skills": [skill]}
        found = at("/skills/0/action/0/amount", ability, "encounter")["$self.playerUUID"]

        assert found.title == ("player · Ability", "玩家 · 异能")

    def test_says_why_something_does_not_fit(self) -> None:
        why = at(f"{WITHIN}/target")["$onDefeat.monsterUUID"].why
        assert why == ("It is a monster; a player is expected.", "它是怪物；此处需要玩家。")

    def test_names_what_is_bound_later(self) -> None:
        later = at(f"{DO}/1/amount")["$d.count"]
        assert (later.group, later.fits) == ("later", False)
        assert at(f"{DO}/2/amount")["$d.count"].fits

    def test_says_in_words_what_each_is(self) -> None:
        matches = at(f"{WITHIN}/amount")
        assert matches["$onDefeat.level"].title == (
            "the monster's level · A monster is defeated",
            "怪物的等级 · 怪物被击败时",
        )
        assert matches["{hit{loop1.index}.amount}"].title.zh == "该次伤害 · 造成伤害"

    def test_offers_braces_inside_a_name_numbers_first(self) -> None:
        found = list(at(f"{DO}/0/do/0/id").values())
        assert ("{loop1.index}", True) in [(one.insert, one.fits) for one in found[:2]]

    def test_knows_a_field_that_is_not_written_yet(self) -> None:
        document = card([{"type": "damage", "amount": 1, "target": {"type": "monsterChooser"}}])
        found = at(f"{DO}/0/target/ask", document)
        assert found[ME].fits
        assert not found["$onPlay.cardUUID"].fits

    def test_refuses_what_nothing_bounds_as_a_number_of_passes(self) -> None:
        document = card([{"id": "m", "type": "damage", "amount": 1, "target": {"type": "allMonsters"}}, LOOP])
        m_amount = at(f"{DO}/1/times", document)["$m.amount"]
        assert not m_amount.fits
        assert m_amount.why is not None
        assert "must be bounded" in m_amount.why.en

    def test_has_nothing_for_a_field_without_references(self) -> None:
        unit = {"id": "H", "cardType": "UNIT", "abilities": [
            {"id": "a", "trigger": "DAMAGE_CALC_STARTED", "effects": [{"type": "SCALE_DAMAGE", "target": "THIS", "params": {"factor": 2}}]}
        ]}  # fmt: skip
        found = at("/abilities/0/effects/0/params/factor", unit, "halo")
        assert "$DAMAGE_CALC_STARTED.targetEntityId" in found
        assert not any(one.fits for one in found.values())

    def test_works_for_a_game_that_it_has_never_seen(self) -> None:
        with on_the_path():
            document = {"id": "m", "behaviors": [{"at": "onPlay", "do": [
                {"id": "b", "type": "breach", "amount": 1}, {"type": "shore", "amount": ""}
            ]}]}  # fmt: skip
            assert at("/behaviors/0/do/1/amount", document, "raid")["$b.amount"].fits

    def test_survives_what_is_no_card(self) -> None:
        assert api.scope("wizards", "[]", "") == ()
        assert api.scope("wizards", '{"behaviors": 7}', "/behaviors") == ()

    @pytest.mark.parametrize(
        "pointer", ["x", "/a/b", "/behaviors/9/do", "/behaviors/x/do", "/id/0/1", "/behaviors/-1/do"]
    )
    def test_refuses_a_pointer_that_leads_nowhere(self, pointer: str) -> None:
        with pytest.raises(LookupError):
            api.scope("wizards", json.dumps(card()), pointer)

    def test_refuses_a_text_that_does_not_parse(self) -> None:
        with pytest.raises(api.BadCard):
            api.scope("wizards", "{", "")


def strings(value: Any, pointer: str = "") -> Iterator[tuple[str, str]]:
    """Yield every text of a document with its pointer."""
    if isinstance(value, str):
        yield pointer, value
    elif isinstance(value, dict | list):
        members = value.items() if isinstance(value, dict) else enumerate(value)
        for key, child in members:
            yield from strings(child, f"{pointer}/{key}")


USES = [
    (document["id"], pointer, value)
    for document, _ in api.card_set("wizards")
    for pointer, value in strings(document)
    if value.startswith("$") and value[1:2].isalpha()
]


class TestShippedCards:
    def test_are_offered_every_reference_that_they_make(self) -> None:
        """What the checker accepts is in scope and fits."""
        cards = {document["id"]: document for document, _ in api.card_set("wizards")}
        assert len(USES) > 100
        for card_id, pointer, value in USES[::3]:
            found = at(pointer, cards[card_id])
            assert value in found, (card_id, pointer, value)
            assert found[value].fits, (card_id, pointer, value)

    def test_may_make_every_reference_that_fits(self) -> None:
        """What is in scope and fits, the checker accepts."""
        cards = {document["id"]: document for document, _ in api.card_set("wizards")}
        for card_id, pointer, value in USES[::40]:
            for row in at(pointer, cards[card_id]).values():
                if row.fits and row.insert != value:
                    report = api.validate("wizards", json.dumps(put(cards[card_id], pointer, row.insert)))
                    wrong = [each for each in report.problems if each.code in ("E-PATH", "E-TYPE", "E-LOOP")]
                    assert not [each for each in wrong if each.path == pointer], (card_id, pointer, row.insert)


def put(document: Any, pointer: str, value: str) -> Any:
    """Return a document with another value at a place."""
    new_copy = copy.deepcopy(document)
    holder: Any = new_copy
    *parts, last = pointer.split("/")[1:]
    for part in parts:
        holder = holder[int(part)] if isinstance(holder, list) else holder[part]
    holder[int(last) if isinstance(holder, list) else last] = value
    return new_copy
