"""Growth as a ratio of processor time: work of size N and 2N, the minimum of several runs, in a child that the system ends."""

from __future__ import annotations

import json
import mmap
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[2]
IS_WHOLE: Final = bool(os.environ.get("GROWTH"))
"""Whether `make growth` asks for everything, and at its whole size."""
MIN_SECONDS: Final = 0.005
"""Seconds of processor from which on a cost is compared; less is noise."""
RUNS: Final = 5
MAX_SECONDS: Final = {"pattern": 4 if IS_WHOLE else 1, "law": 12, "planted law": 3}
"""Seconds of processor that one step may take, by kind of job; a pattern's texts are sixteen times as long at the whole size."""
STEP_SIZE: Final = 1_000


def cost(work: Callable[[], Any], runs: int = RUNS) -> float:
    """Return the seconds of processor that work takes, the minimum of several runs."""
    matches = []
    for _ in range(runs):
        began = time.process_time()
        work()
        matches.append(time.process_time() - began)
        if matches[-1] > 0.1:
            break
    return min(matches)


def run_jobs(kind: str, jobs: Sequence[Any]) -> list[Any]:
    """Return the answers of jobs that a child works through; a job with a step that takes too long is answered with `killed` and the step it was at.

    Shapes: the child is `tests.growth.child`, which notes each step before it is taken and prints the answer after it.
    """
    answers: list[Any] = []
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file, tempfile.NamedTemporaryFile() as steps:
        json.dump(jobs, file)
        file.flush()
        steps.truncate(STEP_SIZE)
        while len(answers) < len(jobs):
            argv = [
                sys.executable,
                "-X",
                "utf8",
                "-m",
                "tests.growth.child",
                kind,
                file.name,
                steps.name,
                str(len(answers)),
            ]
            run = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
            lines = run.stdout.splitlines()
            answers += [json.loads(line.removeprefix("done ")) for line in lines if line.startswith("done ")]
            if len(answers) == len(jobs):
                break
            if run.returncode != -signal.SIGPROF:
                raise AssertionError(f"{run.returncode}: {run.stderr[-2000:]}")
            answers.append({"killed": Path(steps.name).read_bytes().rstrip(b"\0").decode("utf-8", "replace")})
    return answers


class _Steps:
    """What the child is at, in memory that the parent reads when the child was ended; and until when it may be."""

    where: mmap.mmap | None = None
    began = 0.0
    most = 0


def keep_steps(file: str, kind: str) -> None:
    """Write the steps of this process into a file."""
    _Steps.most = MAX_SECONDS[kind]
    with Path(file).open("r+b") as target:
        _Steps.where = mmap.mmap(target.fileno(), STEP_SIZE)


def step(name: str, *, is_new: bool = False) -> None:
    """Note what is done next; the system ends this process if it takes too long, also in the middle of C code."""
    if _Steps.where is not None:
        _Steps.where[:] = name.encode("utf-8", "replace")[:STEP_SIZE].ljust(STEP_SIZE, b"\0")
    now = time.process_time()
    if is_new or now - _Steps.began > _Steps.most / 4:
        _Steps.began = now
        signal.setitimer(
            signal.ITIMER_PROF, _Steps.most
        )  # a limit of the whole process counts in ticks, which drift away from its clock
