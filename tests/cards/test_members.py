"""Members of a pack: roles, leaving, handing over, and invitations; a pack never loses its last admin."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.utils import timezone

from cards.errors import Forbidden, IdTaken, InvalidFields, NotFound, Refusal, ScopeTooLow, StateConflict
from cards.models import Account, AuditEvent, Invitation, Membership, Pack
from cards.queries.clock import database_now
from cards.services import link
from cards.services.account import account_deactivate
from cards.services.link import invitation_accept, invitation_check, invitation_create, invitation_revoke
from cards.services.member import member_change, member_hand_over, member_remove, member_set
from tests.cards.conftest import PASSWORD


def role_of(account: Account) -> str | None:
    return Membership.objects.filter(account=account).values_list("role", flat=True).first()


class TestMember:
    def test_is_given_another_role(self, pack: Pack, people: dict[str, Account]) -> None:
        member_change(actor=people["admin"], pack=pack, account=people["viewer"], role="reviewer")

        assert role_of(people["viewer"]) == "reviewer"

    @pytest.mark.parametrize(("by", "left"), [("viewer", True), ("admin", False)])
    def test_leaves_or_is_removed_and_the_audit_says_which(
        self, pack: Pack, people: dict[str, Account], by: str, left: bool
    ) -> None:
        member_remove(actor=people[by], pack=pack, account=people["viewer"])
        event = AuditEvent.objects.get(action="member.remove")

        assert (event.actor, event.details) == (people[by], {"before": "viewer", "left": left})

    def test_who_left_is_not_brought_back(self, pack: Pack, people: dict[str, Account]) -> None:
        member_remove(actor=people["viewer"], pack=pack, account=people["viewer"])
        for change in (
            lambda: member_change(actor=people["admin"], pack=pack, account=people["viewer"], role="designer"),
            lambda: member_remove(actor=people["admin"], pack=pack, account=people["viewer"]),
            lambda: member_hand_over(actor=people["admin"], pack=pack, account=people["viewer"]),
        ):
            with pytest.raises(NotFound):
                change()

        assert role_of(people["viewer"]) is None

    @pytest.mark.parametrize("change", [member_change, member_set])
    def test_of_no_known_role_is_refused(
        self, pack: Pack, people: dict[str, Account], change: Callable[..., object]
    ) -> None:
        with pytest.raises(InvalidFields):
            change(actor=people["admin"], pack=pack, account=people["viewer"], role="king")

    def test_removes_nobody_else(self, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(Forbidden):
            member_remove(actor=people["publisher"], pack=pack, account=people["viewer"])

    def test_leaves_by_no_token(self, pack: Pack, people: dict[str, Account]) -> None:
        people["viewer"].token_scopes = frozenset({"read", "write", "admin"})
        with pytest.raises(ScopeTooLow):
            member_remove(actor=people["viewer"], pack=pack, account=people["viewer"])

        assert role_of(people["viewer"]) == "viewer"


class TestLastAdmin:
    def test_neither_leaves_nor_steps_down(self, pack: Pack, admin: Account) -> None:
        for change in (
            lambda: member_remove(actor=admin, pack=pack, account=admin),
            lambda: member_change(actor=admin, pack=pack, account=admin, role="publisher"),
            lambda: member_set(actor=admin, pack=pack, account=admin, role="viewer"),
        ):
            with pytest.raises(StateConflict):
                change()

        assert role_of(admin) == "admin"

    def test_is_not_one_who_cannot_sign_in(self, pack: Pack, people: dict[str, Account]) -> None:
        member_set(actor=people["admin"], pack=pack, account=people["viewer"], role="admin")
        Account.objects.filter(pk=people["viewer"].pk).update(is_active=False)
        with pytest.raises(StateConflict):
            member_remove(actor=people["admin"], pack=pack, account=people["admin"])

    def test_hands_over_and_stays_as_a_publisher(self, pack: Pack, people: dict[str, Account]) -> None:
        member_hand_over(actor=people["admin"], pack=pack, account=people["viewer"])

        assert (role_of(people["admin"]), role_of(people["viewer"])) == ("publisher", "admin")

    def test_hands_over_to_nobody_who_cannot_take_it(self, pack: Pack, people: dict[str, Account]) -> None:
        Account.objects.filter(pk=people["viewer"].pk).update(is_active=False)
        people["viewer"].refresh_from_db()
        for to in (people["admin"], people["viewer"]):
            with pytest.raises(StateConflict):
                member_hand_over(actor=people["admin"], pack=pack, account=to)

        assert (role_of(people["admin"]), role_of(people["viewer"])) == ("admin", "viewer")

    @pytest.mark.parametrize("by", ["operator", None])
    def test_is_made_admin_by_whoever_deactivates_the_last(
        self, pack: Pack, people: dict[str, Account], by: str | None
    ) -> None:
        actor, heir = people[by] if by else None, people["stranger"]
        account_deactivate(actor=actor, account=people["admin"], heir=heir)
        made = Membership.objects.get(pack=pack, account=heir)

        assert (made.role, made.added_by) == ("admin", actor or heir)


@pytest.mark.django_db(transaction=True)
class TestRaces:
    def test_of_the_last_two_admins_leave_one(self, pack: Pack, people: dict[str, Account]) -> None:
        first, second = people["admin"], people["publisher"]
        for _ in range(5):
            for each in (first, second):
                Membership.objects.filter(pack=pack, account=each).delete()
                Membership.objects.create(pack=pack, account=each, role="admin")
            answers = _at_once(
                lambda: member_remove(actor=first, pack=pack, account=first),
                lambda: member_remove(actor=second, pack=pack, account=second),
            )

            assert sorted(answers) == ["done", "state-conflict"]
            assert Membership.objects.filter(pack=pack, role="admin").count() == 1

    def test_of_two_admins_who_remove_each_other_leave_one(self, pack: Pack, people: dict[str, Account]) -> None:
        first, second, third = people["admin"], people["publisher"], people["reviewer"]
        for _ in range(5):
            for each in (first, second, third):
                Membership.objects.filter(pack=pack, account=each).delete()
                Membership.objects.create(pack=pack, account=each, role="admin")
            answers = _at_once(
                lambda: member_remove(actor=first, pack=pack, account=second),
                lambda: member_remove(actor=second, pack=pack, account=first),
            )

            assert sorted(answers) == ["done", "not-found"]
            assert Membership.objects.filter(pack=pack, role="admin").count() == 2


def _at_once(*changes: object) -> list[str]:
    answers: list[str] = []
    gate = threading.Barrier(len(changes))

    def run(change: object) -> None:
        gate.wait()
        try:
            change()  # type: ignore[operator]  # the changes are functions of no arguments
            answers.append("done")
        except Refusal as refusal:
            answers.append(refusal.slug)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(change,)) for change in changes]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


class TestInvitation:
    def test_lasts_seven_days(self, pack: Pack, admin: Account) -> None:
        before = database_now()
        invitation_create(actor=admin, email="x@example.org", pack=pack, role="viewer")

        assert before <= Invitation.objects.get().expires_at - timedelta(days=7) <= database_now()

    def test_ends_at_its_time_and_not_before(self, pack: Pack, admin: Account) -> None:
        now = timezone.now()
        end = now + timedelta(days=2)
        token = invitation_create(actor=admin, email="x@example.org", pack=pack, role="viewer", expires_at=end)

        assert invitation_check(token=token, now=end - timedelta(seconds=1)).email == "x@example.org"
        with pytest.raises(NotFound):
            invitation_check(token=token, now=end)
        with pytest.raises(NotFound):
            invitation_accept(token=token, actor=AnonymousUser(), password=PASSWORD, now=end)

    @pytest.mark.parametrize("days", [-8, 8])
    def test_ends_by_the_clock_of_the_database(
        self, pack: Pack, admin: Account, monkeypatch: pytest.MonkeyPatch, days: int
    ) -> None:
        wrong = timezone.now() + timedelta(days=days)
        with monkeypatch.context() as patch:
            patch.setattr(timezone, "now", lambda: wrong)
            invitation = invitation_create(actor=admin, email="x@example.org", pack=pack, role="viewer")

            assert invitation_check(token=invitation).email == "x@example.org"
        assert invitation_check(token=invitation).email == "x@example.org"
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        monkeypatch.setattr(timezone, "now", lambda: wrong)
        with pytest.raises(NotFound):
            invitation_check(token=invitation)

    @pytest.mark.parametrize(("has_pack", "role"), [(True, ""), (False, "viewer"), (True, "owner"), (False, "owner")])
    def test_needs_a_pack_and_a_role_of_it_or_neither(
        self, pack: Pack, admin: Account, has_pack: bool, role: str
    ) -> None:
        with pytest.raises(InvalidFields) as error:
            invitation_create(actor=admin, email="x@example.org", pack=pack if has_pack else None, role=role)

        assert error.value.errors[0]["pointer"] == "/role"

    def test_of_a_command_needs_nobody_to_ask(self, pack: Pack) -> None:
        token = invitation_create(actor=None, email="x@example.org", pack=pack, role="viewer")

        assert (invitation_check(token=token).pack, invitation_check(token=token).role) == (pack, "viewer")

    def test_is_revoked_at_once(self, pack: Pack, admin: Account) -> None:
        token = invitation_create(actor=admin, email="x@example.org", pack=pack, role="viewer")
        pk = Invitation.objects.get().pk
        invitation_revoke(actor=admin, pack=pack, pk=pk)

        with pytest.raises(NotFound):
            invitation_check(token=token)
        with pytest.raises(NotFound):
            invitation_revoke(actor=admin, pack=pack, pk=pk)

    def test_replaces_the_one_before(self, pack: Pack, admin: Account) -> None:
        first, second = (
            invitation_create(actor=admin, email="x@example.org", pack=pack, role="viewer") for _ in range(2)
        )
        with pytest.raises(NotFound):
            invitation_check(token=first)

        assert invitation_check(token=second).role == "viewer"

    def test_ends_with_the_role_of_who_made_it(self, pack: Pack, people: dict[str, Account]) -> None:
        member_set(actor=people["admin"], pack=pack, account=people["viewer"], role="admin")
        token = invitation_create(actor=people["viewer"], email="x@example.org", pack=pack, role="admin")
        member_change(actor=people["admin"], pack=pack, account=people["viewer"], role="viewer")
        with pytest.raises(NotFound):
            invitation_accept(token=token, actor=AnonymousUser(), password=PASSWORD)

        assert not Account.objects.filter(email="x@example.org").exists()

    def test_is_not_for_a_member(self, pack: Pack, people: dict[str, Account]) -> None:
        with pytest.raises(IdTaken):
            invitation_create(actor=people["admin"], email="VIEWER@example.org", pack=pack, role="admin")

    @pytest.mark.parametrize("days", [0, 31, -1])
    def test_lasts_a_month_at_most(self, pack: Pack, admin: Account, days: int) -> None:
        end = timezone.now() + timedelta(days=days)
        with pytest.raises(InvalidFields):
            invitation_create(actor=admin, email="x@example.org", pack=pack, role="viewer", expires_at=end)

    def test_is_one_of_two_hundred_at_most(self, pack: Pack, admin: Account) -> None:
        Invitation.objects.bulk_create(
            Invitation(
                pack=pack, email=f"x{number}@example.org", role="viewer", **link.new_secret(str(number), database_now())
            )
            for number in range(199)
        )
        invitation_create(actor=admin, email="x199@example.org", pack=pack, role="viewer")
        with pytest.raises(StateConflict):
            invitation_create(actor=admin, email="y@example.org", pack=pack, role="viewer")

        assert invitation_create(actor=admin, email="x1@example.org", pack=pack, role="viewer")
