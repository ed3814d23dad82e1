"""Matches that people play in the browser: prelude from an opening, answered, taken back, opened as a sandbox, removed."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.core.cache import cache
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from cards.errors import NotFound, Stale, StateConflict
from cards.gateway import previews
from cards.models import Account, Card, Match, Pack
from cards.models.match import ALONE
from cards.permissions import Act, Actor, authorize
from cards.queries.matches import match_get
from cards.services.audit import audit_record
from cards.services.draft import checked_etag
from cards.services.hand import one_at_a_time
from cards.services.match_choice import SLOW_SKILLS, choice_of
from cards.services.outbox_notify import wake_match
from cards.services.pack import number_take
from cards.services.previews.parts import canonical_sha
from cards.shape import JsonObject
from cards.values import frozen_dataclass

BOT_ANSWERS = 60
"""Answers that bots give in one request; where they are not done, the page asks to go on."""
SLOW_ANSWERS = 10
"""Answers of a slow bot that a worker stores at a time, so that its table shows that it goes on."""
ASKED_AGAIN = 15  # seconds after which a worker is asked once more for answers that did not come
OPEN_LIMIT = 100  # open matches of one account in a pack
IDLE_DAYS = 90  # days after which a match without an end, or of a sandbox, goes
BATCH = 100  # matches that one statement deletes: each may be large


@frozen_dataclass
class Opening:
    """Where a match begins: the plan that it is one of, its trace, the decisions before the person comes, and the person's seat.

    Shapes: origin as of a match.
    """

    spec: JsonObject
    trace: JsonObject
    answers: Sequence[str]
    seat: int
    card: Card | None
    origin: JsonObject


def match_start(
    *, actor: Actor, pack: Pack, opening: Opening, is_sandbox: bool = False, is_shared: bool = False
) -> Match:
    """Begin a match, perhaps for a second person in the next seat; its bots play until a person's seat is asked.

    Errors: StateConflict for an account with as many open as it may; OtherEngine; NotOffered.
    """
    account = authorize(actor, pack, Act.PREVIEW_START)
    if Match.objects.filter(pack=pack, account=account, asked__isnull=False).count() >= OPEN_LIMIT:
        raise StateConflict(
            f"You have {OPEN_LIMIT} open matches in this pack. End or remove one first.",
            f"你在此卡包中已有 {OPEN_LIMIT} 场未结束的对局，请先结束或删除一场。",
        )
    choice = choice_of(opening.origin)
    with one_at_a_time(account):
        on = previews.preview_play(
            opening.spec,
            opening.trace,
            opening.answers,
            seat=opening.seat,
            max_answers=0 if is_shared or choice.skill in SLOW_SKILLS else BOT_ANSWERS,
            **bots_of(opening.spec, {**opening.origin, "seat": opening.seat}),
        )
    guest = (opening.seat + 1) % on["table"]
    origin = {**opening.origin, "seat": opening.seat, "unit": opening.spec["layout"]["unit"]}
    if is_shared:
        origin |= {"shared": True, "guest": guest}
    with transaction.atomic():
        match = Match.objects.create(
            pack=pack,
            number=number_take(pack=pack, kind="match"),
            card=opening.card,
            account=account,
            spec=opening.spec,
            spec_sha256=canonical_sha(opening.spec),
            engine_hash=opening.spec["engine"],
            trace=opening.trace,
            origin=origin,
            guests=[guest] if is_shared else [],
            prelude=len(opening.answers),
            is_sandbox=is_sandbox,
            **_columns(on),
        )
        audit_record(actor=account, action="match.start", pack=pack, target=match_target(match))
    return match


def match_play(*, actor: Actor, match: Match, based_on: str | None, lines: Sequence[str] = ()) -> Match:
    """Add decisions of the person, or changes by hand in a sandbox, and those of the bots that follow; the decisions are the record.

    Errors: Stale with the newer match; StateConflict for one that is over; OtherEngine; NotOffered; ChangeRefused.
    """
    account = match_player(actor, match, based_on)
    if match.is_over and not all(map(previews.is_change, lines)):
        raise StateConflict("The match is over.", "对局已结束。")
    if not match.is_sandbox and any(map(previews.is_change, lines)):
        raise NotFound()
    if previews.STOPPED in lines or (lines and not match.is_sandbox and match.asked not in match.seats):
        raise previews.NotOffered("another seat is asked")
    return match_advance(account, match, [*match.answers, *lines])


def match_take_back(*, actor: Actor, match: Match, based_on: str | None) -> Match:
    """Take the person's last decision back, or the last change by hand, with what followed; as it is where there is neither.

    Errors: as `match_play`.
    """
    account = match_player(actor, match, based_on)
    _check_open(match)
    own = bots_of(match.spec, match.origin)["own"]
    earlier = previews.preview_take_back(match.spec, match.trace, match.answers, seat=match.origin["seat"], own=own)
    if len(earlier) < match.prelude:
        earlier = list(match.answers[: match.prelude])
    return match_advance(account, match, earlier, taken_back=match.taken_back + (len(earlier) < len(match.answers)))


def match_uncover(*, actor: Actor, match: Match, based_on: str | None) -> Match:
    """Make a match a sandbox for good: everything is open, anything may be changed, and its result never counts.

    Errors: Stale with the newer match; StateConflict while a second person has a seat.
    """
    match_player(actor, match, based_on)
    if match.guests:
        _check_open(match)
    return match_store(match, is_sandbox=True)


def match_remove(*, actor: Actor, match: Match) -> None:
    """Remove a match of one's own for good.

    Errors: NotFound for a match of another account.
    """
    account = _own(actor, match)
    with transaction.atomic():
        Match.objects.filter(pk=match.pk).delete()
        audit_record(actor=account, action="match.remove", pack=match.pack, target=match_target(match))


def matches_due(*, now: datetime | None = None) -> QuerySet[Match]:
    """Return the matches that the next round deletes: without an end, or of a sandbox, and without a change for ninety days."""
    before = (now or timezone.now()) - timedelta(days=IDLE_DAYS)
    idle = Match.objects.filter(changed_at__lt=before)
    return idle.filter(Q(asked__isnull=False) | Q(is_sandbox=True)).order_by("pk")


def matches_prune(*, now: datetime | None = None) -> int:
    """Delete the matches that are due; return how many."""
    count = 0
    while some := list(matches_due(now=now).values_list("pk", flat=True)[:BATCH]):
        count += len(some)
        Match.objects.filter(pk__in=some).delete()
    return count


def _check_open(match: Match) -> None:
    """Refuse what a second person could not bear while a match lasts."""
    if match.is_secret:
        raise StateConflict("A second person plays in this match.", "此对局有第二位玩家。")


def _own(actor: Actor, match: Match) -> Account:
    account = authorize(actor, match.pack, Act.PREVIEW_START)
    if match.account_id != account.pk:
        raise NotFound()
    return account


def match_player(person: Actor, match: Match, based_on: str | None) -> Account:
    """Return the account that plays a match, for a change that is based on a state of it.

    Errors: NotFound for another account; Stale with the newer match.
    """
    account = _own(person, match)
    if checked_etag(based_on, match.etag) != match.etag:
        raise Stale(match)
    return account


def match_advance(account: Account, match: Match, answers: Sequence[str], **fields: Any) -> Match:
    """Store a match with other decisions, after the bots have answered them.

    Errors: OtherEngine; NotOffered; Stale with the newer match.
    """
    limit = 0 if is_slow(match) else BOT_ANSWERS
    with one_at_a_time(account):
        on = match_follow(match, answers, limit)
    stored = match_store(match, **_columns(on), **fields)
    bots_ask(stored)
    return stored


def bots_of(spec: JsonObject, origin: JsonObject) -> JsonObject:
    """Return who plays a match beside the person's first seat, as the engine takes it: further seats of the person, and the skill of the bots."""
    seats = range(len(spec["layout"]["strata"][0])) if origin.get("bot") == ALONE else ()
    own = [seat for seat in seats if seat != origin["seat"]]
    return {"own": own, "skill": choice_of(origin).skill if "bot" in origin else ""}


def is_slow(match: Match) -> bool:
    """Return whether a worker computes the answers of a match's bots."""
    return choice_of(match.origin).skill in SLOW_SKILLS


def match_follow(match: Match, answers: Sequence[str], limit: int) -> JsonObject:
    """Return where a match is after some answers, and after those of its bots up to a limit.

    Errors: OtherEngine; NotOffered; ChangeRefused.
    """
    rest = bots_of(match.spec, match.origin)
    return previews.preview_play(
        match.spec, match.trace, answers, seat=match.origin["seat"], max_answers=limit, guests=match.guests, **rest
    )


def bots_ask(match: Match) -> None:
    """Ask a worker for the answers of slow bots, if one is asked now; a message that is lost is sent again by the page that waits."""
    is_free = match.asked is not None and match.asked not in {*match.seats, *match.guests}
    if is_free and is_slow(match) and cache.add(f"bots:{match.etag}:{match.pk}", True, ASKED_AGAIN):
        wake_match(match.pk)


def bots_answer(*, match_id: int) -> bool:
    """Play the slow bots of a match on until a person is asked, some answers at a time; return whether there is more to do.

    What another request changed meanwhile is left as it is: the answers follow from seed and place, so two workers give the same.
    """
    match = Match.objects.select_related("pack").filter(pk=match_id).first()
    if match is None or match.asked is None or match.asked in {*match.seats, *match.guests} or not is_slow(match):
        return False
    try:
        stored = match_store(match, **_columns(match_follow(match, match.answers, SLOW_ANSWERS)))
    except Stale:
        return True
    except (previews.OtherEngine, previews.NotOffered):
        return False
    return stored.asked is not None and stored.asked not in {*stored.seats, *stored.guests}


def match_store(match: Match, **fields: Any) -> Match:
    """Write the fields of a match unless it was changed since it was read.

    Errors: Stale with the newer match.
    """
    same = Match.objects.filter(pk=match.pk, changes=match.changes)
    if not same.update(changes=match.changes + 1, changed_at=timezone.now(), **fields):
        raise Stale(match_get(pack=match.pack, number=match.number))
    return match_get(pack=match.pack, number=match.number)


def _columns(on: JsonObject) -> dict[str, Any]:
    """Return the columns of where a match is."""
    return {
        "answers": on["answers"],
        "seats": on["seats"],
        "asked": None if on["isOver"] else on["asked"],
        "winner": on["winner"],
        "rounds": on["rounds"],
        "ended_at": timezone.now() if on["isOver"] else None,
    }


def match_target(match: Match) -> str:
    """Return how the record names a match: by its number."""
    return str(match.number)
