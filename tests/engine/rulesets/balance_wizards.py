"""How the shipped set of wizards plays: who wins, how matches end, how long they are. `make balance` prints the table of SOURCE.md.

Every match is given by its seed, so a measurement can be repeated exactly; the bots change seats with the seeds.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from engine import api
from engine.cardset import program_of
from engine.kernel.state import Program, State
from engine.replay import Match
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.config import LEVELS
from engine.rulesets.wizards.table import TABLE
from engine.toolkit.rules import definition

FAILURES = ("budget", "loop")
"""Reasons of an end for a match that could not be played to its end."""


class Ended(NamedTuple):
    """How one match went: `bot` is the name of the bot that won, `piles` the fewest cards that were in each exploration pile."""

    seat: int
    bot: str
    reason: str
    rounds: int
    played: frozenset[str]
    piles: tuple[int, ...]


class Measurement(NamedTuple):
    """Matches of one kind, the target of the set, and whether it is met."""

    title: str
    bots: tuple[str, ...]
    matches: int
    goal: str
    is_met: Callable[[list[Ended]], bool]


def wins(ended: list[Ended]) -> float:
    """Return the share of matches that a greedy bot won."""
    return sum(each.bot == "greedy" for each in ended) / len(ended)


def by_rule(ended: list[Ended]) -> float:
    """Return the share of matches that the win rule ended."""
    return sum(each.reason == "loop reached" for each in ended) / len(ended)


def best_seat(ended: list[Ended]) -> float:
    """Return the share of matches that went to the seat with the most."""
    return Counter(each.seat for each in ended).most_common(1)[0][1] / len(ended)


def aborted(ended: list[Ended]) -> int:
    """Return how many matches broke off."""
    return sum(each.reason in FAILURES for each in ended)


def is_whole(ended: list[Ended]) -> bool:
    """Return whether nearly all matches ended by the win rule and none broke off."""
    return by_rule(ended) >= 0.95 and not aborted(ended)


MEASUREMENTS = (
    Measurement(
        "greedy against random", ("greedy", "random"), 400, "greedy wins ≥ 85 %", lambda ended: wins(ended) >= 0.85
    ),
    Measurement(
        "one greedy among three random",
        ("greedy", "random", "random", "random"),
        400,
        "greedy wins ≥ 60 %",
        lambda ended: wins(ended) >= 0.6,
    ),
    Measurement("two greedy", ("greedy",) * 2, 200, "≥ 95 % by the win rule", is_whole),
    Measurement("three greedy", ("greedy",) * 3, 200, "≥ 95 % by the win rule", is_whole),
    Measurement(
        "four greedy",
        ("greedy",) * 4,
        2000,
        "no seat > 30 %, ≥ 95 % by the win rule",
        lambda ended: best_seat(ended) <= 0.3 and is_whole(ended),
    ),
    Measurement("two random", ("random",) * 2, 500, "none aborted", lambda ended: not aborted(ended)),
    Measurement("four random", ("random",) * 4, 500, "none aborted", lambda ended: not aborted(ended)),
)


@cache
def program(seats: int) -> Program:
    """Return the shipped set, compiled."""
    return program_of(RULESET, api.card_set("wizards"), seats)


def play(bots: tuple[str, ...], seed: int) -> Ended:
    """Play one match; the bots are turned by a seat with each seed."""
    seats = len(bots)
    turned_bots = [bots[(seat + seed) % seats] for seat in range(seats)]
    known = api.bots("wizards")
    match = Match(RULESET, program(seats), seed, [(name, known[name]) for name in turned_bots])
    played_ids: set[str] = set()
    piles = [sys.maxsize] * len(LEVELS)
    for step, _ in match.steps():
        played_ids.update(definition(step.state, card).id for _, card in step.state.globals.get("played", ()))
        piles = [min(least, left) for least, left in zip(piles, _piles(step.state), strict=True)]
    result = step.result
    assert result is not None, "a match ends"
    bot = turned_bots[result.winner] if result.winner >= 0 else ""
    return Ended(result.winner, bot, result.reason, step.state.turn, frozenset(played_ids), tuple(piles))


def _piles(st: State) -> Iterator[int]:
    return (len(st.zone(TABLE, level)) for level in LEVELS)


def row(measurement: Measurement, final: list[Ended]) -> str:
    """Return one line of the table."""
    count = len(final)
    seats = Counter(end.seat for end in final)
    won = ", ".join(f"{100 * seats[seat] / count:.1f}" for seat in range(len(measurement.bots)))
    text = f"greedy wins {100 * wins(final):.1f} %" if len(set(measurement.bots)) > 1 else f"seats win {won} %"
    ends = f"{100 * by_rule(final):.1f} %, {aborted(final)}"
    rounds = sorted(end.rounds for end in final)
    spread = ", ".join(str(rounds[count * part // 100]) for part in (5, 50, 95))
    verdict = "met" if measurement.is_met(final) else "missed"
    return f"| {measurement.title} | {count} | {text} | {ends} | {spread} | {measurement.goal}: {verdict} |"


def notes(final: list[Ended]) -> Iterator[str]:
    """Yield which treasures no one played, and how low the exploration piles ran."""
    played_union = frozenset[str]().union(*(end.played for end in final))
    treasures = {card.id: card for card in program(2).cards.values() if card.kind == "treasure"}
    worn = ("wand", "undercurrent")
    unused_cards = sorted(
        id for id, card in treasures.items() if id not in played_union and card.words["cardType"] not in worn
    )
    yield f"Treasures that are played and never were: {', '.join(unused_cards) or 'none'}."
    lowest = [min(end.piles[place] for end in final) for place in range(len(LEVELS))]
    yield f"Fewest cards left: {', '.join(f'{level} {left}' for level, left in zip(LEVELS, lowest, strict=True))}."


def main(share: int) -> int:
    """Print the table for a percentage of the matches; return how many goals are missed."""
    print("| matches | n | result | by the win rule, aborted | rounds: 5 %, median, 95 % | goal |")
    print("|---|--:|---|---|---|---|", flush=True)
    states: list[Ended] = []
    misses = 0
    for measurement in MEASUREMENTS:
        ended_matches = [play(measurement.bots, seed) for seed in range(max(1, measurement.matches * share // 100))]
        print(row(measurement, ended_matches), flush=True)
        misses += not measurement.is_met(ended_matches)
        if set(measurement.bots) == {"greedy"}:
            states += ended_matches
    print("", *notes(states), sep="\n")
    return misses
