"""A small plan of a preview for each game, played in this process, and the hash of what it gives."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from engine import api
from tests.chaos import _played


def canonical_sha(value: Any) -> str:
    """Return the hash of a document with its keys in order, as the portal computes it, without the portal."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def digests() -> dict[str, str]:
    """Return the hash of each game's result: the first card of its sample pack against the match without it."""
    matches = {}
    for info in api.rulesets():
        sample = api.sample_pack(info.name)
        card = next(each for each in (api.validate(info.name, card.text) for card in sample.cards) if each.document)
        spec = api.preview_plan(info.name, candidate=card.document, baseline=None, pool=None, preset="smoke", seed=7)
        matches[info.name] = canonical_sha(_played({**spec, "bots": ["random"], "ends": [1, 2], "blocks_max": 2}))
    return matches
