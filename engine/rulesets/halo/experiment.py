"""How previews try a card: two seats with a shipped deck of one style each, the card in two slots of both or of one.

No seat owns a token or a field: whole worlds with the new and the old card are compared. Source: 003§7.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.language.spec import LocalizedText
from engine.packs.decks import copies
from engine.ruleset import Experiment, Json
from engine.toolkit.experiments import (
    DECK_LEFT,
    HAND_LEFT,
    START_WINS,
    Trial,
    arranged,
    card_after,
    deck_opening,
    margin_by,
    measures,
    starter_wins,
)
from engine.toolkit.rules import State
from engine.toolkit.settings import defaults

from .config import INFECTED_FORM, SETTINGS
from .lanes import holder_of
from .table import NUMBERS, turn
from .words import DECLARATION_KINDS, NOT_IN_DECKS

COPIES = 2
"""Copies that a deck holds of the card; of a legendary card it is one."""
_OF_RULES = frozenset((str(defaults(SETTINGS)["infectToken"]), INFECTED_FORM))
"""Tokens that the rules make themselves."""
OF_THE_TABLE = frozenset(("TOKEN", "FIELD", *DECLARATION_KINDS))
"""Kinds of card that belong to nobody once they are there."""


@arranged(__file__, "cardType")
def arrange(trial: Trial) -> Json:
    """Plan an experiment.

    Shapes: a card that is in a deck already takes its own places there; in the others it takes places of cards of its type. Of what is
            declared for a pack, all cards that use it take such places in every deck.
    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped deck.
    """
    card, kind, cards_by_id = trial.card, trial.kind, trial.cards_by_id
    users = _users(trial)
    decks = {name: _with_users(trial, deck, users) for name, deck in trial.decks(copies).items()}
    makers = {name for name, deck in decks.items() if any(card in _tokens(cards_by_id[entry]) for entry in deck)}
    decks = {name: deck for name, deck in decks.items() if name in makers or not makers}
    in_deck = kind not in NOT_IN_DECKS
    slots = {name: _slots(trial, deck, card) if in_deck else [] for name, deck in decks.items()}
    references = trial.references("COMMON") if in_deck else []
    declared = {entry for entry in trial.own if cards_by_id[entry]["cardType"] in DECLARATION_KINDS}
    plain = {name: _plain(trial, deck) for name, deck in decks.items()}
    cards = {entry for deck in plain.values() for entry in deck} | declared | (_OF_RULES & cards_by_id.keys()) - {card}
    unit = "table" if kind in OF_THE_TABLE else "seat"
    lists = {"cards": sorted({*cards, *references}), "lent": sorted(cards - trial.own)}
    return trial.layout(unit, plain, slots, cards, references, **lists)


def _users(trial: Trial) -> list[str]:
    """Return the cards of a pack that a deck may hold and that use what the candidate declares, by their ids."""
    if trial.kind not in DECLARATION_KINDS:
        return []
    name = json.dumps(trial.card)
    usable = [card for card in trial.pool if card["cardType"] not in NOT_IN_DECKS]
    return sorted(card["id"] for card in usable if name in json.dumps(card))


def _with_users(trial: Trial, deck: Sequence[str], users: Sequence[str]) -> tuple[str, ...]:
    """Return a deck in which some cards have taken the places that their ids give them among cards of their type."""
    out = list(deck)
    for user in users:
        for slot in _slots(trial, deck, user):
            out[slot] = user
    return tuple(out)


def _slots(trial: Trial, deck: Sequence[str], card: str) -> list[int]:
    """Return the places of a deck that a card takes."""
    return trial.slots(deck, 1 if trial.cards_by_id[card].get("isLegendary") else COPIES, range(len(deck)), card)


def _plain(trial: Trial, deck: Sequence[str]) -> list[str]:
    """Return a deck without the card: its places hold the first other card of the deck, and are the card's own in any match."""
    other = next(entry for entry in deck if entry != trial.card)
    return [other if entry == trial.card and trial.kind != "TOKEN" else entry for entry in deck]


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


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by."""
    return turn(st), starter_wins(st, st.globals["first"] - 1)


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by."""
    player = seat + 1
    entity, lanes = st.entities[player], sum(holder_of(st, lane) == player for lane in NUMBERS)
    return entity["base"], entity["kills"], lanes, len(st.zone(player, "deck")), len(st.zone(player, "hand"))


EXPERIMENT = Experiment(
    measures=measures(("turns", "Turns", "回合数"), START_WINS),
    unseen=frozenset(("deck",)),
    arrange=arrange,
    opening=deck_opening,
    card_played=card_after("play", "load"),
    measure=measure,
    margin=margin_by(lambda st, seat: int(st.entities[seat + 1]["base"])),
    match_ms={"random": 14, "greedy": 70},
    early=3,
    seat_measures=measures(
        ("base", "Base points left", "剩余基地点数"),
        ("kills", "Kills", "击杀数"),
        ("lanes", "Lanes held at the end", "终局控制的战线数"),
        DECK_LEFT,
        HAND_LEFT,
    ),
    measure_seat=measure_seat,
    lead=LocalizedText("Base points ahead", "基地点数领先"),
    at_once=frozenset(
        ("CARD_PLAY_DECLARED", "CARD_PLAY_VALIDATED", "UNIT_DEPLOYED", "ARMORY_ATTACHED", "FIELD_ACTIVATED")
    ),
)
