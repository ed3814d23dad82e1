"""The one door: what the portal, the command line and a notebook call. Values in, values out; no rows, no clock, no files of the caller's."""

from engine import VERSION
from engine.api.cards import holds_cards, load, scenario, validate, validate_path
from engine.api.catalog import (
    BadSearchPath,
    RulesetInfo,
    SampleCard,
    SamplePack,
    bots,
    card_names,
    card_set,
    face,
    problem_codes,
    ruleset_folders,
    rulesets,
    sample_pack,
    schema,
    schema_kinds,
    schema_versions,
    search_rulesets,
    templates,
)
from engine.api.code_hash import engine_hash, source_hash
from engine.api.matches import (
    action,
    area,
    bench,
    decision,
    determinize,
    entity,
    legal,
    new_match,
    play,
    replay,
    restore,
    snapshot,
    view,
)
from engine.api.previews import preview, preview_chunk, preview_chunk_count, preview_merge, preview_plan
from engine.api.texts import Mismatch, describe, language_of, mismatches
from engine.kernel.decisions import Action, Decision
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, take_back
from engine.kernel.playback import apply_mutation, revert_mutation
from engine.kernel.state import State
from engine.kernel.view import View
from engine.packs.card import CardReport
from engine.ruleset import Template

__all__ = [
    "VERSION",
    "Action",
    "BadSearchPath",
    "CardReport",
    "Decision",
    "Mismatch",
    "RulesetInfo",
    "SampleCard",
    "SamplePack",
    "State",
    "Step",
    "Template",
    "View",
    "action",
    "apply",
    "apply_mutation",
    "area",
    "bench",
    "bots",
    "card_names",
    "card_set",
    "decision",
    "describe",
    "determinize",
    "digest",
    "engine_hash",
    "entity",
    "face",
    "holds_cards",
    "language_of",
    "legal",
    "load",
    "mismatches",
    "new_match",
    "play",
    "preview",
    "preview_chunk",
    "preview_chunk_count",
    "preview_merge",
    "preview_plan",
    "problem_codes",
    "replay",
    "restore",
    "revert_mutation",
    "ruleset_folders",
    "rulesets",
    "sample_pack",
    "scenario",
    "schema",
    "schema_kinds",
    "schema_versions",
    "search_rulesets",
    "snapshot",
    "source_hash",
    "take_back",
    "templates",
    "validate",
    "validate_path",
    "view",
]
