"""The hostile inputs of `tests/fixtures/hostile`: texts of cards and packs that everything that reads must refuse, within its bounds."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent / "fixtures" / "hostile"
SECONDS: Final = 2.0
"""So many seconds of processor may an input take."""
MEMORY: Final = 100 * 1024
"""So many KiB may the process grow by all of them."""
PROBLEMS, REPORT = 101, 250_000
"""So many problems may be listed of a text, and so many characters may they have together."""


@dataclass(frozen=True, slots=True)
class HostileText:
    """The text of a card, the code that is among its problems, and its parts, each with how often it is repeated."""

    name: str
    ruleset: str
    code: str
    parts: tuple[tuple[str, int], ...]

    @property
    def text(self) -> str:
        return "".join(part * times for part, times in self.parts)


@dataclass(frozen=True, slots=True)
class HostilePack:
    """The files of a pack by path, and the code that is among its problems."""

    name: str
    code: str
    files: Mapping[str, bytes]

    def write(self, root: Path) -> Path:
        """Write the files below a folder and return it."""
        for path, data in self.files.items():
            (root / path).parent.mkdir(parents=True, exist_ok=True)
            (root / path).write_bytes(data)
        return root


def _rows(file: str) -> list[dict[str, Any]]:
    return json.loads((FOLDER / file).read_text("utf-8"))  # type: ignore[no-any-return]  # a list of objects


TEXTS: Final = [
    HostileText(row["name"], row.get("ruleset", "wizards"), row["code"], tuple(map(tuple, row["parts"])))
    for file in ("cards.json", "games.json")
    for row in _rows(file)
]
PACKS: Final = [
    HostilePack(row["name"], row["code"], {path: base64.b64decode(data) for path, data in row["files"].items()})
    for row in _rows("packs.json")
]
