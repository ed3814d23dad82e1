"""The golden playthroughs. `python -m tests.engine.playthroughs.golden` writes them again (`make playthroughs`)."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from engine import api
from engine.rulesets import find, names
from tests.engine.playthroughs.transcript import Teller

FOLDER = Path(__file__).parent
BOTS = (("random", 7), ("greedy", 8))


class Playthrough(NamedTuple):
    """A match with the fewest seats, written in full."""

    ruleset: str
    bot: str
    seed: int

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.ruleset}-{self.bot}-{self.seed}.txt"

    def text(self) -> str:
        """Play the match and return its story."""
        seats = min(find(self.ruleset).seats)
        match = api.new_match(self.ruleset, seed=self.seed, seats=seats, bots_by_seat=(self.bot,))
        return "\n".join(Teller(match).lines()) + "\n"


PLAYTHROUGHS = [Playthrough(name, bot, seed) for name in names() for bot, seed in BOTS]


def main() -> int:
    """Write every playthrough again and say which changed; remove a file that belongs to none."""
    for old in sorted(set(FOLDER.glob("*.txt")) - {each.file for each in PLAYTHROUGHS}):
        old.unlink()
        print(f"removed {old.name}")
    for each in PLAYTHROUGHS:
        text = each.text()
        held = each.file.read_text(encoding="utf-8") if each.file.exists() else ""
        each.file.write_text(text, encoding="utf-8")
        print(f"{'as it was' if held == text else 'changed  '} {each.file.name}: {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
