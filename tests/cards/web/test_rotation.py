"""Every secret of the portal is replaced while people are signed in: what they have open, and what others rely on, goes on."""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.core import mail
from django.core.management import call_command
from django.test import Client

from cards.models import Account, AuditEvent, AuthenticatorApp, Card, Outbox, Pack, Release, SignedIn, SigningKey
from cards.queries.history import draft_get
from cards.queries.secrets import missing_keys, sealed_rows
from cards.queries.verification import release_differences
from cards.sealing import key_ids, key_of, seal
from cards.services.link_mail import account_reset_mail, reset_mail_send
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from cards.services.webhook import secret_of, webhook_create
from tests.cards.conftest import ANYWAY, PASSWORD, rename_pack
from tests.cards.web.test_second_factor import SECRET, STEP_PAGE, digits, halfway

NEW_KEY = "the-secret-key-that-follows-and-is-as-long-as-checks-want-it"
PROFILE = {"name": "Ada", "language": "en", "theme": "system", "single_keys": "on"}
STEPS = ("SECRET_KEY", "new key of KEY_FILE", "sealed again", "old key of KEY_FILE gone", "signing key")


@pytest.fixture(autouse=True)
def host(settings: LazySettings, tmp_path: Path, db: None) -> None:
    """A host with a key file of its own and a signing key in the database."""
    settings.SIGNING_KEY, settings.SIGNING_KEY_PATH = "", str(tmp_path / "none")
    settings.KEY_FILE = str(tmp_path / "key")
    call_command("rotate_secrets", new_key=True)
    call_command("signing_key", "new", if_none=True)


def replacements(settings: LazySettings) -> Iterator[str]:
    """Replace every secret, and stop after each step: SECRET_KEY, the portal's key in three steps, the signing key."""
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = NEW_KEY
    yield STEPS[0]
    call_command("rotate_secrets", new_key=True)
    yield STEPS[1]
    call_command("rotate_secrets")
    yield STEPS[2]
    path = Path(settings.KEY_FILE)
    path.write_text(path.read_text(encoding="utf-8").splitlines()[0], encoding="utf-8")
    yield STEPS[3]
    call_command("signing_key", "new")
    yield STEPS[4]


def token_of(page: Any) -> str:
    """Return the token of the first form of a page."""
    [token, *_] = re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', page.content.decode())
    return str(token)


def signed_in(account: Account) -> Client:
    """Return a browser that asks for tokens of forms, in which a password and a second factor were given, not to be asked for again."""
    client = halfway(account)
    client.handler.enforce_csrf_checks = True
    fields = {"code": digits(), "remember": "on", "csrfmiddlewaretoken": token_of(client.get(STEP_PAGE))}
    assert client.post(STEP_PAGE, fields).status_code == 302
    return client


def tab_of(client: Client) -> Client:
    """Return another tab: a request that left with the same cookies."""
    tab = Client(REMOTE_ADDR="203.0.113.5")
    tab.cookies = copy.deepcopy(client.cookies)
    return tab


@pytest.fixture
def with_app(admin: Account) -> Account:
    AuthenticatorApp.objects.create(account=admin, sealed_secret=seal(SECRET))
    return admin


class TestSignedInPeople:
    def test_send_a_form_that_they_opened_before_each_step(self, with_app: Account, settings: LazySettings) -> None:
        client = signed_in(with_app)
        page, steps = client.get("/account/"), []
        for step in replacements(settings):
            answer = client.post("/account/", {"do": "profile", **PROFILE, "csrfmiddlewaretoken": token_of(page)})
            page = client.get("/account/")
            steps.append((step, answer.status_code, page.status_code))

        assert steps == [(step, 302, 200) for step in STEPS]
        assert AuditEvent.objects.filter(action="account.sign_in").count() == 1, "they were not asked again"

    def test_lose_no_request_that_left_beside_another(self, with_app: Account, settings: LazySettings) -> None:
        """What a page asks for by itself comes with the cookie of before, also after another request was answered."""
        client = signed_in(with_app)
        tab, before = tab_of(client), SignedIn.objects.get()
        next(replacements(settings))

        answers = [opened.get("/account/").status_code for opened in (client, tab, client, tab)]

        assert answers == [200] * 4
        assert SignedIn.objects.get() == before, "the list of sessions, by which a company ends them, has the same one"
        settings.SECRET_KEY_FALLBACKS = []
        assert client.get("/account/").status_code == 200, "its session follows the key"

    def test_go_from_a_host_with_the_new_key_to_one_without_and_back(
        self, with_app: Account, settings: LazySettings
    ) -> None:
        """Hosts are restarted one by one, so that two of them are always a step apart (docs/operations/variables.md)."""
        former = settings.SECRET_KEY
        hosts = [(former, []), (former, [NEW_KEY]), (NEW_KEY, [former])]
        client, answers = signed_in(with_app), []
        for pair in itertools.pairwise(hosts):
            for settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS in (*pair, *reversed(pair), *pair):
                answers.append(client.get("/account/").status_code)
        settings.SECRET_KEY_FALLBACKS = []

        assert set(answers) == {200}
        assert client.get("/account/").status_code == 200 and SignedIn.objects.count() == 1

    def test_take_the_second_step_as_before(self, with_app: Account, settings: LazySettings) -> None:
        client = signed_in(with_app)
        client.handler.enforce_csrf_checks = False
        client.post("/sign-out/")
        for step in replacements(settings):
            answer = client.post("/sign-in/", {"email": with_app.email, "password": PASSWORD})
            assert answer.headers["Location"] == "/", f"asked again although remembered, after: {step}"
            client.post("/sign-out/")
            AuthenticatorApp.objects.update(last_step=0)
            other = halfway(with_app)
            assert other.post(STEP_PAGE, {"code": digits()}).status_code == 302, step

    def test_of_another_secret_key_alone_are_signed_out(self, with_app: Account, settings: LazySettings) -> None:
        client = signed_in(with_app)
        settings.SECRET_KEY = NEW_KEY

        assert client.get("/account/").status_code == 302


class TestWhatOthersRelyOn:
    def test_goes_on_through_every_step(
        self, with_app: Account, pack: Pack, make_card: Callable[..., Card], settings: LazySettings
    ) -> None:
        """Webhooks are signed by their secret, releases verify, links that were mailed open."""
        card = make_card("base.stone")
        version_create(actor=with_app, card=card, based_on=draft_get(card=card).etag)
        hook, secret = webhook_create(actor=with_app, pack=pack, url="https://hooks.example.org/in")
        first = publish(with_app, pack, "1.0.0")
        former = {key_of(row.sealed_secret) for row in sealed_rows()}
        account_reset_mail(email=with_app.email, language="en")
        payload = Outbox.objects.latest("pk").payload
        for number, step in enumerate(replacements(settings), start=1):
            hook.refresh_from_db()
            latest = publish(with_app, pack, f"1.0.{number}")
            assert secret_of(hook) == secret, step
            assert [*release_differences(release=first), *release_differences(release=latest)] == [], step
            assert missing_keys() == {}, step
        reset_mail_send(**payload)

        assert first.key_id != latest.key_id and SigningKey.objects.count() == 2
        assert former.isdisjoint(key_of(row.sealed_secret) for row in sealed_rows())
        assert len(key_ids()) == 1 and len(mail.outbox) == 1


def publish(admin: Account, pack: Pack, version: str) -> Release:
    """Publish the pack as it is, under a name that no earlier release has."""
    rename_pack(pack, f"Core {version}")
    return release_publish(actor=admin, pack=pack, order=ReleaseOrder(version, override=ANYWAY))
