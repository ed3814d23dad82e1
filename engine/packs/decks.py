"""What a deck must keep to, as data that a game declares, and everything that is wrong with one. Source: 003§7.

A deck is checked against a few facts of each card, not against its document: a pack of any size is checked in flat memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from engine.errors import Problem
from engine.language.diagnostics import problems
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.spec.shapes import LocalizedText
from engine.packs.places import unescape

LIMIT: Final = "deckLimit"
LEGENDARY: Final = "isLegendary"
"""What 003§2.1 calls the two fields of a card that speak of decks."""

Json = Mapping[str, Any]
Where = Mapping[str, str]
"""The cards that are meant: each JSON Pointer into a card with the word that stands there."""


@dataclass(frozen=True, slots=True)
class Cap:
    """At most so many cards of a sort in a deck, where a setting of the match asks for it (003§7.1, "可选").

    Shapes: `setting` names the setting that switches the cap on; `name` is what is counted, in the plural.
    """

    name: LocalizedText
    most: int
    where: Where
    setting: str


@dataclass(frozen=True, slots=True)
class DeckRules:
    """What the decks of a game must keep to.

    Units: `size` is the exact number of cards, `limit` the copies of a card that says nothing itself, `legendary` those of a legendary one.
    Shapes: `banned` are the cards that belong to no deck.
    """

    size: int
    limit: int = 3
    legendary: int = 1
    banned: Where | None = None
    caps: tuple[Cap, ...] = ()


@dataclass(frozen=True, slots=True)
class DeckCard:
    """What a deck needs to know of a card; `limit` is None where the card itself says nothing, `caps` tells which caps count it."""

    limit: int | None
    is_legendary: bool
    is_banned: bool
    caps: tuple[bool, ...]


def deck_card(rules: DeckRules, card: Json) -> DeckCard:
    """Return what a deck needs to know of a canonical card."""
    limit = card.get(LIMIT)
    caps = tuple(_is_meant(cap.where, card) for cap in rules.caps)
    banned = rules.banned is not None and _is_meant(rules.banned, card)
    return DeckCard(limit if type(limit) is int else None, card.get(LEGENDARY) is True, banned, caps)


def _is_meant(where: Where, card: Json) -> bool:
    return all(_at(card, pointer) == word for pointer, word in where.items())


def _at(value: Any, pointer: str) -> Any:
    for segment in pointer.split("/")[1:]:
        value = value.get(unescape(segment)) if isinstance(value, Mapping) else None
    return value


def copies(deck: Json, entry: str = "id") -> tuple[str, ...]:
    """Return the ids of all cards of a legal deck, each as often as it is in there, in the order of its entries."""
    return tuple(row[entry] for row in deck["cards"] for _ in range(row["count"]))


def deck_problems(
    rules: DeckRules, deck: Any, cards: Mapping[str, DeckCard], config: Mapping[str, Any], *, entry: str = "id"
) -> list[Problem]:
    """Return everything in which a deck breaks the rules, each problem with its deck and card; what has no right shape is passed over.

    Shapes: `cards` holds every card that a deck may name; `config` the settings of the match; `entry` is the key of a card's id.
    """
    tally = _Tally(deck, entry)
    return [*tally.twice(), *tally.cards(rules, cards), *tally.sums(rules, cards, config)]


class _Tally:
    """How many copies of which card a deck has, and where it says so; `is_whole` where every entry could be counted."""

    def __init__(self, deck: Any, entry: str) -> None:
        told = deck.get("deckId") if isinstance(deck, dict) else None
        rows = deck.get("cards") if isinstance(deck, dict) else None
        self.deck = told if isinstance(told, str) else ""
        self.entry = entry
        self.suggestions: Suggestions | None = None
        self.count: dict[str, int] = {}
        self.places: dict[str, list[int]] = {}
        self.is_whole = isinstance(rows, list)
        for place, row in enumerate(rows if isinstance(rows, list) else ()):
            name, count = (row.get(entry), row.get("count")) if isinstance(row, dict) else (None, None)
            if not isinstance(name, str) or type(count) is not int:
                self.is_whole = False
                continue
            self.count[name] = self.count.get(name, 0) + count
            self.places.setdefault(name, []).append(place)

    def twice(self) -> Iterator[Problem]:
        """Yield the cards that stand in more than one entry: their counts are added up."""
        for card, places in self.places.items():
            for place in places[1:]:
                yield self._problem("W-DUPENTRY", f"/cards/{place}/{self.entry}", card, LocalizedText(
                    f"{card} stands in this deck before; its counts are added up to {self.count[card]}.",
                    f"此牌组前面已列出 {card}；各项张数相加为 {self.count[card]}。",
                ), found=card)  # fmt: skip

    def cards(self, rules: DeckRules, cards: Mapping[str, DeckCard]) -> Iterator[Problem]:
        """Yield what is wrong with single cards."""
        for card, count in self.count.items():
            known = cards.get(card)
            if known is None:
                yield self._unknown(card, cards)
            elif known.is_banned:
                yield self._problem("E-DECK-TOKEN", self._named(card), card, LocalizedText(
                    f"{card} is a token: it is made during a match and belongs to no deck.",
                    f"{card} 是衍生物：在对局中产生，不能加入牌组。",
                ), found=card)  # fmt: skip
            else:
                yield from self._too_many(rules, card, known, count)

    def _unknown(self, card: str, cards: Mapping[str, DeckCard]) -> Problem:
        self.suggestions = self.suggestions or Suggestions(cards)
        near = self.suggestions.of(card)
        hint = LocalizedText(f" (did you mean {near}?)", f"（是否想写 {near}？）") if near else LocalizedText("", "")
        sentence = LocalizedText(f"There is no card {card} here{hint.en}.", f"没有 {card} 这张卡牌{hint.zh}。")
        return self._problem("E-DECK-UNKNOWN", self._named(card), card, sentence, found=card, nearest=near)

    def _too_many(self, rules: DeckRules, card: str, known: DeckCard, count: int) -> Iterator[Problem]:
        """Yield that a deck has more copies of a card than the card allows, and more than a legendary one may have."""
        place = f"/cards/{self.places[card][-1]}/count"
        limit = rules.limit if known.limit is None else known.limit
        is_said_below = known.is_legendary and (known.limit is None or limit == rules.legendary)
        if count > limit and not is_said_below:
            yield self._problem("E-DECK-LIMIT", place, card, LocalizedText(
                f"{count} copies of {card} are too many; {limit} are allowed.",
                f"{card} 有 {count} 张，超过上限；最多 {limit} 张。",
            ), found=count, wanted=limit)  # fmt: skip
        if known.is_legendary and count > rules.legendary:
            yield self._problem("E-DECK-LEGENDARY", place, card, LocalizedText(
                f"{card} is legendary: a deck holds at most {rules.legendary}, this one {count}.",
                f"{card} 是传奇卡：每套牌组最多 {rules.legendary} 张，此牌组有 {count} 张。",
            ), found=count, wanted=rules.legendary)  # fmt: skip

    def sums(self, rules: DeckRules, cards: Mapping[str, DeckCard], config: Mapping[str, Any]) -> Iterator[Problem]:
        """Yield what is wrong with the deck as a whole; nothing where it could not be counted."""
        if not self.is_whole:
            return
        total = sum(self.count.values())
        if total != rules.size:
            yield self._problem("E-DECK-TOTAL", "/cards", "", LocalizedText(
                f"The deck {self.deck} has {total} cards; {rules.size} are wanted.",
                f"牌组 {self.deck} 有 {total} 张卡牌，应为 {rules.size} 张。",
            ), found=total, wanted=rules.size)  # fmt: skip
        for number, cap in enumerate(rules.caps):
            counted = sum(n for card, n in self.count.items() if card in cards and cards[card].caps[number])
            if config.get(cap.setting) and counted > cap.most:
                yield self._problem("E-DECK-VESSEL", "/cards", "", LocalizedText(
                    f"The deck {self.deck} has {counted} {cap.name.en}; this match allows {cap.most}.",
                    f"牌组 {self.deck} 有 {counted} 张{cap.name.zh}，此对局最多允许 {cap.most} 张。",
                ), found=counted, wanted=cap.most)  # fmt: skip

    def _named(self, card: str) -> str:
        return f"/cards/{self.places[card][0]}/{self.entry}"

    def _problem(self, code: str, path: str, card: str, sentence: LocalizedText, **more: Any) -> Problem:
        return problems.problem(code, path, sentence, "references", card=card, deck=self.deck, **more)
