"""A card of a file or pack that does something and has an empty rules text is warned of, with a fix that writes what its effects say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from engine import api

HIT = {"type": "damage", "amount": 2, "target": {"type": "allMonsters"}}
CARD = {"id": "own.treasure.common.x", "name": "X", "manaCost": 1, "rarity": "com", "school": "none"}


def problems(folder: Path, **parts: Any) -> list[Any]:
    """Return what a validation of the file of one card says of it."""
    file = folder / "card.json"
    file.write_text(json.dumps({**CARD, **parts}), encoding="utf-8")
    return list(api.validate_path("wizards", [file]).problems)


DOES = [{"at": "onPlay", "do": [HIT]}]


@pytest.mark.parametrize("text", ["", "  ", "<b> </b>"])
def test_is_warned_of_with_the_words_of_the_effects(tmp_path: Path, text: str) -> None:
    (problem,) = problems(tmp_path, description=text, behaviors=DOES)

    assert (problem.code, problem.severity, problem.path) == ("W-TEXT", "warning", "/description")
    assert problem.fix == ({"op": "replace", "path": "/description", "value": "Deal 2 damage to every monster."},)


def test_is_fixed_in_the_language_of_the_name(tmp_path: Path) -> None:
    (problem,) = problems(tmp_path, name="火雨", description="", behaviors=DOES)

    assert problem.fix[0]["value"] == "对所有怪物造成2点伤害。"
    assert problems(tmp_path, name="火雨", description=problem.fix[0]["value"], behaviors=DOES) == []


def test_is_fine_where_nothing_is_done_or_no_text_is_written(tmp_path: Path) -> None:
    assert problems(tmp_path, description="") == []
    assert problems(tmp_path, behaviors=DOES) == []


def test_is_no_matter_of_a_draft_whose_face_shows_the_effects() -> None:
    draft = json.dumps({**CARD, "description": "", "behaviors": DOES})

    assert api.validate("wizards", draft).problems == ()
