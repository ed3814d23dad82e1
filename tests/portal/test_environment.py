"""What the environment decides, and what is said when it is wrong."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from portal import environment

ROOT = environment.ROOT
KEY = "k" * 30 + "0123456789abcdefghijklmnopqrstuvwxyz"
URL = "postgresql://app@127.0.0.1:1/cardloom"


def manage(*argv: str, data: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run a management command under production settings, in an environment of its own."""
    command = [sys.executable, str(ROOT / "manage.py"), *argv]
    return subprocess.run(
        command, capture_output=True, text=True, env={**_basics(), "DATA_DIR": str(data), **variables}
    )


def _basics() -> dict[str, str]:
    return {name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ}


def setting(name: str, *, data: Path, **variables: str) -> object:
    """Return one setting as production has it."""
    code = f"import json; from django.conf import settings; print(json.dumps(settings.{name}, default=str))"
    surroundings = {
        "DJANGO_SETTINGS_MODULE": "portal.settings.production",
        **_basics(),
        "DATA_DIR": str(data),
        **variables,
    }
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, env=surroundings)
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


class TestProduction:
    def test_refuses_a_real_database_without_a_secret_key(self, tmp_path: Path) -> None:
        run = manage("check", data=tmp_path, DATABASE_URL=URL)

        assert run.returncode == 1
        assert run.stderr.startswith("Cannot start: SECRET_KEY is not set, and DATABASE_URL is")
        assert "Traceback" not in run.stderr

    def test_reads_a_secret_from_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "key").write_text(f"{KEY}\n")

        assert setting("SECRET_KEY", data=tmp_path, DATABASE_URL=URL, SECRET_KEY_FILE=str(tmp_path / "key")) == KEY

    def test_keeps_debug_off(self, tmp_path: Path) -> None:
        assert setting("DEBUG", data=tmp_path, DEBUG="1", DJANGO_DEBUG="1") is False

    def test_trusts_https_when_the_address_says_so(self, tmp_path: Path) -> None:
        arguments = {"data": tmp_path, "SITE_URL": "https://cards.example.org"}

        assert setting("SESSION_COOKIE_NAME", **arguments) == "__Host-session"
        assert setting("ALLOWED_HOSTS", **arguments) == ["127.0.0.1", "cards.example.org"]

    def test_passes_djangos_deployment_check(self, tmp_path: Path) -> None:
        asked = ("check", "--deploy", "--fail-level", "WARNING")
        run = manage(*asked, data=tmp_path, SITE_URL="https://c.example", SECRET_KEY=KEY)
        own = manage(*asked, data=tmp_path, SITE_URL="https://c.example", SECRET_KEY=KEY, DATABASE_URL=URL)

        assert (run.returncode, run.stderr) == (0, "")
        assert re.findall(r"\((\w+\.\w+)\)", own.stderr) == ["portal.database", "portal.static_files"]

    def test_pools_connections_in_the_web_process_alone(self, tmp_path: Path) -> None:
        pooled_setting = setting("DATABASES['default']['OPTIONS']", data=tmp_path, CARDLOOM_PROCESS="web")
        single = setting("DATABASES['default']['OPTIONS']", data=tmp_path, CARDLOOM_PROCESS="worker")

        assert isinstance(pooled_setting, dict) and isinstance(single, dict)
        assert "pool" in pooled_setting
        assert "pool" not in single

    def test_tells_the_owners_address_to_commands_alone(self, tmp_path: Path) -> None:
        owner = {"data": tmp_path, "MIGRATION_DATABASE_URL": URL.replace("app", "owner")}

        assert setting("MIGRATION_DATABASE_URL", **owner) == owner["MIGRATION_DATABASE_URL"]
        assert setting("MIGRATION_DATABASE_URL", **owner, CARDLOOM_PROCESS="web") == ""
        assert setting("MIGRATION_DATABASE_URL", **owner, CARDLOOM_PROCESS="worker") == ""

    @pytest.mark.parametrize(
        ("argv", "role"),
        [
            (["/opt/cardloom/.venv/bin/celery", "-A", "portal", "worker", "-O", "fair"], "worker"),
            (["/opt/lib/celery/__main__.py", "-A", "portal", "worker"], "worker"),
            (["/opt/bin/celery", "-A", "portal", "inspect"], "command"),
            (["manage.py", "relay"], "relay"),
            (["manage.py", "migrate"], "command"),
        ],
    )
    def test_knows_a_program_that_an_operator_starts(
        self, monkeypatch: pytest.MonkeyPatch, argv: list[str], role: str
    ) -> None:
        monkeypatch.delenv("CARDLOOM_PROCESS", raising=False)
        monkeypatch.setattr(sys, "argv", argv)
        derived_process = environment.process()
        monkeypatch.setenv("CARDLOOM_PROCESS", "web")

        assert (derived_process, environment.process()) == (role, "web")

    def test_keeps_a_worker_whose_broker_is_away(self, tmp_path: Path) -> None:
        assert setting("CELERY_BROKER_CONNECTION_MAX_RETRIES", data=tmp_path) is None

    def test_says_in_one_line_that_the_database_is_away(self, tmp_path: Path) -> None:
        without = manage("verify_audit", data=tmp_path)
        absent_manage = manage("backup", str(tmp_path / "b"), data=tmp_path, DATABASE_URL=URL, SECRET_KEY=KEY)

        assert (without.returncode, absent_manage.returncode) == (1, 1)
        assert "DATABASE_URL is not set here" in without.stderr
        assert "is DATABASE_URL right?" in absent_manage.stderr
        assert "Traceback" not in without.stderr + absent_manage.stderr

    def test_never_runs_tasks_in_the_process_that_asks(self, tmp_path: Path) -> None:
        assert setting("CELERY_TASK_ALWAYS_EAGER", data=tmp_path, CELERY_TASK_ALWAYS_EAGER="1") is False

    @pytest.mark.parametrize(("url", "timeout"), [("redis://h/0", 300), ("redis+socket:///s", 300), ("amqp://h", None)])
    def test_tells_only_redis_when_to_deliver_again(self, tmp_path: Path, url: str, timeout: int | None) -> None:
        options = setting("CELERY_BROKER_TRANSPORT_OPTIONS", data=tmp_path, CELERY_BROKER_URL=url)

        assert isinstance(options, dict)
        assert options.get("visibility_timeout") == timeout


class TestSecrets:
    def test_are_not_taken_from_two_places(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SECRET_KEY", "a")
        monkeypatch.setenv("SECRET_KEY_FILE", "/nowhere")

        with pytest.raises(ImproperlyConfigured, match="both set"):
            environment.secret("SECRET_KEY")

    def test_name_the_file_that_cannot_be_read(self, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.delenv("SECRET_KEY", raising=False)
        monkeypatch.setenv("SECRET_KEY_FILE", str(tmp_path / "missing"))

        with pytest.raises(ImproperlyConfigured, match="missing, which cannot be read: No such file"):
            environment.secret("SECRET_KEY")


class TestNumbers:
    @pytest.mark.parametrize("bad", ["eight", "0", "-1", "1.5"])
    def test_are_whole_and_positive(self, monkeypatch: pytest.MonkeyPatch, bad: str) -> None:
        monkeypatch.setenv("WEB_WORKERS", bad)

        with pytest.raises(ImproperlyConfigured, match=r"WEB_WORKERS is .* at least 1"):
            environment.integer("WEB_WORKERS", 2)


class TestADatabaseUrl:
    def test_is_read_with_its_escapes_and_options(self) -> None:
        read = environment.database("postgresql://us%40er:p%3Aw@db.example:6432/cards?sslmode=require")

        assert (read["USER"], read["PASSWORD"], read["HOST"], read["PORT"], read["NAME"]) == (
            "us@er",
            "p:w",
            "db.example",
            "6432",
            "cards",
        )
        assert read["OPTIONS"] == {"sslmode": "require"}

    def test_of_another_database_is_refused(self) -> None:
        with pytest.raises(ImproperlyConfigured, match="postgresql://, not mysql://"):
            environment.database("mysql://h/d")


class TestAMailServer:
    @pytest.mark.parametrize(
        ("url", "port", "security"),
        [
            ("smtp://h", 25, ""),
            ("smtp+tls://h", 587, "tls"),
            ("submission://h", 587, "tls"),
            ("smtps://h", 465, "ssl"),
            ("smtps://h:2465", 2465, "ssl"),
        ],
    )
    def test_has_the_port_and_the_security_of_its_kind(self, url: str, port: int, security: str) -> None:
        read = environment.mail(url)

        assert (read["host"], read["port"], read["secured"]) == ("h", port, security)

    def test_is_read_with_its_escapes(self) -> None:
        read = environment.mail("smtps://cards%40example.org:p%2Fw%23@mail.example.org")  # not a secret: made up

        assert (read["user"], read["password"]) == ("cards@example.org", "p/w#")

    def test_may_be_left_out(self) -> None:
        assert environment.mail("") == {}

    @pytest.mark.parametrize("url", ["mail.example.org", "mail.example.org:587", "https://h", "smtp://", "smtp:h"])
    def test_that_cannot_be_one_is_refused(self, url: str) -> None:
        with pytest.raises(ImproperlyConfigured, match="EMAIL_URL should be smtp://"):
            environment.mail(url)
