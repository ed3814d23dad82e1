"""What the cards of a pack may say of each other: the ids that they may name, and what some of them declare for the others."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from typing import Any, Self

from cards.shape import JsonObject
from engine import api

card_kind = api.card_kind
card_names_in = api.card_names_in

Declared = Mapping[str, tuple[JsonObject, JsonObject]]
"""The cards that declare something, by id: each document with its texts in other languages."""
Game = api.RulesetOrName
CardLookup = api.CardLookup


class PackNames(api.KnownIds):
    """The ids that a card of a pack may name, with their kinds, and the cards among them that declare something, such as a keyword."""

    declared: Declared

    def __new__(
        cls,
        ids: Iterable[str],
        declared: Declared | None = None,
        kinds: Mapping[str, str] | None = None,
        others: api.CardLookup | None = None,
    ) -> Self:
        """Make the names of a pack; what is declared, and the kinds, are by id; others get the documents of cards beside."""
        made = super().__new__(cls, ids, kinds, others)
        made.declared = dict(declared or {})
        return made

    def __sub__(self, other: AbstractSet[object]) -> PackNames:
        """Return the names without some; what these declared is gone with them."""
        rest = frozenset(self) - other
        declared = {card: held for card, held in self.declared.items() if card in rest}
        return PackNames(rest, declared, {card: kind for card, kind in self.kinds.items() if card in rest}, self.others)

    def declaring(self, declared: Declared) -> PackNames:
        """Return the names with more cards, which declare something."""
        return PackNames([*self, *declared], {**self.declared, **declared}, self.kinds, self.others)

    def alone(self) -> PackNames:
        """Return the names without the documents of the cards: what is said by them can be remembered as long as they stay the same."""
        return PackNames(self, self.declared, self.kinds)

    def with_documents(self, others: CardLookup) -> PackNames:
        """Return the names with another way to get the documents of cards."""
        return PackNames(self, self.declared, self.kinds, others)

    @property
    def mark(self) -> str:
        """Return a text that changes with what is declared, empty where nothing is."""
        if not self.declared:
            return ""
        return hashlib.sha256(json.dumps(self.declared, sort_keys=True).encode()).hexdigest()


def game(ruleset: str, known: AbstractSet[str]) -> Game:
    """Return a ruleset as a pack with these names knows it: with the keywords that its cards declare."""
    declarations = known.declared if isinstance(known, PackNames) else {}
    if not declarations:
        return ruleset
    texts = {card: said for card, (_, said) in declarations.items()}
    return api.game(ruleset, [dict(document) for document, _ in declarations.values()], texts)


def declaring_kinds(ruleset: str) -> tuple[str, ...]:
    """Return the kinds of card of a ruleset that declare something for the other cards of their pack."""
    return next((info.declaring for info in api.rulesets() if info.name == ruleset), ())


def declared_in(ruleset: str, cards: Iterable[tuple[str, JsonObject]]) -> Declared:
    """Return those of some cards, given as text and texts, that declare something; a text that cannot be read does not."""
    declarations: dict[str, tuple[JsonObject, JsonObject]] = {}
    for text, texts in cards if declaring_kinds(ruleset) else ():
        try:
            document = api.read_json(text, jsonc=True).value
        except api.BadCard:
            continue
        if isinstance(document, dict) and isinstance(document.get("id"), str) and api.is_declaration(ruleset, document):
            declarations[document["id"]] = document, texts
    return declarations


def documents_in(texts: Iterable[str]) -> dict[str, tuple[str, JsonObject]]:
    """Return cards given as texts, each text with its document, by their ids; a text that cannot be read has none."""
    documents: dict[str, tuple[str, JsonObject]] = {}
    for text in texts:
        try:
            document = api.read_json(text, jsonc=True).value
        except api.BadCard:
            continue
        if isinstance(document, dict) and isinstance(document.get("id"), str):
            documents[document["id"]] = text, document
    return documents


def host_kinds(ruleset: str) -> Mapping[str, str]:
    """Return the kinds of card that previews try in cards which name them, each with the kind of those."""
    return next((info.hosts for info in api.rulesets() if info.name == ruleset), {})


def shipped_documents(ruleset: str) -> list[dict[str, Any]]:
    """Return the documents of the cards that a ruleset brings along."""
    return [document for document, _ in api.card_set(ruleset)]
