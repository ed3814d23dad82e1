"""The memo of the last few values."""

from __future__ import annotations

from functools import partial

from engine.recent import Recent


class TestRecent:
    def test_makes_a_value_once_and_the_oldest_again_when_there_are_too_many(self) -> None:
        results: list[str] = []
        recent: Recent[str, str] = Recent(2)

        def make(key: str) -> str:
            results.append(key)
            return f"value of {key}"

        for key in ("a", "b", "a", "c", "b", "a"):
            assert recent.of(key, partial(make, key)) == f"value of {key}"

        assert results == ["a", "b", "c", "a"]
