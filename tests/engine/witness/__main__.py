"""Look for a witness of everything, and write the tables.

`python -m tests.engine.witness` takes out what is no longer shown and looks for all that is missing; `python -m tests.engine.witness GAME RUN…`
adds what some runs show of what is missing.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count, islice

from engine.rulesets import names
from tests.engine.homes import search_games
from tests.engine.witness.checking import drop_untrue
from tests.engine.witness.observing import Observer
from tests.engine.witness.runs import Coverage, play, played_for, positions, scenarios
from tests.engine.witness.table import (
    ABSENT,
    Table,
    everything_missing,
    file_of,
    missing_blocks,
    missing_effects,
    missing_pairs,
    read,
    shipped,
)

MATCHES, POSITIONS, SEEDS, CARDS = 4, 12, 12, 600
MAX_MATCHES = 150
"""Matches that are played to their ends, matches from one position, matches for one card, generated cards, and those with listeners."""


def look(table: Table, runs: Iterable[str], *, further: bool) -> None:
    """Add to a table what runs show, and what is looked for `further` where something is missing."""
    wanted = None if further else frozenset((event, name) for event, name, _ in missing_pairs(table))
    observer = Observer(table.game, pairs=wanted)
    observer.first_runs = {
        (pair, answer): table.runs[row[place]]
        for pair, row in table.pairs.items()
        for place, answer in enumerate((True, False))
        if row[place] != ABSENT
    }
    for run in runs:
        _play(table, run, observer)
    searches = (_near(table), _watched(table), _scenarios_for_blocks(table), _for_blocks(table), _for_effects(table))
    for run in chain(*searches) if further else ():
        _play(table, run, observer)
    for where, probe in observer.wrong:
        print(f"{table.game}: the checker is wrong: {probe.event} {probe.node} was {not probe.answer} in “{where}”")


def _play(table: Table, run: str, observer: Observer) -> None:
    coverage: Coverage = {}
    play(run, observer, coverage)
    table.note(run, coverage)
    for (pair, answer), first in observer.first_runs.items():
        row = table.pairs.setdefault(pair, [ABSENT, ABSENT])
        place = 0 if answer else 1
        if row[place] == ABSENT:
            row[place] = table.number(first)


def _near(table: Table) -> Iterator[str]:
    """Yield matches from positions, as long as a condition was not seen with an answer or an effect in a stage."""
    for seed in range(1, POSITIONS + 1):
        for board in positions(table.game):
            if missing_pairs(table) or missing_effects(table):
                yield from (f"{kind} {seed} {board}" for kind in ("position", "eager"))


def _watched(table: Table) -> Iterator[str]:
    """Yield generated cards, with listeners, as long as a condition was not seen with an answer."""
    for number in islice(count(), MAX_MATCHES):
        if not missing_pairs(table):
            return
        yield f"watched {number}"


def _scenarios_for_blocks(table: Table) -> Iterator[str]:
    """Yield the scenarios, without listeners, that name a card of which a block was not seen yet."""
    for run, document in scenarios(table.game).items():
        if any(f'"{card}"' in document.text for card, _ in missing_blocks(table)):
            yield run.replace("scenario", "plain", 1)


def _for_blocks(table: Table) -> Iterator[str]:
    """Yield matches for the cards of which a block was not seen yet."""
    for seed in range(1, SEEDS + 1):
        for card in shipped(table.game):
            if any(name == card for name, _ in missing_blocks(table)):
                yield f"card {played_for(table.game, card)} {seed}"


def _for_effects(table: Table) -> Iterator[str]:
    """Yield generated cards, as long as an effect was not seen in a stage."""
    for number in islice(count(), CARDS):
        if not missing_effects(table):
            return
        yield f"generated {number}"


def main(arguments: Sequence[str]) -> int:
    """Write the tables; say what has no witness."""
    game, *runs = arguments or ("",)
    remaining = 0
    for name in [game] if game else names():
        table = read(name) if file_of(name).exists() else Table(name)
        if not runs:
            drop_untrue(table)
        every = (*(f"match {seed}" for seed in range(1, MATCHES + 1)), *scenarios(name))
        look(table, runs or every, further=not runs)
        table.write()
        missing = everything_missing(table)
        remaining += len(missing)
        print(f"{name}: {len(table.pairs)} pairs, {len(table.effects)} effects in stages, {len(table.blocks)} blocks, {len(table.runs)} runs; {len(missing)} without a witness")  # fmt: skip
        for each in missing:
            print(f"  {each}")
    return 1 if remaining else 0


if __name__ == "__main__":
    search_games()
    sys.exit(main(sys.argv[1:]))
