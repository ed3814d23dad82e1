"""What the home page shows: the drafts to go on with, a picture of each pack and what happened in it last."""

from collections.abc import Iterable, Sequence

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef, QuerySet, Subquery

from cards.gateway import faces, rulesets
from cards.models import Account, AuditEvent, Card, Pack
from cards.queries.destinations import edited_by
from cards.values import frozen_dataclass

PICTURES = 7  # pictures in the strip of a pack
PICTURE_POOL = 3 * PICTURES  # newest cards that the strip is chosen from
DRAFT_LIMIT = 5  # drafts to go on with
NOT_NEWS = ("member.", "invitation.", "webhook.", "snippet.", "pack.edit", "job.", "match.")
"""Acts that the list of what happened leaves out: they change what people may do, not the game."""


@frozen_dataclass
class Picture:
    """What a card's picture is drawn from: its id, the name of its tone, and the hash of its image or None."""

    card_id: str
    tone: str
    art_sha256: str | None


def drafts_to_continue(*, account: Account, packs: QuerySet[Pack]) -> list[Card]:
    """Return the cards whose drafts the account saved last, the newest first, with all that a face reads."""
    live = Card.objects.filter(trashed_at__isnull=True, retired_at__isnull=True, pack__in=packs.order_by().values("pk"))
    return list(edited_by(account, live).select_related("draft", "pack", "newest_version")[:DRAFT_LIMIT])


def pictures_of(packs: Sequence[Pack]) -> dict[int, list[Picture]]:
    """Return the pictures of some of the newest cards of each pack, by its key, of as many tones as there are.

    Shapes: a pack whose game is missing has none.
    """
    live = Card.objects.filter(pack=OuterRef("pk"), trashed_at__isnull=True, draft__document__isnull=False)
    newest = live.order_by("-pk").values("pk")[:PICTURE_POOL]
    games = {pack.pk: pack.ruleset for pack in packs if rulesets.has_ruleset(pack.ruleset)}
    rows = Pack.objects.filter(pk__in=games).annotate(newest=ArraySubquery(newest))
    keys = [key for row in rows.values_list("newest", flat=True) for key in row]
    cards = Card.objects.filter(pk__in=keys).select_related("draft").order_by("-pk")
    pictures: dict[int, list[Picture]] = {pack.pk: [] for pack in packs}
    for card in cards:
        tone = faces.tone_of(games[card.pack_id], card.draft.document)
        pictures[card.pack_id].append(Picture(card.written_id, tone, card.draft.art_sha256))
    return {key: _of_many_tones(found) for key, found in pictures.items()}


def _of_many_tones(pictures: Sequence[Picture]) -> list[Picture]:
    first_of_tone = {picture.tone: picture for picture in reversed(pictures)}.values()
    others = [picture for picture in pictures if picture not in first_of_tone]
    return [*reversed(first_of_tone), *others][:PICTURES]


def last_events(packs: Iterable[Pack]) -> dict[int, AuditEvent]:
    """Return the newest event of each pack that is news, by the pack's key."""
    keys = [pack.pk for pack in packs]
    newest = news(AuditEvent.objects.filter(pack=OuterRef("pk"))).order_by("-id").values("id")[:1]
    events = Pack.objects.filter(pk__in=keys).annotate(event=Subquery(newest)).values_list("event", flat=True)
    rows = AuditEvent.objects.filter(pk__in=[event for event in events if event]).select_related("actor")
    return {row.pack_id: row for row in rows if row.pack_id is not None}


def news(events: QuerySet[AuditEvent]) -> QuerySet[AuditEvent]:
    """Return the events that change the game or what is said of it."""
    for beginning in NOT_NEWS:
        events = events.exclude(action__startswith=beginning)
    return events
