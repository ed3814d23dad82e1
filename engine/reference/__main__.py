"""`python -m engine.reference DIR` writes the reference pages; with `--check` it only reports which of them are stale."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from engine.reference.pages import pages
from engine.rulesets import search, search_path


def main(argv: Sequence[str]) -> int:
    """Write the pages, or compare them; the exit code is 1 when a comparison finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m engine.reference", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a page is not fresh")
    args = parser.parse_args(argv)
    search(search_path(os.environ))
    stale = differing(args.folder)
    if not args.check:
        _write(args.folder, stale)
    print("\n".join(f"{'stale' if args.check else 'written'}: {name}" for name in stale) or "fresh")
    return int(args.check and bool(stale))


def differing(folder: Path) -> list[str]:
    """Return the pages that are missing, differ or should not exist."""
    wanted = pages()
    there = {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*.md")}
    return sorted(name for name in wanted.keys() | there.keys() if wanted.get(name) != there.get(name))


def _write(folder: Path, stale: Sequence[str]) -> None:
    wanted = pages()
    for name in stale:
        file = folder / name
        if name in wanted:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(wanted[name], encoding="utf-8")
        else:
            file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
