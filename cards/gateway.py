"""The only module that imports engine.api: rows <-> engine values.

It takes and returns plain values, never rows, and keeps what the engine says under the hash of what it was asked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.cache import cache

from engine import api

CardReport = api.CardReport
Texts = Mapping[str, Mapping[str, str]]
Counts = Mapping[str, Any]

COUNTS_KEPT = 24 * 3600  # seconds that the problem counts of one text are remembered


def rulesets() -> tuple[api.RulesetInfo, ...]:
    """Return the rulesets of this engine."""
    return api.rulesets()


def has_ruleset(ruleset: str) -> bool:
    """Say whether the engine knows a ruleset of this name."""
    return any(info.name == ruleset for info in api.rulesets())


def engine_hash(ruleset: str) -> str:
    """Return the hash that changes when the rules or the code behind a ruleset change."""
    return api.engine_hash(ruleset)


def schema(ruleset: str, kind: str = "card") -> dict[str, Any]:
    """Return the JSON Schema of one kind of document."""
    return api.schema(ruleset, kind)


def schema_id(ruleset: str, kind: str = "card") -> str:
    """Return the `$id` of that schema, which every portal serves at the same path."""
    return str(api.schema(ruleset, kind)["$id"])


def validate(
    ruleset: str, text: str, *, known: frozenset[str] = frozenset(), texts: Texts | None = None
) -> api.CardReport:
    """Return everything that the engine finds in a card's text and its other languages."""
    return api.validate(ruleset, text, known=known, texts=texts or {})


def face(ruleset: str, document: Mapping[str, Any], texts: Texts | None = None) -> dict[str, Any]:
    """Return what the face of a card shows."""
    return api.face(ruleset, dict(document), texts or {})


def templates(ruleset: str) -> tuple[api.Template, ...]:
    """Return the texts that a new card may begin with."""
    return api.templates(ruleset)


def sample_pack(ruleset: str) -> api.SamplePack:
    """Return the set of cards that the ruleset brings along."""
    return api.sample_pack(ruleset)


def problem_counts(
    ruleset: str, asked: Sequence[tuple[str, str, Texts]], *, known: frozenset[str]
) -> dict[str, Counts]:
    """Return `{"errors", "warnings", "codes"}` for each text, remembered under text, engine and names in the pack.

    Shapes: asked holds (source hash, text, texts); the result is keyed by the source hash.
    """
    context = hashlib.sha256("\n".join((engine_hash(ruleset), *sorted(known))).encode()).hexdigest()
    keys = {f"problems:{context[:32]}:{source}": source for source, _, _ in asked}
    found = {keys[key]: counts for key, counts in cache.get_many(keys).items()}
    fresh = {
        source: _count(validate(ruleset, text, known=known, texts=texts).problems)
        for source, text, texts in asked
        if source not in found
    }
    if fresh:
        cache.set_many({f"problems:{context[:32]}:{source}": counts for source, counts in fresh.items()}, COUNTS_KEPT)
    return {**found, **fresh}


def _count(problems: Iterable[Any]) -> Counts:
    listed = list(problems)
    errors = sum(problem.severity == "error" for problem in listed)
    return {
        "errors": errors,
        "warnings": len(listed) - errors,
        "codes": sorted({problem.code for problem in listed}),
    }
