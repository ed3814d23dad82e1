"""Accounts: signing in, guessing, passwords, links, settings."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils import timezone

from cards.errors import Forbidden, IdTaken, InvalidFields, NotFound, NotSignedIn, RateLimited, Refusal, StateConflict
from cards.models import Account, AuditEvent, Invitation, LoginThrottle, Membership, Pack, PasswordReset
from cards.queries.clock import database_now
from cards.services.account import (
    account_create,
    account_deactivate,
    account_password_change,
    account_settings_save,
    account_sign_in,
)
from cards.services.known_place import Place
from cards.services.link import (
    account_reset_check,
    account_reset_confirm,
    account_reset_request,
    invitation_accept,
    invitation_create,
)
from cards.services.link_mail import account_reset_mail
from cards.services.throttle import guess_prune
from tests.cards.conftest import PASSWORD

OTHER_PASSWORD = "another long password"
OFFICE = Place(address="192.0.2.1")


def refusal_of(email: str, password: str) -> tuple[str, str]:
    """Return what a person who cannot sign in is shown."""
    with pytest.raises(Refusal) as refused:
        account_sign_in(email=email, password=password)
    return refused.value.slug, refused.value.detail["en"]


class TestSignIn:
    def test_takes_the_email_in_any_case(self, admin: Account) -> None:
        assert account_sign_in(email=" Admin@Example.ORG ", password=PASSWORD) == admin

    def test_tells_a_stranger_nothing(self, admin: Account) -> None:
        account_deactivate(actor=None, account=account_create(actor=None, email="gone@example.org", password=PASSWORD))
        answers = {
            refusal_of("admin@example.org", "wrong"),
            refusal_of("nobody@example.org", PASSWORD),
            refusal_of("gone@example.org", PASSWORD),
            refusal_of("admin@example.org\0", PASSWORD),
            refusal_of("", ""),
        }

        assert answers == {("not-signed-in", "Wrong email or password.")}

    @pytest.mark.parametrize("email", ["admin@example.org", "nobody@example.org"])
    def test_slows_down_guessing_whoever_it_is(self, admin: Account, email: str) -> None:
        answers = [refusal_of(email, "wrong")[0] for _ in range(11)]

        assert answers == ["not-signed-in"] * 10 + ["rate-limited"]

    def test_refuses_even_the_right_password_after_ten_guesses(self, admin: Account) -> None:
        for _ in range(10):
            refusal_of("admin@example.org", "wrong")
        with pytest.raises(RateLimited) as error:
            account_sign_in(email="ADMIN@example.org", password=PASSWORD)

        assert 0 < error.value.retry_after <= 15 * 60

    def test_opens_again_after_the_window(self, admin: Account) -> None:
        for _ in range(11):
            refusal_of("admin@example.org", "wrong")
        LoginThrottle.objects.update(window_started_at=timezone.now() - timedelta(minutes=16))

        assert account_sign_in(email="admin@example.org", password=PASSWORD) == admin

    def test_leaves_no_trace_once_the_window_has_passed(self, admin: Account) -> None:
        refusal_of("admin@example.org", "wrong")
        refusal_of("nobody@example.org", "wrong")
        LoginThrottle.objects.filter(guesses=1).update(window_started_at=timezone.now() - timedelta(minutes=16))
        refusal_of("admin@example.org", "wrong")

        assert (guess_prune(), LoginThrottle.objects.count()) == (1, 1)

    def test_forgets_the_guesses_after_the_right_one(self, admin: Account) -> None:
        for _ in range(3):
            for _ in range(9):
                refusal_of("admin@example.org", "wrong")
            account_sign_in(email="admin@example.org", password=PASSWORD)

        assert not LoginThrottle.objects.exists()

    def test_slows_down_an_address_that_tries_many_accounts(self, admin: Account) -> None:
        answers = []
        for number in range(101):
            with pytest.raises(Refusal) as refused:
                account_sign_in(email=f"n{number}@example.org", password="wrong", place=OFFICE)
            answers.append(refused.value.slug)

        assert answers == ["not-signed-in"] * 100 + ["rate-limited"]

    def test_counts_no_right_password_against_an_address(self, admin: Account) -> None:
        for _ in range(101):
            account_sign_in(email="admin@example.org", password=PASSWORD, place=OFFICE)
        with pytest.raises(NotSignedIn):
            account_sign_in(email="admin@example.org", password="wrong", place=OFFICE)

        assert sorted(LoginThrottle.objects.values_list("guesses", flat=True)) == [0, 1]

    def test_gives_an_address_back_no_wrong_guess_for_a_right_one(self, admin: Account) -> None:
        for number in range(100):
            with pytest.raises(NotSignedIn):
                account_sign_in(email=f"n{number}@example.org", password="wrong", place=OFFICE)
        with pytest.raises(RateLimited):
            account_sign_in(email="admin@example.org", password=PASSWORD, place=OFFICE)

    def test_is_audited_once(self, admin: Account) -> None:
        before = AuditEvent.objects.count()
        account_sign_in(email="admin@example.org", password=PASSWORD)

        assert [event.action for event in AuditEvent.objects.all()[before:]] == ["account.sign_in"]


@pytest.mark.django_db(transaction=True)
class TestConcurrentGuesses:
    def test_share_one_count(self, admin: Account) -> None:
        answers: list[str] = []

        def guess() -> None:
            answers.append(refusal_of("admin@example.org", "wrong")[0])
            connection.close()

        threads = [threading.Thread(target=guess) for _ in range(14)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(answers) == ["not-signed-in"] * 10 + ["rate-limited"] * 4


class TestPassword:
    def test_is_changed_by_who_knows_it(self, admin: Account) -> None:
        account_password_change(actor=admin, current=PASSWORD, new=OTHER_PASSWORD)

        assert account_sign_in(email="admin@example.org", password=OTHER_PASSWORD) == admin
        assert refusal_of("admin@example.org", PASSWORD)[0] == "not-signed-in"

    def test_is_not_changed_by_who_does_not(self, admin: Account) -> None:
        with pytest.raises(InvalidFields) as refusal:
            account_password_change(actor=admin, current="wrong", new=OTHER_PASSWORD)

        assert [error["pointer"] for error in refusal.value.errors] == ["/current"]

    @pytest.mark.parametrize("password", ["short", "1234567890123", "password123", "admin@example.org", "", "x\0" * 10])
    def test_is_not_easily_guessed(self, admin: Account, password: str) -> None:
        with pytest.raises(Refusal):
            account_password_change(actor=admin, current=PASSWORD, new=password)

        assert account_sign_in(email="admin@example.org", password=PASSWORD) == admin

    def test_is_refused_with_reasons_in_both_languages(self, admin: Account) -> None:
        with pytest.raises(InvalidFields) as error:
            account_password_change(actor=admin, current=PASSWORD, new="short")

        assert error.value.errors == (
            {"pointer": "/new", "detail": {"en": "At least 10 characters.", "zh": "至少 10 个字符。"}},
        )

    def test_change_ends_the_other_sessions(self, admin: Account) -> None:
        before = admin.get_session_auth_hash()
        account_password_change(actor=admin, current=PASSWORD, new=OTHER_PASSWORD)

        assert admin.get_session_auth_hash() != before


class TestResetLink:
    def test_works_once(self, admin: Account) -> None:
        token = account_reset_request(email="Admin@example.org") or ""

        assert account_reset_check(token=token) == admin
        assert account_reset_confirm(token=token, password=OTHER_PASSWORD) == admin
        assert account_sign_in(email="admin@example.org", password=OTHER_PASSWORD) == admin
        with pytest.raises(NotFound):
            account_reset_confirm(token=token, password=PASSWORD)

    def test_is_kept_as_a_hash(self, admin: Account) -> None:
        token = account_reset_request(email="admin@example.org") or ""
        row = PasswordReset.objects.get()

        assert len(token) == 43  # 256 bits
        assert token not in str(PasswordReset.objects.filter(pk=row.pk).values()[0])

    def test_works_for_seven_days(self, admin: Account) -> None:
        before = database_now()
        token = account_reset_request(email="admin@example.org") or ""
        assert before <= PasswordReset.objects.get().expires_at - timedelta(days=7) <= database_now()
        PasswordReset.objects.update(expires_at=timezone.now())
        with pytest.raises(NotFound):
            account_reset_check(token=token)

    def test_of_an_easily_guessed_password_stays_usable(self, admin: Account) -> None:
        token = account_reset_request(email="admin@example.org") or ""
        with pytest.raises(InvalidFields):
            account_reset_confirm(token=token, password="short")

        assert account_reset_check(token=token) == admin

    def test_replaces_the_one_before(self, admin: Account) -> None:
        first = account_reset_request(email="admin@example.org") or ""
        second = account_reset_request(email="admin@example.org") or ""
        with pytest.raises(NotFound):
            account_reset_check(token=first)

        assert account_reset_check(token=second) == admin

    @pytest.mark.parametrize("email", ["nobody@example.org", "", "a\0b"])
    def test_is_not_made_for_nobody(self, db: None, email: str) -> None:
        assert account_reset_request(email=email) is None

    @pytest.mark.parametrize("ask", [account_reset_request, partial(account_reset_mail, language="en")])
    def test_is_asked_for_ten_times_by_anybody_and_by_an_operator_as_often_as_needed(
        self, people: dict[str, Account], ask: Callable[..., object]
    ) -> None:
        for _ in range(11):
            ask(email="viewer@example.org", actor=people["operator"])
        for _ in range(10):
            ask(email="viewer@example.org")
        with pytest.raises(RateLimited):
            ask(email="viewer@example.org")

    @pytest.mark.parametrize("token", ["", "x", "\ud83d"])
    def test_is_not_guessed(self, db: None, token: str) -> None:
        with pytest.raises(NotFound):
            account_reset_check(token=token)


class TestInvitation:
    def test_makes_a_member(self, pack: Pack, admin: Account) -> None:
        token = invitation_create(actor=admin, email="New@example.org", pack=pack, role="designer")
        account = invitation_accept(token=token, actor=AnonymousUser(), name="New", password=PASSWORD)

        assert (account.email, account.name, account.is_operator) == ("new@example.org", "New", False)
        assert Membership.objects.get(account=account).role == "designer"
        with pytest.raises(NotFound):
            invitation_accept(token=token, actor=AnonymousUser(), name="New", password=PASSWORD)

    def test_of_an_account_wants_it_signed_in(self, pack: Pack, admin: Account, people: dict[str, Account]) -> None:
        stranger = people["stranger"]
        token = invitation_create(actor=admin, email=stranger.email, pack=pack, role="reviewer")
        with pytest.raises(StateConflict):
            invitation_accept(token=token, actor=AnonymousUser(), password=PASSWORD)

        assert invitation_accept(token=token, actor=stranger) == stranger
        assert Membership.objects.get(account=stranger).role == "reviewer"

    def test_never_lowers_a_role(self, pack: Pack, people: dict[str, Account]) -> None:
        stranger = people["stranger"]
        token = invitation_create(actor=people["admin"], email=stranger.email, pack=pack, role="viewer")
        Membership.objects.create(pack=pack, account=stranger, role="publisher")
        invitation_accept(token=token, actor=stranger)

        assert Membership.objects.get(account=stranger).role == "publisher"

    def test_to_a_pack_is_for_its_admins(self, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            invitation_create(actor=people["publisher"], email="x@example.org", pack=pack, role="viewer")

    def test_to_the_portal_is_for_operators(self, people: dict[str, Account]) -> None:
        with pytest.raises(NotFound):
            invitation_create(actor=people["admin"], email="x@example.org", is_operator=True)
        token = invitation_create(actor=people["operator"], email="x@example.org", is_operator=True)

        assert invitation_accept(token=token, actor=AnonymousUser(), password=PASSWORD).is_operator

    def test_is_audited_once_when_used(self, pack: Pack, admin: Account) -> None:
        token = invitation_create(actor=admin, email="new@example.org", pack=pack, role="viewer")
        before = AuditEvent.objects.count()
        invitation_accept(token=token, actor=AnonymousUser(), password=PASSWORD)

        assert [event.action for event in AuditEvent.objects.all()[before:]] == ["invitation.accept"]

    @pytest.mark.parametrize("email", ["", "x", "a@b", "x@example.org\0", "a" * 250 + "@b.org"])
    def test_wants_an_email(self, db: None, email: str) -> None:
        with pytest.raises(Refusal):
            invitation_create(actor=None, email=email)

        assert not Invitation.objects.exists()


class TestSettings:
    def test_are_saved(self, admin: Account) -> None:
        account_settings_save(actor=admin, name=" 小林 ", language="zh", theme="dark", single_keys=False)
        admin.refresh_from_db()

        assert (admin.name, admin.language, admin.theme, admin.single_keys) == ("小林", "zh", "dark", False)

    @pytest.mark.parametrize(("language", "theme"), [("fr", "dark"), ("en", "pink")])
    def test_are_of_a_known_kind(self, admin: Account, language: str, theme: str) -> None:
        with pytest.raises(InvalidFields):
            account_settings_save(actor=admin, name="", language=language, theme=theme, single_keys=True)

    def test_are_for_who_is_signed_in(self, db: None) -> None:
        with pytest.raises(NotSignedIn):
            account_settings_save(actor=AnonymousUser(), name="", language="en", theme="dark", single_keys=True)


class TestAccountCreate:
    def test_refuses_an_email_in_use(self, admin: Account) -> None:
        with pytest.raises(IdTaken):
            account_create(actor=None, email="ADMIN@example.org", password=PASSWORD)

    def test_without_a_password_lets_nobody_in(self, db: None) -> None:
        account_create(actor=None, email="new@example.org")

        assert refusal_of("new@example.org", "")[0] == "not-signed-in"
