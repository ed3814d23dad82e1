"""Which act on an account ends which credential: every cell of the table through the running pages; no cell is undecided."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.http import HttpRequest, HttpResponse
from django.test import Client

from cards import services
from cards.credentials import MATRIX, AccountAct, Credential, Fate
from cards.errors import NotFound, NotSignedIn
from cards.models import Account, AuthenticatorApp, CompanyAccount, Match, Membership, Pack, Passkey
from cards.queries.factors import has_app
from cards.sealing import seal
from cards.services.account import account_password_change, account_sign_in
from cards.services.address import address_request
from cards.services.company import company_refused, company_sign_out
from cards.services.credentials import ENDINGS
from cards.services.known_place import Place, is_remembered, place_remember
from cards.services.link import account_reset_request, invitation_check, invitation_create
from cards.services.link_mail import account_reset_mail
from cards.services.member import member_change, member_remove
from cards.services.outbox import outbox_send
from cards.services.program import program_create
from cards.services.provider import Notice
from cards.services.seat import seat_invite
from cards.services.token import token_create
from cards.services.webhook import secret_of, webhook_create
from cards.web.endings import ACTS, CREDENTIALS
from cards.web.known_browser import place_of
from tests.architecture.sources import ROOT
from tests.cards.conftest import PASSWORD

OTHER_PASSWORD = "another long password"
STRANGER = "198.51.100.9"


@dataclass
class World:
    """A person who has every credential there is, two browsers of theirs, and who else takes part."""

    pack: Pack
    admin: Account
    operator: Account
    account: Account = field(init=False)
    here: Client = field(init=False)
    other: Client = field(init=False)

    def __post_init__(self) -> None:
        self.account = Account.objects.create_user("anna@example.org", PASSWORD)
        self.member = Membership.objects.create(pack=self.pack, account=self.account, role="admin")
        self.here, self.other = browser("203.0.113.1"), browser("203.0.113.2")
        AuthenticatorApp.objects.create(account=self.account, sealed_secret=seal(bytes(20)))
        Passkey.objects.create(account=self.account, name="Laptop", credential_id="AAAA", credential="AAAA")
        for client in (self.here, self.other):
            place_remember(account=self.account, place=place_in(client), without_factor=True)
        self.token = token_create(actor=self.account, name="ci", scopes=["read"], days=7)[1]
        self.reset = account_reset_request(email=self.account.email, actor=self.operator) or ""
        self.address = address_request(actor=self.account, email="anna@new.example.org", password=PASSWORD)
        self.invitation = invitation_create(
            actor=self.account, email="friend@example.org", pack=self.pack, role="viewer"
        )
        form = {"handle": "build", "name": "", "scopes": ["read"], "days": 7}
        self.program = program_create(actor=self.account, pack=self.pack, **form)[1]
        self.seat, self.rival = seat_of(self.account, self.pack), Client()
        self.rival.force_login(self.admin)
        self.webhook, self.secret = webhook_create(actor=self.account, pack=self.pack, url="https://hooks.example.com/")


def seat_of(account: Account, pack: Pack) -> str:
    """Return the secret of a link to a seat of a match that the account began; the match itself is no matter."""
    match = Match.objects.create(
        pack=pack,
        number=1,
        account=account,
        spec={},
        spec_sha256="0" * 64,
        trace={},
        origin={"shared": True, "seat": 0, "guest": 1},
        seats=[0],
        guests=[1],
        asked=0,
    )
    return seat_invite(actor=account, match=match, based_on=match.etag)


def browser(address: str) -> Client:
    """Return a browser in which the account has signed in."""
    client = Client(REMOTE_ADDR=address)
    assert client.post("/sign-in/", {"email": "anna@example.org", "password": PASSWORD}).status_code == 302
    return client


def opens(client: Client, path: str, **headers: Any) -> bool:
    """Return whether an address answers with its page."""
    return client.get(path, **headers).status_code == 200


def are_known(world: World) -> tuple[bool, bool]:
    """Return whether a guess with the cookie of each browser is judged, where those of strangers are used up."""
    email = Account.objects.get(pk=world.account.pk).email
    for _ in range(11):
        Client(REMOTE_ADDR=STRANGER).post("/sign-in/", {"email": email, "password": "wrong"})

    def is_judged(client: Client) -> bool:
        elsewhere = Client(REMOTE_ADDR=STRANGER)
        elsewhere.cookies["browser"] = client.cookies["browser"].value
        return elsewhere.post("/sign-in/", {"email": email, "password": "wrong"}).status_code != 429

    return is_judged(world.here), is_judged(world.other)


def place_in(client: Client) -> Place:
    """Return the place that a browser's cookie names."""
    request = HttpRequest()
    request.COOKIES = {name: cookie.value for name, cookie in client.cookies.items()}
    return place_of(request)


def is_not_asked(world: World, client: Client) -> bool:
    """Return whether the browser is remembered for an account that has, or had, a second factor."""
    return is_remembered(account=world.account, place=place_in(client))


PROBES: Mapping[Credential, Callable[[World], tuple[bool, bool]]] = {
    Credential.SESSION: lambda world: (opens(world.here, "/account/"), opens(world.other, "/account/")),
    Credential.API_TOKEN: lambda world: (
        (opens(Client(), "/api/v1/me/", headers={"Authorization": f"Bearer {world.token}"}),) * 2
    ),
    Credential.RESET_LINK: lambda world: (opens(Client(), f"/reset/{world.reset}/"),) * 2,
    Credential.ADDRESS_LINK: lambda world: (opens(Client(), f"/address/{world.address}/"),) * 2,
    Credential.INVITATION: lambda world: (opens(Client(), f"/invitations/{world.invitation}/"),) * 2,
    Credential.WEBHOOK_SECRET: lambda world: (
        (secret_of(type(world.webhook).objects.get(pk=world.webhook.pk)) == world.secret,) * 2
    ),
    Credential.PROGRAM_TOKEN: lambda world: (
        (opens(Client(), "/api/v1/me/", headers={"Authorization": f"Bearer {world.program}"}),) * 2
    ),
    Credential.KNOWN_PLACE: are_known,
    Credential.SECOND_FACTOR: lambda world: (has_app(world.account),) * 2,
    Credential.PASSKEY: lambda world: (Passkey.objects.filter(account=world.account).exists(),) * 2,
    Credential.REMEMBERED_BROWSER: lambda world: (is_not_asked(world, world.here), is_not_asked(world, world.other)),
    Credential.SEAT_LINK: lambda world: (opens(world.rival, f"/seats/{world.seat}/"),) * 2,
}
"""Credential → whether the one at hand works, and whether all others do."""


def signed_out_by_the_company(account: Account) -> HttpResponse:
    """Do what the address does to which the provider sends logout tokens."""
    CompanyAccount.objects.create(account=account, issuer="https://id.example.org", subject="u-1")
    company_sign_out(notice=Notice("https://id.example.org", "u-1", "", "j-1"))
    return HttpResponse(status=302)


def refused_by_the_company(account: Account) -> HttpResponse:
    """Do what a session does whose provider vouches no more."""
    company_refused(account=account)
    return HttpResponse(status=302)


DEEDS: Mapping[AccountAct, Callable[[World], Any]] = {
    AccountAct.PASSWORD_CHANGE: lambda world: world.here.post(
        "/account/", {"do": "password", "current": PASSWORD, "new": OTHER_PASSWORD}
    ),
    AccountAct.PASSWORD_RESET: lambda world: world.here.post(f"/reset/{world.reset}/", {"password": OTHER_PASSWORD}),
    AccountAct.SESSIONS_END: lambda world: world.here.post("/account/", {"do": "sign-out-everywhere"}),
    AccountAct.DEACTIVATION: lambda world: signed_in(world.operator).post(
        "/operator/accounts/", {"do": "deactivate", "account": world.account.pk}
    ),
    AccountAct.ADDRESS_CHANGE: lambda world: world.here.post(f"/address/{world.address}/"),
    AccountAct.COMPANY_REFUSAL: lambda world: refused_by_the_company(world.account),
    AccountAct.COMPANY_SIGN_OUT: lambda world: signed_out_by_the_company(world.account),
    AccountAct.ROLE_REMOVAL: lambda world: signed_in(world.admin).post(
        f"/packs/{world.pack.slug}/people/", {"do": "remove", "member": world.member.pk}
    ),
}
WORKS = {Fate.ENDS: (False, False), Fate.OTHERS_END: (True, False), Fate.STAYS: (True, True)}
MODELS = {
    "Account": "the password itself, which no table ends",
    "SigningKey": "proves the portal, not a person: the operator retires it",
    "SignedIn": Credential.SESSION,
    "ApiToken": Credential.API_TOKEN,
    "PasswordReset": Credential.RESET_LINK,
    "AddressChange": Credential.ADDRESS_LINK,
    "Invitation": Credential.INVITATION,
    "Webhook": Credential.WEBHOOK_SECRET,
    "AuthenticatorApp": Credential.SECOND_FACTOR,
    "RecoveryCode": Credential.SECOND_FACTOR,
    "Passkey": Credential.PASSKEY,
    "SeatLink": Credential.SEAT_LINK,
}
"""Models that hold what proves somebody, each with its credential."""
SECRETS = re.compile(r"token_sha|secret|nonce|session_key|password|credential|passkey|recovery")
DOES = re.compile(
    r"\.set_password\(|is_active[^=\n]*= ?[^=\n]*False|\.update\(email=|session_epoch=F|member\.delete\(|"
    r"member\.role = |\.update\(role=|Membership\.objects\.update_or_create\("
)
ENDS = re.compile(r"\bcredentials_end\(|\b_end_by_role\(|\b_change\(")
WITHOUT_ENDING = {
    "_sessions": "it is what ends sessions",
    "program_remove": "a program has no credential but its tokens, which it ends",
    "packs_hand_over": "it gives a role, and takes none",
}


def signed_in(account: Account) -> Client:
    """Return a browser in which another person is signed in."""
    client = Client()
    client.force_login(account)
    return client


@pytest.fixture
def credentials(pack: Pack, people: dict[str, Account]) -> World:
    return World(pack, people["admin"], people["operator"])


class TestMatrix:
    def test_decides_every_cell(self) -> None:
        cells = {(act, kind) for act, row in MATRIX.items() for kind in row}

        assert cells == {(act, kind) for act in AccountAct for kind in Credential}
        assert all(cell.why["en"] and cell.why["zh"] for row in MATRIX.values() for cell in row.values())

    def test_is_shown_driven_and_carried_out_whole(self) -> None:
        ending = {kind for row in MATRIX.values() for kind, cell in row.items() if cell.fate != Fate.STAYS}

        assert set(PROBES) == set(CREDENTIALS) == set(Credential)
        assert set(DEEDS) == set(ACTS) == set(AccountAct)
        assert set(ENDINGS) == ending

    def test_begins_with_everything_that_works(self, credentials: World) -> None:
        assert {kind: probe(credentials) for kind, probe in PROBES.items()} == dict.fromkeys(Credential, (True, True))

    @pytest.mark.parametrize("act", list(AccountAct))
    def test_says_what_happens(self, credentials: World, act: AccountAct) -> None:
        assert DEEDS[act](credentials).status_code == 302
        after = {kind: probe(credentials) for kind, probe in PROBES.items()}

        assert after == {kind: WORKS[cell.fate] for kind, cell in MATRIX[act].items()}


class TestFinders:
    def test_every_model_with_a_secret_is_a_credential(self) -> None:
        names = {
            model.__name__
            for model in apps.get_app_config("cards").get_models()
            if any(SECRETS.search(column.name) for column in model._meta.get_fields() if hasattr(column, "column"))
        }

        assert names == set(MODELS)

    def test_every_service_that_does_such_a_thing_ends_what_it_ends(self) -> None:
        guilty = []
        for path in sorted(Path(services.__path__[0]).rglob("*.py")):
            for name, source in functions(path.read_text(encoding="utf-8")):
                if DOES.search(source) and not ENDS.search(source) and name not in WITHOUT_ENDING:
                    guilty.append(f"{path.relative_to(ROOT)}:{name}")

        assert guilty == []

    def test_the_finder_sees_a_planted_one(self) -> None:
        planted = "def account_steal(account):\n    account.set_password('x')\n    account.save()\n"

        assert [name for name, source in functions(planted) if DOES.search(source) and not ENDS.search(source)]


def functions(source: str) -> list[tuple[str, str]]:
    """Return name and text of each function of a module."""
    parts = re.split(r"(?m)^def ", source)[1:]
    return [(part.partition("(")[0], inspect.cleandoc(part)) for part in parts]


class TestInFlight:
    def test_a_request_of_before_the_change_makes_no_link_after_it(self, credentials: World) -> None:
        before = Account.objects.get(pk=credentials.account.pk)
        account_password_change(actor=credentials.account, current=PASSWORD, new=OTHER_PASSWORD)

        for late in (
            lambda: address_request(actor=before, email="thief@evil.example", password=PASSWORD),
            lambda: token_create(actor=before, name="x", scopes=["read"], days=1),
            lambda: invitation_create(actor=before, email="thief@evil.example", pack=credentials.pack, role="admin"),
            lambda: account_password_change(actor=before, current=PASSWORD, new="a third long password"),
        ):
            with pytest.raises(NotSignedIn):
                late()

    def test_a_mail_of_before_the_change_is_not_sent_after_it(self, credentials: World) -> None:
        account_reset_mail(email=credentials.account.email, language="en")
        account_password_change(actor=credentials.account, current=PASSWORD, new=OTHER_PASSWORD)
        account_reset_mail(email=credentials.account.email, language="en")
        outbox_send()

        assert len(mail.outbox) == 1


class TestInvitations:
    def test_of_an_operator_who_is_none_any_more_make_nobody_an_operator(self, credentials: World) -> None:
        token = invitation_create(actor=credentials.operator, email="friend@evil.example", is_operator=True)
        Account.objects.filter(pk=credentials.operator.pk).update(is_superuser=False)

        with pytest.raises(NotFound):
            invitation_check(token=token)

    def test_of_an_admin_of_a_pack_make_no_operator(self, credentials: World) -> None:
        with pytest.raises(NotFound):
            invitation_create(
                actor=credentials.admin, email="x@evil.example", pack=credentials.pack, role="viewer", is_operator=True
            )

    def test_do_not_come_back_with_the_role(self, credentials: World) -> None:
        member_change(actor=credentials.admin, pack=credentials.pack, account=credentials.account, role="designer")
        member_change(actor=credentials.admin, pack=credentials.pack, account=credentials.account, role="admin")

        with pytest.raises(NotFound):
            invitation_check(token=credentials.invitation)

    def test_for_somebody_who_is_removed_do_not_let_them_in_again(
        self, credentials: World, people: dict[str, Account]
    ) -> None:
        stranger = people["stranger"]
        token = invitation_create(actor=credentials.admin, email=stranger.email, pack=credentials.pack, role="viewer")
        Membership.objects.create(pack=credentials.pack, account=stranger, role="viewer")
        member_remove(actor=credentials.admin, pack=credentials.pack, account=stranger)

        with pytest.raises(NotFound):
            invitation_check(token=token)


def test_the_case_that_was_found(credentials: World) -> None:
    """Address link first, then everything that an owner would do: the thief's link opens nothing."""
    account_password_change(actor=credentials.account, current=PASSWORD, new=OTHER_PASSWORD)

    assert not opens(Client(), f"/address/{credentials.address}/")
    assert account_sign_in(email="anna@example.org", password=OTHER_PASSWORD) == credentials.account
