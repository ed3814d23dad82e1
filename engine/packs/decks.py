"""The rules for decks, as data that a ruleset declares, and every problem of a deck. Source: 003§7.

A deck is checked against a few facts of each card, not against its document: a pack of any size is checked in flat memory.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from engine.errors import Problem, Problems
from engine.json_values import Json, items_of
from engine.language.diagnostics import problems
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.spec import LocalizedText
from engine.packs.deck_needs import DeckNeed, Demand, Traits, Where, demand_of, is_meant, traits_of

LIMIT: Final = "deckLimit"
LEGENDARY: Final = "isLegendary"
"""What 003§2.1 calls the two fields of a card that limit decks."""

CARDS: Final = "cards"
"""The list of a deck in which entries are, where a part of it does not name another."""


@dataclass(frozen=True, slots=True)
class Cap:
    """The most cards of a sort in a deck, where a setting of the match asks for it (003§7.1, "可选").

    Shapes: `setting` names the setting that switches the cap on; `name` is what is counted, in the plural;
            `code` is the problem code of a deck with more, which the ruleset declares.
    """

    name: LocalizedText
    most: int
    where: Where
    setting: str
    code: str


@dataclass(frozen=True, slots=True)
class DeckPart:
    """A part of a deck: cards of a sort, with the number that it must have.

    Shapes: `name` is what is counted, in the plural; `where` says which cards belong to it, all where it is empty;
            `key` is the list of the deck's document that holds the part, several parts may share one.
    Units:  `low` and `high` are inclusive and equal for an exact count; `limit` is the copies of a card that says nothing itself,
            None where the rules of the whole deck say it.
    """

    name: LocalizedText
    low: int
    high: int
    where: Where = field(default_factory=dict)
    key: str = CARDS
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class DeckRules:
    """What the decks of a game must keep to.

    Units: `size` is the exact number of cards, None where the parts say it; `limit` the copies of a card that says nothing itself,
           `legendary` those of a legendary one.
    Shapes: `banned` are the sorts of card that belong to no deck; with `parts`, every card of a deck belongs to one of them;
            `need` is how single cards ask something of their deck.
    """

    size: int | None
    limit: int = 3
    legendary: int = 1
    banned: tuple[Where, ...] = ()
    caps: tuple[Cap, ...] = ()
    parts: tuple[DeckPart, ...] = ()
    need: DeckNeed | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The lists of cards that a deck's document has."""
        return tuple(dict.fromkeys(part.key for part in self.parts)) or (CARDS,)


@dataclass(frozen=True, slots=True)
class DeckCard:
    """What a deck needs to know of a card.

    Shapes: `limit` is None where the card itself says nothing; `caps` says which caps count it, `parts` to which parts it can belong;
            `demand` is what it asks of its deck, `traits` are those by which it meets what others ask.
    """

    limit: int | None
    is_legendary: bool
    is_banned: bool
    caps: tuple[bool, ...]
    parts: tuple[bool, ...] = ()
    demand: Demand | None = None
    traits: Traits | None = None


def deck_card(rules: DeckRules, card: Json) -> DeckCard:
    """Return what a deck needs to know of a canonical card."""
    limit = card.get(LIMIT)
    caps = tuple(is_meant(cap.where, card) for cap in rules.caps)
    parts = tuple(is_meant(part.where, card) for part in rules.parts)
    is_banned = any(is_meant(where, card) for where in rules.banned)
    demand, traits = demand_of(rules.need, card), traits_of(rules.need, card)
    limit = limit if type(limit) is int else None
    return DeckCard(limit, card.get(LEGENDARY) is True, is_banned, caps, parts, demand, traits)


def copies(deck: Json, entry: str = "id", key: str = CARDS) -> tuple[str, ...]:
    """Return the ids of all cards of a list of a legal deck, each as often as it is in there, in the order of its entries."""
    return tuple(row[entry] for row in deck[key] for _ in range(row["count"]))


def deck_problems(
    rules: DeckRules, deck: Any, cards: Mapping[str, DeckCard], config: Json, *, entry: str = "id"
) -> list[Problem]:
    """Return everything in which a deck breaks the rules, each problem with its deck and card; parts of the wrong shape are skipped.

    Shapes: `cards` holds every card that a deck may name; `config` the settings of the match; `entry` is the key of a card's id.
    """
    tally = _Tally(deck, entry, rules.keys)
    return [
        *tally.twice(),
        *tally.cards(rules, cards),
        *tally.strays(rules, cards),
        *tally.sums(rules, cards, config),
        *tally.parts(rules, cards),
        *tally.demands(rules, cards),
    ]


def part_of(rules: DeckRules, card: DeckCard, key: str) -> DeckPart | None:
    """Return the part that counts a card in a list: the first that takes it."""
    fitting = (part for part, takes in zip(rules.parts, card.parts, strict=True) if takes and part.key == key)
    return next(fitting, None)


def _limit(rules: DeckRules, card: DeckCard) -> int:
    """Return how many copies of a card a deck may have: as the card says, else its part, else the rules."""
    if card.limit is not None:
        return card.limit
    limits = (part.limit for part, takes in zip(rules.parts, card.parts, strict=True) if takes)
    first = next(limits, None)
    return rules.limit if first is None else first


def list_of(rules: DeckRules, card: DeckCard) -> str:
    """Return the list of a deck in which a card is entered: that of the first part that takes it, else the last one."""
    parts = (part.key for part, takes in zip(rules.parts, card.parts, strict=True) if takes)
    return next(parts, rules.keys[-1])


def copies_allowed(rules: DeckRules, card: DeckCard) -> int:
    """Return how many copies of a card a legal deck has at most."""
    if card.is_banned:
        return 0
    limit = _limit(rules, card)
    return min(limit, rules.legendary) if card.is_legendary else limit


class _Tally:
    """How many copies of which card a deck has, and where; `is_whole` where every entry could be counted.

    Shapes: `count` is by card, `held` by list and card; `places` are the pointers of a card's entries.
    """

    def __init__(self, deck: Any, entry: str, keys: tuple[str, ...]) -> None:
        given = deck.get("deckId") if isinstance(deck, dict) else None
        self.deck = given if isinstance(given, str) else ""
        self.entry = entry
        self.suggestions: Suggestions | None = None
        self.count: dict[str, int] = {}
        self.held: dict[tuple[str, str], int] = {}
        self.places: dict[str, list[str]] = {}
        self.is_whole = True
        for key in keys:
            self._read(key, deck.get(key) if isinstance(deck, dict) else None)

    def _read(self, key: str, rows: Any) -> None:
        """Count the entries of one list."""
        self.is_whole = self.is_whole and isinstance(rows, list)
        for place, row in enumerate(items_of(rows)):
            name, count = (row.get(self.entry), row.get("count")) if isinstance(row, dict) else (None, None)
            if not isinstance(name, str) or type(count) is not int:
                self.is_whole = False
                continue
            self.count[name] = self.count.get(name, 0) + count
            self.held[key, name] = self.held.get((key, name), 0) + count
            self.places.setdefault(name, []).append(f"/{key}/{place}")

    def twice(self) -> Problems:
        """Yield the cards that have more than one entry: their counts are added up."""
        for card, places in self.places.items():
            for place in places[1:]:
                yield self._problem(
                    "W-DUPENTRY",
                    f"{place}/{self.entry}",
                    card,
                    LocalizedText(
                        f"{card} occurs in this deck before; its counts are added up to {self.count[card]}.",
                        f"此牌组前面已列出 {card}；各项张数相加为 {self.count[card]}。",
                    ),
                    found=card,
                )

    def cards(self, rules: DeckRules, cards: Mapping[str, DeckCard]) -> Problems:
        """Yield the problems of single cards."""
        for card, count in self.count.items():
            definition = cards.get(card)
            if definition is None:
                yield self._unknown(card, cards)
            elif definition.is_banned:
                yield self._problem(
                    "E-DECK-TOKEN",
                    self._named(card),
                    card,
                    LocalizedText(
                        f"{card} is a token: it is made during a match and belongs to no deck.",
                        f"{card} 是衍生物：在对局中产生，不能加入牌组。",
                    ),
                    found=card,
                )
            else:
                yield from self._too_many(rules, card, definition, count)

    def _unknown(self, card: str, cards: Mapping[str, DeckCard]) -> Problem:
        self.suggestions = self.suggestions or Suggestions(cards)
        near = self.suggestions.of(card)
        hint = LocalizedText(f" (did you mean {near}?)", f"（是否想写 {near}？）") if near else LocalizedText("", "")
        sentence = LocalizedText(f"There is no card {card} here{hint.en}.", f"没有 {card} 这张卡牌{hint.zh}。")
        return self._problem("E-DECK-UNKNOWN", self._named(card), card, sentence, found=card, nearest=near)

    def _too_many(self, rules: DeckRules, card: str, definition: DeckCard, count: int) -> Problems:
        """Yield that a deck has more copies of a card than the card allows, and more than a legendary one may have."""
        place = f"{self.places[card][-1]}/count"
        limit = _limit(rules, definition)
        is_said_below = definition.is_legendary and (definition.limit is None or limit == rules.legendary)
        if count > limit and not is_said_below:
            yield self._problem(
                "E-DECK-LIMIT",
                place,
                card,
                LocalizedText(
                    f"{count} copies of {card} are too many; {limit} are allowed.",
                    f"{card} 有 {count} 张，超过上限；最多 {limit} 张。",
                ),
                found=count,
                wanted=limit,
            )
        if definition.is_legendary and count > rules.legendary:
            yield self._problem(
                "E-DECK-LEGENDARY",
                place,
                card,
                LocalizedText(
                    f"{card} is legendary: a deck holds at most {rules.legendary}, this one {count}.",
                    f"{card} 是传奇卡：每套牌组最多 {rules.legendary} 张，此牌组有 {count} 张。",
                ),
                found=count,
                wanted=rules.legendary,
            )

    def sums(self, rules: DeckRules, cards: Mapping[str, DeckCard], config: Json) -> Problems:
        """Yield the problems of the deck as a whole; empty where it could not be counted."""
        if not self.is_whole:
            return
        total = sum(self.count.values())
        if rules.size is not None and total != rules.size:
            yield self._problem(
                "E-DECK-TOTAL",
                "/cards",
                "",
                LocalizedText(
                    f"The deck {self.deck} has {total} cards; {rules.size} are expected.",
                    f"牌组 {self.deck} 有 {total} 张卡牌，应为 {rules.size} 张。",
                ),
                found=total,
                wanted=rules.size,
            )
        for number, cap in enumerate(rules.caps):
            count = sum(n for card, n in self.count.items() if card in cards and cards[card].caps[number])
            if config.get(cap.setting) and count > cap.most:
                yield self._problem(
                    cap.code,
                    "/cards",
                    "",
                    LocalizedText(
                        f"The deck {self.deck} has {count} {cap.name.en}; this match allows {cap.most}.",
                        f"牌组 {self.deck} 有 {count} 张{cap.name.zh}，此对局最多允许 {cap.most} 张。",
                    ),
                    found=count,
                    wanted=cap.most,
                )

    def strays(self, rules: DeckRules, cards: Mapping[str, DeckCard]) -> Problems:
        """Yield the cards that belong to no part of the list that they are in."""
        for key, card in self.held:
            parts = [part for part in rules.parts if part.key == key]
            known = cards.get(card)
            if known is None or known.is_banned or not parts or part_of(rules, known, key) is not None:
                continue
            places = [place for place in self.places[card] if place.startswith(f"/{key}/")]
            names = LocalizedText(
                " or ".join(part.name.en for part in parts), "或".join(part.name.zh for part in parts)
            )
            yield self._problem(
                "E-DECK-PART",
                f"{places[0]}/{self.entry}",
                card,
                LocalizedText(
                    f"{card} cannot be in “{key}”, which holds {names.en}.",
                    f"{card} 不能放在“{key}”中；此处只放{names.zh}。",
                ),
                found=card,
            )

    def parts(self, rules: DeckRules, cards: Mapping[str, DeckCard]) -> Problems:
        """Yield the parts that have too many or too few cards; empty where the deck could not be counted."""
        for part in rules.parts if self.is_whole else ():
            total = sum(
                n
                for (key, card), n in self.held.items()
                if key == part.key and card in cards and part_of(rules, cards[card], key) is part
            )
            if part.low <= total <= part.high:
                continue
            size = str(part.low) if part.low == part.high else f"{part.low} to {part.high}"
            chinese = size.replace(" to ", " 至 ")
            yield self._problem(
                "E-DECK-PART",
                f"/{part.key}",
                "",
                LocalizedText(
                    f"The deck {self.deck} has {total} {part.name.en}; expected {size}.",
                    f"牌组 {self.deck} 有 {total} 张{part.name.zh}，应为 {chinese} 张。",
                ),
                found=total,
                wanted=size,
            )

    def demands(self, rules: DeckRules, cards: Mapping[str, DeckCard]) -> Problems:
        """Yield the cards that ask for more of the deck than it has; empty where the deck could not be counted."""
        deck_cards = {name: cards[name] for name in self.count if name in cards} if self.is_whole else {}
        for name, card in deck_cards.items():
            if card.demand is None or rules.need is None:
                continue
            number, traits = card.demand
            total = sum(
                self.count[other]
                for other, counted in deck_cards.items()
                if counted.traits is not None and counted.traits.issuperset(traits)
            )
            if total >= number:
                continue
            words = ", ".join(word for _, word in traits)
            of, zh_of = (f" ({words})", f"（{words}）") if words else ("", "")
            yield self._problem(
                "E-DECK-NEED",
                self._named(name),
                name,
                LocalizedText(
                    f"{name} asks for {number} {rules.need.name.en}{of} in its deck; this one has {total}.",
                    f"{name} 要求牌组中有 {number} 名{rules.need.name.zh}{zh_of}，此牌组有 {total} 名。",
                ),
                found=total,
                wanted=number,
            )

    def _named(self, card: str) -> str:
        return f"{self.places[card][0]}/{self.entry}"

    def _problem(self, code: str, path: str, card: str, sentence: LocalizedText, **more: Any) -> Problem:
        return problems.problem(code, path, sentence, "references", card=card, deck=self.deck, **more)
