"""Membership of packs and roles; every change locks the pack's row, so that changes are made one after another."""

from django.db import transaction
from django.db.models import Exists, OuterRef

from cards.credentials import AccountAct
from cards.errors import InvalidFields, StateConflict
from cards.lookups import first_or_not_found
from cards.models import Account, Membership, Pack, Role
from cards.permissions import RANK, Act, Actor, require, require_account, require_scope
from cards.services.audit import audit_record
from cards.services.credentials import credentials_end
from cards.services.pack import pack_lock
from cards.shape import Json


def member_set(*, actor: Actor, pack: Pack, account: Account, role: str) -> Membership:
    """Give an account a role in a pack, its first or another one; the last admin stays an admin."""
    by = require_account(actor)
    _check_role(role)
    with transaction.atomic():
        _lock_and_authorize(by, pack)
        _keep_an_admin(pack, account, role)
        before = Membership.objects.filter(pack=pack, account=account).values_list("role", flat=True).first()
        member, _ = Membership.objects.update_or_create(
            pack=pack, account=account, defaults={"role": role}, create_defaults={"role": role, "added_by": by}
        )
        ended = _end_by_role(pack, account, before, role)
        details: Json = {"role": role, "ended": ended} if ended else {"role": role}
        audit_record(actor=by, action="member.set", pack=pack, target=account.email, details=details)
    return member


def member_change(*, actor: Actor, pack: Pack, account: Account, role: str) -> Membership:
    """Give a member another role; unlike `member_set` it does not bring back a member who has left meanwhile."""
    by = require_account(actor)
    _check_role(role)
    with transaction.atomic():
        _lock_and_authorize(by, pack)
        member = _member(pack, account)
        _keep_an_admin(pack, account, role)
        details: Json = {"role": role, "before": member.role}
        if ended := _end_by_role(pack, account, member.role, role):
            details["ended"] = ended
        member.role = role
        member.save(update_fields=["role"])
        audit_record(actor=by, action="member.set", pack=pack, target=account.email, details=details)
    return member


def member_remove(*, actor: Actor, pack: Pack, account: Account) -> None:
    """Take an account out of a pack; the last admin stays. A member may always leave."""
    by = require_account(actor)
    with transaction.atomic():
        _lock_and_authorize(by, pack, leaves=by == account)
        member = _member(pack, account)
        _keep_an_admin(pack, account, None)
        member.delete()
        details: Json = {"before": member.role, "left": by == account}
        if ended := _end_by_role(pack, account, member.role, None):
            details["ended"] = ended
        audit_record(actor=by, action="member.remove", pack=pack, target=account.email, details=details)


def member_follow(*, pack: Pack, account: Account, role: str | None) -> None:
    """Give a member the role that a provider says, or none, within the caller's transaction; the last admin stays an admin."""
    pack_lock(pack=pack)
    before = Membership.objects.filter(pack=pack, account=account).values_list("role", flat=True).first()
    if before == role:
        return
    _keep_an_admin(pack, account, role)
    if role is None:
        Membership.objects.filter(pack=pack, account=account).delete()
    else:
        Membership.objects.update_or_create(pack=pack, account=account, defaults={"role": role})
    details: Json = {"role": role, "before": before, "ended": _end_by_role(pack, account, before, role)}
    action = "member.set" if role else "member.remove"
    audit_record(actor=None, action=action, pack=pack, target=account.email, details=details)


def member_hand_over(*, actor: Actor, pack: Pack, account: Account) -> Membership:
    """Make another member an admin and the actor a publisher, in one transaction."""
    by = require_account(actor)
    with transaction.atomic():
        _lock_and_authorize(by, pack)
        member = _member(pack, account)
        if by == account:
            raise StateConflict("Choose another member.", "请选择另一位成员。")
        if not account.is_active:
            raise StateConflict("This account is deactivated.", "该账号已停用。")
        member.role = Role.ADMIN
        member.save(update_fields=["role"])
        Membership.objects.filter(pack=pack, account=by).update(role=Role.PUBLISHER)
        _end_by_role(pack, by, Role.ADMIN, Role.PUBLISHER)
        audit_record(actor=by, action="member.hand_over", pack=pack, target=account.email)
    return member


def _end_by_role(pack: Pack, account: Account, before: str | None, after: str | None) -> dict[str, int]:
    """End what an account loses with a role in a pack, where the new one is lower or none; return how many of each kind."""
    if before is None or (after is not None and RANK[after] >= RANK[before]):
        return {}
    return credentials_end(account=account, act=AccountAct.ROLE_REMOVAL, pack=pack)


def _lock_and_authorize(by: Account, pack: Pack, *, leaves: bool = False) -> None:
    """Lock the pack until the transaction ends, then check what the actor may do."""
    pack_lock(pack=pack)
    if leaves:
        require_scope(account=by, scope=None)
    else:
        require(account=by, pack=pack, act=Act.PACK_MEMBERS)


def _member(pack: Pack, account: Account) -> Membership:
    return first_or_not_found(Membership.objects.filter(pack=pack, account=account))


def _keep_an_admin(pack: Pack, account: Account, role: str | None) -> None:
    """Refuse to leave a pack without an admin who can sign in."""
    if role == Role.ADMIN:
        return
    admins = Membership.objects.filter(pack=pack, role=Role.ADMIN)
    was_admin = admins.filter(account=account).exists()
    if was_admin and not admins.filter(account__is_active=True).exclude(account=account).exists():
        raise StateConflict(
            "A pack keeps at least one admin: make another member admin first.",
            "卡包至少要有一名管理员：请先指定另一位管理员。",
        )


def _check_role(role: str) -> None:
    if role not in Role.values:
        raise InvalidFields.of("/role", f"One of {', '.join(Role.values)}.", f"应为 {'、'.join(Role.values)} 之一。")


def packs_hand_over(*, by: Account | None, account: Account, heir: Account) -> list[str]:
    """Make an heir admin of each pack whose only active admin is an account that leaves; return the packs' names."""
    admins = Membership.objects.filter(pack=OuterRef("pack"), role=Role.ADMIN, account__is_active=True)
    alone = Membership.objects.filter(~Exists(admins.exclude(account=account)), account=account, role=Role.ADMIN)
    packs = Pack.objects.select_for_update(no_key=True).filter(pk__in=alone.values("pack")).order_by("pk")
    packs_without_admin = list(packs)
    for pack in packs_without_admin:
        Membership.objects.update_or_create(
            pack=pack,
            account=heir,
            defaults={"role": Role.ADMIN},
            create_defaults={"role": Role.ADMIN, "added_by": by or heir},
        )
        details = {"before": account.email}
        audit_record(actor=by, action="member.hand_over", pack=pack, target=heir.email, details=details)
    return [pack.slug for pack in packs_without_admin]
