"""What holds of every document of a ruleset whose nodes are not flat, right or broken."""

from __future__ import annotations

import copy
import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from jsonschema import Draft202012Validator

from engine.kernel.chance import Stream
from engine.language.analysis.card_summary import card_summary
from engine.language.analysis.check import check
from engine.language.analysis.structure import structure
from engine.language.proofreading.mismatch import mismatches
from engine.language.reading.normalise import normalise
from engine.language.reading.source_map import pointer
from engine.language.reading.surface import desugar, resugar
from engine.language.schema import card_schema
from engine.language.text.describe import describe
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.architecture.sources import ROOT
from tests.engine.bout.vocabulary import BOUT
from tests.engine.language.addresses import fast_places, reference_places
from tests.engine.language.strategies import Keyed, Maker, broken_cards, documents, json_values, spoilt
from tests.engine.language.tavern import TAVERN
from tests.examples import some_of

SCHEMA = card_schema(TAVERN)
FAST, REFERENCE = jsonschema_rs.validator_for(SCHEMA), Draft202012Validator(SCHEMA)
LAW = settings(max_examples=some_of(150), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def generated_card(number: int, *, spoil: bool) -> Any:
    """Return a generated card, changed in one place or right."""
    choices = Keyed(Stream(50, f"tavern/{number}"))
    document = Maker(TAVERN, choices).document(3 + number % 5)
    return spoilt(document, choices) if spoil else document


def places(value: Any, path: str = "") -> set[str]:
    """Return the pointers of all parts of a document."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path}.union(*(places(child, pointer(path, key)) for key, child in pairs))


def shapes(schema: Any) -> Any:
    """Yield every object below a schema."""
    if isinstance(schema, dict):
        yield schema
        for part in schema.values():
            yield from shapes(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from shapes(part)


class TestSchema:
    def test_is_one_of_its_dialect_and_tries_no_branches(self) -> None:
        Draft202012Validator.check_schema(SCHEMA)

        assert not {"oneOf", "anyOf"} & {key for part in shapes(SCHEMA) for key in part}

    def test_is_the_one_that_the_editor_is_tested_with(self) -> None:
        held = json.loads((ROOT / "static/editor/tests/tavern.schema.json").read_text("utf-8"))

        assert held == SCHEMA

    def test_closes_every_object_and_every_list_of_arguments(self) -> None:
        nodes = {name: result for name, result in SCHEMA["$defs"].items() if "." in name}
        bags = [
            result["properties"][bag]
            for result in nodes.values()
            for bag in ("params", "args")
            if bag in result["properties"]
        ]

        assert len(bags) == len(TAVERN.family("effect")) + len(TAVERN.family("condition"))
        assert [name for name, result in nodes.items() if result["additionalProperties"] is not False] == []
        assert [bag for bag in bags if bag.get("additionalProperties") is not False and "maxItems" not in bag] == []

    def test_names_the_words_of_a_target_with_their_titles(self) -> None:
        chooser = SCHEMA["$defs"]["chooser"]

        assert chooser["enum"] == list(TAVERN.family("chooser"))
        assert chooser["x-ui"]["options"]["SOURCE"] == {"en": "SOURCE", "zh": "SOURCE"}

    @pytest.mark.parametrize("first", range(0, 2000, 200))
    def test_sees_what_the_checker_sees_where_it_sees_it(self, first: int) -> None:
        wrong = 0
        for number in range(first, first + 200):
            document = generated_card(number, spoil=True)
            mine = {problem.path for problem in structure(TAVERN, document)}
            wrong += bool(mine)

            assert mine == fast_places(FAST, document), document
            if number % 10 == 0:
                assert mine == reference_places(REFERENCE, document), document
        assert wrong > 100

    @LAW
    @given(json_values())
    def test_agrees_about_anything(self, document: Any) -> None:
        assert (not any(structure(TAVERN, document))) == REFERENCE.is_valid(document) == FAST.is_valid(document)

    @LAW
    @given(broken_cards(TAVERN))
    def test_agrees_about_what_is_broken_in_one_place(self, document: Any) -> None:
        assert (not any(structure(TAVERN, document))) == REFERENCE.is_valid(document) == FAST.is_valid(document)


class TestGeneratedCards:
    def test_are_right_and_reach_every_node(self) -> None:
        results = [generated_card(number, spoil=False) for number in range(600)]
        text = json.dumps(results)

        errors = [found for card in results for found in check(TAVERN, card) if found.severity == "error"]

        assert {found.code for found in errors} <= {"E-SELF"}
        assert [spec.name for spec in TAVERN.nodes if f'"{spec.name}"' not in text] == []


class TestLowering:
    @LAW
    @given(broken_cards(TAVERN))
    def test_leads_every_pointer_back_to_what_is_written(self, document: Any) -> None:
        lowered_core = desugar(TAVERN, document)

        assert places(lowered_core.document) <= set(lowered_core.origin)
        assert set(lowered_core.origin.values()) <= places(document)

    @LAW
    @given(documents(TAVERN))
    def test_leaves_the_places_of_nodes_and_records_and_loses_nothing(self, document: Any) -> None:
        lowered_core = desugar(TAVERN, document)

        assert {path: lowered_core.origin[path] for path in places(document) if path in lowered_core.origin} == {
            path: path for path in places(document) if path in lowered_core.origin
        }
        assert desugar(TAVERN, resugar(TAVERN, lowered_core.document)).document == lowered_core.document

    @LAW
    @given(documents(TAVERN))
    def test_is_the_same_each_time_and_changes_nothing(self, document: Any) -> None:
        before = copy.deepcopy(document)
        first, second = desugar(TAVERN, document), desugar(TAVERN, document)

        assert (first, document) == (second, before)

    @pytest.mark.parametrize("vocabulary", [WIZARDS, BOUT], ids=["wizards", "bout"])
    def test_hands_on_what_is_flat_as_it_is(self, vocabulary: Any) -> None:
        document = Maker(vocabulary, Keyed(Stream(51, "flat"))).document(5)
        lowered_core = desugar(vocabulary, document)

        assert lowered_core.document is document
        assert (dict(lowered_core.origin), lowered_core.place("/any/where")) == ({}, "/any/where")

    @LAW
    @given(json_values())
    def test_answers_for_anything(self, document: Any) -> None:
        lowered = desugar(TAVERN, document)

        assert set(lowered.origin.values()) <= places(document)


class TestReaders:
    @pytest.mark.parametrize("spoil", [False, True], ids=["right", "broken"])
    def test_take_every_document(self, spoil: bool) -> None:
        for number in range(300):
            document = generated_card(number, spoil=spoil)
            final_document = normalise(TAVERN, document)
            matches = [
                *final_document.problems,
                *check(TAVERN, final_document.document, origin_map=final_document.origins),
            ]
            card_summary(TAVERN, final_document.document)
            mismatches(
                TAVERN, {**document, "description": "Deal 7 damage."} if isinstance(document, dict) else document
            )

            assert {problem.path.rpartition("/")[0] for problem in matches} <= places(document)
            for lang in ("en", "zh"):
                assert isinstance(describe(TAVERN, final_document.document, lang), str)

    def test_tell_a_right_document_without_old_spellings(self) -> None:
        for number in range(300):
            document = generated_card(number, spoil=False)

            assert normalise(TAVERN, document).document == document
