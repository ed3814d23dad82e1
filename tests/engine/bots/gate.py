"""What previews find with the bots of previews and with a plainer one that thinks about everything: `python -m tests.engine.bots.gate BLOCKS [GAME ...]`.

A faster bot may play previews if it wins at least 45 % of matches against the plainer one, and if the effects of shipped cards come out alike: each card takes
the slots of reference cards in matches of the one bot and of the other. The plainer bot neither looks triggers up nor remembers, thinks each answer
through to the next question and leaves no target or place out (docs/adr/0089, 0090, 0091).
The root mean square of the differences has their noise taken off: both play the same blocks, so the noise is that of the paired differences.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import Any

from engine.bots.players import Bot, GreedyBot
from engine.cardset import shipped
from engine.errors import BadCard
from engine.kernel.decisions import Action, Decision
from engine.kernel.state import State
from engine.rulesets import find, names
from engine.simulation import play as playing
from engine.simulation import preview_plan
from engine.simulation.plan import spec_hash
from engine.simulation.run import Job, worlds

Json = dict[str, Any]

CARDS = 20
SEED = 11
SURE = 3.0
"""Standard errors beyond which two effects of opposite sign are no chance: one of 20 cards in three games passes 2 by luck."""


def plainer(side: playing.World) -> Bot:
    """Return the bot that others are held to: it looks nothing up, remembers nothing, thinks on to the next question."""
    ruleset = side.ruleset
    looked_at = ruleset.candidate_actions

    def all_actions(state: State, decision: Decision) -> Sequence[Action]:
        is_one = decision.min == decision.max == 1
        return (
            [(option,) for option in decision.options]
            if is_one and decision.kind in ("target", "place")
            else looked_at(state, decision)
        )

    return GreedyBot(ruleset.evaluate, all_actions, side.spec["samples"], thinks_on=True)


def plans_of(name: str) -> list[Json]:
    """Return the plans of a number of cards of a game that a seat or a side holds, spread over the shipped set."""
    ruleset = find(name)
    pool = list(shipped(ruleset.folder))
    plans = []
    for document, _ in pool:
        try:
            spec = preview_plan(ruleset, candidate=document, baseline=None, pool=pool, bots=("greedy",), seed=SEED)
        except BadCard:  # a card that no preview is made of alone, such as a map
            continue
        if spec["layout"]["unit"] != "table":
            plans.append(spec)
    return [plans[len(plans) * place // CARDS] for place in range(min(CARDS, len(plans)))]


def values(spec: Json, first: int, last: int, *, plain: bool) -> list[int]:
    """Return what the card won in each block beyond what it was compared with, in halves of a win."""
    bot, matches = playing.bot_of, []
    playing.bot_of = plainer if plain else bot
    try:
        both = worlds(find(spec["ruleset"]), spec, spec_hash(spec))
        for block in range(first, last):
            job = Job(spec, both)
            job.play(block)
            matches += [int(key) for key, count in job.counts.get("x", {"0": 1}).items() for _ in range(count)]
    finally:
        playing.bot_of = bot
    return matches


def effect(findings: Sequence[int], unit: str) -> tuple[float, float]:
    """Return the mean in percentage points and its standard error."""
    mean, points = sum(findings) / len(findings), 50 if unit == "side" else 25
    spread = sum((value - mean) ** 2 for value in findings) / max(1, len(findings) - 1)
    return points * mean, points * sqrt(spread / len(findings))


def compared(name: str, blocks: int) -> Iterator[Json]:
    """Yield each card's effect by both bots, and the gap between them with its standard error, block by block."""
    specs = plans_of(name)
    with ProcessPoolExecutor() as pool:
        parts = [[pool.submit(values, spec, 0, blocks, plain=plain) for plain in (False, True)] for spec in specs]
        for spec, (fast, plain) in zip(specs, parts, strict=True):
            unit = spec["layout"]["unit"]
            ours, theirs = fast.result(), plain.result()
            (first, error), (second, noise) = effect(ours, unit), effect(theirs, unit)
            gap, doubt = effect([mine - second for mine, second in zip(ours, theirs, strict=True)], unit)
            yield {"card": spec["layout"]["card"], "fast": [round(first, 2), round(error, 2)]} | {
                "plain": [round(second, 2), round(noise, 2)],
                "gap": [round(gap, 2), round(doubt, 2)],
                "opposite": abs(gap) > SURE * doubt and first * second < 0,
            }


def summary(rows: Sequence[Json]) -> Json:
    """Return the root mean square of the differences, with and without noise, and the cards of opposite sign."""
    gaps = [row["gap"][0] ** 2 for row in rows]
    noise = [row["gap"][1] ** 2 for row in rows]
    count = max(1, len(rows))
    total = (sum(gaps) - sum(noise)) / count
    return {
        "cards": len(rows),
        "rms": round(sqrt(sum(gaps) / count), 2),
        "noise": round(sqrt(sum(noise) / count), 2),
        "withoutNoise": round(sqrt(max(0.0, total)), 2),
        "atMost": round(sqrt(max(0.0, total + 1.645 * sqrt(2 * sum(each**2 for each in noise)) / count)), 2),
        "opposite": [row["card"] for row in rows if row["opposite"]],
    }


def main() -> int:
    """Print each card and the summary of each game as JSON."""
    wanted = sys.argv[2:] or list(names())
    for name in wanted:
        rows = []
        for row in compared(name, int(sys.argv[1])):
            rows.append(row)
            print(json.dumps(row), flush=True)
        print(json.dumps({"game": name, **summary(rows)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
