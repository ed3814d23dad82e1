"""The plan of what a release does to its game: every deck against every other, with the cards before it and after, on the same seeds.

Its length is fixed before the first block by the precision asked for a deck's share against all others, the number of intervals that hold
together, and a variance taken for granted; so the result is read once, at its end, and its cost is known beforehand. A pair of decks is
played with the cards to which it leads: where none of them differs, both sides are the same matches, and the change is exactly 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil, sqrt
from typing import Any

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.joint_intervals import joint_critical, pseudo_blocks
from engine.simulation.plan import MARGIN, check_run
from engine.simulation.presets import GROWN_MS
from engine.simulation.releases.sides import LEGAL, SIDES, Side, cards_by_side, decks_of_game, meetings
from engine.simulation.statistics import MILLION

FORMAT = "compare-plan/1"
TARGETS = {"quick": 600, "standard": 300}
"""Half-width asked for of the change of a deck's share, in ten-thousandths of a win, by preset."""

MIN_BLOCKS, MAX_BLOCKS, MAX_CHUNKS = 160, 20_000, 400
VARIANCE = {"seat": 0.16, "side": 0.3}
"""The variance of a pair's change over a block that lengths are planned with, in wins squared."""

COMEBACKS, SEEN = "comebacks", "seen"
"""Measures of every game: matches won from behind, and matches in which a card that differs was met."""


def compare_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    before: Sequence[HashedCard],
    after: Sequence[HashedCard],
    decks: Sequence[Json] = (),
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    engine: str = "",
    margin: int = MARGIN,
) -> JsonObject:
    """Return the plan of a comparison.

    Shapes: `decks` are `{id, title, document}`, those of a game without decks are its own; `playing` are those with a row, `pairs` those that meet, by seat, and
            `touched` says of each whether a card differs to which it leads. `sets` holds by side the cards of each pair, `shared` are the
            documents of both sides, `before` and `after` those of one. `family` counts the intervals that hold together. `cost` is that of
            the plan, `costs` that of each preset.
    Units:  `margin` in ten-thousandths of a win.
    Errors: IllegalAction `unknown-preset`, `unknown-bot`, `bad-seed`, `bad-margin`, `too-few-decks`; BadCard as `preview_plan`.
    """
    if preset not in TARGETS:
        raise IllegalAction("unknown-preset", f"{preset} is none of {', '.join(TARGETS)}")
    check_run(bots, seed, margin, ruleset.experiment.match_ms)
    own, differing = cards_by_side(before, after)
    sides = {name: Side(ruleset, own[name], differing) for name in SIDES}
    rows = decks_of_game(ruleset, sides, decks)
    layouts = {name: _layout(side.layout, rows, is_whole=ruleset.decks is None) for name, side in sides.items()}
    unit = layouts[SIDES[1]]["unit"]
    pairs = meetings(layouts[SIDES[1]], rows)
    playing = sorted({pair[-1] for pair in pairs} if unit == "side" else {name for pair in pairs for name in pair})
    if not pairs:
        raise IllegalAction("too-few-decks", "fewer than two decks are legal before and after")
    field = _field(sides, layouts, pairs, differing)
    family = _family(ruleset, 0 if unit == "side" else len(pairs), len(playing))
    shape = unit, field["touched"], len(playing), family
    courses = {name: _course(ruleset, bots[0], target, shape) for name, target in TARGETS.items()}
    return {
        "format": FORMAT,
        "ruleset": ruleset.name,
        "engine": engine,
        "preset": preset,
        "bots": list(bots),
        "seed": seed,
        "mode": "fixed",
        "samples": 1,
        "margin": margin,
        "unit": unit,
        "differing": differing,
        "decks": [{key: row[key] for key in ("id", "title", "state", "problems")} for row in rows],
        "playing": playing,
        "pairs": pairs,
        "layouts": layouts,
        **field,
        "family": family,
        "costs": {name: course["cost"] for name, course in courses.items()},
    } | courses[preset]


def _field(
    sides: Mapping[str, Side], layouts: Mapping[str, Json], pairs: Sequence[Sequence[str]], differing: Mapping[str, str]
) -> JsonObject:
    """Return what the pairs of decks are played with: their sets of cards, whether these differ, and the documents."""
    sets = {name: _sets(sides[name], layouts[name], pairs) for name in SIDES}
    ids = {name: {card for cards in sets[name] for card in cards} for name in SIDES}
    return {
        "sets": sets,
        "touched": [_differs(sides, [sets[name][place] for name in SIDES]) for place in range(len(pairs))],
        "unmet": sorted(differing.keys() - ids[SIDES[0]] - ids[SIDES[1]]),
        "lent": sorted({card for name in SIDES for card in ids[name] - sides[name].own.keys()}),
        **_documents(sides, sets),
    }


def _layout(layout: JsonObject, rows: Sequence[Json], *, is_whole: bool) -> JsonObject:
    """Return the layout of a side: with its own decks, or with those that are legal on both."""
    own = layout["decks"] if is_whole else {row["id"]: row["cards"] for row in rows if row["state"] == LEGAL}
    decks = {name: list(cards) for name, cards in own.items()}
    return layout | {"decks": decks, "slots": {name: [] for name in decks}, "opponents": []}


def _sets(side: Side, layout: Json, pairs: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the cards of each pair of decks, with what the rules themselves need, what the pack declares, and all to which these lead.

    Shapes: where a layout names the cards of the table, such as piles, they are among them.
    """
    table = {*layout["cards"]} - ({card for deck in side.layout["decks"].values() for card in deck})
    table |= {*layout.get("piles", ())} | (side.declared() & side.documents.keys())
    return [side.led_to({*table, *(card for name in pair for card in layout["decks"][name])}) for pair in pairs]


def _differs(sides: Mapping[str, Side], sets: Sequence[Sequence[str]]) -> bool:
    """Return whether a pair of decks is played with other cards after the release than before it."""
    old, new = (
        {card: side.documents[card] for card in cards} for side, cards in zip(sides.values(), sets, strict=True)
    )
    return old != new


def _documents(sides: Mapping[str, Side], sets: Mapping[str, Sequence[Sequence[str]]]) -> JsonObject:
    """Return the documents that are played with, each once."""
    documents = {
        name: {card: side.documents[card] for cards in sets[name] for card in cards} for name, side in sides.items()
    }
    old, new = (documents[name] for name in SIDES)
    alike = {card for card, document in old.items() if new.get(card) == document}
    own = {
        name: [document for card, document in sorted(documents[name].items()) if card not in alike] for name in SIDES
    }
    return {"shared": [old[card] for card in sorted(alike)], **own}


def _family(ruleset: Ruleset, cells: int, decks: int) -> int:
    """Return how many intervals hold together: of each cell, each deck and each measure the change and what holds after the release."""
    return 2 * (cells + decks + len(measures_of(ruleset)))


def measures_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the names of what is measured of whole matches: what the game compares, and two of every game."""
    return (*(name for name, _ in ruleset.experiment.measures), COMEBACKS, SEEN)


def _course(ruleset: Ruleset, bot: str, target: int, shape: Any) -> JsonObject:
    """Return how long the plan is, where its chunks end, and what it costs.

    A row is as precise as asked for where a block varies as usual, with the pseudo-blocks that guard its variance: those of the greatest value.
    """
    unit, differs, decks, family = shape
    per_side = 1 if unit == "side" else 2
    block = sum(per_side * (1 + is_different) for is_different in differs)
    rivals = 1 if unit == "side" else decks - 1
    z, half = joint_critical(family, MIN_BLOCKS) / MILLION, target / 10_000
    variance, guard, least = VARIANCE[unit] / rivals, pseudo_blocks(family), half * half / (z * z)
    blocks = ceil((variance + sqrt(variance * variance + 4 * least * guard)) / (2 * least))
    blocks = min(MAX_BLOCKS, max(MIN_BLOCKS, blocks))
    block_ms = block * ruleset.experiment.match_ms[bot]
    step = max(1, GROWN_MS // block_ms, -(-blocks // MAX_CHUNKS))
    return {
        "target": target,
        "blocks_max": blocks,
        "ends": [*range(step, blocks, step), blocks],
        "cost": {"matches": blocks * block, "cpuSeconds": -(-blocks * block_ms // 1000)},
    }


__all__ = ["COMEBACKS", "FORMAT", "SEEN", "TARGETS", "compare_plan"]
