"""How fast matches go: whole matches with the shipped set, through the same `view`, `legal` and `apply` as `play`.

A decision is a question with at least two answers that was put to a player. The clock is an argument; figures are per CPU second.
"""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from engine import BUILD, VERSION
from engine.bots.named import bots_of
from engine.cardset import program_of, shipped
from engine.errors import BadCard
from engine.kernel.digest import digest
from engine.kernel.machine import Step
from engine.kernel.mutations import EventRaised
from engine.kernel.state import Program
from engine.kernel.state_writers import set_var
from engine.replay import Match
from engine.ruleset import Ruleset
from engine.rulesets import added, find, names
from engine.simulation import preview_chunk, preview_chunk_count, preview_plan

Clock = Callable[[], float]
FORKS = 20_000


PARTS = 5
START_UP = """
import pathlib, re, resource, sys, time
begun = time.process_time()
from engine import api
api.search_rulesets([pathlib.Path(folder) for folder in sys.argv[3:]])
api.new_match(sys.argv[1], seed=1, seats=int(sys.argv[2]))
seconds = time.process_time() - begun
status = pathlib.Path("/proc/self/status")
peak = re.search("VmHWM:[^0-9]*([0-9]+) kB", status.read_text() if status.exists() else "")
print(seconds, (int(peak[1]) if peak else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024)
"""
"""What a worker pays at its start. Linux hands the peak of the process that starts another on to it in `ru_maxrss`, not in `VmHWM`."""


def bench(
    ruleset: Ruleset, seconds: float, clock: Clock, watch: Callable[[int, int], None] | None = None
) -> dict[str, Any]:
    """Measure one game with its shipped set.

    Shapes: import and memory are measured in a process of its own, so they are None for a ruleset that is handed in;
            `watch` receives (parts done, parts).
    Units: about `seconds` for each of the three measured parts.
    """
    report = watch or (lambda done, of: None)
    report(0, PARTS)
    plain = _random_matches(ruleset, seconds, clock, log=False)
    report(1, PARTS)
    with_log = _random_matches(ruleset, seconds, clock, log=True)
    report(2, PARTS)
    greedy = _greedy_matches(ruleset, seconds, clock)
    report(3, PARTS)
    previews = _preview_matches(ruleset, seconds, clock)
    report(4, PARTS)
    between, inside = _fork_times(ruleset, clock)
    start = _start_up(ruleset)
    report(PARTS, PARTS)
    matches = plain["matches"]
    return {
        "format": "bench/1",
        "ruleset": ruleset.name,
        "python": platform.python_version(),
        "engine": VERSION,
        "build": BUILD,
        "decisions_per_cpu_second": round(plain["decisions"] / plain["seconds"]),
        "matches_per_cpu_second": round(matches / plain["seconds"], 2),
        "greedy_matches_per_cpu_second": round(greedy, 2),
        "preview_matches_per_cpu_second": previews and round(previews, 2),
        "digest": plain["digest"],
        "with_log_and_coverage": {"decisions_per_cpu_second": round(with_log["decisions"] / with_log["seconds"])},
        "per_match": {
            "decisions": round(plain["decisions"] / matches, 1),
            "events": round(plain["events"] / matches, 1),
            "mutations": round(with_log["mutations"] / with_log["matches"], 1),
        },
        "options_per_decision": round(plain["options"] / plain["decisions"], 2),
        "aborted": plain["aborted"],
        "fork_us": round(between, 2),
        "fork_mid_effect_us": round(inside, 2),
        "import_seconds": round(start[0], 3) if start else None,
        "memory_mib": round(start[1], 1) if start else None,
        "calibration_seconds": round(calibration(clock), 4),
    }


def _start_up(ruleset: Ruleset) -> tuple[float, float] | None:
    """Return seconds and MiB of a process that imports the engine and compiles all cards of a shipped game."""
    if ruleset.name not in names() or find(ruleset.name) is not ruleset:
        return None
    asked = [sys.executable, "-c", START_UP, ruleset.name, str(_seats(ruleset)), *added()]
    seconds, memory = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.split()  # noqa: S603  a list of words, no shell
    return float(seconds), float(memory)


def _seats(ruleset: Ruleset) -> int:
    return max(ruleset.seats)


def play_match(ruleset: Ruleset, program: Program, seed: int, bot: str) -> Match:
    """Return a match of one bot in all seats."""
    return Match(ruleset, program, seed, [(bot, bots_of(ruleset)[bot])] * int(program.config["seats"]))


def _random_matches(ruleset: Ruleset, seconds: float, clock: Clock, *, log: bool) -> dict[str, Any]:
    """Play seeds 0, 1, 2 … by random bots until the time is up; the digest folds the ends of the first three."""
    program = program_of(ruleset, shipped(ruleset.folder), _seats(ruleset), counting=log)
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
    start = clock()
    while out["seconds"] < seconds or out["matches"] < 3:
        last = _play(play_match(ruleset, program, out["matches"], "random"), out, log=log)
        if out["matches"] < 3:
            out["digest"] ^= digest(last.state)
        out["aborted"] += last.result is not None and last.result.reason in ("budget", "loop")
        out["events"] += last.state.seq
        out["decisions"] += last.state.decisions
        out["matches"] += 1
        out["seconds"] = clock() - start
    out["digest"] = f"{out['digest']:016x}"
    return out


def _play(match: Match, out: dict[str, Any], *, log: bool) -> Step:
    last = None
    for last, _ in match.steps(log=log):
        if last.decision is not None:
            out["options"] += len(last.decision.options)
        if log:
            out["mutations"] += sum(not isinstance(entry, EventRaised) for entry in last.log)
    assert last is not None, "a match has a first step"  # noqa: S101  for the type checker
    return last


def _greedy_matches(ruleset: Ruleset, seconds: float, clock: Clock) -> float:
    """Return matches of as few greedy bots as can sit, per CPU second."""
    program = program_of(ruleset, shipped(ruleset.folder), min(ruleset.seats))
    start, matches = clock(), 0
    while not matches or clock() - start < seconds:
        for _ in play_match(ruleset, program, matches, "greedy").steps():
            pass
        matches += 1
    return matches / (clock() - start)


def _preview_matches(ruleset: Ruleset, seconds: float, clock: Clock) -> float | None:
    """Return matches per CPU second of a quick preview's plan, by its bots, after its worlds are compiled; None of a game without cards.

    The card is the first of the set that a seat holds, so that the figure is comparable as long as the set is the same.
    """
    spec = preview_spec(ruleset)
    if spec is None:
        return None
    preview_chunk(ruleset, spec, 0)
    start, matches, no = clock(), 0, 1
    while (clock() - start < seconds or not matches) and no < preview_chunk_count(spec):
        matches += preview_chunk(ruleset, spec, no)["counts"]["games"]
        no += 1
    return matches / (clock() - start)


def preview_spec(ruleset: Ruleset) -> dict[str, Any] | None:
    """Return the plan of a quick preview of the first shipped card that a seat holds as new; None of a game without such cards."""
    pool = shipped(ruleset.folder)
    for document, _ in pool:
        with suppress(BadCard):  # no deck can be built with it; another card will do
            spec = preview_plan(ruleset, candidate=document, baseline=None, pool=pool)
            if spec["layout"]["unit"] != "table":
                return spec
    return None


def _fork_times(ruleset: Ruleset, clock: Clock) -> tuple[float, float]:
    """Return the time of a fork with the first write on each side, between decisions and in the middle of an effect, in µs."""
    program = program_of(ruleset, shipped(ruleset.folder), _seats(ruleset))
    states = [step.state for step, _ in play_match(ruleset, program, 3, "random").steps()]
    between = states[len(states) // 2]
    inside = next((state for state in states[len(states) // 3 :] if state.pending and state.pending[0].source), between)
    return _fork_time(between, clock), _fork_time(inside, clock)


def _fork_time(state: Any, clock: Clock) -> float:
    entity, start = next(iter(state.entities)), clock()
    for value in range(FORKS):
        fork = state.fork()
        set_var(fork, entity, "measured", value)
        set_var(state, entity, "measured", value + 1)
    return (clock() - start) / FORKS * 1e6


def calibration(clock: Clock) -> float:
    """Return the time of a fixed pure-Python loop, so that machines can be compared."""
    start = clock()
    total, table = 0, dict.fromkeys(range(1000), 1)
    for i in range(1_000_000):
        total += table[i % 1000]
    return clock() - start
