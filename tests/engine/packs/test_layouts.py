"""Packs as 003 lays them out: shapes of files and folders, all layers told at once, decks held to the cards beside them. Conformance 112, 117, 118."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.errors import Problem
from engine.packs.archive import write_zip
from engine.packs.loading import open_source
from engine.packs.validating import Mode
from engine.ruleset import Ruleset
from tests.engine.packs.deck_ruleset import CARDS, FIRST, SECOND, SHIPPED_CARDS, VOCABULARY, card, deck, decked, write
from tests.engine.packs.test_release import ARCHIVE, RELEASE

Json = dict[str, Any]
IDS = [one["id"] for one in CARDS]
MANIFEST = {
    "cardDataVersion": "1.0.0",
    "schemaVersion": "1.0.0",
    "cardFiles": [
        "units.v1.json",
        "armory.v1.json",
        "tactical.v1.json",
        "field.v1.json",
        "vessels.v1.json",
        "token-templates.v1.json",
    ],
}
"""That of 003§9, letter by letter."""

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "properties": {"x": {"multipleOf": 1}},
    "type": "object",
}
LAID_OUT: Mapping[str, Any] = {
    "cards/manifest.json": MANIFEST,
    **{f"cards/{name}": [CARDS[place]] for place, name in enumerate(MANIFEST["cardFiles"][:5])},
    "cards/token-templates.v1.json": {"cards": []},
    "schema/card-def.schema.json": b'{"multipleOf": 0.5}',
    "schema/deck.schema.json": SCHEMA,
}


@pytest.fixture(scope="module")
def ruleset(tmp_path_factory: pytest.TempPathFactory) -> Ruleset:
    return decked(tmp_path_factory.mktemp("decked"))


def codes(found: Iterable[Problem]) -> list[tuple[str, str, str]]:
    return [(one.code, one.file, one.path) for one in found]


def zipped(files: Mapping[str, Any], top: str = "") -> bytes:
    return write_zip(
        {f"{top}{name}": held if isinstance(held, bytes) else json.dumps(held).encode() for name, held in files.items()}
    )


class TestFileOfCards:
    @pytest.mark.parametrize("held", [CARDS[0], [CARDS[0]], {"cards": [CARDS[0]]}])
    def test_holds_one_card_a_list_or_a_set(self, ruleset: Ruleset, held: Any) -> None:
        loaded = api.load(json.dumps(held).encode(), ruleset)

        assert ([one for one, _ in loaded.cards], loaded.problems) == ([CARDS[0]], ())

    def test_may_hold_none_as_a_set_but_not_as_a_bare_list(self, ruleset: Ruleset) -> None:
        assert api.load(b'{"cards": []}', ruleset).ok
        assert [problem.code for problem in api.load(b"[]", ruleset).problems] == ["E-SCHEMA"]

    def test_tells_places_from_its_root(self, ruleset: Ruleset) -> None:
        text = json.dumps({"cards": [CARDS[0], {**CARDS[1], "manaCost": "many"}, CARDS[0]]}, indent=1)
        result = api.load(text.encode(), ruleset)

        assert codes(result.problems) == [
            ("E-SCHEMA", "card.json", "/cards/1/manaCost"),
            ("E-DUP", "card.json", "/cards/2/id"),
        ]
        assert [text.splitlines()[one.line - 1].strip() for one in result.problems] == [
            '"manaCost": "many",',
            f'"id": "{IDS[0]}",',
        ]

    def test_has_nothing_beside_the_list_of_a_set(self, ruleset: Ruleset) -> None:
        loaded = api.load(b'{"cards": [],\n "schemaVersion": "1.0"}', ruleset)

        assert [(one.code, one.path, one.line, one.column) for one in loaded.problems] == [
            ("E-SCHEMA", "/schemaVersion", 2, 2)
        ]

    def test_may_be_larger_than_a_card_when_it_is_a_set(self, ruleset: Ruleset) -> None:
        many_cards = [card(f"n{number}", description="x" * 900) for number in range(1_500)]

        assert len(api.load(json.dumps({"cards": many_cards}).encode(), ruleset).cards) == 1_500
        assert [problem.code for problem in api.load(json.dumps({"card": many_cards}).encode(), ruleset).problems] == [
            "E-LIMIT"
        ]
        large = {**CARDS[0], "cards": many_cards}
        assert [problem.code for problem in api.load(json.dumps(large).encode(), ruleset).problems] == ["E-LIMIT"]


class TestLayout:
    @pytest.mark.parametrize("place", ["", "cards", "cards/manifest.json", "pack.zip", "topped.zip"])
    def test_of_the_source_is_read_from_everywhere(self, ruleset: Ruleset, tmp_path: Path, place: str) -> None:
        write(
            tmp_path, {**LAID_OUT, "pack.zip": zipped(_strict(LAID_OUT)), "topped.zip": zipped(_strict(LAID_OUT), "resources/")}
        )  # fmt: skip
        result = api.load(tmp_path / place, ruleset)

        assert ([one["id"] for one, _ in result.cards], result.problems) == (IDS, ())
        assert result.version == "1.0.0"

    @pytest.mark.parametrize("place", ["", "pack.zip"])
    def test_has_decks_beside_its_cards(self, ruleset: Ruleset, tmp_path: Path, place: str) -> None:
        write(tmp_path, {**SHIPPED_CARDS, "pack.zip": zipped(SHIPPED_CARDS)})
        loaded = api.load(tmp_path / place, ruleset)

        assert (loaded.decks, len(loaded.cards), loaded.problems) == ((FIRST, SECOND), len(CARDS), ())

    def test_may_be_a_manifest_with_decks_and_texts_beside_it(self, ruleset: Ruleset, tmp_path: Path) -> None:
        files = {
            "manifest.json": {**MANIFEST, "cardFiles": ["a.json"]}, "a.json": CARDS, "b.json": [card("unlisted")],
            "decks/d.json": FIRST, "text/zh.json": {"format": "text/1", "lang": "zh", "cards": {IDS[0]: {"name": "甲"}}},
        }  # fmt: skip
        loaded = api.load(write(tmp_path, files), ruleset)

        assert (len(loaded.cards), loaded.decks, loaded.texts) == (
            len(CARDS),
            (FIRST,),
            {IDS[0]: {"zh": {"name": "甲"}}},
        )

    def test_is_read_where_no_manifest_is(self, ruleset: Ruleset, tmp_path: Path) -> None:
        files = {name: held for name, held in LAID_OUT.items() if "manifest" not in name}
        loaded = api.load(write(tmp_path, files), ruleset)

        assert (sorted(one["id"] for one, _ in loaded.cards), loaded.problems) == (sorted(IDS), ())

    def test_takes_no_schema_for_a_card_wherever_it_lies(self, ruleset: Ruleset, tmp_path: Path) -> None:
        loaded = api.load(write(tmp_path, {"a.json": CARDS[0], "card-def.schema.json": SCHEMA}), ruleset)

        assert (len(loaded.cards), loaded.problems) == (1, ())

    def test_follows_no_linked_folder(self, ruleset: Ruleset, tmp_path: Path) -> None:
        write(
            tmp_path,
            {
                "elsewhere/d.json": FIRST,
                "pack/a.json": CARDS,
                "pack/cards/manifest.json": {**MANIFEST, "cardFiles": []},
            },
        )
        (tmp_path / "pack/decks").symlink_to(tmp_path / "elsewhere")

        assert codes(api.load(tmp_path / "pack", ruleset).problems) == [("E-FILE", "decks", "")]
        (tmp_path / "pack/cards/manifest.json").unlink()
        assert codes(api.load(tmp_path / "pack", ruleset).problems) == [("E-FILE", "decks", "")]


class TestHazard:
    """What a folder may hold that an archive is refused for; those of archives are in test_archive."""

    @pytest.mark.parametrize("names", [("a.json", "A.json"), ("cards/a.json", "Cards/b.json")])
    def test_of_names_that_differ_in_case_alone_is_reported(
        self, ruleset: Ruleset, tmp_path: Path, names: tuple[str, str]
    ) -> None:
        result = api.load(write(tmp_path, dict(zip(names, CARDS, strict=False))), ruleset)

        assert [one.code for one in result.problems] == ["E-FILE"]
        assert "side by side" in result.problems[0].message["en"]

    @pytest.mark.parametrize("items", [["a.json", "a.json"], ["a.json", "A.json"]])
    def test_of_a_file_that_is_listed_twice_is_reported(
        self, ruleset: Ruleset, tmp_path: Path, items: list[str]
    ) -> None:
        files = {"manifest.json": {"cardFiles": items}, "a.json": CARDS[0], "A.json": CARDS[1]}
        loaded = api.load(write(tmp_path, files), ruleset)

        assert codes(loaded.problems) == [("E-FILE", items[1], "")]

    @pytest.mark.parametrize(
        "name", ["../secret.json", "/etc/passwd.json", "a/../../secret.json", "C:/x.json", "a\\b.json", ".git/a.json"]
    )
    def test_of_a_listed_path_that_leads_out_is_refused(self, ruleset: Ruleset, tmp_path: Path, name: str) -> None:
        write(tmp_path, {"secret.json": CARDS[0], "pack/cards/manifest.json": {"cardFiles": [name]}})
        result = api.load(tmp_path / "pack", ruleset)

        assert codes(result.problems) == [("E-SCHEMA", "cards/manifest.json", "/cardFiles/0")]
        assert result.cards == ()

    @pytest.mark.parametrize("place", ["manifest.json", "cards", "cards/a.json"])
    def test_of_a_link_is_refused_wherever_it_stands(self, ruleset: Ruleset, tmp_path: Path, place: str) -> None:
        write(tmp_path, {"out/manifest.json": {"cardFiles": ["a.json"]}, "out/a.json": CARDS[0], "pack/x.txt": b""})
        if place == "cards/a.json":
            write(tmp_path, {"pack/cards/manifest.json": {"cardFiles": ["a.json"]}})
        (tmp_path / "pack" / place).symlink_to(tmp_path / "out" / place.removeprefix("cards").removeprefix("/"))
        result = api.load(tmp_path / "pack", ruleset)

        assert "E-FILE" in [one.code for one in result.problems]
        assert result.cards == ()

    def test_of_a_pipe_is_refused_and_not_waited_for(self, ruleset: Ruleset, tmp_path: Path) -> None:
        write(tmp_path, {"manifest.json": {"cardFiles": ["a.json"]}})
        os.mkfifo(tmp_path / "a.json")
        loaded = api.load(tmp_path, ruleset)

        assert codes(loaded.problems) == [("E-FILE", "a.json", ""), ("E-FILE", "a.json", "")]


def _strict(files: Mapping[str, Any]) -> Json:
    return {name: held for name, held in files.items() if name != "schema/card-def.schema.json"}


class TestManifest:
    def test_of_the_source_is_right_letter_by_letter(self) -> None:
        schema = api.schema("wizards", "manifest")
        source = Path(__file__).parent / "manifest-003.json"
        document = json.loads(source.read_bytes())

        assert document == MANIFEST
        assert set(document) <= set(schema["properties"])

    @pytest.mark.parametrize(
        ("content", "reported"),
        [
            (None, ["E-FILE"]),
            (b"[1}", ["E-FILE", "E-JSON"]),
            (b"", ["E-FILE", "E-JSON"]),
            (b"\xff", ["E-FILE", "E-JSON"]),
        ],
    )
    @pytest.mark.parametrize("place", ["", "pack.zip"])
    def test_names_a_file_that_is_missing_or_unreadable(
        self, ruleset: Ruleset, tmp_path: Path, content: bytes | None, reported: list[str], place: str
    ) -> None:
        files = {name: data for name, data in LAID_OUT.items() if "armory" not in name and "schema" not in name}
        files |= {} if content is None else {"cards/armory.v1.json": content}
        write(tmp_path, {**files, "pack.zip": zipped(files)})
        result = api.load(tmp_path / place, ruleset)

        assert [(one.code, one.file) for one in result.problems] == [
            (code, "cards/armory.v1.json") for code in reported
        ]
        assert result.cards == ()

    def test_that_is_unreadable_is_named(self, ruleset: Ruleset, tmp_path: Path) -> None:
        loaded = api.load(write(tmp_path, {"cards/manifest.json": b"{"}), ruleset)

        assert codes(loaded.problems) == [("E-JSON", "cards/manifest.json", "")]

    @pytest.mark.parametrize("version", ["1", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.0-", ""])
    def test_tells_its_versions_as_numbers(self, ruleset: Ruleset, tmp_path: Path, version: str) -> None:
        result = api.load(
            write(tmp_path, {"manifest.json": {**MANIFEST, "cardDataVersion": version, "cardFiles": []}}), ruleset
        )

        assert codes(result.problems) == [("E-SCHEMA", "manifest.json", "/cardDataVersion")]


class TestReport:
    FILES: Mapping[str, Any] = {
        "cards/manifest.json": {**MANIFEST, "cardFiles": ["a.json", "b.json", "c.json", "gone.json"], "colour": 1},
        "cards/a.json": [
            card("shape", manaCost="many"),
            card("word", rarity="gold"),
            card("meaning", behaviors=[{"at": "onPlay", "do": [{"type": "mana", "mode": "add", "amount": 1, "target": "$x.y"}]}]),
            card("good", deckLimit=40),
        ],
        "cards/b.json": {"cards": [card("good", deckLimit=40), card("named", behaviors=[{"at": "onPlay", "do": [{"type": "addTriggers", "triggers": [{
            "event": "onBuy", "mode": "round", "condition": {"type": "Equals", "value1": "$onBuy.cardID", "value2": "d.treasure.common.god"},
            "do": [{"type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID"}]}]}]}])]},
        "cards/c.json": b"[1,",
        "decks/d.json": deck("d", good=1, nobody=2),
    }  # fmt: skip

    def test_tells_all_layers_of_all_files_at_once(self, ruleset: Ruleset, tmp_path: Path) -> None:
        result = api.load(write(tmp_path, self.FILES), ruleset)

        assert {(problem.code, problem.file) for problem in result.problems if problem.severity == "error"} == {
            ("E-SCHEMA", "cards/manifest.json"),
            ("E-SCHEMA", "cards/a.json"),
            ("E-ENUM", "cards/a.json"),
            ("E-PATH", "cards/a.json"),
            ("E-DUP", "cards/b.json"),
            ("E-REF", "cards/b.json"),
            ("E-FILE", "cards/c.json"),
            ("E-JSON", "cards/c.json"),
            ("E-FILE", "cards/gone.json"),
            ("E-DECK-UNKNOWN", "decks/d.json"),
            ("E-DECK-TOTAL", "decks/d.json"),
        }
        assert {problem.layer for problem in result.problems} == {"structure", "semantics", "references"}
        assert (result.cards, result.decks) == ((), ())

    @pytest.mark.parametrize("more", [{}, {"manaCost": 5}])
    def test_names_both_files_of_an_id_that_stands_twice_whatever_it_holds(
        self, ruleset: Ruleset, tmp_path: Path, more: Json
    ) -> None:
        files = {"a.json": [card("x")], "b.json": {"cards": [card("x", **more)]}}
        (problem,) = api.load(write(tmp_path, files), ruleset).problems

        assert (problem.code, problem.file, problem.path) == ("E-DUP", "b.json", "/cards/0/id")
        assert all("a.json" in text and "b.json" in text for text in problem.message.values())

    @pytest.mark.parametrize(
        ("first", "second", "newer"),
        [("1.9.0", "1.10.0", "b.json is newer (1.10.0)"), ("1.10.0", "1.9.0", "a.json is newer (1.10.0)"),
         ("1.0", "1.0.0", None), ("1.0.0", "1.0.0", None)],
    )  # fmt: skip
    def test_tells_which_of_two_versions_of_a_card_is_newer(
        self, ruleset: Ruleset, tmp_path: Path, first: str, second: str, newer: str | None
    ) -> None:
        files = {"a.json": card("x", version=first), "b.json": card("x", version=second)}
        (problem,) = api.load(write(tmp_path, files), ruleset).problems

        assert (newer or "in b.json.") in problem.message["en"]

    @pytest.mark.parametrize(("mode", "count"), [("strict", 0), ("development", 2)])
    def test_loads_nothing_or_the_two_good_ones_of_three(
        self, ruleset: Ruleset, tmp_path: Path, mode: Mode, count: int
    ) -> None:
        files = {"a.json": CARDS[0], "b.json": card("bad", manaCost=-1), "c.json": CARDS[1]}
        loaded = api.load(write(tmp_path, files), ruleset, mode)

        assert (len(loaded.cards), [(one.code, one.file) for one in loaded.problems]) == (
            count,
            [("E-SCHEMA", "b.json")],
        )


class TestDecksOfAPack:
    def test_are_reported_with_file_line_and_column(self, ruleset: Ruleset, tmp_path: Path) -> None:
        files = {
            "cards/a.json": CARDS,
            "decks/d.json": b'{"deckId": "d", "cards": [\n {"id": "%s", "count": 41}]}' % IDS[1].encode(),
        }
        result = api.load(write(tmp_path, files), ruleset)

        assert [(one.code, one.file, one.path, one.line, one.column, one.deck) for one in result.problems] == [
            ("E-DECK-TOTAL", "decks/d.json", "/cards", 1, 26, "d"),
            ("E-DECK-LIMIT", "decks/d.json", "/cards/0/count", 2, 41, "d"),
        ]
        assert (result.cards, result.decks) == ((), ())

    def test_may_name_no_card_that_does_not_hold_up_in_development_mode(self, ruleset: Ruleset, tmp_path: Path) -> None:
        files = {"a.json": [*CARDS, card("bad", manaCost=-1, deckLimit=40)], "decks/d.json": deck("d", **{"d.treasure.common.bad": 40}),
                 "decks/e.json": FIRST}  # fmt: skip
        strict, development = (api.load(write(tmp_path, files), ruleset, mode) for mode in ("strict", "development"))

        assert [one.code for one in strict.problems] == ["E-SCHEMA"]
        assert [one.code for one in development.problems] == ["E-SCHEMA", "E-DECK-UNKNOWN"]
        assert (len(development.cards), development.decks) == (len(CARDS), (FIRST,))

    def test_may_name_no_card_where_none_holds_up(self, ruleset: Ruleset, tmp_path: Path) -> None:
        files = {
            "a.json": [card("bad", manaCost=-1, deckLimit=40)],
            "decks/d.json": deck("d", **{"d.treasure.common.bad": 40}),
        }
        loaded = api.load(write(tmp_path, files), ruleset, "development")

        assert ([one.code for one in loaded.problems], loaded.decks) == (["E-SCHEMA", "E-DECK-UNKNOWN"], ())

    def test_keep_a_pack_from_being_loaded_in_strict_mode(self, ruleset: Ruleset, tmp_path: Path) -> None:
        loaded = api.load(write(tmp_path, {"a.json": CARDS, "decks/d.json": deck("d", b=39)}), ruleset)

        assert ([one.code for one in loaded.problems], loaded.cards) == (["E-DECK-TOTAL"], ())

    def test_are_decks_wherever_they_lie_and_by_themselves_held_to_the_shipped_cards(
        self, ruleset: Ruleset, tmp_path: Path
    ) -> None:
        write(tmp_path, {"good.json": SECOND, "bad.json": deck("bad", b=39, kong=1)})
        good, bad = (api.validate_path(ruleset, tmp_path / name) for name in ("good.json", "bad.json"))

        assert (good.decks, good.problems) == (1, ())
        assert [(one.code, one.card) for one in bad.problems] == [("E-DECK-UNKNOWN", "kong")]

    def test_of_a_game_without_decks_are_only_looked_at(self, tmp_path: Path) -> None:
        held = {"format": "deck/1", "deckId": "d", "cards": [{"cardId": "x", "count": 1}]}
        report = api.validate_path("wizards", write(tmp_path, {"decks/d.json": held}))

        assert report.problems == ()


def renamed(held: Any) -> Any:
    """Migrate from 1 to 2: `manaCost` is called `mana`."""
    return {("mana" if key == "manaCost" else key): value for key, value in held.items()}


NEWER = replace(
    VOCABULARY,
    version="2.0",
    migrations={1: renamed},
    records=tuple(
        replace(
            one, fields=tuple(replace(key, name={"manaCost": "mana"}.get(key.name, key.name)) for key in one.fields)
        )
        if one.name == "treasure"
        else one
        for one in VOCABULARY.records
    ),
)


class TestOlderMajor:
    def test_is_loaded_side_by_side_with_the_newer(self, ruleset: Ruleset, tmp_path: Path) -> None:
        newer = replace(ruleset, vocabulary=NEWER, rewrite=None)  # type: ignore[arg-type]  # no rewrites of its own
        packs = {number: write(tmp_path / number, {
            "cards/manifest.json": {"cardDataVersion": "1.0.0", "schemaVersion": f"{number}.0.0", "cardFiles": ["a.json"]},
            "cards/a.json": [renamed(card) if number == "2" else card for card in CARDS],
            "decks/d.json": FIRST,
        }) for number in ("1", "2")}  # fmt: skip
        first, second, before = api.load(packs["1"], newer), api.load(packs["2"], newer), api.load(packs["1"], ruleset)

        assert first.cards == second.cards
        assert (first.decks, second.decks) == ((FIRST,), (FIRST,))
        assert [document["mana"] for document, _ in first.cards] == [0] * len(CARDS)
        assert ({problem.code for problem in first.problems}, second.problems) == ({"W-VERSION"}, ())
        assert [document for document, _ in before.cards] == CARDS

    def test_is_refused_where_nobody_can_read_it(self, ruleset: Ruleset, tmp_path: Path) -> None:
        manifest = {"schemaVersion": "3.0.0", "cardFiles": ["a.json"]}
        loaded = api.load(write(tmp_path, {"manifest.json": manifest, "a.json": CARDS[0]}), ruleset)

        assert [one.code for one in loaded.problems] == ["E-VERSION"]


class TestRelease:
    def test_reads_nothing_that_its_manifest_does_not_pin(self, tmp_path: Path) -> None:
        write(tmp_path, {**ARCHIVE, "decks/d.json": FIRST})

        assert open_source(tmp_path).files == tuple(file for file in RELEASE.files if file.endswith(".json"))
