"""The API tokens of an account."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db.models import QuerySet

from cards.models import Account, ApiToken, CompanyAccount

MAX_TOKENS = 200  # of the newest, the revoked and expired ones among them


def token_list(*, account: Account) -> QuerySet[ApiToken]:
    """Return the newest tokens of an account, its last one first."""
    return ApiToken.objects.filter(account=account).select_related("account__company").order_by("-id")[:MAX_TOKENS]


def vouched_until(token: ApiToken) -> datetime | None:
    """Return until when a token works without its person passing the provider again; None where no provider is asked about them.

    That is OIDC_TOKEN_DAYS after the provider last vouched for them; with passwords off, who has no account there gets them from the
    creation of the token.
    """
    if settings.SIGN_IN == "password" or token.account.is_program:
        return None
    company: CompanyAccount | None = getattr(token.account, "company", None)
    if company is None and settings.SIGN_IN != "oidc":
        return None
    proved = company.proved_at if company is not None else token.created_at
    return proved + timedelta(days=settings.OIDC_TOKEN_DAYS)
