"""How a card is tried out: two seats, plain starter decks, the card in two slots of one deck; an exploration card in its pile.

This game has no decks. A treasure card is therefore given to one seat from the start, in place of the starters nearest to
it, and taken out of every pile; an exploration card belongs to nobody, so whole piles are compared. Source: WZ14.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.errors import BadCard, Problem
from engine.kernel.decisions import Action
from engine.kernel.program import CardDef
from engine.kernel.state import State
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Experiment
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.setup import copies, deal
from engine.rulesets.wizards.table import players

Json = dict[str, Any]

SEATS = 2
COPIES = 2
"""Copies that the candidate's seat starts with."""

ENOUGH = {"ori": 7, "com": 8, "leg": 8, "III": 12, "VI": 8, "IX": 4, "XII": 2}
"""Copies below which a part of a pack makes no match of its own and the shipped cards of that part join: a hand of starters, a shop
refilled once, the five legendaries that are offered to each of two seats less what returns, a slot's worth of monsters a round or two."""

MATCH_MS = {"random": 22, "greedy": 100}
"""What a match of two is taken to cost by bot, in milliseconds of CPU: as measured (docs/adr/0011)."""

EARLY = 3
"""The last round in which a play counts as early."""

MEASURES = (
    ("rounds", LocalizedText("Rounds", "回合数")),
    ("gold", LocalizedText("Gold at the end, all seats", "终局金币（全体）")),
    ("defeats", LocalizedText("Monsters defeated, all seats", "击败怪物数（全体）")),
    ("spread", LocalizedText("Cells between first and last", "首尾相差格数")),
    ("startWins", LocalizedText("Wins of the seat that began, per mille", "先手获胜（千分比）")),
)


def part(document: Json) -> str:
    """Return which part of a set a card belongs to: a rarity, or a level."""
    return str(document["level"] if "level" in document else document["rarity"])


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Plan an experiment.

    Shapes: `deck` is the plain starter deck by slot, `slots` the places in it that the card takes. A starter takes its own places,
            which hold the nearest other starter in a plain deck.
    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds a starter deck.
    """
    card = candidate["id"]
    documents, lent = _complete([d for d in pool if d["id"] != card], [d for d in reserve if d["id"] != card])
    layout: Json = {
        "card": card,
        "seats": SEATS,
        "cards": sorted(documents),
        "lent": sorted(lent),
        "mirror": baseline is None,
    }
    if "level" in candidate:
        return layout | {"unit": "table", "deck": [], "slots": [], "replaced": []}
    starters = [d for d in documents.values() if part(d) == "ori"]
    deck = [d["id"] for d in sorted(starters, key=lambda d: str(d["id"])) for _ in range(_count(d, 1))]
    if len(deck) < COPIES:
        raise BadCard([_no_starters(card)])
    own = sum(_count(d, 1) for d in pool if d["id"] == card and part(d) == "ori")
    slots = list(range(len(deck), len(deck) + own)) or _nearest(candidate, deck, documents)[:COPIES]
    deck += [deck[_nearest(candidate, deck, documents)[0]]] * own
    return layout | {
        "unit": "seat",
        "deck": deck,
        "slots": sorted(slots),
        "replaced": [deck[slot] for slot in sorted(slots)],
    }


def _no_starters(card: str) -> Problem:
    message = {"en": "there are no starter cards to build a deck of", "zh": "没有可组成牌组的基础牌"}
    return Problem("E-NOSTARTERS", message, layer="references", card=card)


def _complete(pool: Sequence[Json], reserve: Sequence[Json]) -> tuple[dict[str, Json], list[str]]:
    """Return the documents of the match by id: the pool's, and the reserve's for each part that the pool has too few of."""
    held = {name: sum(_count(d, SEATS) for d in pool if part(d) == name) for name in ENOUGH}
    short = {name for name, enough in ENOUGH.items() if held[name] < enough}
    documents = {str(d["id"]): d for d in pool}
    lent = [d for d in reserve if part(d) in short and d["id"] not in documents]
    documents.update({str(d["id"]): d for d in lent})
    return documents, [str(d["id"]) for d in lent]


def _count(document: Json, seats: int) -> int:
    count = document.get("count", 1)
    return int(str(count).removeprefix("$")) * (seats if str(count).startswith("$") else 1)


def _nearest(candidate: Json, deck: Sequence[str], documents: Mapping[str, Json]) -> list[int]:
    """Return the slots by how near their starters are to the card in cost, then kind, then school; the first of equals first."""

    def distance(slot: int) -> tuple[int, bool, bool, int]:
        starter = documents[deck[slot]]
        kinds = starter.get("cardType", "spell") != candidate.get("cardType", "spell")
        return abs(starter["manaCost"] - candidate["manaCost"]), kinds, starter["school"] != candidate["school"], slot

    return sorted(range(len(deck)), key=distance)


def opening(layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], seat: int) -> Json:
    """Return the opening environment with the card in one seat's deck, or last in its pile; -1 is a match without it.

    The others keep their slots, and with them their places in every shuffle.
    """
    card = layout["card"]
    env = deal({name: held for name, held in cards.items() if name != card}, SEATS, config)
    if layout["unit"] == "table":
        if card in cards:
            level = cards[card].words["level"]
            env[level] = (*env[level], *[card] * copies(cards[card], SEATS))
        return env
    env.update({f"deck/{each}": tuple(layout["deck"]) for each in range(SEATS)})
    if seat >= 0:
        env[f"deck/{seat}"] = tuple(
            card if slot in layout["slots"] else held for slot, held in enumerate(layout["deck"])
        )
    return env


def played(st: State, action: Action) -> int:
    """Return the card that an answer plays, or 0."""
    option = action[0] if action else ""
    return option[1] if isinstance(option, tuple) and option[0] == "play" else 0


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by, in the order of MEASURES."""
    seats = [st.entities[player] for player in players(st)]
    cells = [ent["pos"] for ent in seats]
    winner = st.result.winner if st.result else -1
    began = (st.globals["first"] - st.turn + 1) % SEATS
    wins = 500 if winner < 0 else 1000 * (winner == began)
    return st.turn, sum(e["gold"] for e in seats), sum(e["kills"] for e in seats), max(cells) - min(cells), wins


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
    played=played,
    measure=measure,
    margin=margin,
    match_ms=MATCH_MS,
    early=EARLY,
)
