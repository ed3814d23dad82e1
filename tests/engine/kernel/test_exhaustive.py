"""The union of mutations is closed: a mutation that a consumer forgets is an error of the type checker."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

ENGINE = Path(__file__).parents[3] / "engine"
FLIP = "class FlipCard(NamedTuple):\n    entity: int\n    cause: Cause\n\n\n"


def checked(folder: Path) -> str:
    """Return what mypy reports about the kernel in a folder."""
    argv = [
        sys.executable,
        "-m",
        "mypy",
        "--strict",
        "--cache-dir",
        "/dev/null",
        "--follow-imports",
        "silent",
        "engine/kernel",
    ]
    return subprocess.run(argv, capture_output=True, text=True, cwd=folder).stdout


class TestAnUnhandledMutation:
    def test_fails_in_the_type_checker_at_every_consumer(self, tmp_path: Path) -> None:
        (tmp_path / "engine").mkdir()
        shutil.copytree(ENGINE / "kernel", tmp_path / "engine/kernel")
        for name in ("__init__.py", "errors.py"):
            shutil.copy(ENGINE / name, tmp_path / "engine" / name)
        planted_tmp_path = tmp_path / "engine/kernel/mutations.py"
        source = planted_tmp_path.read_text(encoding="utf-8")
        union = "    | TransformEntity\n"
        assert union in source
        source = source.replace(union, f"{union}    | FlipCard\n").replace(
            "class EventRaised", f"{FLIP}class EventRaised"
        )
        planted_tmp_path.write_text(source, encoding="utf-8")
        unhandled_matches = re.findall(
            r'(\w+)\.py:\d+: error: Argument 1 to "assert_never" has .*"FlipCard"', checked(tmp_path)
        )

        assert sorted(unhandled_matches) == ["mutations", "playback", "playback", "view"]
