"""A card that is written inside another means what it means by itself: every shipped card that could be written so is attempts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from engine import api
from engine.api.catalog import card_names
from engine.api.tables import name_cards
from engine.kernel.definitions import CardDef
from engine.language.compiling.compile import Unit
from engine.language.planning.document_reader import may_ask
from engine.language.reading.inner_cards import inner_id, inner_places, lifted
from engine.language.reading.source_map import members, pointer, value_at
from engine.language.reading.surface import desugar
from engine.language.text.describe import describe
from engine.rulesets import find, names
from engine.simulation.interim_results import counted_nodes

Json = dict[str, Any]
GAMES = [game for game in names() if find(game).vocabulary.inner_cards]
"""The games in which a card may be written inside another."""
DIGEST = "0" * 64
ALONE = {"type", "rarity", "description", "weight"}
"""What a card by itself has and one inside another has not."""


@cache
def shipped(game: str) -> dict[str, Json]:
    return {document["id"]: document for document, _ in api.card_set(game)}


def written_inside(
    game: str, *, in_effects: bool = True, in_lists: bool = True
) -> Iterator[tuple[Json, Json, list[tuple[str, str]]]]:
    """Yield each shipped card that names cards where they could be written, itself with those inside, and where each is, with its id."""
    vocabulary = find(game).vocabulary
    for card in shipped(game).values():
        places = []
        inside = json.loads(json.dumps(card))
        counts = dict[str, int]()
        for path, node, key, id_key in inner_places(vocabulary, card) if in_effects else ():
            spec = vocabulary.family("effect")[node["type"]]
            shape: Any = next(each.shape for each in spec.fields if each.name == key)
            own_card = written_here(game, str(node.get(id_key)), shape.name, counts)
            if own_card is None:
                continue
            effect = value_at(inside, path)
            effect.pop("overrideVariables", None)
            del effect[id_key]
            effect[key] = own_card
            places.append((pointer(path, key), node[id_key]))
        for key, id_key, record_name in lists_of(game, card) if in_lists else ():
            for name in card.get(id_key, []):
                own_card = written_here(game, name, record_name, counts)
                if own_card is not None:
                    inside[id_key].remove(name)
                    inside.setdefault(key, []).append(own_card)
                    places.append((f"/{key}/{len(inside[key]) - 1}", name))
        if places:
            yield card, inside, places


def written_here(game: str, name: str, record_name: str, counts: dict[str, int]) -> Json | None:
    """Return a shipped card as it is written inside another, None where it has what its record there has not."""
    document = shipped(game).get(name)
    fields = {each.name for each in find(game).vocabulary.record(record_name).fields}
    if document is None or document.keys() - fields - ALONE:
        return None
    number = counts[name] = counts.get(name, 0) + 1
    shared = {name: value for name, value in document.items() if name in fields and name not in ("id", "name")}
    return {"id": f"{name.rpartition('.')[2]}{number}", "name": document["name"], **shared}


def lists_of(game: str, card: Json) -> Iterator[tuple[str, str, str]]:
    """Yield the lists of a card in which others may be written: the key, the one of ids beside it, and the record."""
    vocabulary = find(game).vocabulary
    kind = vocabulary.kind_of(card)
    assert kind is not None
    for field in vocabulary.record(kind.record).fields:
        if field.reference.added_to:
            shape: Any = field.shape
            yield field.name, field.reference.added_to, shape.item.name


def defined(game: str, document: Json) -> tuple[CardDef, Unit]:
    return find(game).compile_card(document, DIGEST)


def parts_of(definition: CardDef) -> tuple[Any, ...]:
    """Return what a definition is beside the names of its code."""
    abilities = [
        (one.id, one.event, one.stage, one.priority, one.zones, one.limit, one.spends) for one in definition.abilities
    ]
    numbers = {name: number for name, number in definition.numbers.items() if name not in ALONE}
    return definition.kind, numbers, definition.words["name"], definition.tags, dict(definition.variables), abilities


@pytest.mark.parametrize("game", GAMES)
def test_a_card_inside_another_is_compiled_as_it_is_by_itself(game: str) -> None:
    attempts = 0
    for _, inside, places in written_inside(game):
        _, unit = defined(game, inside)
        for (place, name), definition in zip(places, unit.cards.values(), strict=True):
            alone, own_unit = defined(game, shipped(game)[name])
            assert parts_of(definition) == parts_of(alone), place
            codes = {code.partition(f"#{place}")[2] for code in unit.blocks if f"#{place}/" in code}
            assert {code.partition("#")[2] for code in own_unit.blocks} <= codes
            attempts += 1
    assert attempts > 1


@pytest.mark.parametrize("game", GAMES)
def test_no_valid_card_gets_a_problem_by_being_written_inside(game: str) -> None:
    for card, inside, _ in written_inside(game):
        del inside["description"]
        found = [problem for problem in api.validate(game, json.dumps(inside)).problems if problem.severity == "error"]
        assert found == [], card["id"]


@pytest.mark.parametrize("game", GAMES)
def test_its_text_is_a_paragraph_of_the_card_around(game: str) -> None:
    for _, inside, places in written_inside(game):
        for language, brackets in (("en", "()"), ("zh", "（）")):
            text = api.describe(game, inside, language)
            for place, name in places:
                alone = api.describe(game, shipped(game)[name], language)
                title = value_at(inside, place)["name"]
                space = " " if language == "en" else ""
                assert not alone or f"{brackets[0]}{title}{': ' if language == 'en' else '：'}" in text
                assert alone.replace("\n", space) in text


@pytest.mark.parametrize("game", GAMES)
def test_every_mistake_in_it_is_reported_where_it_is(game: str) -> None:
    attempts = 0
    for _, inside, places in written_inside(game):
        for place, _ in places[:1]:
            for where in [path for path, value in _values(value_at(inside, place), place) if isinstance(value, dict)]:
                broken = json.loads(json.dumps(inside))
                value_at(broken, where)["noSuchField"] = 1
                found = api.validate(game, json.dumps(broken)).problems
                assert any(one.path == f"{where}/noSuchField" for one in found), where
                attempts += 1
    assert attempts > 5


def _values(value: Any, path: str) -> Iterator[tuple[str, Any]]:
    yield path, value
    for where, child in members(path, value):
        yield from _values(child, where)


@pytest.mark.parametrize("game", GAMES)
def test_coverage_counts_its_nodes_as_those_of_the_card_around(game: str) -> None:
    for card, inside, places in written_inside(game):
        own = sum(counted_nodes(find(game), shipped(game)[name]) for _, name in places)
        assert counted_nodes(find(game), inside) == counted_nodes(find(game), card) + own
        _, unit = find(game).compile_card(inside, DIGEST, counting=True)
        assert all(code.startswith(f"{card['id']}@") for code in unit.blocks)


@pytest.mark.parametrize("game", GAMES)
def test_lifted_out_it_is_the_card_by_itself(game: str) -> None:
    attempts = 0
    for card, inside, places in written_inside(game):
        text = json.dumps(inside)
        for place, name in places:
            lifted_card = api.lift_out(game, text, place, "own.lifted")
            (by_itself, _), (alone, _) = defined(game, lifted_card.document), defined(game, shipped(game)[name])
            assert parts_of(by_itself) == parts_of(alone)
            problems = api.validate(game, json.dumps(lifted_card.document)).problems
            assert [one for one in problems if one.severity == "error"] == []
            outer = json.loads(lifted_card.text)
            assert "own.lifted" in json.dumps(outer)
            assert len(defined(game, outer)[1].cards) == len(places) - 1, card["id"]
            attempts += 1
    assert attempts > 1


def call(*effects: Json) -> Json:
    skill = {"id": "play", "skillType": "card", "action": list(effects)}
    return {"id": "own.a", "type": "eventCard", "name": "A", "rarity": "common", "cost": {}, "skills": [skill]}


def sprite(own: str = "sprite", **fields: Any) -> Json:
    burn = {"type": "damage", "target": "opponentActive", "element": "pyro", "amount": 1}
    skills = [{"id": "burn", "triggerOn": "END_PHASE", "spends": 1, "action": [burn]}]
    return {"type": "summon", "is": {"id": own, "name": "Sprite", "uses": 3, "skills": skills, **fields}}


def codes(document: Json) -> list[tuple[str, str]]:
    return [(one.code, one.path) for one in api.validate("genius", json.dumps(document)).problems]


def test_two_with_one_id_are_reported_and_so_is_one_that_is_also_named() -> None:
    assert codes(call(sprite(), sprite("other"))) == []
    assert codes(call(sprite(), sprite())) == [("E-DUP", "/skills/0/action/1/is/id")]
    document = {**sprite(), "summon": "genius.summon.frost-hare"}
    assert codes(call(document)) == [("E-SCHEMA", "/skills/0/action/0/summon")]
    assert codes(call({"type": "summon"})) == [("E-SCHEMA", "/skills/0/action/0")]


def test_uses_and_rounds_are_its_variables() -> None:
    (inner,) = lifted(find("genius").vocabulary, desugar(find("genius").vocabulary, call(sprite(rounds=2))).document)[1]
    assert inner.document["varConfigs"] == {"usage": {"initialValue": 3}, "duration": {"initialValue": 2}}
    shared = sprite(varConfigs={"charge": {"initialValue": 5}})
    (inner,) = lifted(find("genius").vocabulary, desugar(find("genius").vocabulary, call(shared)).document)[1]
    assert inner.document["varConfigs"] == {"charge": {"initialValue": 5}, "usage": {"initialValue": 3}}


def test_a_variable_that_it_lacks_cannot_begin_otherwise() -> None:
    changed = {**sprite(), "overrideVariables": {"usage": 1, "charge": 2}}
    assert codes(call(changed)) == [("E-REF", "/skills/0/action/0/overrideVariables/charge")]


def test_one_inside_one_inside_is_a_card_too() -> None:
    inner = sprite("deep", skills=[{"id": "more", "triggerOn": "END_PHASE", "action": [sprite("deeper")]}])
    _, unit = defined("genius", call(inner))
    assert list(unit.cards) == ["own.a#deep", "own.a#deeper"]
    assert codes(call(inner)) == []


def test_what_it_may_refer_to_is_its_own() -> None:
    card = call(
        sprite(skills=[{"id": "x", "triggerOn": "AFTER_HEAL", "action": [{"type": "heal", "target": "", "amount": 1}]}])
    )
    card["target"] = "myCharacter"
    place = "/skills/0/action/0/is/skills/0/action/0/target"
    listed = {one.insert for one in api.scope("genius", json.dumps(card), place)}
    assert any("AFTER_HEAL" in text for text in listed)
    outer = {one.insert for one in api.scope("genius", json.dumps(card), "/skills/0/action/0/summon")}
    assert not any("AFTER_HEAL" in text for text in outer)


def test_its_name_has_a_text_in_each_language() -> None:
    card = call(sprite())
    (text,) = api.inner_texts("genius", card)
    assert (text.name, text.pointer) == ("is.sprite.name", "/skills/0/action/0/is/name")
    known = api.names_of([(card, {"zh": {"name": "甲", "is.sprite.name": "火精"}})])
    assert known[inner_id("own.a", "sprite")] == ("Sprite", "火精")
    assert api.describe("genius", card, "zh", known).startswith("召唤火精。\n（火精：结束阶段，")


def test_a_part_of_it_can_be_left_out() -> None:
    _, unit = find("genius").compile_card(call(sprite()), DIGEST, left_out=["/skills/0/action/0/is/skills/0"])
    assert unit.cards["own.a#sprite"].abilities == ()


def test_what_names_it_names_the_card_that_it_becomes() -> None:
    removal = {"type": "removeStatus", "status": "own.a#sprite"}
    text = json.dumps({**call(sprite()), "note": [removal]})
    lifted_card = api.lift_out("genius", text, "/skills/0/action/0/is", "own.summon.sprite")
    outer = json.loads(lifted_card.text)
    assert outer["note"] == [{"type": "removeStatus", "status": "own.summon.sprite"}]
    assert outer["skills"][0]["action"] == [{"type": "summon", "summon": "own.summon.sprite"}]
    assert (lifted_card.kind, lifted_card.key, lifted_card.own, lifted_card.document["id"]) == (
        "summon",
        "is",
        "sprite",
        "own.summon.sprite",
    )
    assert lifted_card.document["varConfigs"] == {"usage": {"initialValue": 3}}


def test_nothing_is_lifted_out_where_no_card_is() -> None:
    for place in ("", "/skills/0", "/skills/0/action/0", "/skills/0/action/1/is"):
        with pytest.raises(LookupError):
            api.lift_out("genius", json.dumps(call(sprite())), place, "own.x")


def test_a_table_calls_and_words_it_as_a_card() -> None:
    card = call(sprite())
    summon: Json = {"id": 1, "card": "own.a#sprite", "attached": []}
    view = {"scene": {"table": {"zones": []}, "seats": [{"zones": [{"cards": [summon]}]}]}, "asked": None}
    rules = find("genius")
    name_cards(rules, view, [], card_names(rules, [(card, DIGEST)]), {"own.a": card}, "en")
    assert summon["name"] == {"en": "Sprite", "zh": "Sprite"}
    assert (summon["kind"] != "", summon["text"].startswith("In the end phase, deal 1 Pyro damage")) == (True, True)


OF_A_PLAYER = re.compile(r"\b(you|yours?|opponent|opposing|draw|gain|lose)\b", re.IGNORECASE)
SEEN_FROM_THERE = ", from the opponent's side: "


@pytest.mark.parametrize("game", GAMES)
def test_of_the_other_player_says_from_where_it_is_seen(game: str) -> None:
    """An English text that means a player means the one whose card it is; one that is the same for both says nothing of a side."""
    vocabulary, texts = find(game).vocabulary, []
    side = dict(vocabulary.other_side)
    choosers = (spec.name for spec in vocabulary.family("chooser").values() if spec.field(*side) and not may_ask(spec))
    other_units = {"type": next(choosers), **side}
    for _, inside, places in written_inside(game, in_lists=False):
        for path, _ in places:
            effect = value_at(inside, path.rpartition("/")[0])
            effect |= side if vocabulary.family("effect")[effect["type"]].field(*side) else {"target": other_units}
        texts += [line for line in describe(vocabulary, inside, "en").splitlines() if line.startswith("(")]

    seen = {line.replace(SEEN_FROM_THERE, ""): SEEN_FROM_THERE in line for line in texts}
    assert {True, False} == set(seen.values())
    assert [line for line, is_said in seen.items() if OF_A_PLAYER.search(line) and not is_said] == []
