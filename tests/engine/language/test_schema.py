"""The exported schema and the checker's structure layer say the same of every document."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, example, given, settings
from jsonschema import Draft202012Validator

from engine.kernel.chance import Stream
from engine.language.analysis.structure import _Structure, structure
from engine.language.schema import _Schemas, card_schema
from engine.rulesets import find
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.addresses import fast_places, reference_places
from tests.engine.language.arena import ARENA
from tests.engine.language.strategies import Keyed, Maker, broken_cards, documents, json_values, spoilt
from tests.examples import some_of

SCHEMA = card_schema(WIZARDS)
REFERENCE = Draft202012Validator(SCHEMA)
FAST = jsonschema_rs.validator_for(SCHEMA)
LAW = settings(max_examples=some_of(150), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def verdicts(document: Any) -> tuple[bool, bool, bool]:
    return not any(structure(WIZARDS, document)), REFERENCE.is_valid(document), FAST.is_valid(document)


class TestCardSchema:
    def test_is_a_schema_of_its_dialect(self) -> None:
        Draft202012Validator.check_schema(SCHEMA)

        assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"
        assert SCHEMA["$id"] == "/schemas/wizards/card/1.0.json"

    def test_never_tries_the_branches_of_a_union(self) -> None:
        text = json.dumps(SCHEMA)

        assert '"oneOf"' not in text
        assert '"anyOf"' not in text

    def test_closes_every_object(self) -> None:
        opened_names = [
            name for name, made in SCHEMA["$defs"].items() if "properties" in made and "discriminator" not in made
        ]

        assert [name for name in opened_names if SCHEMA["$defs"][name].get("additionalProperties") is not False] == []

    @pytest.mark.parametrize(
        ("node", "key", "word"), [("value.variable", "name", "usage"), ("value.variable", "name", "maxHealth")]
    )
    def test_names_the_words_that_an_open_set_has(self, node: str, key: str, word: str) -> None:
        field = card_schema(find("genius").vocabulary)["$defs"][node]["properties"][key]

        assert "enum" not in field
        assert set(field["x-ui"]["known"][word]) == {"en", "zh"}

    def test_titles_every_field_in_both_languages(self) -> None:
        untitled_pairs = [
            (name, key)
            for name, made in SCHEMA["$defs"].items()
            for key, field in made.get("properties", {}).items()
            if key != "type" and not (field["title"] and field["x-i18n"]["zh"]["title"])
        ]

        assert untitled_pairs == []

    def test_tells_one_wrong_leaf_at_its_place_alone(self) -> None:
        deep: dict[str, Any] = {"type": "damage", "amount": 1, "target": {"type": "monsterChoser"}}
        for _ in range(6):
            deep = {"type": "if", "condition": {"type": "AlwaysTrue"}, "do": [deep]}
        card = {"id": "a.treasure.common.b", "name": "b", "manaCost": 1, "rarity": "com", "school": "none"}
        card["behaviors"] = [{"at": "onPlay", "do": [deep]}]
        errors = list(REFERENCE.iter_errors(card))

        assert ["/".join(map(str, error.absolute_path)) for error in errors] == [
            "behaviors/0/do/0/" + "do/0/" * 6 + "target/type"
        ]


class TestEquivalence:
    """The shipped games are compared in tests/engine/laws, on five thousand documents each; here what no game has."""

    @pytest.mark.parametrize("number", range(0, 1000, 100))
    def test_is_of_places_too(self, number: int) -> None:
        schema = card_schema(ARENA)
        fast, reference = jsonschema_rs.validator_for(schema), Draft202012Validator(schema)
        for key in range(number, number + 100):
            choices = Keyed(Stream(140, f"arena/{key}"))
            document = spoilt(Maker(ARENA, choices).document(3 + key % 6), choices)
            mine = {problem.path for problem in structure(ARENA, document)}

            assert mine == fast_places(fast, document), document
            if key % 10 == 0:
                assert mine == reference_places(reference, document), document

    @LAW
    @given(documents(WIZARDS))
    def test_holds_of_what_the_vocabulary_can_say(self, document: Any) -> None:
        assert verdicts(document) == (True, True, True)

    @LAW
    @given(broken_cards(WIZARDS))
    def test_holds_of_a_card_broken_in_one_place(self, document: Any) -> None:
        mine, reference, fast = verdicts(document)

        assert (mine, mine) == (reference, fast)

    @LAW
    @given(json_values())
    @example({})
    @example({"level": 1, "behaviors": [{"do": "damage"}]})
    @example(True)
    def test_holds_of_anything(self, document: Any) -> None:
        mine, reference, fast = verdicts(document)

        assert (mine, mine) == (reference, fast)


@pytest.mark.parametrize("validator", [REFERENCE, FAST])
def test_strings_end_where_they_end(validator: Any) -> None:
    card = {"id": "a", "name": "b", "manaCost": 1, "rarity": "com", "school": "none", "count": "$1x"}

    assert not validator.is_valid(card)


SAMPLES: list[Any] = [
    *(
        None,
        True,
        False,
        -(2**53),
        2**53 - 1,
        2**53,
        -1,
        0,
        1,
        "",
        "a",
        "A b",
        "9",
        "$1",
        "$0",
        "$999",
        "$1000",
        "a" * 64,
        "a" * 300,
        "卡",
    ),
    *(
        "$onPlay.playerUUID",
        "{a.b}",
        "{a{b}}",
        "{{a}}",
        "{a",
        "a}",
        "$a..b",
        "$a b",
        "$",
        "e{l.index}",
        "{l.index}",
        "a-b_1",
        "1a",
    ),
    *(
        [],
        {},
        [1],
        [{}],
        {"type": 1},
        {"type": "nothing"},
        {"type": "damage"},
        {"type": "AlwaysTrue"},
        {"type": "allMonsters"},
    ),
    *(
        [{"type": "AlwaysTrue"}],
        [{"type": "counter"}],
        {"type": "counter"},
        {"type": "counter", "x": 1},
        [{"type": "counter"}] * 201,
    ),
]


def tried(shape: Any) -> list[Any]:
    """Return what to try for a shape: the usual things, its own words, and its bounds with their neighbours."""
    bounds = [getattr(shape, name, 0) for name in ("min", "max")]
    words = [*getattr(shape, "names", ()), "onPlay", "onDefeat", "onDrawExploration", "instant"]
    lengths = ["a" * size for bound in bounds for size in (bound - 1, bound, bound + 1) if 0 <= size < 2000]
    return [*SAMPLES, *words, *lengths, *(bound + step for bound in bounds for step in (-1, 0, 1))]


class TestEveryField:
    @pytest.mark.parametrize("spec", [*WIZARDS.nodes, *WIZARDS.records], ids=lambda spec: spec.name)
    def test_is_bounded_alike_in_schema_and_checker(self, spec: Any) -> None:
        kind = "exploration" if spec.name == "exploration" else "treasure"
        walk, schemas = _Structure(WIZARDS, kind), _Schemas(WIZARDS)
        different = []
        for key in spec.fields:
            validator = jsonschema_rs.validator_for({**schemas._shape(key.shape, kind), "$defs": SCHEMA["$defs"]})
            for value in tried(key.shape):
                if validator.is_valid(value) != (not list(walk.value(key.shape, value, ""))):
                    different.append((key.name, value))

        assert different == []
