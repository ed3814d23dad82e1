"""Acts for which a session must have been confirmed a short while ago, so that an open browser alone does not open them."""

from datetime import timedelta

from django.conf import settings

from cards.errors import SignInTooOld
from cards.models import Account
from cards.queries.clock import database_now

FRESH_ACTIONS = frozenset(
    {
        "account.deactivate",
        "account.reactivate",
        "account.reset_request",
        "card.purge",
        "factor.add",
        "factor.codes_renew",
        "factor.passkey_add",
        "factor.passkey_remove",
        "factor.remove",
        "invitation.create",
        "invitation.revoke",
        "member.hand_over",
        "member.remove",
        "member.set",
        "program.create",
        "program.remove",
        "program.take_over",
        "program.token_renew",
        "program.trust",
        "release.publish",
        "release.unyank",
        "release.yank",
        "token.create",
        "token.revoke",
        "trash.empty",
        "webhook.create",
        "webhook.edit",
        "webhook.redeliver",
        "webhook.remove",
        "webhook.secret_renew",
    }
)
"""Such acts, named as the audit names them: it records none by a session that is not fresh. Password and address have forms that ask themselves."""


def require_fresh(actor: Account | None, action: str) -> None:
    """Refuse an act that needs a fresh sign-in to a session without one; commands and tokens are not concerned.

    Errors: SignInTooOld.
    """
    if actor is None or actor.proved_at is None or action not in FRESH_ACTIONS:
        return
    if database_now() - actor.proved_at > timedelta(seconds=settings.FRESH_SIGN_IN_SECONDS):
        raise SignInTooOld()
