"""The child in which growth is measured: `python -m tests.growth.child KIND JOBS FROM`."""

from __future__ import annotations

import gc
import json
import math
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.growth.measure import IS_WHOLE, MIN_SECONDS, cost, keep_steps, step
from tests.growth.pumps import Pump, pumps

MAX_RATIO: Final = 2.5
"""Times the cost for twice the text, at most."""
POWER: Final = math.log2(MAX_RATIO)
SPAN: Final = 4
"""Times the length of the longer text: what is linear then costs 4, its bound is 6.25, what is quadratic costs 16."""
MAJORITY: Final = 2
"""Measurements of at most three that must agree: a disturbed one decides neither way."""
LARGE: Final = 65_536 if IS_WHOLE else 4_096
USES: Final[dict[str, Callable[[Any, Any], Any]]] = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "search": lambda pattern, text: pattern.search(text),
    "finditer": lambda pattern, text: sum(1 for _ in pattern.finditer(text)),
}


def pattern_job(job: dict[str, Any]) -> list[Any] | None:
    """Return the first text for which a pattern grows too much, with what it cost; None where it is linear.

    Each text is tried at one length; only where that costs enough to be compared is it tried at twice the length.
    """
    source = job["pattern"].encode("latin-1") if job["is_bytes"] else job["pattern"]
    pattern = re.compile(source, job["flags"])
    for pump in pumps(source, job["flags"]):
        text = pump.text(LARGE)
        read = text.encode("latin-1", "replace") if job["is_bytes"] else text
        for use in job["uses"]:
            step(f"{use} of {pump!r}")
            began = time.process_time()
            USES[use](pattern, read)
            if time.process_time() - began >= MIN_SECONDS:
                answer = _growth(pattern, pump, use, job["is_bytes"])
                if answer is not None:
                    return answer
    return None


def _growth(pattern: Any, pump: Pump, use: str, is_bytes: bool) -> list[Any] | None:
    def work(length: int) -> Callable[[], Any]:
        text = pump.text(length)
        read = text.encode("latin-1", "replace") if is_bytes else text
        return lambda: USES[use](pattern, read)

    votes = [0, 0]
    while max(votes) < MAJORITY:
        costs = []
        for length in (LARGE, SPAN * LARGE):
            step(f"{use} of {pump!r}, {length} characters", is_new=True)
            costs.append(cost(work(length)))
            if costs[0] < MIN_SECONDS:
                return None
        votes[costs[1] > SPAN**POWER * costs[0]] += 1
    return [use, pump, LARGE, *costs] if votes[True] == MAJORITY else None


def main(kind: str, file: str, steps: str, first: str) -> None:
    """Work through the jobs of a file from one on, and print each answer."""
    if kind in ("law", "planted law"):
        from tests.growth.laws import law_job as act
    else:
        act = pattern_job  # type: ignore[assignment]  # each takes its own kind of job
    gc.disable()
    keep_steps(steps, kind)
    for job in json.loads(Path(file).read_text("utf-8"))[int(first) :]:
        gc.collect()
        step("its beginning", is_new=True)
        print("done " + json.dumps(act(job)), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
