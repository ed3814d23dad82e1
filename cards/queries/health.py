"""The health of a pack: its cards by what their newest preview measured, flags first."""

import json
from collections.abc import Sequence

from django.db import connection

from cards.gateway import rulesets
from cards.models import Pack, Preview
from cards.queries.freshness import HAS_NEWER_CARD_BESIDE
from cards.shape import Json
from cards.values import frozen_dataclass

HEALTH_LISTS = ("previewed", "flagged", "stale", "never", "all")
MARKS = ("fresh", "card", "engine", "beside", "never")
"""What is said of a card: measured as it is; changed since; measured by another engine; measured beside cards that changed since; never."""

CARDS = f"""
WITH marked AS (
    SELECT card.id AS card_id, card.written_id, newest.id AS preview_id, newest.number, newest.estimate,
           coalesce(newest.flags_raised, 0) AS flags, (newest.estimate ->> 'mean_pp')::float AS mean,
           CASE WHEN newest.id IS NULL THEN 'never'
                WHEN newest.candidate_sha256 IS DISTINCT FROM draft.sha256 THEN 'card'
                WHEN newest.engine_hash <> %(engine)s THEN 'engine' WHEN newest.moved THEN 'beside' ELSE 'fresh' END AS mark
    FROM cards_card card JOIN cards_draft draft ON draft.card_id = card.id LEFT JOIN LATERAL (
        SELECT preview.id, preview.number, preview.candidate_sha256, preview.engine_hash, preview.estimate, preview.flags_raised,
               {HAS_NEWER_CARD_BESIDE % {"expressions": "preview.pack_id, preview.plan -> 'beside'"}} AS moved
        FROM cards_preview preview
        WHERE preview.card_id = card.id AND preview.state = 'finished' AND preview.kind IN ('card', 'health')
          AND preview.plan ->> 'preset' <> 'smoke'
        ORDER BY preview.number DESC LIMIT 1) newest ON true
    WHERE card.pack_id = %(pack)s AND card.trashed_at IS NULL AND card.retired_at IS NULL)
"""  # noqa: S608 - put together from a constant
SUMMARY = f"{CARDS} SELECT mark, flags > 0, count(*) FROM marked GROUP BY 1, 2"  # noqa: S608 - put together from the constant above
IS_IN_LIST = """(%(shown)s = 'all' OR (%(shown)s = 'flagged' AND flags > 0) OR (%(shown)s = 'stale' AND mark IN ('card', 'engine', 'beside'))
   OR (%(shown)s = 'never' AND mark = 'never') OR (%(shown)s = 'previewed' AND mark <> 'never'))"""
PAGE = f"""{CARDS}
SELECT card_id, written_id, preview_id, number, estimate::text, flags, mark FROM marked WHERE {IS_IN_LIST}
ORDER BY flags > 0 DESC, mean IS NULL, abs(mean) DESC, mark = 'never', written_id LIMIT %(limit)s OFFSET %(offset)s
"""  # noqa: S608 - as above
DUE = f"{CARDS} SELECT card_id FROM marked WHERE mark <> 'fresh' ORDER BY mark <> 'never', written_id"  # noqa: S608 - as above


@frozen_dataclass
class HealthRow:
    """One card: its newest measured preview, if any, with its estimate and raised flags. Shapes: flags are the engine's."""

    card_id: int
    written_id: str
    number: int | None
    estimate: Json | None
    mark: str
    flags: tuple[Json, ...]


@frozen_dataclass
class HealthCounts:
    """How many cards of a pack there are of each kind; `due` have no fresh preview."""

    all: int
    flagged: int
    stale: int
    never: int

    @property
    def previewed(self) -> int:
        """Return how many cards have a preview, fresh or not."""
        return self.all - self.never

    @property
    def due(self) -> int:
        """Return how many cards have no fresh preview."""
        return self.stale + self.never

    def of(self, shown: str) -> int:
        """Return how many cards a list of that name has."""
        return int(getattr(self, shown))


def health_counts(*, pack: Pack) -> HealthCounts:
    """Return how many cards of each kind a pack has, retired ones left out."""
    with connection.cursor() as cursor:
        cursor.execute(SUMMARY, _query_params(pack))
        rows: list[tuple[str, bool, int]] = list(cursor.fetchall())
    return HealthCounts(
        all=sum(count for _, _, count in rows),
        flagged=sum(count for _, is_flagged, count in rows if is_flagged),
        stale=sum(count for mark, _, count in rows if mark in {"card", "engine", "beside"}),
        never=sum(count for mark, _, count in rows if mark == "never"),
    )


def health_rows(*, pack: Pack, list_name: str, limit: int, offset: int) -> list[HealthRow]:
    """Return one page of the cards of a pack: flagged ones first, then by the size of the measured change, unmeasured ones last."""
    with connection.cursor() as cursor:
        cursor.execute(PAGE, {**_query_params(pack), "shown": list_name, "limit": limit, "offset": offset})
        rows = list(cursor.fetchall())
    flags = _raised_flags([preview for _, _, preview, _, _, count, _ in rows if count])
    return [
        HealthRow(card, name, number, json.loads(estimate) if estimate else None, mark, flags.get(preview, ()))
        for card, name, preview, number, estimate, _, mark in rows
    ]


def _raised_flags(previews: Sequence[int]) -> dict[int, tuple[Json, ...]]:
    """Return the raised flags of some previews."""
    held = Preview.objects.filter(pk__in=previews).order_by().values_list("pk", "result__flags")
    return {pk: tuple(flag for flag in flags or () if flag["raised"]) for pk, flags in held}


def health_due(*, pack: Pack) -> list[int]:
    """Return the keys of the cards without a fresh preview, those that never had one first."""
    with connection.cursor() as cursor:
        cursor.execute(DUE, _query_params(pack))
        return [card for (card,) in cursor.fetchall()]


def _query_params(pack: Pack) -> Json:
    return {"pack": pack.pk, "engine": rulesets.engine_hash(pack.ruleset)}
