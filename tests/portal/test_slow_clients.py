"""Clients that send slowly hold no thread of the web server; a reload loses no request."""

from __future__ import annotations

import os
import signal
import socket
import threading
from collections.abc import Iterator
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from types import SimpleNamespace

import pytest

from portal.bridge import IN_MEMORY
from portal.embedded import process
from portal.embedded.folder import free_port
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
        hostile = bench_slow.attack(server.port, 80, 600)
        good = [bench_slow.ask(server.port)[0] for _ in range(5)]
        hostile.kill()
        hostile.communicate()

        assert good == [True] * 5

    def test_answers_what_arrives_in_pieces(self, server: SimpleNamespace) -> None:
        assert answer(server.port, *(GET[no : no + 1] for no in range(len(GET)))).startswith(b"HTTP/1.1 200")

    def test_refuses_what_does_not_name_one_host(self, server: SimpleNamespace) -> None:
        """RFC 9112, section 3.2."""
        statuses = {
            head: int(answer(server.port, b"GET /healthz " + head + b"\r\n\r\n").split()[1])
            for head in (
                b"HTTP/1.1",
                b"HTTP/1.1\r\nHost: 127.0.0.1\r\nhost: 127.0.0.1",
                b"HTTP/1.1\r\nHost:",
                b"HTTP/1.1\r\nHost: 127.0.0.1",
                b"HTTP/1.0",
            )
        }
        assert list(statuses.values()) == [400, 400, 400, 200, 200], statuses

    def test_reads_bodies_of_every_size(self, server: SimpleNamespace) -> None:
        for size in (0, 1, IN_MEMORY - 1, IN_MEMORY + 1, 30 * IN_MEMORY):
            head = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\ncontent-length: %d\r\n\r\n" % size
            assert answer(server.port, head, b"x" * size).startswith(b"HTTP/1.1 200"), size

    def test_reads_a_body_in_chunks(self, server: SimpleNamespace) -> None:
        head = b"POST /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"

        assert answer(server.port, head, b"3\r\nabc\r\n", b"0\r\n\r\n").startswith(b"HTTP/1.1 200")

    def test_answers_one_request_after_another_on_one_connection(self, server: SimpleNamespace) -> None:
        connection = HTTPConnection("127.0.0.1", server.port, timeout=30)
        messages = []
        for _ in range(3):
            connection.request("GET", "/healthz")
            reply = connection.getresponse()
            messages.append((reply.status, reply.read()))
        connection.close()

        assert [status for status, _ in messages] == [200, 200, 200]

    def test_refuses_a_header_without_an_end(self, server: SimpleNamespace) -> None:
        line = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: " + b"x" * 70_000

        said = answer(server.port, line)  # nothing, where the rest of the line was still on its way

        assert said == b"" or said.split()[1] in (b"400", b"431")
        assert bench_slow.ask(server.port)[0]

    def test_loses_no_request_while_it_reloads(self, server: SimpleNamespace) -> None:
        stop = threading.Event()
        good: list[bool] = []
        clients = [
            threading.Thread(target=ask_until, args=(server.port, stop, good, kept)) for kept in (True, False, False)
        ]
        for client in clients:
            client.start()
        before = workers(server.child.pid)
        for _ in range(2):
            os.kill(server.child.pid, signal.SIGHUP)
            assert process.wait_until(partial(are_new, server.child.pid, before), within=150, interval=0.2)
            before, answered = workers(server.child.pid), len(good)
            assert process.wait_until(partial(has_answers, good, answered + 3), within=60, interval=0.2)
        stop.set()
        for client in clients:
            client.join()

        assert all(good)  # they wait while a new process starts; nothing is refused


def workers(pid: int) -> set[int]:
    """Return the worker processes of a server."""
    return {int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def are_new(pid: int, before: set[int]) -> bool:
    """Return whether none of the worker processes is one of before."""
    return not before & workers(pid)


def has_answers(answers: list[bool], wanted: int) -> bool:
    """Return whether as many answers have arrived."""
    return len(answers) >= wanted


def ask_until(port: int, stop: threading.Event, good: list[bool], kept: bool) -> None:
    """Ask again and again, on a new connection each time, or on one for as long as the server keeps it."""
    connection = HTTPConnection("127.0.0.1", port, timeout=60)
    while not stop.wait(0.01):
        if not kept:
            good.append(bench_slow.ask(port, patience=60)[0])  # a slow answer is not a lost one
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
