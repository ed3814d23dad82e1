"""A plugin of pytest for `tests.mutants`: notes which test runs which line, and later runs the tests of a line first.

It only chooses an order. A change that none of them notices is run by all the others, too.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import coverage
import pytest

ROOT = Path(__file__).resolve().parent.parent


class Noting:
    """Runs the tests in an order of its own, and notes for each what it ran and how long it took.

    The order is another than that of the files: tests that pass in both may be run in any.
    """

    def __init__(self, into: Path, modules: list[str]) -> None:
        """Begin before the modules are imported. Shapes: as `write` writes into the file."""
        self.into, self.modules, self.took = into, modules, defaultdict[str, float](float)
        self.lines = coverage.Coverage(
            data_file=None, include=[str(ROOT / each) for each in modules], config_file=False
        )
        self.lines.start()

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Mix them, the same way each time."""
        items.sort(key=lambda item: hashlib.sha256(item.nodeid.encode()).digest())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Return whose lines these are."""
        self.lines.switch_context(item.nodeid)
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up setup and call."""
        self.took[report.nodeid] += report.duration

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self) -> None:
        """Write seconds of each test, and the tests of each line of each module."""
        self.lines.stop()
        data = self.lines.get_data()
        ran = {
            module: {
                line: sorted(filter(None, tests)) for line, tests in data.contexts_by_lineno(str(ROOT / module)).items()
            }
            for module in self.modules
        }
        self.into.write_text(json.dumps({"took": self.took, "lines": ran}), encoding="utf-8")


class First:
    """Runs some tests before the others."""

    def __init__(self, names: list[str]) -> None:
        """Take the names in the order that is wanted."""
        self.rank = {name: number for number, name in enumerate(names)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put them first; the others stay as they are."""
        items.sort(key=lambda item: self.rank.get(item.nodeid, len(self.rank)))


def pytest_configure(config: pytest.Config) -> None:
    """Do what the environment asks for."""
    if into := os.environ.get("NEAREST_NOTE"):
        config.pluginmanager.register(Noting(Path(into), os.environ["NEAREST_MODULES"].split(",")))
    if names := os.environ.get("NEAREST_FIRST"):
        config.pluginmanager.register(First(json.loads(Path(names).read_text(encoding="utf-8"))))
