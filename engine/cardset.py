"""A set of cards as documents with their content hashes: the shipped one of a ruleset, and what a match is made of."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from engine import VERSION
from engine.errors import Problem, has_error
from engine.kernel.state import Program
from engine.language.reading.inner_texts import part_names
from engine.language.spec.shapes import LocalizedText
from engine.packs.canonical import canonical_bytes
from engine.packs.manifest import cards_in
from engine.packs.names import MANIFEST
from engine.recent import Recent
from engine.ruleset import Ruleset
from engine.ruleset.faults import read_data

Json = dict[str, Any]
HashedCard = tuple[Json, str]


def hashed(document: Json) -> HashedCard:
    """Return a canonical document with the hash of its bytes."""
    return document, sha256(canonical_bytes(document)).hexdigest()


@dataclass(frozen=True)
class CardSet:
    """The cards that were loaded from somewhere, and everything that was found on the way.

    Shapes: `ruleset` is None when it could not be determined; `texts` is card id → language → name and description; `version` is the `cardDataVersion` of the manifest, if there is one;
            `decks` are the legal decks beside the cards.
    """

    ruleset: Ruleset | None
    cards: tuple[HashedCard, ...]
    problems: tuple[Problem, ...] = ()
    texts: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    version: str | None = None
    decks: tuple[Json, ...] = ()

    @property
    def ok(self) -> bool:
        """Return whether there is no error."""
        return not has_error(self.problems)


@cache
def shipped(folder: Path) -> tuple[HashedCard, ...]:
    """Return the cards that a ruleset's folder ships: in the order of its manifest, else of the names of files, and of place."""
    manifest = _manifest(folder)
    files = sorted((folder / "cards").glob("*.json"))
    if manifest is not None:
        files = [folder / "cards" / name for name in manifest["cardFiles"]]
    return tuple(hashed(document) for file in files for document in cards_in(read_data(file)))


def shipped_version(folder: Path) -> str:
    """Return the version of the shipped cards: that of their manifest, else that of the engine which they come with."""
    manifest = _manifest(folder)
    return str(manifest["cardDataVersion"]) if manifest is not None else VERSION


@cache
def _manifest(folder: Path) -> Json | None:
    file = folder / "cards" / MANIFEST
    held: Json | None = read_data(file) if file.is_file() else None
    return held


@cache
def shipped_texts(folder: Path) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Return the shipped texts of the other languages: card id → language → name and description."""
    out: dict[str, dict[str, Mapping[str, str]]] = {}
    for file in sorted((folder / "text").glob("*.json")):
        held = read_data(file)
        for card_id, text in held["cards"].items():
            out.setdefault(card_id, {})[held["lang"]] = text
    return out


@cache
def _names(folder: Path) -> Mapping[str, LocalizedText]:
    texts = shipped_texts(folder)
    names: dict[str, LocalizedText] = {}
    for document, _ in shipped(folder):
        card, name = document["id"], document.get("name")
        if name:
            names[card] = LocalizedText(name, texts.get(card, {}).get("zh", {}).get("name") or name)
        names |= part_names(document, texts.get(card, {}))
    return names


def shipped_name(folder: Path, card: str) -> LocalizedText | None:
    """Return what a shipped card is called, None for a card that is not shipped."""
    return _names(folder).get(card)


@cache
def _deck(folder: Path, name: str) -> Json:
    deck: Json = read_data(folder / "decks" / f"{name}.json")
    return deck


def default_decks(ruleset: Ruleset, seats: int) -> tuple[Json, ...]:
    """Return the shipped decks that a match is played with where no others are given, in the order of seats; none in a game without."""
    names = ruleset.decks.default[:seats] if ruleset.decks is not None else ()
    return tuple(_deck(ruleset.folder, name) for name in names)


_PROGRAMS: Recent[tuple[int, str, int, str, bool], tuple[Ruleset, Program]] = Recent(16)


def program_of(
    ruleset: Ruleset, cards: Iterable[HashedCard], seats: int, *, config: Json | None = None, counting: bool = False
) -> Program:
    """Return the compiled set, remembered by content: a pure memo of bounded size.

    Shapes: `config` holds the settings that are not at their default, as JSON has them.
    """
    card_set = tuple(cards)
    content = sha256("\n".join(sorted(digest for _, digest in card_set)).encode()).hexdigest()
    key = (id(ruleset), content, seats, json.dumps(config or {}, sort_keys=True), counting)

    def build() -> tuple[Ruleset, Program]:
        settings = ruleset.config_with(config or {})
        return ruleset, ruleset.program(card_set, seats=seats, config=settings, counting=counting)

    return _PROGRAMS.of(key, build)[1]
