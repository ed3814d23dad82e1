"""`manage.py verify_audit`: follow the chain of the audit from its first seal to its last."""

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.queries.audit_chain import audit_differences, audit_head
from cards.queries.seal_lines import log_differences


class Command(BaseCommand):
    """Exit 1 at the first difference and name it."""

    help = "Check the hash of every sealed audit event, gaps and order; exit 1 at the first difference."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the newest seal of an earlier run, and the log outside the database."""
        parser.add_argument("--expect", metavar="NUMBER:HASH", help="a seal that an earlier run printed")
        parser.add_argument("--log", metavar="FILE", help="what SEAL_LOG wrote; - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the chain; print the newest seal, which belongs outside the database."""
        for difference in _differences(options["expect"], options["log"]):
            raise CommandError(difference)
        number, digest = audit_head()
        self.stdout.write(f"{number} audit events are what they were when they were sealed.")
        self.stdout.write(f"newest seal: {number}:{digest}")


def _differences(expect: str | None, log: str | None) -> Iterator[str]:
    """Yield what differs from a seal, and from the log: the one that was named, else the file that this host writes."""
    path = log or (settings.SEAL_LOG if Path(settings.SEAL_LOG).is_file() else "")
    if not path:
        yield from audit_differences(expect=_seal(expect))
        return
    try:
        with nullcontext(sys.stdin) if path == "-" else Path(path).open(encoding="utf-8", errors="replace") as lines:
            yield from log_differences(lines, expect=_seal(expect))
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from error


def _seal(text: str | None) -> dict[int, str]:
    """Return the seal that was asked for."""
    if not text:
        return {}
    number, _, digest = text.partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise CommandError(f"{text!r} is no seal: give NUMBER:HASH as this command prints it.")
    return {int(number): digest}
