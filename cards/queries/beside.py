"""The cards beside a draft that is played: for each card that it names, directly or through others, the newest that can be played."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from cards.errors import StateConflict
from cards.gateway import pack_names, packs, wording
from cards.models import Card, Draft, Pack
from cards.queries.history import blob_data
from cards.queries.problems import draft_counts, game_of, sound_versions
from cards.values import frozen_dataclass

Document = dict[str, Any]
MAX_NAMES = 5  # names in a refusal


@frozen_dataclass
class PlayedCard:
    """A card in the form in which it is played: the revision of its draft, or, where that has errors, its newest version."""

    card: str
    document: Document
    revision: int | None
    version: int | None
    draft: str | None
    """The hash of its draft at that time, nothing where that could not be read or there was none."""

    @property
    def mark(self) -> dict[str, Any]:
        """Return what a plan stores of the card, for readers of its numbers."""
        return {"card": self.card, "revision": self.revision, "version": self.version, "draft": self.draft}


def cards_beside(*, pack: Pack, documents: Iterable[Document], own: str) -> list[PlayedCard]:
    """Return the cards of the pack to which some documents lead, and the drafts in which a card is tried; the card itself is not among them.

    Errors: StateConflict with the names of those that are nowhere: in no draft and no version without errors.
    """
    game, cards, missing = game_of(pack=pack), _hosts(pack, own), dict[str, str]()
    documents_to_read = [*documents, *(card.document for card in cards.values())]
    while documents_to_read:
        referrers = {
            name: str(document["id"])
            for document in documents_to_read
            for name in pack_names.card_names_in(game, document)
        }
        wanted = referrers.keys() - cards.keys() - missing.keys() - {own}
        new = newest(pack=pack, ids=wanted)
        missing |= {name: referrers[name] for name in wanted - new.keys()}
        cards |= new
        documents_to_read = [card.document for card in new.values()]
    if missing:
        raise _nowhere(missing)
    return [cards[name] for name in sorted(cards)]


def with_cards_beside(
    *, pack: Pack, pool: Iterable[Document], played_cards: Sequence[PlayedCard], own: str
) -> list[PlayedCard]:
    """Return what was taken with all that a set leads to beyond itself, for a set that no release holds together.

    Errors: as `cards_beside`.
    """
    pool_ids = {document["id"] for document in pool}
    game, known_ids = game_of(pack=pack), {*pool_ids, *(card.card for card in played_cards)}
    outside = {
        name: str(document["id"])
        for document in pool
        for name in pack_names.card_names_in(game, document)
        if name not in known_ids
    }
    if not outside.keys() - {own}:
        return list(played_cards)
    new = newest(pack=pack, ids=outside.keys() - {own})
    if missing := {name: by for name, by in outside.items() if name not in new and name != own}:
        raise _nowhere(missing)
    neighbours = cards_beside(pack=pack, documents=[card.document for card in new.values()], own=own)
    return list(
        {
            card.card: card
            for card in (*(card for card in neighbours if card.card not in pool_ids), *new.values(), *played_cards)
        }.values()
    )


def newest(*, pack: Pack, ids: Collection[str]) -> dict[str, PlayedCard]:
    """Return the newest draft of some cards, or the newest version of one whose draft has errors, by id; of two others nothing."""
    if not ids:
        return {}
    drafts = Draft.objects.filter(card__in=_live(pack).filter(written_id__in=ids), document__isnull=False)
    readable = list(drafts.select_related("card"))
    counts = draft_counts(drafts=readable, pack=pack) if readable else {}
    valid = [draft for draft in readable if not counts[draft.source_sha]["errors"]]
    cards = {
        draft.card.written_id: PlayedCard(
            draft.card.written_id, draft.document or {}, draft.revision, None, draft.sha256
        )
        for draft in valid
    }
    return cards | {
        name: PlayedCard(
            name, packs.read_json(blob_data(sha256=version.sha256)), None, version.number, version.card.draft.sha256
        )
        for name, version in sound_versions(pack=pack, ids=set(ids) - cards.keys()).items()
    }


def names_beside(document: Any, *documents: Any, pack: Pack) -> wording.CardNames:
    """Return what the drafts of the pack call the cards that documents name, and their parts; one that is no card names none."""
    game = game_of(pack=pack)
    ids = {
        name for one in (document, *documents) if isinstance(one, dict) for name in pack_names.card_names_in(game, one)
    }
    drafts = Draft.objects.filter(card__in=_live(pack).filter(written_id__in=ids), document__isnull=False)
    cards = [(draft.document or {}, draft.texts or {}) for draft in drafts] if ids else []
    return wording.names_of(({"id": "", **card}, texts) for card, texts in cards)


def _hosts(pack: Pack, own: str) -> dict[str, PlayedCard]:
    """Return the cards that name a card of a kind which is tried in them alone, as a map in its encounters."""
    kinds = pack_names.host_kinds(pack.ruleset)
    kind = _live(pack).filter(written_id=own).values_list("kind", flat=True).first() or ""
    if kind not in kinds:
        return {}
    drafts = Draft.objects.filter(card__in=_live(pack).filter(kind=kinds[kind]), text__contains=f'"{own}"')
    found = newest(pack=pack, ids=set(drafts.values_list("card__written_id", flat=True)))
    return {name: one for name, one in found.items() if own in pack_names.card_names_in(pack.ruleset, one.document)}


def _live(pack: Pack) -> Any:
    return Card.objects.filter(pack=pack, trashed_at__isnull=True, retired_at__isnull=True)


def _nowhere(missing: Mapping[str, str]) -> StateConflict:
    """Return the refusal of a match that would lack cards: each with the card that names it."""
    first_names = sorted(missing.items())[:MAX_NAMES]
    more = len(missing) - len(first_names)
    en = "; ".join(f"“{name}”, named by “{by}”" for name, by in first_names) + (f"; and {more} more" if more else "")
    zh = "；".join(f"“{name}”（由“{by}”引用）" for name, by in first_names) + (f"；另有 {more} 张" if more else "")
    return StateConflict(
        f"These cards are named, and neither a draft nor a version without errors is in the pack: {en}.",
        f"以下卡牌被引用，但卡包中没有它们无错误的草稿或版本：{zh}。",
    )
