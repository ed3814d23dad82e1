"""/healthz and /readyz."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from cards.models import Outbox, Verification, WorkerBeat
from cards.services.signing import signing_key_ensure
from cards.services.verification import verification_run
from portal import disks
from portal.host_checks import deployment_check

HOST = ("static_files", "data_dir", "signing_key", "secrets", "clock")


@pytest.fixture
def no_database() -> Iterator[None]:
    """The app's connection leads nowhere."""
    connection.close()
    before = connection.settings_dict
    connection.settings_dict = {**before, "PORT": "1"}
    yield
    connection.close()
    connection.settings_dict = before


@pytest.fixture(autouse=True)
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget which disks were full in an earlier test."""
    monkeypatch.setattr(disks, "_refusal_times", {})


class TestHealthz:
    def test_answers_without_a_database(self, client: Client) -> None:
        """No database mark: touching one would fail."""
        answer = client.get("/healthz")

        assert (answer.status_code, answer.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
@pytest.mark.usefixtures("broker_url")
class TestReadyz:
    def checks(self, client: Client) -> dict[str, str]:
        return client.get("/readyz").json()["checks"]

    def test_is_ok_when_everything_is_there(self, client: Client, settings: LazySettings, tmp_path: Path) -> None:
        settings.DATA_DIR = tmp_path
        WorkerBeat.objects.create(worker="00000000-0000-4000-8000-000000000001", pid=1)

        verification_run()

        answer = client.get("/readyz")

        checks = ("database", "migrations", "broker", "disk", "games", *HOST, "workers", "outbox", "loops", "seals")
        assert answer.json() == {"status": "ok", "checks": dict.fromkeys(checks, "ok")}
        assert answer.status_code == 200

    def test_names_a_disk_without_room(
        self, client: Client, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.DATA_DIR = tmp_path
        real, full = shutil.disk_usage(tmp_path), list[Path]()

        def usage(folder: Path) -> Any:
            return real._replace(free=disks.MIN_FREE - (folder in full))

        (tmp_path / "postgres" / "pg_wal").mkdir(parents=True)
        monkeypatch.setattr(shutil, "disk_usage", usage)
        matches = [(self.checks(client)["disk"], disks.full_disks())]
        for folder in (tmp_path, tmp_path / "postgres", tmp_path / "postgres" / "pg_wal"):
            full[:] = [folder]
            matches.append((self.checks(client)["disk"], disks.full_disks()))

        data, database = ("degraded", [str(tmp_path)]), ("degraded", ["PostgreSQL"])
        assert matches == [("ok", []), data, database, database]

    def test_names_each_disk_that_files_are_written_to(
        self, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        folders = [tmp_path / name for name in ("data", "public", "tmp")]
        settings.DATA_DIR, settings.PUBLIC_FILES = folders[0], str(folders[1])
        monkeypatch.setattr(tempfile, "tempdir", str(folders[2]))
        devices = dict(zip(folders, (1, 2, 3), strict=True))
        real = Path.stat

        def stat(path: Path, **named: Any) -> Any:
            return os.stat_result((0, 0, devices[path], *[0] * 7)) if path in devices else real(path, **named)

        monkeypatch.setattr(Path, "stat", stat)
        usage, matches = shutil.disk_usage(tmp_path), []
        for full in folders:
            room = {full: usage._replace(free=0)}
            monkeypatch.setattr(shutil, "disk_usage", lambda folder, room=room: room.get(folder, usage))
            matches.append((disks.full_folders(), disks.fullest_folder()))
        devices[folders[2]] = 1

        assert matches == [([str(path)], str(path)) for path in folders]
        assert disks.full_folders() == []

    def test_remembers_for_a_minute_that_a_row_was_refused(self, client: Client) -> None:
        before = self.checks(client)["disk"]
        disks.refused("PostgreSQL")
        after = self.checks(client)["disk"]
        disks._refusal_times["PostgreSQL"] -= disks.CACHE_SECONDS

        assert (before, after, self.checks(client)["disk"]) == ("ok", "degraded", "ok")

    def test_is_degraded_and_200_without_a_worker(self, client: Client) -> None:
        silent = timezone.now() - timedelta(seconds=31)
        WorkerBeat.objects.create(worker="00000000-0000-4000-8000-000000000001", pid=1, seen_at=silent)

        answer = client.get("/readyz")

        assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
        assert answer.json()["checks"]["workers"] == "degraded"

    def test_names_what_this_host_lacks(
        self, client: Client, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """And `check --deploy` says it in words, with what to do."""
        kept = "whitenoise.storage.CompressedManifestStaticFilesStorage"
        settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": kept}}
        settings.STATIC_ROOT, settings.STATICFILES_DIRS = tmp_path / "static", [tmp_path / "source"]
        settings.DATA_DIR, settings.KEY_FILE, settings.SIGNING_KEY = tmp_path / "data", str(tmp_path / "key"), ""
        monkeypatch.setattr(time, "time", lambda: 0.0)
        lacking = self.checks(client)
        warnings = {warning.id: str(warning.msg) for warning in deployment_check(None)}

        assert [name for name in HOST if lacking[name] == "degraded"] == [name for name in HOST if name != "secrets"]
        assert warnings.keys() == {f"portal.{name}" for name in HOST if name != "secrets"}
        assert (
            "signing_key new" in warnings["portal.signing_key"] and "collectstatic" in warnings["portal.static_files"]
        )
        assert "NTP" in warnings["portal.clock"] and f"{tmp_path}/data" in warnings["portal.data_dir"]

        monkeypatch.undo()
        for folder in ("data", "static", "source"):
            (tmp_path / folder).mkdir()
        (tmp_path / "source" / "a.css").touch()
        call_command("collectstatic", interactive=False, verbosity=0)
        signing_key_ensure()
        assert [name for name in HOST if self.checks(client)[name] != "ok"] == []
        later = time.time() + 60
        os.utime(tmp_path / "source" / "a.css", (later, later))
        (tmp_path / "key").write_text("another key that is as long as a key must be")
        warnings = {warning.id: str(warning.msg) for warning in deployment_check(None)}
        assert warnings.keys() == {"portal.static_files", "portal.signing_key", "portal.secrets"}
        assert (
            "older than their sources" in warnings["portal.static_files"]
            and "lacks the key" in warnings["portal.secrets"]
        )

    def test_names_an_outbox_that_nobody_sends(self, client: Client) -> None:
        Outbox.objects.create(topic="preview", due_at=timezone.now() - timedelta(seconds=61))

        assert self.checks(client)["outbox"] == "degraded"

    def test_forgives_an_outbox_row_of_this_minute(self, client: Client) -> None:
        Outbox.objects.create(topic="preview", due_at=timezone.now() - timedelta(seconds=30))

        assert self.checks(client)["outbox"] == "ok"

    def test_names_a_verification_that_failed_is_old_or_never_was(self, client: Client) -> None:
        never_seals = self.checks(client)["seals"]
        verification_run()
        good = self.checks(client)["seals"]
        Verification.objects.create(kind="audit", is_whole=False, finished_at=timezone.now())
        failed = self.checks(client)["seals"]
        verification_run()
        Verification.objects.update(finished_at=timezone.now() - timedelta(days=4))

        assert (never_seals, good, failed, self.checks(client)["seals"]) == ("degraded", "ok", "degraded", "degraded")

    def test_names_a_broker_that_is_away(self, client: Client, settings: pytest.FixtureRequest) -> None:
        settings.CELERY_BROKER_URL = "redis://127.0.0.1:1/0"

        answer = client.get("/readyz")

        assert (answer.status_code, answer.json()["checks"]["broker"]) == (200, "degraded")

    def test_asks_little_of_the_database(
        self, client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
    ) -> None:
        with django_assert_max_num_queries(12):
            client.get("/readyz")


@pytest.mark.django_db(transaction=True)
class TestReadyzWithoutTheDatabase:
    @pytest.mark.usefixtures("no_database")
    def test_is_down(self, client: Client) -> None:
        answer = client.get("/readyz")

        assert (answer.status_code, answer.json()["status"]) == (503, "down")
        assert answer.json()["checks"]["database"] == "down"

    def test_is_down_while_a_migration_is_missing(self, client: Client) -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations WHERE app = 'sessions'")
            known = cursor.fetchall()
        assert known

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("django.db.migrations.recorder.MigrationRecorder.applied_migrations", lambda _recorder: {})
            answer = client.get("/readyz")

        assert (answer.status_code, answer.json()["checks"]["migrations"]) == (503, "down")
