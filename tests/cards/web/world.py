"""A pack with everything that a page may show, and rows that services would only make with a worker at hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cards.gateway import rulesets
from cards.models import Card, Pack, Preview, Release

RESULTS = Path(__file__).parent / "results"
ROLES = ("anonymous", "stranger", "viewer", "designer", "reviewer", "publisher", "admin", "operator")


@dataclass(frozen=True)
class World:
    """A pack with a release, a card that cannot be read, and previews in every state."""

    pack: Pack
    card: Card
    broken_card: Card
    release: Release
    previews: Mapping[str, Preview]


def preview_of(card: Card, number: int, state: str, result: Mapping[str, Any] | None = None, **extra: Any) -> Preview:
    """Make the row of a preview as a worker would have left it."""
    return Preview.objects.create(
        pack=card.pack,
        number=number,
        card=card,
        candidate_revision=1,
        candidate_sha256=card.draft.sha256,
        plan={"preset": "quick", "bots": ["greedy"], "seed": 7},
        spec={},
        spec_sha256="0" * 64,
        engine_hash=rulesets.engine_hash(card.pack.ruleset),
        seed=7,
        state=state,
        blocks_done=98 if result else 0,
        blocks_of=544,
        estimate=result["estimate"] if result else None,
        result=result,
        requested_by=card.created_by,
        **extra,
    )


def result_of(kind: str) -> dict[str, Any]:
    """Return a result that the engine once gave for a card of that kind."""
    result: dict[str, Any] = json.loads((RESULTS / f"{kind}.json").read_text())
    return result


def make_monster(make_card: Callable[..., Card]) -> Card:
    """Make an exploration card out of the template of a treasure."""
    card = make_card("base.mole")
    Card.objects.filter(pk=card.pk).update(kind="exploration")
    card.refresh_from_db()
    return card
