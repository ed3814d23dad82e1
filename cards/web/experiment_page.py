"""What the pages of experiments on a card share: those of before, and how many matches were played with which decks."""

from collections.abc import Iterator

from cards.localization import localize
from cards.models import Card, Preview
from cards.shape import JsonObject
from cards.web.previews.lines import state_label
from cards.web.text import bilingual_plain, grouped

EARLIER_LISTED = 10
"""Earlier results that the page of a new experiment lists."""


def earlier_of(card: Card, kind: str) -> list[tuple[Preview, str]]:
    """Return the experiments of a kind on a card, the newest first, each with its state in words."""
    rows = Preview.objects.filter(card=card, kind=kind).select_related("requested_by")
    light = rows.defer("spec", "result", "fold", "rounds").order_by("-number")[:EARLIER_LISTED]
    return [(row, state_label(row.state)) for row in light]


def played_facts(preview: Preview, counts: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield how much was played, with which seed and decks. Shapes: `counts` are the `games` and `blocks` so far."""
    matches = localize(
        "{games} matches, {blocks} blocks",
        "{games} 局，{blocks} 组",
        games=grouped(counts.get("games", 0)),
        blocks=grouped(counts.get("blocks", 0)),
    )
    yield localize("Played", "已进行"), matches
    yield localize("Seed", "种子"), f"{preview.seed}"
    opponents = preview.spec["layout"]["opponents"]
    decks = localize(", ", "、").join(bilingual_plain(each["title"]) for each in opponents)
    if decks:
        yield localize("Decks", "牌组"), decks
