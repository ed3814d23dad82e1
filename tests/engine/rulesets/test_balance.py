"""`make balance` measures every shipped game."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from engine.rulesets import names
from tests.engine.rulesets import balance


class TestEveryGame:
    def test_has_a_measurement(self) -> None:
        files = {file.stem for file in Path(__file__).parent.glob("balance_*.py")}

        assert files == {f"balance_{name}" for name in names()}

    def test_is_measured_and_its_missed_goals_are_added_up(self, monkeypatch: pytest.MonkeyPatch) -> None:
        shares: list[int] = []
        for name in names():
            module = import_module(f"tests.engine.rulesets.balance_{name}")
            monkeypatch.setattr(module, "main", lambda share: shares.append(share) or 2)

        assert (balance.main(10), shares) == (2 * len(names()), [10] * len(names()))
