"""Previews: what a draft card does to its game, from plan to result."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine import simulation
from engine.api.catalog import RulesetOrName, card_set
from engine.api.code_hash import engine_hash
from engine.cardset import hashed
from engine.errors import IllegalAction
from engine.rulesets import find


def preview_plan(  # noqa: PLR0913 - the parts of an experiment, each by keyword
    ruleset: RulesetOrName,
    *,
    candidate: dict[str, Any],
    baseline: dict[str, Any] | None,
    pool: Sequence[dict[str, Any]] | None = None,
    preset: str = "quick",
    bots: Sequence[str] = ("greedy",),
    seed: int = 7,
    margin: int = simulation.MARGIN,
) -> dict[str, Any]:
    """Return the plan of a preview: everything its chunks need, and nothing that depends on when or where they run."""
    cards = card_set(ruleset) if pool is None else tuple(hashed(document) for document in pool)
    return simulation.preview_plan(
        find(ruleset),
        candidate=candidate,
        baseline=baseline,
        pool=cards,
        preset=preset,
        bots=bots,
        seed=seed,
        margin=margin,
        engine=engine_hash(ruleset),
    )


def preview_chunk_count(spec: Mapping[str, Any]) -> int:
    """Return how many chunks a plan has at most."""
    return simulation.preview_chunk_count(spec)


def preview_chunk(spec: Mapping[str, Any], no: int, ruleset: RulesetOrName | None = None) -> dict[str, Any]:
    """Play one chunk of a plan; the same plan and number give the same bytes anywhere."""
    rules = find(ruleset or spec["ruleset"])
    if spec["engine"] != engine_hash(rules):
        raise IllegalAction("other-engine", "the plan was made by another engine")
    return simulation.preview_chunk(rules, spec, no)


def preview_merge(
    spec: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]], ruleset: RulesetOrName | None = None
) -> dict[str, Any]:
    """Return the result so far of the first chunks of a plan, and whether it may stop."""
    return simulation.preview_merge(find(ruleset or spec["ruleset"]), spec, chunks)


def preview_fold(
    spec: Mapping[str, Any],
    state: dict[str, Any] | None,
    chunk: Mapping[str, Any],
    ruleset: RulesetOrName | None = None,
) -> dict[str, Any]:
    """Return the state after the next chunk, from none at all on; it is a JSON value, and folding costs the same at any time."""
    return simulation.preview_fold(find(ruleset or spec["ruleset"]), spec, state, chunk)


def preview_report(
    spec: Mapping[str, Any], state: Mapping[str, Any], ruleset: RulesetOrName | None = None
) -> dict[str, Any]:
    """Return the result that a state holds."""
    return simulation.preview_report(find(ruleset or spec["ruleset"]), spec, state)


def preview(
    ruleset: RulesetOrName,
    candidate: dict[str, Any],
    baseline: dict[str, Any] | None = None,
    *,
    watch: Callable[[dict[str, Any]], None] | None = None,
    **plan: Any,
) -> dict[str, Any]:
    """Preview a card from plan to last word in this process.

    Shapes: `plan` takes what `preview_plan` takes beside the card (`pool`, `preset`, `bots`, `seed`); `watch` receives the result
            so far after each chunk.
    """
    spec = preview_plan(ruleset, candidate=candidate, baseline=baseline, **plan)
    state: dict[str, Any] | None = None
    for no in range(preview_chunk_count(spec)):
        state = preview_fold(spec, state, preview_chunk(spec, no, ruleset), ruleset)
        if watch is not None:
            watch(preview_report(spec, state, ruleset))
        if state["reason"]:
            break
    return preview_merge(spec, [], ruleset) if state is None else preview_report(spec, state, ruleset)
