"""What an operator does to accounts and to the queue of all packs."""

from django.db import transaction

from cards.errors import InvalidFields, StateConflict
from cards.models import Account
from cards.permissions import Actor, require_operator
from cards.services.audit import audit_record, with_former

MAX_QUOTA = 50  # previews that one account may have open


def account_reactivate(*, actor: Actor, account: Account) -> None:
    """Open a deactivated account again; its sessions, tokens and links stay ended.

    Errors: NotFound for an actor who is not an operator; StateConflict for an account that is active.
    """
    by = require_operator(actor)
    with transaction.atomic():
        locked = Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        if locked.is_active:
            raise StateConflict("This account is active.", "该账号处于启用状态。")
        Account.objects.filter(pk=locked.pk).update(is_active=True, deactivated_at=None)
        audit_record(actor=by, action="account.reactivate", target=locked.email)


def account_quota_set(*, actor: Actor, account: Account, previews: int | None) -> None:
    """Set how many previews an account may have open; None gives it the quota of every account.

    Errors: NotFound for an actor who is not an operator; InvalidFields beyond 0 to 50.
    """
    by = require_operator(actor)
    if previews is not None and not 0 <= previews <= MAX_QUOTA:
        raise InvalidFields.of("/previews", f"From 0 to {MAX_QUOTA}.", f"应为 0 到 {MAX_QUOTA}。")
    with transaction.atomic():
        former = Account.objects.select_for_update(no_key=True).get(pk=account.pk).preview_quota
        Account.objects.filter(pk=account.pk).update(preview_quota=previews)
        details = with_former({"previews": previews}, {"previews": former})
        audit_record(actor=by, action="account.quota_set", target=account.email, details=details)
