"""How a card is tried out: two seats with a shipped deck of one style each, the card in two slots of both or of one.

A character takes one of the three first slots; a talent is tried in decks that hold its character. What no deck holds (a summon, a status) has no owner: whole worlds are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.kernel.decisions import Action
from engine.kernel.definitions import CardDef
from engine.kernel.state import State
from engine.language.spec.shapes import LocalizedText
from engine.packs.decks import copies
from engine.ruleset import Experiment
from engine.ruleset.experiments import (
    all_pairs,
    card_of,
    no_starters,
    opponents_of,
    pinned_references,
    pinned_slots,
    reference_decks,
    slots_like,
    slots_of,
    styles_of,
    without_card,
)
from engine.rulesets.genius.decks import CHARACTERS
from engine.rulesets.genius.table import HANDS, PILE, characters, living, player_at
from engine.rulesets.genius.words import ACTION_CARDS

Json = dict[str, Any]
FOLDER = Path(__file__).parent
COPIES = 2
ACTING = ("play", *(f"skill{number}" for number in range(1, 9)))
"""The verbs of answers by which a card plays a part."""


def listing(deck: Json) -> tuple[str, ...]:
    """Return the cards of a deck by slot: the characters first."""
    return (*copies(deck, key="characters"), *copies(deck))


def arrange(candidate: Json, baseline: Json | None, pool: Sequence[Json], reserve: Sequence[Json]) -> Json:
    """Plan an experiment.

    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped deck.
    """
    card, kind = candidate["id"], candidate["type"]
    cards_by_id = {d["id"]: d for d in (*reserve, *pool)} | {card: candidate}
    own, styles = {d["id"] for d in pool}, styles_of(FOLDER)
    decks = {
        name: deck
        for name, deck in reference_decks(FOLDER, listing).items()
        if all(entry in cards_by_id for entry in deck)
    }
    if not decks:
        raise no_starters(card)
    in_deck = kind == "character" or kind in ACTION_CARDS
    decks = {name: _with_host(deck, candidate.get("character", "")) for name, deck in decks.items()}
    slots = {name: _slots(candidate, deck, cards_by_id) if in_deck else [] for name, deck in decks.items()}
    groups = (f"{kind}/{candidate['rarity']}", f"{kind}/common")
    partners = pinned_references(card, groups, styles["references"], cards_by_id)
    references = partners if baseline is None and in_deck else []
    wanted = {entry for deck in decks.values() for entry in deck} | set(references) | rule_cards(cards_by_id)
    plain = {name: without_card(deck, card, cards_by_id) if in_deck else list(deck) for name, deck in decks.items()}
    cards = {*wanted, *(entry for deck in plain.values() for entry in deck)} - {card}
    return {
        "card": card,
        "unit": "seat" if in_deck else "table",
        "side": -1,
        "cards": sorted(cards),
        "lent": sorted(cards - own - set(references)),
        "decks": plain,
        "slots": slots,
        "references": references,
        "opponents": opponents_of(styles["styles"], decks),
        "strata": all_pairs(list(decks)),
    }


def _with_host(deck: Sequence[str], host: str) -> tuple[str, ...]:
    """Return a deck that holds a character, whose talent is tried: in the slot that its id gives it, where the deck has it not."""
    out = list(deck)
    for slot in pinned_slots(host, range(CHARACTERS), 1) if host and host not in deck else ():
        out[slot] = host
    return tuple(out)


def rule_cards(known: Mapping[str, Json]) -> set[str]:
    """Return the cards that the rules themselves make: what reactions leave behind."""
    return {name for name in known if name.startswith("genius.rule.")}


def _slots(candidate: Json, deck: Sequence[str], cards_by_id: Mapping[str, Json]) -> list[int]:
    """Return the slots that the card takes: its own, else those that its id gives it among cards of its type."""
    card = candidate["id"]
    if candidate["type"] == "character":
        return slots_of(card, deck, range(CHARACTERS), 1)
    eligible = slots_like(candidate, deck, cards_by_id) or range(CHARACTERS, len(deck))
    return slots_of(card, deck, eligible, 1 if "legend" in candidate.get("tags", ()) else COPIES)


def opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    """Return the opening environment with a deck in each seat."""
    env: Json = {}
    for seat, deck in enumerate(decks):
        env[f"characters/{seat}"], env[f"pile/{seat}"] = tuple(deck[:CHARACTERS]), tuple(deck[CHARACTERS:])
    return env


def played_card(st: State, action: Action) -> int:
    """Return the card that an answer plays, or the character whose skill it uses, or 0."""
    return card_of(action, ACTING)


def measure(st: State) -> tuple[int, ...]:
    """Return what a finished match is compared by."""
    return (st.turn,)


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by."""
    player = player_at(seat)
    health = sum(st.entities[eid]["health"] for eid in characters(st, player))
    return health, len(living(st, player)), len(st.zone(player, HANDS)), len(st.zone(player, PILE))


def margin(st: State, seat: int) -> int:
    """Return by how many points of health a side is ahead."""
    mine, theirs = (
        sum(st.entities[eid]["health"] for eid in characters(st, player_at(one))) for one in (seat, 1 - seat)
    )
    return int(mine - theirs)


EXPERIMENT = Experiment(
    seats=2,
    measures=(("rounds", LocalizedText("Rounds", "轮数")),),
    unseen=frozenset((PILE,)),
    arrange=arrange,
    opening=opening,
    card_played=played_card,
    measure=measure,
    margin=margin,
    match_ms={"random": 22, "greedy": 65},
    early=2,
    seat_measures=(
        ("health", LocalizedText("Health left", "剩余生命值")),
        ("characters", LocalizedText("Characters left", "存活角色数")),
        ("hand", LocalizedText("Cards in hand at the end", "终局手牌数")),
        ("pile", LocalizedText("Cards left in the pile", "牌库剩余张数")),
    ),
    measure_seat=measure_seat,
    lead=LocalizedText("Health ahead", "生命值领先"),
    at_once=frozenset(
        ("ON_PLAY_CARD", "AFTER_PLAY_CARD", "ON_USE_SKILL", "AFTER_USE_SKILL", "AFTER_TAKES_DMG", "AFTER_HEAL")
    ),
)
