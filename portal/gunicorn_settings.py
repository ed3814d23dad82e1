"""How gunicorn serves the portal: `gunicorn -c python:portal.gunicorn_settings portal.asgi:application`; `manage.py up` does the same."""

import asyncio
import contextlib
import mmap
import os
import resource
import signal
import sys
from typing import Any

from django.apps import apps

from portal import environment

_host = environment.text("HOST", "127.0.0.1")
_listener = environment.text("CARDLOOM_LISTENER")  # the number of a socket that `manage.py up` has opened
bind = (
    f"fd://{_listener}"
    if _listener
    else f"{f'[{_host}]' if ':' in _host else _host}:{environment.integer('PORT', 8000)}"
)
workers = environment.integer("WEB_WORKERS", 2)
worker_class = "asgi"  # an event loop waits for clients; portal.bridge runs requests in WEB_THREADS threads
asgi_loop = "asyncio"
asgi_lifespan = "on"
wsgi_app = "portal.asgi:application"
timeout = 30  # seconds without a heartbeat from a worker process
graceful_timeout = 7  # seconds for requests under way when it stops; the database gives none of them more than 5
keepalive = 10  # seconds for a header, the first of a connection too (portal.gunicorn_protocol)
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
limit_request_fields = 64
FILES = 65_536  # open files and sockets of a process, where the system allows as many
OURS = ("portal", "cards", "engine")
MAX_START = 60.0  # seconds that a process which is to stop waits for those that replace it
BEGINNING = mmap.mmap(-1, 1024)
"""Which processes are starting, a byte for each by its number; all of them share it."""


def pre_fork(_server: Any, worker: Any) -> None:
    """Note that a process is starting."""
    BEGINNING[worker.age % len(BEGINNING)] = 1


def child_exit(_server: Any, worker: Any) -> None:
    """Note that a process starts no more, where it ended before it served."""
    BEGINNING[worker.age % len(BEGINNING)] = 0


def on_starting(server: Any) -> None:
    """Refuse to serve pages whose styles and scripts are not collected: each would be an error.

    Units of earlier versions name `portal.wsgi`, which the event loop cannot call.
    """
    if server is not None and str(server.app.app_uri).startswith("portal.wsgi"):
        server.app.app_uri = wsgi_app
    folder = environment.static_root()
    if not (folder / "staticfiles.json").exists():
        sys.exit(f"Cannot start: {folder} has no static files. Run: manage.py collectstatic --noinput")


def post_fork(_server: Any, _worker: Any) -> None:
    """Import the program as it is now: its parent may be older than the files, whose parts would not fit together.

    A copy of `manage.py up` has imported it whole, and another web server follows it when it reloads.
    """
    for name in [each for each in sys.modules if each.partition(".")[0] in OURS and not apps.ready]:
        del sys.modules[name]
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (FILES if most == resource.RLIM_INFINITY else min(most, FILES), most))


def post_worker_init(worker: Any) -> None:
    """Give connections their deadlines, and let the process go on until those that replace it serve."""
    from portal import gunicorn_protocol  # of this process: what the parent had is gone

    gunicorn_protocol.install()
    child_exit(None, worker)
    if ready := environment.text("CARDLOOM_READY"):
        with contextlib.suppress(OSError):  # who waited for the first process may be gone
            os.write(int(ready), b".")
    worker.loop.add_signal_handler(signal.SIGTERM, lambda: worker.loop.create_task(leave(worker)))


async def leave(worker: Any) -> None:
    """Stop when no other process is starting: a reload asks the old ones to stop as soon as the new ones begin."""
    from portal import gunicorn_protocol  # of this process, as above

    end = worker.loop.time() + MAX_START
    while any(BEGINNING[:]) and worker.loop.time() < end:
        await asyncio.sleep(0.1)
    await gunicorn_protocol.announce_end(worker)
    worker.handle_exit_signal()


def worker_exit(_server: Any, worker: Any) -> None:
    """End a process that has served without taking its memory apart, which costs seconds on a busy machine; its counts are written first."""
    if worker.booted:
        from cards import meter  # needs the settings, which stand once the process has booted

        meter.flush()
        os._exit(0)
