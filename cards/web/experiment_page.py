"""What the pages of experiments on a card share: those of before, and how many matches were played with which decks."""

from collections.abc import Callable, Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cards.errors import Refusal
from cards.gateway import rulesets
from cards.localization import localize
from cards.models import Card, Pack, Preview
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.forms import refusal_details
from cards.web.page import Context
from cards.web.previews.lines import state_label
from cards.web.text import bilingual_plain, grouped, signed

EARLIER_LISTED = 10
"""Earlier results that the page of a new experiment lists."""


@frozen_dataclass
class Reading:
    """What an interval says: its word, its class and its icon; empty before the end."""

    word: str = ""
    tone: str = ""
    icon: str = ""


def interval_words(change: JsonObject) -> str:
    """Return the ends of an interval in points."""
    return f"[ {signed(change['low'])}, {signed(change['high'])} ]"


def earlier_of(kind: str, **of: Card | Pack) -> list[tuple[Preview, str]]:
    """Return the experiments of a kind on a card or a pack, the newest first, each with its state in words."""
    rows = Preview.objects.filter(kind=kind, **of).select_related("requested_by")
    light = rows.defer("spec", "result", "fold", "rounds").order_by("-number")[:EARLIER_LISTED]
    return [(row, state_label(row.state)) for row in light]


def start_page(
    request: HttpRequest, pack: Pack, template: str, *, context: Callable[[], Context], start: Callable[[], Preview]
) -> HttpResponse:
    """Show what an experiment costs; where it is sent, start it and go to it, or say on the same page why it does not start."""
    if request.method != "POST":
        return render(request, template, context())
    try:
        preview = start()
    except rulesets.GameMissing:
        raise
    except Refusal as refusal:
        words = {"refusal": refusal_details(refusal)}
        return render(request, template, context() | words, status=refusal.status)
    return redirect("cards:preview-detail", pack, preview.number)


def matches_fact(counts: JsonObject) -> tuple[str, str]:
    """Return how much was played. Shapes: `counts` are the `games` and `blocks` so far."""
    words = localize(
        "{games} matches, {blocks} blocks",
        "{games} 局，{blocks} 组",
        games=grouped(counts.get("games", 0)),
        blocks=grouped(counts.get("blocks", 0)),
    )
    return localize("Played", "已进行"), words


def seed_fact(preview: Preview) -> tuple[str, str]:
    """Return the seed."""
    return localize("Seed", "种子"), f"{preview.seed}"


def played_facts(preview: Preview, counts: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield how much was played, with which seed and decks. Shapes: as `matches_fact`."""
    yield matches_fact(counts)
    yield seed_fact(preview)
    opponents = preview.spec["layout"]["opponents"]
    decks = localize(", ", "、").join(bilingual_plain(each["title"]) for each in opponents)
    if decks:
        yield localize("Decks", "牌组"), decks
