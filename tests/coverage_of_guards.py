"""Branch coverage of the modules that guard packs, by their own tests: `make coverage` prints each, and what no test reaches, as JSON."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MODULES = (
    "cards/permissions.py", "cards/sanitise.py", "cards/services/import_file.py", "cards/services/pack_import.py",
    "cards/services/release.py", "cards/services/release_build.py", "cards/services/release_schedule.py",
    "cards/services/release_yank.py", "cards/services/signing.py", "cards/services/token.py", "engine/packs/archive.py",
    "engine/packs/atoms.py", "engine/packs/brackets.py", "engine/packs/directory.py", "engine/packs/fast_json.py",
    "engine/packs/names.py", "engine/packs/reader.py", "engine/packs/release.py", "engine/packs/scanner.py",
)  # fmt: skip
TESTS = (
    "tests/engine/packs", "tests/cards/api/test_writes.py", "tests/cards/api/test_release_plan.py", "tests/cards/test_commands.py", "tests/cards/test_demo.py",
    "tests/cards/test_art.py", "tests/cards/test_gates.py", "tests/cards/test_import_races.py", "tests/cards/test_lock_races.py",
    "tests/cards/test_members.py", "tests/cards/test_packs.py", "tests/cards/test_release_moved.py", "tests/cards/test_permissions.py", "tests/cards/test_release_schedule.py",
    "tests/cards/test_release_trust.py", "tests/cards/test_releases.py", "tests/cards/test_schemas.py", "tests/cards/test_tokens.py",
    "tests/cards/web/test_import_page.py", "tests/cards/web/test_inert.py", "tests/cards/web/test_release_pages.py",
)  # fmt: skip


def measured() -> dict[str, Any]:
    """Run the tests, and return the share of lines and branches that they reach, with the lines that they do not."""
    with tempfile.TemporaryDirectory() as folder:
        data, out = Path(folder) / "data", Path(folder) / "out.json"
        base = [sys.executable, "-m", "coverage"]
        tests = [test for test in TESTS if (ROOT / test).exists()]
        ran = subprocess.run(
            [*base, "run", "--branch", f"--include={','.join(MODULES)}", f"--data-file={data}", "-m", "pytest", "-q", "-n", "0",
             "-p", "no:cacheprovider", *tests],
            cwd=ROOT,
        )  # fmt: skip
        subprocess.run([*base, "json", f"--data-file={data}", "-o", str(out), "-q"], cwd=ROOT, check=True)
        document = json.loads(out.read_text(encoding="utf-8"))
    files = {
        name: {
            "percent": round(test["summary"]["percent_covered"], 1),
            "lines": test["missing_lines"],
            "branches": [branch for branch in test["missing_branches"] if branch[0] not in test["missing_lines"]],
        }
        for name, test in sorted(document["files"].items())
    }
    whole = round(document["totals"]["percent_covered"], 2)
    return {
        "passed": ran.returncode == 0,
        "percent": whole,
        "missing": {n: f for n, f in files.items() if f["percent"] < 100},
    }


if __name__ == "__main__":
    figure = measured()
    print(json.dumps(figure, indent=1))
    sys.exit(0 if figure["passed"] else 1)
