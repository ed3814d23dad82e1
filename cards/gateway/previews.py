"""Previews: plans, chunks and results, all plain documents in and out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine import api

Document = dict[str, Any]


def preview_plan(
    ruleset: str,
    *,
    candidate: Document,
    baseline: Document | None,
    pool: Sequence[Document] | None,
    preset: str,
    seed: int,
) -> Document:
    """Return the plan of a preview: everything that its chunks need."""
    return api.preview_plan(ruleset, candidate=candidate, baseline=baseline, pool=pool, preset=preset, seed=seed)


def preview_chunk_count(spec: Mapping[str, Any]) -> int:
    """Return how many chunks a plan has at most."""
    return api.preview_chunk_count(spec)


def preview_chunk(spec: Mapping[str, Any], no: int) -> Document:
    """Play one chunk of a plan; the same plan and number give the same bytes anywhere."""
    return api.preview_chunk(spec, no)


def preview_merge(spec: Mapping[str, Any], chunks: Sequence[Mapping[str, Any]]) -> Document:
    """Return the result so far of the first chunks of a plan, and whether it may stop."""
    return api.preview_merge(spec, chunks)
