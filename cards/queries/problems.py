"""What the engine says about the cards of a pack: never stored in a row, remembered by hash."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Collate, Concat

from cards.gateway import pack_names, validation
from cards.models import Card, CardVersion, Draft, Pack

CHECKED_AT_ONCE = 250  # texts that one request validates: less than half a second of processor
MADE_OF_PARTS = r'"id"\s*:\s*"[^"]*\{'  # a name that is put together, which any name may be
ALIKE, NEAR = 3, 50  # first letters of names that may be meant by another one, and texts that are looked at for them
_CHUNK = 500  # texts in memory at a time


@dataclass(frozen=True, slots=True)
class CheckedCounts:
    """The counts of problems that are known, by source hash, and how many texts wait for theirs."""

    counts: dict[str, validation.Counts]
    unchecked: int


def known_ids(*, pack: Pack) -> pack_names.PackNames:
    """Return the ids of the cards that a card of the pack may refer to, with what the drafts of some declare for the other_documents."""
    kinds = dict(_live(pack).values_list("written_id", "kind"))
    drafts = Draft.objects.filter(card__in=_live(pack), document__isnull=False)
    return pack_names.PackNames(kinds, declaring_names(pack=pack).declared, kinds, others_of(drafts))


def others_of(rows: QuerySet[Draft] | QuerySet[CardVersion]) -> pack_names.Others:
    """Return how the documents of some rows are got: those of some cards, and those in whose text some triggers may be made."""

    def other_documents(cards: frozenset[str], triggers: frozenset[str]) -> Iterator[Any]:
        matching, near = Q(card__written_id__in=cards), Q()
        for name in triggers:
            matching |= Q(text__contains=_trigger_start(name))
            near |= Q(text__contains=f'"{name[:ALIKE]}')
        if triggers:
            matching |= Q(text__regex=MADE_OF_PARTS)
            yield from rows.filter(near).values_list("document", flat=True)[:NEAR]
        yield from rows.filter(matching).values_list("document", flat=True)

    return other_documents


def may_make(text: str, triggers: Collection[str]) -> bool:
    """Return whether a card's text may create one of some triggers, or one with a similar name."""
    alike = any(f'"{name[:ALIKE]}' in text for name in triggers)
    return alike or (bool(triggers) and re.search(MADE_OF_PARTS, text) is not None)


def _trigger_start(trigger: str) -> str:
    """Return how the name of a trigger begins in a text; of one that is put together, its first part."""
    first, brace, _ = trigger.partition("{")
    return f'"{first}' if brace else f'"{first}"'


def names_context(*, pack: Pack) -> str:
    """Return what the counts of the pack's texts are remembered under; its ids are put in order by the database, as one text."""
    named = Concat("written_id", Value("\t"), "kind")
    in_order = StringAgg(named, delimiter="\n", order_by=Collate("written_id", "C"), default=Value(""))
    ids = str(_live(pack).order_by().aggregate(ids=in_order)["ids"])
    return validation.problem_context(pack.ruleset, declaring_names(pack=pack), ids)


def declaring_names(*, pack: Pack) -> pack_names.PackNames:
    """Return the names of those cards alone whose drafts declare something for the other_documents."""
    kinds = pack_names.declaring_kinds(pack.ruleset)
    if not kinds:
        return pack_names.PackNames(())
    drafts = Draft.objects.filter(card__in=_live(pack).filter(kind__in=kinds), document__isnull=False)
    rows = drafts.values_list("card__written_id", "document", "texts")
    return pack_names.PackNames(()).declaring({card: (document or {}, texts) for card, document, texts in rows})


def _live(pack: Pack) -> QuerySet[Card]:
    return Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True)


def game_of(*, pack: Pack) -> pack_names.Game:
    """Return the pack's ruleset as its cards know it, with the keywords that drafts of the pack declare."""
    return pack_names.game(pack.ruleset, declaring_names(pack=pack))


def draft_report(*, draft: Draft, pack: Pack) -> validation.CardReport:
    """Return the full report on the current draft."""
    return validation.validate(pack.ruleset, draft.text, known=known_ids(pack=pack), texts=draft.texts)


def version_report(*, version: CardVersion, pack: Pack) -> validation.CardReport:
    """Return the full report on a version, by today's engine and today's names in the pack."""
    return validation.validate(pack.ruleset, version.text, known=known_ids(pack=pack), texts=version.texts)


def sound_versions(*, pack: Pack, ids: Collection[str]) -> dict[str, CardVersion]:
    """Return the newest versions of some live cards, each with its draft and without errors by today's engine and names, by id."""
    if not ids:
        return {}
    cards = _live(pack).filter(written_id__in=ids, newest_version__isnull=False)
    versions = [card.newest_version for card in cards.select_related("newest_version__card__draft")]
    return {
        one.card.written_id: one for one in versions if one is not None and version_report(version=one, pack=pack).ok
    }


def draft_counts(*, drafts: Iterable[Draft], pack: Pack) -> dict[str, validation.Counts]:
    """Return the counts of problems of many drafts, keyed by their source hash."""
    asked = {draft.source_sha: (draft.source_sha, draft.text, draft.texts) for draft in drafts}
    found = validation.problem_counts_kept(asked, context=names_context(pack=pack))
    fresh = [asked[source] for source in asked if source not in found]
    return found | (validation.problem_counts(pack.ruleset, fresh, known=known_ids(pack=pack)) if fresh else {})


def counts_within(
    *,
    pack: Pack,
    versions_or_drafts: QuerySet[Draft] | QuerySet[CardVersion],
    limit: int | None,
    known_names: frozenset[str] | None = None,
) -> CheckedCounts:
    """Return the counts of drafts or versions that are cached, and compute up to `limit` of the others; None computes all.

    A text is read only to be validated. `known_names` are the ids that may be named, those of the pack's live cards by default.
    """
    context = names_context(pack=pack) if known_names is None else validation.problem_context(pack.ruleset, known_names)
    sources = list(versions_or_drafts.values_list("pk", "source_sha"))
    counts = validation.problem_counts_kept({sha for _, sha in sources}, context=context)
    first: dict[str, int] = {}
    for pk, sha in sources:
        if sha not in counts:
            first.setdefault(sha, pk)
    sources_to_check = list(first.values())[:limit]
    known_names = known_ids(pack=pack) if known_names is None and sources_to_check else known_names or frozenset()
    for chunk in batched(sources_to_check, _CHUNK):
        texts = versions_or_drafts.model._default_manager.filter(pk__in=chunk).values_list(
            "source_sha", "text", "texts"
        )
        counts |= validation.problem_counts(pack.ruleset, list(texts), known=known_names)
    return CheckedCounts(counts, len(first) - len(sources_to_check))


def batched(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Yield the rows in lists of at most that size."""
    rest = iter(rows)
    while some := list(islice(rest, size)):
        yield some
