"""The plan of what each part of a card is worth: the card against itself without the part, all on the same seeds.

Its length is fixed before the first block by the precision asked for, the number of intervals that hold together, and a variance taken
for granted; so the result may be read once, at its end, and the cost is known beforehand.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from engine.cardset import HashedCard, hashed
from engine.errors import IllegalAction
from engine.json_values import Json, JsonObject
from engine.language.analysis.behavior_parts import Part, behavior_parts
from engine.ruleset import Ruleset
from engine.simulation.fixed_plans import owned_plan
from engine.simulation.joint_intervals import joint_critical
from engine.simulation.plan import FORMER, MARGIN
from engine.simulation.presets import GROWN_MS
from engine.simulation.statistics import MILLION

FORMAT = "worth-plan/1"
TARGETS = {"quick": 400, "standard": 200}
"""Half-width asked for, in ten-thousandths of a win, by preset."""

MAX_PARTS = 24
"""Parts of a card that are measured: the outer ones before those within them."""

MIN_BLOCKS, MAX_BLOCKS, MAX_CHUNKS = 160, 20_000, 400
VARIANCE = {"seat": 0.08, "side": 0.2}
"""The variance of a block that lengths are planned with, in wins squared; real cards have 0.007 to 0.10 where seats meet."""

ALONE = "alone"
TOO_MANY = "many"


def worth_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    candidate: JsonObject,
    pool: Sequence[HashedCard],
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    engine: str = "",
    margin: int = MARGIN,
    companions: Sequence[HashedCard] = (),
) -> JsonObject:
    """Return the plan of what the parts of a card are worth.

    Shapes: a row is `{pointer, place, kind, type, depth, isOuter, users, variant, problem}`; `variants` holds for each compared card what is
            left out of it, and `blank` is the variant that does nothing; rows that leave out the same share a variant. `family` counts the
            intervals that hold together. `cost` is that of the plan, `costs` that of each preset.
    Errors: as `preview_plan`; IllegalAction `no-win-rate` for a card that no player has, `no-parts` for one that does nothing.
    """
    if preset not in TARGETS:
        raise IllegalAction("unknown-preset", f"{preset} is none of {', '.join(TARGETS)}")
    base = owned_plan(
        ruleset,
        candidate=candidate,
        baseline=candidate,
        pool=pool,
        bots=bots,
        seed=seed,
        engine=engine,
        margin=margin,
        companions=companions,
    )
    rows, variants, blank = _rows(ruleset.of_pack([*base["cards"], candidate]), candidate)
    if not variants:
        raise IllegalAction("no-parts", "the card does nothing that could be left out")
    has_rest = _has_rest(rows, blank)
    counts = len(variants), len(variants) + has_rest
    courses = {name: _course(ruleset, base, target, *counts) for name, target in TARGETS.items()}
    return (
        base
        | {
            "format": FORMAT,
            "preset": preset,
            "baseline": None,
            "formers": [],
            "same": False,
            "mode": "fixed",
            "rows": rows,
            "variants": variants,
            "blank": blank,
            "family": len(variants) + has_rest,
            "hasRest": has_rest,
            "costs": {name: course["cost"] for name, course in courses.items()},
        }
        | courses[preset]
    )


def _rows(pack: Ruleset, candidate: JsonObject) -> tuple[list[JsonObject], list[list[str]], int]:
    """Return the rows, what each variant lacks, and which variant lacks them all, -1 for none."""
    parts = behavior_parts(pack.vocabulary, candidate)
    measured = {part.pointer for part in sorted(parts, key=lambda part: part.depth)[:MAX_PARTS]}
    variants: list[list[str]] = []
    rows: list[JsonObject] = []
    for part in parts:
        left_out = sorted(part.left_out)
        problem = None if part.pointer in measured else TOO_MANY
        if problem is None and not _compiles(pack, candidate, left_out):
            problem = ALONE
        if problem is None and left_out not in variants:
            variants.append(left_out)
        rows.append(
            _row(part, {other.pointer: other.place for other in parts}, problem)
            | {"variant": None if problem else variants.index(left_out)}
        )
    blank_parts = _outermost_pointers(parts)
    if blank_parts and blank_parts not in variants and _compiles(pack, candidate, blank_parts):
        variants.append(blank_parts)
    return rows, variants, variants.index(blank_parts) if blank_parts in variants else -1


def _outermost_pointers(parts: Sequence[Part]) -> list[str]:
    """Return the pointers of all outermost parts, which a card that does nothing lacks."""
    return sorted({each for part in parts if part.is_outer for each in _own(part)})


def _own(part: Part) -> tuple[str, ...]:
    return part.left_out if part.kind == "keyword" else (part.pointer,)


def _compiles(pack: Ruleset, candidate: JsonObject, left_out: Sequence[str]) -> bool:
    """Return whether a card can be made without some of its parts."""
    try:
        pack.compile_card(*hashed(candidate), left_out=left_out)
    except LookupError:
        return False
    return True


def _row(part: Part, places: Json, problem: str | None) -> JsonObject:
    return {
        "pointer": part.pointer,
        "place": part.place,
        "kind": part.kind,
        "type": part.type,
        "depth": part.depth,
        "isOuter": part.is_outer,
        "users": [places[user] for user in part.users if user in places],
        "problem": problem,
    }


def _has_rest(rows: Sequence[Json], blank: int) -> bool:
    """Return whether there is something left to say when each outermost part is measured alone: there are several, and all have a number."""
    outer = [row for row in rows if row["isOuter"]]
    return blank >= 0 and len({row["variant"] for row in outer}) > 1 and all(not row["problem"] for row in outer)


def _course(ruleset: Ruleset, base: Json, target: int, variants: int, family: int) -> JsonObject:
    """Return how long the plan is, where its chunks end, and what it costs."""
    unit, strata = base["layout"]["unit"], len(base["layout"]["strata"])
    z, half = joint_critical(family, MIN_BLOCKS) / MILLION, target / 10_000
    wanted = min(MAX_BLOCKS, max(MIN_BLOCKS, ceil(z * z * VARIANCE[unit] / (half * half))))
    blocks = -(-wanted // strata) * strata
    per_block = variants + 1 if unit == "side" else 2 * variants
    block_ms = per_block * ruleset.experiment.match_ms[base["bots"][0]] * base["samples"]
    step = max(1, GROWN_MS // block_ms, -(-blocks // MAX_CHUNKS))
    return {
        "target": target,
        "blocks_max": blocks,
        "ends": [*range(step, blocks, step), blocks],
        "cost": {"matches": blocks * per_block, "cpuSeconds": -(-blocks * block_ms // 1000)},
    }


def variant_id(spec: Json, variant: int) -> str:
    """Return the id of a variant in a match."""
    return f"{spec['layout']['card']}{FORMER}{variant}"


def variant_ids(spec: Json) -> list[str]:
    """Return the ids of all variants in a match; none where a plan has no variants."""
    return [variant_id(spec, variant) for variant in range(len(spec.get("variants", ())))]


def outer_variants(spec: Json) -> list[int]:
    """Return the variants of the outermost rows, each once."""
    return sorted({row["variant"] for row in spec["rows"] if row["isOuter"] and row["variant"] is not None})


__all__ = ["ALONE", "FORMAT", "TARGETS", "TOO_MANY", "outer_variants", "variant_id", "variant_ids", "worth_plan"]
