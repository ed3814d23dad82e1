"""Gunicorn's own logs, which hold the addresses of requests as they came in."""

from typing import Any

from gunicorn.glogging import Logger

from portal.redaction import Redacting


class RedactingLogger(Logger):
    """Redacts the error log, and the access log where an operator switches it on."""

    def setup(self, cfg: Any) -> None:
        """Set the handlers up as gunicorn does, then let each redact what it writes."""
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                if not isinstance(handler.formatter, Redacting):
                    handler.setFormatter(Redacting(handler.formatter))
