"""The only door to the engine: rows <-> engine values.

It takes and returns plain values, never rows; what a document's author did wrong becomes a refusal here.
"""

from __future__ import annotations

from cards.gateway.cards import (
    BadSearchPath,
    CardReport,
    Counts,
    Texts,
    card_id,
    engine_hash,
    face,
    has_ruleset,
    icons,
    problem_codes,
    problem_counts,
    ruleset_info,
    rulesets,
    sample_pack,
    schema,
    schema_id,
    schema_version,
    search_rulesets,
    templates,
    tones,
    validate,
    with_card_id,
)
from cards.gateway.packs import (
    ENGINE_RANGE,
    PackFiles,
    pack_files,
    read_body,
    read_json,
    read_zip,
    release_build,
    release_problems,
    write_zip,
)
from cards.gateway.previews import preview_chunk, preview_chunk_count, preview_merge, preview_plan
from engine.errors import Problem
from engine.face import GEMS, ICONS, PLAIN, Icon, Tone
from engine.packs.release import ReleaseBytes, ReleaseCard, ReleaseInput

__all__ = [
    "ENGINE_RANGE",
    "GEMS",
    "ICONS",
    "PLAIN",
    "BadSearchPath",
    "CardReport",
    "Counts",
    "Icon",
    "PackFiles",
    "Problem",
    "ReleaseBytes",
    "ReleaseCard",
    "ReleaseInput",
    "Texts",
    "Tone",
    "card_id",
    "engine_hash",
    "face",
    "has_ruleset",
    "icons",
    "pack_files",
    "preview_chunk",
    "preview_chunk_count",
    "preview_merge",
    "preview_plan",
    "problem_codes",
    "problem_counts",
    "read_body",
    "read_json",
    "read_zip",
    "release_build",
    "release_problems",
    "ruleset_info",
    "rulesets",
    "sample_pack",
    "schema",
    "schema_id",
    "schema_version",
    "search_rulesets",
    "templates",
    "tones",
    "validate",
    "with_card_id",
    "write_zip",
]
