"""Slow tests take turns so that each comes, with each part of what it samples, and days are alike."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import turn_costs, turns

ROOT = Path(__file__).resolve().parent.parent
TABLE = turns.read()
SHARES = (2, 3, 4, 6, 8, 10)
"""Parts of which tests that sample by the day see one."""

BUSY = "import time\nwhile time.process_time() < 0.2: pass\nprint(0.2, flush=True)\ninput()"
"""A program that takes 0.2 seconds of processor, says so and waits."""


def strangers(entries: Iterator[str]) -> list[str]:
    """Return the entries that name no test of this tree."""
    return [entry for entry in entries if not is_there(entry)]


def is_there(entry: str) -> bool:
    """Return whether a folder, or a file with a class or a test, is there."""
    place, *names = entry.split("::")
    if not names or not (ROOT / place).is_file():
        return (ROOT / place).exists()
    nodes: list[Any] = ast.parse((ROOT / place).read_text(encoding="utf-8")).body
    for name in names:
        match = next((node for node in nodes if getattr(node, "name", "") == name), None)
        if match is None:
            return False
        nodes = match.body
    return True


def file_of(entry: str) -> str:
    """Return the file of a test."""
    return entry.partition("::")[0]


def config(source: pytest.Config.ArgsSource = pytest.Config.ArgsSource.TESTPATHS, **options: str) -> Any:
    """Return what a session knows of its command."""
    return SimpleNamespace(args_source=source, option=SimpleNamespace(**{"keyword": "", "markexpr": "", **options}))


class TestTheTable:
    def test_names_tests_that_there_are(self) -> None:
        assert strangers(iter([*TABLE.seconds, *TABLE.daily])) == []

    def test_with_a_name_that_is_gone_is_refused(self) -> None:
        strange = [
            "tests/test_turns.py::TestTheTable::test_gone",
            "tests/test_gone.py",
            "tests/test_turns.py::TestGone",
        ]
        assert strangers(iter([*strange, "tests/test_turns.py::TestTheTable"])) == strange

    def test_leaves_who_may_do_what_and_what_cards_do_to_every_day(self) -> None:
        files = (
            "tests/cards/test_permissions.py",
            "tests/cards/matrix/test_matrix.py",
            "tests/engine/rulesets/test_scenarios.py",
        )
        assert set().union(*turns.split([f"{file}::test[{case}]" for file in files for case in "abc"], TABLE)) == set()


class TestParts:
    def test_hold_each_slow_test_once_and_cost_nearly_the_same(self) -> None:
        nodeids = [f"{entry}::test" if "::" not in entry else entry for entry in TABLE.seconds]
        parts = turns.split(nodeids, TABLE)

        costs = [
            sum(seconds for entry, seconds in TABLE.seconds.items() if {entry, f"{entry}::test"} & part)
            for part in parts
        ]
        assert sorted(nodeid for part in parts for nodeid in part) == sorted(nodeids)
        assert max(costs) < 1.02 * min(costs)

    def test_have_one_each_of_a_file_with_several_slow_tests(self) -> None:
        parts = turns.split(list(TABLE.spread), TABLE)
        counts = Counter(file_of(entry) for entry in TABLE.spread)
        files = {file for file, count in counts.items() if count >= turns.PARTS}

        assert len(files) > 20
        assert [file for part in parts for file in files - set(map(file_of, part))] == []

    def test_have_a_case_each_of_a_test_with_several_and_all_of_what_goes_together(self) -> None:
        table = turns.Turns(
            {"a.py::test": 9.0, "b.py::test": 1.0}, {"c.py": 3.0}, {"c.py::test_quick": "takes no time"}
        )
        cases = [f"a.py::test[{number}]" for number in range(7)]
        together = ["c.py::test_first", "c.py::Test::test_second[1]"]

        parts = turns.split([*cases, "b.py::test", *together, "c.py::test_quick", "d.py::test"], table)

        assert sorted(sum(case in part for case in cases) for part in parts) == [1, 2, 2, 2]
        assert [part & set(together) for part in parts if part & set(together)] == [set(together)]
        assert set().union(*parts) == {*cases, "b.py::test", *together}

    def test_do_not_move_when_the_cases_of_others_change(self) -> None:
        table = turns.Turns({"a.py::test": 9.0, "b.py::test": 4.0, "c.py::test": 5.0}, {}, {})
        alone = ["b.py::test", "c.py::test"]
        outcomes = [
            [part & set(alone) for part in turns.split([*alone, *(f"a.py::test[{n}]" for n in range(count))], table)]
            for count in (1, 2, 5)
        ]
        assert outcomes[1] == outcomes[2]

    @pytest.mark.parametrize("share", SHARES)
    def test_meet_each_share_of_what_a_test_samples_by_the_day(self, share: int) -> None:
        days = range(2 * turns.PARTS**2 * share)
        pairs = {(turns.part_on(day), day % share) for day in days}
        assert len(pairs) == turns.PARTS * share

    def test_come_within_a_week(self) -> None:
        for part in range(turns.PARTS):
            days = [day for day in range(30) if turns.part_on(day) == part]
            assert max(after - before for before, after in pairwise(days)) <= 7


class TestASession:
    @pytest.fixture(autouse=True)
    def _is_of_a_day(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.delenv("TURNS", raising=False)

    def test_takes_turns_where_its_command_names_nothing(self) -> None:
        assert turns.takes_turns(config())
        assert not turns.takes_turns(config(pytest.Config.ArgsSource.ARGS))
        assert not turns.takes_turns(config(keyword="matrix"))
        assert not turns.takes_turns(config(markexpr="slow"))

    def test_takes_none_where_the_whole_is_asked_for(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TURNS", "all")
        assert not turns.takes_turns(config())

    def test_of_several_processes_does_as_the_first_one(self) -> None:
        for choice in (True, False):
            worker: Any = SimpleNamespace(
                **vars(config(pytest.Config.ArgsSource.ARGS)), workerinput={turns.KEY: choice}
            )
            assert turns.takes_turns(worker) is choice

    def test_leaves_out_what_has_another_day(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """All days of a turn together run every test, and each day all that is quick."""
        monkeypatch.setattr(turns, "read", lambda: turns.Turns({"a.py::test": 3.0}, {}, {}))
        nodeids = ["a.py::test[1]", "a.py::test[2]", "a.py::test[3]", "b.py::test"]
        runs, counts = [], []
        session = config()
        session.hook = SimpleNamespace(pytest_deselected=lambda items: counts.append(len(items)))
        for day in range(3):
            monkeypatch.setattr(turns, "DAY", day)
            items: list[Any] = [SimpleNamespace(nodeid=nodeid) for nodeid in nodeids]
            turns.leave_out(session, items)
            runs.append([item.nodeid for item in items])

        assert sorted(runs) == [[nodeid, "b.py::test"] for nodeid in nodeids[:3]]
        assert counts == [2, 2, 2]


class TestCosts:
    def test_replace_the_slow_tests_and_leave_what_goes_together_and_what_runs_every_day(self) -> None:
        table = turns.Turns({"a.py::test_once_slow": 7.0}, {"c.py": 3.0}, {"d": "judges the tree"})
        costs = [
            ("a.py::test_once_slow", 0.2),
            ("b.py::test[1]", 0.6),
            ("b.py::test[2]", 0.61),
            ("c.py::test", 4.0),
            ("d/e.py::test", 9.0),
        ]

        assert turn_costs.with_costs(table, costs) == turns.Turns({"b.py::test": 1.2}, {"c.py": 4.0}, table.daily)

    def test_count_what_a_process_starts(self) -> None:
        before = turn_costs.seconds_of(os.getpid())
        child = subprocess.Popen([sys.executable, "-c", BUSY], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert child.stdout
        assert child.stdout.readline() == b"0.2\n"

        assert turn_costs.seconds_of(child.pid) > 0.1
        assert turn_costs.seconds_of(os.getpid()) > before + 0.1
        child.communicate(b"\n")
        assert turn_costs.seconds_of(child.pid) == 0.0
