"""Traces for OpenTelemetry: one span for a request, a message of the outbox, a chunk and a job; off, and without cost, while `TRACES_URL` is not set.

The id of the request is the id of the trace. It is in the rows of messages, previews and jobs already, so that a trace goes from a
click through the relay to the workers without a column or a header of its own. Spans are sent in batches by a thread, as OTLP in JSON over
HTTP; what a collector does not take is dropped.
"""

import contextlib
import hashlib
import json
import os
import queue
import re
import secrets
import socket
import threading
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field

import structlog
from django.conf import settings

MAX_WAITING = 2_000  # spans; more are dropped
MAX_BATCH = 200  # spans of one request
PAUSE = 1.0  # seconds between two requests
TIMEOUT = 5.0  # seconds of one
SERVER, CONSUMER, INTERNAL = 2, 5, 1  # kinds of spans
ERROR = 2  # the status of one that failed
PARENT = re.compile(r"00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}")
TRACE = re.compile(r"(?!0{32})[0-9a-f]{32}")
log = structlog.get_logger(__name__)


@dataclass
class Span:
    """What was done, from when to when. Units: begin and end in nanoseconds since 1970."""

    name: str
    request_id: str
    kind: int = INTERNAL
    id: str = field(default_factory=lambda: secrets.token_hex(8))
    parent: str = ""
    attributes: dict[str, str | int] = field(default_factory=dict)
    begin: int = field(default_factory=time.time_ns)
    end: int = 0
    has_failed: bool = False

    def document(self) -> dict[str, object]:
        """Return the span as OTLP writes it in JSON."""
        return {
            "traceId": trace_id(self.request_id),
            "spanId": self.id,
            **({"parentSpanId": self.parent} if self.parent else {}),
            "name": self.name,
            "kind": self.kind,
            "startTimeUnixNano": str(self.begin),
            "endTimeUnixNano": str(self.end),
            "attributes": _attributes(self.attributes),
            "status": {"code": ERROR} if self.has_failed else {},
        }


def trace_id(request_id: str) -> str:
    """Return the trace of a request: its id, or 16 bytes made of one that a caller chose otherwise."""
    return request_id if TRACE.fullmatch(request_id) else hashlib.sha256(request_id.encode()).hexdigest()[:32]


def root_id(request_id: str) -> str:
    """Return the id of the span of a request, which those of the relay and of workers name as their parent."""
    return hashlib.sha256(f"span {request_id}".encode()).hexdigest()[:16]


def parent_of(header: str) -> tuple[str, str]:
    """Return trace and span of a W3C `traceparent`; empty texts for none, or while traces are off."""
    match = PARENT.fullmatch(header) if settings.TRACES_URL else None
    return (match[1], match[2]) if match else ("", "")


@contextlib.contextmanager
def request_span(request_id: str, parent: str) -> Iterator[Span | None]:
    """Trace a request. The caller names the span once it knows the route, and drops it by an empty name."""
    with _measured(Span("", request_id, SERVER, root_id(request_id), parent)) as span:
        yield span


@contextlib.contextmanager
def span(name: str, request_id: str, **attributes: str | int) -> Iterator[None]:
    """Trace something that a request has led to; without a request there is no span."""
    if not request_id or not settings.TRACES_URL:
        yield
        return
    with _measured(Span(name, request_id, CONSUMER, parent=root_id(request_id), attributes=attributes)):
        yield


@contextlib.contextmanager
def _measured(measured: Span) -> Iterator[Span | None]:
    """Take the time of a span, and hand it to the thread that sends; None while traces are off."""
    if not settings.TRACES_URL:
        yield None
        return
    try:
        yield measured
    except BaseException:
        measured.has_failed = True
        raise
    finally:
        measured.end = time.time_ns()
        if measured.name:
            _sender.take(measured)


def flush() -> None:
    """Send what waits, at once; a collector that is away costs the spans."""
    _sender.send()


class _Sender:
    """The spans of this process that wait, and the thread that sends them."""

    def __init__(self) -> None:
        self.waiting: queue.SimpleQueue[Span] = queue.SimpleQueue()
        self.has_begun = False
        self.is_away = False

    def take(self, new: Span) -> None:
        """Put a span in; begin to send with the first."""
        if self.waiting.qsize() < MAX_WAITING:
            self.waiting.put(new)
        if not self.has_begun:
            self.has_begun = True
            threading.Thread(target=self._run, name="traces", daemon=True).start()

    def _run(self) -> None:
        while True:
            time.sleep(PAUSE)
            self.send()

    def send(self) -> None:
        """Send what waits; note the first refusal of several in the log."""
        while batch := self._batch():
            body = json.dumps({"resourceSpans": [{"resource": _resource(), "scopeSpans": [_scope(batch)]}]}).encode()
            request = urllib.request.Request(  # noqa: S310  an address of the operator
                settings.TRACES_URL, data=body, headers={"Content-Type": "application/json"}
            )
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT):  # noqa: S310  as above
                    self.is_away = False
            except (OSError, ValueError) as error:
                if not self.is_away:
                    log.warning("the collector of traces does not answer", reason=str(error))
                self.is_away = True
                return

    def _batch(self) -> list[Span]:
        with contextlib.suppress(queue.Empty):
            return [self.waiting.get_nowait() for _ in range(min(self.waiting.qsize(), MAX_BATCH))]
        return []


def _resource() -> dict[str, object]:
    names = {"service.name": "cardloom", "cardloom.process": settings.PROCESS, "host.name": socket.gethostname()}
    return {"attributes": _attributes({**names, "process.pid": os.getpid()})}


def _scope(batch: list[Span]) -> dict[str, object]:
    return {"scope": {"name": "cardloom"}, "spans": [each.document() for each in batch]}


def _attributes(values: dict[str, str | int]) -> list[dict[str, object]]:
    return [
        {"key": key, "value": {"intValue": str(value)} if isinstance(value, int) else {"stringValue": value}}
        for key, value in values.items()
    ]


_sender = _Sender()


def _reset_in_child() -> None:
    """Begin with none in a child: the thread that sends is the parent's."""
    global _sender  # noqa: PLW0603  a process has one
    _sender = _Sender()


os.register_at_fork(after_in_child=_reset_in_child)
