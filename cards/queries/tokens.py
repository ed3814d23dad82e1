"""The API tokens of an account."""

from django.db.models import QuerySet

from cards.models import Account, ApiToken

MAX_TOKENS = 200  # of the newest, the revoked and expired ones among them


def token_list(*, account: Account) -> QuerySet[ApiToken]:
    """Return the newest tokens of an account, its last one first."""
    return ApiToken.objects.filter(account=account).order_by("-id")[:MAX_TOKENS]
