"""Chunks, states and results of whatever a plan asks, by the format of the plan: a preview of a card, or one of the experiments."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from engine.json_values import Json, JsonObject
from engine.ruleset import Ruleset
from engine.simulation import fold, merge, run
from engine.simulation.ladder.plan import FORMAT as LADDER
from engine.simulation.ladder.report import ladder_fold, ladder_report
from engine.simulation.ladder.run import ladder_chunk
from engine.simulation.pairs.plan import FORMAT as PAIRS
from engine.simulation.pairs.report import pairs_fold, pairs_report
from engine.simulation.pairs.run import pairs_chunk
from engine.simulation.releases.plan import FORMAT as COMPARISON
from engine.simulation.releases.report import compare_fold, compare_report
from engine.simulation.releases.run import compare_chunk
from engine.simulation.tuning.plan import FORMAT as TUNING
from engine.simulation.tuning.report import tune_fold, tune_report
from engine.simulation.tuning.run import tune_chunk
from engine.simulation.worth.plan import FORMAT as WORTH
from engine.simulation.worth.report import worth_fold, worth_report
from engine.simulation.worth.run import worth_chunk


@dataclass(frozen=True, slots=True)
class Experiment:
    """How plans of one format are played, folded and read."""

    chunk: Callable[[Ruleset, Json, int], JsonObject]
    fold: Callable[[Json, JsonObject | None, Json], JsonObject]
    report: Callable[[Ruleset, Json, Json | None], JsonObject]


EXPERIMENTS: Mapping[str, Experiment] = {
    WORTH: Experiment(worth_chunk, worth_fold, worth_report),
    TUNING: Experiment(tune_chunk, tune_fold, lambda ruleset, spec, state: tune_report(spec, state)),
    LADDER: Experiment(ladder_chunk, ladder_fold, ladder_report),
    PAIRS: Experiment(pairs_chunk, pairs_fold, pairs_report),
    COMPARISON: Experiment(compare_chunk, compare_fold, compare_report),
}
"""Plans that are no previews, by their format."""


def preview_chunk(ruleset: Ruleset, spec: Json, no: int) -> JsonObject:
    """Play one chunk of a plan: the same plan and number give the same bytes anywhere."""
    experiment = EXPERIMENTS.get(spec["format"])
    return run.preview_chunk(ruleset, spec, no) if experiment is None else experiment.chunk(ruleset, spec, no)


def preview_fold(ruleset: Ruleset, spec: Json, state: JsonObject | None, chunk: Json) -> JsonObject:
    """Return the state after the next chunk.

    Errors: EngineBug for a chunk of another plan, or one that is not the next.
    """
    experiment = EXPERIMENTS.get(spec["format"])
    return fold.fold(ruleset, spec, state, chunk) if experiment is None else experiment.fold(spec, state, chunk)


def preview_report(ruleset: Ruleset, spec: Json, state: Json) -> JsonObject:
    """Return the result that a state holds."""
    experiment = EXPERIMENTS.get(spec["format"])
    return merge.preview_report(ruleset, spec, state) if experiment is None else experiment.report(ruleset, spec, state)


__all__ = ["EXPERIMENTS", "preview_chunk", "preview_fold", "preview_report"]
