"""Cards of a release from before modifiers: valid as they were, bytes and hashes too, and brought up by their fix (ADR 24, ADR 79)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.language.reading.surface import desugar
from engine.packs.canonical import canonical_bytes
from engine.packs.manifest import verify_release
from engine.packs.release import ReleaseCard, ReleaseInput, build_release
from engine.rulesets import find
from tests.engine.language.patches import patched

Json = dict[str, Any]
RELEASED: list[Json] = json.loads((Path(__file__).parents[2] / "fixtures/released/loom.json").read_text("utf-8"))
"""The cards of `loom` that were published with spell damage which is added and taken back."""
SHIPPED_CARDS = {card["id"]: card for card, _ in api.card_set("wizards")}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The files of a release of those cards."""
    source = ReleaseInput(
        pack="loom", name={"en": "Loom"}, ruleset="wizards", version="1.0.0", schema_version="1.0", engine=">=1.0,<2",
        languages=("en",), released_at="2026-11-21T02:00:00Z", previous=None,
        cards=tuple(ReleaseCard(card["id"], 1, canonical_bytes(card)) for card in RELEASED),
        changelog={"en": ""}, texts={}, schemas={},
    )  # fmt: skip
    for name, data in build_release(source).packed().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    return tmp_path


class TestAReleaseFromBeforeModifiers:
    def test_loads_as_it_was_published_with_a_warning_for_each_pair(self, folder: Path) -> None:
        result = api.load(folder)
        files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}

        assert result.ok
        assert [problem.code for problem in result.problems] == ["W-DRIFT"] * len(RELEASED)
        assert [card for card, _ in result.cards] == sorted(RELEASED, key=lambda card: str(card["id"]))
        assert verify_release(files) == ()

    @pytest.mark.parametrize("card", RELEASED, ids=lambda card: card["id"])
    def test_is_brought_up_by_the_fix_to_what_ships_now(self, card: Json) -> None:
        (problem,) = api.validate("wizards", json.dumps(card)).problems
        assert problem.fix is not None
        now = patched(card, problem.fix)
        shipped = desugar(find("wizards").vocabulary, SHIPPED_CARDS[card["id"]]).document

        assert now["behaviors"] == shipped["behaviors"]
        assert [found.code for found in api.validate("wizards", json.dumps(now)).problems] == ["W-TEXT"]
