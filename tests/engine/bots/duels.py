"""Matches of one bot against another: `make duels BOT=lookahead OTHER=greedy MATCHES=400 GAME=halo`.

The decks are those of a preview without the compared card, and each seed is played from both seats. The look-ahead bot should win more than
the greedy one (lower bound of 400 matches at least 55 %), the greedy one at least 45 % against the plainer one of `gate.py` (lower bound 40 %).
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

from engine import BUILD
from engine.bots.players import Bot
from engine.rulesets import find, names
from engine.simulation import play as playing
from engine.simulation.plan import spec_hash
from engine.simulation.run import block_seed, worlds
from tests.engine.bots.gate import plainer, plans_of

Json = dict[str, Any]
SKILLS: dict[str, Callable[[playing.World], Bot]] = {**playing.SKILLS, "plainer": plainer}
BATCH_SIZE = 10


def points_won(spec: Json, first: int, last: int, bot: str, opponent: str) -> tuple[list[float], float]:
    """Return what a bot won in matches against another one, 1 for a win and 0.5 for a draw, and the seconds of processor that they took."""
    began, layout = time.process_time(), spec["layout"]
    side = worlds(find(spec["ruleset"]), spec, spec_hash(spec))[0]
    former_ids = [document["id"] for document in spec["formers"]]
    hands = [former_ids if layout["unit"] == "seat" or seat == layout["side"] else [] for seat in (0, 1)]
    points = []
    for number in range(first, last):
        block, mine = divmod(number, 2)
        decks = playing.decks_of(spec, layout["strata"][block % len(layout["strata"])], hands)
        players = [SKILLS[bot if seat == mine else opponent](side) for seat in (0, 1)]
        result = playing.play(side, decks, block_seed(spec, block), players).result
        winner = result.winner if result else -1
        points.append(0.5 if winner < 0 else float(winner == mine))
    return points, time.process_time() - began


def duel(game: str, matches: int, bot: str, opponent: str, *, processes: int | None = None) -> Iterator[Json]:
    """Yield what a bot won against another one after each batch of matches, in percent.

    Shapes: `within` is the half-width of the 95 % interval of pairs of matches on one seed.
    """
    spec, points, cpu_seconds = plans_of(game)[0], list[float](), 0.0
    with ProcessPoolExecutor(processes) as pool:
        batches = [
            pool.submit(points_won, spec, first, min(matches, first + BATCH_SIZE), bot, opponent)
            for first in range(0, matches, BATCH_SIZE)
        ]
        for batch in batches:
            batch_points, seconds = batch.result()
            points, cpu_seconds = points + batch_points, cpu_seconds + seconds
            pairs = [
                (first_seat + other_seat) / 2 for first_seat, other_seat in zip(points[::2], points[1::2], strict=True)
            ]
            mean = sum(pairs) / len(pairs)
            error = sqrt(sum((pair - mean) ** 2 for pair in pairs) / max(1, len(pairs) - 1) / len(pairs))
            yield {
                "game": game,
                "matches": len(points),
                "won": round(100 * mean, 1),
                "within": round(196 * error, 1),
                "secondsPerMatch": round(cpu_seconds / len(points), 2),
                "build": BUILD,
            }


def main() -> int:
    """Print one line of JSON after each batch of each game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(names()))
    parser.add_argument("--bot", choices=SKILLS, default="lookahead")
    parser.add_argument("--other", choices=SKILLS, default="greedy")
    parser.add_argument("--matches", type=int, default=400)
    parser.add_argument("--processes", type=int)
    args = parser.parse_args()
    for game in args.games:
        for line in duel(game, args.matches, args.bot, args.other, processes=args.processes):
            print(json.dumps(line), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
