"""How `manage.py up` plans the return of what has ended."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from portal.embedded import process
from portal.supervisor.service import LONG_PAUSE, TRIES, Program, Service

GROUP = Path("/proc/self/autogroup")


@pytest.fixture
def sleeper(tmp_path: Path) -> Service:
    """A program that does nothing until it is ended."""
    return Service("sleeper", Program(["-c", "import time; time.sleep(60)"], log=tmp_path / "log", role="worker"))


class TestReturn:
    def test_is_at_once_then_later_and_never_given_up(self, sleeper: Service) -> None:
        pauses, often = [], []
        for _ in range(TRIES + 3):
            often.append(sleeper.plan_return())
            pauses.append(round((sleeper.due_at or 0) - time.monotonic(), 1))

        assert pauses == [0.0, 0.5, 1.0, 2.0, 4.0, LONG_PAUSE, LONG_PAUSE, LONG_PAUSE]
        assert often == [False] * TRIES + [True] * 3

    def test_does_not_wait_for_the_program(self, sleeper: Service) -> None:
        program = sleeper.server
        assert isinstance(program, Program)
        program.is_ready = lambda: False
        sleeper.plan_return()

        began = time.monotonic()
        sleeper.start_again()

        assert time.monotonic() - began < 5
        assert (sleeper.due_at, sleeper.took_to_return()) == (None, None)
        program.is_ready = lambda: True
        assert sleeper.took_to_return() is not None
        assert sleeper.took_to_return() is None
        assert program.child is not None
        process.kill_session(program.child)

    def test_is_not_announced_of_one_that_ended_again(self, tmp_path: Path) -> None:
        service = Service("short", Program(["-c", "pass"], log=tmp_path / "log", role=sys.executable))
        service.plan_return()
        service.start_again()

        assert process.wait_until(lambda: service.exit_code() == 0, within=20)
        assert service.took_to_return() is None


class TestAProgramOfLowPriority:
    @pytest.mark.skipif(not GROUP.exists(), reason="this system does not share the processor among sessions")
    def test_steps_back_behind_other_sessions(self, tmp_path: Path) -> None:
        """Nice processes of another session get as much as ours otherwise, however nice they are."""
        found = []
        for is_low in (False, True):
            program = Program(["-c", "import time; time.sleep(60)"], tmp_path / "log", "worker", low_priority=is_low)
            program.begin()
            assert program.child is not None
            group = Path(f"/proc/{program.child.pid}/autogroup").read_text(encoding="ascii")
            found.append(group.strip().rpartition(" ")[2])
            program.stop()

        assert found == ["0", "10"]
