"""Chunks, states and results of whatever a plan asks: a preview of a card, what its parts are worth, or which numbers reach a target."""

from __future__ import annotations

from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation import fold, merge, run
from engine.simulation.tuning.plan import FORMAT as TUNING
from engine.simulation.tuning.report import tune_fold, tune_report
from engine.simulation.tuning.run import tune_chunk
from engine.simulation.worth.plan import FORMAT as WORTH
from engine.simulation.worth.report import worth_fold, worth_report
from engine.simulation.worth.run import worth_chunk


def is_worth(spec: Json) -> bool:
    """Return whether a plan asks what the parts of a card are worth."""
    return bool(spec["format"] == WORTH)


def is_tuning(spec: Json) -> bool:
    """Return whether a plan searches for numbers of a card."""
    return bool(spec["format"] == TUNING)


def preview_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play one chunk of a plan: the same plan and number give the same bytes anywhere."""
    if is_tuning(spec):
        return tune_chunk(ruleset, spec, no)
    return worth_chunk(ruleset, spec, no) if is_worth(spec) else run.preview_chunk(ruleset, spec, no)


def preview_fold(ruleset: Ruleset, spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    if is_tuning(spec):
        return tune_fold(spec, state, chunk)
    return worth_fold(spec, state, chunk) if is_worth(spec) else fold.fold(ruleset, spec, state, chunk)


def preview_report(ruleset: Ruleset, spec: Json, state: Json) -> JsonObject:
    """Return the result that a state holds."""
    if is_tuning(spec):
        return tune_report(spec, state)
    if is_worth(spec):
        return worth_report(ruleset, spec, state)
    return merge.preview_report(ruleset, spec, state)


__all__ = ["is_tuning", "is_worth", "preview_chunk", "preview_fold", "preview_report"]
