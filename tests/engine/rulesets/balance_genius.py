"""How the shipped set of genius plays: which deck wins, how matches end, how long they are. `make balance` prints the table of SOURCE.md.

Every match is given by its seed, so a measurement can be repeated exactly. Each of the shipped decks meets each, itself too, in both seats.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from engine import api
from engine.cardset import program_of
from engine.kernel.state import Program
from engine.replay import Match
from engine.rulesets.genius import RULESET

FAILURES = ("budget", "loop")
"""Reasons of an end for a match that could not be played to its end."""
CAP = "round cap"
GREEDY, RANDOM = "greedy", "random"


class Ended(NamedTuple):
    """How one match went: the seat that won (-1 for none) and the one that began, the winner's bot and deck, whose decks met, why and when it ended."""

    seat: int
    began: int
    bot: str
    deck: str
    decks: tuple[str, str]
    reason: str
    turns: int


class Measurement(NamedTuple):
    """Matches of one kind, the target of the set, and whether it is met."""

    title: str
    bots: tuple[str, str]
    matches: int
    goal: str
    is_met: Callable[[list[Ended]], bool]


@cache
def decks() -> dict[str, Any]:
    """Return the shipped decks by their id."""
    files = sorted((RULESET.folder / "decks").glob("*.json"))
    return {deck["deckId"]: deck for deck in (json.loads(file.read_bytes()) for file in files)}


@cache
def program() -> Program:
    """Return the shipped set, compiled."""
    return program_of(RULESET, api.card_set("genius"), 2)


def wins(ended: list[Ended]) -> float:
    """Return the share of matches that a greedy bot won."""
    return sum(each.bot == GREEDY for each in ended) / len(ended)


def by_rule(ended: list[Ended]) -> float:
    """Return the share of matches that a win rule ended."""
    return sum(each.reason not in (CAP, *FAILURES) for each in ended) / len(ended)


def aborted(ended: list[Ended]) -> int:
    """Return how many matches broke off."""
    return sum(each.reason in FAILURES for each in ended)


def first(ended: list[Ended]) -> float:
    """Return the share of decided matches that went to the side that began."""
    decided = [each for each in ended if each.seat >= 0]
    return sum(each.seat == each.began for each in decided) / max(1, len(decided))


def share(ended: list[Ended], deck: str) -> float:
    """Return the share of its decided matches against the others that a deck won."""
    met = [each for each in ended if each.seat >= 0 and deck in each.decks and len(set(each.decks)) == 2]
    return sum(each.deck == deck for each in met) / max(1, len(met))


def is_even(end: list[Ended]) -> bool:
    """Return whether no deck and no seat is favoured, and nearly all matches ended by a win rule."""
    is_fair = all(0.4 <= share(end, deck) <= 0.6 for deck in decks()) and 0.45 <= first(end) <= 0.55
    return is_fair and by_rule(end) >= 0.95 and not aborted(end)


MEASUREMENTS = (
    Measurement("greedy against random", (GREEDY, RANDOM), 400, "greedy wins ≥ 90 %", lambda ended: wins(ended) >= 0.9),
    Measurement(
        "greedy against greedy",
        (GREEDY, GREEDY),
        800,
        "≥ 95 % by a win rule, decks 40 to 60 %, the first player 45 to 55 %",
        is_even,
    ),
    Measurement("random against random", (RANDOM, RANDOM), 1000, "none aborted", lambda ended: not aborted(ended)),
)


def play(bots: tuple[str, str], seed: int) -> Ended:
    """Play one match; the decks go through all pairs, and bots that differ change seats after each round of pairs."""
    pairs = [*product(decks(), repeat=2)]
    met_pair = pairs[seed % len(pairs)]
    turned_bots = bots if (seed // len(pairs)) % 2 == 0 else (bots[1], bots[0])
    known = api.bots("genius")
    seated = [(name, known[name]) for name in turned_bots]
    match = Match(RULESET, program(), seed, seated, decks=[decks()[name] for name in met_pair])
    last = match.begin()
    began = -1 - last.state.globals["firstPlayer"]
    for step, _ in match.steps():
        last = step
    result = last.result
    if result is None:
        raise AssertionError("a match ends")
    won = result.winner >= 0
    bot, deck = (turned_bots[result.winner], met_pair[result.winner]) if won else ("", "")
    return Ended(result.winner, began, bot, deck, met_pair, result.reason, last.state.turn)


def row(measurement: Measurement, final: list[Ended]) -> str:
    """Return one line of the table."""
    count = len(final)
    text = (
        f"greedy wins {100 * wins(final):.1f} %"
        if len(set(measurement.bots)) > 1
        else f"the first player wins {100 * first(final):.1f} %"
    )
    ends = f"{100 * by_rule(final):.1f} %, {aborted(final)}"
    turns = sorted(end.turns for end in final)
    spread = ", ".join(str(turns[count * part // 100]) for part in (5, 50, 95))
    verdict = "met" if measurement.is_met(final) else "missed"
    return f"| {measurement.title} | {count} | {text} | {ends} | {spread} | {measurement.goal}: {verdict} |"


def notes(end: list[Ended]) -> Iterator[str]:
    """Yield how the decks did against each other, row against column, and why matches ended."""
    names = [*decks()]
    yield "| won against | " + " | ".join(names) + " | all others |"
    yield "|---|" + "--:|" * (len(names) + 1)
    for mine in names:
        cells = []
        for theirs in names:
            met = [e for e in end if set(e.decks) == {mine, theirs} and e.seat >= 0]
            cells.append(
                "—" if mine == theirs or not met else f"{100 * sum(e.deck == mine for e in met) / len(met):.0f} %"
            )
        yield f"| {mine} | " + " | ".join(cells) + f" | {100 * share(end, mine):.1f} % |"
    yield ""
    yield "Ends: " + ", ".join(f"{why} {n}" for why, n in Counter(each.reason for each in end).most_common()) + "."


def main(part: int) -> int:
    """Print the table for a percentage of the matches; return how many goals are missed."""
    print("| matches | n | result | by a win rule, aborted | turns of both: 5 %, median, 95 % | goal |")
    print("|---|--:|---|---|---|---|", flush=True)
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
