"""The one door: what the portal, the command line and a notebook call. Values in, values out; no rows, no clock, no files of the caller's."""

from engine import VERSION
from engine.api.cards import holds_cards, load, scenario, scope, validate, validate_path
from engine.api.catalog import (
    BadSearchPath,
    RulesetInfo,
    SampleCard,
    SamplePack,
    bots,
    card_names,
    card_set,
    face,
    icons,
    problem_codes,
    ruleset_folders,
    rulesets,
    sample_pack,
    schema,
    schema_kinds,
    schema_versions,
    search_rulesets,
    templates,
    terms,
    tones,
)
from engine.api.code_hash import engine_hash, source_hash
from engine.api.decks import (
    SampleDeck,
    deck_entry,
    deck_facts,
    deck_problems,
    deck_rules,
    deck_shape_problems,
    sample_decks,
)
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
from engine.api.reference import (
    Entry,
    Guide,
    Sections,
    anchor,
    entries,
    reference_files,
    reference_guides,
    reference_page,
    take_apart,
)
from engine.api.scenarios import SampleScenario, sample_scenarios, scenario_outcomes
from engine.api.texts import Mismatch, describe, language_of, mismatches
from engine.errors import BadCard, Problem
from engine.face import GEMS, ICONS, PLAIN, Icon, Tone
from engine.kernel.decisions import Action, Decision
from engine.kernel.digest import digest
from engine.kernel.machine import Step, apply, take_back
from engine.kernel.playback import apply_mutation, revert_mutation
from engine.kernel.state import State
from engine.kernel.view import View
from engine.language.analysis.references import Reference
from engine.language.spec.shapes import LocalizedText
from engine.packs.archive import read_zip, write_zip
from engine.packs.card import CardReport
from engine.packs.decks import DeckCard, DeckPart, DeckRules, copies_allowed, list_of, part_of
from engine.packs.editing import REMOVED, Edit, edit_json
from engine.packs.layout import pretty
from engine.packs.limits import CARD_LIMITS, MANIFEST_LIMITS, Limits
from engine.packs.loading import open_source
from engine.packs.manifest import cards_in, verify_release
from engine.packs.reader import Document, read_json
from engine.packs.release import ReleaseBytes, ReleaseCard, ReleaseInput, build_release
from engine.ruleset import Template

__all__ = [
    "CARD_LIMITS",
    "GEMS",
    "ICONS",
    "MANIFEST_LIMITS",
    "PLAIN",
    "REMOVED",
    "VERSION",
    "Action",
    "BadCard",
    "BadSearchPath",
    "CardReport",
    "Decision",
    "DeckCard",
    "DeckPart",
    "DeckRules",
    "Document",
    "Edit",
    "Entry",
    "Guide",
    "Icon",
    "Limits",
    "LocalizedText",
    "Mismatch",
    "Problem",
    "Reference",
    "ReleaseBytes",
    "ReleaseCard",
    "ReleaseInput",
    "RulesetInfo",
    "SampleCard",
    "SampleDeck",
    "SamplePack",
    "SampleScenario",
    "Sections",
    "State",
    "Step",
    "Template",
    "Tone",
    "View",
    "action",
    "anchor",
    "apply",
    "apply_mutation",
    "area",
    "bench",
    "bots",
    "build_release",
    "card_names",
    "card_set",
    "cards_in",
    "copies_allowed",
    "decision",
    "deck_entry",
    "deck_facts",
    "deck_problems",
    "deck_rules",
    "deck_shape_problems",
    "describe",
    "determinize",
    "digest",
    "edit_json",
    "engine_hash",
    "entity",
    "entries",
    "face",
    "holds_cards",
    "icons",
    "language_of",
    "legal",
    "list_of",
    "load",
    "mismatches",
    "new_match",
    "open_source",
    "part_of",
    "play",
    "pretty",
    "preview",
    "preview_chunk",
    "preview_chunk_count",
    "preview_merge",
    "preview_plan",
    "problem_codes",
    "read_json",
    "read_zip",
    "reference_files",
    "reference_guides",
    "reference_page",
    "replay",
    "restore",
    "revert_mutation",
    "ruleset_folders",
    "rulesets",
    "sample_decks",
    "sample_pack",
    "sample_scenarios",
    "scenario",
    "scenario_outcomes",
    "schema",
    "schema_kinds",
    "schema_versions",
    "scope",
    "search_rulesets",
    "snapshot",
    "source_hash",
    "take_apart",
    "take_back",
    "templates",
    "terms",
    "tones",
    "validate",
    "validate_path",
    "verify_release",
    "view",
    "write_zip",
]
