"""The golden playthroughs. `python -m tests.engine.playthroughs.golden [GAME]` writes them again (`make playthroughs`)."""

from __future__ import annotations

import sys
from contextlib import nullcontext
from pathlib import Path
from typing import NamedTuple

from engine import api
from engine.rulesets import find, names
from tests.engine import third_ruleset
from tests.engine.homes import home_of, search_games
from tests.engine.playthroughs.transcript import Teller

FOLDER = Path(__file__).parent
OUTSIDE = {name: folder / name / "playthroughs" for name, folder in third_ruleset.OUTSIDE.items()}
"""Those of a game outside the engine are in its own folder, as everything of it is."""
BOTS = (("random", 7), ("greedy", 8))


class Playthrough(NamedTuple):
    """A match with the fewest seats, written in full."""

    ruleset: str
    bot: str
    seed: int

    @property
    def file(self) -> Path:
        return _home(self.ruleset) / f"{self.ruleset}-{self.bot}-{self.seed}.txt"

    def text(self) -> str:
        """Play the match and return its story."""
        with third_ruleset.on_the_path(self.ruleset) if self.ruleset in OUTSIDE else nullcontext():
            seats = min(find(self.ruleset).seats)
            match = api.new_match(self.ruleset, seed=self.seed, seats=seats, bots_by_seat=(self.bot,))
            return "\n".join(Teller(match).lines()) + "\n"


def _home(ruleset: str) -> Path:
    return OUTSIDE.get(ruleset) or home_of(ruleset, FOLDER)


def golden_files(ruleset: str = "") -> set[Path]:
    """Return the golden files that there are, of one game or of all."""
    homes = {_home(name) for name in {*names(), *OUTSIDE} if ruleset in ("", name)}
    return {file for home in homes for file in home.glob(f"{ruleset}*.txt")}


if __name__ == "__main__":
    search_games()
PLAYTHROUGHS = [Playthrough(name, bot, seed) for name in sorted({*names(), *OUTSIDE}) for bot, seed in BOTS]


def main(game: str = "") -> int:
    """Write every playthrough again, or those of a game, and say which changed; remove a file that belongs to none."""
    playthroughs = [playthrough for playthrough in PLAYTHROUGHS if game in ("", playthrough.ruleset)]
    for old in sorted(golden_files(game) - {playthrough.file for playthrough in playthroughs}):
        old.unlink()
        print(f"removed {old.name}")
    for playthrough in playthroughs:
        text = playthrough.text()
        current_text = playthrough.file.read_text(encoding="utf-8") if playthrough.file.exists() else ""
        playthrough.file.parent.mkdir(exist_ok=True)
        playthrough.file.write_text(text, encoding="utf-8")
        print(
            f"{'as it was' if current_text == text else 'changed  '} {playthrough.file.name}: {text.count(chr(10))} lines"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
