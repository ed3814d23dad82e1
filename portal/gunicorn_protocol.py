"""Two deadlines that gunicorn's ASGI worker does not have of itself.

It lets a client take as long as it likes for the header of its first request, and waits without a limit until a client has taken the rest of an answer
when a connection is closed.
"""

from __future__ import annotations

import socket
from typing import Any

from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.workers import gasgi

REST_SECONDS = 10.0  # for a client to take what is left of its answer

SEND_BUFFER = 128 * 1024  # bytes that the kernel takes before the client does; of itself it takes megabytes


class PunctualProtocol(ASGIProtocol):
    """A connection whose first header has as long as a later one (`keepalive`), and that is cut off when its client takes no more."""

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for the header; what gunicorn does when one is there ends the wait."""
        super().connection_made(transport)
        self._arm_keepalive_timer()
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)

    def _close_transport(self) -> None:
        """Close the connection, and cut it off when that takes long."""
        super()._close_transport()
        if self.transport is not None:
            self.worker.loop.call_later(REST_SECONDS, self.transport.abort)


def install() -> None:
    """Let every connection of this process have them."""
    gasgi.ASGIProtocol = PunctualProtocol
