"""`python -m engine.reference DIR` writes the reference pages; with `--check` it only reports which of them are stale.

With `--pack PACK` they are those of the pack's game, with the keywords that the pack declares.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from engine.formats.intake import load
from engine.reference.pages import pack_pages, pages
from engine.ruleset import Ruleset
from engine.rulesets import find, names, search, search_path


def main(argv: Sequence[str]) -> int:
    """Write the pages, or compare them; the exit code is 1 when a comparison finds a difference."""
    parser = argparse.ArgumentParser(prog="python -m engine.reference", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="DIR")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when a page is not fresh")
    parser.add_argument("--pack", type=Path, metavar="PACK", help="write the pages of this pack's game")
    args = parser.parse_args(argv)
    folders = search_path(os.environ)
    if args.pack is not None:
        search(folders)
        return _keep(args.folder, pack_pages(_game_of(args.pack)), is_check=args.check)
    search([])
    code, of_checkout = _keep(args.folder, pages(), is_check=args.check), names()
    search(folders)
    for name in names():
        if name not in of_checkout:  # what is not of this checkout is written beside its own code
            code |= _keep(find(name).folder / "reference", pages((name,)), is_check=args.check)
    return code


def _keep(folder: Path, texts: Mapping[str, str], *, is_check: bool) -> int:
    """Write the pages that are not fresh, or only say which; return 1 when a comparison finds some."""
    stale = differing(folder, texts)
    if not is_check:
        _write(folder, stale, texts)
    print("\n".join(f"{'stale' if is_check else 'written'}: {folder / name}" for name in stale) or "fresh")
    return int(is_check and bool(stale))


def _game_of(pack: Path) -> Ruleset:
    """Return the game of a pack as the pack knows it.

    Errors: SystemExit with the errors of a pack that cannot be loaded.
    """
    pack_content = load(pack)
    if pack_content.ruleset is None or not pack_content.ok:
        raise SystemExit("\n".join(found.message["en"] for found in pack_content.problems if found.severity == "error"))
    return pack_content.ruleset


def differing(folder: Path, texts: Mapping[str, str]) -> list[str]:
    """Return the pages that are missing, differ or should not exist."""
    there = {file.relative_to(folder).as_posix(): file.read_text("utf-8") for file in folder.rglob("*.md")}
    return sorted(name for name in texts.keys() | there.keys() if texts.get(name) != there.get(name))


def _write(folder: Path, stale: Sequence[str], texts: Mapping[str, str]) -> None:
    for name in stale:
        file = folder / name
        if name in texts:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(texts[name], encoding="utf-8")
        else:
            file.unlink()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
