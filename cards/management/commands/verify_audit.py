"""`manage.py verify_audit`: follow the chain of the audit from its first seal to its last."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from cards.queries.audit_chain import audit_differences, audit_head


class Command(BaseCommand):
    """Exit 1 at the first difference and name it."""

    help = "Check the hash of every sealed audit event, gaps and order; exit 1 at the first difference."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the newest seal of an earlier run."""
        parser.add_argument("--expect", metavar="NUMBER:HASH", help="a seal that an earlier run printed")

    def handle(self, *args: Any, **options: Any) -> None:
        """Check the chain; print the newest seal, which belongs outside the database."""
        for difference in audit_differences(expect=_seal(options["expect"])):
            raise CommandError(difference)
        number, digest = audit_head()
        self.stdout.write(f"{number} audit events are what they were when they were sealed.")
        self.stdout.write(f"newest seal: {number}:{digest}")


def _seal(text: str | None) -> tuple[int, str] | None:
    """Return the seal that was asked for."""
    if not text:
        return None
    number, _, digest = text.partition(":")
    if not number.isdecimal() or len(digest) != 64:
        raise CommandError(f"{text!r} is no seal: give NUMBER:HASH as this command prints it.")
    return int(number), digest
