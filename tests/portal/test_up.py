"""`manage.py up`, run for real."""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from portal.embedded import process, roles
from portal.embedded.postgres import Cluster
from tests import prepared
from tests.bench_preview import Browser
from tests.chaos import Client, hurt_for
from tests.stack import Stack
from tests.targets.portal import Portal


@pytest.fixture(scope="module")
def first() -> Stack:
    """A portal after its first start, stopped: what that printed and left behind."""
    return prepared.first_start()


@pytest.fixture(scope="module")
def up(servers_dir: Path) -> Iterator[Stack]:
    """Everything running, for the tests of this file; each leaves it running."""
    point = servers_dir / "crash-next"
    variables = {**prepared.VARIABLES, "PREVIEW_LEASE_SECONDS": "3", "CRASH_NEXT": str(point)}
    stack = Stack(servers_dir / "up", variables=variables)
    prepared.copy_to(stack.data_dir)
    stack.start()
    yield stack
    assert stack.stop(signal.SIGINT) == 0, stack.printed()


def ready(stack: Stack) -> dict[str, object]:
    """Return what /readyz says."""
    with urllib.request.urlopen(f"{stack.url}/readyz", timeout=10) as answer:  # noqa: S310  our own address
        return json.load(answer)["checks"]


def children(stack: Stack) -> list[int]:
    """Return the processes that it started."""
    assert stack.child
    return [int(pid) for pid in Path(f"/proc/{stack.child.pid}/task/{stack.child.pid}/children").read_text().split()]


@pytest.mark.slow
class TestUp:
    def test_says_first_what_is_embedded(self, first: Stack, up: Stack) -> None:
        for stack in (first, up):
            headline = stack.printed().splitlines()[0]

            assert headline == f"Cardloom: embedded PostgreSQL and Valkey, data in {stack.data_dir}"

    def test_prints_where_to_open_it_and_how_to_sign_in(self, first: Stack, up: Stack) -> None:
        for stack in (first, up):
            assert f"Open {stack.url}\n" in stack.printed()
            assert f"Sign in at {stack.url}/sign-in/" in stack.printed()

    def test_keeps_keys_and_addresses_where_only_their_owner_reads(self, first: Stack) -> None:
        modes = {name: oct((first.data_dir / name).stat().st_mode & 0o777) for name in ("secret_key", "services.json")}

        assert modes == {"secret_key": "0o600", "services.json": "0o600"}

    def test_is_refused_a_second_time_on_the_same_data(self, up: Stack, tmp_path: Path) -> None:
        second = Stack(tmp_path / "second", variables={"DATA_DIR": str(up.data_dir)})
        second.launch()

        assert second.wait_for_end() == 1
        assert f"Cardloom already runs on {up.data_dir}, as process {up.child and up.child.pid}, at {up.url}." in (
            second.printed()
        )

    def test_brings_postgres_back_after_a_kill(self, up: Stack) -> None:
        assert ready(up)["database"] == "ok"
        pid = int((up.data_dir / "postgres" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(pid, signal.SIGKILL)

        up.wait_for("PostgreSQL is back")

        assert (ready(up)["database"], ready(up)["migrations"]) == ("ok", "ok")

    def test_brings_the_web_server_back_after_a_kill(self, up: Stack) -> None:
        web = next(pid for pid in children(up) if b"gunicorn" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(web, signal.SIGKILL)

        up.wait_for("web server is back")

        assert ready(up)["database"] == "ok"

    def test_brings_the_worker_back_after_a_kill(self, up: Stack) -> None:
        worker = next(pid for pid in children(up) if b"celery" in Path(f"/proc/{pid}/cmdline").read_bytes())
        os.kill(worker, signal.SIGKILL)

        assert up.wait_for("worker was ended by SIGKILL; starting it again")
        up.wait_for("worker is back")


@pytest.mark.slow
class TestChaos:
    def test_loses_nothing_that_was_acknowledged(self, up: Stack, servers_dir: Path) -> None:
        """The short form of `make chaos`: parts are killed and stopped while people save, publish and preview."""
        browser = Browser(up, "admin")
        portal = Portal(up, browser, Client(up, browser))

        injury = hurt_for(portal, 10, random.Random(3), servers_dir / "crash-next")

        assert injury["broken"] == [], injury
        assert injury["acknowledged"]["previews"] > 0, injury


@pytest.mark.slow
class TestLogs:
    @pytest.mark.parametrize("command", [("reset_link", "viewer@cardloom.example"), ("invite", "new@cardloom.example")])
    def test_hold_no_secret_of_a_link(self, up: Stack, command: tuple[str, str]) -> None:
        """The link is opened, cut short, sent to another host, and broken so that gunicorn itself refuses it."""
        link = up.command(*command).strip()
        path = link.removeprefix(up.url)
        token = path.strip("/").split("/")[1]
        requests = [
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n",
            f"GET {path[:-1]} HTTP/1.1\r\nHost: 127.0.0.1\r\n",
            f"GET {path} HTTP/1.1\r\nHost: elsewhere.example\r\n",
            f"GET {path} HTTP/9.9\r\nHost: 127.0.0.1\r\n",
            f"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nBad Header {path}: 1\r\n",
        ]
        statuses = [status_of(up, request) for request in requests]

        texts_by_name = {log.name: log.read_text(errors="replace") for log in (up.data_dir / "log").iterdir()}
        assert statuses == [200, 301, 400, 400, 400]
        assert f"{path.removesuffix(f'{token}/')}[redacted]/" in texts_by_name["web.log"]
        assert [name for name, text in texts_by_name.items() if token in text] == []


def status_of(stack: Stack, head: str) -> int:
    """Send a request as it is, and return the status of the answer."""
    with socket.create_connection(("127.0.0.1", stack.port), timeout=10) as connection:
        connection.sendall(f"{head}Connection: close\r\n\r\n".encode())
        return int(connection.makefile("rb").readline().split()[1])


@pytest.mark.slow
class TestStopping:
    def test_stops_all_in_order_keeps_the_data_and_starts_again(self, first: Stack, up: Stack) -> None:
        started_children = children(up)
        code = up.stop(signal.SIGTERM)

        lines = [line.split(" stopped")[0].strip() for line in up.printed().splitlines() if " stopped (" in line]
        assert (code, lines) == (0, ["relay", "jobs", "worker", "web server", "Valkey", "PostgreSQL"])
        assert [pid for pid in started_children if process.is_alive(pid)] == []

        up.start()
        assert "A new database" in first.printed()
        assert "A new database" not in up.printed()


@pytest.mark.slow
class TestBesideARealDatabase:
    def test_starts_nothing_embedded_and_makes_no_account(
        self, servers_dir: Path, cluster: Cluster, broker_url: str
    ) -> None:
        roles.create_roles(cluster, "external")
        stack = Stack(servers_dir / "external-up")
        stack.variables = {
            "DATABASE_URL": cluster.url(roles.APP, "external"),
            "MIGRATION_DATABASE_URL": cluster.url(roles.OWNER, "external"),
            "CELERY_BROKER_URL": broker_url,
            "CACHE_URL": "database",
            "SECRET_KEY": "k" * 60,
            "WORKER_CONCURRENCY": "1",
            "WEB_WORKERS": "1",
        }
        stack.start()
        checks = ready(stack)
        names = {path.name for path in stack.data_dir.iterdir()}
        programs = [
            pid for pid in children(stack) if Path(f"/proc/{pid}/cmdline").read_bytes()
        ]  # empty when it has ended
        environments = [Path(f"/proc/{pid}/environ").read_bytes() for pid in programs]
        code = stack.stop()

        assert stack.printed().startswith("Cardloom: DATABASE_URL and CELERY_BROKER_URL are set: nothing embedded is")
        assert (code, checks["database"], checks["migrations"], checks["broker"]) == (0, "ok", "ok", "ok")
        assert names.isdisjoint({"postgres", "broker", "demo-accounts.txt", "secret_key", "fresh"})
        assert len(environments) >= 2
        assert [env for env in environments if b"MIGRATION_DATABASE_URL" in env] == []
        with cluster.connect("external") as connection:
            found = connection.execute("SELECT (SELECT count(*) FROM cards_account), to_regclass('portal_cache')")
            assert found.fetchone() == (0, "portal_cache")


class TestRefusals:
    def test_name_a_busy_port_and_the_next_one(self, servers_dir: Path) -> None:
        with socket.socket() as chosen_socket:
            chosen_socket.bind(("127.0.0.1", 0))
            chosen_socket.listen()
            stack = Stack(servers_dir / "busy", port=chosen_socket.getsockname()[1])
            stack.launch()

            assert stack.wait_for_end() == 1
        assert f"Port {stack.port} of 127.0.0.1 is in use by another program." in stack.printed()
        assert f"make run PORT={stack.port + 1}" in stack.printed()
        assert not (servers_dir / "busy" / "postgres").exists()

    def test_say_that_a_folder_cannot_be_written(self, servers_dir: Path) -> None:
        stack = Stack(servers_dir / "unwritable")
        stack.variables["DATA_DIR"] = "/proc/nowhere"
        stack.launch()

        assert stack.wait_for_end() == 1
        assert "Cannot start: /proc/nowhere cannot be written" in stack.printed()
        assert "make run DATA_DIR=" in stack.printed()

    def test_start_nothing_embedded_beside_a_real_database(self, servers_dir: Path) -> None:
        url = "postgresql://app@127.0.0.1:1/cardloom"
        stack = Stack(servers_dir / "external")
        stack.variables |= {"DATABASE_URL": url, "CELERY_BROKER_URL": "redis://127.0.0.1:1/0", "SECRET_KEY": "k" * 50}
        stack.launch()

        assert stack.wait_for_end() == 1
        first = stack.printed().splitlines()[0]
        assert first.startswith("Cardloom: DATABASE_URL and CELERY_BROKER_URL are set: nothing embedded is started")
        assert "no demo account" in first
        assert "Cannot start: The database is not responding" in stack.printed()
