"""A card file by itself is no pack yet: it may name the cards that its game ships."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine import api

TOKEN = "TOKEN-SENTRY-GUN"


@pytest.fixture
def crew() -> str:
    """Return a shipped card that summons a shipped token."""
    return next(json.dumps(document) for document, _ in api.card_set("halo") if document["id"] == "AEG-007")


class TestAFileByItself:
    def test_may_name_shipped_cards(self, crew: str, tmp_path: Path) -> None:
        (tmp_path / "crew.json").write_text(crew)

        assert api.validate_path("halo", tmp_path / "crew.json").problems == ()
        assert len(api.load([tmp_path / "crew.json"], "halo").cards) == 1

    def test_may_not_name_what_nobody_has(self, crew: str, tmp_path: Path) -> None:
        (tmp_path / "crew.json").write_text(crew.replace(TOKEN, "TOKEN-SENTRY-PUN"))
        (found,) = api.validate_path("halo", tmp_path / "crew.json").problems

        assert (found.code, found.nearest) == ("E-REF", TOKEN)

    def test_may_not_once_it_is_a_pack(self, crew: str, tmp_path: Path) -> None:
        (tmp_path / "crew.json").write_text(crew)

        assert [found.code for found in api.validate_path("halo", tmp_path).problems] == ["E-REF"]
