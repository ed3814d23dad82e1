"""Plans small enough for a test: the same machinery, random bots, four chunks of a block each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cards.gateway import previews
from cards.models import Preview
from cards.services.previews.claim import chunk_claim
from cards.services.previews.parts import canonical_sha
from cards.services.previews.work import chunk_finish, chunk_play
from engine import api

_RESULTS: dict[str, dict[str, Any]] = {}  # by the plan's hash: tests of one process ask for the same plan again


def shrink(preview: Preview, ends: tuple[int, ...] = (1, 2, 3, 4)) -> Preview:
    """Make a queued preview's plan short: its chunks end at these blocks."""
    spec = {**preview.spec, "bots": ["random"], "ends": list(ends), "blocks_max": ends[-1]}
    preview.spec = spec
    preview.spec_sha256 = canonical_sha(spec)
    preview.blocks_of = ends[-1]
    preview.save(update_fields=["spec", "spec_sha256", "blocks_of"])
    preview.chunks.filter(no__gte=len(ends)).delete()
    return preview


def play_all() -> int:
    """Play every chunk that can be claimed, here; return how many."""
    play = 0
    while (lease := chunk_claim()) is not None:
        chunk_finish(lease, chunk_play(lease))
        play += 1
    return play


def expected(preview: Preview) -> dict[str, Any]:
    """Return the result that the plan gives when one process plays it from its first chunk to its last."""
    key = canonical_sha(preview.spec)
    if key not in _RESULTS:
        _RESULTS[key] = _in_one_go(preview.spec)
    return _RESULTS[key]


def _in_one_go(spec: Mapping[str, Any]) -> dict[str, Any]:
    chunks: list[dict[str, Any]] = []
    merge: dict[str, Any] = {}
    for no in range(previews.preview_chunk_count(spec)):
        chunks.append(previews.preview_chunk(spec, no))
        merge = api.preview_merge(spec, chunks)
        if merge["status"] == "finished":
            break
    return merge
