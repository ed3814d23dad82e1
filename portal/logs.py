"""One JSON object a line, UTC, with the id of the request that it belongs to."""

import logging.config
from typing import Any

import structlog

from portal.redaction import Redacting

SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.ExtraAdder(),
    structlog.processors.TimeStamper(fmt="iso", utc=True, key="at"),
    structlog.processors.StackInfoRenderer(),
    structlog.processors.format_exc_info,
]


def configure(settings: dict[str, Any]) -> None:
    """Send Django's, Celery's and our own logs to standard error as JSON, which also keeps CR and LF out of a line.

    Django has handlers of its own, which would write whole addresses past this formatter: they are removed.
    """
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"json": {"()": _formatter}},
            "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
            "root": {"handlers": ["stderr"], "level": settings["level"]},
            "loggers": {
                "django": {"handlers": [], "propagate": True},
                "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
                "celery.redirected": {"level": "WARNING"},
                "httpx": {"level": "WARNING"},
            },
        }
    )
    structlog.configure(
        processors=[*SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def _formatter() -> Redacting:
    """Return the last step, for records of structlog and of plain logging alike."""
    return Redacting(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=SHARED,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.EventRenamer("message"),
                structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
            ],
        )
    )
