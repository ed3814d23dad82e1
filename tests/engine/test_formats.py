"""The schemas of documents and answers: of their dialect, closed, titled, never guessing; and what reads documents by them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from engine import api, formats
from engine.packs.reader import read_json
from engine.rulesets.wizards import RULESET
from tests.engine.language.strategies import JUNK, places
from tests.examples import some_of

Json = dict[str, Any]
KINDS = [kind for kind in api.schema_kinds() if kind != "card"]
DECK = {"format": "deck/1", "deckId": "d", "cards": [{"cardId": "loom.treasure.original.mana_dew", "count": 2}]}
MANIFEST = {
    "cardDataVersion": "1.0.0",
    "schemaVersion": "1.0",
    "cardFiles": ["units.v1.json"],
    "files": [{"path": "units.v1.json", "size": 3, "sha256": "0" * 64}],
}
TEXT = {"format": "text/1", "lang": "zh", "cards": {"a.b": {"name": "甲"}}}


def subschemas(schema: Any) -> Iterator[Json]:
    """Yield every schema inside a schema; what lies under properties and definitions are names."""
    if isinstance(schema, dict):
        yield schema
        for word, state in schema.items():
            if word in ("properties", "$defs"):
                for row in state.values():
                    yield from subschemas(row)
            elif word not in ("x-i18n", "x-ui", "const", "enum"):
                yield from subschemas(state)
    elif isinstance(schema, list):
        for row in schema:
            yield from subschemas(row)


SCENARIO = {
    "format": "scenario/1", "ruleset": "wizards", "name": "n", "source": "s", "cards": [{"id": "c"}], "seed": 7,
    "config": {"hand": 5, "steps": {"III": 2}}, "chance": {"first": [1, [2, 0, 1]]},
    "given": {"phase": "battling", "active": 0, "table": {"round": 2, "III": [{"card": "c"}]}, "seats": [
        {"mana": 3, "hand": [{"card": "c", "as": "b", "manaCost": 1}], "deck": [{"card": "c", "count": 3}]}, {}]},
    "when": [{"seat": 0, "do": "play", "entity": "b"}, {"then": [{"result": None}]}, {"seat": 0, "answer": ["b", 1]}],
    "then": [
        {"entity": "b", "is": {"health": 8, "reward": None}}, {"seat": 0, "is": {"mana": 0}},
        {"zone": [0, "play"], "holds": ["b"], "count": 1}, {"zone": ["table", "III"], "count": 2},
        {"events": ["onPlayCard"], "exactly": True}, {"triggers": ["onDefeat"]}, {"table": {"phase": "battling", "round": 1}},
        {"event": "onDamageTaken", "with": {"amount": 12, "monsterUUID": "b"}, "count": 1}, {"decision": None},
        {"decision": {"seat": 1, "kind": "main", "options": ["play:b", 1]}}, {"legal": {"seat": 1, "has": ["pass"], "lacks": [1]}},
        {"result": {"outcome": "win", "winner": 0, "ranks": [1, 2]}}, {"problem": "E-ENUM", "path": "/cards/0"},
    ],
}  # fmt: skip


@pytest.fixture(scope="module")
def documents() -> dict[str, Json]:
    """Return one document of each kind that is read or made without a command."""
    card = next(card for card, _ in api.card_set("wizards") if card["id"].endswith("kindling"))
    plan = api.preview_plan("wizards", candidate=card, baseline=None, bots=("random",))
    plan |= {"ends": [6, 12]}
    chunks = [api.preview_chunk(plan, no) for no in (0, 1)]
    return {
        "deck": DECK,
        "manifest": MANIFEST,
        "text": TEXT,
        "scenario": SCENARIO,
        "replay": json.loads(json.dumps(api.play(api.new_match("wizards", seed=3, seats=2)))),
        "result": json.loads(json.dumps(api.preview_merge(plan, chunks))),
    }


class TestEverySchema:
    @pytest.mark.parametrize("kind", KINDS)
    def test_is_a_schema_of_its_dialect_with_an_address(self, kind: str) -> None:
        schema = api.schema("wizards", kind)
        Draft202012Validator.check_schema(schema)

        assert schema["$id"] == f"/schemas/wizards/{kind}/{2 if kind == 'result' else 1}.json"
        assert schema["title"]
        assert schema["x-i18n"]["zh"]["title"]

    @pytest.mark.parametrize("kind", KINDS)
    def test_is_closed_and_never_tries_the_branches_of_a_union(self, kind: str) -> None:
        parts = list(subschemas(api.schema("wizards", kind)))
        open_ = [part for part in parts if "properties" in part and "additionalProperties" not in part]

        assert [part for part in parts if "anyOf" in part or "oneOf" in part] == []
        assert [part for part in open_ if "discriminator" not in part and "const" not in str(part)] == []

    @pytest.mark.parametrize("kind", KINDS)
    def test_titles_every_key_in_both_languages(self, kind: str) -> None:
        parts = [part for part in subschemas(api.schema("wizards", kind)) if part.get("additionalProperties") is False]
        keys = [row for part in parts for row in part["properties"].values()]

        assert keys or kind == "rulesets"
        assert [row for row in keys if not (row["title"] and row["x-i18n"]["zh"]["title"])] == []

    def test_is_reported_for_a_ruleset_that_is_handed_in(self) -> None:
        assert api.schema(RULESET, "replay") == api.schema("wizards", "replay")

    def test_of_a_kind_that_nobody_knows_is_refused(self) -> None:
        with pytest.raises(KeyError, match="recipe"):
            api.schema("wizards", "recipe")


class TestDocuments:
    def test_that_are_right_fit_their_schema(self, documents: dict[str, Json]) -> None:
        for kind, document in documents.items():
            schema = api.schema("wizards", kind)

            assert [error.message for error in Draft202012Validator(schema).iter_errors(document)] == []
            assert formats.schema_problems(document, schema) == []

    def test_that_are_shipped_fit_their_schema(self) -> None:
        for file in (RULESET.folder / "text").glob("*.json"):
            assert formats.schema_problems(json.loads(file.read_bytes()), api.schema("wizards", "text")) == []

    @pytest.mark.parametrize(
        ("text", "code", "path", "place"),
        [
            ('{"format": "deck/1",\n "cards": []}', "E-SCHEMA", "", (1, 1)),
            ('{"format": "deck/2", "deckId": "d", "cards": []}', "E-ENUM", "/format", (1, 12)),
            ('{"format": "deck/1", "deckId": "d",\n "card": [], "cards": []}', "E-SCHEMA", "/card", (2, 2)),
            ('{"format": "deck/1", "deckId": "d", "cards": [{"cardId": "a", "count": 0}]}', "E-SCHEMA",
             "/cards/0/count", (1, 72)),
        ],
    )  # fmt: skip
    def test_that_are_wrong_are_reported_where(self, text: str, code: str, path: str, place: tuple[int, int]) -> None:
        (problem,) = formats.check(read_json(text, file="d.json"), api.schema("wizards", "deck"))

        assert (code, path, place) == (problem.code, problem.path, (problem.line, problem.column))
        assert problem.file == "d.json"
        assert problem.message["en"] != problem.message["zh"]


@st.composite
def spoilt(draw: Any, document: Json) -> Json:
    """Return the document changed in one place."""
    changed = copy.deepcopy(document)
    state, key = draw(st.sampled_from(places(changed)))
    how = draw(st.sampled_from(["replace", "replace", "remove", "add"]))
    if how == "replace":
        state[key] = draw(JUNK)
    elif how == "remove":
        del state[key]
    elif isinstance(state, dict):
        state[draw(st.sampled_from(["format", "extra", "n", f"{key}s"]))] = draw(JUNK)
    else:
        state.append(draw(JUNK))
    return changed


class TestChecking:
    @pytest.mark.parametrize("kind", ["deck", "manifest", "text", "scenario", "replay", "result"])
    def test_says_the_same_as_any_validator(self, kind: str, documents: dict[str, Json]) -> None:
        schema = api.schema("wizards", kind)
        reference = jsonschema_rs.validator_for(schema)
        small = documents[kind] | ({"actions": documents[kind]["actions"][:4]} if kind == "replay" else {})

        @settings(max_examples=some_of(300), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(spoilt(small))
        def law(document: Json) -> None:
            assert reference.is_valid(document) == (not formats.schema_problems(document, schema))

        law()

    @settings(max_examples=some_of(300), deadline=None, derandomize=True)
    @given(st.recursive(JUNK, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["kind", "seq", "format", "event", "payload"]), inner, max_size=4), max_leaves=12))  # fmt: skip
    def test_says_so_of_anything(self, value: Any) -> None:
        for kind in ("play-log", "deck"):
            schema = api.schema("wizards", kind)

            assert Draft202012Validator(schema).is_valid(value) == (not formats.schema_problems(value, schema))
