"""The golden playthroughs. `python -m tests.engine.playthroughs.golden` writes them again (`make playthroughs`)."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from engine import api
from engine.rulesets import find, names
from tests.engine import third_ruleset
from tests.engine.playthroughs.transcript import Teller

FOLDER = Path(__file__).parent
THIRD = third_ruleset.FOLDER / third_ruleset.NAME / "playthroughs"
"""Those of the third ruleset are in its own folder, as everything of it is."""
BOTS = (("random", 7), ("greedy", 8))


class Playthrough(NamedTuple):
    """A match with the fewest seats, written in full."""

    ruleset: str
    bot: str
    seed: int

    @property
    def file(self) -> Path:
        return (THIRD if self.is_third else FOLDER) / f"{self.ruleset}-{self.bot}-{self.seed}.txt"

    @property
    def is_third(self) -> bool:
        return self.ruleset == third_ruleset.NAME

    def text(self) -> str:
        """Play the match and return its story."""
        with third_ruleset.on_the_path() if self.is_third else nullcontext():
            seats = min(find(self.ruleset).seats)
            match = api.new_match(self.ruleset, seed=self.seed, seats=seats, bots_by_seat=(self.bot,))
            return "\n".join(Teller(match).lines()) + "\n"


def kept() -> set[Path]:
    """Return the golden files that there are."""
    return {*FOLDER.glob("*.txt"), *THIRD.glob("*.txt")}


PLAYTHROUGHS = [Playthrough(name, bot, seed) for name in sorted({*names(), third_ruleset.NAME}) for bot, seed in BOTS]


def main() -> int:
    """Write every playthrough again and say which changed; remove a file that belongs to none."""
    for old in sorted(kept() - {each.file for each in PLAYTHROUGHS}):
        old.unlink()
        print(f"removed {old.name}")
    for each in PLAYTHROUGHS:
        text = each.text()
        held = each.file.read_text(encoding="utf-8") if each.file.exists() else ""
        each.file.parent.mkdir(exist_ok=True)
        each.file.write_text(text, encoding="utf-8")
        print(f"{'as it was' if held == text else 'changed  '} {each.file.name}: {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
