"""Targets of releases and access that tests show: the suite runs these in their short form, `make targets` at their whole size."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
HERE = "tests/cards/targets"
WHERE: dict[str, tuple[str, ...]] = {
    "T9": (f"{HERE}/test_publishing.py", "-k", "t9"),
    "T10": (f"{HERE}/test_publishing.py", "-k", "t10"),
    "T12": ("tests/cards/test_models.py", "-k", "PublishedRows"),
    "T13": (f"{HERE}/test_publishing.py", "tests/cards/test_backup.py", "-k", "t13 or drill or identical or restore"),
    "T14": (f"{HERE}/test_publishing.py", "tests/cards/test_verification.py", "-k", "t14 or finds"),
    "T24": ("tests/cards/matrix",),
    "T25": ("tests/cards/test_audit.py",),
    "T26": (
        f"{HERE}/test_access.py",
        "tests/portal/test_logs.py",
        "tests/cards/test_tokens.py",
        "-k",
        "t26 or logs or log or Token",
    ),
    "T27": (f"{HERE}/test_access.py", "tests/cards/test_accounts.py", "-k", "t27 or Guesses or throttle or guess"),
    "RELEASE": (f"{HERE}/test_scale.py", "-k", "release"),
    "LISTS": (f"{HERE}/test_scale.py", "-k", "lists"),
}
"""What shows each target; T11 and T20 need servers that are killed (`make chaos`), T21 is `make fuzz`, T28 `make pages`."""


def suite(target: str) -> dict[str, Any]:
    """Run a target; return its figures, how its tests ended, and the target itself as `wrong` where one failed."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "figures"
        argv = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *WHERE[target]]
        ran = subprocess.run(
            argv,
            cwd=ROOT,
            capture_output=True,
            text=True,
            env={**os.environ, "TARGETS": "whole", "TARGETS_OUT": str(out)},
        )
        lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    figures = [figure for line in lines for figure in json.loads(line).values()]
    ended = ran.stdout.strip().splitlines()[-1] if ran.stdout.strip() else ran.stderr[-300:]
    if ran.returncode:
        print(ran.stdout[-3000:], file=sys.stderr)
    return {"figures": figures, "tests": ended, "wrong": [target] if ran.returncode else []}
