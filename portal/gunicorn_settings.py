"""How gunicorn serves the portal: `gunicorn -c portal/gunicorn_settings.py portal.wsgi`; `manage.py up` does the same."""

import os
import sys
from typing import Any

from portal import environment

_host = environment.text("HOST", "127.0.0.1")
bind = f"{f'[{_host}]' if ':' in _host else _host}:{environment.integer('PORT', 8000)}"
workers = environment.integer("WEB_WORKERS", 2)
threads = environment.integer("WEB_THREADS", 8)
worker_class = "portal.gunicorn_worker.PatientWorker"
timeout = 30  # seconds without a heartbeat from a worker process
graceful_timeout = 7  # seconds for requests under way when it stops; the database gives none of them more than 5
keepalive = 5
max_requests, max_requests_jitter = 20_000, 2_000  # a slow leak never grows old
preload_app = False  # an opened connection pool must not be inherited by a fork
proc_name = "cardloom-web"
logger_class = "portal.gunicorn_logger.RedactingLogger"
control_socket_disable = True
raw_env = ["CARDLOOM_PROCESS=web"]
loglevel = "warning" if environment.text("LOG_LEVEL", "info").lower() == "info" else os.environ["LOG_LEVEL"].lower()
# Only a proxy that the operator names may say which scheme and address the visitor had.
forwarded_allow_ips = ",".join(environment.words("TRUSTED_PROXIES"))
secure_scheme_headers = {"X-FORWARDED-PROTO": "https"}
limit_request_line = 8190
OURS = ("portal", "cards", "engine")


def on_starting(_server: Any) -> None:
    """Refuse to serve pages whose styles and scripts nobody has collected: each would be an error."""
    folder = environment.data_dir() / "static"
    if not (folder / "staticfiles.json").exists():
        sys.exit(f"Cannot start: {folder} has no static files. Run: manage.py collectstatic --noinput")


def post_fork(_server: Any, _worker: Any) -> None:
    """Let a process import the program as it is now: its parent may be older than the files, whose parts would not fit together."""
    for name in [each for each in sys.modules if each.partition(".")[0] in OURS]:
        del sys.modules[name]


def worker_exit(_server: Any, worker: Any) -> None:
    """End a process that has served without taking its memory apart, which costs seconds on a busy machine; its counts are written first."""
    if worker.booted:
        from cards import meter  # needs the settings, which stand once the process has booted

        meter.flush()
        os._exit(0)
