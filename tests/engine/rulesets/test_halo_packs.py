"""Packs of halo as people have them: prose of their own, decks beside `cards/`, matches of a pack's cards, a deck alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from tests.engine.rulesets.test_halo_declarations import unit
from tests.engine.test_commands import Ran

Json = dict[str, Any]
UNITS = [unit(id=f"U-{number:02}", name=f"Unit {number}") for number in range(1, 15)]
DECK = {"deckId": "mine", "cards": [{"id": card["id"], "count": 3 if place < 13 else 1} for place, card in enumerate(UNITS)]}  # fmt: skip


@pytest.fixture
def pack(tmp_path: Path) -> Path:
    """A pack in 003's layout: `cards/` with its manifest, `decks/` beside it."""
    (tmp_path / "cards").mkdir()
    (tmp_path / "decks").mkdir()
    manifest = {"cardDataVersion": "1.0.0", "schemaVersion": "1.0.0", "cardFiles": ["units.v1.json"]}
    (tmp_path / "cards" / "manifest.json").write_text(json.dumps(manifest), "utf-8")
    (tmp_path / "cards" / "units.v1.json").write_text(json.dumps(UNITS), "utf-8")
    (tmp_path / "decks" / "mine.json").write_text(json.dumps(DECK), "utf-8")
    return tmp_path


class TestProse:
    def test_is_kept_with_a_warning_in_development_mode(self, pack: Path) -> None:
        written = {**UNITS[0], "effectText": "Strike first."}
        (pack / "cards" / "units.v1.json").write_text(json.dumps([written, *UNITS[1:]]), "utf-8")
        strict, development = api.load(pack, "halo"), api.load(pack, "halo", "development")

        assert [(one.code, one.path) for one in strict.problems] == [("E-SCHEMA", "/0/effectText")]
        assert [(one.code, one.path) for one in development.problems] == [("W-PROSE", "/0/effectText")]
        assert development.cards[0][0]["effectText"] == "Strike first."

    def test_is_text_alone(self, pack: Path) -> None:
        written = {**UNITS[0], "effects": [1]}
        (pack / "cards" / "units.v1.json").write_text(json.dumps([written]), "utf-8")

        assert [one.code for one in api.load(pack, "halo", "development").problems][:1] == ["E-SCHEMA"]


class TestDecks:
    @pytest.mark.parametrize("named", ["", "cards", "cards/manifest.json"])
    def test_are_found_wherever_the_pack_is_named(self, pack: Path, named: str) -> None:
        result = api.load(pack / named, "halo")

        assert result.problems == ()
        assert [deck["deckId"] for deck in result.decks] == ["mine"]

    def test_alone_are_said_to_be_checked_against_the_shipped_cards(
        self, pack: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        alone = Ran(capsys, "validate", str(pack / "decks" / "mine.json"), "--ruleset", "halo")
        whole = Ran(capsys, "validate", str(pack), "--ruleset", "halo")

        assert "decks were checked against the cards that halo ships" in alone.out
        assert "ships" not in whole.out


class TestPlay:
    CALL = ("play", "halo", "--seed", "3", "--bots", "random", "--log", "none")

    def test_is_of_the_cards_and_decks_of_a_pack(self, pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
        saved_pack, deck = pack / "match.json", str(pack / "decks" / "mine.json")
        own = Ran(capsys, *self.CALL, "--cards", str(pack), "--save", str(saved_pack))
        run = Ran(capsys, *self.CALL, "--cards", str(pack), "--deck", deck, "--deck", deck)
        again = Ran(capsys, "replay", str(saved_pack), "--cards", str(pack))

        assert (own.code, run.code, again.code) == (0, 0, 0)
        assert own.out == run.out
        assert {
            entry["id"] for deck in json.loads(saved_pack.read_text("utf-8"))["decks"] for entry in deck["cards"]
        } == {card["id"] for card in UNITS}

    def test_without_a_deck_in_the_pack_asks_for_one(self, pack: Path, capsys: pytest.CaptureFixture[str]) -> None:
        (pack / "decks" / "mine.json").unlink()
        ran = Ran(capsys, *self.CALL, "--cards", str(pack))

        assert ran.code == 2
        assert "--deck" in ran.err
