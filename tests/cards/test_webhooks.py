"""Webhooks: what is signed, where it may go, how often it is tried, and that its secret is nowhere."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import re
import socket
import stat
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.test import Client
from django.utils import timezone

from cards import sealing
from cards.errors import InvalidFields, StateConflict
from cards.models import Account, AuditEvent, Outbox, Pack, Webhook, WebhookDelivery
from cards.queries.secrets import missing_keys, sealed_under_secret_key
from cards.sealing import NotOpened, key_ids, key_of
from cards.services import outgoing, webhook_send
from cards.services.outbox import outbox_send
from cards.services.outgoing import Refused, resolved
from cards.services.secrets import key_file_ensure
from cards.services.webhook import (
    MAX_AGE,
    MAX_WEBHOOKS,
    event_body,
    secret_of,
    webhook_create,
    webhook_edit,
    webhook_redeliver,
    webhook_secret_renew,
    webhooks_fan_out,
    webhooks_prune,
)
from cards.services.webhook_send import WAITS, webhooks_send

OTHER_KEY = "another-key-that-is-as-long-as-it-has-to-be-for-a-test"
URL = "https://hooks.example.org/in?x=1"
pytestmark = pytest.mark.django_db


@pytest.fixture
def hook(pack: Pack, admin: Account) -> Webhook:
    return webhook_create(actor=admin, pack=pack, url=URL)[0]


@pytest.fixture
def event(pack: Pack) -> Outbox:
    """A release, as publishing leaves it in the outbox."""
    payload = {"pack": pack.slug, "version": "1.0.0", "manifest_sha256": "0" * 64}
    return Outbox.objects.create(topic="release.published", payload=payload)


class Receiver:
    """A server on this machine that keeps what it gets and answers as a test wants."""

    def __init__(self) -> None:
        self.got: list[tuple[str, dict[str, str], bytes]] = []
        self.status, self.headers, self.slowly = 204, {}, False
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.got.append((self.path, dict(self.headers.items()), body))
                if receiver.slowly:
                    receiver.released.wait(10)
                self.send_response(receiver.status)
                for name, value in receiver.headers.items():
                    self.send_header(name, value)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Stay silent."""

        self.released = threading.Event()
        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def port(self) -> int:
        return int(self.server.server_address[1])


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch, hook: Webhook) -> Iterator[Receiver]:
    """A receiver that stands for a public one: the name leads here, and TLS is left out."""
    new_receiver = Receiver()
    monkeypatch.setattr(outgoing, "lookup", lambda host, port: [(0, 0, 0, "", ("93.184.216.34", port))])
    connect = socket.create_connection

    def connect_to_receiver(address: tuple[str, int], timeout: float) -> socket.socket:
        assert address == ("93.184.216.34", 443)
        return connect(("127.0.0.1", new_receiver.port), timeout=timeout)

    monkeypatch.setattr(outgoing.socket, "create_connection", connect_to_receiver)
    monkeypatch.setattr(outgoing, "secured", lambda plain, host: plain)
    yield new_receiver
    new_receiver.released.set()
    new_receiver.server.shutdown()
    new_receiver.server.server_close()


def delivery() -> WebhookDelivery:
    return WebhookDelivery.objects.get()


class TestDelivering:
    def test_one_release_is_one_signed_request(self, receiver: Receiver, hook: Webhook, event: Outbox) -> None:
        outbox_send()
        outbox_send()
        assert (webhooks_send(), webhooks_send()) == (1, 0)
        [(path, headers, body)] = receiver.got
        assert path == "/in?x=1"
        said = json.loads(body)
        assert (said["type"], said["data"]["version"]) == ("release.published", "1.0.0")
        assert said["data"]["url"] == "http://testserver/api/v1/packs/core/releases/1.0.0/"

        key = base64.b64decode(secret_of(hook).removeprefix("whsec_"))
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        wanted = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert headers["webhook-signature"] == f"v1,{wanted}"
        assert headers["Host"] == "hooks.example.org"
        assert (delivery().state, delivery().attempts[0]["status"]) == ("delivered", 204)

    def test_other_packs_hear_nothing(self, receiver: Receiver, event: Outbox) -> None:
        Outbox.objects.update(payload={"pack": "other", "version": "1.0.0"})
        outbox_send()
        assert not WebhookDelivery.objects.exists()

    def test_a_failure_is_tried_again_later_and_later_under_one_id(
        self, receiver: Receiver, hook: Webhook, event: Outbox
    ) -> None:
        receiver.status = 500
        outbox_send()
        for wait in WAITS:
            assert webhooks_send() == 1
            left = delivery().due_at - timezone.now()
            assert wait - timedelta(seconds=5) < left <= wait
            assert webhooks_send() == 0
            WebhookDelivery.objects.update(due_at=timezone.now())
        webhooks_send()
        assert (delivery().state, len(delivery().attempts)) == ("failed", len(WAITS) + 1)
        assert len({headers["webhook-id"] for _, headers, _ in receiver.got}) == 1

    def test_410_switches_the_webhook_off(self, receiver: Receiver, hook: Webhook, event: Outbox) -> None:
        receiver.status = 410
        outbox_send()
        webhooks_send()
        hook.refresh_from_db()
        assert (hook.disabled_why, delivery().state) == ("gone", "failed")
        Outbox.objects.create(topic="release.yanked", payload=event.payload)
        outbox_send()
        assert WebhookDelivery.objects.count() == 1

    def test_a_redirect_is_followed_by_nobody(self, receiver: Receiver, hook: Webhook, event: Outbox) -> None:
        receiver.status, receiver.headers = 302, {"Location": "http://169.254.169.254/"}
        outbox_send()
        webhooks_send()
        assert (delivery().state, delivery().attempts[0]["status"], len(receiver.got)) == ("pending", 302, 1)

    def test_a_receiver_that_drags_on_is_left(
        self, receiver: Receiver, event: Outbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(webhook_send, "TIMEOUT", 0.3)
        receiver.slowly = True
        outbox_send()
        webhooks_send()
        assert (delivery().state, delivery().attempts[0]["status"]) == ("pending", None)
        assert delivery().attempts[0]["error"]

    def test_an_event_is_sent_again_on_request(
        self, receiver: Receiver, hook: Webhook, event: Outbox, admin: Account
    ) -> None:
        outbox_send()
        with pytest.raises(StateConflict):
            webhook_redeliver(actor=admin, delivery=delivery())
        webhooks_send()
        webhook_redeliver(actor=admin, delivery=delivery())
        webhooks_send()
        assert [len(receiver.got), len(delivery().attempts)] == [2, 2]
        webhook_edit(actor=admin, webhook=hook, url=URL, enabled=False)
        with pytest.raises(StateConflict):
            webhook_redeliver(actor=admin, delivery=delivery())

    def test_a_lease_that_was_lost_writes_nothing(
        self, receiver: Receiver, event: Outbox, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        outbox_send()
        request = webhook_send.send

        def overtaken(row: WebhookDelivery) -> Any:
            WebhookDelivery.objects.update(lease_id="00000000-0000-0000-0000-000000000001")
            return request(row)

        monkeypatch.setattr(webhook_send, "send", overtaken)
        webhooks_send()
        assert (delivery().state, delivery().attempts) == ("pending", [])

    def test_old_deliveries_are_forgotten(self, receiver: Receiver, event: Outbox) -> None:
        outbox_send()
        old = timezone.now() - MAX_AGE - timedelta(minutes=1)
        WebhookDelivery.objects.update(created_at=old)
        assert webhooks_prune() == 0
        webhooks_send()
        assert webhooks_prune() == 1


class TestAddresses:
    def test_one_private_among_several_is_enough_to_refuse(self, monkeypatch: pytest.MonkeyPatch) -> None:
        found = [(0, 0, 0, "", (address, 443)) for address in ("93.184.216.34", "10.0.0.1")]
        monkeypatch.setattr(outgoing, "lookup", lambda host, port: found)
        with pytest.raises(Refused):
            resolved("hooks.example.org", 443)

    @pytest.mark.parametrize(
        "url",
        [
            "http://example.org/", "ftp://example.org/", "https://", "https://user@example.org/", "https://127.0.0.1/",
            "https://[::1]/", "https://localhost/", "https://db/", "https://db.internal/", "https://a.example:99999/",
            "https://exämple.org/", "https://a.example:0/", "https://a.example/ b", "https://a.example/\r\nX: y", "a" * 501,
        ],
    )  # fmt: skip
    def test_that_cannot_be_sent_to_are_refused_at_once(self, pack: Pack, admin: Account, url: str) -> None:
        with pytest.raises(InvalidFields) as refused:
            webhook_create(actor=admin, pack=pack, url=url)
        assert refused.value.errors[0]["pointer"] == "/url"

    @pytest.mark.parametrize("leads_to", ["127.0.0.1", "169.254.169.254"])
    def test_a_name_that_leads_inside_opens_no_connection(
        self, hook: Webhook, event: Outbox, monkeypatch: pytest.MonkeyPatch, leads_to: str
    ) -> None:
        def refuse(*_: Any, **__: Any) -> None:
            raise AssertionError("a connection was opened")

        monkeypatch.setattr(outgoing, "lookup", lambda host, port: [(0, 0, 0, "", (leads_to, port))])
        monkeypatch.setattr(outgoing.socket, "create_connection", refuse)
        outbox_send()
        webhooks_send()
        assert "not public" in delivery().attempts[0]["error"]


@pytest.fixture
def key_file(settings: Any, tmp_path: Path) -> Path:
    """The file of the portal's key, which a test may change."""
    path = tmp_path / "key"
    path.write_text(Path(settings.KEY_FILE).read_text())
    settings.KEY_FILE = str(path)
    return path


class TestSecrets:
    def test_are_in_no_row(self, pack: Pack, admin: Account) -> None:
        hook, secret = webhook_create(actor=admin, pack=pack, url=URL)
        with connection.cursor() as cursor:
            cursor.execute("SELECT string_agg(t::text, '') FROM cards_webhook t")
            [stored] = cursor.fetchone()
            cursor.execute("SELECT string_agg(t::text, '') FROM cards_auditevent t")
            [record] = cursor.fetchone()
        bare = secret.removeprefix("whsec_")
        assert bare not in stored + record
        assert base64.b64decode(bare).hex() not in stored + record
        assert len(base64.b64decode(bare)) == 32
        assert secret_of(hook) == secret

    def test_are_replaced(self, hook: Webhook, admin: Account) -> None:
        before = secret_of(hook)
        after = webhook_secret_renew(actor=admin, webhook=hook)
        hook.refresh_from_db()
        assert after != before
        assert secret_of(hook) == after

    def test_are_opened_by_no_other_key(self, hook: Webhook, event: Outbox, key_file: Path) -> None:
        key_file.write_text(OTHER_KEY)

        with pytest.raises(NotOpened):
            secret_of(hook)
        webhooks_fan_out(row=event)
        webhooks_send()
        assert "no key of this host opens the secret" in delivery().attempts[0]["error"]
        assert missing_keys() == {key_of(hook.sealed_secret): [f"the webhook core: {hook.url}"]}

    def test_survive_a_new_key(self, hook: Webhook, key_file: Path, settings: Any) -> None:
        secret, former = secret_of(hook), key_of(hook.sealed_secret)
        settings.SECRET_KEY = OTHER_KEY  # sessions end, webhooks go on
        call_command("rotate_secrets", new_key=True)
        assert secret_of(hook) == secret
        call_command("rotate_secrets")
        call_command("rotate_secrets")  # changes nothing
        key_file.write_text(key_file.read_text().splitlines()[0])
        hook.refresh_from_db()

        assert secret_of(hook) == secret
        assert key_of(hook.sealed_secret) not in {"", former}
        [event] = AuditEvent.objects.filter(action="secrets.reseal")
        assert event.details == {"secrets": 1, "key": key_of(hook.sealed_secret)}

    def test_that_no_key_opens_are_named_and_stay(self, hook: Webhook, key_file: Path) -> None:
        before = hook.sealed_secret
        key_file.write_text(OTHER_KEY)

        with pytest.raises(CommandError, match=re.escape(f"{hook.pack.slug}: {hook.url}")):
            call_command("rotate_secrets")
        hook.refresh_from_db()
        assert hook.sealed_secret == before

    def test_of_earlier_versions_are_taken_over(self, hook: Webhook, key_file: Path, settings: Any) -> None:
        """One was sealed under SECRET_KEY, the other not stored."""
        for stored in (sealing._former_keys()[0].encrypt(b"former").decode(), ""):
            Webhook.objects.filter(pk=hook.pk).update(sealed_secret=stored)
            hook.refresh_from_db()
            secret = secret_of(hook)
            assert sealed_under_secret_key() == bool(stored)
            call_command("rotate_secrets")
            hook.refresh_from_db()
            settings.SECRET_KEY, former = OTHER_KEY, settings.SECRET_KEY
            assert (secret_of(hook), sealed_under_secret_key()) == (secret, 0)
            settings.SECRET_KEY = former

    def test_are_not_made_where_there_is_no_key(self, hook: Webhook, admin: Account, key_file: Path) -> None:
        for text in ("", "# short\nshort\n"):
            key_file.write_text(text)
            with pytest.raises(StateConflict, match="has no key for secrets"):
                webhook_secret_renew(actor=admin, webhook=hook)
        key_file.unlink()

        assert key_file_ensure() is False  # it is on another host: a new one would open nothing
        hook.delete()
        assert (key_file_ensure(), stat.S_IMODE(key_file.stat().st_mode), len(key_ids())) == (True, 0o600, 1)

    def test_an_event_names_its_release(self, event: Outbox) -> None:
        assert json.loads(event_body(event))["data"]["manifest_sha256"] == "0" * 64


class TestManaging:
    def test_a_pack_has_ten(self, pack: Pack, admin: Account) -> None:
        for _ in range(MAX_WEBHOOKS):
            webhook_create(actor=admin, pack=pack, url=URL)
        with pytest.raises(StateConflict):
            webhook_create(actor=admin, pack=pack, url=URL)

    def test_on_its_page(self, pack: Pack, admin: Account, event: Outbox, receiver: Receiver) -> None:
        client = Client()
        client.force_login(admin)
        page = "/packs/core/webhooks/"
        made = client.post(page, {"do": "create", "url": "https://b.example/"})
        assert "whsec_" in made.content.decode()
        assert "no-transform" in made.headers["Cache-Control"]
        assert "whsec_" not in client.get(page).content.decode()
        assert client.post(page, {"do": "create", "url": "http://b.example/"}).status_code == 400
        hook = Webhook.objects.get(url=URL)
        outbox_send()
        WebhookDelivery.objects.exclude(webhook=hook).delete()
        webhooks_send()
        shown = client.get(page).content.decode()
        assert "release.published" in shown
        sent_delivery = delivery()
        for do, check in (
            ("again", lambda: delivery().state == "pending"),
            ("off", lambda: Webhook.objects.get(pk=hook.pk).disabled_at is not None),
            ("on", lambda: Webhook.objects.get(pk=hook.pk).disabled_at is None),
            ("remove", lambda: not Webhook.objects.filter(pk=hook.pk).exists()),
        ):
            answer = client.post(page, {"do": do, "webhook": hook.pk, "delivery": sent_delivery.pk})
            assert (answer.status_code, check()) == (302, True), do
        assert client.post(page, {"do": "odd", "webhook": Webhook.objects.get().pk}).status_code == 404
        assert client.post(page, {"do": "off", "webhook": "x"}).status_code == 404

    def test_over_the_api(self, pack: Pack, admin: Account, people: dict[str, Account]) -> None:
        client = Client()
        client.force_login(admin)
        root = "/api/v1/packs/core/webhooks/"

        def call(method: str, path: str, body: Any = None) -> Any:
            return client.generic(method, path, json.dumps(body), content_type="application/json")

        new_body = call("POST", root, {"url": URL}).json()
        assert new_body["secret"].startswith("whsec_")
        place = f"{root}{new_body['id']}/"
        assert "secret" not in client.get(place).json()
        assert call("PUT", place, {"url": URL, "enabled": False}).json()["enabled"] is False
        assert call("POST", f"{place}secret/", {}).json()["secret"] != new_body["secret"]
        row = WebhookDelivery.objects.create(
            webhook_id=new_body["id"], event_id="e", kind="release.published", body="{}", state="failed"
        )
        assert client.get(f"{place}deliveries/").json()["results"][0]["event_id"] == "e"
        assert call("POST", f"{place}deliveries/{row.pk}/redeliver/", {}).status_code == 409
        call("PUT", place, {"url": URL, "enabled": True})
        assert call("POST", f"{place}deliveries/{row.pk}/redeliver/", {}).json()["state"] == "pending"
        assert call("DELETE", place).status_code == 204
