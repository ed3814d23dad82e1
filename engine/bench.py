"""How fast matches go: whole matches with the shipped set, through the same `view`, `legal` and `apply` as `play`.

A decision is a question with at least two answers that was put to a player. The clock is an argument; figures are per CPU second.
"""

from __future__ import annotations

import platform
from collections.abc import Callable
from typing import Any

from engine import api
from engine.cardset import program_of
from engine.kernel.digest import digest
from engine.kernel.machine import Step
from engine.kernel.mutations import set_var
from engine.replay import Match
from engine.rulesets import find

Clock = Callable[[], float]
FORKS = 20_000


def bench(ruleset: str, seconds: float, clock: Clock, start_up: tuple[float, float]) -> dict[str, Any]:
    """Measure one ruleset.

    Shapes: `start_up` is (import seconds, memory in MiB) as measured in a process of its own.
    Units: about `seconds` for each of the three measured parts.
    """
    plain = _random_matches(ruleset, seconds, clock, log=False)
    logged = _random_matches(ruleset, seconds, clock, log=True)
    greedy = _greedy_matches(ruleset, seconds, clock)
    between, inside = _fork_times(ruleset, clock)
    matches = plain["matches"]
    return {
        "format": "bench/1",
        "ruleset": ruleset,
        "python": platform.python_version(),
        "engine": api.VERSION,
        "decisions_per_cpu_second": round(plain["decisions"] / plain["seconds"]),
        "matches_per_cpu_second": round(matches / plain["seconds"], 2),
        "greedy_matches_per_cpu_second": round(greedy, 2),
        "digest": plain["digest"],
        "with_log_and_coverage": {"decisions_per_cpu_second": round(logged["decisions"] / logged["seconds"])},
        "per_match": {
            "decisions": round(plain["decisions"] / matches, 1),
            "events": round(plain["events"] / matches, 1),
            "mutations": round(logged["mutations"] / logged["matches"], 1),
        },
        "options_per_decision": round(plain["options"] / plain["decisions"], 2),
        "aborted": plain["aborted"],
        "fork_us": round(between, 2),
        "fork_mid_effect_us": round(inside, 2),
        "import_seconds": round(start_up[0], 3),
        "memory_mib": round(start_up[1], 1),
        "calibration_seconds": round(calibration(clock), 4),
    }


def _seats(ruleset: str) -> int:
    return max(find(ruleset).seats)


def _random_matches(ruleset: str, seconds: float, clock: Clock, *, log: bool) -> dict[str, Any]:
    """Play seeds 0, 1, 2 … by random bots until the time is up; the digest folds the ends of the first three."""
    game = find(ruleset)
    seats = _seats(ruleset)
    program = program_of(game, api.card_set(ruleset), seats, counting=log)
    out: dict[str, Any] = {
        "matches": 0,
        "decisions": 0,
        "options": 0,
        "events": 0,
        "mutations": 0,
        "aborted": 0,
        "digest": 0,
        "seconds": 0.0,
    }
    begun = clock()
    while out["seconds"] < seconds or out["matches"] < 3:
        match = Match(game, program, out["matches"], [("random", api.bots(ruleset)["random"])] * seats)
        last = _play(match, out, log=log)
        if out["matches"] < 3:
            out["digest"] ^= digest(last.state)
        out["aborted"] += last.result is not None and last.result.reason in ("budget", "loop")
        out["events"] += last.state.seq
        out["decisions"] += last.state.decisions
        out["matches"] += 1
        out["seconds"] = clock() - begun
    out["digest"] = f"{out['digest']:016x}"
    return out


def _play(match: Match, out: dict[str, Any], *, log: bool) -> Step:
    last = None
    for last, _ in match.steps(log=log):
        if last.decision is not None:
            out["options"] += len(last.decision.options)
        if log:
            out["mutations"] += sum(entry[0] != "event" for entry in last.log)
    assert last is not None, "a match has a first step"
    return last


def _greedy_matches(ruleset: str, seconds: float, clock: Clock) -> float:
    """Return two-seat matches of greedy bots per CPU second."""
    begun, played = clock(), 0
    while played < 3 or clock() - begun < seconds:
        for _ in api.new_match(ruleset, seed=played, seats=2, bots_by_seat=("greedy",)).steps():
            pass
        played += 1
    return played / (clock() - begun)


def _fork_times(ruleset: str, clock: Clock) -> tuple[float, float]:
    """Return the time of a fork with the first write on each side, between decisions and in the middle of an effect, in µs."""
    states = [step.state for step, _ in api.new_match(ruleset, seed=3, seats=_seats(ruleset)).steps()]
    between = states[len(states) // 2]
    inside = next((state for state in states[len(states) // 3 :] if state.pending and state.pending[0].source), between)
    return _fork_time(between, clock), _fork_time(inside, clock)


def _fork_time(state: Any, clock: Clock) -> float:
    begun = clock()
    for value in range(FORKS):
        fork = state.fork()
        set_var(fork, 1, "gold", value)
        set_var(state, 1, "gold", value + 1)
    return (clock() - begun) / FORKS * 1e6


def calibration(clock: Clock) -> float:
    """Return the time of a fixed pure-Python loop, so that machines can be compared."""
    begun = clock()
    total, table = 0, dict.fromkeys(range(1000), 1)
    for i in range(1_000_000):
        total += table[i % 1000]
    return clock() - begun
