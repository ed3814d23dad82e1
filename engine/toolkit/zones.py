"""Zones and who sees them: from that follow where a seat may not look, and how a bot imagines the cards that it cannot see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from engine.toolkit.dealing import deal_numbers, shuffle_hidden
from engine.toolkit.rules import State
from engine.toolkit.seats import TABLE, players

Imagine = Callable[[State, int, Iterator[int]], None]
Deal = tuple[int, tuple[str, ...], bool]
"""Zones whose cards are dealt again among them: holder, names, and whether the holder is a rival."""


@dataclass(frozen=True)
class Visibility:
    """Which zones of a game hide their cards, and from whom; all others are open.

    Shapes: `decks` are zones of a player into which no seat may look, `hands` those into which their owner may, `piles` those of the
            table into which no seat may look. A bot imagines the hand and the deck of a rival together: their cards change places, and
            each zone is as large as before. `private` zones are only their owner's too, but are not dealt again: where a bot must not
            know what lies there, `imagine(state, rival, numbers)` changes it, with numbers of `engine.toolkit.dealing.deal_numbers`.
            Cards that were shown to a seat (`engine.kernel.state_writers.reveal`) keep their places.
    """

    decks: tuple[str, ...] = ("deck",)
    hands: tuple[str, ...] = ("hand",)
    piles: tuple[str, ...] = ()
    private: tuple[str, ...] = ()
    imagine: Imagine | None = None
    _by_seat: dict[tuple[int, ...], frozenset[tuple[int, str]]] = field(default_factory=dict, compare=False)
    _deals: dict[tuple[int, ...], tuple[Deal, ...]] = field(default_factory=dict, compare=False)

    @property
    def secret(self) -> frozenset[str]:
        """The names of all zones that are hidden from some seat, as `Mechanics` takes them."""
        return self.own.union(self.decks, self.piles)

    @property
    def own(self) -> frozenset[str]:
        """The names of the zones that are hidden from all but their owner, as `Mechanics` takes them."""
        return frozenset((*self.hands, *self.private))

    def hidden_zones(self, st: State, seat: int) -> frozenset[tuple[int, str]]:
        """Return the zones, by holder and name, whose cards or order a seat does not know."""
        key = (st.program.config["seats"], seat)
        if key not in self._by_seat:
            owners = players(st)
            rivals = [player for player in owners if player != owners[seat]]
            self._by_seat[key] = frozenset(
                (
                    *((TABLE, pile) for pile in self.piles),
                    *((player, deck) for player in owners for deck in self.decks),
                    *((player, zone) for player in rivals for zone in self.own),
                )
            )
        return self._by_seat[key]

    def determinize(self, st: State, seat: int, salt: int) -> State:
        """Return a fork in which everything that a seat cannot know is dealt again by a salt, and chance differs."""
        new = st.fork_hypothetical(seat, salt)
        numbers, imagine, key = deal_numbers(new), self.imagine, (st.program.config["seats"], seat)
        for holder, zones, is_rival in self._deals.get(key) or self._plan_deals(st, key):
            shuffle_hidden(new, seat, holder, zones, numbers)
            if is_rival and imagine is not None:
                imagine(new, holder, numbers)
        return new

    def _plan_deals(self, st: State, key: tuple[int, int]) -> tuple[Deal, ...]:
        """Return what is dealt again for a seat, in order: its own decks, the piles of the table, the hands and decks of rivals."""
        owners = players(st)
        own = owners[key[1]]
        self._deals[key] = deals = (
            *((own, (deck,), False) for deck in self.decks),
            *((TABLE, (pile,), False) for pile in self.piles),
            *((rival, (*self.hands, *self.decks), True) for rival in owners if rival != own),
        )
        return deals
