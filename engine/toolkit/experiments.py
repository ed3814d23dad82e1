"""What the experiments of all games share: which slots a card takes, what it is compared with, which decks meet.

Both depend on the card's id, kind and rarity alone. A draft whose cost changes keeps its slots and its references, so that previews of
its drafts can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cache, cached_property
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine.errors import BadCard, Problem
from engine.kernel.chance import draw, stream_key
from engine.language.spec import LocalizedText
from engine.ruleset.faults import read_data
from engine.ruleset.parts import Json
from engine.toolkit.rules import Action, CardDef, State

Arrange = Callable[[Json, Json | None, Sequence[Json], Sequence[Json]], Json]
START_WINS = ("startWins", "Wins of the seat that began, percent", "先手获胜（%）")
HAND_LEFT = ("hand", "Cards in hand at the end", "终局手牌数")
DECK_LEFT = ("deckLeft", "Cards left in the deck", "牌库剩余张数")
REFERENCES = 2
"""Cards that a new card is compared with, at most: one for each of its copies."""


NO_DECK = LocalizedText("there are no cards to build a deck of", "没有可组成牌组的牌")


@cache
def styles_of(folder: Path) -> Json:
    """Return a game's file of styles: its `styles` and the pinned `references`."""
    styles: Json = read_data(folder / "styles.json")
    return styles


@cache
def reference_decks(folder: Path, listing: Callable[[Json], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    """Return the shipped deck of each style, as card ids by slot."""
    decks = folder / "decks"
    return {name: listing(read_data(decks / f"{name}.json")) for name in styles_of(folder)["styles"]}


def no_starters(card: str, text: LocalizedText = NO_DECK) -> BadCard:
    """Return the refusal of a card for which neither its pack nor the shipped set has what a match needs."""
    return BadCard([Problem("E-NOSTARTERS", text._asdict(), layer="references", card=card)])


def pinned_slots(card: str, eligible: Sequence[int], copies: int) -> list[int]:
    """Return the slots that a card takes among those that fit it: fixed by its id."""
    key = stream_key(0, f"preview/slots/{card}")
    return sorted(sorted(eligible, key=lambda slot: (draw(key, slot), slot))[:copies])


def pinned_references(
    card: str, groups: Sequence[str], references: Mapping[str, Sequence[str]], available: Collection[str]
) -> list[str]:
    """Return the available of the pinned cards that a new card is compared with.

    They are those of the first of its groups that has any beside the card itself.
    """
    for group in groups:
        names = [name for name in references.get(group, ()) if name != card]
        if names:
            break
    else:
        names = [name for group in references.values() for name in group if name != card]
    return [name for name in names[:REFERENCES] if name in available]


@dataclass(frozen=True)
class Trial:
    """A card that is tried among others, and what the layout of its experiment is made of.

    Shapes: `baseline` is its former version, `pool` the documents of its pack, `reserve` the shipped ones; `folder` is the game's, with its
            `styles.json`; `kind_of` tells the kind of a document.
    """

    candidate: Json
    baseline: Json | None
    pool: Sequence[Json]
    reserve: Sequence[Json]
    folder: Path
    kind_of: Callable[[Json], str]

    @property
    def card(self) -> str:
        """The id of the card."""
        return str(self.candidate["id"])

    @property
    def kind(self) -> str:
        """The kind of the card."""
        return self.kind_of(self.candidate)

    @property
    def styles(self) -> Json:
        """The game's file of styles."""
        return styles_of(self.folder)

    @cached_property
    def cards_by_id(self) -> dict[str, Json]:
        """All documents there are, the pack's before shipped ones of the same id."""
        return {document["id"]: document for document in (*self.reserve, *self.pool, self.candidate)}

    @cached_property
    def own(self) -> set[str]:
        """The ids of the pack's cards."""
        return {document["id"] for document in self.pool}

    def decks(self, listing: Callable[[Json], tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        """Return the shipped deck of each style whose cards there are, as card ids by slot; `listing` reads a deck document.

        Errors: BadCard E-NOSTARTERS when there is none.
        """
        decks = reference_decks(self.folder, listing)
        available = {name: deck for name, deck in decks.items() if self.cards_by_id.keys() >= set(deck)}
        if not available:
            raise no_starters(self.card)
        return available

    def slots(self, deck: Sequence[str], copies: int, otherwise: Sequence[int], card: str = "") -> list[int]:
        """Return the slots of a deck that the card takes, or another one: those that hold it, else some that its id gives it.

        These are slots of cards of its kind, and where there are none, of `otherwise`.
        """
        card = card or self.card
        kind = self.kind_of(self.cards_by_id[card])
        alike = [slot for slot, entry in enumerate(deck) if self.kind_of(self.cards_by_id[entry]) == kind]
        own = [slot for slot, entry in enumerate(deck) if entry == card]
        return own or pinned_slots(card, alike or otherwise, copies)

    def without_card(self, deck: Sequence[str]) -> list[str]:
        """Return a deck without the card: another of its kind, preferably one that the deck does not hold, has its slots."""
        cards = self.cards_by_id
        alike = [name for name in sorted(cards) if self.kind_of(cards[name]) == self.kind and name != self.card]
        spare = next((entry for entry in deck if entry != self.card), self.card)
        replacement = next((name for name in alike if name not in deck), spare)
        return [replacement if entry == self.card else entry for entry in deck]

    def references(self, plainest: str = "common", kind: str = "") -> list[str]:
        """Return what a new card is compared with: pinned cards of its kind and rarity, else of the plainest; none for a former version."""
        if self.baseline is not None:
            return []
        kind = kind or self.kind
        groups = (f"{kind}/{self.candidate.get('rarity', plainest)}", f"{kind}/{plainest}")
        return pinned_references(self.card, groups, self.styles["references"], self.cards_by_id)

    def layout(
        self,
        unit: str,
        decks: Mapping[str, Sequence[str]],
        slots: Mapping[str, Sequence[int]],
        partners: Set[str],
        references: Sequence[str],
        **parts: Any,
    ) -> Json:
        """Return the layout of `Experiment.arrange`: with every pair of decks, and a card of the side in the first seat.

        Shapes: `partners` are the cards that take part; `parts` are those of the layout that the game adds or has otherwise.
        """
        cards, styles = {*partners, *references} - {self.card}, self.styles["styles"]
        return {
            "card": self.card,
            "unit": unit,
            "side": 0 if unit == "side" else -1,
            "cards": sorted(cards),
            "lent": sorted(cards - self.own - {*references}),
            "decks": decks,
            "slots": slots,
            "references": references,
            "opponents": [{"id": name, "title": styles[name]["title"]} for name in decks if name in styles],
            "strata": all_pairs(list(decks)),
            **parts,
        }


def arranged(file: str, key: str = "type") -> Callable[[Callable[[Trial], Json]], Arrange]:
    """Make the `arrange` of a game's experiment of a function that lays one trial out.

    Shapes: `file` is a module in the game's folder, `key` the field that names a card's kind.
    """
    folder = Path(file).parent
    return lambda plan: (
        lambda candidate, baseline, pool, reserve: plan(
            Trial(candidate, baseline, pool, reserve, folder, itemgetter(key))
        )
    )


def all_pairs(styles: Sequence[str]) -> list[list[str]]:
    """Return the ordered pairs of styles, in an order in which every run of as many pairs has each style in each seat."""
    count = len(styles)
    return [[styles[seat], styles[(seat + step) % count]] for step in range(count) for seat in range(count)]


def deck_opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    """Return the opening environment of a game whose seats bring nothing but a deck: `deck/0`, `deck/1` and so on."""
    return {f"deck/{seat}": tuple(deck) for seat, deck in enumerate(decks)}


def measures(*rows: tuple[str, str, str]) -> tuple[tuple[str, LocalizedText], ...]:
    """Return the measures of an experiment from rows of a name and its title in English and Chinese."""
    return tuple((name, LocalizedText(en, zh)) for name, en, zh in rows)


def starter_wins(st: State, starter: int) -> int:
    """Return 100 where the seat that began has won, 0 where it has lost, 50 for a draw: the mean is a percentage."""
    winner = st.result.winner if st.result else -1
    return 50 if winner < 0 else 100 * (winner == starter)


def margin_by(points: Callable[[State, int], int]) -> Callable[[State, int], int]:
    """Return the `margin` of an experiment: by how many points a seat is ahead of the best other."""

    def margin(st: State, seat: int) -> int:
        seats = range(st.program.config["seats"])
        return points(st, seat) - max(points(st, other) for other in seats if other != seat)

    return margin


def card_after(*verbs: str) -> Callable[[State, Action], int]:
    """Return the `card_played` of an experiment: the entity that an answer names after one of some verbs, after any without them; 0 for none."""

    def card_played(st: State, action: Action) -> int:
        option = action[0] if action else ""
        return option[1] if isinstance(option, tuple) and (not verbs or option[0] in verbs) else 0

    return card_played
