"""How a card is tried out: the shipped encounters, which are the strata; the player's seat is fixed, so the unit is the side.

A unit takes the place of one that the encounter gives the player, a hero that of a hero with the cards that it carries, a card two places of
the deck. What has no owner (an ability, an event, a map, an encounter) is the table's: whole worlds are compared. A map that no
encounter has yet is the ground of the shipped ones; an encounter without a former version is compared with a shipped one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.language.spec import LocalizedText
from engine.ruleset import Experiment, Json
from engine.toolkit.experiments import (
    HAND_LEFT,
    Trial,
    arranged,
    card_after,
    margin_by,
    measures,
    no_starters,
    styles_of,
)
from engine.toolkit.rules import CardDef, State

from .setup import opening_of
from .table import DECK, HAND, count_controlled, units
from .words import HAND_CARDS, UNITS

FOLDER = Path(__file__).parent
COPIES = 2
IN_DECK = (*UNITS, *HAND_CARDS)
MINE = ".player"
"""What the name of an encounter's own deck ends with: the player's part of it."""


@arranged(__file__)
def arrange(trial: Trial) -> Json:
    """Plan an experiment.

    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped encounter.
    """
    card, kind, cards_by_id = trial.card, trial.kind, trial.cards_by_id
    encounters = {name: cards_by_id[name] for name in _encounters(trial)}
    if not encounters:
        raise no_starters(card, LocalizedText("there is no encounter to try it in", "没有可供试用的遭遇"))
    in_deck = kind in IN_DECK
    references = trial.references() if in_deck else []
    if kind == "encounter" and trial.baseline is None:
        references = [
            name for name in [name for name in trial.styles["styles"] if name != card][:1] if name in cards_by_id
        ]
    decks, slots = dict[str, list[str]](), dict[str, list[int]]()
    for name, encounter in encounters.items():
        deck = listing(encounter, cards_by_id)
        decks[name], slots[name] = [name], []
        slots[f"{name}{MINE}"] = _slots(trial, deck) if in_deck else []
        decks[f"{name}{MINE}"] = trial.without_card(deck) if in_deck else deck
    is_ground = kind == "map" and all(encounter["map"] != card for encounter in encounters.values())
    return trial.layout(
        "side" if in_deck else "table",
        decks,
        slots,
        {*encounters, *(entry for deck in decks.values() for entry in deck)},
        references,
        ground=card if is_ground else "",
        opponents=[{"id": name, "title": _title(encounters[name], name)} for name in encounters],
        strata=[[f"{name}{MINE}", name] for name in encounters],
    )


def _encounters(trial: Trial) -> list[str]:
    """Return the encounters in which a card is tried: itself, those on its map, else those that ship."""
    if trial.kind == "encounter":
        return [trial.card]
    cards = trial.cards_by_id
    styles = [name for name in trial.styles["styles"] if name in cards]
    if trial.kind == "map":
        own = [
            name for name in sorted(cards) if cards[name]["type"] == "encounter" and cards[name]["map"] == trial.card
        ]
        return own or styles
    return styles


def _title(encounter: Json, name: str) -> Json:
    plain = {"title": dict.fromkeys(("en", "zh"), encounter["name"])}
    title: Json = styles_of(FOLDER)["styles"].get(name, plain)["title"]
    return title


def listing(encounter: Json, cards_by_id: Mapping[str, Json]) -> list[str]:
    """Return the player's part of an encounter by slot: heroes, placed units, and the cards that the heroes carry."""
    heroes = [name for name in encounter["heroes"] if name in cards_by_id]
    placed = [u["unit"] for u in encounter["units"] if u["side"] == "player" and u["unit"] in cards_by_id]
    carried = [card for hero in heroes for card in cards_by_id[hero]["cards"] if card in cards_by_id]
    return [*heroes, *placed, *carried]


def _slots(trial: Trial, deck: Sequence[str]) -> list[int]:
    cards = [slot for slot, entry in enumerate(deck) if trial.cards_by_id[entry]["type"] in HAND_CARDS]
    return trial.slots(deck, 1 if trial.kind in UNITS else COPIES, cards)


def opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    """Return the opening of an encounter with the player's part as a deck has it."""
    encounter = decks[1][0] if len(decks) > 1 and decks[1] else next(iter(layout["decks"][layout["strata"][0][1]]))
    if encounter == layout["card"]:
        return opening_of(cards, encounter if encounter in cards else layout["references"][0])
    env = opening_of(cards, encounter)
    if decks[0]:
        env = _with_deck(env, cards, decks[0])
    card = layout["card"]
    if layout["ground"] in cards:
        env["map"] = layout["ground"]
    place = _tried_in(cards[card]) if layout["unit"] == "table" and card in cards else ""
    return {**env, place: (*env.get(place, ()), card)} if place else env


def _with_deck(env: Json, cards: Mapping[str, CardDef], deck: Sequence[str]) -> Json:
    """Return an opening with the player's part as a deck has it; a hero that takes another's place brings its own cards."""
    heroes, placed = len(env["heroes/0"]), len(env["units/0"])
    newcomers = {place for place, hero in enumerate(deck[:heroes]) if hero != env["heroes/0"][place]}
    pairs = list(zip(deck[heroes + placed :], env["carriers/0"], strict=True))
    entries = [
        (card, place)
        for place in range(heroes)
        for card in (
            cards[deck[place]].facts["cards"]
            if place in newcomers
            else [card for card, carrier in pairs if carrier == place]
        )
    ]
    return {
        **env,
        "heroes/0": tuple(deck[:heroes]),
        "units/0": tuple(
            (name, *placed_unit[1:]) for name, placed_unit in zip(deck[heroes:], env["units/0"], strict=False)
        ),
        "cards/0": tuple(card for card, _ in entries),
        "carriers/0": tuple(place for _, place in entries),
    }


def _tried_in(card: CardDef) -> str:
    """Return where a card without an owner is put, so that each match has it; empty for a map or an encounter."""
    match card.kind:
        case "event":
            return "axis"
        case "ability":
            return "borne" if card.facts["borne"] else "perks"
    return ""


def health(st: State, seat: int) -> int:
    """Return the health of all units of a side."""
    return sum([st.entities[eid]["health"] for eid in units(st, seat + 1)])


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by."""
    me = seat + 1
    numbers = len(units(st, me)), st.entities[me]["lost"], count_controlled(st, me), len(st.zone(me, HAND))
    return health(st, seat), *numbers


EXPERIMENT = Experiment(
    measures=measures(("rounds", "Rounds", "回合数")),
    unseen=frozenset((DECK,)),
    arrange=arrange,
    opening=opening,
    card_played=card_after(),
    margin=margin_by(health),
    match_ms={"random": 16, "greedy": 110},
    early=3,
    seat_measures=measures(
        ("health", "Health left", "剩余生命值"),
        ("units", "Units left", "剩余单位数"),
        ("lost", "Units lost", "损失的单位数"),
        ("regions", "Regions held", "控制的战区数"),
        HAND_LEFT,
    ),
    measure_seat=measure_seat,
    lead=LocalizedText("Health ahead", "生命值领先"),
    at_once=frozenset(("CastCard", "Deployed", "BeDamaged", "Healed", "Dead", "ActiveAbility")),
    hosts={"map": "encounter"},
)
