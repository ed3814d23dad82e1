"""Growth as a ratio of processor time: work of size N and 2N, the minimum of several runs, in a child that the system ends."""

from __future__ import annotations

import gc
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
ENOUGH: Final = 0.005
"""Seconds of processor from which on a cost is compared; less is noise."""
RUNS: Final = 5
MOST_SECONDS: Final = 3
"""Seconds of processor that one job may take, all its sizes together."""


def cost(work: Callable[[], Any], runs: int = RUNS) -> float:
    """Return the seconds of processor that work takes, the minimum of several runs."""
    found = []
    for _ in range(runs):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
        if found[-1] > 0.1:
            break
    return min(found)


def run_jobs(kind: str, jobs: Sequence[Any]) -> list[Any]:
    """Return the answers of jobs that a child works through; a job that takes too long is answered with `killed` and the step it was at.

    Shapes: the child is `tests.growth.child`, which prints each step before it is taken and the answer after it.
    """
    answers: list[Any] = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(jobs, file)
        file.flush()
        while len(answers) < len(jobs):
            argv = [sys.executable, "-X", "utf8", "-m", "tests.growth.child", kind, file.name, str(len(answers))]
            run = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
            lines = run.stdout.splitlines()
            answers += [json.loads(line.removeprefix("done ")) for line in lines if line.startswith("done ")]
            if len(answers) == len(jobs):
                break
            if run.returncode >= 0:
                raise AssertionError(run.stderr[-2000:])
            step = next((line for line in reversed(lines) if line.startswith("step ")), "step at its beginning")
            answers.append({"killed": step.removeprefix("step ")})
    return answers


def bound() -> None:
    """Let the system end this process when the job at hand takes too long, also in the middle of C code."""
    gc.collect()
    used = int(time.process_time()) + MOST_SECONDS + 1
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (used, hard))
