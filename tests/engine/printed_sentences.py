"""Rules of shipped cards, one by one, as the cards print them in both languages, with the blocks that they are.

`static/editor/tests/printed.test.ts` asks how many of these sentences the editor turns back into blocks of the same kinds.
`python -m tests.engine.printed_sentences` writes the file again.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from engine import api

ROOT: Final = Path(__file__).resolve().parents[2]
FILE: Final = ROOT / "tests" / "fixtures" / "editor" / "printed.json"
LISTS: Final[Mapping[str, tuple[str, ...]]] = {
    "wizards": ("behaviors", "triggers", "costs"),
    "halo": ("abilities", "modifiers", "costs"),
    "genius": ("skills", "costs"),
    "encounter": ("skills", "static", "costs"),
}
OTHER_KEYS: Final = {
    "text",
    "keywords",
    "needs",
    "spell",
    "statuses",
    "uses",
    "rounds",
    "usage",
    "duration",
    "variables",
    "max",
}
"""What prints besides the rules of a list."""
SAMPLE: Final = 40
"""How many rules of each game are taken."""
MAX_LETTERS: Final = 220


def rules(game: str) -> Iterator[tuple[Any, Any]]:
    """Yield each rule of the shipped cards, and its card with that rule alone."""
    for path in sorted((ROOT / "engine" / "rulesets" / game / "cards").glob("*.json")):
        cards = json.loads(path.read_text("utf-8"))
        for card in cards if isinstance(cards, list) else ():
            plain = {key: value for key, value in card.items() if key not in OTHER_KEYS and key not in LISTS[game]}
            plain |= {"keywords": []} if game == "halo" else {}
            for key in LISTS[game]:
                for rule in card.get(key, ()):
                    yield rule, plain | {key: [rule]}


def sentences(game: str) -> list[dict[str, Any]]:
    """Return sentences of a game with their rules, each wording once."""
    rows: dict[str, dict[str, Any]] = {}
    for rule, card in rules(game):
        texts = {language: api.describe(game, card, language).strip() for language in ("en", "zh")}
        english = texts["en"]
        is_plain = english and "\n" not in english and len(english) <= MAX_LETTERS and not re.search("[①-⑳(]", english)
        if is_plain and not (rule.get("at") == "onDrawExploration" and not english.startswith("When")):
            rows.setdefault(re.sub(r"\d+", "#", english), {**texts, "rule": rule})
    sample = random.Random(7).sample(sorted(rows), min(SAMPLE, len(rows)))
    return [rows[wording] for wording in sorted(sample)]


def file_text() -> str:
    """Return the file that the editor's test reads."""
    return json.dumps({game: sentences(game) for game in LISTS}, ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(file_text(), "utf-8")
