"""Reviews: requested, withdrawn, decided and discussed. A change of a review locks its card, as saving a version does.

A new version supersedes the review of the version before without a write: the state is derived from the newest version.
"""

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone

from cards.errors import Forbidden, InvalidFields, NotFound, Refusal, StateConflict
from cards.lookups import first_or_not_found, shorten
from cards.models import (
    Account,
    Card,
    CardVersion,
    Comment,
    Decision,
    Match,
    NotificationKind,
    Pack,
    Review,
    Thread,
    Verdict,
)
from cards.models.review import MESSAGE_LIMIT, NODE_LIMIT, POINTER_LIMIT
from cards.permissions import Act, Actor, require, require_account
from cards.queries.reviews import THREADS_LIMIT, review_get, reviewers_possible, threads_of
from cards.queries.scenario import red_scenarios
from cards.services.audit import audit_record
from cards.services.notification import notify
from cards.services.pack import number_take
from cards.texts import checked_line, checked_string
from cards.tree_diff import node_at, value_text

TITLE_LIMIT = 200  # characters
EXCERPT = 200  # characters of a comment that a notification shows
COMMENTS_LIMIT = 500  # comments of a thread
REVIEWERS_LIMIT = 50  # reviewers named at once
_IS_SUPERSEDED = (
    "A newer version superseded this review: request a review of that one.",
    "已有更新的版本，本次审核不再有效：请为新版本发起审核。",
)


class OwnWork(Refusal):
    """A contributor of a version does not approve it."""

    slug = "own-work"


def review_request(
    *, actor: Actor, card: Card, number: int, title: str = "", reviewers: Sequence[Account] = ()
) -> Review:
    """Ask for a review of the newest version, of the reviewers named, or of all who may decide.

    Errors: StateConflict when the version is not the newest, is released, or is under review already; InvalidFields for
            a reviewer who may not decide on it.
    """
    account, pack = require_account(actor), card.pack
    title = checked_line(title, pointer="/title", limit=TITLE_LIMIT)
    with transaction.atomic():
        locked = _lock_card(card)
        require(account=account, pack=pack, act=Act.REVIEW_REQUEST)
        version = _reviewable(locked, number)
        _check_reviewers(pack, version, reviewers)
        review = Review.objects.create(
            pack=pack,
            number=number_take(pack=pack, kind="review"),
            card=locked,
            version=version,
            base_id=locked.released_version_id,
            title=title,
            requested_by=account,
        )
        review.reviewers.set(reviewers)
        details = {"version": number, "reviewers": sorted(each.email for each in reviewers)}
        audit_record(actor=account, action="review.request", pack=pack, target=_target(review), details=details)
        asked = reviewers or reviewers_possible(pack=pack, but=version.contributors)
        _notify(NotificationKind.REVIEW_ASKED, asked, review, account)
        return review_get(account=account, pack=pack, number=review.number)


def review_ask(*, actor: Actor, review: Review, reviewers: Sequence[Account]) -> None:
    """Name more reviewers of a review that is open."""
    account = require_account(actor)
    with transaction.atomic():
        locked = _lock_open_review(review, account, Act.REVIEW_REQUEST)
        _check_reviewers(locked.pack, locked.version, reviewers)
        new = [each for each in reviewers if not locked.reviewers.filter(pk=each.pk).exists()]
        locked.reviewers.add(*new)
        details = {"reviewers": sorted(each.email for each in new)}
        audit_record(actor=account, action="review.ask", pack=locked.pack, target=_target(locked), details=details)
        _notify(NotificationKind.REVIEW_ASKED, new, locked, account)


def review_withdraw(*, actor: Actor, review: Review) -> None:
    """Take a review back: who asked for it, or who wrote the version, may, as long as the version is not released."""
    account = require_account(actor)
    with transaction.atomic():
        locked = _lock_open_review(review, account, Act.REVIEW_REQUEST)
        if account.pk not in {locked.requested_by_id, locked.version.author_id}:
            raise Forbidden("Only the author withdraws a review.", "只有作者可以撤回审核。")
        Review.objects.filter(pk=locked.pk).update(withdrawn_at=timezone.now())
        audit_record(actor=account, action="review.withdraw", pack=locked.pack, target=_target(locked))


def review_decide(*, actor: Actor, review: Review, verdict: str, message: str = "", reason: str = "") -> Decision:
    """Approve the version of a review, or request changes; the decision holds for this version alone.

    Errors: OwnWork when the account saved into the version; InvalidFields without a message to a request for changes, or
            without a reason to an approval over a red scenario or an open thread; StateConflict when the review ended.
    """
    account = require_account(actor)
    _check_words(verdict, message, reason)
    reds = red_scenarios(version=review.version) if verdict == Verdict.APPROVE else []
    with transaction.atomic():
        locked = _lock_open_review(review, account, Act.REVIEW_DECIDE)
        if verdict == Verdict.APPROVE:
            _check_approval(locked, account, reason, reds)
        decision = Decision.objects.create(
            review=locked, by=account, verdict=verdict, message=message.strip(), reason=reason.strip()
        )
        details = {"verdict": verdict, "version": locked.version.number, "reason": reason.strip()}
        audit_record(actor=account, action="review.decide", pack=locked.pack, target=_target(locked), details=details)
        recipients = [locked.requested_by, locked.version.author]
        _notify(NotificationKind.REVIEW_DECIDED, recipients, locked, account, verdict=verdict)
    return decision


def thread_open(*, actor: Actor, review: Review, text: str, pointer: str = "", on_base: bool = False) -> Thread:
    """Begin a thread on a node of the version, or of the one that it replaces; an empty pointer is the whole card.

    Errors: InvalidFields for a pointer that leads nowhere; StateConflict when the review ended, or has its limit of threads.
    """
    account = require_account(actor)
    text = _comment_text(text)
    checked_string(pointer, pointer="/pointer", limit=POINTER_LIMIT)
    with transaction.atomic():
        locked = _lock_open_review(review, account, Act.REVIEW_COMMENT)
        version = locked.base if on_base and locked.base else locked.version
        node = node_at(version.document, pointer)
        if node is None:
            raise InvalidFields.of("/pointer", "The card has no such place.", "卡牌中没有这个位置。")
        _check_room(locked.card)
        last = value_text(node[0])[:NODE_LIMIT] if pointer else ""
        thread = Thread.objects.create(
            review=locked, card=locked.card, version=version, pointer=pointer, node=last, opened_by=account
        )
        _comment(thread, account, text, "thread.open")
    return thread


def note_add(*, actor: Actor, match: Match, step: int, text: str) -> Thread:
    """Begin a thread on the card of a match at one of its steps; who may see the match has been asked before.

    Errors: StateConflict for a match without a card, while a second person plays, and where the card has its limit of threads; NotFound for a
            step that there is not.
    """
    account, card = require_account(actor), match.card
    text = _comment_text(text)
    if card is None or match.is_secret:
        raise StateConflict(
            "Notes go to the card of a match, and while a second person plays only after its end.",
            "备注归属对局的卡牌；有第二位玩家时，须在对局结束后添加。",
        )
    if not 0 <= step <= len(match.answers):
        raise NotFound()
    with transaction.atomic():
        _lock_card(card)
        require(account=account, pack=match.pack, act=Act.REVIEW_COMMENT)
        _check_room(card)
        thread = Thread.objects.create(card=card, match=match, step=step, opened_by=account)
        _comment(thread, account, text, "thread.open")
    return thread


def _check_room(card: Card) -> None:
    if threads_of(card, only_open=True).count() >= THREADS_LIMIT:
        raise StateConflict("Resolve some threads first.", "请先解决一些讨论。")


def comment_add(*, actor: Actor, thread: Thread, text: str) -> Comment:
    """Answer in a thread."""
    account = require_account(actor)
    text = _comment_text(text)
    with transaction.atomic():
        locked = _lock_thread(thread, account)
        if locked.comments.count() >= COMMENTS_LIMIT:
            raise StateConflict("This thread is full: open another.", "该讨论已满：请另开一个。")
        return _comment(locked, account, text, "thread.comment")


def thread_resolve(*, actor: Actor, thread: Thread, is_resolved: bool = True) -> None:
    """Resolve a thread, or open it again; doing what is done already changes nothing."""
    account = require_account(actor)
    with transaction.atomic():
        locked = _lock_thread(thread, account)
        if (locked.resolved_at is not None) == is_resolved:
            return
        locked.resolved_by, locked.resolved_at = (account, timezone.now()) if is_resolved else (None, None)
        locked.save(update_fields=["resolved_by", "resolved_at"])
        action = "thread.resolve" if is_resolved else "thread.reopen"
        details = {"pointer": locked.pointer}
        audit_record(
            actor=account, action=action, pack=locked.card.pack, target=_thread_target(locked), details=details
        )


def _lock_card(card: Card) -> Card:
    """Return the card, locked: no version, review, decision or thread of it comes in between."""
    return Card.objects.select_for_update(no_key=True).get(pk=card.pk)


def _lock_open_review(review: Review, account: Account, act: Act) -> Review:
    """Return a review that goes on, its card locked, once the account is known to be allowed the act."""
    card = _lock_card(review.card)
    require(account=account, pack=review.pack, act=act)
    locked = review_get(account=account, pack=review.pack, number=review.number)
    if locked.withdrawn_at is not None:
        raise StateConflict("This review was withdrawn.", "该审核已撤回。")
    if card.newest_version_id != locked.version_id:
        raise StateConflict(*_IS_SUPERSEDED)
    if card.released_version_id == locked.version_id:
        raise StateConflict("This version is released.", "该版本已经发布。")
    return locked


def _lock_thread(thread: Thread, account: Account) -> Thread:
    _lock_card(thread.card)
    require(account=account, pack=thread.card.pack, act=Act.REVIEW_COMMENT)
    rows = Thread.objects.select_related(
        "card", "card__pack", "match", "review", "review__pack", "review__card", "review__version"
    )
    return first_or_not_found(rows.filter(pk=thread.pk))


def _reviewable(card: Card, number: int) -> CardVersion:
    if card.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    version = first_or_not_found(CardVersion.objects.filter(card=card, number=number))
    if version.pk != card.newest_version_id:
        raise StateConflict("Only the newest version can be reviewed.", "只能审核最新版本。")
    if version.pk == card.released_version_id:
        raise StateConflict("This version is released.", "该版本已经发布。")
    if Review.objects.filter(version=version, withdrawn_at__isnull=True).exists():
        raise StateConflict("This version is already in review.", "该版本已在审核中。")
    return version


def _check_reviewers(pack: Pack, version: CardVersion, reviewers: Sequence[Account]) -> None:
    if len(reviewers) > REVIEWERS_LIMIT:
        raise InvalidFields.of("/reviewers", f"At most {REVIEWERS_LIMIT}.", f"最多 {REVIEWERS_LIMIT} 人。")
    possible = (
        {reviewer.pk for reviewer in reviewers_possible(pack=pack, but=version.contributors)} if reviewers else set()
    )
    for reviewer in reviewers:
        if reviewer.pk not in possible:
            raise InvalidFields.of(
                "/reviewers",
                f"{reviewer} cannot approve this version: not a reviewer of the pack, or saved into the version.",
                f"{reviewer} 不能批准该版本：不是卡包的审核者，或参与了该版本的编写。",
            )


def _check_words(verdict: str, message: str, reason: str) -> None:
    if verdict not in Verdict.values:
        raise InvalidFields.of("/decision", "One of approve, request_changes.", "应为 approve 或 request_changes。")
    checked_string(message, pointer="/message", limit=MESSAGE_LIMIT)
    checked_string(reason, pointer="/reason", limit=MESSAGE_LIMIT)
    if verdict == Verdict.REQUEST_CHANGES and not message.strip():
        raise InvalidFields.of("/message", "Say what needs to change.", "请说明需要修改什么。")


def _check_approval(review: Review, account: Account, reason: str, reds: Sequence[str]) -> None:
    """Refuse an approval of one's own work, and one over something open without a reason."""
    if account.pk in review.version.contributors:
        raise OwnWork()
    threads = threads_of(review.card, only_open=True).count()
    if (reds or threads) and not reason.strip():
        raise InvalidFields.of(
            "/reason",
            f"There {_open_en(len(reds), threads)}: write why the version is right as it is.",
            f"有{_open_zh(len(reds), threads)}：请写明为何仍可批准。",
        )


def _open_en(reds: int, threads: int) -> str:
    """Return what is open, in a sentence that begins with "There"."""
    said = [(reds, "red scenario"), (threads, "open thread")]
    parts = [f"{count} {word}{'s' if count > 1 else ''}" for count, word in said if count]
    return f"{'is' if (reds or threads) == 1 else 'are'} {' and '.join(parts)}"


def _open_zh(reds: int, threads: int) -> str:
    said = [(reds, "个未通过的场景"), (threads, "个未解决的讨论")]
    return "和".join(f" {count} {word}" for count, word in said if count)


def _comment_text(text: str) -> str:
    checked_string(text, pointer="/text", limit=MESSAGE_LIMIT)
    if not text.strip():
        raise InvalidFields.of("/text", "Write something.", "请写下内容。")
    return text.strip()


def _comment(thread: Thread, account: Account, text: str, action: str) -> Comment:
    pack = thread.card.pack
    comment = Comment.objects.create(thread=thread, author=account, text=text)
    details = {"pointer": thread.pointer, "thread": thread.pk}
    audit_record(actor=account, action=action, pack=pack, target=_thread_target(thread), details=details)
    mentioned_accounts = _mentioned(pack, text)
    said = [*Account.objects.filter(pk__in=thread.comments.values("author"))]
    others = {each.pk: each for each in (*said, _began(thread), thread.opened_by)}
    rest = [each for key, each in others.items() if key not in {named.pk for named in mentioned_accounts}]
    about = {"card": thread.card.written_id, "thread": thread.pk, "text": shorten(text, EXCERPT), **_place(thread)}
    notify(kind=NotificationKind.MENTIONED, accounts=mentioned_accounts, pack=pack, by=account, about=about)
    notify(kind=NotificationKind.COMMENTED, accounts=rest, pack=pack, by=account, about=about)
    return comment


def _began(thread: Thread) -> Account:
    """Return who asked for the review of a thread, or played the match of it."""
    if thread.review is not None:
        return thread.review.requested_by
    return thread.match.account if thread.match is not None else thread.opened_by


def _place(thread: Thread) -> dict[str, object]:
    """Return where a notification of a thread leads."""
    if thread.review is not None:
        return {"review": thread.review.number}
    return {"match": thread.match.number, "step": thread.step} if thread.match is not None else {}


def _thread_target(thread: Thread) -> str:
    """Return how the record names what a thread is about: its review, or its card."""
    return _target(thread.review) if thread.review is not None else thread.card.written_id


def _mentioned(pack: Pack, text: str) -> list[Account]:
    """Return the members whom a text names: `@` and their name or address, not followed by another letter."""
    if "@" not in text:
        return []
    members = Account.objects.filter(memberships__pack=pack, is_active=True)
    names = ((each, {each.name, each.email} - {""}) for each in members)
    low = text.lower()
    return [each for each, of in names if any(_has_word(low, f"@{name.lower()}") for name in of)]


def _has_word(text: str, word: str) -> bool:
    """Return whether a text holds a word that no other letter, digit or underscore follows."""
    at = text.find(word)
    while at >= 0:
        after = text[at + len(word) : at + len(word) + 1]
        if not (after.isalnum() or after == "_"):
            return True
        at = text.find(word, at + 1)
    return False


def _notify(kind: NotificationKind, accounts: Iterable[Account], review: Review, by: Account, **more: object) -> None:
    about = {"card": review.card.written_id, "review": review.number, **more}
    notify(kind=kind, accounts=accounts, pack=review.pack, by=by, about=about)


def _target(review: Review) -> str:
    return f"{review.card.written_id} v{review.version.number} #{review.number}"
