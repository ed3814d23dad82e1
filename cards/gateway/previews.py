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


def preview_fold(spec: Mapping[str, Any], state: Document | None, chunk: Mapping[str, Any]) -> Document:
    """Return the state of a preview after its next chunk; None is the state before the first."""
    return api.preview_fold(spec, state, chunk)


def preview_report(spec: Mapping[str, Any], state: Mapping[str, Any]) -> Document:
    """Return the result that a state holds."""
    return api.preview_report(spec, state)
