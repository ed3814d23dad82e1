"""What `manage.py up` has in common with the programs that it starts as copies of itself: imports, and none of their settings.

The programs of a portal import much the same. A copy begins with all of it, in memory that it shares until either side writes to it, and reads
the settings of its role again. A copy can be made while the files that were imported are those that a new process would import: an engine
that was compiled since is not taken up by a copy.
"""

import gc
import importlib
import os
import runpy
import sys
import threading
import time
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.db import connections
from django.urls import get_resolver
from django.utils.functional import empty

from cards.gateway import rulesets
from cards.queries.previews.turns import engines
from portal import celery_app, environment

MANAGE = str(environment.ROOT / "manage.py")
SETTINGS = ("portal.settings.base", "portal.settings.production")
OF_PROGRAMS = (
    "cards.management.commands.relay",
    "cards.tasks",
    "celery.apps.worker",
    "celery.bin.worker",
    "celery.concurrency.prefork",
    "gunicorn.app.wsgiapp",
    "gunicorn.workers.gasgi",
    "kombu.transport.redis",
    "portal.bridge",
    "portal.gunicorn_logger",
    "portal.gunicorn_protocol",
)
BEGAN = time.time()


def import_programs() -> None:
    """Import what the programs need, once for all of them, and leave it out of what the collector looks through: a look would write to it."""
    for name in OF_PROGRAMS:
        importlib.import_module(name)
    _ = get_resolver().url_patterns, rulesets.rulesets(), engines()
    connections.close_all()
    gc.collect()
    gc.freeze()


def is_current() -> bool:
    """Return whether a copy of this process has what a new process would import, and can be made."""
    return sys.platform.startswith("linux") and threading.active_count() == 1 and not rulesets.is_newly_compiled(BEGAN)


def run_as(argv: Sequence[str], niceness: int) -> None:
    """Run a command of Python in this copy: a module after `-m`, or a file."""
    os.nice(niceness)
    _read_settings()
    if argv[0] == "-m":
        sys.argv = [*argv[1:]]
        runpy.run_module(argv[1], run_name="__main__", alter_sys=True)
    else:
        sys.argv = [*argv]
        runpy.run_path(argv[0], run_name="__main__")


def _read_settings() -> None:
    """Read the settings again, for the role and the servers that the environment of this copy names."""
    for name in SETTINGS:
        importlib.reload(sys.modules[name])
    settings._wrapped = empty
    for handler in (connections, caches):
        _read_settings_of(handler)
    celery_app.config_from_object("django.conf:settings", namespace="CELERY", force=True)


def _read_settings_of(handler: Any) -> None:
    """Drop the connections of the databases or the caches, and read their settings again."""
    for alias in handler:
        _ = handler[alias]  # there is one to forget
        del handler[alias]
    current = dict(
        handler.configure_settings(None)
    )  # a copy: not read before, the settings of a handler are these themselves
    handler.settings.clear()
    handler.settings.update(current)
