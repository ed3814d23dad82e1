"""Boards on which a shipped card meets something: cards with few effects of their own in every place that matters in a game."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from engine.cardset import HashedCard
from engine.kernel.chance import Stream
from engine.ruleset import Ruleset, ZoneSpec
from engine.scenario.mutants import blocks_of

Json = dict[str, Any]
SUBJECT = "it"


@dataclass(frozen=True)
class Surroundings:
    """The cards and numbers around a card.

    Shapes: `own` and `other` are how many cards each zone of the first and of every other seat has at most, `shared` the same of the table's;
            `seat` are variables of every seat with their values to choose from, `placed` the same of cards by their zone;
            `phases` are those that may begin.
    """

    phases: tuple[str, ...]
    own: Mapping[str, int]
    other: Mapping[str, int]
    shared: Mapping[str, int] = field(default_factory=dict)
    seat: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    placed: Mapping[str, Mapping[str, tuple[int | str, ...]]] = field(default_factory=dict)


LANES = {f"{lane}.{row}": 1 for lane in ("alpha", "bravo") for row in ("front", "back")}
AURAS = ("none", "cryo", "hydro", "pyro", "electro", "dendro")
SURROUNDINGS = {
    "wizards": Surroundings(
        ("battling", "battling", "exploring", "advancing", "supplying", "preparing"),
        {"hand": 3, "deck": 5, "discard": 2, "slot": 1, "wand": 1},
        {"hand": 2, "deck": 4, "discard": 2, "slot": 1},
        {"common": 6, "legendary": 3, "III": 5, "VI": 3, "IX": 2, "shop": 3, "explored": 1},
        {"mana": (9, 4, 2), "gold": (9, 3, 0)},
        {"slot": {"health": (12, 5, 2)}},
    ),
    "halo": Surroundings(
        ("DEPLOYMENT", "SKIRMISH", "DEPLOYMENT"),
        {"hand": 3, "deck": 5, "discard": 2, **LANES, "alpha.orbit": 1},
        {"hand": 2, "deck": 5, "discard": 2, **LANES, "alpha.orbit": 1},
        {},
        {"base": (30, 12), "supply": (9, 4), "battery": (3,)},
        {name: {"health": (9, 3, 1), "attack": (2, 4)} for name in LANES},
    ),
    "encounter": Surroundings(
        ("main", "BP"),
        {"field": 3, "hand": 2, "deck": 4},
        {"field": 3, "hand": 1, "deck": 4},
        {},
        {"ap": (9,), "apCap": (9,), "handCap": (7,), "draws": (1,)},
        {"field": {"x": (2, 3, 4, 5), "y": (2, 3, 4)}},
    ),
    "genius": Surroundings(
        ("ACTION_PHASE", "ACTION_PHASE", "END_PHASE"),
        {"characters": 3, "pile": 4, "hands": 2, "summons": 1},
        {"characters": 3, "pile": 4, "hands": 1, "summons": 1},
        {},
        {"active": (1, 2), "omni": (12,), "cryo": (0, 2), "pyro": (0, 2)},
        {"characters": {"health": (10, 6, 2), "power": (0, 2), "aura": AURAS}},
    ),
}
"""The surroundings of a card in each game with shipped cards."""


def boards(ruleset: Ruleset, card: Json, cards: Sequence[HashedCard], seed: int) -> Iterator[Json]:
    """Yield the beginning of a scenario for each place that takes a card, filled by a seed; a place that stands for itself first."""
    board = ruleset.board
    if board is None:
        return
    rng = Stream(seed, f"strength/{card['id']}")
    filler = _Filler(ruleset, cards, rng, seed)
    sort = board.sort(card)
    if setting := board.beginning.settings.get(sort):
        yield {"config": {setting: card["id"]}, "given": filler.board_with(None, card)}
        return
    for zone in (zone for zone in board.zones if zone.settable and sort in zone.sorts):
        yield {"given": filler.board_with(zone, card)}


class _Filler:
    def __init__(self, ruleset: Ruleset, cards: Sequence[HashedCard], rng: Stream, seed: int) -> None:
        self.ruleset, self.rng, self.seed = ruleset, rng, seed
        self.around = SURROUNDINGS[ruleset.name]
        self.plain = plain_cards(ruleset, cards)
        self.number = 0  # counts the cards placed

    def board_with(self, zone: ZoneSpec | None, card: Json) -> Json:
        """Return a board with the card in a zone."""
        assert self.ruleset.board is not None
        start = copy.deepcopy(dict(self.ruleset.board.beginning.setup))
        seats = [self._seat(seat) for seat in range(min(self.ruleset.seats))]
        table = self._zones(self.around.shared)
        if zone is not None:
            holder = table if zone.shared else seats[0]
            rest = holder.get(zone.name, [])
            holder[zone.name] = [{**self._values(zone.name), "card": card["id"], "as": SUBJECT}, *rest][: zone.capacity]
        phase = self.around.phases[(self.seed - 1) % len(self.around.phases)]
        return {**start, "phase": phase, "active": 0, "seats": seats, **({"table": table} if table else {})}

    def _seat(self, seat: int) -> Json:
        values = {name: self._one_of(among) for name, among in self.around.seat.items()}
        return {**values, **self._zones(self.around.other if seat else self.around.own)}

    def _zones(self, maximum: Mapping[str, int]) -> Json:
        assert self.ruleset.board is not None
        sorts = {zone.name: zone.sorts for zone in self.ruleset.board.zones}
        out: Json = {}
        for name, count in maximum.items():
            among = [card for sort in sorts[name] for card in self.plain.get(sort, ())]
            least = count if name == "characters" else 0
            held = [self._placed(name, among) for _ in range(max(least, self.rng.below(count + 1))) if among]
            if held:
                out[name] = held
        return out

    def _placed(self, zone: str, among: Sequence[str]) -> Json:
        self.number += 1
        return {**self._values(zone), "card": self._one_of(among), "as": f"c{self.number}"}

    def _values(self, zone: str) -> Json:
        chosen = self.around.placed.get(zone, {})
        return {name: self._one_of(among) for name, among in chosen.items() if self.rng.below(3)}

    def _one_of(self, among: Sequence[Any]) -> Any:
        return among[self.rng.below(len(among))]


_PLAIN: dict[str, dict[str, list[str]]] = {}


def plain_cards(ruleset: Ruleset, cards: Sequence[HashedCard]) -> dict[str, list[str]]:
    """Return, by sort, the shipped cards with the fewest blocks, at most ten."""
    if ruleset.name not in _PLAIN:
        assert ruleset.board is not None
        vocabulary = ruleset.of_pack(document for document, _ in cards).vocabulary
        matches: dict[str, list[tuple[int, str]]] = {}
        for document, _ in cards:
            matches.setdefault(ruleset.board.sort(document), []).append(
                (len(blocks_of(vocabulary, document)), document["id"])
            )
        _PLAIN[ruleset.name] = {sort: [name for _, name in sorted(held)[:10]] for sort, held in matches.items()}
    return _PLAIN[ruleset.name]
