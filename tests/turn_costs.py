"""Measure what each test takes, with what it starts, and write the slow ones into `turns.json` (`make turns`).

The suite runs whole in one process, as a child of this one: programs that outlive the one that started them become children of this one too, so
that a browser and a portal are counted to the test during which they worked. Both run beside the tests, and what they do later is counted later.
"""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests import turns

OUT: Final = "TURN_COSTS"
ROOT: Final = "TURN_COSTS_ROOT"
SLOW: Final = 0.25
"""Seconds of processor from which on a test takes turns."""
PR_SET_CHILD_SUBREAPER: Final = 36
TICK: Final = os.sysconf("SC_CLK_TCK")


def seconds_of(pid: int) -> float:
    """Return the processor that a process, those that it started and those of them that ended have taken; 0 for one that is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()
        threads = [task.name for task in Path(f"/proc/{pid}/task").iterdir() if task.name != str(pid)]
        for thread in threads:
            children += Path(f"/proc/{pid}/task/{thread}/children").read_text(encoding="utf-8").split()
    except OSError:
        return 0.0
    return sum(map(int, fields[11:15])) / TICK + sum(seconds_of(int(child)) for child in children)


@pytest.hookimpl(hookwrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what one test has taken, from its fixtures to their end."""
    before = seconds_of(int(os.environ[ROOT]))
    yield
    taken = seconds_of(int(os.environ[ROOT])) - before
    with Path(os.environ[OUT]).open("a", encoding="utf-8") as file:
        file.write(json.dumps([item.nodeid, max(taken, 0.0)]) + "\n")


def with_costs(table: turns.Turns, costs: list[tuple[str, float]]) -> turns.Turns:
    """Return the table with what tests took: those of `spread` are replaced, those that go together or run every day stay."""
    case_costs, group_costs = defaultdict[str, float](float), defaultdict[str, float](float)
    for nodeid, seconds in costs:
        entry = turns.entry_of(nodeid, table.grouped.keys() | table.daily.keys())
        if entry in table.grouped:
            group_costs[entry] += seconds
        elif not entry:
            case_costs[nodeid.split("[", 1)[0]] += seconds
    slow = {name: round(seconds, 1) for name, seconds in sorted(case_costs.items()) if seconds >= SLOW}
    return turns.Turns(slow, {name: round(group_costs[name], 1) for name in table.grouped}, table.daily)


def main() -> int:
    """Run the suite, or the tests that are named, and write the table where all ran."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "costs.jsonl"
        variables = {**os.environ, "TURNS": "all", OUT: str(file), ROOT: str(os.getpid())}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "tests.turn_costs", *sys.argv[1:]]
        code = subprocess.run(command, env=variables, check=False).returncode
        costs = [tuple(json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]
    table = with_costs(turns.read(), costs)
    if sys.argv[1:]:
        print(json.dumps(table.seconds, indent=1))
        return code
    turns.write(table)
    return code


if __name__ == "__main__":
    sys.exit(main())
