"""What the engine says of every hostile text, in a process of its own, whose peak of memory is theirs: `python -m tests.engine.packs.verdicts`."""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from engine import api
from tests.bounded import within
from tests.examples import IS_WHOLE
from tests.hostile import SECONDS, TEXTS, HostileText
from tests.sampling import sampled

LARGE = 100_000
"""The length from which a text is one of those of which each day reads a third."""


class Verdict(NamedTuple):
    """The report on one text: its codes, the largest number of problems of one severity, and the length of them all as JSON."""

    ok: bool
    codes: list[str]
    most_of_a_severity: int
    length: int
    overtime: str


def todays_texts() -> list[HostileText]:
    """Return the texts that are read today: all short ones, and a third of the large, which take nearly all of the time."""
    large = sampled([text for text in TEXTS if len(text.text) >= LARGE], whole=IS_WHOLE)
    return [text for text in TEXTS if len(text.text) < LARGE or text in large]


def peak() -> int:
    """Return the most memory that this process had, in KiB."""
    found = re.search(r"VmHWM:\s*(\d+)", Path("/proc/self/status").read_text())
    return int(found[1]) if found else 0


def verdict_on(ruleset: str, text: str) -> Verdict:
    """Validate a text within the bound on its time."""
    overtime = ""
    try:
        report = within(SECONDS, lambda: api.validate(ruleset, text))
    except AssertionError as error:
        overtime, report = str(error), api.validate(ruleset, text)
    severities = Counter(problem.severity for problem in report.problems)
    printed = json.dumps([problem.to_json() for problem in report.problems], ensure_ascii=False)
    codes = [problem.code for problem in report.problems]
    return Verdict(report.ok, codes, max(severities.values(), default=0), len(printed), overtime)


def main() -> None:
    """Print the verdicts in the order of the texts, and the KiB that all of them took."""
    for ruleset in {text.ruleset for text in TEXTS}:
        api.validate(ruleset, "{}")
    before = peak()
    verdicts = [verdict_on(text.ruleset, text.text) for text in todays_texts()]
    json.dump({"verdicts": verdicts, "memory": peak() - before}, sys.stdout)


if __name__ == "__main__":
    main()
