"""What each block of a card's draft is worth: a preview of its own kind, behind those that a person waits for."""

import secrets

from django.db import transaction

from cards.errors import InvalidFields, QuotaExceeded
from cards.gateway import previews
from cards.models import Account, Card, Preview, PreviewKind, PreviewState
from cards.permissions import Act, Actor, authorize
from cards.services.outbox_notify import wake_workers
from cards.services.previews.parts import SEEDS, Planned, Purpose, candidate_of, preview_write, surroundings_of

RETRY_AFTER = 60  # seconds


def worth_planned(*, card: Card, preset: str, seed: int) -> Planned:
    """Return the plan of what each block of a draft is worth, with its cost.

    Errors: InvalidFields for an unknown preset; StateConflict with the problems of a card that has errors, and for one that no player has or
            that does nothing.
    """
    if preset not in previews.WORTH_PRESETS:
        known = previews.WORTH_PRESETS
        raise InvalidFields.of("/preset", f"One of {', '.join(known)}.", f"应为 {'、'.join(known)} 之一。")
    candidate = candidate_of(card=card, number=None)
    around = surroundings_of(card=card, candidate=candidate, former=None)
    spec = previews.worth_plan(
        card.pack.ruleset, candidate=candidate.document, around=around.around, preset=preset, seed=seed
    )
    return Planned(spec, around)


def worth_start(*, actor: Actor, card: Card, preset: str = "quick", seed: int | None = None) -> Preview:
    """Queue what each block of a card's draft is worth.

    Errors: as `worth_planned`; QuotaExceeded while the account has one that is not finished.
    """
    account = authorize(actor, card.pack, Act.PREVIEW_START)
    _check_quota(account)
    plan = worth_planned(card=card, preset=preset, seed=secrets.randbelow(SEEDS) if seed is None else seed)
    candidate = candidate_of(card=card, number=None)
    with transaction.atomic():
        Account.objects.select_for_update(no_key=True).get(pk=account.pk)
        _check_quota(account)
        preview = preview_write(
            account=account, card=card, candidate=candidate, former=None, plan=plan, purpose=Purpose(PreviewKind.WORTH)
        )
        transaction.on_commit(wake_workers)
    return preview


def _check_quota(account: Account) -> None:
    """Refuse a second one; asked first to spare the plan, and again under the account's lock."""
    states = [PreviewState.QUEUED, PreviewState.RUNNING]
    if Preview.objects.filter(requested_by=account, kind=PreviewKind.WORTH, state__in=states).exists():
        raise QuotaExceeded(RETRY_AFTER)
