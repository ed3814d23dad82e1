"""What gunicorn's ASGI worker does not have of itself: two deadlines, an end that is announced, and the page for an address that is too long.

It lets a client take as long as it likes for the header of its first request, and waits without a limit until a client has taken the rest of an answer
when a connection is closed. When it stops, it closes connections whose clients were told that they stay open, and drops one that it has just taken.
"""

import asyncio
import socket
from http import HTTPStatus
from typing import Any, ClassVar

from django.template.loader import render_to_string
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

REST_SECONDS = 10.0  # for a client to take what is left of its answer

TURN_SECONDS = 0.1  # for the event loop to make a connection that it has taken

SEND_BUFFER = 128 * 1024  # bytes that the kernel takes before the client does; of itself it takes megabytes


class PunctualProtocol(ASGIProtocol):
    """A connection whose first header has as long as a later one (`keepalive`), and that is cut off when its client takes no more."""

    is_leaving: ClassVar[bool] = False
    """Whether the process is about to end: each answer that begins now is the last of its connection, and says so."""
    under_way: ClassVar[set[ASGIProtocol]] = set()
    """The connections with a request that is being answered."""
    _cut_off: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the header; what gunicorn does when one is there ends the wait."""
        super().connection_made(transport)
        self._arm_keepalive_timer()
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    async def _serve_http_request(self, *request: Any) -> bool:
        """Answer a request; return whether the connection stays open."""
        self.under_way.add(self)
        try:
            return bool(await super()._serve_http_request(*request))
        finally:
            self.under_way.discard(self)

    def _will_close(self, *answer: Any) -> bool:
        """Return whether an answer that begins now says that it is the last."""
        return self.is_leaving or bool(super()._will_close(*answer))

    def _close_transport(self) -> None:
        """Close the connection, and cut it off when that takes long."""
        super()._close_transport()
        if self.transport is not None and self._cut_off is None and not self._conn_lost_handled:
            self._cut_off = self.worker.loop.call_later(REST_SECONDS, self.transport.abort)

    def connection_lost(self, exc: BaseException | None) -> None:
        """End the wait: a transport that has closed cannot be cut off."""
        if self._cut_off is not None:
            self._cut_off.cancel()
        super().connection_lost(exc)

    def _send_error_response(self, status: int, message: str, extra_headers: Any = ()) -> None:
        """Answer what cannot be read; to an address that is too long, which a person may have searched for, with the portal's page."""
        if status != HTTPStatus.REQUEST_URI_TOO_LONG:
            super()._send_error_response(status, message, extra_headers)
            return
        page = render_to_string("portal/too_long.html", {"status": int(status)}).encode()
        head = f"HTTP/1.1 414 URI Too Long\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(page)}\r\n"
        self._safe_write(f"{head}Cache-Control: no-store\r\nConnection: close\r\n\r\n".encode() + page)


async def announce_end(worker: Any) -> None:
    """Take no more connections, and let every answer say that it is the last; return when those that began before are given.

    An answer that said that its connection stays open is followed by one that says otherwise: none is cut off between the two.
    """
    for server in worker.servers:
        server.close()
    PunctualProtocol.is_leaving = True
    await asyncio.sleep(TURN_SECONDS)
    begun, end = set(PunctualProtocol.under_way), worker.loop.time() + worker.cfg.graceful_timeout
    while begun & PunctualProtocol.under_way and worker.loop.time() < end:
        await asyncio.sleep(TURN_SECONDS)


def install() -> None:
    """Install them for every connection of this process."""
    gasgi.ASGIProtocol = PunctualProtocol
