"""The pool of a web process has a connection soon after a database that was away is back, however long it was away."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Iterator

import pytest
from django.db import connection
from psycopg_pool import ConnectionPool, PoolTimeout

from portal.embedded.folder import free_port
from portal.settings.production import POOL_GIVES_UP

ABSENCE = 3.6  # seconds; a pool that goes on trying by itself tries after 0, 1, 3 and 7


@pytest.fixture
def address(db: None) -> dict[str, str]:
    """Where the database of the tests is, and who asks."""
    given = connection.get_connection_params()
    return {name: str(given[name]) for name in ("host", "port", "dbname", "user", "password") if name in given}


@contextlib.contextmanager
def forwarded(port: int, host: str, to: str) -> Iterator[None]:
    """Make a port lead to the database."""
    stop = threading.Event()

    def copy(source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError), source, target:
            while data := source.recv(65536):
                target.sendall(data)

    def serve() -> None:
        with socket.create_server(("127.0.0.1", port)) as server:
            server.settimeout(0.1)
            while not stop.is_set():
                with contextlib.suppress(TimeoutError):
                    near, _ = server.accept()
                    far = socket.create_connection((host, int(to)))
                    for pair in ((near, far), (far, near)):
                        threading.Thread(target=copy, args=pair, daemon=True).start()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def answers(pool: ConnectionPool) -> bool:
    try:
        with pool.connection() as held:
            return held.execute("SELECT 1").fetchone() == (1,)
    except PoolTimeout:
        return False


def test_a_database_that_comes_back_is_asked_at_once(address: dict[str, str]) -> None:
    port = free_port()
    there = {**address, "host": "127.0.0.1", "port": port, "autocommit": True}
    with ConnectionPool(
        kwargs=there, min_size=1, max_size=2, timeout=0.3, reconnect_timeout=POOL_GIVES_UP, open=False
    ) as pool:
        end = time.monotonic() + ABSENCE
        while time.monotonic() < end:
            assert not answers(pool)
        with forwarded(port, address["host"], address["port"]):
            began = time.monotonic()
            while not answers(pool):
                assert time.monotonic() - began < 10
            took = time.monotonic() - began
            pool.close()
    assert took < 2.5, took
