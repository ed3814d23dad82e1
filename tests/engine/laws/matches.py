"""Matches of every shipped ruleset, and of the bout that lives in tests: a ruleset that is added joins by being there."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

from engine import api
from engine.bots.players import random_bot
from engine.cardset import program_of
from engine.kernel.decisions import Action
from engine.kernel.machine import Step, apply
from engine.kernel.state import State
from engine.replay import Match
from engine.ruleset import Ruleset
from engine.rulesets import added, find, names
from tests.engine.bout.ruleset import RULESET as BOUT
from tests.engine.homes import search_games

if not added():
    search_games()  # another process of the laws finds what the first one did
RULESETS: dict[str, Ruleset] = {**{name: find(name) for name in names()}, BOUT.name: BOUT}
GAMES = [(name, seats) for name, ruleset in RULESETS.items() for seats in ruleset.seats]
SMALL = [(name, min(ruleset.seats)) for name, ruleset in RULESETS.items()]
CACHES = frozenset(
    (
        "program",
        "hashes",
        "texts",
        "digest_now",
        "owned",
        "written_ids",
        "log",
        "coverage",
        "raised",
        "changes",
        "rules_asked_at",
    )
)
"""What a state holds beside the match: its code, what it remembers to be fast, and where it writes what happened."""

Game = tuple[str, int]


def title(game: Game) -> str:
    """Return what a test's parameter is called."""
    return f"{game[0]}-{game[1]}"


def random_match(game: Game, seed: int) -> Match:
    """Return a match of the shipped set by random bots."""
    name, seats = game
    ruleset = RULESETS[name]
    return Match(ruleset, program_of(ruleset, api.card_set(ruleset), seats), seed, [("random", random_bot)] * seats)


def moves(match: Match, *, log: bool = False) -> Iterator[tuple[Step, Action, Step]]:
    """Play a match by its bots and yield each step with the answer given to it and the step that followed."""
    before: Step | None = None
    for step, key in match.steps(log=log):
        if before is not None:
            yield before, api.action(before.state, key), step
        before = step


def many_moves(game: Game, count: int, seed: int = 0) -> Iterator[tuple[Match, Step, Action, Step]]:
    """Yield a number of steps of random matches, one match after the other."""
    while count > 0:
        match = random_match(game, seed)
        for before, action, after in moves(match):
            yield match, before, action, after
            count -= 1
            if not count:
                return
        seed += 1


def snapshot(state: State) -> dict[str, Any]:
    """Return a deep copy of everything that a state says about its match."""
    return copy.deepcopy({name: getattr(state, name) for name in State.__slots__ if name not in CACHES})


def play_on(match: Match, state: State, actions: list[str]) -> State:
    """Give the answers that these keys name and return the state they lead to."""
    for key in actions:
        state = apply(state, api.action(state, key)).state
    return state
