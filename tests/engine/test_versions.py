"""Versions of the card schema: what is stored stays readable, by no narrowing within a major and a migration between two."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import api
from engine.language.reading.migrate import migrate
from engine.language.reading.versions import is_same, numbers
from engine.language.spec.records import RecordSpec
from engine.language.spec.vocabulary import Vocabulary
from engine.packs.card import read_card
from engine.ruleset import Ruleset
from engine.rulesets import find, names
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.vocabulary import WIZARDS
from tests.engine.language.strategies import documents
from tests.engine.narrowing import bare, keep, narrowings, published, schema_folder
from tests.examples import some_of

Json = dict[str, Any]
GAMES = [find(name) for name in names()]
LAW = settings(max_examples=some_of(150), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


def renamed(card: Any) -> Any:
    """Migrate from 1 to 2: a treasure's `manaCost` is called `cost`, and is written as a list of one."""
    if "manaCost" not in card:
        return card
    return {("cost" if key == "manaCost" else key): held for key, held in card.items()}


def moved(card: Any) -> Any:
    """Migrate from 2 to 3: `behaviors` are called `acts`."""
    return {("acts" if key == "behaviors" else key): held for key, held in card.items()}


def with_version_3(record: RecordSpec) -> RecordSpec:
    """Return a record of cards as version 3 has it."""
    names = {"manaCost": "cost", "behaviors": "acts"}
    return replace(record, fields=tuple(replace(key, name=names.get(key.name, key.name)) for key in record.fields))


NEWER: Vocabulary = replace(
    WIZARDS,
    version="3.1",
    records=tuple(with_version_3(one) if one.name in ("treasure", "exploration") else one for one in WIZARDS.records),
    lint=None,
    migrations={1: renamed, 2: moved},
)
GAME: Ruleset = replace(RULESET, name="newer", vocabulary=NEWER, rewrite=None)  # type: ignore[arg-type]  # rewrites are the older game's
CARD = {"id": "a.treasure.common.b", "name": "B", "manaCost": 3, "rarity": "com", "school": "none", "behaviors": [
    {"at": "onPlay", "do": [{"type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID"}]}]}  # fmt: skip


class TestKeptSchema:
    @pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
    def test_says_what_the_present_one_says(self, ruleset: Ruleset) -> None:
        document, new_document = (
            bare(json.loads(schema_folder(ruleset).read_bytes())),
            bare(api.schema(ruleset, "card")),
        )

        assert narrowings(document, new_document) == [], (
            "stored cards would be refused: a new major version with a migration is due"
        )
        assert document == new_document, (
            "the schema takes more than the one that is kept: look at it, then run `make schemas`"
        )

    @pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
    def test_lies_beside_the_cards_under_the_names_of_the_source(self, ruleset: Ruleset) -> None:
        """003§1: card-def.schema.json and deck.schema.json, generated; `make schemas` writes them."""
        for file, text in published(ruleset).items():
            assert file.read_text(encoding="utf-8") == text, f"{file.name} is stale: run `make schemas`"

    def test_has_both_names_of_003(self) -> None:
        assert {file.name for file in published(find("halo"))} == {"card-def.schema.json", "deck.schema.json"}

    @pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
    def test_is_shipped_once(self, ruleset: Ruleset) -> None:
        """No two files have the same bytes: the newest major has the names of 003, an older one its number."""
        files = sorted((ruleset.folder / "schema").iterdir())
        newest = {file.name for file in published(ruleset)}
        older = {f"card-{number}.json" for number in api.schema_versions(ruleset, "card")[:-1]}

        assert {file.name for file in files} == newest | older
        assert len({file.read_bytes() for file in files}) == len(files)

    def test_of_a_new_major_leaves_the_older_one_under_its_number(self, tmp_path: Path) -> None:
        old = replace(RULESET, folder=tmp_path)
        new = replace(old, vocabulary=replace(NEWER, ruleset="wizards", version="2.0"))
        assert keep(old) == []
        before = schema_folder(old).read_bytes()

        assert keep(new) == []

        assert (tmp_path / "schema" / "card-1.json").read_bytes() == before
        assert json.loads(schema_folder(new).read_bytes())["$id"] == "/schemas/wizards/card/2.0.json"
        assert api.schema_versions(new, "card") == (1, 2)

    @pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
    def test_takes_every_shipped_card(self, ruleset: Ruleset) -> None:
        validator = jsonschema_rs.validator_for(json.loads(schema_folder(ruleset).read_bytes()))

        assert [card["id"] for card, _ in api.card_set(ruleset) if not validator.is_valid(card)] == []

    @pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.name)
    def test_of_every_older_major_is_readable_and_has_its_migration(self, ruleset: Ruleset) -> None:
        *older, newest = api.schema_versions(ruleset, "card")

        assert older == list(range(1, newest))
        assert set(older) <= ruleset.vocabulary.migrations.keys()
        assert all(
            api.schema(ruleset, "card", number)["$id"].startswith(f"/schemas/{ruleset.name}/card/{number}.")
            for number in older
        )


CHANGES: list[tuple[str, Callable[[Json], Any]]] = [
    ("required", lambda made: made["$defs"]["treasure"]["required"].append("description")),
    ("gone", lambda made: made["$defs"]["treasure"]["properties"].pop("description")),
    ("fewer words", lambda made: made["$defs"]["treasure"]["properties"]["rarity"]["enum"].pop()),
    ("fewer words", lambda made: made["$defs"]["effect"]["properties"]["type"]["enum"].remove("damage")),
    ("fell", lambda made: made["$defs"]["treasure"]["properties"]["manaCost"].update(maximum=19)),
    ("rose", lambda made: made["$defs"]["treasure"]["properties"]["manaCost"].update(minimum=1)),
    ("pattern", lambda made: made["$defs"]["treasure"]["properties"]["id"].update(pattern="^[a-z]+$")),
    ("types", lambda made: made["$defs"]["effect.damage"]["properties"]["amount"].update(type=["integer"])),
    ("new or other", lambda made: made["$defs"]["treasure"].update(maxProperties=3)),
    ("another way", lambda made: made.update({"if": {"required": ["health"]}})),
    ("another condition", lambda made: made["$defs"]["effect"]["allOf"].append({"required": ["id"]})),
    ("is gone", lambda made: made["$defs"]["effect.damage"]["properties"].pop("target")),
    ("another condition", lambda made: made["$defs"]["treasure"].update(allOf=[{"if": {"not": {"required": ["costs"]}}, "then": {"required": ["description"]}}])),
]  # fmt: skip


class TestNarrowings:
    @pytest.mark.parametrize(("word", "change"), CHANGES)
    def test_are_noticed(self, word: str, change: Callable[[Json], Any]) -> None:
        old = bare(_flat(api.schema("wizards", "card")))
        new = copy.deepcopy(old)
        change(new)

        assert any(word in found for found in narrowings(old, new)), narrowings(old, new)

    @pytest.mark.parametrize(("word", "change"), CHANGES)
    def test_are_none_the_other_way_round(self, word: str, change: Callable[[Json], Any]) -> None:
        old = bare(_flat(api.schema("wizards", "card")))
        new = copy.deepcopy(old)
        change(new)

        if word not in ("pattern", "another way"):
            assert narrowings(new, old) == []

    def test_are_none_where_words_are_added_or_a_key_is_waived(self) -> None:
        old = bare(_flat(api.schema("wizards", "card")))
        new = copy.deepcopy(old)
        treasure = new["$defs"]["treasure"]
        treasure["properties"]["id"] = {"type": "string", "if": {"enum": ["a b"]}, "else": treasure["properties"]["id"]}
        treasure["required"].remove("school")
        treasure["allOf"] = [{"if": {"not": {"required": ["costs"]}}, "then": {"required": ["school"]}}]

        assert narrowings(old, new) == []

    def test_are_none_in_a_vocabulary_with_another_effect_and_another_field(self) -> None:
        damage = next(node for node in WIZARDS.nodes if node.name == "damage")
        more = replace(damage, fields=tuple(replace(key, required=False) for key in damage.fields))
        other = replace(damage, name="harm")
        wider = replace(WIZARDS, nodes=(*(more if node is damage else node for node in WIZARDS.nodes), other))
        ruleset = replace(RULESET, vocabulary=wider)

        assert narrowings(bare(api.schema(RULESET, "card")), bare(api.schema(ruleset, "card"))) == []
        assert narrowings(bare(api.schema(ruleset, "card")), bare(api.schema(RULESET, "card"))) != []

    def test_are_none_where_a_reference_may_be_a_node_too(self) -> None:
        old = bare(_flat(api.schema("wizards", "card")))
        records = [
            {"if": {"type": kind}, "then": {"$ref": f"#/$defs/{name}"}}
            for kind, name in (("string", "reference"), ("object", "value"))
        ]
        new = copy.deepcopy(old)
        target = new["$defs"]["trigger"]["properties"]
        target["id"] = {
            "type": ["string", "object"],
            "allOf": [{**records[0], "then": {"$ref": "#/$defs/labelTemplate"}}, records[1]],
        }

        assert narrowings(old, new) == []
        target["id"]["allOf"][0] = records[0]
        assert narrowings(old, new) != []


def _flat(schema: Json) -> Json:
    """Return the card schema with the definition of a treasure under one name, whatever kinds its own name lists."""
    name = next(name for name in schema["$defs"] if name.partition(".")[0] == "treasure")
    held = json.loads(json.dumps(schema).replace(f'"#/$defs/{name}"', '"#/$defs/treasure"'))
    held["$defs"]["treasure"] = held["$defs"].pop(name)
    return dict(held)


class TestMigration:
    @LAW
    @given(documents(WIZARDS))
    def test_of_a_right_card_is_right_in_the_newer_schema(self, card: Json) -> None:
        before = copy.deepcopy(card)
        report = migrate(NEWER, card, "1.0")

        assert jsonschema_rs.validator_for(api.schema(GAME, "card")).is_valid(report.document)
        assert card == before
        assert [problem.code for problem in report.problems] == ["W-VERSION"]

    @LAW
    @given(documents(WIZARDS), st.data())
    def test_tells_what_a_place_was_made_of(self, card: Json, data: Any) -> None:
        report = migrate(NEWER, card, "1.0")
        pointer = data.draw(st.sampled_from([*_pointers(report.document, "")]))
        before = re.sub(r"/cost(?=/|$)", "", pointer).replace("/acts", "/behaviors")

        assert report.origin(pointer) == before

    def test_leaves_a_card_alone_even_where_it_should_not_have_changed_it(self) -> None:
        def careless(card: Any) -> Any:
            card["behaviors"].clear()
            return card

        card = copy.deepcopy(CARD)
        done = migrate(replace(NEWER, migrations={1: careless, 2: moved}), card, "1.0")

        assert (done.document["acts"], card) == ([], CARD)

    def test_is_not_made_for_a_card_of_the_newest_or_an_unknown_version(self) -> None:
        for version in (None, "3.0", "3.9.1"):
            assert migrate(NEWER, CARD, version).document is CARD

    @pytest.mark.parametrize(("version", "reported"), [("4.0", "versions 1 to 3.1"), ("0.2", "versions 1 to 3.1")])
    def test_refuses_versions_by_name(self, version: str, reported: str) -> None:
        report = migrate(NEWER, CARD, version)

        assert not report.ok
        assert (report.problems[0].code, version in report.problems[0].message["en"]) == ("E-VERSION", True)
        assert reported in report.problems[0].message["en"]

    def test_reads_the_version_of_a_card_from_itself_first(self) -> None:
        report = migrate(NEWER, {"schemaVersion": "1.0", **CARD}, "9.0")

        assert report.document["cost"] == 3
        assert "schemaVersion" not in report.document
        assert report.problems[0].path == "/schemaVersion"

    @pytest.mark.parametrize("version", [1, "one", "1", None, "1.0.0.0", "", ["1.0"]])
    def test_refuses_what_is_no_version(self, version: Any) -> None:
        problem = migrate(NEWER, {**CARD, "schemaVersion": version}).problems[0]

        assert (problem.code, problem.path) == ("E-SCHEMA", "/schemaVersion")

    @pytest.mark.parametrize("card", [3, None, "x", [1]])
    def test_of_what_is_no_card_ends_in_problems(self, card: Any) -> None:
        report = api.load(json.dumps([card]).encode(), GAME)

        assert not report.ok
        assert not migrate(NEWER, card, "1.0").ok or not isinstance(card, int | None)


def _pointers(value: Any, at: str) -> Any:
    yield at
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, held in pairs:
        yield from _pointers(held, f"{at}/{name}")


class TestVersionNumbers:
    @pytest.mark.parametrize(
        ("older", "newer"), [("1.9.0", "1.10.0"), ("1.9", "1.10.0"), ("1.0.9", "1.0.10"), ("9.9.9", "10.0.0")]
    )
    def test_compare_as_numbers(self, older: str, newer: str) -> None:
        """Conformance 134."""
        assert numbers(older) < numbers(newer)
        assert not is_same(older, newer)

    def test_are_the_same_with_and_without_a_last_nought(self) -> None:
        assert is_same("1.10", "1.10.0")
        assert numbers("1.10") == (1, 10, 0)

    @pytest.mark.parametrize("text", ["", "1", "1.", "1.0.0.0", "01.0", "1.0-beta", "v1.0", "1.0.0\n", "一.0"])
    def test_are_distinguished_from_what_is_none(self, text: str) -> None:
        with pytest.raises(ValueError, match="is no version"):
            numbers(text)
        assert is_same(text, text)
        assert not is_same(text, "1.0.0")


class TestReading:
    def test_an_older_card_gives_the_newest_and_says_so(self) -> None:
        report = read_card(NEWER, json.dumps({"schemaVersion": "1.0", **CARD}, indent=1))
        newest = read_card(NEWER, json.dumps(moved(renamed(CARD))))

        assert (report.ok, newest.ok) == (True, True), report.problems
        assert report.canonical == newest.canonical
        assert [(one.code, one.severity, one.line) for one in report.problems] == [("W-VERSION", "warning", 2)]

    def test_a_wrong_older_card_is_reported_where_its_author_wrote_it(self) -> None:
        wrong = copy.deepcopy(CARD)
        wrong["behaviors"][0]["do"][0]["amount"] = "many"  # type: ignore[index]  # a document
        report = read_card(NEWER, json.dumps({"schemaVersion": "1.0", **wrong, "manaCost": 99}, indent=1))
        errors = [(problem.code, problem.path) for problem in report.problems if problem.severity == "error"]

        assert errors == [("E-SCHEMA", ""), ("E-SCHEMA", "/behaviors/0/do/0/amount")]
        assert all(problem.fix is None for problem in report.problems)

    def test_a_pack_of_an_older_schema_is_loaded(self) -> None:
        report = api.load(
            json.dumps(
                [{**CARD, "schemaVersion": "1.0"}, {**moved(renamed(CARD)), "id": "a.treasure.common.c"}]
            ).encode(),
            GAME,
        )

        assert [card["cost"] for card, _ in report.cards] == [3, 3]
        assert [one.code for one in report.problems] == ["W-VERSION"]

    def test_an_older_schema_stands_beside_the_newest(self, tmp_path: Any) -> None:
        (tmp_path / "schema").mkdir()
        for number in (1, 2):
            (tmp_path / "schema" / f"card-{number}.json").write_text(
                json.dumps({"$id": f"/schemas/newer/card/{number}.0.json"})
            )
        ruleset = replace(GAME, folder=tmp_path)

        assert api.schema_versions(ruleset) == (1, 2, 3)
        assert api.schema(ruleset, "card", 1)["$id"] == "/schemas/newer/card/1.0.json"
        assert api.schema(ruleset, "card", 3) == api.schema(ruleset) == api.schema(ruleset, "card")
        with pytest.raises(KeyError):
            api.schema(ruleset, "card", 4)
