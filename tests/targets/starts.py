"""T49: a job starts at once while previews run, and an import of thousands of cards ends."""

from __future__ import annotations

import time
from typing import Any

from tests.chaos import API, CARD
from tests.targets.jobs import PLAYED_WITHIN, spread
from tests.targets.portal import Portal, running

WITHIN = 2.0  # seconds from the answer 202 to the start of the job
SHORT = 201  # cards of the smallest import that is a job
LARGE = 5_000
LARGE_WITHIN = 900.0
TIMES_SQL = "SELECT extract(epoch FROM started_at - queued_at), extract(epoch FROM finished_at - started_at) FROM cards_job WHERE number = %s AND finished_at IS NOT NULL"


def t49(count: int) -> dict[str, Any]:
    """Import cards again and again beside previews, each on trial, and at last 5,000 of them."""
    late: list[float] = []
    with running() as portal:
        began, _ = portal.client.ask("POST", f"{API}/previews/", {"card": CARD, "preset": "deep", "seed": 1})
        for _ in range(count):
            portal.wait(lambda: bool(portal.playing()), PLAYED_WITHIN)
            late.append(_ended(portal, SHORT, "?dry_run=1")[0])
        portal.client.ask("POST", f"{API}/previews/{began['number']}/cancel/", {})
        waited, took = _ended(portal, LARGE, "")
    wrong = [f"started after {each:.1f} s" for each in late if each > WITHIN]
    return {"started": len(late), **spread(late), "cards": LARGE, "waited": waited, "took": took, "wrong": wrong}


def _ended(portal: Portal, cards: int, query: str) -> tuple[float, float]:
    """Return how many seconds an import waited, and how many it took.

    Errors: IndexError for one that has not ended after a quarter of an hour.
    """
    mark = str(time.time_ns())[-9:]
    job, _ = portal.client.ask("POST", f"{API}/imports/{query}", [_card(f"made.n{mark}.c{no}") for no in range(cards)])
    portal.wait(lambda: bool(portal.rows(TIMES_SQL, job["number"])), LARGE_WITHIN)
    waited, took = portal.rows(TIMES_SQL, job["number"])[0]
    return round(float(waited), 2), round(float(took), 1)


def _card(name: str) -> dict[str, Any]:
    """Return a card of the game of that pack."""
    effect = {"type": "gold", "mode": "add", "amount": 1, "target": "$onPlay.playerUUID"}
    card = {"id": name, "name": "Card", "manaCost": 1, "rarity": "com", "school": "none"}
    return {**card, "behaviors": [{"at": "onPlay", "do": [effect]}]}
