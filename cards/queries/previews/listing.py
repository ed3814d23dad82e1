"""Previews of a pack, as lists and programs see them."""

from django.db.models import QuerySet

from cards.errors import InvalidFields
from cards.lookups import first_or_not_found
from cards.models import EXPERIMENTS, Pack, Preview, PreviewState
from cards.queries.freshness import with_freshness

HEAVY = (
    "spec",
    "fold",
    "card__draft__text",
    "card__draft__document",
    "candidate_version__text",
    "candidate_version__document",
    "baseline_version__text",
    "baseline_version__document",
)


def experiment_list(*, pack: Pack, card: str = "", kind: str = "", state: str = "") -> QuerySet[Preview]:
    """Return the experiments on cards of a pack without their results, the newest first.

    Errors: InvalidFields for a kind or a state that there is not.
    """
    rows = _experiments(pack).defer(*HEAVY, "result", "rounds").order_by("-number")
    for name, value, known in (("kind", kind, [*EXPERIMENTS]), ("state", state, PreviewState.values)):
        if value and value not in known:
            words = ", ".join(known)
            raise InvalidFields.of(f"/{name}", f"One of {words}.", f"应为 {words} 之一。")
        rows = rows.filter(**{name: value}) if value else rows
    return rows.filter(card__written_id=card) if card else rows


def experiment_get(*, pack: Pack, number: int) -> Preview:
    """Return one experiment with its result, and in `is_fresh` whether it holds now."""
    return first_or_not_found(_experiments(pack).filter(number=number))


def _experiments(pack: Pack) -> QuerySet[Preview]:
    rows = Preview.objects.filter(pack=pack, kind__in=EXPERIMENTS).select_related(
        "card__draft", "candidate_version", "baseline_version"
    )
    return with_freshness(rows, pack=pack)


def preview_list(*, pack: Pack, card: str = "", state: str = "") -> QuerySet[Preview]:
    """Return the previews of a pack without their results, the newest first; each says in `is_fresh` whether it holds now.

    Errors: InvalidFields for a state that there is not.
    """
    rows = _rows(pack).defer(*HEAVY, "result", "estimate").order_by("-number")
    if state and state not in PreviewState.values:
        known = ", ".join(PreviewState.values)
        raise InvalidFields.of("/state", f"One of {known}.", f"应为 {known} 之一。")
    if state:
        rows = rows.filter(state=state)
    return rows.filter(card__written_id=card) if card else rows


def preview_get(*, pack: Pack, number: int) -> Preview:
    """Return one preview of a pack with its result, and in `is_fresh` whether it holds now."""
    return first_or_not_found(_rows(pack).filter(number=number))


def preview_mark(*, pack: Pack, number: int) -> str:
    """Return the mark of what a preview says now, from one short row."""
    rows = Preview.objects.of_changes().filter(pack=pack, number=number)
    changes, state = first_or_not_found(rows.values_list("changes", "state"))
    return f"p{number}-{changes}-{state}"


def _rows(pack: Pack) -> QuerySet[Preview]:
    rows = (
        Preview.objects.of_changes()
        .filter(pack=pack)
        .select_related("card__draft", "candidate_version", "baseline_version")
    )
    return with_freshness(rows, pack=pack)
