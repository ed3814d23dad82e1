"""Which nodes of a card its last preview reached."""

from dataclasses import dataclass

from cards.models import Card, Preview, PreviewState


@dataclass(frozen=True, slots=True)
class Coverage:
    """The share of the matches in which each node was reached, by its JSON Pointer, and of which text that was."""

    number: int
    shares: dict[str, float]
    candidate_sha256: str | None
    engine_hash: str


def card_coverage(*, card: Card) -> Coverage | None:
    """Return the coverage of the card's newest finished preview; nothing where none counted any node."""
    finished = Preview.objects.filter(card=card, state=PreviewState.FINISHED).order_by("-number")
    found = finished.values_list("number", "result__coverage", "candidate_sha256", "engine_hash").first()
    if found is None or not found[1]:
        return None
    number, nodes, sha256, engine_hash = found
    shares = {pointer: round(node["matches"] / node["of"], 4) for pointer, node in nodes.items() if node.get("of")}
    return Coverage(number, shares, sha256, engine_hash) if shares else None
