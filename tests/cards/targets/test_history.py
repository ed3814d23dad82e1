"""T15 and T48: what clients were told is found in the rows, over the whole write API, also with faults planted, which must be noticed."""

from __future__ import annotations

import ast
import inspect
import os
import random
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, timedelta
from types import ModuleType
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from cards.models import Account
from cards.services import job_run
from cards.services.audit_seal import audit_seal
from tests.cards.matrix.world import routes
from tests.cards.targets.figures import IS_WHOLE, note, size, together
from tests.history.asking import World
from tests.history.faults import FAULTS, SHORT
from tests.history.model import Record, State, anomalies
from tests.history.operations import NOWHERE, OF_SERVICES, OPERATIONS, STORES_NOTHING, WRITES, models
from tests.history.portal import Browsers, Services, build
from tests.history.run import PATHS, Client
from tests.history.state import state_of
from tests.sampling import sampled

CLIENTS = 4
MAX_LENGTH = 1_200  # steps until a planted fault is noticed
WEIGHT_FACTOR = 30  # times its weight is what a planted fault hurts drawn in the short form
RUNS = 6  # of MAX_LENGTH steps together, each from the beginning
LOOK = 100  # steps between two looks
JUMPS = (-6, -1, 0, 0, 1, 6)  # hours
SEED = int(os.environ.get("SEED") or 1)
MIN_KINDS = 12  # acknowledged in the short form: 100 steps reach 21 to 28, whatever the number of operations


def test_every_write_route_has_a_model() -> None:
    """A new route fails here until the history says what it must leave behind."""
    lines = {
        f"{route.removeprefix('api:')} {method}"
        for route, method in routes()
        if route.startswith("api:") and method in WRITES and route != f"api:{NOWHERE}"
    }
    assert sorted(lines - set(OPERATIONS) - STORES_NOTHING) == []
    assert sorted(set(OPERATIONS) - lines - OF_SERVICES) == []
    assert {name.split()[0] for name in set(OPERATIONS) - OF_SERVICES} == set(PATHS)


@pytest.fixture
def jumping_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock of the portal's own process jumps by hours, back and forth; that of the database does not."""
    now, dice = timezone.now, random.Random(SEED)
    offset = [timedelta()]

    def jumped() -> datetime:
        if dice.random() < 0.02:
            offset[0] = timedelta(hours=dice.choice(JUMPS))
        return now() + offset[0]

    monkeypatch.setattr(timezone, "now", jumped)


def clients_of(world: World, people: dict[str, Account], count: int) -> list[Client]:
    """Return a number of clients, each with browsers of its own."""
    emails = {name: account.email for name, account in people.items()}
    return [
        Client(world, Browsers(people), emails, Services(people).acts(), SEED * 100 + number) for number in range(count)
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("jumping_clock")
def test_t15_the_rows_are_explained_by_what_clients_were_told() -> None:
    world, people = build()
    begins, clients = state_of(), clients_of(world, people, CLIENTS)
    steps = size(short=100, whole=int(os.environ.get("N") or 8_000)) // CLIENTS

    def run(client: Client) -> None:
        for _ in range(steps):
            client.step()

    assert together([lambda client=client: run(client) for client in clients]) == [None] * CLIENTS
    history = [record for client in clients for record in client.history]
    while audit_seal():  # as the relay does, which does not run here
        pass
    matching_anomalies = list(anomalies(history, state_of(), models(), begins))
    counts = Counter(record.op for record in history if record.is_done and not record.is_replay)
    replays, refused_total = sum(each.is_replay for each in history), sum(not each.is_done for each in history)
    note(
        "T15",
        {
            "requests": len(history),
            "acknowledged": sum(counts.values()),
            "of kinds": f"{len(counts)} of {len(OPERATIONS)}",
            "repeated": replays,
            "refused": refused_total,
            "anomalies": len(matching_anomalies),
        },
    )

    assert matching_anomalies == []
    assert not any(record.status and record.status >= 500 for record in history)
    assert len(counts) >= MIN_KINDS and replays and refused_total
    assert not IS_WHOLE or sorted(set(OPERATIONS) - set(counts) - {"redeliver POST"}) == []


@pytest.fixture(scope="module")
def stage(django_db_setup: None, django_db_blocker: Any) -> Iterator[tuple[World, dict[str, Account], State]]:
    """A world for all faults, gone afterwards; each fault's own writes go before it."""
    with django_db_blocker.unblock(), transaction.atomic():
        world, people = build()
        yield world, people, state_of()
        transaction.set_rollback(True)


def first_found(stage: tuple[World, dict[str, Account], State], operation: str = "") -> tuple[int, list[str]]:
    """Make one client act, and one thing often, until the checker finds something; return after how many steps, and what."""
    world, people, begins = stage
    [client] = clients_of(_copy(world), people, 1)
    client.weights = [
        weight * (WEIGHT_FACTOR if operation and name.startswith(operation) else 1)
        for name, weight in zip(client.names, client.weights, strict=True)
    ]
    matches: list[str] = []
    look = LOOK // 5 if operation else LOOK
    with transaction.atomic():
        for step in range(1, MAX_LENGTH + 1):
            client.step()
            if step % look == 0 and (matches := list(anomalies(client.history, state_of(), models(), begins))):
                break
        transaction.set_rollback(True)
    return step, matches


def _copy(world: World) -> World:
    """Return a world that grows by itself."""
    kept = {name: getattr(world, name) for name in World.__dataclass_fields__ if name != "count"}
    return World(**{name: value.copy() if isinstance(value, list | dict) else value for name, value in kept.items()})


@pytest.mark.parametrize("fault", FAULTS if IS_WHOLE else sampled(SHORT, of=2))
def test_t48_the_checker_notices(
    stage: tuple[World, dict[str, Account], State], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(job_run, "BEAT", 60.0)  # what it renews is in a transaction that no other connection sees
    FAULTS[fault](monkeypatch)
    step, matches = first_found(stage, "" if IS_WHOLE else SHORT[fault])
    note("T48", {"fault": fault, "steps": step, "found": matches[:1]})

    assert matches, fault


class Watching(pytest.MonkeyPatch):
    """Plants nothing: counts the calls of what a fault would replace; a target that is gone is an error."""

    def __init__(self, calls: Counter[str]) -> None:
        super().__init__()
        self.calls = calls
        self.targets: dict[str, list[ModuleType]] = {}

    def setattr(self, target: Any, name: Any, value: Any = None, raising: bool = True) -> None:  # type: ignore[override]  # as faults call it
        self.targets.setdefault(name, []).append(target)
        super().setattr(target, name, self._counted(name, getattr(target, name)))

    def setitem(self, dic: Any, name: Any, value: Any) -> None:
        self.targets.setdefault(str(name), [])
        super().setitem(dic, name, self._counted(str(name), dic[name]))

    def _counted(self, name: str, act: Any) -> Any:
        def call(*values: Any, **named: Any) -> Any:
            self.calls[name] += 1
            return act(*values, **named)

        return call


@pytest.fixture
def watching() -> Iterator[tuple[dict[str, Watching], Counter[str]]]:
    """What each fault would replace, none of them replaced, and how often each was called."""
    calls = Counter[str]()
    watchings_by_fault = {fault: Watching(calls) for fault in FAULTS}
    try:
        for fault, watch in watchings_by_fault.items():
            FAULTS[fault](watch)
        yield watchings_by_fault, calls
    finally:
        for watch in reversed(watchings_by_fault.values()):
            watch.undo()


def uses(module: ModuleType) -> set[str]:
    """Return the names that a module reads; what it only imports or defines is none."""
    tree = ast.parse(inspect.getsource(module))
    return {each.id for each in ast.walk(tree) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load)}


def test_t48_every_fault_replaces_what_is_there_and_used(
    watching: tuple[dict[str, Watching], Counter[str]],
) -> None:
    """A fault of a service that was renamed, or that its module no longer calls, would be noticed by chance alone."""
    matches, _ = watching
    idle = [
        f"{fault}: {name}" for fault, watch in matches.items() for name, modules in watch.targets.items()
        if modules and not any(name in uses(module) for module in modules)
    ]  # fmt: skip
    assert idle == []
    assert all(watch.targets for watch in matches.values())


@pytest.mark.skipif(not IS_WHOLE, reason="of `make history`: the suite reads the calls in the code")
def test_t48_a_run_comes_by_every_fault(
    stage: tuple[World, dict[str, Account], State],
    watching: tuple[dict[str, Watching], Counter[str]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(job_run, "BEAT", 60.0)
    world, people, _ = stage
    matches, calls = watching
    for client in clients_of(
        world, people, RUNS
    ):  # what a run does early closes the way to something: a member is gone
        client.world = _copy(world)
        with transaction.atomic():
            for _ in range(MAX_LENGTH // RUNS):
                client.step()
            transaction.set_rollback(True)

    assert {
        fault: idle for fault, watch in matches.items() if (idle := [n for n in watch.targets if not calls[n]])
    } == {}


def test_t48_there_are_as_many_faults_as_promised() -> None:
    assert len(FAULTS) > 20 and set(SHORT) < set(FAULTS)


def test_an_answer_to_another_request_is_no_answer() -> None:
    """The checker on a history of two lines."""
    first = Record("versions POST", "a", "/x/a/", {}, {}, "1", "run-1", "", 0.0, 1.0, 201, {"number": 1})
    other_record = Record(
        "versions POST",
        "a",
        "/x/b/",
        {},
        {},
        "2",
        "run-1",
        "",
        2.0,
        3.0,
        201,
        {"number": 1},
        {"Idempotent-Replayed": "true"},
    )
    state = State(facts={("version", "p", "c", 1, "", 1)})
    quiet = {"versions POST": next(iter(models().values()))}
    from dataclasses import replace

    from tests.history.model import Effect

    model = {"versions POST": replace(quiet["versions POST"], effect=lambda _record: Effect(), events=0, least=0)}
    assert list(anomalies([first], state, model, State())) == []
    assert "answered by another request" in next(anomalies([first, other_record], state, model, State()))
