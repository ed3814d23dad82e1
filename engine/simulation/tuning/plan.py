"""The plans of a search for numbers: the candidates, the rounds that rank them, and the confirmation on fresh seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import ceil
from typing import Any

from engine.cardset import HashedCard
from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.kernel.chance import draw, stream_key
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import owned_plan
from engine.simulation.interim_results import HALVES, SCALES
from engine.simulation.joint_intervals import joint_critical, pseudo_blocks
from engine.simulation.plan import FORMER, MARGIN, does_the_same
from engine.simulation.presets import GROWN_MS
from engine.simulation.statistics import MILLION, Moments, regularized_variance
from engine.simulation.sweep import numbers, with_value
from engine.simulation.worth.plan import VARIANCE

FORMAT = "tune-plan/1"
RANKING, CONFIRMATION = "ranking", "confirmation"

MAX_CANDIDATES = 72
MAX_CONFIRMED = 3
"""Candidates that are confirmed, beside the card as it stands."""

ROUND_FACTOR = 3
"""A round keeps one of so many candidates, and its successor plays so many times the blocks: all rounds cost the same."""

ROUND_BLOCKS = 36
"""Blocks of each candidate in the first round."""

MIN_CONFIRM, MAX_CONFIRM = 160, 6_000
MAX_CHUNKS = 200
TOLERANCE = 300
"""Distance from the target that counts as reached, in ten-thousandths of a win."""

AS_IT_STANDS = -1
"""The place of the card without changes among the candidates of a confirmation."""

Changes = tuple[tuple[str, int], ...]


def grid(document: JsonObject, ranges: Mapping[str, Sequence[int]]) -> list[Changes]:
    """Return every combination of values that differs from the card, the smallest changes first.

    Order: the number of fields that change, then the steps within their ranges, then the distance of the values.
    Errors: IllegalAction `not-a-number`, `bad-values` for a range of fewer than two values, `too-many-candidates`.
    """
    current = {row["pointer"]: row["value"] for row in numbers(document)}
    for pointer, values in ranges.items():
        if pointer not in current:
            raise IllegalAction("not-a-number", f"the card has no whole number at {pointer or 'its root'}")
        if len(set(values)) < 2:
            raise IllegalAction("bad-values", f"{pointer} has fewer than two values to try")
    points = [
        tuple((pointer, value) for pointer, value in zip(ranges, values, strict=True) if value != current[pointer])
        for values in product(*(sorted({*values}) for values in ranges.values()))
    ]
    changed = [point for point in points if point]
    if len(changed) > MAX_CANDIDATES:
        raise IllegalAction("too-many-candidates", f"{len(changed)} candidates, {MAX_CANDIDATES} at most")
    return sorted(changed, key=lambda point: (len(point), *_size(point, current, ranges), point))


def _size(point: Changes, current: Mapping[str, int], ranges: Mapping[str, Sequence[int]]) -> tuple[int, int]:
    """Return how many steps and how far the changes of a candidate go."""
    steps = 0
    for pointer, value in point:
        values = sorted({*ranges[pointer], current[pointer]})
        steps += abs(values.index(value) - values.index(current[pointer]))
    return steps, sum(abs(value - current[pointer]) for pointer, value in point)


def changed(document: JsonObject, point: Sequence[Sequence[Any]]) -> JsonObject:
    """Return the card with the numbers of a candidate."""
    for pointer, value in point:
        document = with_value(document, pointer, value)
    return document


def tune_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    candidate: JsonObject,
    baseline: JsonObject | None,
    ranges: Mapping[str, Sequence[int]],
    pool: Sequence[HashedCard],
    valid: Mapping[Changes, bool] | None = None,
    aim: int = 0,
    tolerance: int = TOLERANCE,
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    engine: str = "",
    margin: int = MARGIN,
    companions: Sequence[HashedCard] = (),
) -> JsonObject:
    """Return the plan of the first round.

    Shapes: `points` are the candidates, each a list of `[pointer, value]`; `alive` are the places among them of those that a plan plays;
            `before` are the counts of earlier rounds; `excluded` counts what was left out of the grid: candidates that do the same as the
            baseline (`same`) and those that are not valid (`invalid`).
    Units:  `aim` and `tolerance` in ten-thousandths of a win.
    Errors: as `preview_plan` and `grid`; IllegalAction `no-win-rate` for a card that no player has, `no-candidates`, `bad-aim`.
    """
    if not (-5_000 < aim < 5_000 and 0 < tolerance < 5_000):
        raise IllegalAction("bad-aim", f"{aim} ± {tolerance} is not within half a win")
    points = grid(candidate, ranges)
    base = owned_plan(
        ruleset,
        candidate=candidate,
        baseline=baseline,
        pool=pool,
        bots=bots,
        seed=seed,
        engine=engine,
        margin=margin,
        companions=companions,
    )
    sound = [point for point in points if valid is None or valid[point]]
    candidates = [
        point for point in sound if base["baseline"] is None or not _is_same(candidate, point, base["baseline"])
    ]
    if not candidates:
        raise IllegalAction("no-candidates", "no other number within these ranges gives a valid card")
    shared = base | {
        "format": FORMAT,
        "mode": "fixed",
        "same": False,
        "aim": aim,
        "tolerance": tolerance,
        "ranges": {pointer: sorted({*values}) for pointer, values in ranges.items()},
        "points": [[list(change) for change in point] for point in candidates],
        "excluded": {"invalid": len(points) - len(sound), "same": len(sound) - len(candidates)},
        "blockMs": ruleset.experiment.match_ms[base["bots"][0]] * base["samples"],
    }
    return shared | _round(shared, 1, list(range(len(candidates))), {}, 0)


def _is_same(candidate: JsonObject, point: Changes, baseline: JsonObject) -> bool:
    return does_the_same(changed(candidate, point), baseline)


def _round(spec: Json, number: int, alive: Sequence[int], before: Json, first: int) -> JsonObject:
    """Return what is special of a round that ranks: who plays, from which block on, and how many."""
    blocks = _whole_strata(spec, ROUND_BLOCKS * ROUND_FACTOR ** (number - 1))
    course = {"stage": RANKING, "round": number, "alive": list(alive), "before": dict(before), "firstBlock": first}
    return course | {"family": len(alive), **_chunks(spec, blocks, len(alive))}


def _confirmation(spec: Json, alive: Sequence[int], samples: Sequence[Moments]) -> JsonObject:
    """Return what is special of the confirmation: fresh seeds, and a length by the variances that the rounds saw."""
    scale = SCALES[spec["layout"]["unit"]]
    is_same = spec["baseline"] is not None and does_the_same(spec["candidate"], spec["baseline"])
    members = [*([] if is_same else [AS_IT_STANDS]), *sorted(alive)]
    guard, bound = pseudo_blocks(len(members)), HALVES / scale
    variance = max(regularized_variance(x.variance(scale), x.n, bound * bound, guard) for x in samples)
    blocks = _confirmation_blocks(spec, len(members), variance)
    return {
        "stage": CONFIRMATION,
        "round": spec["round"] + 1,
        "alive": members,
        "before": {},
        "firstBlock": 0,
        "seed": draw(stream_key(spec["seed"], "tune/confirm"), 0) >> 12,
        "family": len(members),
        **_chunks(spec, blocks, len(members)),
    }


def _confirmation_blocks(spec: Json, members: int, variance: float) -> int:
    """Return the blocks that make joint intervals half as wide as the tolerance, within bounds."""
    half, z = spec["tolerance"] / 20_000, joint_critical(members, MIN_CONFIRM) / MILLION
    return _whole_strata(spec, min(MAX_CONFIRM, max(MIN_CONFIRM, ceil(z * z * variance / (half * half)))))


def _whole_strata(spec: Json, blocks: int) -> int:
    strata = len(spec["layout"]["strata"])
    return -(-blocks // strata) * strata


def _chunks(spec: Json, blocks: int, candidates: int) -> JsonObject:
    """Return where the chunks of a plan end, and what it costs."""
    per_block = candidates + 1 if spec["layout"]["unit"] == "side" else 2 * candidates
    step = max(1, GROWN_MS // (per_block * spec["blockMs"]), -(-blocks // MAX_CHUNKS))
    cost = {"matches": blocks * per_block, "cpuSeconds": -(-blocks * per_block * spec["blockMs"] // 1000)}
    return {"blocks_max": blocks, "ends": [*range(step, blocks, step), blocks], "cost": cost}


def next_plan(spec: Json, ranking: Sequence[tuple[int, Moments]], counts: Json) -> JsonObject | None:
    """Return the plan that follows a round; None after the confirmation.

    Shapes: `ranking` are the candidates of the round with all that was played of them, the nearest to the target first.
    """
    if spec["stage"] == CONFIRMATION or not ranking:
        return None
    if len(ranking) <= MAX_CONFIRMED:
        return {**spec, **_confirmation(spec, *_split(ranking))}
    best = sorted(place for place, _ in ranking[: max(MAX_CONFIRMED, -(-len(ranking) // ROUND_FACTOR))])
    histograms = {str(place): counts[str(place)] for place in best}
    return {**spec, **_round(spec, spec["round"] + 1, best, histograms, spec["firstBlock"] + spec["blocks_max"])}


def _split(ranking: Sequence[tuple[int, Moments]]) -> tuple[list[int], list[Moments]]:
    return [place for place, _ in ranking], [samples for _, samples in ranking]


def rounds_ahead(spec: Json) -> Iterator[int]:
    """Yield how many matches each plan from this one on plays at most, the confirmation left out."""
    count, number = len(spec["alive"]), spec["round"]
    while spec["stage"] == RANKING:
        blocks = _whole_strata(spec, ROUND_BLOCKS * ROUND_FACTOR ** (number - 1))
        yield int(_chunks(spec, blocks, count)["cost"]["matches"])
        if count <= MAX_CONFIRMED:
            return
        count, number = max(MAX_CONFIRMED, -(-count // ROUND_FACTOR)), number + 1


def confirmation_ahead(spec: Json) -> int:
    """Return how many matches a confirmation after this round plays at a usual variance of a block; what the rounds see decides."""
    is_same = spec["baseline"] is not None and does_the_same(spec["candidate"], spec["baseline"])
    members = min(MAX_CONFIRMED, len(spec["alive"])) + (not is_same)
    blocks = _confirmation_blocks(spec, members, VARIANCE[spec["layout"]["unit"]])
    return int(_chunks(spec, blocks, members)["cost"]["matches"])


def candidate_id(spec: Json, place: int) -> str:
    """Return the id of a candidate in a match."""
    return f"{spec['layout']['card']}{FORMER}{'as-it-stands' if place == AS_IT_STANDS else place}"


def point_of(spec: Json, place: int) -> list[list[Any]]:
    """Return the changes of a candidate; none for the card as it stands."""
    return [] if place == AS_IT_STANDS else [list(change) for change in spec["points"][place]]


__all__ = [
    "AS_IT_STANDS",
    "CONFIRMATION",
    "FORMAT",
    "MAX_CANDIDATES",
    "MAX_CONFIRMED",
    "RANKING",
    "TOLERANCE",
    "Changes",
    "candidate_id",
    "changed",
    "confirmation_ahead",
    "grid",
    "next_plan",
    "point_of",
    "rounds_ahead",
    "tune_plan",
]
