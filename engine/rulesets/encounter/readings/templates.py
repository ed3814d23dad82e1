"""What the grammar of sentences means in `encounter`: what several parts of it share."""

from __future__ import annotations

STATS = {
    "attack": "atk",
    "health": "health",
    "maxhealth": "mhp",
    "movement": "mov",
    "range": "rng",
    "speed": "spd",
    "priority": "prispd",
}
