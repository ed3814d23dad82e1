"""`?wait=` holds at most one thread of a process."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from cards import waiting


class Ticks:
    """Replaces the pause: time passes without anyone waiting."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def wait(self, seconds: float) -> bool:
        self.now += seconds
        return False


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Ticks:
    ticks = Ticks()
    monkeypatch.setattr(waiting, "time", ticks)
    monkeypatch.setattr(waiting, "_tick", ticks)
    monkeypatch.setattr(waiting, "connection", SimpleNamespace(in_atomic_block=False, close=lambda: None))
    return ticks


def test_returns_at_once_what_is_done(clock: Ticks) -> None:
    assert waiting.wait_for(lambda: True, 30)
    assert clock.now == 100.0


def test_looks_again_until_it_is_done(clock: Ticks) -> None:
    left = [True, False, False, False]

    assert waiting.wait_for(left.pop, 30)
    assert clock.now == 100.0 + 3 * waiting.BETWEEN


@pytest.mark.parametrize(("seconds", "end"), [(0, 0.0), (-1, 0.0), (2, 2.0), (9_000, waiting.MAX_WAIT)])
def test_gives_up_after_the_seconds_or_after_the_longest_wait(clock: Ticks, seconds: float, end: float) -> None:
    assert not waiting.wait_for(lambda: False, seconds)
    assert clock.now == 100.0 + end


def test_a_second_request_of_the_process_is_answered_at_once(clock: Ticks) -> None:
    rest: list[bool] = []

    def is_done() -> bool:
        if clock.now > 100:  # the first request waits by now
            rest.append(waiting.wait_for(lambda: False, 30))
        return len(rest) == 3

    assert waiting.wait_for(is_done, 30)
    assert rest == [False, False, False]
    assert clock.now == 100.0 + 3 * waiting.BETWEEN


def test_the_place_is_free_again_after_an_error(clock: Ticks) -> None:
    for _ in range(2):
        looks = [False]
        with pytest.raises(IndexError):
            waiting.wait_for(looks.pop, 1)
    assert waiting.wait_for([True, False].pop, 1)


def test_gives_its_connection_back_while_it_waits(clock: Ticks, monkeypatch: pytest.MonkeyPatch) -> None:
    end: list[float] = []
    monkeypatch.setattr(waiting.connection, "close", lambda: end.append(clock.now))
    waiting.wait_for(lambda: False, 2 * waiting.BETWEEN)

    assert end == [100.0, 100.0 + waiting.BETWEEN]
