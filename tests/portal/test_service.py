"""How `manage.py up` plans the return of what has ended."""

from __future__ import annotations

import subprocess
import sys
import time
from io import StringIO
from pathlib import Path

import pytest

from portal import environment
from portal.embedded import process
from portal.embedded.postgres import Cluster
from portal.supervisor import provision
from portal.supervisor.console import Console
from portal.supervisor.plan import Address, Plan
from portal.supervisor.service import LONG_PAUSE, TRIES, Program, Service
from portal.supervisor.up import Up

GROUP = Path("/proc/self/autogroup")


@pytest.fixture
def sleeper(tmp_path: Path) -> Service:
    """A program that does nothing until it is ended."""
    return Service("sleeper", Program(["-c", "import time; time.sleep(60)"], log=tmp_path / "log", role="worker"))


class TestReturn:
    def test_is_at_once_then_later_and_never_given_up(self, sleeper: Service) -> None:
        pauses, minutes = [], []
        for _ in range(TRIES + 3):
            minutes.append(sleeper.plan_return())
            pauses.append(round((sleeper.due_at or 0) - time.monotonic(), 1))

        assert pauses == [0.0, 0.5, 1.0, 2.0, 4.0, LONG_PAUSE, LONG_PAUSE, LONG_PAUSE]
        assert minutes == [False] * TRIES + [True] * 3

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


class TestAnErrand:
    """What is loaded into a new portal, beside a portal that answers: once, or again after the next start."""

    def up(self, data: Path, program: str) -> tuple[Up, StringIO]:
        """Return a supervisor whose only service is a program in the place of `demo --packs`, and what it prints."""
        plan = Plan(data, Address("127.0.0.1", 1), cluster=Cluster(data), broker=None)
        console = StringIO()
        up = Up(plan, Console(console))
        (data / environment.SAMPLE_MARKER).touch()
        service = provision.sample_loader(plan)
        assert service is not None
        service.server = Program(["-c", program], log=data / "log", role="samples")
        up.running.append(service)
        return up, console

    def test_is_planned_for_a_new_database(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        plan = Plan(tmp_path, Address("127.0.0.1", 1), cluster=Cluster(tmp_path), broker=None)
        monkeypatch.setenv("COMPILE_ENGINE", "off")
        arguments = {}
        for switch in ("on", "off"):
            monkeypatch.setenv("SAMPLE_HISTORY", switch)
            assert provision.note_new_database(plan)
            arguments[switch] = [errand.server.argv[1:] for errand in provision.errands(plan) if errand]
            for marker in (environment.SAMPLE_MARKER, provision.HISTORY_MARKER):
                (tmp_path / marker).unlink(missing_ok=True)

        assert arguments == {
            "on": [["demo", "--packs"], ["demo", "--history"]],
            "off": [["demo", "--packs", "--cards-only"]],
        }
        assert [each for each in provision.errands(plan) if each] == [], "all of it is in"

    def test_is_over_where_it_ended_well(self, tmp_path: Path) -> None:
        up, console = self.up(tmp_path, "pass")
        [service] = up.running
        service.start()
        assert process.wait_until(lambda: service.exit_code() is not None, within=60)
        up._look_after(service)

        assert (up.running, console.getvalue()) == ([], "")
        assert not (tmp_path / environment.SAMPLE_MARKER).exists()

    def test_that_compiles_the_engine_is_begun_where_it_is_wanted(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """These tests run with the engine as Python, and so begin none."""
        plan = Plan(tmp_path, Address("127.0.0.1", 1), cluster=None, broker=None)
        state = tmp_path / "compiled" / "state"
        state.parent.mkdir()
        for switch, pure, is_wanted in (("on", "", True), ("off", "", False), ("on", "1", False)):
            monkeypatch.setenv("COMPILE_ENGINE", switch)
            monkeypatch.setenv("CARDLOOM_PURE_PYTHON", pure)
            state.write_text("building")
            errands = [errand for errand in provision.errands(plan) if errand]
            assert [errand.name for errand in errands] == (["compiler"] if is_wanted else [])
            assert state.exists() == is_wanted, "what an older start noted is no longer so"

    def test_is_left_to_the_next_start_where_it_fails_again_and_again(self, tmp_path: Path) -> None:
        up, console = self.up(tmp_path, "raise SystemExit(3)")
        [service] = up.running
        service.start()
        assert process.wait_until(lambda: service.exit_code() is not None, within=60)
        for _ in range(TRIES + 1):
            service.due_at = None  # as if it had been started again
            up._look_after(service)
            assert service.server.child is not None
            service.server.child.wait(60)

        assert up.running == [] and "left until the next start" in console.getvalue()
        assert (tmp_path / environment.SAMPLE_MARKER).read_text() == environment.FAILED


class TestACopyOfThisProcess:
    def test_says_how_it_ended_and_prints_why(self) -> None:
        """In a process without other threads."""
        acts = "lambda: None", "lambda: 1 / 0", "lambda: os.kill(os.getpid(), 9)"
        code = f"""import os; from portal.embedded.process import begin_in_child, wait_for_child
children = [begin_in_child(act) for act in ({", ".join(acts)})]
print(*map(wait_for_child, children))"""
        ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

        assert ran.stdout.split() == ["0", "1", "-9"]
        assert ran.stderr.count("ZeroDivisionError") == 1


class TestAProgramOfLowPriority:
    @pytest.mark.skipif(not GROUP.exists(), reason="this system does not share the processor among sessions")
    def test_steps_back_behind_other_sessions(self, tmp_path: Path) -> None:
        """Nice processes of another session get as much as ours otherwise, however nice they are."""
        matches = []
        for is_low in (False, True):
            program = Program(["-c", "import time; time.sleep(60)"], tmp_path / "log", "worker", low_priority=is_low)
            program.begin()
            assert program.child is not None
            group = Path(f"/proc/{program.child.pid}/autogroup").read_text(encoding="ascii")
            matches.append(group.strip().rpartition(" ")[2])
            program.stop()

        assert matches == ["0", "10"]
