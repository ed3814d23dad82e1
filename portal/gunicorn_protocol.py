"""Two deadlines that gunicorn's ASGI worker does not have of itself, and the portal's page where an address is too long to be read.

It lets a client take as long as it likes for the header of its first request, and waits without a limit until a client has taken the rest of an answer
when a connection is closed.
"""

from __future__ import annotations

import asyncio
import socket
from http import HTTPStatus
from typing import Any

from django.template.loader import render_to_string
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

REST_SECONDS = 10.0  # for a client to take what is left of its answer

SEND_BUFFER = 128 * 1024  # bytes that the kernel takes before the client does; of itself it takes megabytes


class PunctualProtocol(ASGIProtocol):
    """A connection whose first header has as long as a later one (`keepalive`), and that is cut off when its client takes no more."""

    _cut_off: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the header; what gunicorn does when one is there ends the wait."""
        super().connection_made(transport)
        self._arm_keepalive_timer()
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

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


def install() -> None:
    """Let every connection of this process have them."""
    gasgi.ASGIProtocol = PunctualProtocol
