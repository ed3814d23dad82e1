"""Opens hostile sockets of eight kinds on a server of this machine, and keeps them open: `python -m tests.hostile_sockets PORT COUNT SECONDS PATH`.

A socket that the server closes is opened again at the next second, so that the count stays. PATH is what slow readers ask for. Only loopback.
"""

from __future__ import annotations

import resource
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

HOST = b"Host: 127.0.0.1\r\n"
FORM = b"POST /sign-in/ HTTP/1.1\r\n" + HOST + b"Content-Type: application/x-www-form-urlencoded\r\n"
FIELD = b"X-%d: " + b"a" * 6990 + b"\r\n"
SMALL_BUFFER = 4096  # bytes that a slow reader lets the kernel hold
PIPELINE_LENGTH = 8  # requests in one write
OF_A_PAUSE = 5  # seconds between two writes of a client that pipelines


@dataclass(frozen=True, slots=True)
class Kind:
    """How a hostile client behaves.

    Shapes: first is sent when the socket is open, drip each second after.
    """

    name: str
    first: bytes
    drip: bytes = b""
    reads: int = 65536
    every: int = 1


def kinds(path: str) -> tuple[Kind, ...]:
    """Return the eight kinds; slow readers ask for a path again and again without taking it."""
    get = b"GET %b HTTP/1.1\r\n" % path.encode() + HOST + b"\r\n"
    healthy = b"GET /healthz HTTP/1.1\r\n" + HOST + b"\r\n"
    return (
        Kind("half-open", b""),
        Kind("slow header", b"GET / HTTP/1.1\r\n" + HOST + b"X-Slow: ", b"x"),
        Kind("header of 70 KB", b"GET / HTTP/1.1\r\n" + HOST + b"".join(FIELD % no for no in range(10)) + b"X: ", b"x"),
        Kind("slow body", FORM + b"Content-Length: 100000\r\n\r\nx=", b"x"),
        Kind("chunked drip", FORM + b"Transfer-Encoding: chunked\r\n\r\n4\r\na=1&\r\n", b"1\r\na\r\n"),
        Kind("body of 50 MB", FORM + b"Content-Length: 50000000\r\n\r\nx=" + b"x" * 60_000, b"x" * 1024),
        Kind("slow reader", get * PIPELINE_LENGTH, reads=64),
        Kind("pipelined", healthy * PIPELINE_LENGTH, healthy * PIPELINE_LENGTH, every=OF_A_PAUSE),
    )


class Client:
    """One hostile client, which comes back when it is shut out."""

    def __init__(self, kind: Kind, port: int) -> None:
        self.kind, self.port = kind, port
        self.socket: socket.socket | None = None
        self.opened = 0

    def step(self, second: int) -> None:
        """Send and read what is due in a second; open the socket where it is closed."""
        try:
            if self.socket is None:
                self._open()
            elif second % self.kind.every == 0:
                self._send(self.kind.drip)
            self._read()
        except OSError:
            self.close()

    def _open(self) -> None:
        self.socket = socket.socket()
        if self.kind.reads < SMALL_BUFFER:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        self.socket.settimeout(2)
        self.socket.connect(("127.0.0.1", self.port))
        self.socket.setblocking(False)
        self.opened += 1
        self._send(self.kind.first)

    def _send(self, data: bytes) -> None:
        if data and self.socket is not None:
            with suppress(BlockingIOError):
                self.socket.send(data)

    def _read(self) -> None:
        if self.socket is not None:
            with suppress(BlockingIOError):
                if self.socket.recv(self.kind.reads) == b"":
                    self.close()

    def close(self) -> None:
        """Close the socket, if it is open."""
        if self.socket is not None:
            self.socket.close()
            self.socket = None


def attack(port: int, count: int, seconds: float, path: str) -> Iterator[dict[str, int]]:
    """Attack; yield after each second how many sockets of each kind are open."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, count + 100), most))
    all_kinds = kinds(path)
    clients = [Client(all_kinds[no % len(all_kinds)], port) for no in range(count)]
    end = time.monotonic() + seconds
    second = 0
    while time.monotonic() < end:
        began = time.monotonic()
        for client in clients:
            client.step(second)
        second += 1
        yield _open(all_kinds, clients)
        time.sleep(max(0.0, began + 1 - time.monotonic()))
    for client in clients:
        client.close()


def _open(all_kinds: Sequence[Kind], clients: Sequence[Client]) -> dict[str, int]:
    return {kind.name: sum(each.socket is not None for each in clients if each.kind is kind) for kind in all_kinds}


def main(port: int, count: int, seconds: float, path: str) -> None:
    """Print how many sockets are open, a line a second."""
    for is_open in attack(port, count, seconds, path):
        print(sum(is_open.values()), is_open, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3]), sys.argv[4])
