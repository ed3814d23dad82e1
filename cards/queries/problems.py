"""What the engine says about the cards of a pack: never stored in a row, remembered by hash."""

import hashlib
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from django.contrib.postgres.aggregates import StringAgg
from django.db.models import Q, QuerySet, Value
from django.db.models.functions import Collate, Concat

from cards.gateway import pack_names, validation
from cards.models import Card, CardVersion, Draft, Pack
from cards.values import frozen_dataclass

CHECKED_BATCH_SIZE = 250  # texts that one request validates: less than half a second of processor
MADE_OF_PARTS = r'"id"\s*:\s*"[^"]*\{'  # a name that is put together, which any name may be
ALIKE, NEAR = 3, 50  # first letters of names that may be meant by another one, and texts that are looked at for them
_CHUNK = 500  # texts in memory at a time

SourceText = tuple[str, str, validation.Texts]


@frozen_dataclass
class CheckedCounts:
    """The counts of problems that are known, by source hash, and how many texts wait for theirs."""

    counts: dict[str, validation.Counts]
    unchecked: int


def known_ids(*, pack: Pack) -> pack_names.PackNames:
    """Return the ids of the cards that a card of the pack may refer to, with what the drafts of some declare for the others."""
    kinds = dict(_live(pack).values_list("written_id", "kind"))
    return pack_names.PackNames(kinds, declaring_names(pack=pack).declared, kinds, others_of(_live_drafts(pack)))


def others_of(rows: QuerySet[Draft] | QuerySet[CardVersion]) -> pack_names.CardLookup:
    """Return how the documents of some rows are got: those of some cards, and those in whose text some triggers may be made."""

    def other_documents(cards: frozenset[str], triggers: frozenset[str]) -> Iterator[Any]:
        near = Q()
        for name in triggers:
            near |= Q(text__contains=f'"{name[:ALIKE]}')
        if triggers:
            yield from rows.filter(near).values_list("document", flat=True)[:NEAR]
        yield from rows.filter(_makes(cards, triggers)).values_list("document", flat=True)

    return other_documents


def _makes(cards: Collection[str], triggers: Collection[str]) -> Q:
    """Return the condition that a row is one of some cards, or that some triggers may be made in its text."""
    condition = Q(card__written_id__in=cards)
    for name in triggers:
        condition |= Q(text__contains=_trigger_start(name))
    return condition | Q(text__regex=MADE_OF_PARTS) if triggers else condition


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
    """Return the names of those cards alone whose drafts declare something for the others."""
    kinds = pack_names.declaring_kinds(pack.ruleset)
    if not kinds:
        return pack_names.PackNames(())
    drafts = Draft.objects.filter(card__in=_live(pack).filter(kind__in=kinds), document__isnull=False)
    rows = drafts.values_list("card__written_id", "document", "texts")
    return pack_names.PackNames(()).declaring({card: (document or {}, texts) for card, document, texts in rows})


def _live(pack: Pack) -> QuerySet[Card]:
    return Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True)


def _live_drafts(pack: Pack) -> QuerySet[Draft]:
    return Draft.objects.filter(card__in=_live(pack), document__isnull=False)


def game_of(*, pack: Pack) -> pack_names.Game:
    """Return the pack's ruleset as its cards know it, with the keywords that drafts of the pack declare."""
    return pack_names.game(pack.ruleset, declaring_names(pack=pack))


def draft_report(*, draft: Draft, pack: Pack) -> validation.CardReport:
    """Return the full report on the current draft."""
    return validation.validate(pack.ruleset, draft.text, known_ids=known_ids(pack=pack), texts=draft.texts)


def version_report(*, version: CardVersion, pack: Pack) -> validation.CardReport:
    """Return the full report on a version, by today's engine and today's names in the pack."""
    return validation.validate(pack.ruleset, version.text, known_ids=known_ids(pack=pack), texts=version.texts)


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
    texts = {draft.source_sha: (draft.source_sha, draft.text, draft.texts) for draft in drafts}
    count = _Count(pack, None, None, None, lambda sources: (texts[source] for source in sources))
    return count.counts(texts)


def counts_within(
    *,
    pack: Pack,
    versions_or_drafts: QuerySet[Draft] | QuerySet[CardVersion],
    limit: int | None,
    known_names: pack_names.PackNames | None = None,
) -> CheckedCounts:
    """Return the counts of drafts or versions that are cached, and compute up to `limit` of the others; None computes all.

    A text is read only to be validated. `known_names` are the ids that may be named, those of the pack's live cards by default.
    """
    keys = {sha: pk for pk, sha in reversed(list(versions_or_drafts.values_list("pk", "source_sha")))}

    def read(sources: Iterable[str]) -> Iterator[SourceText]:
        rows = versions_or_drafts.model._default_manager
        for chunk in batched((keys[source] for source in sources), _CHUNK):
            yield from rows.filter(pk__in=chunk).values_list("source_sha", "text", "texts")

    count = _Count(pack, known_names, None if known_names is None else versions_or_drafts, limit, read)
    counts = count.counts(list(reversed(keys)))
    return CheckedCounts(counts, len(keys) - len(counts))


class _Count:
    """Counts the problems of texts of a pack, the cached ones first, and of the others at most a number of them.

    A text that names a part of another card is checked a second time, beside those cards: the cached counts of that hold
    as long as no text of the pack has changed.
    """

    def __init__(
        self,
        pack: Pack,
        names: pack_names.PackNames | None,
        rows: QuerySet[Draft] | QuerySet[CardVersion] | None,
        limit: int | None,
        read: Callable[[Iterable[str]], Iterable[SourceText]],
    ) -> None:
        """Take the names that cards may have and the rows that have them, those of the pack's live drafts by default."""
        self._pack, self._names, self._rows, self._budget, self._read = pack, names, rows, limit, read

    def counts(self, sources: Collection[str]) -> dict[str, validation.Counts]:
        """Return the counts of texts by their source hashes, without those for which the budget is too small."""
        context = self._context()
        counts = self._counted(sources, context, lambda _: self._known_names().alone())
        parts = {source: entry["parts"] for source, entry in counts.items() if any(entry["parts"])}
        if not parts:
            return counts
        alone = {source: entry for source, entry in counts.items() if source not in parts}
        context = f"{context}{self._mark()}:"
        beside = self._counted(list(parts), context, lambda new: self._names_beside(parts[source] for source in new))
        return alone | beside

    def _counted(
        self, sources: Collection[str], context: str, names: Callable[[Collection[str]], pack_names.PackNames]
    ) -> dict[str, validation.Counts]:
        """Return the counts that are cached in a context, and those of the first texts that are not."""
        counts = validation.problem_counts_kept(sources, context=context)
        new = [source for source in sources if source not in counts][: self._budget]
        if self._budget is not None:
            self._budget -= len(new)
        if new:
            known = names(new)
            for chunk in batched(self._read(new), _CHUNK):
                counts |= validation.problem_counts(self._pack.ruleset, chunk, known_ids=known, context=context)
        return counts

    def _context(self) -> str:
        if self._names is None:
            return names_context(pack=self._pack)
        return validation.problem_context(self._pack.ruleset, self._names)

    def _known_names(self) -> pack_names.PackNames:
        if self._names is None:
            self._names = known_ids(pack=self._pack)
        return self._names

    def _documents(self) -> QuerySet[Draft] | QuerySet[CardVersion]:
        return _live_drafts(self._pack) if self._rows is None else self._rows

    def _mark(self) -> str:
        """Return a hash of all texts in which a part of a card may be made."""
        sources = sorted(self._documents().values_list("source_sha", flat=True))
        return hashlib.sha256("".join(sources).encode()).hexdigest()[:32]

    def _names_beside(self, parts: Iterable[Sequence[Sequence[str]]]) -> pack_names.PackNames:
        """Return the names with the documents of those cards that make some parts, read once for all texts."""
        cards, triggers = (set[str]().union(*each) for each in zip(*parts, strict=True))
        matching = self._documents().filter(_makes(cards, triggers))
        rows = list(matching.values_list("card__written_id", "text", "document"))

        def other_documents(ids: frozenset[str], names: frozenset[str]) -> Iterator[Any]:
            return (document for card, text, document in rows if card in ids or may_make(text, names))

        return self._known_names().with_documents(other_documents)


def batched(rows: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Yield the rows in lists of at most that size."""
    rest = iter(rows)
    while some := list(islice(rest, size)):
        yield some
