"""Plays the preview that each sample pack is shown with, and writes it beside the change that it is of: `make samples`.

A file that is of today's engine and cards stays as it is. The plan is that of the portal at its first start.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "portal.settings.test")
django.setup()

from cards.services.previews.parts import canonical_sha  # noqa: E402 - after the settings
from engine import api  # noqa: E402 - after the settings
from engine.api.sample_change import PREVIEW  # noqa: E402 - after the settings
from engine.rulesets import find  # noqa: E402 - after the settings


def plan_of(game: str) -> dict[str, Any] | None:
    """Return the plan of the preview of a game's change against its former version; None for a game without one."""
    change = api.sample_change(game)
    if change is None:
        return None
    documents = {document["id"]: document for document, _ in api.card_set(game)}
    text = next(card.text for card in api.sample_pack(game).cards if card.id == change.card)
    former = api.validate(game, change.former_text(text), known_ids=frozenset(documents)).document
    pool = [documents[name] for name in sorted(documents) if name != change.card]
    candidate = documents[change.card]
    return api.preview_plan(game, candidate=candidate, baseline=former, pool=pool, seed=change.seed)


def is_fresh(game: str) -> bool:
    """Return whether the file of a game is of its plan of today; a game without a change needs no file."""
    change, plan = api.sample_change(game), plan_of(game)
    if change is None or plan is None:
        return True
    return change.preview is not None and change.preview.spec_sha256 == canonical_sha(plan)


def play(game: str) -> str:
    """Play the preview of a game to its end, write it, and return what it says."""
    plan, state = plan_of(game), None
    assert plan is not None
    for no in range(api.preview_chunk_count(plan)):
        state = api.preview_fold(plan, state, api.preview_chunk(plan, no))
        if state["reason"]:
            break
    assert state is not None
    result = api.preview_report(plan, state)
    blocks = plan["ends"][state["next"] - 1]
    preview = {"spec_sha256": canonical_sha(plan), "engine": plan["engine"], "blocks": blocks, "result": result}
    (find(game).folder / PREVIEW).write_text(f"{json.dumps(preview, ensure_ascii=False)}\n", "utf-8")
    estimate = result["estimate"]
    return f"{game}: {blocks} blocks, {estimate['verdict']}, {estimate['mean_pp']} pp {estimate['interval_pp']}"


def main(games: Sequence[str]) -> None:
    """Bring the files of some games up to date, or of all."""
    stale = [game for game in games or sorted(info.name for info in api.rulesets()) if not is_fresh(game)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(play, stale):
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
