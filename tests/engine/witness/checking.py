"""Whether the runs of a table show what it says of them."""

from __future__ import annotations

from typing import Any

from engine.rulesets import find
from tests.engine.witness.deeds import acted
from tests.engine.witness.observing import Observer
from tests.engine.witness.probes import asked, heard
from tests.engine.witness.runs import Coverage, play, positions, scenarios
from tests.engine.witness.table import ABSENT, Table, blocks, documents


def untrue(table: Table, place: int) -> list[Any]:
    """Return what a table says of one of its runs and the run does not show."""
    pairs = _pairs(table, place)
    observer = Observer(table.game, pairs=frozenset(pair for pair, _ in pairs))
    coverage: Coverage = {}
    play(table.runs[place], observer, coverage)
    did = {
        (deed.effect, deed.stage)
        for card, held in documents(table.game, table.runs[place])
        for deed in held
        if acted(coverage, card, deed.path)
    }
    return [
        *(row for row in pairs if row not in observer.first_runs),
        *(effect for effect, run in table.effects.items() if run == place and effect not in did),
        *(block for block, run in table.blocks.items() if run == place and not acted(coverage, *block)),
    ]


def drop_untrue(table: Table) -> None:
    """Take out of a table what its runs do not show, and what is no longer there to be shown or to show it."""
    vocabulary = find(table.game).vocabulary
    known = {(event.name, spec.name) for event in heard(vocabulary) for spec in asked(vocabulary)}
    table.pairs = {pair: row for pair, row in table.pairs.items() if pair in known}
    table.blocks = {block: run for block, run in table.blocks.items() if block in blocks(table.game)}
    for entry in _without_run(table):
        _drop(table, entry)
    present = {*scenarios(table.game), *positions(table.game)}
    for place, run in enumerate(table.runs):
        kind, _, rest = run.partition(" ")
        name = {"scenario": run, "plain": f"scenario {rest}"}.get(kind, rest.partition(" ")[2])
        is_gone = kind in ("scenario", "plain", "position", "eager") and name not in present
        for each in _answers_of(table, place) if is_gone else untrue(table, place):
            _drop(table, each)


def _without_run(table: Table) -> list[Any]:
    """Return all for which a table names a run that it does not have: a place past the end of its list."""
    places = range(ABSENT, len(table.runs))
    rows = table.pairs.items()
    pairs = [(pair, answer) for pair, row in rows for answer in (True, False) if row[not answer] not in places]
    runs = (*table.effects.items(), *table.blocks.items())
    return [*pairs, *(entry for entry, run in runs if run not in places)]


def _pairs(kept: Table, place: int) -> list[Any]:
    return [(pair, answer) for pair, row in kept.pairs.items() for answer in (True, False) if row[not answer] == place]


def _answers_of(table: Table, place: int) -> list[Any]:
    """Return all that a table says of one of its runs: pairs with their answers, effects in stages, blocks."""
    effects = [effect for effect, run in table.effects.items() if run == place]
    return [*_pairs(table, place), *effects, *(block for block, run in table.blocks.items() if run == place)]


def _drop(table: Table, item: Any) -> None:
    first, second = item
    if isinstance(second, bool):
        table.pairs[first][not second] = ABSENT
    elif item in table.effects:
        del table.effects[item]
    else:
        del table.blocks[item]
