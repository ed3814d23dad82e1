"""How a card is tried out: two seats with starter decks of one style each, the card in two slots; an exploration card in its pile.

This game has no decks. A treasure card is therefore in its seat's deck from the start, in slots of starters, and taken out of every
pile; no seat owns an exploration card, so whole worlds are compared. Source: WZ14.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.kernel.decisions import Action
from engine.kernel.definitions import CardDef
from engine.kernel.state import State
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Experiment
from engine.ruleset.experiments import (
    all_pairs,
    card_of,
    no_starters,
    opponents_of,
    pinned_references,
    pinned_slots,
    styles_of,
)
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.setup import copies, deal
from engine.rulesets.wizards.table import players

Json = dict[str, Any]

SEATS = 2
COPIES = 2
"""Copies that a seat starts with."""

FOLDER = Path(__file__).parent

NO_STARTERS = LocalizedText("there are no starter cards to build a deck of", "没有可组成牌组的基础牌")
MIN_COPIES = {"ori": 7, "com": 8, "leg": 8, "III": 12, "VI": 8, "IX": 4, "XII": 2}
"""Copies below which a part of a pack makes no match of its own and the shipped cards of that part join: a hand of starters, a shop
refilled once, the five legendaries that are offered to each of two seats less what returns, a slot's worth of monsters a round or two."""

MATCH_MS = {"random": 65, "greedy": 200}
"""What a match of two is taken to cost by bot, in milliseconds of CPU: as measured (docs/operations/targets.md)."""

EARLY = 3
"""The last round in which a play counts as early."""

MEASURES = (
    ("rounds", LocalizedText("Rounds", "回合数")),
    ("startWins", LocalizedText("Wins of the seat that began, percent", "先手获胜（%）")),
)
SEAT_MEASURES = (
    ("gold", LocalizedText("Gold at the end", "终局金币")),
    ("defeats", LocalizedText("Monsters defeated", "击败怪物数")),
    ("mana", LocalizedText("Mana left at the end", "终局剩余法力")),
    ("deckLeft", LocalizedText("Cards left in the deck", "牌库剩余张数")),
)


def part(document: Json) -> str:
    """Return which part of a set a card belongs to: a rarity, or a level."""
    return str(document["level"] if "level" in document else document["rarity"])


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Plan an experiment.

    Shapes: a deck is the starters by slot, the last of them exchanged for the cards of its style. A starter takes slots beside them.
            `piles` names the documents that are dealt to the piles: the cards of styles are not, where the pack has them not.
    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds a starter deck.
    """
    card = candidate["id"]
    documents, lent = _complete([d for d in pool if d["id"] != card], [d for d in reserve if d["id"] != card])
    available = {d["id"] for d in (*reserve, *pool)} - {card}
    layout: Json = {"card": card, "piles": sorted(documents), "lent": sorted(lent), "side": -1}
    starters = sorted((d for d in documents.values() if part(d) == "ori"), key=lambda d: str(d["id"]))
    plain = [d["id"] for d in starters for _ in range(_count(d, 1))]
    if "level" in candidate:
        decks, unit, copies_of = {"plain": plain}, "table", 0
    else:
        decks, unit, copies_of = _decks(plain, available, card), "seat", COPIES
    if len(plain) < COPIES:
        raise no_starters(card, NO_STARTERS)
    starting = [place for place, entry in enumerate(plain) if all(deck[place] == entry for deck in decks.values())]
    slots = {name: pinned_slots(card, starting, copies_of) for name in decks}
    groups = (f"{candidate.get('cardType', 'spell')}/{part(candidate)}", f"{candidate.get('cardType', 'spell')}/com")
    styles = styles_of(FOLDER)
    partners = pinned_references(card, groups, styles["references"], available)
    return layout | {
        "unit": unit,
        "cards": sorted({*documents, *(entry for deck in decks.values() for entry in deck)}),
        "decks": decks,
        "slots": slots,
        "references": partners if baseline is None and unit == "seat" else [],
        "opponents": opponents_of(styles["styles"], decks),
        "strata": all_pairs(list(decks)),
    }


def _decks(plain: Sequence[str], available: set[str], card: str) -> dict[str, list[str]]:
    """Return the deck of each style whose cards are known: the plain one with its last slots exchanged for cards of the style."""
    decks = {}
    for name, style in styles_of(FOLDER)["styles"].items():
        own = [held for held in style["cards"] if held != card]
        if available.issuperset(own) and len(plain) >= COPIES + len(own):
            decks[name] = [*plain[: len(plain) - len(own)], *own]
    return decks


def _complete(pool: Sequence[Json], reserve: Sequence[Json]) -> tuple[dict[str, Json], list[str]]:
    """Return the documents of the match by id: the pool's, and the reserve's for each part that the pool has too few of."""
    held = {name: sum(_count(d, SEATS) for d in pool if part(d) == name) for name in MIN_COPIES}
    short = {name for name, enough in MIN_COPIES.items() if held[name] < enough}
    documents = {str(d["id"]): d for d in pool}
    lent = [d for d in reserve if part(d) in short and d["id"] not in documents]
    documents.update({str(d["id"]): d for d in lent})
    return documents, [str(d["id"]) for d in lent]


def _count(document: Json, seats: int) -> int:
    count = document.get("count", 1)
    return int(str(count).removeprefix("$")) * (seats if str(count).startswith("$") else 1)


def opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    """Return the opening environment with a deck in each seat, or with an exploration card last in its pile.

    The others keep their slots, and with them their places in every shuffle.
    """
    card, piles = layout["card"], set(layout["piles"])
    env = deal({name: held for name, held in cards.items() if name in piles}, SEATS, config)
    if layout["unit"] == "table" and card in cards:
        level = cards[card].words["level"]
        env[level] = (*env[level], *[card] * copies(cards[card], SEATS))
    env.update({f"deck/{seat}": tuple(deck) for seat, deck in enumerate(decks)})
    return env


def played_card(st: State, action: Action) -> int:
    """Return the card that an answer plays, or 0."""
    return card_of(action, ("play",))


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by, in the order of MEASURES."""
    winner = st.result.winner if st.result else -1
    began = (st.globals["first"] - st.turn + 1) % SEATS
    return st.turn, 50 if winner < 0 else 100 * (winner == began)


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by, in the order of SEAT_MEASURES."""
    player = st.entities[seat + 1]
    return player["gold"], player["kills"], player["mana"], len(st.zone(seat + 1, "deck"))


def margin(st: State, seat: int) -> int:
    """Return how many cells a seat is ahead of the best other."""
    entities, me = st.entities, seat + 1
    return int(entities[me]["pos"] - max(entities[other]["pos"] for other in players(st) if other != me))


EXPERIMENT = Experiment(
    seats=SEATS,
    measures=MEASURES,
    unseen=frozenset(("deck", *LEVELS)),
    arrange=arrange,
    opening=opening,
    card_played=played_card,
    measure=measure,
    margin=margin,
    match_ms=MATCH_MS,
    early=EARLY,
    seat_measures=SEAT_MEASURES,
    measure_seat=measure_seat,
    lead=LocalizedText("Cells ahead", "领先格数"),
    at_once=frozenset(("instant",)),
)
