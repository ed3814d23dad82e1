"""The record of who did what, written in the same transaction as the change."""

from collections.abc import Mapping
from typing import Any

import structlog
from django.db import connection

from cards.crash import crash_point
from cards.fresh_sign_in import require_fresh
from cards.lookups import fitting_name
from cards.models import Account, AuditEvent, Membership, Pack

MAX_TARGET = 200  # characters of a target's name


def audit_record(
    *,
    actor: Account | None,
    action: str,
    pack: Pack | None = None,
    target: str = "",
    details: Mapping[str, Any] | None = None,
) -> AuditEvent:
    """Write one event; refuses to stand outside a transaction, where it could survive what it reports.

    Shapes: actor is None for a command of the machine itself; an operator who acts in a pack without belonging to
            it is marked `as_operator`; what a program does names its token.
    Errors: SignInTooOld for an act that needs a fresh sign-in, by a session without one.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("an audit event belongs in the transaction of what it reports")
    require_fresh(actor, action)
    event_details = dict(details or {})
    if (
        pack is not None
        and actor is not None
        and actor.is_operator
        and not Membership.objects.filter(pack=pack, account=actor).exists()
    ):
        event_details["as_operator"] = True
    if actor is not None and actor.is_program and actor.token_id:
        event_details["token"] = actor.token_id
    event = AuditEvent.objects.create(
        actor=actor,
        action=action,
        pack=pack,
        target=fitting_name(target, MAX_TARGET),
        details=event_details,
        request_id=request_id(),
    )
    crash_point("audited")
    return event


def with_former(fields: Mapping[str, Any], former: Mapping[str, Any]) -> dict[str, Any]:
    """Return the details of a change: each field as it is now, and under `before` those that were different."""
    return {**fields, "before": {name: former.get(name) for name, value in fields.items() if former.get(name) != value}}


def request_id() -> str:
    """Return the id of the request that is being answered; empty outside a request."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))[:64]
