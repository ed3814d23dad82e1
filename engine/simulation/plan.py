"""The plan of a preview: one JSON value that holds all its chunks need, and nothing that depends on when or where they run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cardset import Hashed, hashed, shipped
from engine.errors import IllegalAction
from engine.packs.canonical import canonical_bytes, content_hash, sha256_hex
from engine.ruleset import Ruleset
from engine.simulation.presets import PRESETS, chunk_ends

Json = dict[str, Any]

FORMAT = "preview-plan/1"
SEED_LIMIT = 1 << 53
SAMPLED_BASELINE = 4
"""Where the baseline of a mirror need not be played for the win rate, every fourth block plays it for the other numbers."""

PROSE = ("name", "description")
"""What a card may say differently and still do the same."""


def preview_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: Ruleset,
    *,
    candidate: Json,
    baseline: Json | None,
    pool: Sequence[Hashed],
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    engine: str = "",
) -> Json:
    """Return the plan of a card's preview against its former version, or against the match without it.

    Shapes: `pool` is the set that decks and piles are taken from, each document with its content hash; parts that it has too few of
            come from the ruleset's shipped set (`lent`). `ends[i]` is the block at which chunk i ends.
    Errors: IllegalAction `unknown-preset`, `unknown-bot`, `bad-seed`; BadCard when no deck can be built.
    """
    costs = ruleset.experiment.match_ms
    _check(preset, bots, seed, costs)
    if baseline is not None and ruleset.kind_of(baseline) != ruleset.kind_of(candidate):
        baseline = None
    reserve = shipped(ruleset.folder)
    layout = ruleset.experiment.arrange(candidate, baseline, [d for d, _ in pool], [d for d, _ in reserve])
    asked = PRESETS[preset]
    same = baseline is not None and does_the_same(candidate, baseline)
    per_block = matches_per_block(layout["unit"], mirror=layout["mirror"], same=same)
    return {
        "format": FORMAT,
        "ruleset": ruleset.name,
        "engine": engine,
        "preset": preset,
        "bots": list(bots),
        "seed": seed,
        "candidate": candidate,
        "baseline": baseline,
        "cards": _documents(layout, pool, reserve),
        "layout": layout,
        "same": same,
        "target": asked.target,
        "planned": asked.planned,
        "samples": asked.samples,
        "verdict_stops": asked.verdict_stops,
        "blocks_max": asked.blocks,
        "ends": chunk_ends(asked.blocks, per_block * costs[bots[0]] * asked.samples),
    }


def _check(preset: str, bots: Sequence[str], seed: int, costs: Mapping[str, int]) -> None:
    if preset not in PRESETS:
        raise IllegalAction("unknown-preset", f"{preset} is none of {', '.join(PRESETS)}")
    if len(bots) != 1 or bots[0] not in costs:
        raise IllegalAction("unknown-bot", f"{', '.join(bots)} is not one of {', '.join(costs)}")
    if not 0 <= seed < SEED_LIMIT:
        raise IllegalAction("bad-seed", f"{seed} is not within 0 and 2^53")


def _documents(layout: Json, pool: Sequence[Hashed], reserve: Sequence[Hashed]) -> list[Json]:
    """Return the documents that take part beside the card, by id."""
    lent = set(layout["lent"])
    by_id = {document["id"]: document for document, _ in pool}
    by_id.update({document["id"]: document for document, _ in reserve if document["id"] in lent})
    return [by_id[name] for name in layout["cards"]]


def does_the_same(one: Json, other: Json) -> bool:
    """Say whether two versions of a card differ in their prose alone, so that their matches are the same matches."""
    bare = [{key: value for key, value in card.items() if key not in PROSE} for card in (one, other)]
    return canonical_bytes(bare[0]) == canonical_bytes(bare[1])


def matches_per_block(unit: str, *, mirror: bool, same: bool) -> int:
    """Return how many matches a block plays: candidate and baseline in each seat, less those known without playing."""
    if unit == "table":
        return 1 if same else 2
    return 2 if mirror or same else 4


def spec_hash(spec: Mapping[str, Any]) -> str:
    """Return the hash of a plan's canonical bytes: key order does not matter, so it survives a database."""
    return sha256_hex(canonical_bytes(dict(spec)))


def content_of(spec: Mapping[str, Any]) -> str:
    """Return one hash of all documents that take part."""
    documents = [*spec["cards"], spec["candidate"], *([spec["baseline"]] if spec["baseline"] else [])]
    return content_hash(canonical_bytes(document) for document in documents)


def compiled_set(spec: Mapping[str, Any], card: Json | None) -> list[Hashed]:
    """Return the documents of one arm with their hashes."""
    return [hashed(document) for document in (*spec["cards"], *([card] if card else []))]


def preview_chunk_count(spec: Mapping[str, Any]) -> int:
    """Return how many chunks a plan has at most; most previews stop before the last."""
    return len(spec["ends"])
