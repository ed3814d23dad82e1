"""Carries out the table of credentials: an act ends what its row says, in the transaction of the act."""

from collections.abc import Callable, Mapping

from django.db.models import F, Q

from cards.credentials import MATRIX, AccountAct, Credential, Fate
from cards.models import Account, AddressChange, Invitation, Match, Pack, PasswordReset, SeatLink
from cards.queries.clock import database_now
from cards.services.factor import factors_end, passkeys_end
from cards.services.known_place import browsers_ask, places_forget
from cards.services.session import sessions_forget
from cards.services.token import tokens_end
from cards.values import frozen_dataclass


@frozen_dataclass
class Reach:
    """Whose credentials an act ends: those of an account, or what ties it to one pack."""

    account: Account
    pack: Pack | None = None


def credentials_end(*, account: Account, act: AccountAct, pack: Pack | None = None) -> dict[str, int]:
    """End what an act ends, within the caller's transaction; return how many of each kind, without zeros.

    A caller that lets the credential live which the act came with (`others_end`) makes it again afterwards.
    """
    reach = Reach(account, pack)
    ends = [kind for kind, cell in MATRIX[act].items() if cell.fate != Fate.STAYS]
    counts = {kind.value: ENDINGS[kind](reach) for kind in ends}
    return {kind: number for kind, number in counts.items() if number}


def _sessions(reach: Reach) -> int:
    Account.objects.filter(pk=reach.account.pk).update(session_epoch=F("session_epoch") + 1)
    reach.account.refresh_from_db(fields=["session_epoch"])
    return sessions_forget(account=reach.account)


def _tokens(reach: Reach) -> int:
    return tokens_end(account=reach.account, now=database_now())


def _resets(reach: Reach) -> int:
    return PasswordReset.objects.filter(account=reach.account, used_at__isnull=True).update(used_at=database_now())


def _addresses(reach: Reach) -> int:
    return AddressChange.objects.filter(account=reach.account, used_at__isnull=True).update(used_at=database_now())


def _invitations(reach: Reach) -> int:
    """Delete open invitations: those that the account made, and, of a pack that it leaves, those for its address."""
    links = Invitation.objects.filter(used_at__isnull=True)
    own = Q(created_by=reach.account)
    if reach.pack is not None:
        links, own = links.filter(pack=reach.pack), own | Q(email__iexact=reach.account.email)
    return links.filter(own).delete()[0]


def _seats(reach: Reach) -> int:
    """Revoke the links to seats of the account's matches: all, or those in a pack that it leaves; bots take these seats at the next answer."""
    matches = Match.objects.filter(account=reach.account, asked__isnull=False).exclude(guests=[])
    if reach.pack is not None:
        matches = matches.filter(pack=reach.pack)
    links = SeatLink.objects.filter(match__in=matches, revoked_at__isnull=True).update(revoked_at=database_now())
    matches.update(guests=[], changes=F("changes") + 1)
    return links


def _places(reach: Reach) -> int:
    return places_forget(account=reach.account)


def _browsers(reach: Reach) -> int:
    return browsers_ask(account=reach.account)


def _factors(reach: Reach) -> int:
    return factors_end(account=reach.account)


def _passkeys(reach: Reach) -> int:
    return passkeys_end(account=reach.account)


ENDINGS: Mapping[Credential, Callable[[Reach], int]] = {
    Credential.SESSION: _sessions,
    Credential.API_TOKEN: _tokens,
    Credential.RESET_LINK: _resets,
    Credential.ADDRESS_LINK: _addresses,
    Credential.INVITATION: _invitations,
    Credential.REMEMBERED_BROWSER: _browsers,
    Credential.KNOWN_PLACE: _places,
    Credential.SECOND_FACTOR: _factors,
    Credential.PASSKEY: _passkeys,
    Credential.SEAT_LINK: _seats,
}
"""How each credential ends that some act ends."""
