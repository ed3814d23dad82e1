"""Every loop and thread that lives as long as its process goes on after a fault, and the portal says that it failed."""

from __future__ import annotations

import ast
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import OperationalError
from django.test import Client

from cards import meter
from cards.loops import MAX_PAUSE, Loop
from cards.management.commands import relay
from cards.models import LoopFault, Release, Verification
from cards.relay_notices import Notices
from cards.services import verification
from cards.services.loop_fault import loop_fault_note
from portal.metrics import text

ROOT = Path(__file__).parents[2]
BUDGET = 10  # seconds for a loop to go on

WATCHDOGS = {
    "cards/loops.py begin": "runs every loop; a turn lets no exception out",
    "cards/loops.py _run": "the loop itself",
    "cards/management/commands/relay.py handle": "each act is a Loop; another error ends the process, which `up` starts again",
    "cards/meter.py add": "its loop lets no exception out",
    "cards/meter.py _keep": "the loop of the counts, see there",
    "cards/relay_notices.py begin": "runs the loop below",
    "cards/relay_notices.py _run": "lets no exception out; the relay asks again and again while nothing listens",
    "cards/relay_notices.py _listen": "ends with its connection, and `_run` makes another",
    "cards/services/job_run.py __init__": "its thread renews the lease, and ends with the job",
    "cards/services/job_run.py _run": "ends with the job; a lease that is not renewed gives the job to another worker",
    "cards/traces.py take": "its loop lets no refusal of a collector out; another error ends the sending alone",
    "cards/traces.py _run": "the loop of the spans, see there",
    "cards/tasks.py job_run": "ends when no job waits",
    "cards/tasks.py _run": "ends with its chunk, which another worker takes when the lease is not renewed",
    "cards/tasks.py _with_database": "ends with its time",
    "cards/tasks.py _keep": "ends with its chunk",
    "cards/services/trash.py trash_expire": "ends when nothing is expired",
    "cards/services/outgoing.py send": "a timer that ends with its request",
    "portal/overruns.py watch": "a task of the web process; a look that fails is logged, and the next one comes",
    "portal/supervisor/up.py _watch": "the main thread; one service that cannot be looked after ends nothing",
    "portal/embedded/postgres.py start": "ends once the server answers, or refuses to",
    "portal/embedded/postgres.py write_out": "one checkpoint at the stop, which waits for none",
}
"""Where threads, timers and loops without an end of their own are, and what ends or watches each."""


def sites(source: str) -> Iterator[str]:
    """Yield the functions of a module that start a thread or a timer, or loop until something happens."""
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if any(_starts(node) or _goes_on(node) for node in _own(function)):
            yield function.name


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a function without those of functions within it that have a name."""
    for node in ast.iter_child_nodes(function):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            yield from _own(node)


def _starts(node: ast.AST) -> bool:
    names = {"Thread", "Timer", "Process", "ThreadPoolExecutor", "ProcessPoolExecutor"}
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return called in names and any(word.arg in {"target", "function", None} for word in node.keywords) | (
        called in {"Timer"}
    )


def _goes_on(node: ast.AST) -> bool:
    """Return whether a loop ends only by what happens in it or outside: `while True`, `while not stop…`, `for … in itertools.count()`."""
    if isinstance(node, ast.For):
        return "count(" in ast.unparse(node.iter)
    if not isinstance(node, ast.While):
        return False
    test = ast.unparse(node.test)
    return test == "True" or (test.startswith("not ") and "(" in test) or "stop" in test


def loops_of(root: Path = ROOT) -> set[str]:
    """Return every such place of the portal."""
    return {
        f"{path.relative_to(root).as_posix()} {name}"
        for package in ("cards", "portal")
        for path in sorted((root / package).rglob("*.py"))
        for name in sites(path.read_text(encoding="utf-8"))
    }


class TestEveryThreadAndLoop:
    def test_is_listed_with_what_watches_it(self) -> None:
        assert sorted(loops_of() - set(WATCHDOGS)) == []

    def test_that_is_listed_is_there(self) -> None:
        assert sorted(set(WATCHDOGS) - loops_of()) == []

    @pytest.mark.parametrize(
        "source",
        [
            "def f():\n    threading.Thread(target=g, daemon=True).start()",
            "def f():\n    while True:\n        g()",
            "def f(stop):\n    while not stop.is_set():\n        g()",
            "def f(stop):\n    while not stop.wait(2):\n        g()",
            "def f():\n    threading.Timer(1, g).start()",
            "def f():\n    for n in itertools.count(1):\n        g()",
        ],
    )
    def test_is_found(self, source: str) -> None:
        assert list(sites(source)) == ["f"]


class TestLoop:
    def test_goes_on_after_any_fault_and_waits_longer_each_time(self) -> None:
        reports: list[BaseException | None] = []
        faults = iter([ValueError("a"), SystemExit(1), None, KeyError("b")])

        def act() -> None:
            if (fault := next(faults)) is not None:
                raise fault

        loop = Loop("test", act, 2.0, lambda _name, fault: reports.append(fault))

        assert [loop.turn() for _ in range(4)] == [4.0, 8.0, 2.0, 4.0]
        assert [type(each).__name__ for each in reports] == ["ValueError", "SystemExit", "NoneType", "KeyError"]
        loop.faults = 40
        faults = iter([ValueError("c")])
        assert loop.turn() == MAX_PAUSE

    def test_waits_for_a_database_that_is_away_without_a_fault(self) -> None:
        def act() -> None:
            raise OperationalError("the connection is lost")

        loop = Loop("test", act, 2.0, lambda *_: None)
        with pytest.raises(OperationalError):
            loop.turn()
        assert loop.faults == 0

    @pytest.mark.django_db(transaction=True)
    def test_lives_in_its_thread(self) -> None:
        stop, second_event, turns = threading.Event(), threading.Event(), iter([ValueError("a"), OperationalError("b")])

        def act() -> None:
            if (fault := next(turns, None)) is not None:
                raise fault
            second_event.set()

        thread = Loop("test", act, 0.0, lambda *_: None).begin(stop)
        assert second_event.wait(BUDGET)
        stop.set()
        thread.join(BUDGET)
        assert not thread.is_alive()


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make an act of the relay's round fail."""

    def fail() -> int:
        raise KeyError("tampered")

    return lambda name: monkeypatch.setattr(
        relay, "ROUND", tuple(fail if act.__name__ == name else act for act in relay.ROUND)
    )


@pytest.mark.django_db
class TestRelay:
    def test_does_the_rest_of_a_round_when_one_act_fails(
        self, failing: Callable[[str], None], monkeypatch: pytest.MonkeyPatch, client: Client
    ) -> None:
        results: list[str] = []
        acts = [(act.__name__, act) for act in relay.ROUND]

        def noted(name: str) -> Callable[[], int]:
            def act() -> int:
                results.append(name)
                if name == "previews_sweep":
                    raise KeyError("tampered")
                return 0

            act.__name__ = name
            return act

        monkeypatch.setattr(relay, "ROUND", tuple(noted(name) for name, _ in acts))
        relay.one_round()

        assert results == [name for name, _ in acts]
        row = LoopFault.objects.get()
        assert (row.name, row.error, row.faults) == ("previews_sweep", "KeyError: 'tampered'", 1)
        assert client.get("/readyz").json()["checks"]["loops"] == "degraded"
        assert 'cardloom_loop_faults_total{loop="previews_sweep"}' in text()
        assert "\ncardloom_loops_failing 1\n" in text()

        monkeypatch.setattr(relay, "ROUND", (noted("previews_prune"),))
        loop_fault_note("previews_sweep", None)
        assert client.get("/readyz").json()["checks"]["loops"] == "ok"

    def test_waits_longer_for_what_fails_and_not_for_the_rest(self) -> None:
        turns: list[str] = []

        def bad() -> None:
            turns.append("bad")
            raise ValueError("x")

        loops = [
            Loop("bad", bad, 2.0, lambda *_: None),
            Loop("good", lambda: turns.append("good"), 2.0, lambda *_: None),
        ]
        due: dict[int, float] = {}
        for _ in range(3):
            relay.one_round(loops, due)

        assert turns == ["bad", "good", "good", "good"]

    def test_looks_for_what_has_grown_old_once_a_minute(self, monkeypatch: pytest.MonkeyPatch) -> None:
        now, turns = [1000.0], Counter[str]()
        monkeypatch.setattr(relay, "time", SimpleNamespace(monotonic=lambda: now[0]))
        loops = relay.round_loops()
        for loop in loops:
            loop.act, loop.told = partial(turns.update, [loop.name]), lambda *_: None
        due: dict[int, float] = {}
        for _ in range(60):  # two minutes
            relay.one_round(loops, due)
            now[0] += relay.PAUSE

        prunes = {act.__name__ for act in relay.PRUNES}
        assert prunes < {act.__name__ for act in relay.ROUND}
        assert turns == {act.__name__: 2 if act.__name__ in prunes else 60 for act in relay.ROUND}

    def test_asks_little_at_rest(self, django_assert_max_num_queries: Any) -> None:
        """What a round asks when there is nothing to do, every two seconds."""
        relay.one_round()
        acts = [act for act in relay.ROUND if act not in relay.PRUNES]
        with django_assert_max_num_queries(18):
            for act in acts:
                act()

    def test_has_a_loop_beside_the_rounds_for_each_slow_thing(self) -> None:
        assert [loop.name for loop in relay.side_loops(Notices())] == ["webhooks_send", "verification"]


@pytest.mark.django_db
class TestVerification:
    def test_reports_what_cannot_even_be_read(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A tampered column raises an error of its own, which ended the thread that exists to find it."""

        def unreadable(**_named: object) -> Iterator[str]:
            raise ValueError("not a semantic version: 'x'")
            yield ""

        monkeypatch.setattr(verification, "grave_differences", unreadable)
        relay.Verifier()()

        row = Verification.objects.get(kind="releases")
        assert (row.is_whole, "not a semantic version" in row.difference) == (False, True)
        assert row.finished_at is not None
        assert Verification.objects.get(kind="audit").is_whole
        assert not Release.objects.exists()


class TestCounts:
    def test_are_written_on_after_a_gauge_that_fails(self, monkeypatch: pytest.MonkeyPatch) -> None:
        process = meter._Process()
        event, turns = threading.Event(), iter([KeyError("gauge"), OSError("full")])

        def write() -> None:
            if (fault := next(turns, None)) is not None:
                raise fault
            event.set()
            process.ended.set()

        monkeypatch.setattr(process, "write", write)
        monkeypatch.setattr(meter, "WRITE_INTERVAL", 0.001)
        process._keep()

        assert event.is_set()
