"""The lines of the log outside the database: written, read, and compared with what the database has now."""

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime

from cards.models import AuditEvent, Release
from cards.queries.audit_chain import audit_differences

SEAL = re.compile(r"\bseal (\d{1,18}):([0-9a-f]{64})\s*$")
RELEASE = re.compile(r"\brelease ([a-z0-9-]{1,100}) (\S{1,100}) ([0-9a-f]{64}) ([0-9a-f]{64})\s*$")


def seal_line(number: int, digest: str) -> str:
    """Return the line of a seal."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ} seal {number}:{digest}"


def release_line(event: AuditEvent) -> str:
    """Return the line of a release, from its event in the audit."""
    pack, _, version = event.target.partition(" ")
    digests = f"{event.details['manifest_sha256']} {event.details['zip_sha256']}"
    return f"{event.at:%Y-%m-%dT%H:%M:%SZ} release {pack} {version} {digests}"


def newest_number(text: str) -> int:
    """Return the number of the last seal in a text, 0 without one."""
    return max((int(match[1]) for line in text.splitlines() if (match := SEAL.search(line))), default=0)


def log_differences(lines: Iterable[str], *, expect: Mapping[int, str] | None = None) -> Iterator[str]:
    """Yield what the database has otherwise than a log and the seals beside it say: the chain of the audit, its seals, the digests of releases.

    A syslog adds words of its own before an entry; they do not count.
    """
    seals = dict(expect or {})
    for line in lines:
        if match := SEAL.search(line):
            if seals.setdefault(int(match[1]), match[2]) != match[2]:
                yield f"the log names two seals {match[1]}: what was sealed was sealed again with another content"
        elif match := RELEASE.search(line):
            yield from _release_differences(*match.groups())
    yield from audit_differences(expect=seals)


def _release_differences(pack: str, version: str, manifest: str, archive: str) -> Iterator[str]:
    release = Release.objects.filter(pack__slug=pack, version=version).first()
    if release is None:
        yield f"release {pack} {version} is missing: the log has its digests"
    elif (release.manifest_id, release.zip_sha256) != (manifest, archive):
        yield f"release {pack} {version} is not the one that was noted: its digests are others"
