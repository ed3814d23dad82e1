"""A witness or a warning: each condition at each event, each effect in each stage, and every block of every shipped card."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.language.spec.kinds import listenable
from engine.rulesets import find, names
from tests.engine.witness.checking import drop_untrue, untrue
from tests.engine.witness.deeds import PLAIN
from tests.engine.witness.probes import asked
from tests.engine.witness.table import (
    ABSENT,
    Table,
    blocks,
    everything_missing,
    missing_blocks,
    missing_effects,
    missing_pairs,
    read,
)

SAMPLE = 3
"""Runs of each game that are done again: `make witness` does all."""


@cache
def table(game: str) -> Table:
    """Return the table of a game, read once."""
    return read(game)


@cache
def missing(game: str) -> frozenset[tuple[Any, ...]]:
    """Return what has neither a witness nor a warning."""
    return frozenset(everything_missing(table(game)))


@pytest.mark.parametrize("game", names())
class TestTheTable:
    def test_has_a_witness_or_a_warning_of_everything(self, game: str) -> None:
        """Each condition at each event (so with each effect that changes it), each effect in each stage, each block of each shipped card."""
        assert missing(game) == set()

    def test_names_nothing_that_is_not_there(self, game: str) -> None:
        stored_table, vocabulary = table(game), find(game).vocabulary
        events, conditions = {one.name for one in listenable(vocabulary)}, {one.name for one in asked(vocabulary)}

        assert [pair for pair in stored_table.pairs if pair[0] not in events or pair[1] not in conditions] == []
        assert stored_table.blocks.keys() - blocks(game) == set()
        assert {place for row in stored_table.pairs.values() for place in row} <= {
            ABSENT,
            *range(len(stored_table.runs)),
        }

    def test_shows_what_it_says_in_a_sample_of_its_runs(self, game: str) -> None:
        stored_table = table(game)
        samples = sorted(
            range(len(stored_table.runs)),
            key=lambda place: (not stored_table.runs[place].startswith("scenario"), place),
        )
        step = max(1, len(samples) // SAMPLE)
        for place in samples[::step][:SAMPLE]:
            assert untrue(stored_table, place) == [], stored_table.runs[place]


def test_what_is_taken_out_of_a_table_is_missed() -> None:
    content = read("encounter")
    pair = next(pair for pair, row in content.pairs.items() if ABSENT not in row)
    effect, block = next(iter(content.effects)), next(iter(content.blocks))
    del content.pairs[pair], content.effects[effect], content.blocks[block]

    assert missing_pairs(content) == [(*pair, True), (*pair, False)]
    assert missing_effects(content) == [effect]
    assert missing_blocks(content) == [block]


def test_what_a_run_does_not_show_is_taken_out() -> None:
    content = read("encounter")
    content.runs, content.effects, content.blocks = ["scenario gone gone"], {}, {}
    pair = next(iter(content.pairs))
    content.pairs = {pair: [0, ABSENT], ("gone", "gone"): [ABSENT, ABSENT]}

    drop_untrue(content)

    assert content.pairs == {pair: [ABSENT, ABSENT]}


def test_what_names_a_run_past_the_list_is_taken_out() -> None:
    encounter = read("encounter")
    pair, effect, block = next(iter(encounter.pairs)), next(iter(encounter.effects)), next(iter(encounter.blocks))
    encounter.runs = []
    encounter.pairs, encounter.effects, encounter.blocks = {pair: [0, ABSENT]}, {effect: 3}, {block: 0}

    drop_untrue(encounter)

    assert (encounter.pairs, encounter.effects, encounter.blocks) == ({pair: [ABSENT, ABSENT]}, {}, {})


def test_effects_are_told_apart_by_the_stage_of_their_trigger() -> None:
    assert {PLAIN, "modify", "after"} <= {stage for _, stage in table("genius").effects}
