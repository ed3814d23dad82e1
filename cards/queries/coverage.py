"""Which nodes of a card its last preview reached."""

from cards.models import Card, Preview, PreviewState
from cards.queries.freshness import is_fresh
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
