"""A witness or a warning: each condition at each event, each effect in each stage, and every block of every shipped card."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.language.spec.kinds import listenable
from engine.rulesets import find, names
from tests.engine.witness.deeds import PLAIN, acted
from tests.engine.witness.observing import Observer
from tests.engine.witness.probes import asked
from tests.engine.witness.runs import Coverage, play
from tests.engine.witness.table import (
    NEVER,
    Table,
    blocks,
    documents,
    everything_missing,
    missing_blocks,
    missing_effects,
    missing_pairs,
    read,
)

OPEN = {"encounter": 0, "genius": 9, "halo": 114, "wizards": 13}
"""Rows of each game for which neither a run nor a warning is known yet."""
SAMPLE = 6
"""Runs of each game that are done again: `make witness` does all."""


@cache
def table(game: str) -> Table:
    """Return the table of a game, read once."""
    return read(game)


@cache
def missing(game: str) -> frozenset[tuple[Any, ...]]:
    """Return what has neither a witness nor a warning and is not known to be open."""
    return frozenset(everything_missing(table(game))) - set(table(game).open or ())


@pytest.mark.parametrize("game", names())
class TestTheTable:
    def test_has_a_witness_or_a_warning_of_everything(self, game: str) -> None:
        """Each condition at each event (so with each effect that changes it), each effect in each stage, each block of each shipped card.

        What is not known yet is listed in the table as open.
        """
        assert missing(game) == set()

    def test_names_nothing_that_is_not_there(self, game: str) -> None:
        kept, vocabulary = table(game), find(game).vocabulary
        events, conditions = {one.name for one in listenable(vocabulary)}, {one.name for one in asked(vocabulary)}

        assert [pair for pair in kept.pairs if pair[0] not in events or pair[1] not in conditions] == []
        assert kept.blocks.keys() - blocks(game) == set()
        assert {place for row in kept.pairs.values() for place in row} <= {NEVER, *range(len(kept.runs))}

    def test_shows_what_it_says_in_a_sample_of_its_runs(self, game: str) -> None:
        kept = table(game)
        chosen = sorted(range(len(kept.runs)), key=lambda place: (not kept.runs[place].startswith("scenario"), place))
        step = max(1, len(chosen) // SAMPLE)
        for place in chosen[::step][:SAMPLE]:
            assert untrue(kept, place) == [], kept.runs[place]


def test_what_is_taken_out_of_a_table_is_missed() -> None:
    kept = read("encounter")
    pair = next(pair for pair, row in kept.pairs.items() if NEVER not in row)
    effect, block = next(iter(kept.effects)), next(iter(kept.blocks))
    del kept.pairs[pair], kept.effects[effect], kept.blocks[block]

    assert missing_pairs(kept) == [(*pair, True), (*pair, False)]
    assert missing_effects(kept) == [effect]
    assert missing_blocks(kept) == [block]


@pytest.mark.parametrize(("game", "most"), OPEN.items())
def test_what_is_open_becomes_less(game: str, most: int) -> None:
    assert len(table(game).open or ()) <= most


def untrue(kept: Table, place: int) -> list[object]:
    """Return what a table says of one of its runs and the run does not show."""
    told = [
        (pair, answer)
        for pair, row in kept.pairs.items()
        for answer in (True, False)
        if row[0 if answer else 1] == place
    ]
    observer = Observer(kept.game, pairs=frozenset(pair for pair, _ in told))
    coverage: Coverage = {}
    play(kept.runs[place], observer, coverage)
    did = {
        (deed.effect, deed.stage)
        for card, held in documents(kept.game, kept.runs[place])
        for deed in held
        if acted(coverage, card, deed.path)
    }
    return [
        *(row for row in told if row not in observer.seen),
        *(effect for effect, run in kept.effects.items() if run == place and effect not in did),
        *(block for block, run in kept.blocks.items() if run == place and not acted(coverage, *block)),
    ]


def test_effects_are_told_apart_by_the_stage_of_their_trigger() -> None:
    assert {PLAIN, "modify", "after"} <= {stage for _, stage in table("genius").effects}
