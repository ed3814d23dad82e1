"""The log outside the database (`SEAL_LOG`): the newest seal of the audit and the digests of releases, for a place that a change of the database does not reach.

Each entry is a line: `TIME seal NUMBER:HASH`, or `TIME release PACK VERSION MANIFEST ARCHIVE`, both digests by SHA-256.
"""

import json
import socket
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db.models.functions import Now

from cards.models import AuditEvent
from cards.queries.audit_chain import audit_head
from cards.queries.seal_lines import newest_number, release_line, seal_line
from cards.services import outgoing

OVERLAP = timedelta(days=1)  # of which a log that cannot be read gets the entries again at a start
SYSLOG = "<109>cardloom: "  # facility 13, security events; severity 5, notice
SYSLOG_PORT = 514
SYSLOG_TIMEOUT = 5.0  # seconds
TAIL = 65_536  # bytes of the end of a file that are read
_last_numbers: dict[str, int] = {}
"""The number of the seal that this process wrote last, by address."""


class NotWritten(Exception):
    """The log does not take the entries; they are written at the next try."""


def seal_log_write() -> int:
    """Write what was sealed since the last time; return how many seals that were. One caller at a time: the elected relay.

    Errors: NotWritten, OSError; the loop of the relay reports them and tries again.
    """
    address = settings.SEAL_LOG
    if not address:
        return 0
    number, digest = audit_head()
    since = _last_numbers.get(address)
    if since is None:
        since = _first_number(address)
    if number > since:
        _append(address, [*_releases(since, number), seal_line(number, digest)], number)
    _last_numbers[address] = number
    return max(0, number - since)


def _first_number(address: str) -> int:
    """Return the seal after which a process goes on: of a file its last one, of another log that of a day ago."""
    if address.startswith("/"):
        return newest_number(_tail(Path(address)))
    older = AuditEvent.objects.filter(seal_no__isnull=False, at__lt=Now() - OVERLAP).order_by("-seal_no")
    return older.values_list("seal_no", flat=True).first() or 0


def _tail(path: Path) -> str:
    """Return the end of a file; empty where there is none."""
    if not path.exists():
        return ""
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - TAIL))
        return file.read().decode(errors="replace")


def _releases(since: int, number: int) -> Iterator[str]:
    """Yield the lines of the releases whose events were sealed after one seal, up to another."""
    events = AuditEvent.objects.filter(action="release.publish", seal_no__gt=since, seal_no__lte=number)
    for event in events.order_by("seal_no"):
        yield release_line(event)


def _append(address: str, lines: list[str], number: int) -> None:
    if address.startswith("/"):
        with Path(address).open("a", encoding="utf-8") as file:
            file.write("".join(f"{line}\n" for line in lines))
    elif address.startswith("syslog:"):
        _to_syslog(address.removeprefix("syslog:"), lines)
    else:
        _put(f"{address.rstrip('/')}/{number:012d}", "".join(f"{line}\n" for line in lines))


def _to_syslog(place: str, lines: list[str]) -> None:
    """Send lines to the socket of this machine, or in one datagram each to `//host:port`."""
    is_local = not place.startswith("//")
    host, _, port = place.removeprefix("//").partition(":")
    with socket.socket(socket.AF_UNIX if is_local else socket.AF_INET, socket.SOCK_DGRAM) as log:
        log.settimeout(SYSLOG_TIMEOUT)
        log.connect(place if is_local else (host, int(port or SYSLOG_PORT)))
        for line in lines:
            log.send(f"{SYSLOG}{line}".encode())


def _put(url: str, text: str) -> None:
    """Put an object of its own, named by the number of its seal: a store that keeps objects as they are lets none be replaced."""
    headers = {"Content-Type": "text/plain; charset=utf-8"}
    if settings.SEAL_LOG_TOKEN:
        headers["Authorization"] = f"Bearer {settings.SEAL_LOG_TOKEN}"
    try:
        answer = outgoing.send(
            url,
            method="PUT",
            headers=headers,
            deadline=time.monotonic() + outgoing.TIMEOUT,
            limit=outgoing.BLOCK,
            body=text.encode(),
        )
    except outgoing.Refused as refused:
        raise NotWritten(f"SEAL_LOG: {refused}") from refused
    if not 200 <= answer.status < 300:
        raise NotWritten(f"SEAL_LOG answers {answer.status}: {json.dumps(answer.body[:200].decode(errors='replace'))}")
