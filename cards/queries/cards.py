"""Cards of a pack: lists with search and filters, and one card alone."""

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import takewhile

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Exists,
    F,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from cards.errors import InvalidFields, NotFound
from cards.gateway import faces, validation, wording
from cards.lookups import first_or_not_found
from cards.models import Card, CardVersion, Draft, Pack, Preview, PreviewState, Release, ReleaseCard
from cards.models.fields import CARD_ID_PATTERN
from cards.permissions import Act, Actor, require
from cards.queries.built_once import built_once
from cards.queries.card_filters import FieldFilter, has_node, in_order, with_preview
from cards.queries.freshness import with_freshness
from cards.queries.problems import CHECKED_BATCH_SIZE, counts_within, draft_counts
from cards.queries.review_states import newest_review_state
from cards.search import matches
from cards.shape import Json, JsonObject
from cards.values import frozen_dataclass

PAGE_LIMIT = 200  # most cards of one page of a list
UNREAD = tuple(
    f"{row}__{column}"
    for row, columns in (
        ("draft", ("search", "grams", "strings")),
        ("newest_version", ("search", "grams")),
        ("released_version", ("search", "grams")),
    )
    for column in columns
)
"""Columns that only the database reads."""
NOT_LISTED = (
    *(f"draft__{column}" for column in ("bases", "text_states")),
    *(
        f"{row}__{field.name}"
        for row in ("newest_version", "released_version")
        for field in CardVersion._meta.concrete_fields
        if field.name not in ("id", "number")
    ),
)
"""Columns that no row of a list shows: to read them takes longer than to read the others."""

STATES = ("draft", "in_review", "changes_requested", "approved", "released", "retired")
PREVIEWS = ("none", "fresh", "stale", "running")


@frozen_dataclass
class CardFilters:
    """What a list of cards is narrowed to; an empty value narrows nothing.

    Shapes: problem is an error code, or `error` / `warning` / `none`; contains is the type of an effect anywhere in
            the document; since keeps what was saved at or after that moment; preview is one of PREVIEWS; ids are the
            cards themselves; conditions are those of a query by attribute (`cards.queries.where`).
    """

    q: str = ""
    state: str = ""
    kind: str = ""
    problem: str = ""
    contains: str = ""
    since: datetime | None = None
    edited: bool | None = None
    trashed: bool = False
    preview: str = ""
    fields: tuple[FieldFilter, ...] = ()
    ids: tuple[str, ...] = ()
    conditions: tuple[Q, ...] = ()


@frozen_dataclass
class CardRow:
    """One card as lists and the API show it.

    Shapes: name has `en` and `zh`; released is `{"version", "release"}` or nothing; problems `{"errors",
            "warnings"}`; preview `{"number", "state", "fresh", "mean_pp", "interval_pp", "n"}` or nothing; face is
            the engine's, or nothing while no text of the card has ever parsed.
    """

    card: Card
    id: str
    kind: str
    name: Mapping[str, str]
    state: str
    edited: bool
    retired: bool
    deprecated: Mapping[str, str] | None
    version: int | None
    released: JsonObject | None
    sha256: str | None
    updated: datetime
    etag: str
    problems: Mapping[str, int]
    preview: JsonObject | None
    face: JsonObject | None


@frozen_dataclass
class CardPage:
    """A page of a list; `next_after` is the id to continue after, or None at the end."""

    rows: tuple[CardRow, ...]
    next_after: str | None


@frozen_dataclass
class WithProblem:
    """The cards that pass a filter on problems: of `all` cards that it must look at, `checked` have been looked at so far."""

    cards: QuerySet[Card]
    checked: int
    all: int


def card_list(*, pack: Pack, filters: CardFilters | None = None) -> QuerySet[Card]:
    """Return the cards of a pack by id, each with its draft, versions and derived state, in one query.

    Shapes: each row carries `state`, `is_edited` and `released_in_version` (the first release of its last released
            version). The filter on problems is not applied here, because problems are in no row: see `card_page`.
    """
    chosen_filters = filters or CardFilters()
    _check(chosen_filters)
    cards = _annotated(pack).filter(trashed_at__isnull=not chosen_filters.trashed)
    if chosen_filters.q:
        cards = cards.filter(matches(chosen_filters.q, prefix="draft__"))
    if chosen_filters.state:
        cards = cards.filter(state=chosen_filters.state)  # type: ignore[misc]  # annotated by _annotated
    if chosen_filters.kind:
        cards = cards.filter(kind=chosen_filters.kind)
    if chosen_filters.contains:
        cards = cards.filter(has_node(chosen_filters.contains))
    if chosen_filters.since is not None:
        cards = cards.filter(draft__saved_at__gte=chosen_filters.since)
    if chosen_filters.edited is not None:
        cards = cards.filter(is_edited=chosen_filters.edited)  # type: ignore[misc]  # annotated by _annotated
    if chosen_filters.ids:
        cards = cards.filter(written_id__in=chosen_filters.ids)
    if chosen_filters.preview:
        cards = with_preview(cards, pack, chosen_filters.preview)
    conditions = (*(field.condition() for field in chosen_filters.fields), *chosen_filters.conditions)
    for condition in conditions:
        cards = cards.filter(condition)
    return cards


def card_page(
    *,
    account: Actor,
    pack: Pack,
    filters: CardFilters | None = None,
    after: str = "",
    limit: int = 50,
    sort: str = "",
) -> CardPage:
    """Return one page of cards after an id, in a number of queries that does not depend on the number of cards.

    With an order (`card_filters.in_order`) `after` is how many cards come before the page.

    With a filter on problems a page may hold fewer cards than asked for and still name where to go on: one request checks
    a bounded number of cards.
    """
    require(account=account, pack=pack, act=Act.CARD_READ)
    limit = max(1, min(limit, PAGE_LIMIT))
    cards = card_list(pack=pack, filters=filters)
    if sort and filters is not None and filters.problem:
        raise InvalidFields.of("/sort", "Not with a filter on problems.", "不能与问题筛选同时使用。")
    if sort:
        start = int(after or 0)
        sorted_rows = list(as_listed(in_order(cards, sort))[start : start + limit + 1])
        following = str(start + limit) if len(sorted_rows) > limit else None
        return CardPage(card_rows(cards=sorted_rows[:limit], pack=pack), following)
    if after:
        cards = cards.filter(written_id__gt=after)
    if filters is not None and filters.problem:
        rows, next_after = _page_with_problem(cards, pack, filters.problem, limit)
    else:
        listed_cards = list(as_listed(cards)[: limit + 1])
        rows, next_after = (
            listed_cards[:limit],
            listed_cards[limit - 1].written_id if len(listed_cards) > limit else None,
        )
    return CardPage(card_rows(cards=rows, pack=pack), next_after)


def card_get(*, account: Actor, pack: Pack, written_id: str, act: Act = Act.CARD_READ) -> Card:
    """Return one card with what `card_list` adds; in the trash or not."""
    require(account=account, pack=pack, act=act)
    if not re.fullmatch(CARD_ID_PATTERN, written_id):
        raise NotFound()
    return first_or_not_found(_annotated(pack).filter(written_id=written_id))


def card_id_get(*, account: Actor, pack_slug: str, written_id: str, act: Act) -> Card:
    """Return one card with its pack alone, in one query, for requests that come often."""
    card = Card.objects.filter(pack__slug=pack_slug, written_id=written_id, purged_at__isnull=True).select_related(
        "pack"
    )
    found = first_or_not_found(card)
    require(account=account, pack=found.pack, act=act)
    return found


def card_row(*, card: Card, pack: Pack, report: validation.CardReport | None = None) -> CardRow:
    """Return what lists show of one card; with the report on its draft, where the caller has it, the draft is not validated again."""
    if report is None:
        return card_rows(cards=[card], pack=pack)[0]
    return _row(card, pack, validation.counts_of(report), _last_previews(pack, [card]).get(card.pk))


def as_listed(cards: QuerySet[Card]) -> QuerySet[Card]:
    """Return cards of `card_list` with those columns alone that `card_rows` reads."""
    return cards.defer(*NOT_LISTED)


def card_rows(*, cards: Sequence[Card], pack: Pack) -> tuple[CardRow, ...]:
    """Return what lists show of cards that came from `card_list` or `card_get`."""
    _read_stand_ins(cards)
    counts = draft_counts(drafts=[card.draft for card in cards], pack=pack)
    previews = _last_previews(pack, cards)
    return tuple(_row(card, pack, counts[card.draft.source_sha], previews.get(card.pk)) for card in cards)


def _read_stand_ins(cards: Iterable[Card]) -> None:
    """Read the versions whose faces are shown because a draft does not parse: all in one query, none where all parse."""
    bare = {card.newest_version_id: card for card in cards if card.draft.document is None and card.newest_version_id}
    for version in CardVersion.objects.filter(pk__in=bare) if bare else ():
        bare[version.pk].newest_version = version


def card_face(*, card: Card, pack: Pack, names: wording.CardNames = wording.NO_NAMES) -> Json | None:
    """Return the engine's face of the draft, of the newest version while the draft does not parse, or None; `names` are those of other cards."""
    for source in (card.draft, card.newest_version):
        if source is not None and source.document is not None:
            return {**faces.face(pack.ruleset, source.document, source.texts, names), "art": source.art_sha256}
    return None


def _row(card: Card, pack: Pack, counts: validation.Counts, preview: Preview | None) -> CardRow:
    face = card_face(card=card, pack=pack)
    return CardRow(
        card=card,
        id=card.written_id,
        kind=card.kind,
        name=face["name"] if face else dict.fromkeys(("en", "zh"), card.written_id),
        state=card.state,  # type: ignore[attr-defined]  # annotated by _annotated
        edited=card.is_edited,  # type: ignore[attr-defined]  # annotated by _annotated
        retired=card.retired_at is not None,
        deprecated=card.deprecated,
        version=card.newest_version.number if card.newest_version else None,
        released=_release_of(card),
        sha256=card.draft.sha256,
        updated=card.draft.saved_at,
        etag=card.draft.etag,
        problems={"errors": counts["errors"], "warnings": counts["warnings"]},
        preview=_preview(preview) if preview else None,
        face=face,
    )


def _release_of(card: Card) -> Json | None:
    if card.released_version is None:
        return None
    release = card.released_in_version  # type: ignore[attr-defined]  # annotated by _annotated
    return {"version": card.released_version.number, "release": release}


def _preview(preview: Preview) -> Json:
    estimate = preview.estimate or {}
    return {
        "number": preview.number,
        "state": preview.state,
        "fresh": preview.is_fresh,  # type: ignore[attr-defined]  # annotated by with_freshness
        "mean_pp": estimate.get("mean_pp"),
        "interval_pp": estimate.get("interval_pp"),
        "n": estimate.get("n"),
    }


def _last_previews(pack: Pack, cards: Iterable[Card]) -> dict[int, Preview]:
    """Return the newest preview of each card that has or will have something to say, by the card's key."""
    completed = Preview.objects.measured().exclude(state__in=[PreviewState.CANCELLED, PreviewState.FAILED])
    newest = completed.filter(card__in=[card.pk for card in cards]).order_by("card_id", "-number")
    light = with_freshness(newest.distinct("card_id").defer("spec", "result", "plan"), pack=pack)
    return {preview.card_id: preview for preview in light if preview.card_id is not None}


def _check(filters: CardFilters) -> None:
    if filters.state and filters.state not in STATES:
        raise InvalidFields.of("/state", f"One of {', '.join(STATES)}.", f"应为 {'、'.join(STATES)} 之一。")


def with_problem(*, cards: QuerySet[Card], pack: Pack, problem: str) -> WithProblem:
    """Return the cards known to have a problem of that code or severity, or none, and how many are not known yet."""
    rows = list(cards.order_by().values_list("pk", "draft__source_sha"))
    held = Draft.objects.filter(card__in=[pk for pk, _ in rows]).order_by("card__written_id")
    counts = counts_within(pack=pack, versions_or_drafts=held, limit=CHECKED_BATCH_SIZE).counts
    found = [pk for pk, sha in rows if sha in counts and _has_problem(counts[sha], problem)]
    return WithProblem(cards.filter(pk__in=found), sum(sha in counts for _, sha in rows), len(rows))


def _page_with_problem(cards: QuerySet[Card], pack: Pack, problem: str, limit: int) -> tuple[list[Card], str | None]:
    """Return the first cards with a problem and the id to go on after, which may be that of the last card checked."""
    rows = list(cards.values_list("pk", "written_id", "draft__source_sha"))
    drafts = Draft.objects.filter(card__in=[pk for pk, _, _ in rows]).order_by("card__written_id")
    counts = counts_within(pack=pack, versions_or_drafts=drafts, limit=CHECKED_BATCH_SIZE).counts
    checked_rows = list(takewhile(lambda row: row[2] in counts, rows))
    matching_rows = [(pk, name) for pk, name, sha in checked_rows if _has_problem(counts[sha], problem)]
    page = as_listed(cards).filter(pk__in=[pk for pk, _ in matching_rows[:limit]])
    if len(matching_rows) > limit:
        return list(page), matching_rows[limit - 1][1]
    return list(page), checked_rows[-1][1] if len(checked_rows) < len(rows) else None


def _has_problem(counts: validation.Counts, problem: str) -> bool:
    if problem == "none":
        return not counts["errors"] and not counts["warnings"]
    if problem in {"error", "warning"}:
        return bool(counts[f"{problem}s"])
    return problem in counts["codes"]


def _annotated(pack: Pack) -> QuerySet[Card]:
    """Return the cards of a pack with draft, versions and derived state, in one query."""
    return _annotated_of(pack.pk)


@built_once
def _annotated_of(pack_id: int) -> QuerySet[Card]:
    last = Release.objects.filter(pack=pack_id, is_prerelease=False).order_by("-order_key").values("pk")[:1]
    shipped_rows = ReleaseCard.objects.filter(card=OuterRef("pk"))
    in_last = shipped_rows.filter(release=Subquery(last), version=OuterRef("newest_version"))
    first = shipped_rows.filter(version=OuterRef("released_version")).order_by("release__order_key")
    state = Case(
        When(retired_at__isnull=False, then=Value("retired")),
        When(Exists(in_last), then=Value("released")),
        default=newest_review_state(),
        output_field=CharField(),
    )
    has_same_art = Q(draft__art_sha256=F("newest_version__art_sha256")) | Q(
        draft__art_sha256__isnull=True, newest_version__art_sha256__isnull=True
    )
    has_same_text = Q(draft__source_sha=F("newest_version__source_sha"))
    is_edited = Q(newest_version__isnull=False) & ~(has_same_text & has_same_art)
    return (
        Card.objects.filter(pack=pack_id, purged_at__isnull=True)
        .select_related("draft", "newest_version", "released_version")
        .defer("newest_version__text", "released_version__text", "released_version__document", *UNREAD)
        .annotate(
            state=state,
            is_edited=Case(When(is_edited, then=True), default=False, output_field=BooleanField()),
            released_in_version=Subquery(first.values("release__version")[:1]),
        )
        .order_by("written_id")
    )
