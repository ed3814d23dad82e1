"""Which tests take turns: the whole suite (`make test`) runs a fourth of the slow ones each day and all others every day; `make whole` runs all.

`turns.json` names the tests that take a fourth of a second of processor or more, a sixth of all, which take three quarters of it. Those of `spread` run a fourth of
their cases each day; what an entry of `grouped` names, a test, a class or a file, runs as a whole on one day of four. `daily` gives reasons for slow
tests that run every day. A command that names a file, or has `-k` or `-m`, runs all of what it names. SAMPLE repeats another day, as for samples.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.sampling import DAY

FILE: Final = Path(__file__).with_suffix(".json")
PARTS: Final = 4
KEY: Final = "takes_turns"


@dataclass(frozen=True, slots=True)
class Turns:
    """What `turns.json` holds.

    Units: seconds of processor of an entry, all of its cases together, with what its fixtures start.
    """

    spread: dict[str, float]
    grouped: dict[str, float]
    daily: dict[str, str]

    @property
    def seconds(self) -> dict[str, float]:
        """Return what each entry takes."""
        return self.spread | self.grouped


def read(file: Path = FILE) -> Turns:
    """Read the table."""
    return Turns(**json.loads(file.read_text(encoding="utf-8")))


def write(turns: Turns, file: Path = FILE) -> None:
    """Write the table."""
    file.write_text(json.dumps(asdict(turns), indent=1) + "\n", encoding="utf-8")


def part_on(day: int) -> int:
    """Return the number of the part that runs on a day.

    The order changes every eight days: a test that sees a third, a fourth or an eighth of something each day would else see the same one each time.
    """
    return (day + day // (2 * PARTS)) % PARTS


def split(nodeids: Sequence[str], turns: Turns) -> list[set[str]]:
    """Return the parts that take turns, of nearly the same cost; each has some of the cases of a test with three or more, and some of the slow tests of a file."""
    units: dict[str, list[list[str]]] = defaultdict(list)
    entries = turns.seconds.keys() | turns.daily.keys()
    for nodeid in nodeids:
        entry = entry_of(nodeid, entries)
        if entry not in turns.seconds:
            continue
        if entry in turns.grouped and units[entry]:
            units[entry][0].append(nodeid)
        else:
            units[entry].append([nodeid])

    parts: list[set[str]] = [set() for _ in range(PARTS)]
    loads = [0.0] * PARTS
    of_file: dict[str, list[int]] = defaultdict(lambda: [0] * PARTS)
    # Those of one unit come first: no number of cases, which may be of the day, moves them to another part.
    for entry in sorted(units, key=lambda entry: (len(units[entry]) > 1, -turns.seconds[entry], entry)):
        counts, neighbours = [0] * PARTS, of_file[entry.partition("::")[0]]
        for unit in units[entry]:
            part = min(range(PARTS), key=lambda part: (counts[part], neighbours[part], loads[part], part))
            parts[part].update(unit)
            counts[part] += 1
            neighbours[part] += 1
            loads[part] += turns.seconds[entry] / len(units[entry])
    return parts


def entry_of(nodeid: str, entries: Collection[str]) -> str:
    """Return the entry that names a test, the narrowest of its function, its classes, its file and the folders of that; an empty text for none."""
    place = nodeid.split("[", 1)[0]
    while place and place not in entries:
        place = place.rpartition("::" if "::" in place else "/")[0]
    return place


def takes_turns(config: pytest.Config) -> bool:
    """Return whether this session is the suite of a day; a process of several asks the one that started it."""
    if (given := getattr(config, "workerinput", None)) is not None:
        return bool(given[KEY])
    is_named = config.args_source is not pytest.Config.ArgsSource.TESTPATHS
    return not (is_named or config.option.keyword or config.option.markexpr or os.environ.get("TURNS") == "all")


def leave_out(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Take out the tests whose day is another one."""
    if not takes_turns(config):
        return
    parts = split([item.nodeid for item in items], read())
    others = set().union(*parts) - parts[part_on(DAY)]
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in others])
    items[:] = [item for item in items if item.nodeid not in others]
