"""Matches that a part of a card turned, to be played again: with the whole card and without the part, on the seed of one block.

A result names the first block that each part won and the first that it lost. Where two seats meet, a block is two matches, and the whole card is
in the first seat, then in the second; on a fixed side it is one match with the card and one without the part.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation.fixed_runs import compiled_world
from engine.simulation.play import Decks, World, decks_of
from engine.simulation.run import block_seed
from engine.simulation.worth.plan import variant_id
from engine.simulation.worth.run import worth_world

WITH, WITHOUT = "candidate", "baseline"
WHY = {
    "won": ("turnedWon", "Won with it, lost without", "有它则胜，无它则负"),
    "lost": ("turnedLost", "Lost with it, won without", "有它则负，无它则胜"),
}


def turned_matches(spec: Json, rows: Sequence[Json]) -> list[JsonObject]:
    """Return the matches of the blocks that parts turned first, two of each block, in the order of the rows.

    Shapes: `{kind, place, variant, block, seed, opponent, arm, seat, why}`, where `seat` holds the whole card, or without the part where `arm` says so.
    """
    return [
        {"kind": kind, "place": row["place"], "variant": row["variant"], **where, "why": {"en": en, "zh": zh}}
        for row in rows
        for side, (kind, en, zh) in WHY.items()
        if side in row["first"]
        for where in _pair(spec, row["first"][side])
    ]


def _pair(spec: Json, block: int) -> Iterator[JsonObject]:
    layout = spec["layout"]
    stratum = layout["strata"][block % len(layout["strata"])]
    where = {"block": block, "seed": block_seed(spec, block), "opponent": ":".join(stratum)}
    if layout["unit"] == "side":
        yield from ({**where, "arm": arm, "seat": layout["side"]} for arm in (WITH, WITHOUT))
    else:
        yield from ({**where, "arm": WITH, "seat": seat} for seat in (0, 1))


def turned_match(ruleset: Ruleset, spec: Json, trace: Json) -> tuple[World, Decks]:
    """Return the world of such a match and the deck of each seat.

    Errors: IllegalAction `no-such-match` for a trace that is none of this plan's.
    """
    layout, stratum, variant = spec["layout"], trace["opponent"].split(":"), trace["variant"]
    if stratum not in layout["strata"] or not 0 <= variant < len(spec["variants"]):
        raise IllegalAction("no-such-match", f"variant {variant} against {trace['opponent']} is no match of this plan")
    whole, rival = [layout["card"]], [variant_id(spec, variant)]
    if layout["unit"] == "side":
        mine = whole if trace["arm"] == WITH else rival
        hands = [mine if seat == layout["side"] else [] for seat in range(ruleset.experiment.seats)]
    else:
        hands = [whole if seat == trace["seat"] else rival for seat in range(ruleset.experiment.seats)]
    return compiled_world(ruleset, spec, worth_world), decks_of(spec, stratum, hands)


__all__ = ["turned_match", "turned_matches"]
