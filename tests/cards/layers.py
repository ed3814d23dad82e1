"""Rows that many tests begin with, made once for a module: each layer is a savepoint on the one below."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction

from tests.rows import Rows, dump, load

Values = dict[str, Any]
Builder = Callable[[Values], Any]
"""Writes the rows of one layer; is given the values of the layers below, by name."""


@dataclass
class Layer:
    """The rows of one layer: the savepoint that takes them back, and the values of this layer and those below, pickled: read again they are copies."""

    name: str
    savepoint: transaction.Atomic
    values: bytes


@dataclass
class Layers:
    """The layers that lie in the database while the tests of one module run; the lowest is an open transaction.

    A test runs on top of them in a savepoint of its own. It gets copies of the values, so that no test sees what
    another did to an object.
    """

    stack: list[Layer] = field(default_factory=list)

    def arrange(self, builders: Mapping[str, Builder], names: Iterable[str]) -> Values:
        """Make the named layers lie in the database and no others; return copies of their values."""
        names = list(names)
        while [layer.name for layer in self.stack] != names[: len(self.stack)]:
            self.drop()
        for name in names[len(self.stack) :]:
            self._add(name, builders[name])
        return self._values()

    def _values(self) -> Values:
        return dict(pickle.loads(self.stack[-1].values)) if self.stack else {}  # noqa: S301  written below

    def _add(self, name: str, builder: Builder) -> None:
        values = self._values()
        savepoint = transaction.atomic()
        savepoint._from_testcase = True  # type: ignore[attr-defined]  # as of Django's TestCase: a service's own transaction may be durable
        savepoint.__enter__()
        self.stack.append(layer := Layer(name, savepoint, b""))
        try:
            values[name] = builder(values)
            layer.values = pickle.dumps(values)
        except BaseException:
            self.drop()
            raise

    def drop(self) -> None:
        """Take the rows of the highest layer back."""
        transaction.set_rollback(True)
        self.stack.pop().savepoint.__exit__(None, None, None)

    def clear(self) -> None:
        """Take the rows of every layer back."""
        while self.stack:
            self.drop()


Snapshots = dict[tuple[str, ...], tuple[Rows, bytes]]
"""Committed layers by their names: every row of the database, and the values, pickled."""


def build(builders: Mapping[str, Builder], names: Iterable[str], snapshots: Snapshots, owner: str) -> Values:
    """Write the rows of layers where no savepoint may lie below a test: it commits; return copies of their values.

    The rows are copied once they are written, and the next test with the same layers gets the copy: a test that commits begins with an
    empty database.
    """
    key = tuple(names)
    if key in snapshots:
        saved, pickled = snapshots[key]
        load(owner, saved)
        return dict(pickle.loads(pickled))  # noqa: S301  written below
    values: Values = {}
    for name in key:
        values[name] = builders[name](values)
    snapshots[key] = dump(owner), pickle.dumps(values)
    return values
