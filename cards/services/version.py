"""Versions: named states of a card, immutable from then on."""

from collections.abc import Sequence

from django.db import connection, transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from cards.errors import BadText, IdDiffers, InvalidFields, Stale, StateConflict
from cards.gateway import rulesets, validation
from cards.models import Account, Card, CardVersion, Draft, DraftRevision, RevisionOrigin
from cards.permissions import Act, Actor, authorize
from cards.queries.history import draft_get
from cards.queries.problems import draft_report
from cards.services.audit import audit_record
from cards.services.blob import blobs_keep
from cards.services.draft import checked_etag
from cards.texts import checked_string

MESSAGE_LIMIT = 500  # characters
NEWEST = """UPDATE cards_card SET newest_version_id = version.id FROM cards_cardversion version
WHERE version.id = ANY(%s) AND version.card_id = cards_card.id"""


def version_create(*, actor: Actor, card: Card, based_on: str | None, message: str = "") -> CardVersion:
    """Name the current draft: it becomes the next version of the card, valid or not, as long as it parses.

    Errors: IfMatchRequired and Stale as for a save; BadText with the problems when the text does not parse;
            IdDiffers when the id in the text is not the card's; StateConflict when nothing changed.
    """
    account, pack = authorize(actor, card.pack, Act.VERSION_CREATE), card.pack
    draft = draft_get(card=card)
    etag = checked_etag(based_on, draft.etag)
    checked_string(message, pointer="/message", limit=MESSAGE_LIMIT)
    if draft.etag != etag:
        raise Stale(draft)
    report = draft_report(draft=draft, pack=pack)
    _check_nameable(card, report)
    with transaction.atomic():
        held = _lock_card(card, etag)
        version = version_add(account=account, card=held, draft=draft, report=report, message=message)
        details = {"number": version.number, "sha256": version.sha256, "message": message}
        target = f"{card.written_id} v{version.number}"
        audit_record(actor=account, action="version.create", pack=pack, target=target, details=details)
    return version


def _check_nameable(card: Card, report: validation.CardReport) -> None:
    """Refuse a text that may not become a version of this card."""
    if report.document is None or report.canonical is None:
        slug = next((problem.slug for problem in report.problems if problem.slug), "invalid-fields")
        raise BadText(slug=slug, problems=report.problems)
    if not report.card_id:
        raise InvalidFields.of("/id", "The text contains no id for the card.", "文本没有写明卡牌的 id。")
    if report.card_id != card.written_id:
        raise IdDiffers(card.written_id, report.card_id)


def _lock_card(card: Card, etag: str) -> Card:
    """Return the card, locked against another version, once its draft is known to be the one that was read.

    The card is locked alone, its newest version read afterwards: a statement that joined them would see the card as
    another transaction left it, but not yet the version that this transaction wrote.
    """
    locked = Card.objects.select_for_update(no_key=True).get(pk=card.pk)
    draft = Draft.objects.select_for_update(no_key=True).get(card=card)
    if draft.etag != etag:
        raise Stale(draft_get(card=card))
    if locked.trashed_at is not None:
        raise StateConflict("This card is in the trash.", "这张卡牌在回收站中。")
    newest = locked.newest_version
    if newest is not None and (newest.source_sha, newest.art_sha256) == (draft.source_sha, draft.art_sha256):
        raise StateConflict(f"Nothing changed since v{newest.number}.", f"自 v{newest.number} 以来没有改动。")
    return locked


def version_add(
    *, account: Account, card: Card, draft: Draft, report: validation.CardReport, message: str
) -> CardVersion:
    """Make the row of the next version of a card that the caller holds, for a service that records why."""
    [version] = versions_add(account=account, rows=[(card, draft, report)], message=message)
    return version


def versions_add(
    *, account: Account, rows: Sequence[tuple[Card, Draft, validation.CardReport]], message: str
) -> list[CardVersion]:
    """Make the next version of many cards of a pack that the caller holds, in a fixed number of statements, for a service that records why."""
    digests = blobs_keep(contents=[report.canonical or b"" for _, _, report in rows])
    besides = _besides_text([draft for _, draft, _ in rows])
    contributors = _contributors(rows, account)
    versions = [
        CardVersion(
            card=card,
            number=card.newest_version.number + 1 if card.newest_version else 1,
            revision=draft.revision,
            text=draft.text,
            texts=draft.texts,
            bases=draft.bases,
            source_sha=draft.source_sha,
            document=report.document,
            blob_id=sha256,
            art_sha256=besides[draft.pk][0],
            schema_id=rulesets.schema_id(card.pack.ruleset),
            author=account,
            contributors=sorted({*besides[draft.pk][1], *contributors[card.pk]}),
            message=message,
            parent=card.newest_version,
            search=draft.search,
            names=draft.names,
            kind=report.kind or card.kind,
        )
        for (card, draft, report), sha256 in zip(rows, digests, strict=True)
    ]
    CardVersion.objects.bulk_create(versions, batch_size=500)
    with connection.cursor() as cursor:
        cursor.execute(NEWEST, [[version.pk for version in versions]])
    for card, _, report in rows:
        if report.kind and report.kind != card.kind:
            Card.objects.filter(pk=card.pk).update(kind=report.kind)
    return versions


def _besides_text(drafts: Sequence[Draft]) -> dict[int, tuple[str | None, list[int]]]:
    """Return, by the key of the draft, its image and who contributed without a save, as both are now: the row that was read may be older.

    Contributors of the next version are counted from this one on.
    """
    rows = Draft.objects.filter(pk__in=[draft.pk for draft in drafts])
    columns = {pk: (art, others) for pk, art, others in rows.values_list("pk", "art_sha256", "contributors")}
    if counted := [pk for pk, (_, others) in columns.items() if others]:
        Draft.objects.filter(pk__in=counted).update(contributors=[])
    return columns


def _contributors(rows: Sequence[tuple[Card, Draft, validation.CardReport]], account: Account) -> dict[int, list[int]]:
    """Return, by the key of the card, all who saved since its last released version, the one who names the next among them.

    Old saves are pruned, so the contributors of the version before count along, unless that one is released.
    """
    accounts_by_card: dict[int, set[int]] = {card.pk: {account.pk, *_before(card)} for card, _, _ in rows}
    released = Coalesce(
        "draft__card__released_version__revision", 0
    )  # annotated: a filter would leave out what was never released
    saves = DraftRevision.objects.filter(draft__in=[draft.pk for _, draft, _ in rows]).annotate(released=released)
    saves = saves.filter(revision__gt=F("released")).exclude(origin=RevisionOrigin.ASIDE)
    for card, author in saves.order_by().values_list("draft__card", "author").distinct():
        accounts_by_card[card].add(author)
    return {card: sorted(accounts) for card, accounts in accounts_by_card.items()}


def _before(card: Card) -> Sequence[int]:
    """Return the contributors of the newest version, unless it is released."""
    released, parent = card.released_version, card.newest_version
    return parent.contributors if parent and (released is None or parent.number > released.number) else ()
