"""Runs a WSGI application in threads behind an event loop, which alone waits for clients.

The loop reads a whole body before a thread sees the request, and sends an answer after its thread is free again. So a client that is slow, or that
stops, holds no thread. What takes long to arrive or to be taken is given up: see `Limits`. Files are read as their client takes them.
Source: PEP 3333; the ASGI specification 3.0, HTTP and lifespan.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Any
from urllib.parse import unquote_to_bytes

from django.db import close_old_connections

from portal.overruns import Overruns

Message = Mapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[dict[str, Any]], Awaitable[None]]
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
BLOCK = 64 * 1024  # bytes that are sent at once
IN_MEMORY = 128 * 1024  # bytes of a body, either way; a temporary file takes more
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a client may take.

    Units: bytes and seconds. A body has `first_seconds`, and a second more for each `rate` bytes of it that came.
    """

    body: int = 80 << 20  # the portal's own limit is lower, and says so in the visitor's language
    bodies: int = 512 << 20  # of all requests that a process collects
    first_seconds: float = 20.0
    rate: int = 16 * 1024
    silence: float = 20.0  # without the client taking a block
    waiting: int = 1000  # requests that wait for a thread
    linger: float = 0.5  # for connections that were taken when the process began to stop
    leave: float = 5.0  # for requests under way then


class FileBlocks:
    """What PEP 3333 calls a file wrapper: the loop reads the file itself."""

    def __init__(self, file: IO[bytes], block: int = BLOCK) -> None:
        self.file, self.block = file, block

    def __iter__(self) -> FileBlocks:
        return self

    def __next__(self) -> bytes:
        if data := self.file.read(self.block):
            return data
        raise StopIteration

    def close(self) -> None:
        """Close the file, and with it the answer."""
        self.file.close()


@dataclass(slots=True)
class Answer:
    """What a thread made of a request; either all bytes or a file to read them from.

    Shapes: close is called in a thread when the client has all or is gone.
    """

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    data: bytes = b""
    file: IO[bytes] | None = None
    close: Callable[[], None] | None = None

    def start(self, status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Callable[[bytes], None]:
        """Take status and headers, as PEP 3333 has it; the `write` of old applications is not offered."""
        self.status = int(status.split(" ", 1)[0])
        self.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
        return _no_write


class TurnedAway(Exception):
    """A request that the bridge itself refuses, in words that need no language of a visitor."""

    def __init__(self, status: int, english: str, chinese: str) -> None:
        super().__init__(english)
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
        headers += [(b"connection", b"close")] + ([(b"retry-after", b"5")] if status == 503 else [])
        self.answer = Answer(status, headers, f"{english}\n{chinese}\n".encode())


class ClientDisconnected(Exception):
    """The client has left."""


class Bridge:
    """The application that gunicorn's ASGI worker calls."""

    def __init__(self, application: Application, *, threads: int, limits: Limits | None = None) -> None:
        self.application, self.limits = application, limits or Limits()
        self.pool = ThreadPoolExecutor(threads, thread_name_prefix="request")
        self.overruns = Overruns()
        self.under_way = 0
        self.waiting = 0
        self.collected = 0  # bytes of bodies that are collected or read

    async def __call__(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        """Answer one request, or the start and the end of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        else:
            self.under_way += 1
            try:
                await self._serve(scope, receive, send)
            finally:
                self.under_way -= 1

    async def _live(self, receive: Receive, send: Send) -> None:
        """Watch over the threads while the process serves; at its end, wait for what is still under way."""
        await receive()
        watch = asyncio.create_task(self.overruns.watch())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        watch.cancel()
        await asyncio.sleep(self.limits.linger)
        with suppress(TimeoutError):
            async with asyncio.timeout(self.limits.leave):
                while self.under_way:
                    await asyncio.sleep(0.05)
        await send({"type": "lifespan.shutdown.complete"})

    async def _serve(self, scope: Mapping[str, Any], receive: Receive, send: Send) -> None:
        body = Body(self)
        try:
            _check_host(scope)
            await body.collect(scope, receive)
            work = self._begin(environ(scope, body))
        except TurnedAway as refusal:
            body.close()
            await self._send(refusal.answer, send)
            return
        except BaseException as error:
            body.close()
            if isinstance(error, ClientDisconnected):
                return
            raise
        asyncio.wrap_future(work).add_done_callback(lambda _: self._end(body))
        answer = await _wait(work, receive)
        if answer is not None:
            await self._send(answer, send)

    def _begin(self, variables: dict[str, Any]) -> Future[Answer]:
        """Hand a request to a thread.

        Errors: TurnedAway when too many wait.
        """
        if self.waiting >= self.limits.waiting:
            raise TurnedAway(503, "Too many requests wait. Nothing was changed.", "等待处理的请求过多。没有任何改动。")
        self.waiting += 1
        return self.pool.submit(self._answer, variables)

    def _end(self, body: Body) -> None:
        """Note that a thread is done with a request, or will not begin it."""
        self.waiting -= 1
        body.close()

    def _answer(self, variables: dict[str, Any]) -> Answer:
        """Run the application; called in a thread."""
        answer = Answer()
        with self.overruns.watched(variables):
            try:
                parts = self.application(variables, answer.start)
                if isinstance(parts, FileBlocks):
                    answer.file, answer.close = parts.file, parts.close
                    close_old_connections()  # the answer ends in another thread; this one has its own connection
                else:
                    _read_all(parts, answer)
            except Exception:
                log.exception("a request ended in an error outside the application")
                return TurnedAway(500, "Something broke. It is in the log.", "出错了。详情见日志。").answer
        return answer

    async def _send(self, answer: Answer, send: Send) -> None:
        """Send an answer; a client that stops reading for too long gets no more of it."""
        try:
            await send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
            if answer.file is None:
                await self._block(send, answer.data, more=False)
                return
            while data := answer.file.read(BLOCK):
                await self._block(send, data, more=True)
            await self._block(send, b"", more=False)
        except TimeoutError:
            log.info("a client took nothing of its answer for too long")
            raise asyncio.CancelledError from None  # gunicorn closes the connection then, without an error in its log
        finally:
            if answer.close is not None:
                await asyncio.get_running_loop().run_in_executor(self.pool, answer.close)

    async def _block(self, send: Send, data: bytes, *, more: bool) -> None:
        async with asyncio.timeout(self.limits.silence):
            await send({"type": "http.response.body", "body": data, "more_body": more})


async def _wait(work: Future[Answer], receive: Receive) -> Answer | None:
    """Return the answer of a thread; None where the client left before the thread began.

    A thread that has begun goes on without its client; what it answers is closed then.
    """
    future: asyncio.Future[Any] = asyncio.wrap_future(work)
    leaving: asyncio.Future[Any] = asyncio.ensure_future(receive())
    try:
        await asyncio.wait({future, leaving}, return_when=asyncio.FIRST_COMPLETED)
        return None if work.cancel() else await asyncio.shield(future)
    except asyncio.CancelledError:
        if not work.cancel():
            work.add_done_callback(_drop)
        raise
    finally:
        leaving.cancel()


def _drop(work: Future[Answer]) -> None:
    """Close an answer without a waiting client."""
    answer = work.result()
    if answer.close is not None:
        answer.close()


class Body:
    """What a client sends after the header, in memory or in a temporary file."""

    def __init__(self, bridge: Bridge) -> None:
        self.bridge = bridge
        self.file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  closed by close()
        self.size = 0

    async def collect(self, scope: Mapping[str, Any], receive: Receive) -> None:
        """Take the body as it comes.

        Errors: TurnedAway when it is too large or too slow, or finds no room; ClientDisconnected when the client leaves.
        """
        limits, loop = self.bridge.limits, asyncio.get_running_loop()
        if declared_length(scope) > limits.body:
            raise _too_large()
        began = loop.time()
        try:
            async with asyncio.timeout(limits.first_seconds) as patience:
                while await self._take(receive):
                    if not patience.expired():  # else the next wait ends it
                        patience.reschedule(began + limits.first_seconds + self.size / limits.rate)
        except TimeoutError:
            raise TurnedAway(408, "The request came too slowly.", "请求传输过慢。") from None
        except OSError as error:
            log.error("a body found no room", extra={"reason": str(error), "folder": tempfile.gettempdir()})
            raise TurnedAway(
                507,
                f"The disk of {tempfile.gettempdir()} is full. Nothing was changed.",
                f"{tempfile.gettempdir()} 所在的磁盘已满。没有任何改动。",
            ) from error
        self.file.seek(0)

    async def _take(self, receive: Receive) -> bool:
        """Take a piece; return whether more follow."""
        message = await receive()
        if message["type"] != "http.request":
            raise ClientDisconnected
        data = message.get("body", b"")
        self.size += len(data)
        self.bridge.collected += len(data)
        if self.size > self.bridge.limits.body:
            raise _too_large()
        if self.bridge.collected > self.bridge.limits.bodies:
            raise TurnedAway(
                503, "Too much is being sent at once. Nothing was changed.", "同时上传的内容过多。没有任何改动。"
            )
        self.file.write(data)
        return bool(message.get("more_body", False))

    def close(self) -> None:
        """Give the room back."""
        self.bridge.collected -= self.size
        self.file.close()


def environ(scope: Mapping[str, Any], body: Body) -> dict[str, Any]:
    """Return the variables of a request as PEP 3333 names them."""
    server, client = scope.get("server") or ("", 0), scope.get("client") or ("", 0)
    path = scope.get("raw_path") or scope["path"].encode()
    variables = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(path.partition(b"?")[0]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": body.file,
        "wsgi.errors": sys.stderr,
        "wsgi.file_wrapper": FileBlocks,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
        text = value.decode("latin-1")
        between = "; " if key == "HTTP_COOKIE" else ","
        variables[key] = f"{variables[key]}{between}{text}" if key in variables else text
    variables["CONTENT_LENGTH"] = str(body.size) if body.size or "CONTENT_LENGTH" in variables else ""
    return variables


def _check_host(scope: Mapping[str, Any]) -> None:
    """Refuse a request that does not name one host, as RFC 9112, section 3.2, asks of a server.

    Errors: TurnedAway.
    """
    hosts = [value.strip() for name, value in scope["headers"] if name == b"host"]
    if len(hosts) > 1 or (not any(hosts) and scope["http_version"] not in ("1.0", "2")):
        raise TurnedAway(400, "A request names one host in its header.", "请求的标头必须写明一个 Host。")


def declared_length(scope: Mapping[str, Any]) -> int:
    """Return how long a body is by its header, which gunicorn has checked; 0 where it does not say."""
    return next((int(value) for name, value in scope["headers"] if name == b"content-length"), 0)


def _read_all(parts: Iterable[bytes], answer: Answer) -> None:
    """Read an answer to its end, so that its client holds no thread; what is large lies in a file meanwhile."""
    file = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115  the answer closes it
    try:
        for part in parts:
            file.write(part)
    except BaseException:
        file.close()
        raise
    finally:
        close = getattr(parts, "close", None)
        if close is not None:
            close()
    file.seek(0)
    answer.file, answer.close = file, file.close


def _too_large() -> TurnedAway:
    return TurnedAway(413, "The request is too large. Nothing was changed.", "请求过大。没有任何改动。")


def _no_write(_data: bytes) -> None:
    raise NotImplementedError("This server takes the body from what the application returns.")
