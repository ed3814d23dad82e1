"""Looks for keys and passwords in what git knows: `python -m tests.secrets`. A line that only looks like one says `not a secret` and why."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SHAPES = {
    "private key": r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----",
    "key of AWS": r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b",
    "token of GitHub": r"\b(?:gh[oprsu]_[A-Za-z0-9]{36}|github_pat_\w{40})",
    "token of GitLab": r"\bglpat-[\w-]{20}",
    "token of Slack": r"\bxox[abprs]-[\w-]{10}",
    "key of Stripe": r"\b[rs]k_live_\w{20}",
    "key of Google": r"\bAIza[\w-]{35}",
    "token of npm or PyPI": r"\b(?:npm_[A-Za-z0-9]{36}|pypi-AgEI[\w-]{50})",
    "key of a model's service": r"\bsk-[\w-]{32}",
    "signed token": r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10}",
    "password in an address": r"\b[a-z][a-z+]*://[^\s:/@'\"{}<>]+:(?!password@)[^\s:/@'\"{}<>$]{6,}@",
}
SECRET_NAME = r"(?i)\b\w*(?:password|passwd|secret|api_?key|token)\w*[\"']?\s*[:=]\s*[rbf]?[\"'][^\"'\s{}<>]{16,}[\"']"
SHIPPED_FILES = (
    "portal/",
    "cards/",
    "engine/",
    "templates/",
    "docs/",
    ".ci/",
    "manage.py",
    "bootstrap.py",
    "Makefile",
    "README.md",
)
BUILD_FILES = (
    "static/dist/",
    "static/editor/package-lock.json",
    "requirements",
    "portal/locale/",
    "engine/rulesets/",
    "docs/reference/",
)
EXCUSE = "not a secret"
MAX_SIZE = 1 << 20  # bytes of a file that is looked at


def secrets_in(text: str, *, ships: bool) -> list[tuple[int, str]]:
    """Return the line and the kind of everything in a text that looks like a secret; names such as `password` count in what ships."""
    kinds = {**SHAPES, **({"literal with the name of a secret": SECRET_NAME} if ships else {})}
    lines = text.splitlines()
    places = [
        (text.count("\n", 0, hit.start()), kind) for kind, shape in kinds.items() for hit in re.finditer(shape, text)
    ]
    return sorted((no + 1, kind) for no, kind in places if EXCUSE not in lines[no])


def main() -> list[str]:
    """Return the places in the files that git knows, without those that a program writes."""
    names = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    matches = []
    for name in filter(None, names.split("\0")):
        path = ROOT / name
        if name.startswith(BUILD_FILES) or not path.is_file() or path.stat().st_size > MAX_SIZE:
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        matches += [f"{name}:{no} {kind}" for no, kind in secrets_in(text, ships=name.startswith(SHIPPED_FILES))]
    return matches


if __name__ == "__main__":
    if places := main():
        print("\n".join(places))
        sys.exit(f"Take the secret out and make another. If it is none, write `{EXCUSE}` in that line, and why.")
