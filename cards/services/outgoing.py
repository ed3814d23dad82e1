"""Requests of the portal to addresses that members named: to a public host alone, or to a network of the operator's, within one deadline.

The host is resolved once; every address that it has must be public, and the connection goes to the one that was checked, whatever the name
leads to a moment later. A redirect is an answer like any other and is not followed.
"""

import http.client
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings

from cards.public_addresses import is_public
from cards.services.webhook import HTTPS_PORT, checked_url
from cards.values import frozen_dataclass

TIMEOUT = 5.0  # seconds for everything
BLOCK = 8192  # bytes that are read at a time


class Refused(Exception):
    """The address may not be sent to."""


@frozen_dataclass
class Answer:
    """What a host answered. Shapes: body is its beginning, `is_whole` where that is everything."""

    status: int
    body: bytes
    is_whole: bool


def send(
    url: str, *, method: str, headers: Mapping[str, str], deadline: float, limit: int, body: bytes | None = None
) -> Answer:
    """Send one request and return its answer, read up to a limit.

    Units: deadline of `time.monotonic`; limit in bytes.
    Errors: Refused; OSError, HTTPException and ValueError of the conversation.
    """
    try:
        parts = urlsplit(checked_url(url))
    except Exception as error:
        raise Refused("this address may not be sent to") from error
    host, port = parts.hostname or "", parts.port or HTTPS_PORT
    connection = _Pinned(host, port, address=resolved(host, port), deadline=deadline)
    watch = threading.Timer(_remaining_time(deadline), connection.abort)
    watch.daemon = True
    watch.start()
    try:
        target = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        connection.request(method, target, body=body, headers={**headers, "Connection": "close"})
        return _read(connection.getresponse(), limit)
    finally:
        watch.cancel()
        connection.close()


def resolved(host: str, port: int) -> str:
    """Return an address of a host, once all that it has are known to be public.

    Errors: Refused; OSError when the host has none.
    """
    addresses = {str(info[4][0]) for info in lookup(host, port)}
    if not addresses or not all(is_public(address, settings.WEBHOOK_ALLOW) for address in addresses):
        raise Refused("this host has an address that is not public")
    return min(addresses, key=lambda address: (":" in address, address))


def lookup(host: str, port: int) -> Iterable[Any]:
    """Ask the system for the addresses of a host."""
    return socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)


class _Pinned(http.client.HTTPConnection):
    """A connection to one address under the name of its host, which the certificate must bear."""

    default_port = HTTPS_PORT

    def __init__(self, host: str, port: int, *, address: str, deadline: float) -> None:
        super().__init__(host, port, timeout=TIMEOUT)
        self.address, self.deadline = address, deadline

    def connect(self) -> None:
        """Connect to the address that was checked."""
        left = _remaining_time(self.deadline)
        plain = socket.create_connection((self.address, self.port), timeout=left)
        try:
            self.sock = secured(plain, self.host)
        except BaseException:
            plain.close()
            raise

    def abort(self) -> None:
        """End the conversation, however the host drags it out."""
        if self.sock is not None:
            with suppress(OSError):
                self.sock.shutdown(socket.SHUT_RDWR)


def secured(plain: socket.socket, host: str) -> socket.socket:
    """Return the connection under TLS, the certificate checked against the name of the host."""
    return ssl.create_default_context().wrap_socket(plain, server_hostname=host)


def _read(answer: http.client.HTTPResponse, limit: int) -> Answer:
    """Read an answer up to the limit."""
    body, block = b"", b""
    while len(body) <= limit and (block := answer.read1(min(limit + 1 - len(body), BLOCK))):
        body += block
    return Answer(answer.status, body[:limit], len(body) <= limit)


def _remaining_time(deadline: float) -> float:
    remaining = deadline - time.monotonic()
    if remaining <= 0:
        raise TimeoutError("the receiver took too long")
    return remaining
