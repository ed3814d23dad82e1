"""How a card is tried out: two seats with starter decks of one style each, the card in two slots; an exploration card in its pile.

This game has no decks. A treasure card is therefore in its seat's deck from the start, in slots of starters, and taken out of every
pile; no seat owns an exploration card, so whole worlds are compared. Source: WZ14.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.language.spec import LocalizedText
from engine.ruleset import Experiment, Json
from engine.toolkit.experiments import (
    DECK_LEFT,
    START_WINS,
    Trial,
    arranged,
    card_after,
    deck_opening,
    margin_by,
    measures,
    no_starters,
    pinned_slots,
    starter_wins,
)
from engine.toolkit.rules import CardDef, State

from .config import LEVELS
from .setup import copies, deal

SEATS = 2
COPIES = 2
"""Copies that a seat starts with."""


NO_STARTERS = LocalizedText("there are no starter cards to build a deck of", "没有可组成牌组的基础牌")
MIN_COPIES = {"ori": 7, "com": 8, "leg": 8, "III": 12, "VI": 8, "IX": 4, "XII": 2}
"""Copies below which a part of a pack makes no match of its own and the shipped cards of that part join: a hand of starters, a shop
refilled once, the five legendaries that are offered to each of two seats less what returns, a slot's worth of monsters a round or two."""


def part(document: Json) -> str:
    """Return which part of a set a card belongs to: a rarity, or a level."""
    return str(document["level"] if "level" in document else document["rarity"])


@arranged(__file__)
def arrange(trial: Trial) -> Json:
    """Plan an experiment.

    Shapes: a deck is the starters by slot, the last of them exchanged for the cards of its style. A starter takes slots beside them.
            `piles` names the documents that are dealt to the piles: the cards of styles are not, where the pack has them not.
    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds a starter deck.
    """
    card, candidate = trial.card, trial.candidate
    documents, lent = _complete(*([d for d in group if d["id"] != card] for group in (trial.pool, trial.reserve)))
    starters = sorted((d for d in documents.values() if part(d) == "ori"), key=lambda d: str(d["id"]))
    plain = [d["id"] for d in starters for _ in range(_count(d, 1))]
    is_treasure = "level" not in candidate
    decks = _decks(trial, plain) if is_treasure else {"plain": plain}
    if len(plain) < COPIES:
        raise no_starters(card, NO_STARTERS)
    starting = [place for place, entry in enumerate(plain) if all(deck[place] == entry for deck in decks.values())]
    cards = {*documents, *(entry for deck in decks.values() for entry in deck)}
    return trial.layout(
        "seat" if is_treasure else "table",
        decks,
        {name: pinned_slots(card, starting, COPIES if is_treasure else 0) for name in decks},
        cards,
        trial.references("com", candidate.get("cardType", "spell")) if is_treasure else [],
        cards=sorted(cards),
        piles=sorted(documents),
        lent=sorted(lent),
    )


def _decks(trial: Trial, plain: Sequence[str]) -> dict[str, list[str]]:
    """Return the deck of each style whose cards are known: the plain one with its last slots exchanged for cards of the style."""
    decks = {}
    for name, style in trial.styles["styles"].items():
        own = [entry for entry in style["cards"] if entry != trial.card]
        if trial.cards_by_id.keys() >= set(own) and len(plain) >= COPIES + len(own):
            decks[name] = [*plain[: len(plain) - len(own)], *own]
    return decks


def _complete(pool: Sequence[Json], reserve: Sequence[Json]) -> tuple[dict[str, Json], list[str]]:
    """Return the documents of the match by id: the pool's, and the reserve's for each part that the pool has too few of."""
    counts = {name: sum(_count(d, SEATS) for d in pool if part(d) == name) for name in MIN_COPIES}
    short = {name for name, minimum in MIN_COPIES.items() if counts[name] < minimum}
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
    env = deal({name: card_def for name, card_def in cards.items() if name in piles}, SEATS, config)
    if layout["unit"] == "table" and card in cards:
        level = cards[card].words["level"]
        env[level] = (*env[level], *[card] * copies(cards[card], SEATS))
    return {**env, **deck_opening(layout, cards, config, decks)}


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by."""
    return st.turn, starter_wins(st, (st.globals["first"] - st.turn + 1) % SEATS)


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by."""
    player = st.entities[seat + 1]
    return player["gold"], player["kills"], player["mana"], len(st.zone(seat + 1, "deck"))


EXPERIMENT = Experiment(
    measures=measures(("rounds", "Rounds", "回合数"), START_WINS),
    unseen=frozenset(("deck", *LEVELS)),
    arrange=arrange,
    opening=opening,
    card_played=card_after("play"),
    measure=measure,
    margin=margin_by(lambda st, seat: int(st.entities[seat + 1]["pos"])),
    match_ms={"random": 65, "greedy": 200},
    early=3,
    seat_measures=measures(
        ("gold", "Gold at the end", "终局金币"),
        ("defeats", "Monsters defeated", "击败怪物数"),
        ("mana", "Mana left at the end", "终局剩余法力"),
        DECK_LEFT,
    ),
    measure_seat=measure_seat,
    lead=LocalizedText("Cells ahead", "领先格数"),
    at_once=frozenset(("instant",)),
)
