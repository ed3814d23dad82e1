"""Seats of a match for a second person: a link that works once, names one seat, can be revoked, and ends with the match."""

import hashlib
import secrets
from collections.abc import Sequence

from django.db import transaction

from cards.errors import NotFound, Stale, StateConflict
from cards.gateway import previews
from cards.lookups import first_or_not_found
from cards.models import Account, Match, SeatLink
from cards.permissions import Act, Actor, allows, role_in
from cards.queries.clock import database_now
from cards.services.audit import audit_record
from cards.services.draft import checked_etag
from cards.services.match import match_advance, match_player, match_store, match_target

TOKEN_BYTES = 32


def seat_invite(*, actor: Actor, match: Match, based_on: str | None) -> str:
    """Return the secret of a new link to the other seat of a match; an earlier one stops working, taken or not.

    Errors: StateConflict for a match that is over, a sandbox, or was not begun for a second person; Stale with the newer match.
    """
    account = match_player(actor, match, based_on)
    if not match.is_secret:
        raise StateConflict(
            "Only a match that was begun for a second person, and is not over, has a link.",
            "只有为双人开始且未结束的对局才有链接。",
        )
    token, seat = secrets.token_urlsafe(TOKEN_BYTES), int(match.origin["guest"])
    with transaction.atomic():
        _revoke(match)
        SeatLink.objects.create(match=match, seat=seat, token_sha256=_hash(token))
        match_store(match, guests=[seat])
        audit_record(actor=account, action="match.invite", pack=match.pack, target=match_target(match))
    return token


def seat_revoke(*, actor: Actor, match: Match, based_on: str | None) -> None:
    """Revoke the link to the other seat; a bot plays the seat from now on.

    Errors: Stale with the newer match.
    """
    account = match_player(actor, match, based_on)
    with transaction.atomic():
        _revoke(match)
        current = match_store(match, guests=[])
        audit_record(actor=account, action="match.revoke", pack=match.pack, target=match_target(match))
    if not current.is_over:
        match_advance(account, current, current.answers)


def seat_get(*, token: str) -> SeatLink:
    """Return the link of a secret, before and after its seat is taken.

    Errors: NotFound once it was revoked, or where the account that began the match may no longer play in its pack.
    """
    links = SeatLink.objects.filter(token_sha256=_hash(token), revoked_at__isnull=True)
    link = first_or_not_found(links.select_related("match__pack", "match__account", "match__card", "account"))
    owner, pack = link.match.account, link.match.pack
    if not allows(role=role_in(account=owner, pack=pack), act=Act.PREVIEW_START) or pack.archived_at is not None:
        raise NotFound()
    return link


def seat_take(*, actor: Actor, token: str) -> str:
    """Take the seat of a link, once; return the secret that a browser without an account keeps, empty for an account.

    Errors: NotFound for a link that was used, and for who needs an account and has none; StateConflict for who began the match, and once it is over.
    """
    with transaction.atomic():
        link = seat_get(token=token)
        locked = SeatLink.objects.select_for_update(of=("self",)).filter(pk=link.pk, taken_at__isnull=True).first()
        account = actor if isinstance(actor, Account) else None
        if locked is None or (account is None and not link.match.pack.guests_play):
            raise NotFound()
        if account == link.match.account:
            raise StateConflict("This link is for the other player.", "此链接供另一位玩家使用。")
        if link.match.is_over:
            raise StateConflict("The match is over.", "对局已结束。")
        secret = "" if account is not None else secrets.token_urlsafe(TOKEN_BYTES)
        locked.account, locked.holder_sha256 = account, _hash(secret) if secret else None
        locked.taken_at = database_now()
        locked.save(update_fields=["account", "holder_sha256", "taken_at"])
        match_store(link.match)
        audit_record(actor=account, action="match.join", pack=link.match.pack, target=match_target(link.match))
    return secret


def seat_holds(link: SeatLink, person: Actor, secret: str) -> bool:
    """Return whether a person holds the seat of a link, by account or by the secret of the browser."""
    if link.taken_at is None:
        return False
    if link.account is not None:
        return isinstance(person, Account) and person.is_active and person.pk == link.account.pk
    return bool(secret) and secrets.compare_digest(_hash(secret), link.holder_sha256 or "")


def seat_play(*, link: SeatLink, based_on: str | None, lines: Sequence[str] = ()) -> Match:
    """Add the decision of the seat's holder, and those of the bots that follow; without one the bots go on.

    Errors: Stale with the newer match; StateConflict for one that is over; OtherEngine; NotOffered for another seat's decision.
    """
    match = link.match
    if checked_etag(based_on, match.etag) != match.etag:
        raise Stale(match)
    if match.is_over:
        raise StateConflict("The match is over.", "对局已结束。")
    if lines and (match.asked != link.seat or any(map(previews.is_change, lines)) or previews.STOPPED in lines):
        raise previews.NotOffered("another seat is asked")
    return match_advance(match.account, match, [*match.answers, *lines])


def _revoke(match: Match) -> None:
    SeatLink.objects.filter(match=match, revoked_at__isnull=True).update(revoked_at=database_now())


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
