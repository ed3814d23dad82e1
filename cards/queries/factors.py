"""Whether an account has a second factor, and whether it must have one."""

from django.conf import settings
from django.db.models.functions import Now

from cards.models import (
    Account,
    AuthenticatorApp,
    CompanyAccount,
    KnownPlace,
    Membership,
    Pack,
    Passkey,
    RecoveryCode,
    Role,
)

OPTIONAL, OPERATORS, PUBLISHERS = "optional", "operators", "publishers"
"""Values of SECOND_FACTOR: who must have one in the whole portal; publishers are those of each pack, admins and operators among them."""


def has_factor(account: Account) -> bool:
    """Return whether the account signs in with a second factor of the portal's own: an app, or a passkey."""
    return has_app(account) or Passkey.objects.filter(account=account).exists()


def has_app(account: Account) -> bool:
    """Return whether the account has an authenticator app."""
    return AuthenticatorApp.objects.filter(account=account).exists()


def passkeys_of(account: Account) -> list[Passkey]:
    """Return the passkeys of an account, the oldest first."""
    return list(Passkey.objects.filter(account=account).order_by("id"))


def operator_lacks_factor(account: Account) -> bool:
    """Return whether an operator must set up a second factor first."""
    return settings.SECOND_FACTOR != OPTIONAL and not _is_protected(account)


def publisher_lacks_factor(account: Account, pack: Pack) -> bool:
    """Return whether a person who may publish in a pack must set up a second factor first; programs have none."""
    if account.is_program:
        return False
    is_wanted = settings.SECOND_FACTOR == PUBLISHERS or pack.factor_needed
    if account.is_operator:
        is_wanted = is_wanted or settings.SECOND_FACTOR == OPERATORS
    return is_wanted and not _is_protected(account)


def _is_protected(account: Account) -> bool:
    """Return whether a password alone does not open an account: it has a second factor, or its provider is the only way in."""
    if settings.SIGN_IN == "oidc" and CompanyAccount.objects.filter(account=account).exists():
        return True
    return has_factor(account)


def factor_wanted(account: Account) -> bool:
    """Return whether some role of an account needs a second factor."""
    if account.is_operator and settings.SECOND_FACTOR != OPTIONAL:
        return True
    mine = Membership.objects.filter(account=account, role__in=(Role.PUBLISHER, Role.ADMIN))
    return (mine if settings.SECOND_FACTOR == PUBLISHERS else mine.filter(pack__factor_needed=True)).exists()


def recovery_codes_left(account: Account) -> int:
    """Return how many recovery codes were not used."""
    return RecoveryCode.objects.filter(account=account, used_at__isnull=True).count()


def browsers_remembered(account: Account) -> int:
    """Return how many browsers are not asked for the second factor of an account for now."""
    return KnownPlace.objects.filter(account=account, factor_until__gt=Now()).count()
