"""How a card is tried out: the shipped encounters, which are the strata; the player's seat is fixed, so the unit is the side.

A unit takes the place of one that the encounter gives the player, a hero that of a hero with the cards that it carries, a card two places of
the deck. What has no owner (an ability, an event, a map, an encounter) is the table's: whole worlds are compared. A map that no
encounter has yet is the ground of the shipped ones; an encounter without a former version is compared with a shipped one.
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
    card_of,
    no_starters,
    opponents_of,
    pinned_references,
    slots_like,
    slots_of,
    styles_of,
    without_card,
)
from engine.rulesets.encounter.setup import opening_of
from engine.rulesets.encounter.table import DECK, HAND, count_controlled, opponent_of, units
from engine.rulesets.encounter.words import HAND_CARDS, UNITS

Json = dict[str, Any]
FOLDER = Path(__file__).parent
COPIES = 2
IN_DECK = (*UNITS, *HAND_CARDS)
MINE = ".player"
"""What the name of an encounter's own deck ends with: the player's part of it."""


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Plan an experiment.

    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped encounter.
    """
    card, kind = candidate["id"], candidate["type"]
    cards_by_id = {d["id"]: d for d in (*reserve, *pool)} | {card: candidate}
    own = {d["id"] for d in pool}
    encounters = {name: cards_by_id[name] for name in _encounters(candidate, cards_by_id)}
    if not encounters:
        raise no_starters(card, LocalizedText("there is no encounter to try it in", "没有可供试用的遭遇"))
    in_deck = kind in IN_DECK
    groups, styles = (f"{kind}/{candidate['rarity']}", f"{kind}/common"), styles_of(FOLDER)
    partners = pinned_references(card, groups, styles["references"], cards_by_id)
    if kind == "encounter":
        partners = [name for name in [name for name in styles["styles"] if name != card][:1] if name in cards_by_id]
    references = partners if baseline is None and (in_deck or kind == "encounter") else []
    decks, slots = dict[str, list[str]](), dict[str, list[int]]()
    for name, encounter in encounters.items():
        deck = listing(encounter, cards_by_id)
        decks[name], slots[name] = [name], []
        slots[f"{name}{MINE}"] = _slots(candidate, deck, cards_by_id) if in_deck else []
        decks[f"{name}{MINE}"] = without_card(deck, card, cards_by_id) if in_deck else deck
    cards = {*encounters, *references, *(held for deck in decks.values() for held in deck)} - {card}
    is_ground = kind == "map" and all(one["map"] != card for one in encounters.values())
    titles = {name: {"title": _title(encounters[name], name)} for name in encounters}
    return {
        "card": card,
        "unit": "side" if in_deck else "table",
        "side": 0 if in_deck else -1,
        "cards": sorted(cards),
        "lent": sorted(cards - own - set(references)),
        "decks": decks,
        "slots": slots,
        "references": references,
        "ground": card if is_ground else "",
        "opponents": opponents_of(titles, titles),
        "strata": [[f"{name}{MINE}", name] for name in encounters],
    }


def _encounters(candidate: Json, cards_by_id: Mapping[str, Json]) -> list[str]:
    """Return the encounters in which a card is tried: itself, those on its map, else those that ship."""
    styles = [name for name in styles_of(FOLDER)["styles"] if name in cards_by_id]
    if candidate["type"] == "encounter":
        return [candidate["id"]]
    if candidate["type"] == "map":
        own = [
            name for name, d in sorted(cards_by_id.items()) if d["type"] == "encounter" and d["map"] == candidate["id"]
        ]
        return own or styles
    return styles


def _title(encounter: Json, name: str) -> Json:
    title: Json = (
        styles_of(FOLDER)["styles"].get(name, {}).get("title", {"en": encounter["name"], "zh": encounter["name"]})
    )
    return title


def listing(encounter: Json, cards_by_id: Mapping[str, Json]) -> list[str]:
    """Return the player's part of an encounter by slot: heroes, placed units, and the cards that the heroes carry."""
    heroes = [name for name in encounter["heroes"] if name in cards_by_id]
    placed = [u["unit"] for u in encounter["units"] if u["side"] == "player" and u["unit"] in cards_by_id]
    carried = [card for hero in heroes for card in cards_by_id[hero]["cards"] if card in cards_by_id]
    return [*heroes, *placed, *carried]


def _slots(candidate: Json, deck: Sequence[str], cards_by_id: Mapping[str, Json]) -> list[int]:
    cards = [slot for slot, entry in enumerate(deck) if cards_by_id[entry]["type"] in HAND_CARDS]
    eligible = slots_like(candidate, deck, cards_by_id) or cards
    return slots_of(candidate["id"], deck, eligible, 1 if candidate["type"] in UNITS else COPIES)


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
    came = {place for place, hero in enumerate(deck[:heroes]) if hero != env["heroes/0"][place]}
    pairs = list(zip(deck[heroes + placed :], env["carriers/0"], strict=True))
    entries = [
        (card, place)
        for place in range(heroes)
        for card in (
            cards[deck[place]].facts["cards"]
            if place in came
            else [card for card, carrier in pairs if carrier == place]
        )
    ]
    return {
        **env,
        "heroes/0": tuple(deck[:heroes]),
        "units/0": tuple((name, *one[1:]) for name, one in zip(deck[heroes:], env["units/0"], strict=False)),
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


def played_card(st: State, action: Action) -> int:
    """Return the card that an answer plays, or the unit or ability that acts, or 0."""
    return card_of(action)


def measure(st: State) -> tuple[int, ...]:
    """Return how many rounds a finished match took."""
    return (st.turn,)


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by."""
    me = seat + 1
    health = sum(st.entities[eid]["health"] for eid in units(st, me))
    return health, len(units(st, me)), st.entities[me]["lost"], count_controlled(st, me), len(st.zone(me, HAND))


def margin(st: State, seat: int) -> int:
    """Return by how many points of health a side is ahead."""
    mine, theirs = (
        sum(st.entities[eid]["health"] for eid in units(st, one)) for one in (seat + 1, opponent_of(seat + 1))
    )
    return int(mine - theirs)


EXPERIMENT = Experiment(
    seats=2,
    measures=(("rounds", LocalizedText("Rounds", "回合数")),),
    unseen=frozenset((DECK,)),
    arrange=arrange,
    opening=opening,
    card_played=played_card,
    measure=measure,
    margin=margin,
    match_ms={"random": 16, "greedy": 110},
    early=3,
    seat_measures=(
        ("health", LocalizedText("Health left", "剩余生命值")),
        ("units", LocalizedText("Units left", "剩余单位数")),
        ("lost", LocalizedText("Units lost", "损失的单位数")),
        ("regions", LocalizedText("Regions held", "控制的战区数")),
        ("hand", LocalizedText("Cards in hand at the end", "终局手牌数")),
    ),
    measure_seat=measure_seat,
    lead=LocalizedText("Health ahead", "生命值领先"),
    at_once=frozenset(("CastCard", "Deployed", "BeDamaged", "Healed", "Dead", "ActiveAbility")),
    hosts={"map": "encounter"},
)
