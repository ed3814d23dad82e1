"""Keeps the secrets of one-time links out of the logs: who holds one can take over an account."""

import logging
import re

MASK = "[redacted]"
LINK = re.compile(r"((?:reset|invitations|seats)(?:/|%2f)+)(?!/|%2f)(?:(?!%2f)[^\s/?#&\"'\\<>])+", re.IGNORECASE)
"""What follows the address of a link's page, cut short or mangled as it may be."""
SECRET = re.compile(r"(?<![\w-])(?=[a-z0-9_-]*[A-Z])(?=[A-Z0-9_-]*[a-z])[\w-]{43,}", re.ASCII)
"""A word shaped like a secret of 32 bytes, wherever it was pasted; digests and names have letters of one case only."""


TOKEN = re.compile(r"clm_[a-z2-7]{8}_[\w-]+", re.ASCII)
"""A token of the API, whole or cut short."""


def redact(line: str) -> str:
    """Return a line of a log with every secret replaced."""
    return SECRET.sub(MASK, TOKEN.sub(MASK, LINK.sub(rf"\g<1>{MASK}", line)))


class Redacting(logging.Formatter):
    """Formats as another formatter does, and redacts what comes out: message, fields and traceback alike."""

    def __init__(self, inner: logging.Formatter | None) -> None:
        """Take the formatter to ask; None means the plain one."""
        super().__init__()
        self.inner = inner or logging.Formatter()

    def format(self, record: logging.LogRecord) -> str:
        """Return the redacted line."""
        return redact(self.inner.format(record))
