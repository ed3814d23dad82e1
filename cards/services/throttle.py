"""Guesses, counted by the database in one statement, so that no two requests share a count.

Each guess is counted in the bucket of where it comes from. A browser or a network from which the account signed in before has a bucket of
its own; all others share one per email, which is the brake on guessing an account from many places, and one per network. So no guess locks
the owner out from a place that the account knows.
"""

import hashlib
from collections.abc import Iterable
from datetime import timedelta
from enum import StrEnum

from django.db import connection
from django.db.models import F
from django.db.models.functions import Now

from cards.errors import RateLimited
from cards.models import Account, LoginThrottle
from cards.services.known_place import NOWHERE, Place, known_place, network_of
from cards.values import frozen_dataclass

WINDOW = 15 * 60  # seconds
ACCOUNT_GUESSES = 10  # per email and window from places that it does not know, whether or not it has an account
PLACE_GUESSES = 10  # per known place and window
OWN_GUESSES = 10  # per account and window by who is signed in already
ADDRESS_GUESSES = 100  # per network address and window: an office may share one

_COUNT = """
INSERT INTO cards_loginthrottle AS t (key, window_started_at, guesses)
VALUES (%(key)s, now(), 1)
ON CONFLICT (key) DO UPDATE SET
    guesses = CASE WHEN t.window_started_at <= now() - %(window)s * interval '1 second' THEN 1 ELSE t.guesses + 1 END,
    window_started_at = CASE WHEN t.window_started_at <= now() - %(window)s * interval '1 second'
                             THEN now() ELSE t.window_started_at END
RETURNING guesses, ceil(extract(epoch FROM t.window_started_at - now()) + %(window)s)::int
"""


class Purpose(StrEnum):
    """What is counted: a guess at a password or at the digits of an app, or a mail that is asked for."""

    SIGN_IN = "sign-in"
    RESET_MAIL = "reset-mail"
    SECOND_STEP = "second-step"


@frozen_dataclass
class Bucket:
    """Where guesses are counted, and how many it takes in a window."""

    key: str
    limit: int


@frozen_dataclass
class Guess:
    """A guess that was counted: the bucket of its account or place, and that of its network, if any."""

    bucket: Bucket
    network: Bucket | None = None


def guess_count(*, email: str, place: Place = NOWHERE, purpose: Purpose = Purpose.SIGN_IN) -> Guess:
    """Count one guess at an email where it belongs, and refuse it when there were enough."""
    email = email.strip().lower()
    known = known_place(email=email, place=place)
    if known is not None:
        guess = Guess(_bucket("place", f"{purpose}:{known}:{email}", PLACE_GUESSES))
    else:
        network = _bucket("address", network_of(place.address), ADDRESS_GUESSES) if place.address else None
        guess = Guess(_bucket("account", f"{purpose}:{email}", ACCOUNT_GUESSES), network)
    _count_all(filter(None, (guess.bucket, guess.network)))
    return guess


def own_guess_count(*, account: Account) -> Guess:
    """Count a guess at the password of an account by who is signed in to it; strangers do not use this bucket up."""
    guess = Guess(_bucket("own", str(account.pk), OWN_GUESSES))
    _count_all((guess.bucket,))
    return guess


def guess_forget(guess: Guess) -> None:
    """Forget the guesses of a bucket after a right one, and take the right one back from its network.

    Other buckets stay as they are: a sign-in of the owner gives strangers no further guesses.
    """
    LoginThrottle.objects.filter(key=guess.bucket.key).delete()
    if guess.network is not None:
        LoginThrottle.objects.filter(key=guess.network.key, guesses__gt=0).update(guesses=F("guesses") - 1)


def guesses_forget(*, email: str) -> None:
    """Forget the guesses of strangers at an email, whose password is a new one."""
    LoginThrottle.objects.filter(key=_bucket("account", f"{Purpose.SIGN_IN}:{email.strip().lower()}", 0).key).delete()


def guess_prune() -> int:
    """Forget counts whose window has passed; return how many."""
    return LoginThrottle.objects.filter(window_started_at__lt=Now() - timedelta(seconds=WINDOW)).delete()[0]


def _bucket(kind: str, value: str, limit: int) -> Bucket:
    return Bucket(hashlib.sha256(f"{kind}:{value}".encode(errors="replace")).hexdigest(), limit)


def _count_all(buckets: Iterable[Bucket]) -> None:
    for bucket in buckets:
        with connection.cursor() as cursor:
            cursor.execute(_COUNT, {"key": bucket.key, "window": WINDOW})
            row = cursor.fetchone()
        guesses, left = row if row else (1, WINDOW)
        if guesses > bucket.limit:
            raise RateLimited(left)
