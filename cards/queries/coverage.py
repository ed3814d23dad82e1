"""What the last measurements say of the nodes of a card: which were reached, and what each is worth."""

from cards.models import Card, Preview, PreviewKind, PreviewState
from cards.queries.freshness import is_fresh
from cards.shape import JsonObject
from cards.values import frozen_dataclass


@frozen_dataclass
class Coverage:
    """The share of the matches in which each node was reached, by its JSON Pointer, and whether that holds now."""

    number: int
    shares: dict[str, float]
    is_fresh: bool


def card_coverage(*, card: Card) -> Coverage | None:
    """Return the coverage of the card's newest finished preview; None where none counted any node."""
    finished = Preview.objects.of_changes().filter(card=card, state=PreviewState.FINISHED).order_by("-number")
    newest = finished.values_list("pk", "number", "result__coverage").first()
    if newest is None or not newest[2]:
        return None
    pk, number, nodes = newest
    shares = {pointer: round(node["matches"] / node["of"], 4) for pointer, node in nodes.items() if node.get("of")}
    return Coverage(number, shares, is_fresh(pack=card.pack, preview=pk)) if shares else None


@frozen_dataclass
class Worths:
    """What each block is worth, by its JSON Pointer in the card, and whether that holds now. Shapes: as `worth` of a row of the result."""

    number: int
    worths: dict[str, JsonObject]
    is_fresh: bool


def card_worths(*, card: Card) -> Worths | None:
    """Return what each block of a card is worth by its newest finished experiment; None where none gave any number."""
    finished = Preview.objects.filter(card=card, kind=PreviewKind.WORTH, state=PreviewState.FINISHED).order_by(
        "-number"
    )
    newest = finished.values_list("pk", "number", "result__rows").first()
    if newest is None:
        return None
    pk, number, rows = newest
    worths = {row["place"]: row["worth"] for row in rows if row["worth"] and row["worth"]["reading"]}
    return Worths(number, worths, is_fresh(pack=card.pack, preview=pk)) if worths else None
