"""One trace goes from a click through the relay to a worker, in OTLP; without a collector no span is made."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client

from cards import tasks, traces
from cards.models import Account, Card, Outbox, Preview
from cards.services.outbox import outbox_send
from cards.services.previews.claim import chunk_claim
from tests.cards.jobs.small import shrink

pytestmark = pytest.mark.django_db
TRACE, CALLER = "4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"
Spans = list[dict[str, Any]]


@pytest.fixture
def collector(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spans]:
    """A collector on this machine: the spans that it got. The test sends them itself, not the thread."""
    spans: Spans = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            document = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            for resource in document["resourceSpans"]:
                names = [each["key"] for each in resource["resource"]["attributes"]]
                assert names[:2] == ["service.name", "cardloom.process"]
                spans.extend(span for scope in resource["scopeSpans"] for span in scope["spans"])
            self.send_response(200)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Stay silent."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    monkeypatch.setattr(traces, "_sender", traces._Sender())
    monkeypatch.setattr(traces._Sender, "_run", lambda self: None)
    settings.TRACES_URL = f"http://127.0.0.1:{server.server_address[1]}/v1/traces"
    yield spans
    server.shutdown()
    server.server_close()


def click(admin: Account, card: Card, **headers: str) -> None:
    """Ask for a preview on the page."""
    client = Client(headers=headers)
    client.force_login(admin)
    answer = client.post(f"/packs/{card.pack.slug}/previews/", {"card": str(card), "preset": "quick"})
    assert answer.status_code == 302


def test_a_click_the_relay_and_a_worker_are_one_trace(
    admin: Account, card: Card, collector: Spans, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_allow_cpu", lambda: None)  # the limit would be that of the tests' own process
    monkeypatch.setattr(tasks, "_keep", lambda lease, stop: None)
    click(admin, card, traceparent=f"00-{TRACE}-{CALLER}-01")
    shrink(Preview.objects.get(), (1,))
    outbox_send()
    lease = chunk_claim()
    assert lease is not None
    tasks._run(lease)
    traces.flush()

    assert {span["traceId"] for span in collector} == {TRACE}
    names = {span["name"]: span for span in collector}
    [root] = [span for span in collector if span["kind"] == traces.SERVER]
    relay, worker = names["outbox preview.queued"], names["preview chunk"]
    assert root["name"].startswith("POST ")
    assert (root["parentSpanId"], relay["parentSpanId"], worker["parentSpanId"]) == (
        CALLER,
        root["spanId"],
        root["spanId"],
    )
    assert [int(span["endTimeUnixNano"]) >= int(span["startTimeUnixNano"]) for span in names.values()] == [True] * 3
    assert {"key": "http.response.status_code", "value": {"intValue": "302"}} in root["attributes"]

    with pytest.raises(ZeroDivisionError), traces.span("job import", "an id of the caller's own"):
        1 / 0  # noqa: B018  it fails
    settings.TRACES_URL = "http://127.0.0.1:9/v1/traces"
    traces.flush()  # a collector that is away costs the spans
    settings.TRACES_URL = ""
    assert traces._sender.waiting.empty()


def test_nothing_is_traced_without_a_collector(admin: Account, card: Card, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(traces, "_sender", None)  # whatever used it would fail
    click(admin, card, traceparent=f"00-{TRACE}-{CALLER}-01")
    outbox_send()
    assert Outbox.objects.exclude(request_id=TRACE).exists() and not Outbox.objects.filter(request_id=TRACE).exists()
