"""Packs and the people in them."""

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from cards.lookups import first_or_not_found
from cards.models import Account, Card, Invitation, Membership, Pack, Program, Release, Role, Visibility
from cards.permissions import Act, Actor, require, require_role
from cards.queries.built_once import built_once
from cards.queries.releases import is_yanked

MAX_INVITATIONS = 400  # invitations that a page shows, the expired ones among them


def live_count(*, pack: Pack) -> int:
    """Return how many cards of a pack are neither in the trash nor retired."""
    return Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True).count()


def pack_list(*, account: Actor) -> QuerySet[Pack]:
    """Return the packs that the account belongs to, an operator all of them, archived ones left out.

    Shapes: each row carries `role` (nothing for an operator who is no member), `card_count`, `last_release`
            (a version or nothing) and `last_release_at`.
    """
    packs = _annotated(account).filter(archived_at__isnull=True)
    if _is_operator(account):
        return packs
    return packs.filter(role__isnull=False)  # type: ignore[misc]  # annotated by _annotated


def pack_list_visible(*, account: Actor) -> QuerySet[Pack]:
    """Return the packs that the account may read: its own and the public ones that have a release."""
    packs = _annotated(account)
    if _is_operator(account):
        return packs
    return packs.filter(Q(role__isnull=False) | Q(visibility=Visibility.PUBLIC, has_release=True))


def pack_get(*, account: Actor, slug: str, act: Act = Act.PACK_READ, with_counts: bool = False) -> Pack:
    """Return a pack, `with_counts` with what `pack_list` adds; NotFound to a stranger, Forbidden to a member of too low a role."""
    packs = _annotated(account) if with_counts else Pack.objects.all()
    pack = first_or_not_found(packs.filter(slug=slug))
    if with_counts:
        require_role(pack_role(account=account, pack=pack), account=account, pack=pack, act=act)
    else:
        require(account=account, pack=pack, act=act)
    return pack


def pack_role(*, account: Actor, pack: Pack) -> Role | None:
    """Return the role of the account that read a pack with its counts, as `role_in` would have when it was read."""
    if not isinstance(account, Account) or not account.is_active:
        return None
    role = pack.role  # type: ignore[attr-defined]  # annotated by _annotated
    return Role.ADMIN if account.is_operator else Role(role) if role else None


def member_list(*, pack: Pack, q: str = "") -> QuerySet[Membership]:
    """Return the members of a pack with their accounts, in the order of joining: those whose name or email has `q`."""
    found = pack.memberships.select_related("account").order_by("id")
    return found.filter(Q(account__name__icontains=q) | Q(account__email__icontains=q)) if q else found


def member_get(*, pack: Pack, pk: int) -> Membership:
    """Return one membership of a pack by its number."""
    return first_or_not_found(pack.memberships.select_related("account").filter(pk=pk))


def invitation_list(*, pack: Pack) -> QuerySet[Invitation]:
    """Return the unused invitations to a pack, the newest first, up to a limit."""
    return pack.invitations.filter(used_at__isnull=True).select_related("created_by").order_by("-id")[:MAX_INVITATIONS]


def _is_operator(account: Actor) -> bool:
    return isinstance(account, Account) and account.is_operator


def _annotated(account: Actor) -> QuerySet[Pack]:
    """Return all packs with what lists show of each, in one query."""
    return _annotated_for(account.pk)


@built_once
def _annotated_for(account_id: int | None) -> QuerySet[Pack]:
    cards = Card.objects.filter(pack=OuterRef("pk"), trashed_at__isnull=True).order_by().values("pack")
    releases = Release.objects.filter(pack=OuterRef("pk"))
    last = releases.filter(~Q(is_yanked()), is_prerelease=False).order_by("-order_key")
    own = Membership.objects.filter(pack=OuterRef("pk"), account=account_id)
    as_program = Program.objects.filter(pack=OuterRef("pk"), account=account_id)
    return Pack.objects.annotate(
        role=Coalesce(Subquery(own.values("role")[:1]), Subquery(as_program.values("role")[:1])),
        card_count=Coalesce(Subquery(cards.annotate(n=Count("pk")).values("n")), 0),
        has_release=Exists(releases),
        last_release=Subquery(last.values("version")[:1]),
        last_release_at=Subquery(last.values("released_at")[:1]),
    ).order_by("slug")
