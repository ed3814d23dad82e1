"""Service accounts: what they outlive, how their tokens turn over, and what a pack may close to tokens of people."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from cards.errors import Forbidden, IdTaken, InvalidFields, NotSignedIn, ScopeTooLow, StateConflict
from cards.models import Account, ApiToken, AuditEvent, Card, Membership, Pack, Program
from cards.permissions import Act, require, role_in
from cards.queries.packs import pack_list
from cards.queries.programs import program_list
from cards.services import program as programs
from cards.services.account import account_sign_in
from cards.services.link import account_reset_request
from cards.services.member import member_remove
from cards.services.pack import PackForm, pack_create, pack_edit
from cards.services.program import (
    Identity,
    program_create,
    program_remove,
    program_take_over,
    program_token_renew,
    program_trust,
)
from cards.services.token import token_sign_in

ISSUER = "https://ci.example.org"


def service(admin: Account, pack: Pack, **changes: Any) -> tuple[Program, str]:
    form = {"handle": "build", "name": "Build server", "scopes": ["read", "write"], "days": 30}
    return program_create(actor=admin, pack=pack, **{**form, **changes})


class TestAServiceAccount:
    def test_works_in_its_pack_alone_and_signs_in_by_its_token_alone(self, admin: Account, pack: Pack) -> None:
        second = pack_create(actor=admin, slug="other", ruleset=pack.ruleset, form=PackForm(name={"en": "Other"}))
        account = token_sign_in(secret=service(admin, pack)[1])

        assert (account.email, account.token_scopes) == ("build@core", frozenset({"read", "write"}))
        assert (role_in(account=account, pack=pack), role_in(account=account, pack=second)) == ("designer", None)
        assert [each.slug for each in pack_list(account=account)] == ["core"]
        assert account_reset_request(email=account.email) is None
        with pytest.raises(NotSignedIn):
            account_sign_in(email=account.email, password="")
        with pytest.raises(Forbidden):
            pack_create(actor=account, slug="mine", ruleset=pack.ruleset, form=PackForm(name={"en": "Mine"}))

    def test_is_named_by_the_audit_with_its_token(self, admin: Account, pack: Pack, card: Card) -> None:
        _, secret = service(admin, pack)
        answer = Client().delete(
            f"/api/v1/packs/core/cards/{card.written_id}/", headers={"Authorization": f"Bearer {secret}"}
        )
        event = AuditEvent.objects.latest("pk")

        assert (answer.status_code, event.action, str(event.actor)) == (204, "card.trash", "Build server")
        assert event.details["token"] == ApiToken.objects.get().token_id

    def test_outlives_its_owner_until_another_admin_takes_over(
        self, admin: Account, pack: Pack, people: dict[str, Account]
    ) -> None:
        program, secret = service(people["admin"], pack)
        Membership.objects.update_or_create(pack=pack, account=admin, defaults={"role": "admin"})
        owners = [program_list(pack=pack).get().has_owner]
        if people["admin"] == admin:
            heir = Account.objects.create_user("heir@example.org")
            Membership.objects.create(pack=pack, account=heir, role="admin")
        else:
            heir = admin
        member_remove(actor=heir, pack=pack, account=people["admin"])
        owners.append(program_list(pack=pack).get().has_owner)
        token_sign_in(secret=secret)
        program_take_over(actor=heir, program=program)
        owners.append(program_list(pack=pack).get().has_owner)

        assert owners == [True, False, True]
        assert AuditEvent.objects.latest("pk").details == {
            "owner": heir.email, "before": {"owner": people["admin"].email},
        }  # fmt: skip

    @pytest.mark.parametrize("hours", [0, 24])
    def test_has_two_tokens_for_so_many_hours_after_a_renewal(self, admin: Account, pack: Pack, hours: int) -> None:
        program, old = service(admin, pack)
        new = program_token_renew(actor=admin, program=program, days=90, overlap=hours)
        first, second = ApiToken.objects.order_by("pk")
        end, just_before = first.expires_at, first.expires_at - timedelta(seconds=1)

        assert end - second.created_at <= timedelta(hours=hours)
        assert token_sign_in(secret=new).token_scopes == {"read", "write"}
        with pytest.raises(NotSignedIn):
            token_sign_in(secret=old, now=end)
        if hours:
            token_sign_in(secret=old, now=just_before)
        program_token_renew(actor=admin, program=program, days=1, overlap=168)
        first.refresh_from_db()
        assert first.expires_at == end, "a renewal makes no token live longer"

    def test_ends_at_once_when_it_is_removed_and_its_handle_stays_taken(self, admin: Account, pack: Pack) -> None:
        program, secret = service(admin, pack)
        program_remove(actor=admin, program=program)

        with pytest.raises(NotSignedIn):
            token_sign_in(secret=secret)
        for act in (
            lambda: program_remove(actor=admin, program=program),
            lambda: program_take_over(actor=admin, program=program),
            lambda: program_token_renew(actor=admin, program=program, days=1, overlap=0),
        ):
            with pytest.raises(StateConflict):
                act()
        with pytest.raises(IdTaken):
            service(admin, pack)
        assert not program_list(pack=pack).exists()

    @pytest.mark.parametrize(
        "changes",
        [
            {"handle": ""}, {"handle": "Build"}, {"handle": "a@b"}, {"handle": "-a"}, {"handle": "a" * 33}, {"handle": "a\n"},
            {"name": "a\nb"}, {"days": 0}, {"days": 367}, {"scopes": []}, {"scopes": ["release"]}, {"scopes": ["read", "admin"]},
        ],
        ids=str,
    )  # fmt: skip
    def test_is_refused_with_a_form_that_will_not_do(self, admin: Account, pack: Pack, changes: Any) -> None:
        with pytest.raises(InvalidFields):
            service(admin, pack, **changes)
        assert not Program.objects.exists()

    def test_has_no_more_beside_it_than_a_pack_may_have(
        self, admin: Account, pack: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(programs, "MAX_PROGRAMS", 1)
        service(admin, pack)
        with pytest.raises(StateConflict):
            service(admin, pack, handle="second")


class TestATrustedJob:
    @pytest.mark.parametrize(
        "identity",
        [
            Identity("http://ci.example.org", "repo:a/b:x", {}),
            Identity("https://10.0.0.1", "repo:a/b:x", {}),
            Identity("https://localhost", "repo:a/b:x", {}),
            Identity(f"{ISSUER}/?a=b", "repo:a/b:x", {}),
            Identity(ISSUER, "", {}),
            Identity(ISSUER, "*", {}),
            Identity(ISSUER, "repo:a*", {}),
            Identity(ISSUER, "repo:*/cards:x", {}),
            Identity(ISSUER, "repo:a/b:x", {"sub": "y"}),
            Identity(ISSUER, "repo:a/b:x", {"environment": ""}),
            Identity(ISSUER, "repo:a/b:x", {"an environment": "y"}),
            Identity(ISSUER, "repo:a/b:x", {f"c{n}": "y" for n in range(9)}),
        ],
        ids=str,
    )
    def test_is_no_wider_than_one_job_of_a_public_issuer(self, admin: Account, pack: Pack, identity: Identity) -> None:
        with pytest.raises(InvalidFields):
            program_trust(actor=admin, pack=pack, handle="ci", name="", identity=identity)

    def test_has_no_token_to_renew(self, admin: Account, pack: Pack) -> None:
        job = program_trust(
            actor=admin,
            pack=pack,
            handle="ci",
            name="",
            identity=Identity(ISSUER, "repo:a/b:*", {"environment": "live"}),
        )
        with pytest.raises(StateConflict):
            program_token_renew(actor=admin, program=job, days=1, overlap=0)


class TestTokensOfPeople:
    def test_do_not_publish_where_the_pack_switches_that_off(self, admin: Account, pack: Pack) -> None:
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, release_tokens=False))
        require(account=admin, pack=pack, act=Act.RELEASE_PUBLISH)
        admin.token_scopes = frozenset({"read", "release", "admin"})
        for act in (Act.RELEASE_PUBLISH, Act.RELEASE_OVERRIDE):
            with pytest.raises(Forbidden, match="not by tokens of people"):
                require(account=admin, pack=pack, act=act)
        require(account=admin, pack=pack, act=Act.RELEASE_PLAN)
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, release_tokens=False))
        with pytest.raises(ScopeTooLow):
            pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, release_tokens=True))


class TestThePage:
    def test_makes_renews_and_removes_and_shows_a_secret_once(self, admin: Account, pack: Pack) -> None:
        browser, url = Client(), f"/packs/{pack.slug}/programs/"
        browser.force_login(admin)
        form = {"do": "create", "handle": "build", "name": "Build server", "scopes": ["read"], "days": "90"}
        creation = browser.post(url, form)
        repetition = browser.post(url, form)
        program = Program.objects.get()
        renewal = browser.post(url, {"do": "renew", "program": program.pk, "overlap": "24"})
        secrets = [answer.context["secret"] for answer in (creation, renewal)]
        later = browser.get(url).content.decode()
        trust = browser.post(
            url, {"do": "trust", "handle": "ci", "issuer": ISSUER, "subject": "repo:a/b:main", "claims": "environment = live\n\n"}
        )  # fmt: skip

        assert (creation.status_code, repetition.status_code, renewal.status_code, trust.status_code) == (
            200,
            400,
            200,
            302,
        )
        assert all(secret.startswith("clm_") and secret not in later for secret in secrets)
        assert later.count("clm_") == 2
        assert creation.headers["Cache-Control"] == "no-store, no-transform"
        assert Program.objects.get(role="publisher").claims == {"environment": "live"}
        assert browser.post(url, {"do": "remove", "program": program.pk}).status_code == 302
        assert browser.post(url, {"do": "renew", "program": program.pk, "overlap": "24"}).status_code == 404
        assert ApiToken.objects.filter(revoked_at__isnull=True, expires_at__gt=timezone.now()).count() == 0
