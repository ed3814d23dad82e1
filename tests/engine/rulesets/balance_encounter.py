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

BROKEN = ("budget", "loop")
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
    return sum(each.reason in BROKEN for each in ended)


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
    turned = bots if (seed // len(names)) % 2 == 0 else (bots[1], bots[0])
    known = api.bots("encounter")
    match = Match(RULESET, program(encounter), seed, [(name, known[name]) for name in turned])
    last = match.begin()
    for step, _ in match.steps():
        last = step
    result = last.result
    if result is None:
        raise AssertionError("a match ends")
    bot = turned[result.winner] if result.winner >= 0 else ""
    return Ended(result.winner, bot, encounter, result.reason, last.state.globals["round"])


def row(each: Measurement, ended: list[Ended]) -> str:
    """Return one line of the table."""
    count = len(ended)
    differ = len(set(each.bots)) > 1
    who = f"greedy wins {100 * wins(ended):.1f} %" if differ else f"the player wins {100 * share(ended):.1f} %"
    rounds = sorted(end.rounds for end in ended)
    spread = ", ".join(str(rounds[count * part // 100]) for part in (5, 50, 95))
    verdict = "met" if each.is_met(ended) else "missed"
    return f"| {each.title} | {count} | {who} | {aborted(ended)} | {spread} | {each.goal}: {verdict} |"


def notes(ended: list[Ended]) -> Iterator[str]:
    """Yield how each encounter went, and why its matches ended."""
    yield "| encounter | n | the player wins | nobody wins | ends |"
    yield "|---|--:|--:|--:|---|"
    for name in encounters():
        met = [each for each in ended if each.encounter == name]
        if met:
            drawn = sum(each.side < 0 for each in met) / len(met)
            ends = ", ".join(f"{why} {n}" for why, n in Counter(each.reason for each in met).most_common())
            yield f"| {name} | {len(met)} | {100 * share(met):.0f} % | {100 * drawn:.0f} % | {ends} |"


def main(part: int) -> int:
    """Print the table of so many percent of the matches; return how many goals are missed."""
    print("| matches | n | result | aborted | rounds: 5 %, median, 95 % | goal |")
    print("|---|--:|---|--:|---|---|", flush=True)
    held: list[Ended] = []
    missed = 0
    for each in MEASUREMENTS:
        ended = [play(each.bots, seed) for seed in range(max(1, each.matches * part // 100))]
        print(row(each, ended), flush=True)
        missed += not each.is_met(ended)
        if set(each.bots) == {GREEDY}:
            held = ended
    print("", *notes(held), sep="\n")
    return missed
