"""200 requests are in flight while one misbehaves: none of the others loses its answer."""

from __future__ import annotations

import selectors
import signal
import socket
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from portal.embedded import process
from portal.embedded.folder import free_port
from portal.overruns import Overruns
from tests import bench_slow

GET = b"GET %b HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
COUNT = 200
MAX_LENGTH = 120.0  # seconds without any answer, which only a fault reaches


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """One process with four threads, two of whose paths misbehave."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WEB_WORKERS", "1")
        child = bench_slow.start(port, tmp_path_factory.mktemp("web"), application="tests.planted_asgi:application")
    yield SimpleNamespace(port=port, child=child)
    process.stop(child, by=signal.SIGTERM, within=15)


def begin(port: int, path: bytes) -> socket.socket:
    """Send a request, and wait for nothing."""
    client = socket.create_connection(("127.0.0.1", port), timeout=MAX_LENGTH)
    client.sendall(GET % path)
    return client


def status(client: socket.socket) -> int:
    """Return the status of the answer; 0 where the connection ended without one."""
    with client:
        line = client.makefile("rb").readline().split()
    return int(line[1]) if len(line) > 1 else 0


def statuses(clients: list[socket.socket]) -> list[int]:
    """Return the status of each answer, read as they come."""
    with selectors.DefaultSelector() as poll:
        for each in clients:
            poll.register(each, selectors.EVENT_READ)
        answers = []
        while poll.get_map():
            events = poll.select(MAX_LENGTH)
            assert events, f"{len(poll.get_map())} requests have no answer"
            for key, _ in events:
                poll.unregister(key.fileobj)
                answers.append(status(key.fileobj))  # type: ignore[arg-type]  # a socket
    return answers


def pid(port: int) -> bytes:
    """Return which process answers."""
    with begin(port, b"/pid") as client:
        return client.makefile("rb").read().rpartition(b"\r\n")[2]


@pytest.mark.slow
class TestOthers:
    def test_get_their_answers_while_one_uses_up_its_budget(self, server: SimpleNamespace) -> None:
        bad = [begin(server.port, b"/spend") for _ in range(2)]
        others = [begin(server.port, b"/healthz") for _ in range(COUNT)]

        assert (set(statuses(others)), len(others)) == ({200}, COUNT)
        assert statuses(bad) == [503, 503]

    def test_get_their_answers_while_one_does_not_end_and_its_process_drains(self, server: SimpleNamespace) -> None:
        before = pid(server.port)
        bad = begin(server.port, b"/burn")
        others = [begin(server.port, b"/healthz") for _ in range(COUNT)]

        assert set(statuses(others)) == {200}
        assert process.wait_until(lambda: pid(server.port) != before, within=MAX_LENGTH, interval=0.2)
        assert status(bad) == 0  # it is the only one without an answer
        assert set(statuses([begin(server.port, b"/healthz") for _ in range(COUNT)])) == {200}


class TestOverruns:
    def test_stop_their_process_once(self, monkeypatch: pytest.MonkeyPatch) -> None:
        stops: list[int] = []
        requests = Overruns(stop=lambda: stops.append(1))
        monkeypatch.setattr("portal.overruns.processor_seconds", lambda _ident: time.thread_time() + 100.0)
        requests.look()
        with requests.watched({"REQUEST_METHOD": "GET", "PATH_INFO": "/a"}):
            requests.look()
            requests.look()
        requests.look()

        assert stops == [1]

    def test_are_none_within_the_limit(self) -> None:
        stops: list[int] = []
        requests = Overruns(stop=lambda: stops.append(1))
        with requests.watched({"REQUEST_METHOD": "GET", "PATH_INFO": "/a"}):
            requests.look()

        assert (stops, requests.began) == ([], {})
