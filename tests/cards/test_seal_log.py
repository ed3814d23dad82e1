"""The log outside the database: a file, a store of objects and a syslog get seals and digests, and `verify_audit` compares with it."""

from __future__ import annotations

import io
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cards.errors import StateConflict
from cards.models import Account, AuditEvent, Pack, Release
from cards.queries.history import draft_get
from cards.queries.signing import signing_refusal, signing_secret
from cards.services import outgoing, seal_log
from cards.services.audit_seal import audit_seal
from cards.services.release import ReleaseOrder, release_publish
from cards.services.seal_log import NotWritten, seal_log_write
from cards.services.signing import signing_key_make
from cards.services.version import version_create
from portal.owner import as_owner
from tests.cards.conftest import ANYWAY, card_maker

pytestmark = pytest.mark.django_db


@pytest.fixture
def release(pack: Pack, admin: Account) -> Release:
    card = card_maker(pack, admin)("base.stone")
    version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    row = release_publish(actor=admin, pack=pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
    audit_seal()
    return row


@pytest.fixture
def log_to(settings: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Set the address, as in a process that has written nothing yet."""

    def to(address: str) -> None:
        settings.SEAL_LOG, settings.SEAL_LOG_TOKEN = address, "a-token"
        monkeypatch.setattr(seal_log, "_last_numbers", {})

    return to


@pytest.fixture
def store(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, str, str]]]:
    """A store of objects that stands for a public one: path, authorization and text of each object; it refuses those that it has."""
    objects: list[tuple[str, str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_PUT(self) -> None:
            text = self.rfile.read(int(self.headers["Content-Length"])).decode()
            is_new = self.path not in [path for path, _, _ in objects]
            if is_new:
                objects.append((self.path, self.headers["Authorization"], text))
            self.send_response(201 if is_new else 409)
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            """Stay silent."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    connect = socket.create_connection
    monkeypatch.setattr(outgoing, "lookup", lambda host, port: [(0, 0, 0, "", ("93.184.216.34", port))])
    here = ("127.0.0.1", server.server_address[1])
    monkeypatch.setattr(outgoing.socket, "create_connection", lambda _address, timeout: connect(here, timeout=timeout))
    monkeypatch.setattr(outgoing, "secured", lambda plain, host: plain)
    yield objects
    server.shutdown()
    server.server_close()


def verify(log: str = "") -> str:
    """Return what `verify_audit` says."""
    try:
        out = io.StringIO()
        call_command("verify_audit", *(["--log", log] if log else []), stdout=out)
    except CommandError as error:
        return str(error)
    return "whole" if "newest seal" in out.getvalue() else out.getvalue()


def test_a_file_gets_each_once_and_shows_what_the_database_has_otherwise(
    release: Release, admin: Account, log_to: Callable[[str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "seals"
    log_to(str(path))
    newest = AuditEvent.objects.filter(seal_no__isnull=False).count()
    assert (seal_log_write(), seal_log_write()) == (newest, 0)
    AuditEvent.objects.create(action="pack.edit", actor=admin, pack=release.pack)
    audit_seal()
    log_to(str(path))  # another process goes on where the file ends
    assert seal_log_write() == 1

    lines = path.read_text().splitlines()
    digests = f"release core 1.0.0 {release.manifest_id} {release.zip_sha256}"
    assert [line.split(" ", 1)[1].split(":")[0] for line in lines] == [digests, f"seal {newest}", f"seal {newest + 1}"]
    assert (verify(), verify(str(path))) == ("whole", "whole")
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n".join(f"Nov 30 11:00 host cardloom: {line}" for line in lines)))
    assert verify("-") == "whole"

    assert "cannot be read" in verify(str(tmp_path / "absent"))
    path.write_text(f"{lines[2].rpartition(':')[0]}:{'0' * 64}\n")
    assert "not the one that was noted" in verify()
    path.write_text(f"x seal {newest + 9}:{'0' * 64}\n")
    assert f"seal {newest + 9} is missing" in verify()
    path.write_text(f"{lines[0].replace(release.zip_sha256, '0' * 64)}\n")
    assert "release core 1.0.0 is not the one" in verify()
    path.write_text(f"{lines[0].replace('1.0.0', '2.0.0')}\n")
    assert "release core 2.0.0 is missing" in verify()
    path.write_text(f"{lines[1]}\n{lines[1][:-1]}{'0' if lines[1][-1] != '0' else '1'}\n")
    assert "two seals" in verify()


@pytest.mark.django_db(transaction=True)
def test_a_chain_that_was_sealed_again_differs_from_the_log(
    release: Release, log_to: Callable[[str], None], tmp_path: Path
) -> None:
    """A person who may change every row builds the chain again; without the log nothing would show it."""
    log_to(str(tmp_path / "seals"))
    seal_log_write()
    with as_owner(), connection.cursor() as cursor:
        cursor.execute("ALTER TABLE cards_auditevent DISABLE TRIGGER USER")
        cursor.execute("UPDATE cards_auditevent SET target = 'core 9.9.9' WHERE action = 'release.publish'")
        cursor.execute("UPDATE cards_auditevent SET seal_no = NULL, prev_hash = NULL")
        cursor.execute("ALTER TABLE cards_auditevent ENABLE TRIGGER USER")
    audit_seal()

    assert "not the one that was noted" in verify()


def test_a_store_gets_an_object_for_each_seal_and_a_syslog_a_line(
    release: Release, store: list[tuple[str, str, str]], log_to: Callable[[str], None], tmp_path: Path
) -> None:
    newest = AuditEvent.objects.filter(seal_no__isnull=False).count()
    log_to("https://store.example.org/seals/")
    assert seal_log_write() == newest
    [(path, authorization, text)] = store
    assert (path, authorization) == (f"/seals/{newest:012d}", "Bearer a-token")
    assert [line.split(" ")[1] for line in text.splitlines()] == ["release", "seal"]
    log_to("https://store.example.org/seals/")
    with pytest.raises(NotWritten, match="409"):
        seal_log_write()

    place = tmp_path / "log"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as daemon:
        daemon.bind(str(place))
        daemon.settimeout(10)
        log_to(f"syslog:{place}")
        seal_log_write()
        entries = [daemon.recv(1000).decode() for _ in range(2)]
    assert [entry.split(" ")[:1] + entry.split(" ")[2:3] for entry in entries] == [
        ["<109>cardloom:", "release"],
        ["<109>cardloom:", "seal"],
    ]
    log_to(f"syslog:{tmp_path / 'absent'}")
    with pytest.raises(OSError):
        seal_log_write()


def test_a_command_gives_the_key_that_signs(settings: Any, tmp_path: Path) -> None:
    row = signing_key_make(actor=None, out=tmp_path / "key")
    settings.SIGNING_KEY, settings.SIGNING_COMMAND = "", f"cat {tmp_path / 'key'}"
    assert (signing_secret().id, signing_refusal()) == (row.key_id, None)
    with pytest.raises(StateConflict, match="comes from outside"):
        signing_key_make(actor=None)
    for command, reason in (("false", "exit 1"), ("true", "exit 0"), ("/absent/command", "FileNotFoundError")):
        settings.SIGNING_COMMAND = command
        with pytest.raises(StateConflict, match=reason):
            signing_secret()
        assert reason in signing_refusal().detail["en"]
