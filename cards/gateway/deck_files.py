"""Decks: reading and checking their texts, counting their parts, and changing one line of them."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from cards.errors import BadText
from cards.gateway.problems import bad_text
from cards.gateway.schemas import document_problems
from cards.values import frozen_dataclass
from engine import api

deck_facts = api.deck_facts
sample_decks = api.sample_decks

DECK_TEXT_LIMIT = 256 * 1024  # bytes of a deck's text in UTF-8
DECK_LIMITS = api.Limits(size=DECK_TEXT_LIMIT, depth=16, nodes=50_000, string=1_000)
DECK_FILE = "deck.json"
CARDS: Mapping[str, str] = {"en": "cards", "zh": "卡牌"}
_DIGITS = re.compile(r"[0-9]+")
_LINE_BREAK = re.compile(r"\r\n|\n|\r")  # what the reader counts as one

DeckCard = api.DeckCard
SampleDeck = api.SampleDeck


@frozen_dataclass
class DeckCount:
    """One part of a deck: what it is called, the list that it is in, and its cards. Units: low and high inclusive."""

    name: Mapping[str, str]
    key: str
    count: int
    low: int
    high: int

    @property
    def is_right(self) -> bool:
        """Return whether the part has as many cards as it must."""
        return self.low <= self.count <= self.high


class DeckFile:
    """A deck that was read: a text of the right shape, whatever its cards."""

    def __init__(self, ruleset: str, document: api.Document, text: str) -> None:
        self.ruleset = ruleset
        self.text = text
        self._document = document

    @property
    def document(self) -> Mapping[str, Any]:
        """Return the deck as its text has it."""
        document: Mapping[str, Any] = self._document.value
        return document

    @property
    def deck_id(self) -> str:
        """Return the id that the deck gives itself."""
        return str(self._document.value["deckId"])

    @property
    def name(self) -> str:
        """Return what the deck is called, an empty text where it has no name."""
        return str(self._document.value.get("name", ""))

    @property
    def is_lenient(self) -> bool:
        """Return whether the text holds what strict JSON does not allow, such as comments."""
        return bool(self._document.lenient)

    @cached_property
    def entries(self) -> tuple[tuple[str, str, int], ...]:
        """Return (list, card, copies) of each entry in the order of the text."""
        value, entry = self._document.value, api.deck_entry(self.ruleset)
        return tuple((key, row[entry], row["count"]) for key in deck_keys(self.ruleset) for row in value[key])

    @cached_property
    def copies(self) -> dict[tuple[str, str], int]:
        """Return the copies by list and card, entries of one card added up, in the order of the text."""
        copies: Counter[tuple[str, str]] = Counter()
        for key, card, count in self.entries:
            copies[key, card] += count
        return dict(copies)

    @property
    def cards(self) -> frozenset[str]:
        """Return the ids of the cards that the deck names."""
        return frozenset(card for _, card, _ in self.entries)

    def card_at(self, pointer: str) -> tuple[str, str] | None:
        """Return list and card of the entry that a JSON Pointer leads to or into, or None."""
        parts = pointer.split("/")
        if len(parts) < 3 or not parts[2].isdigit():
            return None
        rows = self._document.value.get(parts[1], [])
        return (parts[1], str(rows[int(parts[2])][api.deck_entry(self.ruleset)])) if int(parts[2]) < len(rows) else None

    def problems(self, cards: Mapping[str, DeckCard]) -> tuple[api.Problem, ...]:
        """Return everything in which the deck breaks the rules of its game, in the order of its text."""
        return api.deck_problems(self.ruleset, self._document, cards)

    def with_copies(self, key: str, card: str, count: int) -> str:
        """Return the text with a number of copies of a card in a list; 0 removes it.

        Everything else keeps its value and order; a text whose entries come or go is formatted again.
        """
        rows, entry = self._document.value[key], api.deck_entry(self.ruleset)
        places = [place for place, row in enumerate(rows) if row[entry] == card]
        if len(places) == 1 and count:
            return self._with_number(f"/{key}/{places[0]}/count", count)
        first = {entry: card, "count": count}
        new_rows = [row for row in rows if row[entry] != card]
        if count:
            new_rows.insert(places[0] if places else len(new_rows), first)
        return api.pretty({**self._document.value, key: new_rows})

    def with_words(self, **words: str) -> str:
        """Return the text with another `deckId` or `name`, formatted again."""
        named = {"deckId": self.deck_id} | {key: word for key, word in words.items() if word}
        rest = {key: held for key, held in self._document.value.items() if key not in {"deckId", *words}}
        return api.pretty({**named, **rest})

    def _with_number(self, pointer: str, number: int) -> str:
        """Return the text with another number at a pointer and every other character as it was."""
        line, column = self._document.locate(pointer)
        text = self._document.text
        starts = [0, *(match.end() for match in _LINE_BREAK.finditer(text))]
        start = starts[line - 1] + column - 1
        match = _DIGITS.match(text, start)
        end = match.end() if match else start
        lead = self.text[: len(self.text) - len(text)]  # a byte order mark
        return f"{lead}{text[:start]}{number}{text[end:]}"


def has_decks(ruleset: str) -> bool:
    """Return whether a game is played with decks; of one that is missing, stored decks are shown."""
    info = next((info for info in api.rulesets() if info.name == ruleset), None)
    return info is None or info.has_decks


def deck_read(ruleset: str, data: str | bytes) -> DeckFile:
    """Return the deck that a text or a file holds; comments are allowed, as on the command line.

    Errors: BadText with every problem, each with line and column, of what cannot be read or is no deck of this game.
    """
    try:
        document = api.read_json(data, limits=DECK_LIMITS, jsonc=True, file=DECK_FILE)
    except api.BadCard as error:
        raise bad_text(error) from error
    problems = api.deck_shape_problems(ruleset, document)
    problems = problems or document_problems(ruleset, "deck", document.value, file=DECK_FILE)
    if problems:
        raise BadText(slug="invalid-fields", problems=problems)
    return DeckFile(ruleset, document, data if isinstance(data, str) else data.decode())


def deck_empty(ruleset: str, deck_id: str, name: str) -> str:
    """Return the text of a deck without cards."""
    named = {"deckId": deck_id} | ({"name": name} if name else {})
    return api.pretty({**named, **{key: [] for key in deck_keys(ruleset)}})


def deck_keys(ruleset: str) -> tuple[str, ...]:
    """Return the lists that a deck of a game has."""
    return _rules(ruleset).keys


def deck_place(ruleset: str, card: DeckCard) -> tuple[str, int]:
    """Return the list that a card is added to, and how many copies of it a legal deck has at most."""
    rules = _rules(ruleset)
    belongs = not rules.parts or any(card.parts)
    return api.list_of(rules, card), api.copies_allowed(rules, card) if belongs else 0


def deck_part(ruleset: str, card: DeckCard | None, key: str) -> int:
    """Return the number of the part that a card of a list belongs to, the first of that list where none takes it."""
    rules = _rules(ruleset)
    entry = api.part_of(rules, card, key) if card is not None else None
    parts = rules.parts
    if entry is not None:
        return parts.index(entry)
    return next((number for number, part in enumerate(parts) if part.key == key), 0)


def deck_counts(deck: DeckFile, cards: Mapping[str, DeckCard]) -> tuple[DeckCount, ...]:
    """Return the parts of a deck with their cards; a game without parts has one, the whole deck."""
    rules = _rules(deck.ruleset)
    total = sum(deck.copies.values())
    if not rules.parts:
        size = rules.size or total
        return (DeckCount(CARDS, rules.keys[0], total, size, size),)
    counts = Counter[int]()
    for (key, card), count in deck.copies.items():
        counts[deck_part(deck.ruleset, cards.get(card), key)] += count
    return tuple(
        DeckCount({"en": part.name.en, "zh": part.name.zh}, part.key, counts[number], part.low, part.high)
        for number, part in enumerate(rules.parts)
    )


class KnownCards(Mapping[str, DeckCard]):
    """The cards that decks may name: what is known of those that matter, and the ids of all, for suggestions."""

    def __init__(self, facts: Mapping[str, DeckCard], names: Iterable[str]) -> None:
        self._facts = facts
        self._names = frozenset(names) | facts.keys()

    def __getitem__(self, card: str) -> DeckCard:
        return self._facts[card]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, card: object) -> bool:
        return card in self._facts


def _rules(ruleset: str) -> api.DeckRules:
    """Return the deck rules of a game; the caller has checked that it is played with decks."""
    rules = api.deck_rules(ruleset)
    if rules is None:
        raise LookupError(f"{ruleset} is played without decks")
    return rules
