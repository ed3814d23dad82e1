"""How a card is tried out: two seats with a shipped deck of one style each, the card in two slots of both or of one.

A character takes one of the three first slots; a talent is tried in decks that hold its character, and a card with a deck condition in decks that meet it. What no deck holds (a summon, a status) has no owner: whole worlds are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.language.spec import LocalizedText
from engine.packs.deck_needs import demand_of, traits_of
from engine.packs.decks import copies
from engine.ruleset import Experiment, Json
from engine.toolkit.experiments import HAND_LEFT, Trial, arranged, card_after, margin_by, measures, pinned_slots
from engine.toolkit.rules import CardDef, State

from .decks import CHARACTERS, RULES
from .table import HANDS, PILE, characters, living, player_at
from .words import ACTION_CARDS

COPIES = 2
ACTING = ("play", *(f"skill{number}" for number in range(1, 9)))
"""The verbs of answers by which a card plays a part."""


def listing(deck: Json) -> tuple[str, ...]:
    """Return the cards of a deck by slot: the characters first."""
    return (*copies(deck, key="characters"), *copies(deck))


@arranged(__file__)
def arrange(trial: Trial) -> Json:
    """Plan an experiment.

    Errors: BadCard E-NOSTARTERS when neither pool nor reserve holds the cards of a shipped deck.
    """
    kind = trial.kind
    in_deck = kind == "character" or kind in ACTION_CARDS
    decks = {name: _able_to_hold(trial, deck) for name, deck in trial.decks(listing).items()}
    slots = {name: _slots(trial, deck) if in_deck else [] for name, deck in decks.items()}
    plain = {name: trial.without_card(deck) if in_deck else list(deck) for name, deck in decks.items()}
    cards = {entry for deck in (*decks.values(), *plain.values()) for entry in deck} | rule_cards(trial.cards_by_id)
    return trial.layout("seat" if in_deck else "table", plain, slots, cards, trial.references() if in_deck else [])


def _with_host(deck: Sequence[str], host: str) -> tuple[str, ...]:
    """Return a deck that holds a character, whose talent is tried: in the slot that its id gives it, where the deck has it not."""
    out = list(deck)
    for slot in pinned_slots(host, range(CHARACTERS), 1) if host and host not in deck else ():
        out[slot] = host
    return tuple(out)


def _able_to_hold(trial: Trial, deck: Sequence[str]) -> tuple[str, ...]:
    """Return a deck that may hold the card: with the character of a talent, and as many characters of a kind as the card asks for.

    Those that are missing come by their ids, in the last slots of other characters. Where a pack has too few, the deck stays as it is.
    """
    cards, host = trial.cards_by_id, trial.candidate.get("character", "")
    whole = _with_host(deck, host)
    demand = demand_of(RULES.need, trial.candidate)
    if demand is None:
        return whole

    def is_asked_for(name: str) -> bool:
        traits = traits_of(RULES.need, cards[name])
        return traits is not None and traits.issuperset(demand.traits)

    team = whole[:CHARACTERS]
    missing = demand.number - sum(map(is_asked_for, team))
    slots = [slot for slot in reversed(range(CHARACTERS)) if not is_asked_for(team[slot]) and team[slot] != host]
    comers = [name for name in sorted(cards) if is_asked_for(name) and name not in team]
    if not 0 < missing <= min(len(slots), len(comers)):
        return whole
    out = list(whole)
    for slot, name in zip(slots[:missing], comers, strict=False):
        out[slot] = name
    return tuple(out)


def rule_cards(known: Mapping[str, Json]) -> set[str]:
    """Return the cards that the rules themselves make: what reactions leave behind."""
    return {name for name in known if name.startswith("genius.rule.")}


def _slots(trial: Trial, deck: Sequence[str]) -> list[int]:
    """Return the slots that the card takes."""
    if trial.kind == "character":
        return trial.slots(deck, 1, ())
    copies = 1 if "legend" in trial.candidate.get("tags", ()) else COPIES
    return trial.slots(deck, copies, range(CHARACTERS, len(deck)))


def opening(
    layout: Json, cards: Mapping[str, CardDef], config: Mapping[str, Any], decks: Sequence[Sequence[str]]
) -> Json:
    """Return the opening environment with a deck in each seat."""
    env: Json = {}
    for seat, deck in enumerate(decks):
        env[f"characters/{seat}"], env[f"pile/{seat}"] = tuple(deck[:CHARACTERS]), tuple(deck[CHARACTERS:])
    return env


def health(st: State, seat: int) -> int:
    """Return the health of a side."""
    return sum([st.entities[eid]["health"] for eid in characters(st, player_at(seat))])


def measure_seat(st: State, seat: int) -> tuple[int, ...]:
    """Return what a seat of a finished match is compared by."""
    player = player_at(seat)
    return health(st, seat), len(living(st, player)), len(st.zone(player, HANDS)), len(st.zone(player, PILE))


EXPERIMENT = Experiment(
    measures=measures(("rounds", "Rounds", "轮数")),
    unseen=frozenset((PILE,)),
    arrange=arrange,
    opening=opening,
    card_played=card_after(*ACTING),
    margin=margin_by(health),
    match_ms={"random": 22, "greedy": 65},
    early=2,
    seat_measures=measures(
        ("health", "Health left", "剩余生命值"),
        ("characters", "Characters left", "存活角色数"),
        HAND_LEFT,
        ("pile", "Cards left in the pile", "牌库剩余张数"),
    ),
    measure_seat=measure_seat,
    lead=LocalizedText("Health ahead", "生命值领先"),
    at_once=frozenset(
        ("ON_PLAY_CARD", "AFTER_PLAY_CARD", "ON_USE_SKILL", "AFTER_USE_SKILL", "AFTER_TAKES_DMG", "AFTER_HEAL")
    ),
)
