"""The plan of what pairs of cards do together: a deck with both, with each alone and with neither, on the same seeds.

Its length is fixed before the first block, so the result is read once, at its end, and its cost is known beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import Any

from engine.cardset import HashedCard, shipped
from engine.errors import BadCard, IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.analysis.suspected_pairs import Suspicion, suspected_partners
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import owned_plan
from engine.simulation.joint_intervals import joint_critical
from engine.simulation.plan import MARGIN
from engine.simulation.presets import GROWN_MS
from engine.simulation.statistics import MILLION

FORMAT = "pairs-plan/1"
TARGETS = {"quick": 800, "standard": 400}
"""Half-width asked for of an interaction, in ten-thousandths of a win, by preset."""

MAX_PAIRS = 6
MIN_BLOCKS, MAX_BLOCKS, MAX_CHUNKS = 160, 20_000, 400
VARIANCE = {"seat": 0.2, "side": 0.5}
"""The variance of an interaction in a block that lengths are planned with, in wins squared."""

INTERVALS_OF_PAIR = 3
"""Of each pair: the partner alone, both together, and the interaction."""


def pairs_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    candidate: JsonObject,
    pool: Sequence[HashedCard],
    partners: Sequence[str] = (),
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    engine: str = "",
    margin: int = MARGIN,
    companions: Sequence[HashedCard] = (),
) -> JsonObject:
    """Return the plan of what a card does together with others: those given, else those that the graph of triggers suspects, MAX_PAIRS at most.

    Shapes: a pair is `{partner, links, slots}`: a link is `[event or stat, name]`, `slots` are the places of the partner in each deck. `family` counts the intervals that
            hold together. `cost` is that of the plan, `costs` that of each preset.
    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `no-pairs` where there is no card to pair it with, `no-partner`
            for one that is given and has no place in a deck beside it.
    """
    if preset not in TARGETS:
        raise IllegalAction("unknown-preset", f"{preset} is none of {', '.join(TARGETS)}")
    options: dict[str, Any] = {"bots": bots, "seed": seed, "engine": engine, "margin": margin, "companions": companions}
    base = owned_plan(ruleset, candidate=candidate, baseline=None, pool=pool, **options)
    pairs, cards = _pairs(ruleset, base, pool, partners, options)
    if not pairs:
        raise IllegalAction("no-pairs", "no card is linked to this one")
    courses = {name: _course(ruleset, base, target, len(pairs)) for name, target in TARGETS.items()}
    return (
        base
        | {
            "format": FORMAT,
            "preset": preset,
            "formers": [],
            "baseline": None,
            "same": False,
            "mode": "fixed",
            "cards": [cards[name] for name in sorted(cards)],
            "pairs": pairs,
            "family": 1 + INTERVALS_OF_PAIR * len(pairs),
            "costs": {name: course["cost"] for name, course in courses.items()},
        }
        | courses[preset]
    )


def _pairs(
    ruleset: Ruleset, base: Json, pool: Sequence[HashedCard], partners: Sequence[str], options: Json
) -> tuple[list[JsonObject], dict[str, JsonObject]]:
    """Return the pairs, and the cards that they are played with, by id.

    Errors: IllegalAction `no-partner`.
    """
    candidate = base["candidate"]
    documents = {card["id"]: card for card, _ in (*shipped(ruleset.folder), *pool, *options["companions"])}
    documents[candidate["id"]] = candidate
    pairs: list[JsonObject] = []
    cards = {card["id"]: card for card in base["cards"]}
    for suspicion in _suspicions(ruleset, documents, candidate["id"], partners):
        plan = _plan_of(ruleset, documents[suspicion.partner], pool, options)
        slots = None if plan is None else _room(ruleset, base["layout"], plan["layout"], documents)
        if plan is None or slots is None:
            if suspicion.partner in partners:
                raise IllegalAction(
                    "no-partner", f"{suspicion.partner} has no place in a deck beside {candidate['id']}"
                )
            continue
        cards = {card["id"]: card for card in plan["cards"]} | {suspicion.partner: plan["candidate"]} | cards
        pairs.append({"partner": suspicion.partner, "links": [list(link) for link in suspicion.links], "slots": slots})
        if len(pairs) == MAX_PAIRS:
            break
    cards.pop(candidate["id"], None)
    return pairs, cards


def _suspicions(
    ruleset: Ruleset, documents: Mapping[str, JsonObject], card: str, partners: Sequence[str]
) -> Iterator[Suspicion]:
    """Yield the partners that are given, else those that are suspected, with their links."""
    unknown = [name for name in partners if name not in documents or name == card]
    if unknown:
        raise IllegalAction("no-partner", f"{unknown[0]} is no other card")
    suspicions = suspected_partners(ruleset.of_pack(documents.values()).vocabulary, documents, card)
    by_name = {suspicion.partner: suspicion for suspicion in suspicions}
    if partners:
        yield from (by_name.get(name, Suspicion(name, (), 0.0)) for name in dict.fromkeys(partners))
    else:
        yield from suspicions


def _plan_of(ruleset: Ruleset, partner: JsonObject, pool: Sequence[HashedCard], options: Json) -> JsonObject | None:
    """Return how a partner is tried out; None where no player has it."""
    try:
        return owned_plan(ruleset, candidate=partner, baseline=None, pool=pool, **options)
    except (IllegalAction, BadCard):
        return None


def _room(ruleset: Ruleset, own: Json, partner: Json, documents: Mapping[str, JsonObject]) -> JsonObject | None:
    """Return the places of a partner in each deck beside those of the card; None where a deck has no such place, or the decks are others.

    A place that the card has already is exchanged for the next one with a card of the same kind.
    """
    if (own["unit"], own["side"], own["decks"].keys()) != (partner["unit"], partner["side"], partner["decks"].keys()):
        return None
    slots: JsonObject = {}
    for style, deck in own["decks"].items():
        if not own["slots"][style]:
            slots[style] = []
            continue
        own_slots, places = {*own["slots"][style]}, list[int]()
        for slot in partner["slots"][style]:
            alike = (
                place
                for place in (*range(slot, len(deck)), *range(slot))
                if place == slot or _alike(ruleset, documents, deck, slot, place)
            )
            place = next((place for place in alike if place not in own_slots), None)
            if place is None:
                return None
            own_slots.add(place)
            places.append(place)
        slots[style] = places
    return slots if any(slots.values()) else None


def _alike(ruleset: Ruleset, documents: Mapping[str, JsonObject], deck: Sequence[str], first: int, second: int) -> bool:
    """Return whether two places of a deck hold cards of one kind."""
    cards = [documents.get(deck[place]) for place in (first, second)]
    return all(cards) and len({ruleset.kind_of(card) for card in cards if card}) == 1


def _course(ruleset: Ruleset, base: Json, target: int, pairs: int) -> JsonObject:
    """Return how long the plan is, where its chunks end, and what it costs: the card alone, and of each pair the partner alone and both."""
    unit, strata = base["layout"]["unit"], len(base["layout"]["strata"])
    z, half = joint_critical(1 + INTERVALS_OF_PAIR * pairs, MIN_BLOCKS) / MILLION, target / 10_000
    blocks = ceil(z * z * VARIANCE[unit] / (half * half))
    blocks = -(-min(MAX_BLOCKS, max(MIN_BLOCKS, blocks)) // strata) * strata
    decks = 1 + 2 * pairs
    per_block = decks + 1 if unit == "side" else 2 * decks
    block_ms = per_block * ruleset.experiment.match_ms[base["bots"][0]]
    step = max(1, GROWN_MS // block_ms, -(-blocks // MAX_CHUNKS))
    return {
        "target": target,
        "blocks_max": blocks,
        "ends": [*range(step, blocks, step), blocks],
        "cost": {"matches": blocks * per_block, "cpuSeconds": -(-blocks * block_ms // 1000)},
    }


__all__ = ["FORMAT", "MAX_PAIRS", "TARGETS", "pairs_plan"]
