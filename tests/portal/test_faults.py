"""What the portal does when something around it fails: a broker that is stopped, a full disk, a mail server away."""

from __future__ import annotations

import errno
import re
import shutil
import socket
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from smtplib import SMTPServerDisconnected

import pytest
from django.conf import LazySettings
from django.core.cache import CacheHandler
from django.core.mail import EmailMessage
from django.db import OperationalError
from django.test import Client
from django.utils import timezone
from redis import Redis
from redis.exceptions import TimeoutError as RedisTimeout

from cards.models import Account, Outbox, PasswordReset
from cards.services import outbox_notify
from cards.services.outbox import outbox_send
from portal import disks
from portal.settings.base import broker_options, cache


@pytest.fixture
def stopped_broker() -> Iterator[str]:
    """The address of a server that takes connections and never says a word, as a stopped process does."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(50)
        yield f"redis://127.0.0.1:{silent.getsockname()[1]}/0"


class TestAStoppedBroker:
    def test_gives_a_request_its_limits_and_a_worker_its_own(self, settings: LazySettings) -> None:
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = broker_options("redis://x")

        limits = outbox_notify.impatient_options()

        assert limits["socket_timeout"] + limits["socket_connect_timeout"] <= 1
        assert settings.CELERY_BROKER_TRANSPORT_OPTIONS["socket_timeout"] == 10

    def test_adds_no_options_of_redis_to_another_transport(self, settings: LazySettings) -> None:
        settings.CELERY_BROKER_TRANSPORT_OPTIONS = broker_options("amqp://x")

        assert outbox_notify.impatient_options() == {}

    def test_is_asked_once_by_a_page_that_looks_up_ten_keys(
        self, stopped_broker: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hung, requests = CacheHandler({"default": cache(stopped_broker)})["default"], []

        def hang(*_args: object, **_kwargs: object) -> None:
            requests.append(1)
            raise RedisTimeout("Timeout reading from socket")

        monkeypatch.setattr(Redis, "execute_command", hang)

        assert [hung.get(f"key{number}", "absent") for number in range(10)] == ["absent"] * 10
        assert len(requests) == 1


@pytest.fixture
def server(broker_url: str) -> str:
    """The broker's server, as a client of Redis writes its address."""
    return broker_url.replace("redis+socket://", "unix://").replace("?virtual_host=0", "?db=1")


class TestTheCacheOnTheBroker:
    def test_holds_json(self, server: str) -> None:
        default = CacheHandler({"default": cache(server)})["default"]
        default.set("plan", {"a": [1, None, "\u5361"], "b": True})
        default.set("count", 1)
        raw = Redis.from_url(server)

        assert raw.get("cardloom:1:plan") == '{"a":[1,null,"\u5361"],"b":true}'.encode()
        assert (default.get("plan"), default.incr("count")) == ({"a": [1, None, "\u5361"], "b": True}, 2)

    def test_never_runs_what_somebody_else_wrote_there(self, server: str) -> None:
        default = CacheHandler({"default": cache(server)})["default"]
        Redis.from_url(server).set("cardloom:1:evil", b"\x80\x04\x95\x05\x00\x00\x00")

        assert default.get("evil", "absent") == "absent"


@pytest.mark.django_db
class TestHead:
    @pytest.mark.parametrize("path", ["/sign-in/", "/reset/", "/", "/nowhere/", "/static/nowhere.js"])
    def test_answers_as_get_does_without_a_body(self, client: Client, path: str) -> None:
        response, head = client.get(path), client.head(path)

        assert head.status_code == response.status_code != 405
        assert head.content == b""
        assert head.headers.get("Content-Type") == response.headers.get("Content-Type")

    def test_of_the_api_is_still_its_own(self, client: Client) -> None:
        assert client.head("/api/v1/packs/").status_code == client.get("/api/v1/packs/").status_code


class TestAFullDisk:
    @pytest.mark.parametrize("number", [errno.ENOSPC, errno.EDQUOT])
    def test_is_named_to_a_program(
        self, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
    ) -> None:
        def full(*_args: object, **_kwargs: object) -> None:
            raise OSError(number, "No space left on device")

        settings.DATA_DIR = tmp_path
        monkeypatch.setattr("cards.web.views.account.SignInForm", full)
        answer = Client().get("/sign-in/", headers={"Accept": "application/json"})

        assert (answer.status_code, answer.json()["type"]) == (507, "/problems/storage-full")
        assert str(settings.DATA_DIR) in answer.json()["detail"]

    def test_is_named_when_the_database_stopped_itself_for_it(
        self, settings: LazySettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def lose_server(*_args: object, **_kwargs: object) -> None:
            raise OperationalError("connection refused")

        settings.DATA_DIR, log = tmp_path, tmp_path / "postgres" / "pg_wal"
        log.mkdir(parents=True)
        monkeypatch.setattr("cards.web.views.account.SignInForm", lose_server)
        usage, matches = shutil.disk_usage(tmp_path), []
        for free in (disks.MIN_FREE, 0):
            room = {log: usage._replace(free=free)}
            monkeypatch.setattr(shutil, "disk_usage", lambda folder, room=room: room.get(folder, usage))
            answer = Client().get("/sign-in/", headers={"Accept": "application/json"})
            matches.append((answer.status_code, "PostgreSQL" in answer.json()["detail"]))

        assert matches == [(503, False), (507, True)]

    def test_is_no_excuse_for_another_fault(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def raise_io_error(*_args: object, **_kwargs: object) -> None:
            raise OSError(errno.EIO, "Input/output error")

        monkeypatch.setattr("cards.web.views.account.SignInForm", raise_io_error)
        answer = Client(raise_request_exception=False).get("/sign-in/", headers={"Accept": "application/json"})

        assert answer.status_code == 500


@pytest.mark.django_db
class TestResetMail:
    @pytest.fixture
    def admin(self) -> Account:
        return Account.objects.create_user("admin@example.org", "a long password")

    @pytest.fixture(autouse=True)
    def mail(self, settings: LazySettings) -> None:
        settings.EMAIL_CONFIGURED = True

    def test_is_sent_by_the_relay_and_not_in_the_request(
        self, admin: Account, mailoutbox: list[EmailMessage], client: Client
    ) -> None:
        client.post("/reset/", {"email": admin.email})

        assert (mailoutbox, PasswordReset.objects.count()) == ([], 0)
        outbox_send()
        outbox_send()

        assert [each.to for each in mailoutbox] == [[admin.email]]
        link = re.search(r"http://testserver(/reset/[\w-]+/)", str(mailoutbox[0].body))
        assert link is not None
        assert client.get(link[1]).status_code == 200

    def test_of_a_stranger_writes_nothing(self, client: Client) -> None:
        client.post("/reset/", {"email": "nobody@example.org"})

        assert not Outbox.objects.exists()

    def test_is_due_again_when_the_server_of_the_mail_is_away(
        self, admin: Account, client: Client, monkeypatch: pytest.MonkeyPatch, mailoutbox: list[EmailMessage]
    ) -> None:
        def lose_server(*_args: object, **_kwargs: object) -> None:
            raise SMTPServerDisconnected("away")

        client.post("/reset/", {"email": admin.email})
        with monkeypatch.context() as patch:
            patch.setattr("cards.services.emails.send_mail", lose_server)
            outbox_send()
        row = Outbox.objects.get()

        assert (row.sent_at, row.attempts, row.last_error) == (None, 1, "away")
        Outbox.objects.update(due_at=timezone.now() - timedelta(minutes=1))
        outbox_send()
        assert len(mailoutbox) == 1
