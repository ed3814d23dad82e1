"""Whole matches, kept as text: a change of rules shows as a story. The test compares and never writes."""

from __future__ import annotations

from difflib import unified_diff
from itertools import islice

import pytest

from tests.engine.playthroughs.golden import PLAYTHROUGHS, Playthrough, golden_files

MAX_LINES = 60
MAX_LENGTH = 1_500


class TestAPlaythrough:
    @pytest.mark.parametrize("playthrough", PLAYTHROUGHS, ids=lambda playthrough: playthrough.file.stem)
    def test_is_played_as_it_is_written(self, playthrough: Playthrough) -> None:
        expected = playthrough.file.read_text(encoding="utf-8").splitlines() if playthrough.file.exists() else []
        played = playthrough.text().splitlines()
        differences = unified_diff(
            expected, played, f"{playthrough.file.name}, as kept", "as played now", lineterm="", n=4
        )
        islices = list(islice(differences, MAX_LINES))

        assert not islices, "\n".join(
            ["The match is played another way; if the rules meant it: make playthroughs", *islices]
        )

    @pytest.mark.parametrize("each", PLAYTHROUGHS, ids=lambda each: each.file.stem)
    def test_is_short_enough_to_read(self, each: Playthrough) -> None:
        assert len(each.file.read_text(encoding="utf-8").splitlines()) <= MAX_LENGTH

    def test_is_there_for_every_ruleset_and_for_no_other(self) -> None:
        assert {each.file for each in PLAYTHROUGHS} == golden_files()
