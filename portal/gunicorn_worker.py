"""Gunicorn's threaded worker, whose threads never wait for a client that sends slowly.

A thread of the usual one reads a request from the socket, so forty clients that stop in the middle of a header hold forty threads. Here the
one loop that waits for sockets collects a request until its header and its body are there, and only then hands it to a thread. What does not
arrive in time is closed. A body beyond 1 MiB is read by the thread, which gives up when nothing comes for ten seconds.
"""

from __future__ import annotations

import re
import socket
import struct
import time
from functools import partial
from typing import Any

from gunicorn.workers.gthread import TConn, ThreadWorker

COLLECTED = 1 << 20  # bytes of a request that are collected
HEADER_LIMIT = 64 * 1024  # bytes; gunicorn's own limits are smaller, and refuse what this lets through
HEADER_SECONDS = 10.0  # for a whole header
BODY_SECONDS = 30.0  # for what is collected of a body
SILENCE = 10.0  # seconds without a byte of a larger body, or without the client taking a byte of the answer
END = b"\r\n\r\n"
LENGTH = re.compile(rb"\r\ncontent-length:[ \t]*([0-9]{1,18})[ \t]*\r\n", re.IGNORECASE)
CHUNKED = re.compile(rb"\r\n(?:transfer-encoding|expect):", re.IGNORECASE)


class Collected:
    """What has arrived of a request.

    Units: wanted in bytes, with the header; nothing until the header is there.
    """

    def __init__(self) -> None:
        self.data = bytearray()
        self.wanted: int | None = None

    def add(self, more: bytes) -> bool:
        """Take what arrived; return whether a thread may have it."""
        before = max(0, len(self.data) - len(END))
        self.data += more
        if self.wanted is None:
            end = self.data.find(END, before)
            if end < 0:
                return len(self.data) > HEADER_LIMIT
            self.wanted = self._size(bytes(self.data[: end + len(END)]))
        return len(self.data) >= min(self.wanted, COLLECTED)

    def _size(self, header: bytes) -> int:
        """Return how long the request is; where its header alone cannot say, the thread reads on."""
        length = LENGTH.search(header)
        return len(header) + (int(length[1]) if length and not CHUNKED.search(header) else 0)


class PatientWorker(ThreadWorker):
    """Collects requests in its loop; see above."""

    def accept(self, listener: Any) -> None:
        """Take a connection, and wait for its request without a thread; what TLS hides a thread must read."""
        if self.cfg.is_ssl:
            super().accept(listener)
            return
        try:
            client, address = listener.accept()
        except (BlockingIOError, ConnectionAbortedError):
            return
        self.nr_conns += 1
        self.collect(TConn(self.cfg, client, address, listener.getsockname()))

    def collect(self, conn: Any) -> None:
        """Wait for the request of a connection, for as long as it may take."""
        conn.collected = Collected()
        conn.timeout = time.monotonic() + HEADER_SECONDS
        self.pending_conns.append(conn)
        self.poller.register(conn.sock, 1, partial(self.on_pending_socket_readable, conn))

    def on_client_socket_readable(self, conn: Any, client: Any) -> None:
        """Collect the next request of a connection that was kept."""
        if self.cfg.is_ssl:
            super().on_client_socket_readable(conn, client)
            return
        self.poller.unregister(client)
        self.keepalived_conns.remove(conn)
        self.collect(conn)
        self.on_pending_socket_readable(conn, client)

    def on_pending_socket_readable(self, conn: Any, client: Any) -> None:
        """Take what arrived; hand the request to a thread once it is there."""
        if getattr(conn, "collected", None) is None:
            super().on_pending_socket_readable(conn, client)
            return
        try:
            more = client.recv(HEADER_LIMIT)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            more = b""
        if not more:
            self.forget(conn)
            conn.close()
            self.nr_conns -= 1
            return
        had_header = conn.collected.wanted is not None
        if conn.collected.add(more):
            self.forget(conn)
            self.enqueue_req(conn)
        elif conn.collected.wanted is not None and not had_header:
            conn.timeout = time.monotonic() + BODY_SECONDS

    def forget(self, conn: Any) -> None:
        """Wait no more for a connection."""
        self.poller.unregister(conn.sock)
        self.pending_conns.remove(conn)

    def murder_pending(self) -> None:
        """Close what did not arrive in time; unlike gunicorn's, these deadlines are not in order."""
        now = time.monotonic()
        for conn in [each for each in self.pending_conns if each.timeout <= now]:
            self.forget(conn)
            conn.close()
            self.nr_conns -= 1

    def _cap_keepalive(self, deadline: float) -> None:
        """Let a worker stop although a client has not sent its request."""
        super()._cap_keepalive(deadline)
        for conn in self.pending_conns:
            conn.timeout = min(conn.timeout, deadline)

    def handle(self, conn: Any) -> Any:
        """Answer a request that was collected, in a thread."""
        collected = getattr(conn, "collected", None)
        if collected is not None:
            conn.collected, conn.data_ready = None, True
            conn.init()
            conn.parser.unreader.unread(bytes(collected.data))
            give_up_on(conn.sock)
        return super().handle(conn)


def give_up_on(client: socket.socket) -> None:
    """Let a blocking read or write of a socket fail when the client does nothing for too long.

    The kernel's own limits, for gunicorn makes the socket blocking again, which would undo Python's.
    """
    limit = struct.pack("@ll", int(SILENCE), 0)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, limit)
    client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, limit)
