"""What the logs of flows that carry a secret contain, and what they never contain."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client, RequestFactory
from django.utils.functional import SimpleLazyObject
from django.utils.log import DEFAULT_LOGGING
from gunicorn.config import Config

from cards.models import Account
from cards.services import link
from cards.services.link import account_reset_request, invitation_create
from cards.services.token import token_create
from portal import gunicorn_settings
from portal.gunicorn_logger import RedactingLogger
from portal.middleware import identity_of
from portal.redaction import MASK, redact

PASSWORD = "correct horse battery"
FORM = {"password": "staple battery horse", "name": "New"}
TOKEN = "Zk3x_Q-9bVn0aR7sT2yU5wE8iOp1LmKjHgFdSaXcVb4"  # as token_urlsafe(32) writes them: 43 letters
FLOWS = ("reset", "invitations")


@pytest.fixture
def log_stream() -> Iterator[io.StringIO]:
    """What the portal's own handler writes."""
    handler = next(each for each in logging.getLogger().handlers if each.name == "stderr")
    assert isinstance(handler, logging.StreamHandler)
    stream = io.StringIO()
    former = handler.setStream(stream)
    yield stream
    handler.setStream(former)


@pytest.fixture
def account(db: None) -> Account:
    return Account.objects.create_user("somebody@example.org", PASSWORD)


@pytest.fixture(params=FLOWS)
def address(request: pytest.FixtureRequest, account: Account) -> str:
    """The path of a link that works."""
    if request.param == "reset":
        return f"/reset/{account_reset_request(email=account.email)}/"
    return f"/invitations/{invitation_create(actor=None, email='new@example.org')}/"


def secret(address: str) -> str:
    return address.strip("/").split("/")[1]


def paths(stream: io.StringIO) -> list[str]:
    """Return the paths of the requests that were logged."""
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    return [line["path"] for line in lines if line["message"] == "request"]


def requests(stream: io.StringIO) -> list[dict[str, Any]]:
    """Return the lines of the requests that were logged."""
    lines = [json.loads(line) for line in stream.getvalue().splitlines()]
    return [line for line in lines if line["message"] == "request"]


class TestIdentity:
    def test_is_that_of_the_session(self, log_stream: io.StringIO, account: Account) -> None:
        client = Client()
        client.force_login(account)
        client.get("/", REMOTE_ADDR="203.0.113.9")

        assert [(line["account"], line["client"]) for line in requests(log_stream)] == [(account.pk, "203.0.113.9")]
        assert "token" not in requests(log_stream)[0]

    def test_is_that_of_the_token_and_never_its_secret(self, log_stream: io.StringIO, account: Account) -> None:
        token, bearer = token_create(actor=account, name="CI", scopes=["read"], days=1)
        Client().get("/api/v1/packs/", headers={"Authorization": f"Bearer {bearer}"})

        assert [(line["account"], line["token"]) for line in requests(log_stream)] == [(account.pk, token.token_id)]
        assert bearer not in log_stream.getvalue()

    def test_is_not_read_from_the_database_for_the_log(self) -> None:
        request = RequestFactory().get("/")
        request.user = SimpleLazyObject(lambda: pytest.fail("the account was read"))

        assert identity_of(request) == {"client": "127.0.0.1"}

    def test_is_left_out_where_the_operator_wants_so(
        self, log_stream: io.StringIO, account: Account, settings: Any
    ) -> None:
        settings.LOG_IDENTITY = False
        client = Client()
        client.force_login(account)
        client.get("/")

        assert not requests(log_stream)[0].keys() & {"account", "token", "client"}


class TestLinks:
    def test_are_logged_by_their_kind_alone(self, log_stream: io.StringIO, address: str) -> None:
        """Opened, refused for a bad password, used, used a second time."""
        client = Client()
        statuses = [client.get(address).status_code]
        statuses += [client.post(address, words).status_code for words in ({"password": "1"}, FORM, FORM)]

        assert statuses == [200, 200, 302, 404]
        assert paths(log_stream) == [f"/{address.split('/')[1]}/{MASK}/"] * 4
        assert secret(address) not in log_stream.getvalue()

    def test_are_hidden_where_no_page_is_found(self, log_stream: io.StringIO, address: str) -> None:
        token = secret(address)
        for wrong in (address.removesuffix("/"), f"{address}x", f"//{address}", f"/packs/{token}/", f"/x{token}"):
            Client().get(wrong)

        assert len(paths(log_stream)) == 5
        assert token not in log_stream.getvalue()

    def test_are_hidden_when_the_answer_is_an_error(
        self, log_stream: io.StringIO, address: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The host is unknown, the form's own token is missing, the code is wrong: Django logs each by itself."""
        monkeypatch.setattr(link, "usable_link", lambda *_, **__: 1 / 0)
        statuses = [
            Client().get(address, headers={"host": "elsewhere.example"}).status_code,
            Client(enforce_csrf_checks=True).post(address, FORM).status_code,
            Client(raise_request_exception=False).get(address).status_code,
        ]

        assert statuses == [400, 403, 500]
        assert "ZeroDivisionError" in log_stream.getvalue()
        assert secret(address) not in log_stream.getvalue()

    def test_that_are_too_old_are_hidden_all_the_same(
        self, log_stream: io.StringIO, account: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(link, "LIFETIME", timedelta(0))
        token = str(account_reset_request(email=account.email))

        assert Client().get(f"/reset/{token}/").status_code == 404
        assert token not in log_stream.getvalue()


class TestRedact:
    @pytest.mark.parametrize(
        ("line", "shown"),
        [
            (f"GET /reset/{TOKEN}/ HTTP/1.1", f"GET /reset/{MASK}/ HTTP/1.1"),
            (f'{{"path": "/invitations/{TOKEN}"}}', f'{{"path": "/invitations/{MASK}"}}'),
            (f"next=%2Freset%2F{TOKEN}%2F", f"next=%2Freset%2F{MASK}%2F"),
            (f"/RESET/{TOKEN[:20]}?x=1", f"/RESET/{MASK}?x=1"),
            (f"/%72eset/{TOKEN}x/", f"/%72eset/{MASK}/"),
            (f"token {TOKEN}.", f"token {MASK}."),
        ],
    )
    def test_hides_the_secret_and_nothing_else(self, line: str, shown: str) -> None:
        assert redact(line) == shown

    @pytest.mark.parametrize(
        "line",
        [
            "GET /reset/ HTTP/1.1",
            "/packs/loom/cards/loom.treasure.common.distaff_blow/",
            "d" * 64,
            "0f8fad5b-d9cb-469f-a165-70867728950e",
            "in test_a_name_of_a_function_that_goes_on_for_ever_and_ever",
        ],
    )
    def test_leaves_the_rest(self, line: str) -> None:
        assert redact(line) == line


class TestDjangosOwnHandlers:
    def test_write_nothing_past_ours(self) -> None:
        """Django sets up handlers of its own first; the one of its development server would print whole addresses."""
        loggers = [logging.getLogger(name) for name in DEFAULT_LOGGING["loggers"]]

        assert {(logger.name, len(logger.handlers), logger.propagate) for logger in loggers} == {
            ("django", 0, True),
            ("django.server", 0, True),
        }


class TestGunicorn:
    @pytest.fixture
    def logger(self, tmp_path: Path) -> Iterator[RedactingLogger]:
        """Gunicorn's logger as the portal names it, with every log that an operator can switch on."""
        config = Config()
        config.set("logger_class", gunicorn_settings.logger_class)
        config.set("accesslog", str(tmp_path / "access.log"))
        config.set("errorlog", str(tmp_path / "error.log"))
        config.set("loglevel", "debug")
        config.set("access_log_format", '%(r)s %(U)s %(q)s "%(f)s"')
        made = config.logger_class(config)
        yield made
        for log in (made.error_log, made.access_log):
            for handler in log.handlers[:]:
                log.removeHandler(handler)
                handler.close()

    def test_hides_the_secret_in_each_of_its_logs(self, logger: RedactingLogger, tmp_path: Path) -> None:
        uri = f"/reset/{TOKEN}/"
        environ = {
            "REQUEST_METHOD": "GET",
            "RAW_URI": f"{uri}?next={uri}",
            "PATH_INFO": uri,
            "QUERY_STRING": f"next={uri}",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_REFERER": f"http://testserver{uri}",
        }
        logger.access(SimpleNamespace(status="200 OK", sent=1, headers=[]), [], environ, timedelta(seconds=1))
        try:
            raise ValueError(uri)
        except ValueError:
            logger.exception("Error handling request %s %s", "GET", uri)

        access, error = (tmp_path / "access.log").read_text(), (tmp_path / "error.log").read_text()
        hidden = f"/reset/{MASK}/"
        assert access == f'GET {hidden}?next={hidden} HTTP/1.1 {hidden} next={hidden} "http://testserver{hidden}"\n'
        assert f"Error handling request GET /reset/{MASK}/" in error
        assert f"ValueError: /reset/{MASK}/" in error
        assert TOKEN not in error
