"""How previews try a card: two seats with a shipped deck of one style each, the card in two slots of both or of one.

No seat owns a token or a field: whole worlds with the new and the old card are compared. Source: 003§7.
"""

from __future__ import annotations

import json
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
    reference_decks,
    slots_like,
    slots_of,
    styles_of,
)
from engine.rulesets.halo.config import INFECTED_FORM, defaults
from engine.rulesets.halo.lanes import holder_of
from engine.rulesets.halo.setup import listing
from engine.rulesets.halo.table import NUMBERS, turn
from engine.rulesets.halo.words import DECLARATION_KINDS, NOT_IN_DECKS

Json = dict[str, Any]
SEATS = 2
COPIES = 2
"""Copies that a deck holds of the card; of a legendary card it is one."""
FOLDER = Path(__file__).parent
_OF_RULES = frozenset((str(defaults()["infectToken"]), INFECTED_FORM))
"""Tokens that the rules make themselves."""
OF_THE_TABLE = frozenset(("TOKEN", "FIELD", *DECLARATION_KINDS))
"""Kinds of card that belong to nobody once they are there."""

MATCH_MS = {"random": 14, "greedy": 70}
"""What a match is taken to cost by bot, in milliseconds of CPU: as measured (docs/operations/targets.md)."""

EARLY = 3
"""The last round in which a play counts as early."""

MEASURES = (
    ("turns", LocalizedText("Turns", "回合数")),
    ("startWins", LocalizedText("Wins of the seat that began, percent", "先手获胜（%）")),
)
SEAT_MEASURES = (
    ("base", LocalizedText("Base points left", "剩余基地点数")),
    ("kills", LocalizedText("Kills", "击杀数")),
    ("lanes", LocalizedText("Lanes held at the end", "终局控制的战线数")),
    ("deckLeft", LocalizedText("Cards left in the deck", "牌库剩余张数")),
    ("hand", LocalizedText("Cards in hand at the end", "终局手牌数")),
)


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Plan an experiment.

    Shapes: a card that is in a deck already takes its own places there; in the others it takes places of cards of its type. Of what is
            declared for a pack, all cards that use it take such places in every deck.
    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped deck.
    """
    card, kind = candidate["id"], candidate["cardType"]
    cards_by_id = {d["id"]: d for d in (*reserve, *pool)} | {card: candidate}
    own = {d["id"] for d in pool}
    decks = {
        name: deck
        for name, deck in reference_decks(FOLDER, listing).items()
        if all(entry in cards_by_id for entry in deck)
    }
    if not decks:
        raise no_starters(card)
    users = _users(candidate, pool)
    decks = {name: _with_users(deck, users, cards_by_id) for name, deck in decks.items()}
    makers = {name for name, deck in decks.items() if any(card in _tokens(cards_by_id[entry]) for entry in deck)}
    decks = {name: deck for name, deck in decks.items() if name in makers or not makers}
    slots = {name: [] if kind in NOT_IN_DECKS else _slots(candidate, deck, cards_by_id) for name, deck in decks.items()}
    groups, styles = (f"{kind}/{candidate.get('rarity', 'COMMON')}", f"{kind}/COMMON"), styles_of(FOLDER)
    partners = pinned_references(card, groups, styles["references"], cards_by_id)
    references = partners if baseline is None and kind not in NOT_IN_DECKS else []
    declared = {entry for entry in own if cards_by_id[entry]["cardType"] in DECLARATION_KINDS}
    plain = {name: _plain(deck, card, cards_by_id) for name, deck in decks.items()}
    cards = {entry for deck in plain.values() for entry in deck} | declared | (_OF_RULES & cards_by_id.keys()) - {card}
    return {
        "card": card,
        "unit": "table" if kind in OF_THE_TABLE else "seat",
        "side": -1,
        "cards": sorted(cards | set(references)),
        "lent": sorted(cards - own),
        "decks": plain,
        "slots": slots,
        "references": references,
        "opponents": opponents_of(styles["styles"], decks),
        "strata": all_pairs(list(decks)),
    }


def _users(candidate: Json, pool: Sequence[Json]) -> list[str]:
    """Return the cards of a pack that a deck may hold and that use what the candidate declares, by their ids."""
    if candidate["cardType"] not in DECLARATION_KINDS:
        return []
    named = json.dumps(candidate["id"])
    able = [one for one in pool if one["cardType"] not in NOT_IN_DECKS]
    return sorted(one["id"] for one in able if named in json.dumps(one))


def _with_users(deck: Sequence[str], users: Sequence[str], cards_by_id: Mapping[str, Json]) -> tuple[str, ...]:
    """Return a deck in which some cards have taken the places that their ids give them among cards of their type."""
    out = list(deck)
    for user in users:
        for slot in _slots(cards_by_id[user], deck, cards_by_id):
            out[slot] = user
    return tuple(out)


def _slots(candidate: Json, deck: Sequence[str], cards_by_id: Mapping[str, Json]) -> list[int]:
    """Return the places of a deck that the card takes: its own, else those that its id gives it among cards of its type."""
    eligible = slots_like(candidate, deck, cards_by_id, "cardType") or range(len(deck))
    return slots_of(candidate["id"], deck, eligible, 1 if candidate.get("isLegendary") else COPIES)


def _plain(deck: Sequence[str], card: str, cards_by_id: Mapping[str, Json]) -> list[str]:
    """Return a deck without the card: its places hold the first other card of the deck, and are the card's own in any match."""
    other = next(held for held in deck if held != card)
    return [other if held == card and cards_by_id[card]["cardType"] != "TOKEN" else held for held in deck]


def _tokens(document: Json) -> set[str]:
    """Return the tokens that a card makes."""
    tokens, todo = set[str](), list[Any](document.get("abilities") or ())
    while todo:
        node = todo.pop()
        if isinstance(node, dict) and node.get("type") == "SUMMON_TOKEN":
            tokens.add(str(node["params"]["tokenId"]))
        todo += node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    if any(keyword["name"] == "INFECT" for keyword in document.get("keywords") or ()):
        tokens |= _OF_RULES
    return tokens


def opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    """Return the opening environment with a deck in each seat."""
    return {f"deck/{seat}": tuple(deck) for seat, deck in enumerate(decks)}


def played_card(st: State, action: Action) -> int:
    """Return the card that an answer plays or loads, or 0."""
    return card_of(action, ("play", "load"))


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by, in the order of MEASURES."""
    winner = st.result.winner if st.result else -1
    return turn(st), 50 if winner < 0 else 100 * (winner == st.globals["first"] - 1)


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by, in the order of SEAT_MEASURES."""
    player = seat + 1
    entity, lanes = st.entities[player], sum(holder_of(st, lane) == player for lane in NUMBERS)
    return entity["base"], entity["kills"], lanes, len(st.zone(player, "deck")), len(st.zone(player, "hand"))


def margin(st: State, seat: int) -> int:
    """Return by how many base points a side is ahead."""
    return int(st.entities[seat + 1]["base"] - st.entities[2 - seat]["base"])


EXPERIMENT = Experiment(
    seats=SEATS,
    measures=MEASURES,
    unseen=frozenset(("deck",)),
    arrange=arrange,
    opening=opening,
    card_played=played_card,
    measure=measure,
    margin=margin,
    match_ms=MATCH_MS,
    early=EARLY,
    seat_measures=SEAT_MEASURES,
    measure_seat=measure_seat,
    lead=LocalizedText("Base points ahead", "基地点数领先"),
    at_once=frozenset(
        ("CARD_PLAY_DECLARED", "CARD_PLAY_VALIDATED", "UNIT_DEPLOYED", "ARMORY_ATTACHED", "FIELD_ACTIVATED")
    ),
)
