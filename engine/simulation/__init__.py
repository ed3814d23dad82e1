"""Previews: what a draft card does to the game, from matches really played on paired seeds.

A plan is one JSON value; its chunks are pure functions of plan and number; folding the chunks that are there gives the result so far and
says whether it is the last word. Nothing here knows a clock, a process or a database.
"""

from engine.simulation.ladder.plan import LEVELS as LADDER
from engine.simulation.ladder.plan import TARGETS as LADDER_PRESETS
from engine.simulation.ladder.plan import ladder_plan
from engine.simulation.merge import preview_merge
from engine.simulation.pairs.plan import MAX_PAIRS, pairs_plan
from engine.simulation.pairs.plan import TARGETS as PAIRS_PRESETS
from engine.simulation.plan import FORMER, MARGIN, preview_chunk_count, preview_plan, spec_hash
from engine.simulation.plans import preview_chunk, preview_fold, preview_report
from engine.simulation.releases.plan import TARGETS as COMPARE_PRESETS
from engine.simulation.releases.plan import compare_plan
from engine.simulation.sweep import MAX_VALUES, MIN_VALUES
from engine.simulation.sweep import confirmed as sweep_confirmed
from engine.simulation.sweep import curve as sweep_curve
from engine.simulation.sweep import documents as sweep_documents
from engine.simulation.sweep import numbers as sweep_numbers
from engine.simulation.tuning.plan import MAX_CANDIDATES, confirmation_ahead, grid, rounds_ahead, tune_plan
from engine.simulation.tuning.plan import TOLERANCE as TUNE_TOLERANCE
from engine.simulation.tuning.plan import changed as tuned
from engine.simulation.tuning.report import tune_next
from engine.simulation.tuning.unplayed import unplayed_numbers
from engine.simulation.worth.plan import TARGETS as WORTH_PRESETS
from engine.simulation.worth.plan import variant_ids, worth_plan

__all__ = [
    "COMPARE_PRESETS",
    "FORMER",
    "LADDER",
    "LADDER_PRESETS",
    "MARGIN",
    "MAX_CANDIDATES",
    "MAX_PAIRS",
    "MAX_VALUES",
    "MIN_VALUES",
    "PAIRS_PRESETS",
    "TUNE_TOLERANCE",
    "WORTH_PRESETS",
    "compare_plan",
    "confirmation_ahead",
    "grid",
    "ladder_plan",
    "pairs_plan",
    "preview_chunk",
    "preview_chunk_count",
    "preview_fold",
    "preview_merge",
    "preview_plan",
    "preview_report",
    "rounds_ahead",
    "spec_hash",
    "sweep_confirmed",
    "sweep_curve",
    "sweep_documents",
    "sweep_numbers",
    "tune_next",
    "tune_plan",
    "tuned",
    "unplayed_numbers",
    "variant_ids",
    "worth_plan",
]
