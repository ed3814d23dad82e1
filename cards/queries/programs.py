"""The programs of a pack, for those who manage its members."""

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.db.models.functions import Now

from cards.lookups import first_or_not_found
from cards.models import ApiToken, Membership, Pack, Program


def program_list(*, pack: Pack) -> QuerySet[Program]:
    """Return the programs of a pack that work, in the order in which they were made.

    Shapes: each row carries `has_owner`, whether who answers for it is still in the pack.
    """
    members = Membership.objects.filter(pack=OuterRef("pack"), account=OuterRef("owner"))
    tokens = ApiToken.objects.filter(revoked_at__isnull=True, expires_at__gt=Now()).order_by("-id")
    return (
        Program.objects.filter(pack=pack, account__is_active=True)
        .select_related("account", "owner", "pack")
        .prefetch_related(Prefetch("account__api_tokens", queryset=tokens, to_attr="live_tokens"))
        .annotate(has_owner=Q(owner__is_active=True) & (Q(owner__is_superuser=True) | Exists(members)))
        .order_by("id")
    )


def program_get(*, pack: Pack, pk: int) -> Program:
    """Return one program of a pack that works."""
    return first_or_not_found(program_list(pack=pack).filter(pk=pk))


def live_tokens(program: Program) -> list[ApiToken]:
    """Return the tokens that work of a program of `program_list`, the newest first."""
    tokens: list[ApiToken] = program.account.live_tokens  # type: ignore[attr-defined]  # prefetched there
    return tokens
