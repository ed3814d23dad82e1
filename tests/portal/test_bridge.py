"""The bridge between gunicorn's event loop and the threads: what a client does, it does to itself alone."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Coroutine, Iterable, Mapping
from typing import Any

import pytest

from portal.bridge import IN_MEMORY, Bridge, FileBlocks, Limits
from tests.loops import run

SCOPE = {
    "type": "http",
    "method": "POST",
    "path": "/a%2f中",
    "raw_path": b"/a%252f%E4%B8%AD",
    "query_string": b"q=1",
    "http_version": "1.1",
    "scheme": "http",
    "server": ("127.0.0.1", 8000),
    "client": ("127.0.0.9", 5),
    "headers": [(b"host", b"x"), (b"cookie", b"a=1"), (b"cookie", b"b=2"), (b"x-a", b"1"), (b"x-a", b"2")],
}
QUICK = Limits(first_seconds=0.05, silence=0.05, linger=0.0)
LARGE = 3 * IN_MEMORY


class Client:
    """One client: the messages that it sends, and what it takes of the answer."""

    def __init__(self, *pieces: bytes, leaves: bool = False, stops: bool = False, takes: bool = True) -> None:
        self.pieces, self.leaves, self.stops, self.takes = list(pieces), leaves, stops, takes
        self.answer: list[Mapping[str, Any]] = []

    async def receive(self) -> Mapping[str, Any]:
        if self.pieces:
            data = self.pieces.pop(0)
            return {"type": "http.request", "body": data, "more_body": bool(self.pieces) or self.leaves or self.stops}
        if not self.leaves:
            await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Mapping[str, Any]) -> None:
        if message["type"] == "http.response.body" and not self.takes:
            await asyncio.Event().wait()
        self.answer.append(message)

    @property
    def status(self) -> int:
        return int(self.answer[0]["status"]) if self.answer else 0

    @property
    def body(self) -> bytes:
        return b"".join(each["body"] for each in self.answer[1:])


def application(then: Callable[[dict[str, Any]], Iterable[bytes]]) -> Any:
    """Return a WSGI application that answers with what a function makes of the request."""

    def called(variables: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [("Content-Type", "text/plain")])
        return then(variables)

    return called


def ask(bridge: Bridge, client: Client, **scope: Any) -> None:
    """Make a client ask, and wait until the bridge is done with it."""
    run(bridge({**SCOPE, **scope}, client.receive, client.send))


def echo(variables: dict[str, Any]) -> list[bytes]:
    return [variables["wsgi.input"].read()]


class TestRequests:
    def test_reach_the_application_as_wsgi_has_it(self) -> None:
        observations: dict[str, Any] = {}
        client = Client(b"ab", b"c")
        ask(
            Bridge(
                application(lambda variables: observations.update(variables) or [variables["wsgi.input"].read()]),
                threads=1,
            ),
            client,
        )

        assert (client.status, client.body) == (200, b"abc")
        assert (observations["PATH_INFO"].encode("latin-1").decode(), observations["CONTENT_LENGTH"]) == (
            "/a%2f中",
            "3",
        )
        assert (observations["HTTP_COOKIE"], observations["HTTP_X_A"], observations["REMOTE_ADDR"]) == (
            "a=1; b=2",
            "1,2",
            "127.0.0.9",
        )

    @pytest.mark.parametrize("size", [0, 1, IN_MEMORY, IN_MEMORY + 1, LARGE])
    def test_and_answers_of_every_size_come_whole(self, size: int) -> None:
        client = Client(b"x" * (size // 2), b"y" * (size - size // 2))
        ask(Bridge(application(echo), threads=1), client)

        assert client.body == b"x" * (size // 2) + b"y" * (size - size // 2)

    def test_that_end_in_an_error_outside_the_application_are_answered(self) -> None:
        client = Client(b"")
        ask(Bridge(application(lambda _: 1 / 0), threads=1), client)  # type: ignore[arg-type,return-value]  # no answer at all

        assert client.status == 500


class TestClientsThat:
    def test_stop_in_the_middle_of_a_body_hold_no_thread_and_are_told(self) -> None:
        bridge, slow, quick = Bridge(application(echo), threads=1, limits=QUICK), Client(b"x", stops=True), Client(b"q")

        async def ask_twice() -> None:
            first = asyncio.ensure_future(bridge(SCOPE, slow.receive, slow.send))
            await bridge(SCOPE, quick.receive, quick.send)
            assert (quick.body, slow.answer) == (b"q", [])
            await first

        run(ask_twice())
        assert (slow.status, bridge.collected, bridge.under_way) == (408, 0, 0)

    def test_send_more_than_is_read_are_told_before_they_have_sent_it(self) -> None:
        bridge = Bridge(application(echo), threads=1, limits=Limits(body=100))
        declared, undeclared_client = Client(b"x" * 99, b"x" * 2, stops=True), Client(b"x" * 99, b"x" * 2, stops=True)
        ask(bridge, declared, headers=[(b"host", b"x"), (b"content-length", b"101")])
        ask(bridge, undeclared_client)

        assert (declared.status, len(declared.pieces)) == (413, 2)
        assert (undeclared_client.status, bridge.collected) == (413, 0)

    def test_send_too_much_together_are_told_to_come_again(self) -> None:
        bridge = Bridge(application(echo), threads=1, limits=Limits(bodies=100, first_seconds=0.5))
        first, second = Client(b"x" * 90, stops=True), Client(b"x" * 20)

        async def ask_twice() -> None:
            slow = asyncio.ensure_future(bridge(SCOPE, first.receive, first.send))
            await asyncio.sleep(0)
            await bridge(SCOPE, second.receive, second.send)
            await slow

        run(ask_twice())
        assert (first.status, second.status) == (408, 503)
        assert (b"retry-after", b"5") in second.answer[0]["headers"]

    def test_leave_in_the_middle_are_forgotten(self) -> None:
        calls: list[int] = []
        bridge, client = Bridge(application(lambda _: calls.append(1) or []), threads=1), Client(b"x", leaves=True)  # type: ignore[arg-type]  # a list is enough
        ask(bridge, client)

        assert (calls, client.answer, bridge.collected) == ([], [], 0)

    def test_leave_while_they_wait_for_a_thread_cost_none(self) -> None:
        go, calls = threading.Event(), []

        def slow(variables: dict[str, Any]) -> list[bytes]:
            calls.append(variables["QUERY_STRING"])
            go.wait(30)
            return [b"done"]

        bridge, first, second = Bridge(application(slow), threads=1), Client(b""), Client(b"")

        async def ask_twice() -> None:
            work = asyncio.ensure_future(bridge(SCOPE, first.receive, first.send))
            await asyncio.to_thread(_until, lambda: calls)
            second.leaves = True
            await bridge({**SCOPE, "query_string": b"gone"}, _once_then_gone(), second.send)
            go.set()
            await work

        run(ask_twice())
        assert (calls, first.body, second.answer, bridge.waiting) == (["q=1"], b"done", [], 0)

    def test_are_too_many_are_told_so(self) -> None:
        client = Client(b"")
        ask(Bridge(application(echo), threads=1, limits=Limits(waiting=0)), client)

        assert client.status == 503
        assert "没有任何改动" in client.body.decode()

    @pytest.mark.parametrize("size", [1, LARGE])
    def test_take_nothing_of_an_answer_get_no_more_of_it(self, size: int) -> None:
        end: list[bool] = []

        class File(io.BytesIO):
            def close(self) -> None:
                end.append(True)
                super().close()

        bridge = Bridge(application(lambda _: FileBlocks(File(b"x" * size))), threads=1, limits=QUICK)  # type: ignore[arg-type]  # reads as a file
        client = Client(b"", takes=False)
        with pytest.raises(asyncio.CancelledError):
            ask(bridge, client)

        assert (len(client.answer), bool(end), bridge.under_way) == (1, True, 0)


def _once_then_gone() -> Callable[[], Coroutine[Any, Any, Mapping[str, Any]]]:
    messages = [{"type": "http.request", "body": b"", "more_body": False}, {"type": "http.disconnect"}]

    async def receive() -> Mapping[str, Any]:
        return messages.pop(0)

    return receive


def _until(holds: Callable[[], Any]) -> None:
    """Return when something holds."""
    tick = threading.Event()
    while not holds():
        tick.wait(0.001)


class TestTheEnd:
    def test_waits_for_what_is_under_way(self) -> None:
        bridge, order = Bridge(application(echo), threads=1, limits=QUICK), []
        steps = iter(["lifespan.startup", "lifespan.shutdown"])

        async def receive() -> Mapping[str, Any]:
            return {"type": next(steps)}

        async def send(message: Mapping[str, Any]) -> None:
            order.append(message["type"])
            if message["type"].startswith("lifespan.startup"):
                bridge.under_way = 1
                asyncio.get_running_loop().call_later(0.1, _end)

        def _end() -> None:
            order.append("the last request")
            bridge.under_way = 0

        run(bridge({"type": "lifespan"}, receive, send))
        assert order == ["lifespan.startup.complete", "the last request", "lifespan.shutdown.complete"]

    def test_of_a_websocket_is_its_beginning(self) -> None:
        client = Client()
        run(Bridge(application(echo), threads=1)({"type": "websocket"}, client.receive, client.send))

        assert [each["type"] for each in client.answer] == ["websocket.close"]
