"""What cards of `genius` may write in one word, and that no shipped card means anything else than before it was written so."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.language.reading.surface import desugar
from engine.language.text.describe import describe
from engine.rulesets import find

VOCABULARY = find("genius").vocabulary
CORE = Path(__file__).parent / "genius_core.json"
"""The first letters of the hash of the core form of each shipped card, its description left out, before any was written with one word for its characters."""
WORDS = {
    "opponentActive": {"side": "opponent", "which": "active"},
    "opponentStandby": {"side": "opponent", "which": "standby"},
    "myActive": {"which": "active"},
    "myStandby": {"which": "standby"},
    "myCharacters": {"which": "all"},
}
MINIMUM = 2
"""The number of shipped cards that use each word at least."""


def digest(document: Any) -> str:
    core = {key: value for key, value in desugar(VOCABULARY, document).document.items() if key != "description"}
    text = json.dumps(core, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def card(target: Any) -> dict[str, Any]:
    action = [{"type": "heal", "target": target, "amount": 2}]
    skills = [{"id": "does", "skillType": "card", "action": action}]
    return {
        "id": "own.event.x",
        "type": "eventCard",
        "name": "X",
        "rarity": "common",
        "cost": {"any": 1},
        "skills": skills,
    }


@pytest.mark.parametrize("word", WORDS)
def test_a_word_opens_into_its_chooser_and_reads_as_it(word: str) -> None:
    short, long = card({"type": word}), card({"type": "characters", **WORDS[word]})

    assert desugar(VOCABULARY, short).document == long
    assert [describe(VOCABULARY, short, lang) for lang in ("en", "zh")] == [
        describe(VOCABULARY, long, lang) for lang in ("en", "zh")
    ]


def test_shipped_cards_mean_what_they_meant() -> None:
    before = json.loads(CORE.read_text(encoding="utf-8"))
    after = {document["id"]: digest(document) for document, _ in api.card_set("genius")}

    assert {name: after.get(name) for name in before} == before


@pytest.mark.parametrize("word", WORDS)
def test_shipped_cards_use_each_word(word: str) -> None:
    texts = [json.dumps(document) for document, _ in api.card_set("genius")]

    assert sum(f'{{"type": "{word}"}}' in text for text in texts) >= MINIMUM
