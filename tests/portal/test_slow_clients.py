"""Clients that send slowly hold no thread of the web server; a reload loses no request."""

from __future__ import annotations

import os
import selectors
import signal
import socket
import threading
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from portal.embedded import process
from portal.embedded.folder import free_port
from portal.gunicorn_worker import COLLECTED, HEADER_LIMIT, Collected, PatientWorker
from tests import bench_slow

GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimpleNamespace]:
    """A web server with one process of two threads, and no database."""
    port = free_port()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("WEB_WORKERS", "1")
        patch.setenv("WEB_THREADS", "2")
        child = bench_slow.start(port, tmp_path_factory.mktemp("web"))
    yield SimpleNamespace(port=port, child=child)
    process.stop(child, by=signal.SIGTERM, within=15)


def answer(port: int, *parts: bytes) -> bytes:
    """Send a request in pieces, and return the first line of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as client:
        for part in parts:
            client.sendall(part)
        return client.makefile("rb").readline()


@pytest.mark.slow
class TestServer:
    def test_answers_while_clients_stop_in_the_middle(self, server: SimpleNamespace) -> None:
        stop = threading.Event()
        clients = bench_slow.attack(server.port, 30, 15, stop)
        good = [bench_slow.ask(server.port)[0] for _ in range(5)]
        stop.set()
        clients.join()

        assert good == [True] * 5

    def test_answers_what_arrives_in_pieces(self, server: SimpleNamespace) -> None:
        assert answer(server.port, *(GET[no : no + 1] for no in range(len(GET)))).startswith(b"HTTP/1.1 200")

    def test_reads_bodies_of_every_size(self, server: SimpleNamespace) -> None:
        for size in (0, 1, COLLECTED - 1, COLLECTED + 1, 3 * COLLECTED):
            head = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-length: %d\r\n\r\n" % size
            assert answer(server.port, head, b"x" * size).startswith(b"HTTP/1.1 200"), size

    def test_reads_a_body_in_chunks(self, server: SimpleNamespace) -> None:
        head = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"

        assert answer(server.port, head, b"3\r\nabc\r\n", b"0\r\n\r\n").startswith(b"HTTP/1.1 200")

    def test_answers_one_request_after_another_on_one_connection(self, server: SimpleNamespace) -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        said = []
        for _ in range(3):
            connection.request("GET", "/healthz")
            reply = connection.getresponse()
            said.append((reply.status, reply.read()))
        connection.close()

        assert [status for status, _ in said] == [200, 200, 200]

    def test_refuses_a_header_without_an_end(self, server: SimpleNamespace) -> None:
        line = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: " + b"x" * (HEADER_LIMIT + 10)

        said = answer(server.port, line)  # nothing, where the rest of the line was still on its way

        assert said == b"" or said.split()[1] in (b"400", b"431")
        assert bench_slow.ask(server.port)[0]

    def test_loses_no_request_while_it_reloads(self, server: SimpleNamespace) -> None:
        stop = threading.Event()
        good: list[bool] = []
        clients = [
            threading.Thread(target=ask_until, args=(server.port, stop, good, kept)) for kept in (True, False, False)
        ]
        for each in clients:
            each.start()
        before = workers(server.child.pid)
        for _ in range(2):
            os.kill(server.child.pid, signal.SIGHUP)
            assert process.wait_until(partial(are_new, server.child.pid, before), within=60, every=0.2)
            before, answered = workers(server.child.pid), len(good)
            assert process.wait_until(partial(has, good, answered + 3), within=60, every=0.2)
        stop.set()
        for each in clients:
            each.join()

        assert all(good)  # they wait while a new process starts; nothing is refused


def workers(pid: int) -> set[int]:
    """Return the worker processes of a server."""
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def are_new(pid: int, before: set[int]) -> bool:
    """Say whether none of the worker processes is one of before."""
    return not before & workers(pid)


def has(answers: list[bool], wanted: int) -> bool:
    """Say whether as many answers have arrived."""
    return len(answers) >= wanted


def ask_until(port: int, stop: threading.Event, good: list[bool], kept: bool) -> None:
    """Ask again and again, on a new connection each time, or on one for as long as the server keeps it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    while not stop.wait(0.01):
        if not kept:
            good.append(bench_slow.ask(port)[0])
            continue
        try:
            connection.request("GET", "/healthz")
            reply = connection.getresponse()
            reply.read()
            good.append(reply.status == 200)
        except OSError:
            good.append(False)
            connection.close()
    connection.close()


class TestCollected:
    @pytest.mark.parametrize("cut", range(1, len(GET)))
    def test_is_whole_with_the_last_byte_of_the_header(self, cut: int) -> None:
        parts = Collected()

        assert (parts.add(GET[:cut]), parts.add(GET[cut:])) == (False, True)

    def test_waits_for_a_body_but_not_for_all_of_a_large_one(self) -> None:
        head = b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
        small, large = Collected(), Collected()

        assert [small.add(head % 3), small.add(b"ab"), small.add(b"c")] == [False, False, True]
        assert not large.add(head % (9 << 20))
        assert [large.add(b"x" * ((1 << 20) - len(large.data) - 1)), large.add(b"x")] == [False, True]

    def test_leaves_to_the_thread_what_its_header_does_not_measure(self) -> None:
        assert Collected().add(b"POST / HTTP/1.1\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n")
        assert Collected().add(b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n")

    def test_is_given_up_beyond_a_header_of_sixty_four_kibibytes(self) -> None:
        endless = Collected()

        assert [endless.add(b"x" * 65_536), endless.add(b"x")] == [False, True]

    def test_is_whole_where_a_header_has_no_line(self) -> None:
        assert Collected().add(b"\r\n\r\n")


class TestConnections:
    def test_are_counted_until_their_client_goes(self) -> None:
        """A worker takes no more than a number of them; one that was counted twice, or never taken off, would stop it."""
        worker, counted = idle_worker(), []
        with socket.create_server(("127.0.0.1", 0)) as listener, worker.poller:
            with socket.create_connection(listener.getsockname()):
                worker.accept(listener)
                [conn] = worker.pending_conns
                counted.append(worker.nr_conns)
                unasked = worker.poller.select(0)  # it may be written to, which is nobody's business here
            assert worker.poller.select(30)
            worker.on_pending_socket_readable(conn, conn.sock)
            counted.append(worker.nr_conns)

        assert (counted, unasked, worker.pending_conns) == ([1, 0], [], [])

    def test_that_are_kept_hold_no_thread_until_their_next_request_is_there(self) -> None:
        worker = idle_worker()
        near, far = socket.socketpair()
        conn = made(timeout=0.0, sock=near)
        worker.keepalived_conns = [conn]
        with near, far, worker.poller:
            worker.poller.register(near, selectors.EVENT_READ)
            far.sendall(GET[:9])
            worker.on_client_socket_readable(conn, near)

        assert (worker.keepalived_conns, worker.pending_conns) == ([], [conn])


def idle_worker() -> Any:
    """Return a worker without threads."""
    worker = PatientWorker.__new__(PatientWorker)
    worker.cfg, worker.poller = SimpleNamespace(is_ssl=False), selectors.DefaultSelector()
    worker.pending_conns, worker.nr_conns = [], 0
    return worker


class TestDeadlines:
    def test_close_what_did_not_arrive_whatever_the_order(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("portal.gunicorn_worker.time.monotonic", lambda: 100.0)
        late, due, early = made(timeout=130.0), made(timeout=100.0), made(timeout=99.0)
        worker = PatientWorker.__new__(PatientWorker)
        worker.pending_conns, worker.nr_conns = [late, due, early], 3
        worker.poller = SimpleNamespace(unregister=lambda _sock: None)
        worker.murder_pending()

        assert (worker.pending_conns, worker.nr_conns) == ([late], 1)
        assert [each.closed for each in (late, due, early)] == [False, True, True]

    def test_are_put_off_once_by_the_end_of_the_header_and_by_no_byte(self, monkeypatch: pytest.MonkeyPatch) -> None:
        worker, conn, seen = PatientWorker.__new__(PatientWorker), made(timeout=0.0), []
        worker.pending_conns, worker.nr_conns = [], 1
        worker.poller = SimpleNamespace(register=lambda *_: None)
        near, far = socket.socketpair()
        for now, sent in (
            (100.0, b""), (105.0, b"POST / HTTP/1.1\r\nCon"), (108.0, b"tent-Length: 3\r\n\r\n"), (120.0, b"a"), (121.0, b"b"),
        ):  # fmt: skip
            monkeypatch.setattr("portal.gunicorn_worker.time.monotonic", lambda now=now: now)
            if sent:
                far.sendall(sent)
                worker.on_pending_socket_readable(conn, near)
            else:
                worker.collect(conn)
            seen.append(conn.timeout)
        near.close()
        far.close()

        assert seen == [110.0, 110.0, 138.0, 138.0, 138.0]


def made(timeout: float, sock: object = None) -> Any:
    conn = SimpleNamespace(timeout=timeout, sock=sock or object(), closed=False)
    conn.close = lambda: setattr(conn, "closed", True)
    return conn
