"""Cards of a pack: lists with search and filters, and one card alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import (
    BooleanField,
    Case,
    CharField,
    Count,
    Exists,
    F,
    Func,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)

from cards import gateway
from cards.errors import InvalidFields, NotFound
from cards.models import Card, Pack, Preview, PreviewState, Release, ReleaseCard
from cards.models.fields import CARD_ID_PATTERN
from cards.permissions import Act, Actor, require
from cards.queries.problems import draft_counts
from cards.search import matches

PAGE_LIMIT = 200  # most cards of one page of a list
STATES = ("draft", "in_review", "changes_requested", "approved", "released", "retired")


@dataclass(frozen=True, slots=True)
class CardFilters:
    """What a list of cards is narrowed to; an empty value narrows nothing.

    Shapes: problem is an error code, or `error` / `warning` / `none`; contains is the type of an effect anywhere in
            the document; since keeps what was saved at or after that moment.
    """

    q: str = ""
    state: str = ""
    kind: str = ""
    problem: str = ""
    contains: str = ""
    since: datetime | None = None
    edited: bool | None = None
    trashed: bool = False


@dataclass(frozen=True, slots=True)
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
    released: Mapping[str, Any] | None
    sha256: str | None
    updated: datetime
    etag: str
    problems: Mapping[str, int]
    preview: Mapping[str, Any] | None
    face: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class CardPage:
    """A page of a list; `next_after` is the id to go on after, or nothing at the end."""

    rows: tuple[CardRow, ...]
    next_after: str | None


def card_list(*, pack: Pack, filters: CardFilters | None = None) -> QuerySet[Card]:
    """Return the cards of a pack by id, each with its draft, versions and derived state, in one query.

    Shapes: each row carries `state`, `is_edited` and `released_in_version` (the first release of its last released
            version). The filter on problems is not applied here, because problems are in no row: see `card_page`.
    """
    wanted = filters or CardFilters()
    _check(wanted)
    cards = _described(pack).filter(trashed_at__isnull=not wanted.trashed)
    if wanted.q:
        cards = cards.filter(matches(wanted.q, prefix="draft__"))
    if wanted.state:
        cards = cards.filter(state=wanted.state)  # type: ignore[misc]  # annotated by _described
    if wanted.kind:
        cards = cards.filter(kind=wanted.kind)
    if wanted.contains:
        cards = cards.filter(_contains(wanted.contains))
    if wanted.since is not None:
        cards = cards.filter(draft__saved_at__gte=wanted.since)
    if wanted.edited is not None:
        cards = cards.filter(is_edited=wanted.edited)  # type: ignore[misc]  # annotated by _described
    return cards


def card_page(
    *, account: Actor, pack: Pack, filters: CardFilters | None = None, after: str = "", limit: int = 50
) -> CardPage:
    """Return one page of cards after an id, in a fixed number of queries however many there are."""
    require(account=account, pack=pack, act=Act.CARD_READ)
    limit = max(1, min(limit, PAGE_LIMIT))
    cards = card_list(pack=pack, filters=filters)
    if after:
        cards = cards.filter(written_id__gt=after)
    if filters is not None and filters.problem:
        found = _with_problem(cards, pack, filters.problem)[: limit + 1]
    else:
        found = list(cards[: limit + 1])
    more = len(found) > limit
    rows = card_rows(cards=found[:limit], pack=pack)
    return CardPage(rows, rows[-1].id if more else None)


def card_counts(*, pack: Pack) -> dict[str, int]:
    """Return how many cards are in each state, with `all` and `edited`, for the filters of a page."""
    cards = _described(pack).filter(trashed_at__isnull=True).order_by()
    counts = dict.fromkeys(("all", "edited", *STATES), 0)
    for state, edited, n in cards.values_list("state", "is_edited").annotate(n=Count("pk")):  # type: ignore[misc]  # annotated by _described
        counts["all"] += n
        counts[state] += n
        counts["edited"] += n if edited else 0
    return counts


def card_get(*, account: Actor, pack: Pack, written_id: str, act: Act = Act.CARD_READ) -> Card:
    """Return one card with what `card_list` adds; in the trash or not."""
    require(account=account, pack=pack, act=act)
    if not re.fullmatch(CARD_ID_PATTERN, written_id):
        raise NotFound()
    card = _described(pack).filter(written_id=written_id).first()
    if card is None:
        raise NotFound()
    return card


def card_row(*, card: Card, pack: Pack) -> CardRow:
    """Return what lists show of one card."""
    return card_rows(cards=[card], pack=pack)[0]


def card_rows(*, cards: Sequence[Card], pack: Pack) -> tuple[CardRow, ...]:
    """Return what lists show of cards that came from `card_list` or `card_get`."""
    counts = draft_counts(drafts=[card.draft for card in cards], pack=pack)
    previews = _last_previews(cards)
    return tuple(_row(card, pack, counts[card.draft.source_sha], previews.get(card.pk)) for card in cards)


def card_face(*, card: Card, pack: Pack) -> dict[str, Any] | None:
    """Return the engine's face of the draft, of the newest version while the draft does not parse, or nothing."""
    for source in (card.draft, card.newest_version):
        if source is not None and source.document is not None:
            return gateway.face(pack.ruleset, source.document, source.texts)
    return None


def _row(card: Card, pack: Pack, counts: gateway.Counts, preview: Preview | None) -> CardRow:
    face = card_face(card=card, pack=pack)
    released = card.released_version
    return CardRow(
        card=card,
        id=card.written_id,
        kind=card.kind,
        name=face["name"] if face else dict.fromkeys(("en", "zh"), card.written_id),
        state=card.state,  # type: ignore[attr-defined]  # annotated by _described
        edited=card.is_edited,  # type: ignore[attr-defined]  # annotated by _described
        retired=card.retired_at is not None,
        deprecated=card.deprecated,
        version=card.newest_version.number if card.newest_version else None,
        released={"version": released.number, "release": card.released_in_version} if released else None,  # type: ignore[attr-defined]  # annotated by _described
        sha256=card.draft.sha256,
        updated=card.draft.saved_at,
        etag=card.draft.etag,
        problems={"errors": counts["errors"], "warnings": counts["warnings"]},
        preview=_preview(card, pack, preview) if preview else None,
        face=face,
    )


def _preview(card: Card, pack: Pack, preview: Preview) -> dict[str, Any]:
    estimate = preview.estimate or {}
    return {
        "number": preview.number,
        "state": preview.state,
        "fresh": preview.candidate_sha256 == card.draft.sha256
        and preview.engine_hash == gateway.engine_hash(pack.ruleset),
        "mean_pp": estimate.get("mean_pp"),
        "interval_pp": estimate.get("interval_pp"),
        "n": estimate.get("n"),
    }


def _last_previews(cards: Iterable[Card]) -> dict[int, Preview]:
    """Return the newest preview of each card that has or will have something to say, by the card's key."""
    completed = Preview.objects.exclude(state__in=[PreviewState.CANCELLED, PreviewState.FAILED])
    newest = completed.filter(card__in=[card.pk for card in cards]).order_by("card_id", "-number")
    light = newest.distinct("card_id").defer("spec", "result", "plan")
    return {preview.card_id: preview for preview in light if preview.card_id is not None}


def _check(filters: CardFilters) -> None:
    if filters.state and filters.state not in STATES:
        raise InvalidFields.of("/state", f"One of {', '.join(STATES)}.", f"应为 {'、'.join(STATES)} 之一。")


def _with_problem(cards: QuerySet[Card], pack: Pack, problem: str) -> list[Card]:
    """Return the cards that have a problem of that code or severity."""
    listed = list(cards)
    counts = draft_counts(drafts=[card.draft for card in listed], pack=pack)
    return [card for card in listed if _has(counts[card.draft.source_sha], problem)]


def _has(counts: gateway.Counts, problem: str) -> bool:
    if problem == "none":
        return not counts["errors"] and not counts["warnings"]
    if problem in {"error", "warning"}:
        return bool(counts[f"{problem}s"])
    return problem in counts["codes"]


def _contains(effect: str) -> Q:
    """Return the condition that the draft's document contains a node of this type."""
    path = Func(
        F("draft__document"),
        Value("$.** ? (@.type == $wanted)"),
        Func(Value("wanted"), Value(effect), function="jsonb_build_object"),
        function="jsonb_path_exists",
        output_field=BooleanField(),
    )
    return Q(path)


def _described(pack: Pack) -> QuerySet[Card]:
    """Return the cards of a pack with draft, versions and derived state, in one query."""
    last = Release.objects.filter(pack=pack, is_prerelease=False).order_by("-order_key").values("pk")[:1]
    shipped = ReleaseCard.objects.filter(card=OuterRef("pk"))
    in_last = shipped.filter(release=Subquery(last), version=OuterRef("newest_version"))
    first = shipped.filter(version=OuterRef("released_version")).order_by("release__order_key")
    state = Case(
        When(retired_at__isnull=False, then=Value("retired")),
        When(Exists(in_last), then=Value("released")),
        default=Value("draft"),
        output_field=CharField(),
    )
    edited = Q(newest_version__isnull=False) & ~Q(draft__source_sha=F("newest_version__source_sha"))
    return (
        Card.objects.filter(pack=pack)
        .select_related("draft", "newest_version", "released_version")
        .defer("newest_version__text", "released_version__text", "released_version__document")
        .annotate(
            state=state,
            is_edited=Case(When(edited, then=True), default=False, output_field=BooleanField()),
            released_in_version=Subquery(first.values("release__version")[:1]),
        )
        .order_by("written_id")
    )
