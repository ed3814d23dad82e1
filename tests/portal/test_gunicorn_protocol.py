"""The deadlines of a connection end with it; an end is announced; an address that is too long gets a page."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import Mock

import pytest
from gunicorn.asgi.protocol import ASGIProtocol
from gunicorn.config import Config

from portal.gunicorn_protocol import TURN_SECONDS, PunctualProtocol, announce_end
from tests.loops import run

GET = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"


@pytest.fixture
def closed_connection(monkeypatch: pytest.MonkeyPatch) -> PunctualProtocol:
    """A connection that the server has closed, and of whose end it has not heard; gunicorn's own part of it does nothing."""
    for name in ("_close_transport", "connection_lost"):
        monkeypatch.setattr(ASGIProtocol, name, lambda *_: None)
    protocol = PunctualProtocol.__new__(PunctualProtocol)
    loop = Mock(call_later=lambda *_: asyncio.TimerHandle(0.0, lambda: None, (), Mock()))
    vars(protocol).update(worker=SimpleNamespace(loop=loop), transport=Mock(), _conn_lost_handled=False)
    protocol._close_transport()
    return protocol


def test_a_client_that_takes_no_more_is_cut_off_once(closed_connection: PunctualProtocol) -> None:
    first = closed_connection._cut_off
    closed_connection._close_transport()
    assert first is not None and not first.cancelled() and closed_connection._cut_off is first


def test_a_connection_that_has_ended_is_not_cut_off(closed_connection: PunctualProtocol) -> None:
    closed_connection.connection_lost(None)
    assert closed_connection._cut_off is not None and closed_connection._cut_off.cancelled()


@pytest.mark.parametrize(
    ("status", "kind"), [(414, "text/html; charset=utf-8"), (431, "text/plain"), (400, "text/plain")]
)
def test_an_address_that_is_too_long_gets_a_page_in_both_languages(status: int, kind: str) -> None:
    """A person who searches for a whole page of text still gets one that says what to do."""
    protocol, request = PunctualProtocol.__new__(PunctualProtocol), list[bytes]()
    vars(protocol).update(_safe_write=request.append)
    protocol._send_error_response(status, "too long")
    head, _, body = b"".join(request).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status) and f"Content-Type: {kind}" in head.decode()
    assert f"Content-Length: {len(body)}" in head.decode()
    if status == 414:
        assert "/css/components" in body.decode() and "The address is too long" in body.decode()
        assert "网址过长" in body.decode()


class TestAnEnd:
    """A process that ends tells every client before it closes its connection."""

    def test_comes_with_an_answer_that_says_so(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(PunctualProtocol, "is_leaving", False)
        first, second = run(two_answers_around_an_end())
        assert b"HTTP/1.1 200 OK" in first and b"close" not in first.lower()
        assert b"HTTP/1.1 200 OK" in second and b"connection: close" in second.lower()


async def two_answers_around_an_end() -> tuple[bytes, bytes]:
    """Return two answers on one connection: the process begins to end in the middle of the first."""
    begun_event, go_on = asyncio.Event(), asyncio.Event()

    async def application(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"o", "more_body": True})
        begun_event.set()
        await go_on.wait()
        await send({"type": "http.response.body", "body": b"k"})

    loop, log = asyncio.get_running_loop(), Mock(access_log_enabled=False)
    rest = {"alive": True, "nr": 0, "max_requests": 1000, "nr_conns": 0}
    worker = SimpleNamespace(loop=loop, cfg=Config(), log=log, asgi=application, **rest)
    server = await loop.create_server(lambda: PunctualProtocol(worker), "127.0.0.1", 0)
    worker.servers = [server]
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    writer.write(GET)
    await begun_event.wait()
    end = loop.create_task(leave(worker))
    await asyncio.sleep(5 * TURN_SECONDS)
    go_on.set()
    first = await reader.readuntil(b"ok")
    await end
    writer.write(GET)
    second = await reader.read()
    writer.close()
    return first, second


async def leave(worker: Any) -> None:
    """End a process as `portal.gunicorn_settings` does."""
    await announce_end(worker)
    worker.alive = False
