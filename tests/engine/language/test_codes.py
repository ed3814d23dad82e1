"""Every code that the engine may give a card is explained, and nothing that it never gives."""

from __future__ import annotations

import re
from pathlib import Path

from engine import api
from engine.language.diagnostics.codes import CODES, is_warning
from engine.rulesets import find

ENGINE = Path(__file__).resolve().parents[3] / "engine"
TESTS = Path(__file__).resolve().parents[1]
EXPLAINS = ("language/diagnostics/codes.py", "rulesets/*/problems.py", "reference/problem_examples.py")
ALL = api.problem_codes()


def codes_in_sources() -> set[str]:
    """Return the codes in the engine's sources, where they are not explained but told."""
    explained = {file for pattern in EXPLAINS for file in ENGINE.glob(pattern)}
    files = set(ENGINE.rglob("*.py")) - explained
    return {code for file in files for code in re.findall(r"""["']([EW](?:-[A-Z]+)+)["']""", file.read_text("utf-8"))}


class TestCodes:
    def test_are_those_that_are_reported(self) -> None:
        assert codes_in_sources() == set(ALL)

    def test_of_one_game_alone_are_declared_by_it(self) -> None:
        own = set(find("halo").problem_codes)

        assert own == {
            "E-STATS",
            "E-VESSEL",
            "E-TOKEN",
            "E-DECK-VESSEL",
            "E-KEYWORD",
            "E-PLAYEDON",
            "E-RESOURCE",
            "W-LEGENDARY",
            "W-KEYWORD",
        }
        assert set(find("wizards").problem_codes) == {"W-DRIFT"}
        assert own & set(CODES) == set()

    def test_are_explained_in_both_languages(self) -> None:
        assert [code for code in ALL for texts in ALL[code] for text in texts if len(text) < 4] == []

    def test_say_by_their_first_letter_how_grave_they_are(self) -> None:
        assert (is_warning("W-ID"), is_warning("E-REF")) == (True, False)

    def test_are_each_reported_in_a_test_of_the_engine(self) -> None:
        """Each as a word by itself: those of one card, of a set, of a file and of a preview."""
        texts = [file.read_text("utf-8") for file in TESTS.rglob("*.py") if file.name != Path(__file__).name]

        assert [code for code in ALL if not any(f'"{code}"' in text for text in texts)] == []
