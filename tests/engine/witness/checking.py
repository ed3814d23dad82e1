"""Whether the runs of a table show what it says of them."""

from __future__ import annotations

from typing import Any

from engine.rulesets import find
from tests.engine.witness.deeds import acted
from tests.engine.witness.observing import Observer
from tests.engine.witness.probes import asked, heard
from tests.engine.witness.runs import Coverage, play, positions, scenarios
from tests.engine.witness.table import ABSENT, Table, blocks, documents


def untrue(kept: Table, place: int) -> list[Any]:
    """Return what a table says of one of its runs and the run does not show."""
    pairs = _pairs(kept, place)
    observer = Observer(kept.game, pairs=frozenset(pair for pair, _ in pairs))
    coverage: Coverage = {}
    play(kept.runs[place], observer, coverage)
    did = {
        (deed.effect, deed.stage)
        for card, held in documents(kept.game, kept.runs[place])
        for deed in held
        if acted(coverage, card, deed.path)
    }
    return [
        *(row for row in pairs if row not in observer.seen),
        *(effect for effect, run in kept.effects.items() if run == place and effect not in did),
        *(block for block, run in kept.blocks.items() if run == place and not acted(coverage, *block)),
    ]


def drop_untrue(kept: Table) -> None:
    """Take out of a table what its runs do not show, and what is no longer there to be shown or to show it."""
    vocabulary = find(kept.game).vocabulary
    known = {(event.name, spec.name) for event in heard(vocabulary) for spec in asked(vocabulary)}
    kept.pairs = {pair: row for pair, row in kept.pairs.items() if pair in known}
    kept.blocks = {block: run for block, run in kept.blocks.items() if block in blocks(kept.game)}
    for entry in _without_run(kept):
        _drop(kept, entry)
    present = {*scenarios(kept.game), *positions(kept.game)}
    for place, run in enumerate(kept.runs):
        kind, _, rest = run.partition(" ")
        name = {"scenario": run, "plain": f"scenario {rest}"}.get(kind, rest.partition(" ")[2])
        is_gone = kind in ("scenario", "plain", "position", "eager") and name not in present
        for each in _answers_of(kept, place) if is_gone else untrue(kept, place):
            _drop(kept, each)


def _without_run(table: Table) -> list[Any]:
    """Return all for which a table names a run that it does not have: a place past the end of its list."""
    places = range(ABSENT, len(table.runs))
    rows = table.pairs.items()
    pairs = [(pair, answer) for pair, row in rows for answer in (True, False) if row[not answer] not in places]
    runs = (*table.effects.items(), *table.blocks.items())
    return [*pairs, *(entry for entry, run in runs if run not in places)]


def _pairs(kept: Table, place: int) -> list[Any]:
    return [(pair, answer) for pair, row in kept.pairs.items() for answer in (True, False) if row[not answer] == place]


def _answers_of(kept: Table, place: int) -> list[Any]:
    """Return all that a table says of one of its runs: pairs with their answers, effects in stages, blocks."""
    effects = [effect for effect, run in kept.effects.items() if run == place]
    return [*_pairs(kept, place), *effects, *(block for block, run in kept.blocks.items() if run == place)]


def _drop(kept: Table, item: Any) -> None:
    first, second = item
    if isinstance(second, bool):
        kept.pairs[first][not second] = ABSENT
    elif item in kept.effects:
        del kept.effects[item]
    else:
        del kept.blocks[item]
