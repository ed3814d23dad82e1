"""The licences of what is installed: `make licences` prints them, and refuses one that the list does not allow."""

from __future__ import annotations

import re
import sys
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALLOWLIST = re.compile(
    r"0BSD|Apache|Artistic|BSD|CC0|HPND|ISC|MIT|MPL|PSF|PostgreSQL|Python Software Foundation|Python-2|Unlicense|Zlib|LGPL",
    re.IGNORECASE,
)
DENYLIST = re.compile(r"AGPL|Affero|Commercial|Proprietary", re.IGNORECASE)

MIT = "Permission is hereby granted, free of charge, to any person obtaining a copy of this software"
"""How the text of a licence begins that does not say its name."""


def locked(name: str) -> list[str]:
    """Return the packages of a lock file."""
    text = (ROOT / name).read_text(encoding="utf-8")
    return sorted(set(re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE)))


def licence_of(findings: Distribution) -> str:
    """Return what a package says of its licence."""
    metadata = findings.metadata
    rows = [
        row.rpartition("::")[2].strip() for row in metadata.get_all("Classifier") or [] if row.startswith("License ::")
    ]
    license_expression = (
        metadata.get("License-Expression")
        or "; ".join(rows)
        or (metadata.get("License") or "").strip().partition("\n")[0]
    )
    text = _text(findings)
    return license_expression or ("MIT" if MIT in " ".join(text.split()) else text.partition("\n")[0]) or "unknown"


def _text(found: Distribution) -> str:
    """Return the text of a licence, for a package that says nothing in its metadata."""
    names = [each for each in found.files or () if re.search("licen[cs]e", each.name, re.IGNORECASE)]
    return names[0].read_text() if names else ""


def rows(name: str = "requirements.txt") -> dict[str, str]:
    """Return the licence of each locked package that is installed here: the lock holds those of other systems, too."""
    matches = {}
    for package in locked(name):
        try:
            matches[package] = licence_of(distribution(package))
        except PackageNotFoundError:
            continue
    return matches


def refused(found: dict[str, str]) -> dict[str, str]:
    """Return what the list does not allow."""
    return {name: said for name, said in found.items() if DENYLIST.search(said) or not ALLOWLIST.search(said)}


if __name__ == "__main__":
    every = rows("requirements-dev.txt")
    print("\n".join(f"{name}: {said}" for name, said in every.items()))
    if bad := refused(every):
        sys.exit(f"Not on the list of licences: {bad}")
