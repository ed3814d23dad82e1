"""How the shipped encounters play: who wins each, how matches end, how long they are. `make balance` prints the table of SOURCE.md.

Every match is given by its seed, so a measurement can be repeated exactly. The matches go through the encounters in turn; bots that differ
change sides after each round of encounters.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from engine import api
from engine.cardset import program_of
from engine.kernel.state import Program
from engine.replay import Match
from engine.rulesets.encounter import RULESET

FAILURES = ("budget", "loop")
"""Reasons of an end for a match that could not be played to its end."""
GREEDY, RANDOM = "greedy", "random"


class Ended(NamedTuple):
    """How one match went: the side that won (0 the player's, -1 for none), the bot that won, the encounter, why it ended, its rounds."""

    side: int
    bot: str
    encounter: str
    reason: str
    rounds: int


class Measurement(NamedTuple):
    """Matches of one kind, the target of the set, and whether it is met."""

    title: str
    bots: tuple[str, str]
    matches: int
    goal: str
    is_met: Callable[[list[Ended]], bool]


@cache
def encounters() -> tuple[str, ...]:
    """Return the shipped encounters."""
    return tuple(sorted(document["id"] for document, _ in api.card_set("encounter") if document["type"] == "encounter"))


@cache
def program(encounter: str) -> Program:
    """Return the shipped set, compiled for an encounter."""
    return program_of(RULESET, api.card_set("encounter"), 2, config={"encounter": encounter})


def wins(ended: list[Ended]) -> float:
    """Return the share of matches that a greedy bot won."""
    return sum(each.bot == GREEDY for each in ended) / len(ended)


def share(ended: list[Ended], encounter: str = "") -> float:
    """Return the share of the matches in an encounter, or in all, that the player won."""
    met = [each for each in ended if encounter in ("", each.encounter)]
    return sum(each.side == 0 for each in met) / max(1, len(met))


def aborted(ended: list[Ended]) -> int:
    """Return how many matches broke off."""
    return sum(each.reason in FAILURES for each in ended)


def is_open(ended: list[Ended]) -> bool:
    """Return whether neither side is favoured too much in any encounter."""
    return not aborted(ended) and all(0.2 <= share(ended, name) <= 0.8 for name in {each.encounter for each in ended})


MEASUREMENTS = (
    Measurement("greedy against random", (GREEDY, RANDOM), 400, "greedy wins ≥ 85 %", lambda ended: wins(ended) >= 0.85),
    Measurement("greedy against greedy", (GREEDY, GREEDY), 400, "the player wins 20 to 80 % of each encounter", is_open),
    Measurement("random against random", (RANDOM, RANDOM), 1000, "none aborted", lambda ended: not aborted(ended)),
)  # fmt: skip


def play(bots: tuple[str, str], seed: int) -> Ended:
    """Play one match."""
    names = encounters()
    encounter = names[seed % len(names)]
    turned_bots = bots if (seed // len(names)) % 2 == 0 else (bots[1], bots[0])
    known = api.bots("encounter")
    match = Match(RULESET, program(encounter), seed, [(name, known[name]) for name in turned_bots])
    last = match.begin()
    for step, _ in match.steps():
        last = step
    result = last.result
    if result is None:
        raise AssertionError("a match ends")
    bot = turned_bots[result.winner] if result.winner >= 0 else ""
    return Ended(result.winner, bot, encounter, result.reason, last.state.globals["round"])


def row(measurement: Measurement, final: list[Ended]) -> str:
    """Return one line of the table."""
    count = len(final)
    differ = len(set(measurement.bots)) > 1
    text = f"greedy wins {100 * wins(final):.1f} %" if differ else f"the player wins {100 * share(final):.1f} %"
    rounds = sorted(end.rounds for end in final)
    spread = ", ".join(str(rounds[count * part // 100]) for part in (5, 50, 95))
    verdict = "met" if measurement.is_met(final) else "missed"
    return f"| {measurement.title} | {count} | {text} | {aborted(final)} | {spread} | {measurement.goal}: {verdict} |"


def notes(end: list[Ended]) -> Iterator[str]:
    """Yield how each encounter went, and why its matches ended."""
    yield "| encounter | n | the player wins | nobody wins | ends |"
    yield "|---|--:|--:|--:|---|"
    for name in encounters():
        pairing = [item for item in end if item.encounter == name]
        if pairing:
            drawn = sum(item.side < 0 for item in pairing) / len(pairing)
            ends = ", ".join(f"{why} {n}" for why, n in Counter(item.reason for item in pairing).most_common())
            yield f"| {name} | {len(pairing)} | {100 * share(pairing):.0f} % | {100 * drawn:.0f} % | {ends} |"


def main(part: int) -> int:
    """Print the table for a percentage of the matches; return how many goals are missed."""
    print("| matches | n | result | aborted | rounds: 5 %, median, 95 % | goal |")
    print("|---|--:|---|--:|---|---|", flush=True)
    states: list[Ended] = []
    misses = 0
    for measurement in MEASUREMENTS:
        ended_matches = [play(measurement.bots, seed) for seed in range(max(1, measurement.matches * part // 100))]
        print(row(measurement, ended_matches), flush=True)
        misses += not measurement.is_met(ended_matches)
        if set(measurement.bots) == {GREEDY}:
            states = ended_matches
    print("", *notes(states), sep="\n")
    return misses
