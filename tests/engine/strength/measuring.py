"""The strength of the shipped cards: which scenarios are about a card, what they guard of it, and what is kept of the last measurement."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine import api
from engine.language.reading.strings import strings_in
from engine.packs.reader import Document
from engine.rulesets import find
from engine.scenario.mutants import blocks_of
from engine.scenario.strength import Strength, strength, taking_part
from tests.engine.homes import home_of
from tests.engine.witness.runs import scenarios

Json = dict[str, Any]
FOLDER = Path(__file__).parent
ABOUT = 40
"""Scenarios that are asked about one card at most: those that say in their source or name that they are about it come first, then those that
name it, then those that meet it through other cards."""

REASONS: Mapping[str, Mapping[str, str]] = json.loads((FOLDER / "unguarded.json").read_text(encoding="utf-8"))
"""Why no scenario can miss a block, by card and block: what is open in the tables has a reason here."""


@cache
def about(game: str) -> Mapping[str, tuple[Document, ...]]:
    """Return, by shipped card, the scenarios in which it may take part, those that name it first."""
    known_table = {document["id"]: (document, digest) for document, digest in api.card_set(game)}
    table: dict[str, list[tuple[int, Document]]] = {card: [] for card in known_table}
    for document in scenarios(game).values():
        own = {card.get("id") for card in document.value.get("cards", ())}
        words = set(strings_in(document.value))
        for card, _ in taking_part(words, known_table):
            if card["id"] not in own:
                table[card["id"]].append((_rank(document, card, words), document))
    return {card: tuple([each for _, each in sorted(of, key=itemgetter(0))][:ABOUT]) for card, of in table.items()}


def _rank(document: Document, card: Json, words: set[str]) -> int:
    """Return 0 for a scenario that says it is about a card, 1 for one that names it, 2 for another."""
    said = f"{document.value.get('source', '')} {document.value['name']}"
    return 0 if card["id"] in said or card["name"] in said else 1 if card["id"] in words else 2


def measured(game: str, card: str) -> Strength:
    """Return the strength of a shipped card."""
    return strength(find(game), card, about(game)[card], api.card_set(game))


def mark(game: str, card: str) -> str:
    """Return a hash of a card and of the scenarios about it: where it is as it was, so is the strength."""
    digest = next(digest for document, digest in api.card_set(game) if document["id"] == card)
    texts = sorted(document.text for document in about(game)[card])
    return sha256("\n".join((digest, *texts)).encode()).hexdigest()[:16]


@cache
def with_blocks(game: str) -> tuple[str, ...]:
    """Return the shipped cards that have blocks."""
    cards = [document for document, _ in api.card_set(game)]
    vocabulary = find(game).of_pack(cards).vocabulary
    return tuple(card["id"] for card in cards if blocks_of(vocabulary, card))


def file_of(game: str) -> Path:
    return home_of(game, FOLDER) / f"{game}.json"


def stored_measurement(game: str) -> Json:
    """Return the kept measurement: by card its mark, how many blocks are guarded of how many, and the unguarded ones."""
    found: Json = json.loads(file_of(game).read_text(encoding="utf-8"))
    return found


def row(game: str, card: str, findings: Strength) -> list[Any]:
    """Return what is kept of a card."""
    open_blocks = [block.path for block in findings.blocks if block.guard != "guarded"]
    return [mark(game, card), findings.guarded, len(findings.blocks), open_blocks]


def write(game: str, rows: Mapping[str, list[Any]]) -> None:
    """Write the kept measurement, a line for each card."""
    lines = [f"{json.dumps(card)}: {json.dumps(held)}" for card, held in sorted(rows.items())]
    file_of(game).parent.mkdir(exist_ok=True)
    file_of(game).write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def share(games: Iterable[str]) -> tuple[int, int]:
    """Return how many blocks of the kept measurements are guarded, and how many there are."""
    rows = [held for game in games for held in stored_measurement(game).values()]
    return sum(held[1] for held in rows), sum(held[2] for held in rows)
