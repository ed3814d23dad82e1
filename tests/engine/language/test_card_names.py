"""Rules text calls the cards of its own file and pack by their names: no id of a card beside is printed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from engine import api
from engine.cardset import shipped_texts
from engine.rulesets import find, names
from tests.engine.test_commands import Ran

LANGUAGES = ("en", "zh")
_QUOTATION = re.compile("“[^”]*”")


@pytest.mark.parametrize("game", names())
def test_no_text_prints_the_id_of_a_card_beside(game: str) -> None:
    """Every shipped card, as a card of a pack of its own: its ids are known to nothing but the names of that pack."""
    ids = [document["id"] for document, _ in api.card_set(game)]
    own_ids = {card: f"own.{card}" for card in ids}
    text = json.dumps([document for document, _ in api.card_set(game)], ensure_ascii=False)
    for card in ids:
        text = text.replace(f'"{card}"', f'"{own_ids[card]}"')
    cards = json.loads(text)
    texts = shipped_texts(find(game).folder)
    card_names = api.names_of((card, texts.get(card["id"].removeprefix("own."), {})) for card in cards)

    ids_as_words = {f"“{own}”" for own in own_ids.values()}
    texts_with_ids = [
        (card["id"], language)
        for card in cards
        for language in LANGUAGES
        if not ids_as_words.isdisjoint(_QUOTATION.findall(api.describe(game, card, language, card_names)))
    ]

    assert texts_with_ids == []


def test_the_command_knows_the_cards_of_the_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    common = {"rarity": "common", "description": ""}
    spark = {**common, "id": "own.summon.spark", "type": "summon", "name": "Spark", "skills": []}
    summon = {"type": "summon", "summon": "own.summon.spark"}
    play = {"id": "play", "skillType": "card", "action": [summon]}
    call = {**common, "id": "own.event.call", "type": "eventCard", "name": "Call", "cost": {"any": 1}, "skills": [play]}
    (tmp_path / "cards.json").write_text(json.dumps([call, spark]), encoding="utf-8")

    answer = Ran(capsys, "describe", str(tmp_path / "cards.json"), "--ruleset", "genius", "--format", "json").json

    assert [card["text"] for card in answer] == ["Summon Spark.", ""]
