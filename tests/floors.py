"""The oldest versions without a known hole, by package: `python -m tests.floors` refuses a lock below them, and asks pip-audit.

Taken from the release notes of the packages. pip-audit knows more, but needs its service: run it where that is reached. A package that the
service does not know counts as a hole there: behind a mirror pip-audit knows none, and would call all of them clean.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ("requirements.txt", "requirements-compile.txt", "requirements-dev.txt")
FLOORS = {
    "django": (5, 2, 8),  # SQL injection through the names of annotations
    "djangorestframework": (3, 17, 2),  # parsers ignored the limit on the size of a body
    "gunicorn": (22, 0, 0),  # requests smuggled by Transfer-Encoding
    "celery": (5, 2, 2),  # commands from the result backend
    "redis": (4, 5, 4),  # answers of another request
    "pillow": (11, 3, 0),  # a write beyond a buffer in DDS
    "sqlparse": (0, 5, 0),  # recursion without a bound
    "jinja2": (3, 1, 6),
    "requests": (2, 32, 4),
    "urllib3": (2, 5, 0),
    "idna": (3, 7),
    "certifi": (2024, 7, 4),
    "setuptools": (78, 1, 1),
    "h11": (0, 16, 0),
}


def below(text: str) -> list[str]:
    """Return the packages of a lock that are older than their floor."""
    locked = re.findall(r"^([A-Za-z0-9._-]+)==([0-9][0-9.]*)", text, re.MULTILINE)
    found = [(name.lower(), tuple(map(int, version.strip(".").split(".")))) for name, version in locked]
    return [
        f"{name} {'.'.join(map(str, version))}" for name, version in found if name in FLOORS and version < FLOORS[name]
    ]


def main(*, asks: bool = True) -> int:
    """Check the locks, and ask pip-audit where it is installed, unless this is to work without a network."""
    old = [each for name in LOCKS for each in below((ROOT / name).read_text())]
    if old:
        print(f"Below the floor of tests/floors.py: {', '.join(old)}")
        return 1
    if not asks:
        return 0
    audit = shutil.which("pip-audit", path=os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])))
    if audit is None:
        print(
            "Floors are held. pip-audit is not installed: install it where its service is reached, and run this again."
        )
        return 0
    argv = [audit, "--strict", "--require-hashes", "--disable-pip", "-r", str(ROOT / "requirements.txt")]
    return subprocess.run(argv).returncode


if __name__ == "__main__":
    sys.exit(main(asks="locks" not in sys.argv[1:]))
