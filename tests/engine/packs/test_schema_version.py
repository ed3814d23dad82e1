"""A `schemaVersion` that is no version is a problem with a place, in a manifest and in a card, never an exception."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.cardset import shipped
from engine.language.reading.migrate import migrate
from engine.rulesets import find, names

NO_VERSIONS = ["x.y", "", "1", "1.", "١.٠", "1.0.0.0", "v1.0", "1.0\n"]


@pytest.mark.parametrize("ruleset", names())
class TestSchemaVersion:
    @pytest.mark.parametrize("reported", NO_VERSIONS)
    def test_of_a_manifest_is_one_problem_of_the_manifest(self, ruleset: str, reported: str, tmp_path: Path) -> None:
        cards = [card for card, _ in shipped(find(ruleset).folder)][:3]
        manifest = {"ruleset": ruleset, "schemaVersion": reported, "cardFiles": ["a.json"]}
        (tmp_path / "manifest.json").write_text(json.dumps(manifest))
        (tmp_path / "a.json").write_text(json.dumps(cards))

        found = [one for one in api.validate_path(None, tmp_path).problems if one.path == "/schemaVersion"]

        assert [(one.code, one.file, one.line) for one in found] == [("E-SCHEMA", "manifest.json", 1)]
        assert api.load(tmp_path).ok is False

    @pytest.mark.parametrize("reported", [*NO_VERSIONS, None, 1, {}])
    def test_of_a_card_is_one_problem(self, ruleset: str, reported: Any) -> None:
        report = api.validate(ruleset, json.dumps({"schemaVersion": reported, "id": "a"}))

        assert [(one.code, one.path) for one in report.problems] == [("E-SCHEMA", "/schemaVersion")]

    def test_handed_in_is_a_problem_too(self, ruleset: str) -> None:
        done = migrate(find(ruleset).vocabulary, {"id": "a"}, "x.y")

        assert [(one.code, one.found) for one in done.problems] == [("E-SCHEMA", "x.y")]
