"""Breaks the code on purpose and looks whether a test notices: `make mutants N=40 SEED=1`, or `make mutants LOCKS=1` for the row locks.

Each mutant is one change in a copy of the tree: a comparison turned round, a condition negated, a number moved by one, a call that checks or
locks left out. The tests of its module are run over it, those that run its line first, and stop at the first that fails; before, they must
pass with the module as it is, in another order. What lives is printed: a test is missing there, or the change makes no difference.
"""

from __future__ import annotations

import ast
import json
import math
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TIME = 300  # seconds for the tests of one module, and at most for those of one mutant
PATIENCE = 5  # times as long as its tests took, and
PAUSE = 30  # seconds more, until a mutant counts as one that hangs
READING = (
    "tests/engine/packs/test_reader.py",
    "tests/engine/packs/test_reader_laws.py",
    "tests/engine/packs/test_bounds.py",
)
FILES = (
    "tests/engine/packs/test_archive.py",
    "tests/engine/packs/test_release.py",
    "tests/engine/packs/test_loading.py",
    "tests/engine/packs/test_layouts.py",
)
COMMON_TESTS = (
    "tests/cards/test_audit.py",
    "tests/cards/test_permissions.py",
    "tests/cards/test_reading_permissions.py",
)
"""What is asked of every service."""
IMPORTS = (
    "tests/cards/web/test_import_page.py",
    "tests/cards/api/test_writes.py",
    "tests/cards/test_packs.py",
    *COMMON_TESTS,
)
MODULES: dict[str, tuple[str, ...]] = {
    **{f"engine/packs/{name}.py": READING for name in ("atoms", "brackets", "fast_json", "reader", "scanner")},
    **{f"engine/packs/{name}.py": FILES for name in ("archive", "directory", "names", "release")},
    "cards/sanitise.py": ("tests/cards/web/test_inert.py",),
    "cards/services/import_file.py": IMPORTS,
    "cards/services/pack_import.py": IMPORTS,
    "cards/permissions.py": ("tests/cards/test_permissions.py", "tests/cards/test_reading_permissions.py", "tests/cards/test_tokens.py"),
    "cards/services/link.py": ("tests/cards/test_races.py", "tests/cards/test_accounts.py", "tests/cards/test_members.py", "tests/cards/web/test_people_pages.py", "tests/cards/web/test_sessions.py", "tests/cards/web/test_account_page.py", *COMMON_TESTS),
    "cards/services/member.py": ("tests/cards/test_races.py", "tests/cards/test_members.py", "tests/cards/web/test_operator_pages.py", *COMMON_TESTS),
    "cards/services/outbox.py": ("tests/cards/test_races.py", "tests/cards/test_notifications.py", "tests/cards/test_webhooks.py", "tests/cards/test_outbox.py"),
    "cards/services/previews/start.py": ("tests/cards/test_races.py", "tests/cards/jobs/test_previews.py", "tests/cards/test_prune.py", *COMMON_TESTS),
    "cards/services/previews/work.py": ("tests/cards/test_races.py", "tests/cards/jobs/test_previews.py", "tests/cards/jobs/test_merging.py", "tests/cards/jobs/test_bells.py", "tests/cards/jobs/test_sweeps.py"),
    "cards/services/prune.py": ("tests/cards/test_prune.py",),
    "cards/services/release.py": ("tests/cards/test_races.py", "tests/cards/test_releases.py", "tests/cards/test_release_moved.py", "tests/cards/test_schemas.py", "tests/cards/test_gates.py", "tests/cards/test_release_schedule.py", "tests/cards/api/test_release_plan.py", *COMMON_TESTS),
    "cards/services/token.py": ("tests/cards/test_tokens.py", *COMMON_TESTS),
    "cards/services/verification.py": ("tests/cards/test_verification.py",),
    "cards/services/version.py": ("tests/cards/test_races.py", "tests/cards/test_versions.py", *COMMON_TESTS),
    "cards/queries/audit_chain.py": ("tests/cards/test_backup.py", "tests/cards/test_verification.py"),
    "portal/bridge.py": ("tests/portal/test_bridge.py",),
    "portal/metrics.py": ("tests/portal/test_metrics.py",),
}  # fmt: skip
RACES = "tests/cards/test_lock_races.py"
IMPORT_TESTS = "tests/cards/test_import_races.py"
LOCKED: dict[str, tuple[str, ...]] = {
    **{path: tests[:1] for path, tests in MODULES.items() if tests[0] == "tests/cards/test_races.py"},
    "cards/services/account.py": (RACES, "-k", "account_deactivate"),
    "cards/services/address.py": (RACES, "-k", "address"),
    "cards/services/art.py": (RACES, "-k", "art"),
    "cards/services/bulk.py": (RACES, "-k", "bulk"),
    "cards/services/card_marks.py": (RACES, "-k", "card_retire"),
    "cards/services/card_rename.py": (RACES, "-k", "renamed or names_of_a_card"),
    "cards/services/deck.py": (RACES, "-k", "reference_decks"),
    "cards/services/draft.py": (RACES, IMPORT_TESTS, "-k", "text_that_lost or is_imported"),
    "cards/services/health.py": (RACES, "-k", "health or run_is or whole_is"),
    "cards/services/operator.py": (RACES, "-k", "reactivate"),
    "cards/services/pack.py": (RACES, IMPORT_TESTS, "-k", "two_numbers or two_imports"),
    "cards/services/release_schedule.py": (RACES, "-k", "time_fails"),
    "cards/services/release_yank.py": (RACES, "-k", "yank"),
    "cards/services/review.py": (RACES, "-k", "review or thread"),
    "cards/services/session.py": (RACES, "-k", "session"),
    "cards/services/signing.py": (RACES, "-k", "signing"),
    "cards/services/sweep.py": (RACES, "-k", "sweep"),
    "cards/services/token.py": (RACES, "-k", "token"),
    "cards/services/trash.py": (RACES, "-k", "purge"),
    "cards/services/previews/start.py": ("tests/cards/test_races.py", RACES, "-k", "preview"),
    "cards/services/version.py": ("tests/cards/test_races.py", RACES, IMPORT_TESTS, "-k", "version"),
    "cards/services/webhook.py": (RACES, "-k", "webhook"),
    "cards/services/webhook_send.py": (RACES, "-k", "delivery"),
}
"""What races over the locks of each module."""
OPPOSITES: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
KINDS = (ast.Compare, ast.If, ast.IfExp, ast.BoolOp, ast.Constant, ast.Expr, ast.Call)
CHECKS = ("require", "require_scope", "check_", "_check")


def mutants(path: str, *, locks: bool = False) -> Iterator[tuple[int, str, str]]:
    """Yield the mutants of a module: the line, what was done, and the text of the module then."""
    text = (ROOT / path).read_text(encoding="utf-8")
    places = [place for place, node in enumerate(ast.walk(ast.parse(text))) if isinstance(node, KINDS)]
    for place in places:
        tree = ast.parse(text)
        node = list(ast.walk(tree))[place]
        done = _without_lock(node) if locks else _changed(tree, node)
        if done:
            yield getattr(node, "lineno", 0), done, ast.unparse(tree)


def _without_lock(node: ast.AST) -> str:
    """Read rows without their lock."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "select_for_update":
        node.func.attr, node.args, node.keywords = "all", [], []
        return "lock left out"
    return ""


def _changed(tree: ast.Module, node: ast.AST) -> str:
    """Change one thing; None where the node has none."""
    if isinstance(node, ast.Compare) and type(node.ops[0]) in OPPOSITES:
        before = type(node.ops[0])
        node.ops[0] = OPPOSITES[before]()
        return f"{before.__name__} turned into {OPPOSITES[before].__name__}"
    if isinstance(node, ast.If | ast.IfExp):
        node.test = ast.UnaryOp(ast.Not(), node.test)
        return "condition negated"
    if isinstance(node, ast.BoolOp):
        node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return "and and or exchanged"
    if isinstance(node, ast.Constant) and type(node.value) is int:
        node.value += 1
        return "number moved by one"
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
        name = ast.unparse(node.value.func).rpartition(".")[2]
        if name.startswith(CHECKS):
            node.value = ast.Constant(None)
            return f"{name} left out"
    return ""


def copied() -> Path:
    """Copy what git knows into a folder of its own, with the same packages."""
    folder = Path(tempfile.mkdtemp(prefix="mutants-"))
    folder.chmod(0o711)
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    for name in filter(None, names.split("\0")):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).exists():
            shutil.copy2(ROOT / name, folder / name)
    (folder / ".venv").symlink_to(ROOT / ".venv")
    return folder


@dataclass(frozen=True, slots=True)
class Unit:
    """A file of tests, run over the code as it is: whether they pass, how long they take, which of them run a line.

    Shapes: tests maps the name of each to its seconds; lines maps a module to its lines, and each to the names of the tests that run it.
    """

    passes: bool
    seconds: float
    tests: dict[str, float]
    lines: dict[str, dict[str, list[str]]]


@dataclass(slots=True)
class Tests:
    """The tests of modules, in a copy of the tree."""

    folder: Path
    modules: tuple[str, ...]
    units: dict[tuple[str, ...], Unit] = field(default_factory=dict)

    def over(self, names: tuple[str, ...], path: str, line: int, text: str) -> tuple[str, str]:
        """Run tests over a mutant, those that run its line first and the quickest of those; say how it ended, and by which test.

        Tests that do not pass without it decide nothing.
        """
        units = [self._unit(each) for each in ([names] if "-k" in names else [(name,) for name in names])]
        if not all(unit.passes for unit in units):
            return "undecided", ""
        near = [(unit.tests[name], name) for unit in units for name in unit.lines.get(path, {}).get(str(line), ())]
        first, whole = self.folder / "first.json", self.folder / path
        first.write_text(json.dumps([name for _, name in sorted(near)]), encoding="utf-8")
        before = whole.read_text(encoding="utf-8")
        write_module(whole, text)
        try:
            within = min(TIME, PAUSE + PATIENCE * sum(unit.seconds for unit in units))
            return self._ran(names, within, NEAREST_FIRST=str(first))
        finally:
            write_module(whole, before)

    def _unit(self, names: tuple[str, ...]) -> Unit:
        """Return a unit, which is run when it is first asked for."""
        if names not in self.units:
            note, began = self.folder / "note.json", time.monotonic()
            note.unlink(missing_ok=True)
            how, by = self._ran(names, TIME, NEAREST_NOTE=str(note), NEAREST_MODULES=",".join(self.modules))
            if how != "lives":
                print(f"{how:6} {' '.join(names)} without a mutant {by}", file=sys.stderr, flush=True)
            noted = json.loads(note.read_text(encoding="utf-8")) if how == "lives" else {"took": {}, "lines": {}}
            self.units[names] = Unit(how == "lives", time.monotonic() - began, noted["took"], noted["lines"])
        return self.units[names]

    def _ran(self, names: tuple[str, ...], within: float, **environment: str) -> tuple[str, str]:
        """Return how they ended: "lives" where all pass, "killed" where one fails, "late" where they hang, which is noticed, too.

        What Python compiles is kept, whatever the caller's environment says, and so are the tables of the first run with a database.
        """
        argv = [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:cacheprovider", "-p", "tests.nearest"]
        around = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        around |= {"PYTHONPATH": "", "TEST_CLUSTER": str(self.folder / "cluster"), **environment}
        try:
            run = subprocess.run([*argv, *names], cwd=self.folder, capture_output=True, timeout=within, env=around)
        except subprocess.TimeoutExpired:
            return "late", ""
        if run.returncode not in {0, 1, 2}:  # 2: a module that cannot be imported any more
            raise RuntimeError(f"pytest ended with {run.returncode}: {' '.join(names)}")
        by = re.search(r"^(?:FAILED|ERROR) (\S+)", run.stdout.decode(), re.MULTILINE)
        return "killed" if run.returncode else "lives", by[1] if by else ""


def write_module(path: Path, text: str) -> None:
    """Write a module, and take away what Python compiled before: it compares sizes and whole seconds only."""
    path.write_text(text, encoding="utf-8")
    for compiled in path.parent.glob(f"__pycache__/{path.stem}.*.pyc"):
        compiled.unlink()


def interval(killed: int, of: int) -> list[float]:
    """Return the 95 % interval of a share by Wilson's formula. Units: percent."""
    z, share = 1.96, killed / of
    middle, spread = share + z * z / (2 * of), z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return [round(100 * each / (1 + z * z / of), 1) for each in (middle - spread, middle + spread)]


def sampled(count: int, seed: int, *, locks: bool, only: str) -> list[tuple[str, int, str, str]]:
    """Return a sample of all mutants, the same for a seed; a lock once for each line."""
    modules = [path for path in (LOCKED if locks else MODULES) if only in path]
    pairs = [(path, *each) for path in modules for each in mutants(path, locks=locks)]
    if locks:
        return list({each[:2]: each for each in pairs}.values())
    dice = random.Random(seed)
    return dice.sample(pairs, min(count, len(pairs)))


def main(count: int, seed: int, *, locks: bool = False, part: str = "", skip: int = 0) -> dict[str, Any]:
    """Run the sample, without its first where they were run before, and return what lived; tests that fail anyway decide nothing."""
    folder, began = copied(), time.monotonic()
    of_module = LOCKED if locks else MODULES
    tests = Tests(folder, tuple(of_module))
    end: dict[str, list[str]] = {"killed": [], "late": [], "lives": [], "undecided": []}
    choice = sampled(count, seed, locks=locks, only=part)[skip:]
    try:
        for path, line, result, text in choice:
            how, by = tests.over(of_module[path], path, line, text)
            print(f"{how:6} {path}:{line} {result} {by}".rstrip(), file=sys.stderr, flush=True)
            end[how].append(f"{path}:{line} {result}")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    noticed_count, of = len(end["killed"]) + len(end["late"]), len(choice) - len(end["undecided"])
    return {
        "mutants": of,
        "noticed": noticed_count,
        "percent": round(100 * noticed_count / of, 1) if of else None,
        "interval": interval(noticed_count, of) if of else None,
        "late": end["late"],
        "undecided": end["undecided"],
        "lived": end["lives"],
        "seconds": round(time.monotonic() - began),
    }


if __name__ == "__main__":
    numbers = [int(each) for each in sys.argv[1:3]] or [20]
    report = main(
        numbers[0],
        numbers[1] if len(numbers) > 1 else 1,
        locks=os.environ.get("LOCKS") == "1",
        part=os.environ.get("ONLY", ""),
        skip=int(os.environ.get("SKIP") or 0),
    )
    print(json.dumps(report, indent=1))
