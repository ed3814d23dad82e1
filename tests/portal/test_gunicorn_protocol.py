"""The deadlines of a connection end with it; an address that is too long gets a page."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from unittest.mock import Mock

import pytest
from gunicorn.asgi.protocol import ASGIProtocol

from portal.gunicorn_protocol import PunctualProtocol


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> PunctualProtocol:
    """A connection that the server has closed, and of whose end it has not heard; gunicorn's own part of it does nothing."""
    for name in ("_close_transport", "connection_lost"):
        monkeypatch.setattr(ASGIProtocol, name, lambda *_: None)
    protocol = PunctualProtocol.__new__(PunctualProtocol)
    loop = Mock(call_later=lambda *_: asyncio.TimerHandle(0.0, lambda: None, (), Mock()))
    vars(protocol).update(worker=SimpleNamespace(loop=loop), transport=Mock(), _conn_lost_handled=False)
    protocol._close_transport()
    return protocol


def test_a_client_that_takes_no_more_is_cut_off_once(closed: PunctualProtocol) -> None:
    first = closed._cut_off
    closed._close_transport()
    assert first is not None and not first.cancelled() and closed._cut_off is first


def test_a_connection_that_has_ended_is_not_cut_off(closed: PunctualProtocol) -> None:
    closed.connection_lost(None)
    assert closed._cut_off is not None and closed._cut_off.cancelled()


@pytest.mark.parametrize(
    ("status", "kind"), [(414, "text/html; charset=utf-8"), (431, "text/plain"), (400, "text/plain")]
)
def test_an_address_that_is_too_long_gets_a_page_in_both_languages(status: int, kind: str) -> None:
    """Whoever searches for a whole page of text still gets one that says what to do."""
    protocol, sent = PunctualProtocol.__new__(PunctualProtocol), list[bytes]()
    vars(protocol).update(_safe_write=sent.append)
    protocol._send_error_response(status, "too long")
    head, _, body = b"".join(sent).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status) and f"Content-Type: {kind}" in head.decode()
    assert f"Content-Length: {len(body)}" in head.decode()
    if status == 414:
        assert "/css/components" in body.decode() and "The address is too long" in body.decode()
        assert "网址过长" in body.decode()
