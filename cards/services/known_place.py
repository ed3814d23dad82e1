"""Browsers and networks that signed in to an account before: what is guessed from there is counted by itself."""

import hashlib
import ipaddress
from datetime import timedelta

from django.db.models.functions import Now

from cards.models import Account, KnownPlace
from cards.models.account import PlaceKind
from cards.values import frozen_dataclass

MAX_PLACES = 20  # of each kind and account: with ten guesses each, they bound what all known places may guess
MAX_AGE = timedelta(days=180)  # since the last sign-in
FACTOR_PAUSE = timedelta(days=30)  # that a browser is not asked for the second factor
IPV6_PREFIX = 64  # bits: what one customer of a provider has


@frozen_dataclass
class Place:
    """Where a request comes from: the network address, and the id in the browser's signed cookie, each perhaps unknown."""

    address: str = ""
    device: str = ""

    @property
    def keys(self) -> tuple[tuple[PlaceKind, str], ...]:
        """Return kind and key of what is known of the place, the narrower one first."""
        named = ((PlaceKind.DEVICE, self.device), (PlaceKind.NETWORK, network_of(self.address)))
        return tuple((kind, _hash(kind, value)) for kind, value in named if value)


NOWHERE = Place()


def network_of(address: str) -> str:
    """Return the address that counts as one place: IPv4 whole, of IPv6 the first 64 bits; what is no address as it is."""
    try:
        ip = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(ip, ipaddress.IPv4Address):
        return str(ip)
    if ip.ipv4_mapped is not None:
        return str(ip.ipv4_mapped)
    return str(ipaddress.IPv6Network((int(ip), IPV6_PREFIX), strict=False))


def known_place(*, email: str, place: Place) -> str | None:
    """Return the key of a place from which the account of an email signed in before, the browser rather than the network.

    It takes one query, whether or not there is such an account.
    """
    keys = [key for _, key in place.keys]
    if "\0" in email or not keys:
        return None
    rows = KnownPlace.objects.filter(account__email__iexact=email.strip(), key__in=keys, seen_at__gt=Now() - MAX_AGE)
    known = set(rows.values_list("key", flat=True))
    return next((key for key in keys if key in known), None)


def is_remembered(*, account: Account, place: Place) -> bool:
    """Return whether the browser of a place is not asked for the second factor of an account."""
    keys = [key for kind, key in place.keys if kind == PlaceKind.DEVICE]
    return KnownPlace.objects.filter(account=account, key__in=keys, factor_until__gt=Now()).exists()


def place_remember(*, account: Account, place: Place, without_factor: bool = False) -> None:
    """Remember a place at which the account has just proved itself; of each kind the newest are kept.

    With `without_factor` its browser is not asked for the second factor for a while.
    """
    for kind, key in place.keys:
        values: dict[str, object] = {"kind": kind, "seen_at": Now()}
        if without_factor and kind == PlaceKind.DEVICE:
            values["factor_until"] = Now() + FACTOR_PAUSE
        KnownPlace.objects.update_or_create(account=account, key=key, defaults=values)
        rows = KnownPlace.objects.filter(account=account, kind=kind)
        KnownPlace.objects.filter(pk__in=list(rows.values_list("pk", flat=True)[MAX_PLACES:])).delete()


def browsers_ask(*, account: Account) -> int:
    """Ask for the second factor in every browser of an account again; return in how many it was not asked."""
    return KnownPlace.objects.filter(account=account, factor_until__gt=Now()).update(factor_until=None)


def places_forget(*, account: Account) -> int:
    """Forget every place of an account; return how many."""
    return KnownPlace.objects.filter(account=account).delete()[0]


def places_prune() -> int:
    """Forget places without a sign-in for half a year; return how many."""
    return KnownPlace.objects.filter(seen_at__lt=Now() - MAX_AGE).delete()[0]


def _hash(kind: str, value: str) -> str:
    return hashlib.sha256(f"{kind}:{value}".encode(errors="replace")).hexdigest()
