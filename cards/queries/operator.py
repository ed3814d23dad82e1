"""What the operator's pages show: every account, the queue of all packs, workers, and how large packs are."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta

from django.contrib.sessions.models import Session
from django.db.models import (
    Case,
    Count,
    Exists,
    IntegerField,
    Max,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Sum,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from cards.models import (
    Account,
    ApiToken,
    Card,
    Membership,
    Outbox,
    Pack,
    Preview,
    PreviewState,
    Release,
    ReleaseFile,
    Role,
    SignedIn,
    WorkerBeat,
)
from cards.values import frozen_dataclass

QUEUE_LIMIT = 200  # previews that the page lists
WORKER_LIMIT = 100
SILENT_AFTER = timedelta(seconds=30)  # without a heartbeat
FORGOTTEN_AFTER = timedelta(days=1)
OPEN = (PreviewState.QUEUED, PreviewState.RUNNING)


@frozen_dataclass
class Load:
    """What waits on this portal: previews by state, side effects that are not sent yet, and the workers that answer."""

    running: int
    waiting: int
    unsent: int
    oldest_unsent: datetime | None
    workers: list[WorkerBeat]
    silent: list[WorkerBeat]


def load_get() -> Load:
    """Return what waits, by the database's clock."""
    states = dict(Preview.objects.filter(state__in=OPEN).order_by().values_list("state").annotate(n=Count("pk")))
    unsent = Outbox.objects.filter(sent_at__isnull=True).aggregate(n=Count("pk"), oldest=Min("created_at"))
    beats = WorkerBeat.objects.filter(seen_at__gt=Now() - FORGOTTEN_AFTER).order_by("host", "pid")
    alive = Q(seen_at__gt=Now() - SILENT_AFTER)
    return Load(
        running=states.get(PreviewState.RUNNING, 0),
        waiting=states.get(PreviewState.QUEUED, 0),
        unsent=unsent["n"],
        oldest_unsent=unsent["oldest"],
        workers=list(beats.filter(alive)[:WORKER_LIMIT]),
        silent=list(beats.exclude(alive)[:WORKER_LIMIT]),
    )


def queue_list() -> list[Preview]:
    """Return the previews of all packs that run or wait, those that run first, then by how long they wait."""
    rows = Preview.objects.filter(state__in=OPEN).select_related("pack", "card", "requested_by")
    runs = Case(When(state=PreviewState.RUNNING, then=Value(0)), default=Value(1), output_field=IntegerField())
    rows = rows.defer("spec", "fold", "estimate", "result").order_by(runs, "queued_at", "pk")
    return list(rows[:QUEUE_LIMIT])


def queue_get(*, pk: int) -> Preview | None:
    """Return a preview of any pack, or None."""
    return Preview.objects.select_related("pack").filter(pk=pk).first()


def account_rows(*, q: str = "", which: str = "") -> QuerySet[Account]:
    """Return accounts, the newest last, with how many packs, open sessions and tokens each has, and when it was here last."""
    live_sessions = Session.objects.filter(pk=OuterRef("session_key"), expire_date__gt=timezone.now())
    sign_ins = SignedIn.objects.filter(account=OuterRef("pk")).order_by().values("account")
    tokens = ApiToken.objects.filter(account=OuterRef("pk"), revoked_at__isnull=True, expires_at__gt=timezone.now())
    packs = Membership.objects.filter(account=OuterRef("pk")).order_by().values("account")
    accounts = (
        Account.objects.annotate(
            pack_count=Coalesce(Subquery(packs.annotate(n=Count("pk")).values("n")), 0),
            sessions=Coalesce(Subquery(sign_ins.filter(Exists(live_sessions)).annotate(n=Count("pk")).values("n")), 0),
            tokens=Coalesce(Subquery(tokens.order_by().values("account").annotate(n=Count("pk")).values("n")), 0),
            last_here=Subquery(sign_ins.annotate(at=Max("seen_at")).values("at")),
        )
        .filter(is_program=False)
        .order_by("pk")
    )
    if which in ("active", "deactivated"):
        accounts = accounts.filter(is_active=which == "active")
    return accounts.filter(Q(name__icontains=q) | Q(email__icontains=q)) if q else accounts


def account_get(*, pk: int) -> Account | None:
    """Return an account, or None."""
    return Account.objects.filter(pk=pk, is_program=False).first()


def account_by_email(*, email: str) -> Account | None:
    """Return the account with an address, or None."""
    return Account.objects.filter(email__iexact=email, is_program=False).first()


def packs_without_another_admin(*, accounts: Iterable[Account]) -> dict[int, list[Pack]]:
    """Return, by account, the packs whose only active admin it is, or was."""
    admins = Membership.objects.filter(role=Role.ADMIN)
    other_admins = admins.filter(pack=OuterRef("pack"), account__is_active=True).exclude(account=OuterRef("account"))
    alone = (
        admins.filter(~Exists(other_admins), account__in=list(accounts)).select_related("pack").order_by("pack__slug")
    )
    packs: dict[int, list[Pack]] = defaultdict(list)
    for membership in alone:
        packs[membership.account_id].append(membership.pack)
    return packs


def pack_rows(*, q: str = "") -> QuerySet[Pack]:
    """Return all packs with how many cards, members and releases each has, the size of its releases, and what it has in the queue."""

    def count_of(rows: QuerySet[Card] | QuerySet[Membership] | QuerySet[Release] | QuerySet[Preview]) -> Coalesce:
        mine = rows.filter(pack=OuterRef("pk")).order_by().values("pack")
        return Coalesce(Subquery(mine.annotate(n=Count("pk")).values("n")), 0)

    files = ReleaseFile.objects.filter(release__pack=OuterRef("pk")).order_by().values("release__pack")
    packs = Pack.objects.annotate(
        card_count=count_of(Card.objects.filter(trashed_at__isnull=True)),
        member_count=count_of(Membership.objects.all()),
        release_count=count_of(Release.objects.all()),
        open_count=count_of(Preview.objects.filter(state__in=OPEN)),
        released_bytes=Coalesce(Subquery(files.annotate(n=Sum("size")).values("n")), 0),
    ).order_by("slug")
    return packs.filter(slug__icontains=q) if q else packs
