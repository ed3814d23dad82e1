"""How a card is tried out: two seats with one shipped deck each alike, the card in place of the two nearest cards of one of them.

A token is in no deck: whole matches with and without it, or with its former version, are compared, between decks that make it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from engine.errors import BadCard, Problem
from engine.kernel.decisions import Action
from engine.kernel.program import CardDef
from engine.kernel.state import State
from engine.language.spec.shapes import LocalizedText
from engine.ruleset import Experiment
from engine.rulesets.halo.config import INFECTED, defaults
from engine.rulesets.halo.lanes import holder_of
from engine.rulesets.halo.setup import listing
from engine.rulesets.halo.table import NUMBERS, PLAYERS, turn

Json = dict[str, Any]
SEATS = 2
COPIES = 2
"""Copies that the candidate's seat plays with; a legendary card has one."""
DECKS = Path(__file__).parent / "decks"

MATCH_MS = {"random": 22, "greedy": 100}
"""What a match is taken to cost by bot, in milliseconds of CPU: an estimate of what chunks are cut by, not a measurement."""

EARLY = 3
"""The last round in which a play counts as early."""

MEASURES = (
    ("turns", LocalizedText("Turns", "回合数")),
    ("baseLeft", LocalizedText("Base points left, both seats", "剩余基地点数（双方）")),
    ("kills", LocalizedText("Kills, both seats", "击杀数（双方）")),
    ("lanesHeld", LocalizedText("Lanes held at the end, both seats", "终局被控制的战线数（双方）")),
    ("spread", LocalizedText("Base points between the seats", "双方基地点数之差")),
    ("startWins", LocalizedText("Wins of the seat that began, per mille", "先手获胜（千分比）")),
)


@cache
def shipped_decks() -> tuple[tuple[str, ...], ...]:
    """Return the decks that the game ships, as card ids, by the names of their files."""
    return tuple(listing(json.loads(file.read_bytes())) for file in sorted(DECKS.glob("*.json")))


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Plan an experiment.

    Shapes: `deck` is the deck of both seats by slot, `slots` the places in it that the card takes. A card that is in the deck already
            takes its own places, which hold the nearest other card in the plain deck.
    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped deck.
    """
    card = candidate["id"]
    known = {d["id"]: d for d in (*reserve, *pool)}
    own = {d["id"] for d in pool}
    known.setdefault(card, candidate)
    deck = _deck(candidate, known)
    token = candidate["cardType"] == "TOKEN"
    slots: list[int] = []
    plain = list(deck)
    if not token:
        rest = {name: document for name, document in known.items() if name != card}
        slots = [place for place, held in enumerate(deck) if held == card]
        others = [held for held in deck if held != card]
        nearest = _nearest(candidate, others, rest)
        copies = 1 if candidate.get("isLegendary") else COPIES
        if not slots:
            slots = sorted(nearest[:copies])
        plain = [others[nearest[0]] if held == card else held for held in deck]
    cards = _needed(plain, known, candidate) - {card}
    layout = {"card": card, "seats": SEATS, "cards": sorted(cards), "lent": sorted(cards - own)}
    replaced = [plain[slot] for slot in slots]
    unit = "table" if token else "seat"
    return {
        **layout,
        "mirror": baseline is None and not token,
        "unit": unit,
        "deck": plain,
        "slots": slots,
        "replaced": replaced,
    }


def _deck(candidate: Json, known: Mapping[str, Json]) -> tuple[str, ...]:
    """Return the shipped deck closest to a card: for a token by the cards that create it, else by faction."""
    decks = [deck for deck in shipped_decks() if all(card in known for card in deck)]
    if not decks:
        message = {"en": "there are no cards to build a deck of", "zh": "没有可组成牌组的牌"}
        raise BadCard([Problem("E-NOSTARTERS", message, layer="references", card=candidate["id"])])
    if candidate["cardType"] == "TOKEN":
        return max(decks, key=lambda deck: sum(candidate["id"] in _tokens(known[card]) for card in deck))
    return max(decks, key=lambda deck: sum(known[card]["faction"] == candidate["faction"] for card in deck))


def _tokens(document: Json) -> set[str]:
    """Return the tokens that a card makes."""
    effects = [effect for ability in document.get("abilities") or () for effect in ability.get("effects", ())]
    made = {str(effect["params"]["tokenId"]) for effect in effects if effect.get("type") == "SUMMON_TOKEN"}
    if any(keyword["name"] == "INFECT" for keyword in document.get("keywords") or ()):
        made |= {str(defaults()["infectToken"]), INFECTED}
    return made


def _needed(deck: Sequence[str], known: Mapping[str, Json], candidate: Json) -> set[str]:
    """Return the cards of a deck and the tokens that they or the candidate make, and what those make."""
    needed = set(deck)
    found = [candidate, *(known[card] for card in sorted(needed))]
    while found:
        made = {token for document in found for token in _tokens(document)} - needed
        made = {token for token in made if token in known}
        needed |= made
        found = [known[token] for token in sorted(made)]
    return needed


def _nearest(candidate: Json, deck: Sequence[str], known: Mapping[str, Json]) -> list[int]:
    """Return the slots by how near their cards are to the card in type, then faction, then cost; the first of equals first."""

    def distance(slot: int) -> tuple[bool, bool, int, int]:
        card = known[deck[slot]]
        cost = abs(_price(card) - _price(candidate))
        return card["cardType"] != candidate["cardType"], card["faction"] != candidate["faction"], cost, slot

    return sorted(range(len(deck)), key=distance)


def _price(document: Json) -> int:
    return int(document["cost"]["supply"] + document["cost"]["battery"])


def opening(layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], seat: int) -> Json:
    """Return the opening environment with the card in one seat's deck; -1 is a match without it.

    The others keep their slots, and with them their places in every shuffle.
    """
    env: Json = {f"deck/{each}": tuple(layout["deck"]) for each in range(SEATS)}
    if seat >= 0 and layout["unit"] == "seat":
        card, slots = layout["card"], layout["slots"]
        env[f"deck/{seat}"] = tuple(card if slot in slots else held for slot, held in enumerate(layout["deck"]))
    return env


def played(st: State, action: Action) -> int:
    """Return the card that an answer plays or loads, or 0."""
    option = action[0] if action else ""
    return option[1] if isinstance(option, tuple) and option[0] in ("play", "load") else 0


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by, in the order of MEASURES."""
    bases = [st.entities[player]["base"] for player in PLAYERS]
    kills = sum(st.entities[player]["kills"] for player in PLAYERS)
    held = sum(bool(holder_of(st, lane)) for lane in NUMBERS)
    first = 1000 if st.result is not None and st.result.winner == st.globals["first"] - 1 else 0
    return turn(st), sum(bases), kills, held, abs(bases[0] - bases[1]), first


def margin(st: State, seat: int) -> int:
    """Return by how many base points a side is ahead."""
    return int(st.entities[seat + 1]["base"] - st.entities[2 - seat]["base"])


EXPERIMENT = Experiment(
    seats=SEATS,
    measures=MEASURES,
    unseen=frozenset(("deck",)),
    arrange=arrange,
    opening=opening,
    played=played,
    measure=measure,
    margin=margin,
    match_ms=MATCH_MS,
    early=EARLY,
)
