"""Ids of cards: who refers to one, which card had it before, and which are taken for good."""

from collections.abc import Iterable

from django.db.models.functions import Lower

from cards.gateway import validation
from cards.models import Card, CardRename, Draft, Pack
from cards.permissions import Act, Actor, allows, role_in
from cards.queries.problems import known_ids
from cards.values import frozen_dataclass


@frozen_dataclass
class Reference:
    """A card whose draft names another one, and where."""

    card: Card
    draft: Draft
    pointers: tuple[str, ...]


def card_references(*, pack: Pack, written_id: str) -> list[Reference]:
    """Return the other cards of the pack whose drafts refer to an id, as the engine finds it.

    The engine is asked with that id taken out of the names it knows: what it then misses are the references.
    """
    mentioning = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True, text__contains=f'"{written_id}"')
    other_drafts = mentioning.exclude(card__written_id=written_id).select_related("card").order_by("card__written_id")
    known_names = known_ids(pack=pack) - {written_id}
    references = []
    for draft in other_drafts.defer("search", "grams"):
        report = validation.validate(pack.ruleset, draft.text, known_ids=known_names, texts=draft.texts)
        if pointers := missing_at(report, written_id):
            references.append(Reference(draft.card, draft, pointers))
    return references


def missing_at(report: validation.CardReport, written_id: str) -> tuple[str, ...]:
    """Return where a report misses a card of this id."""
    missing = (each for each in report.problems if each.code == "E-REF" and each.found == written_id)
    return tuple(each.path for each in missing)


def card_of_old_id(*, account: Actor, pack_slug: str, old_id: str) -> str:
    """Return the present id of a card that once had this id; empty where no card had it, or the account may not read the card."""
    renames = CardRename.objects.filter(pack__slug=pack_slug, old_id__iexact=old_id, card__purged_at__isnull=True)
    rename = renames.select_related("pack", "card").first()
    if rename is None or not allows(role=role_in(account=account, pack=rename.pack), act=Act.CARD_READ):
        return ""
    return rename.card.written_id


def renames_of(*, card: Card) -> list[CardRename]:
    """Return the ids that a card had before, oldest first."""
    return list(CardRename.objects.filter(card=card).select_related("renamed_by"))


def is_retired_id(*, pack: Pack, written_id: str, but_of: Card | None = None) -> bool:
    """Return whether a release lists this id for a card that has another one now: such an id is never used again."""
    retired = CardRename.objects.filter(pack=pack, old_id__iexact=written_id, is_released=True)
    return (retired.exclude(card=but_of) if but_of else retired).exists()


def retired_ids(*, pack: Pack, written_ids: Iterable[str]) -> list[str]:
    """Return those of some ids that a release lists for a card that is called otherwise now."""
    folded = {name.lower(): name for name in written_ids}
    retired = CardRename.objects.filter(pack=pack, is_released=True).annotate(folded=Lower("old_id"))
    return sorted(folded[old] for old in retired.filter(folded__in=folded).values_list("folded", flat=True))


def migration_records(*, pack: Pack) -> list[dict[str, str]]:
    """Return the records of renamed cards that a manifest carries: old id, new id and the day, oldest first."""
    renames = CardRename.objects.filter(pack=pack, is_released=True).select_related("card")
    return [
        {"oldId": row.old_id, "newId": row.card.written_id, "date": row.renamed_at.date().isoformat()}
        for row in renames
    ]
