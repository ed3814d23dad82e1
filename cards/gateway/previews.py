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


class OtherEngine(Exception):
    """A match was played by another engine, and goes another way in this one."""


def preview_answers(spec: Mapping[str, Any], trace: Mapping[str, Any]) -> Document:
    """Play a match that a result traces once more by its bots.

    Errors: OtherEngine.
    """
    try:
        return api.preview_answers(spec, trace)
    except api.IllegalAction as refused:
        raise OtherEngine from refused


def preview_watch(
    spec: Mapping[str, Any], trace: Mapping[str, Any], answers: Sequence[str], *, step: int, viewer: int | None
) -> Document:
    """Return a traced match in words, with the table after one of its steps.

    Errors: OtherEngine; LookupError for a step that the match does not have.
    """
    try:
        return api.preview_watch(spec, trace, answers, step=step, viewer=viewer)
    except api.IllegalAction as refused:
        if refused.code == "no-step":
            raise LookupError(step) from refused
        raise OtherEngine from refused
