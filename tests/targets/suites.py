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
FOLDER = "tests/cards/targets"
SETTINGS = {"DJANGO_SETTINGS_MODULE": "portal.settings.test"}
"""This process imports what names the settings of a portal for people; tests have their own."""
WHERE: dict[str, tuple[str, ...]] = {
    "T9": (f"{FOLDER}/test_publishing.py", "-k", "t9"),
    "T10": (f"{FOLDER}/test_publishing.py", "-k", "t10"),
    "T12": ("tests/cards/test_models.py", "-k", "PublishedRows"),
    "T13": (f"{FOLDER}/test_publishing.py", "tests/cards/test_backup.py", "-k", "t13 or drill or identical or restore"),
    "T14": (f"{FOLDER}/test_publishing.py", "tests/cards/test_verification.py", "-k", "t14 or finds"),
    "T15": (f"{FOLDER}/test_history.py", "-k", "not t48"),
    "T48": (f"{FOLDER}/test_history.py", "-k", "t48"),
    "T23": (
        "tests/engine/packs/test_hostile.py",
        "tests/engine/packs/test_reader.py",
        "tests/engine/packs/test_archive.py",
        "tests/cards/test_hostile.py",
        "tests/cards/web/test_inert.py",
    ),
    "T24": ("tests/cards/matrix",),
    "T25": (
        "tests/cards/test_audit.py",
        "tests/cards/matrix",
        "-k",
        "Audit or EveryService or by_get or writes_one_event",
    ),
    "T26": (
        f"{FOLDER}/test_access.py",
        "tests/portal/test_logs.py",
        "tests/cards/test_tokens.py",
        "-k",
        "t26 or logs or log or Token",
    ),
    "T27": (f"{FOLDER}/test_access.py", "tests/cards/test_accounts.py", "-k", "t27 or Guesses or throttle or guess"),
    "T29": ("tests/portal/test_headers.py",),
    "T30": ("tests/cards/test_webhooks.py",),
    "T31": ("tests/cards/test_bombs.py",),
    "T37": ("tests/portal/test_migrations.py",),
    "T38": ("tests/portal/test_logs.py",),
    "T46": ("tests/cards/web/test_credential_matrix.py",),
    "T47": (f"{FOLDER}/test_access.py", "tests/cards/test_lockout.py", "-k", "t47 or Owner or Brake or Places"),
    "T41": ("tests/portal/test_request_budget.py", "tests/cards/matrix/test_hostile_requests.py"),
    "T45": ("tests/portal/test_collateral.py",),
    "T51": ("tests/cards/matrix/test_fresh_sign_in.py",),
    "T52": ("tests/cards/test_exchange.py", "tests/cards/test_programs.py"),
    "T53": ("tests/hosts",),
    "T56": ("tests/portal/test_upgrades.py",),
    "T59": ("tests/portal/test_deploy.py",),
    "T60": (f"{FOLDER}/test_quotas.py", "tests/cards/test_quotas.py"),
    "RELEASE": (f"{FOLDER}/test_scale.py", "-k", "release"),
    "SEARCH": (f"{FOLDER}/search.py",),
    "LISTS": (f"{FOLDER}/test_scale.py", f"{FOLDER}/test_lists.py", "tests/cards/matrix/test_lists.py", "-k", "lists"),
}
"""What shows each target; T11 and T20 need servers that are killed (`make chaos`), T21 is `make fuzz`, T28 `make pages`."""


CONCURRENT = ("tests/cards/test_races.py", "tests/cards/test_release_schedule.py", f"{FOLDER}/test_publishing.py")
"""The tests in which several do something at once."""


def t35(count: int) -> dict[str, Any]:
    """T35: run the tests in which several do something at once a number of times, in one session; none fails once."""
    argv = [sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", "--keep-duplicates"]
    ran = subprocess.run(
        [*argv, *CONCURRENT * count], cwd=ROOT, capture_output=True, text=True, env={**os.environ, **SETTINGS}
    )
    lines = ran.stdout.strip().splitlines()
    failed = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    return {
        "runs": count,
        "tests": lines[-1] if lines else ran.stderr[-300:],
        "wrong": failed or (["T35"] if ran.returncode else []),
    }


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
            env={**os.environ, **SETTINGS, "TARGETS": "whole", "LAWS": "all", "TARGETS_OUT": str(out)},
        )
        lines = out.read_text(encoding="utf-8").splitlines() if out.exists() else []
    figures = [figure for line in lines for figure in json.loads(line).values()]
    ended_line = ran.stdout.strip().splitlines()[-1] if ran.stdout.strip() else ran.stderr[-300:]
    if ran.returncode:
        print(ran.stdout[-3000:], file=sys.stderr)
    return {"figures": figures, "tests": ended_line, "wrong": [target] if ran.returncode else []}
