"""What each block of a card is worth: started from a card, with its cost stated first."""

from django.http import HttpRequest, HttpResponse

from cards.errors import Refusal
from cards.gateway import previews
from cards.localization import localize
from cards.models import Card, Pack, PreviewKind
from cards.permissions import Act
from cards.services.previews.worth import worth_planned, worth_start
from cards.shape import JsonObject
from cards.web.access import access
from cards.web.experiment_page import earlier_of, start_page
from cards.web.forms import refusal_details
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_page
from cards.web.text import grouped


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def worth_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show what measuring the blocks of a draft costs, and what was measured before; POST starts it."""
    preset = request.POST.get("preset", "quick")
    return start_page(
        request,
        pack,
        "cards/worth_new.html",
        context=lambda: _context(request, pack, card),
        start=lambda: worth_start(actor=request.user, card=card, preset=preset),
    )


def _context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    choices: list[tuple[str, str]] = []
    problem = ""
    try:
        choices = _costs(card)
    except Refusal as refusal:
        problem = refusal_details(refusal)
    return pack_context(
        pack,
        "previews",
        localize("Worth of each block", "各积木块的价值"),
        card_crumb(pack, card),
        can=access(request.user, pack).can,
        choices=choices,
        problem=problem,
        earlier=earlier_of(PreviewKind.WORTH, card=card),
        **card_head(card, pack),
    )


def _costs(card: Card) -> list[tuple[str, str]]:
    """Return each precision with what it means and costs."""
    spec = worth_planned(card=card, preset=previews.WORTH_PRESETS[0], seed=0).spec
    return [(preset, _cost(preset, len(spec["variants"]), spec["costs"][preset])) for preset in previews.WORTH_PRESETS]


def _cost(preset: str, variants: int, cost: JsonObject) -> str:
    return localize(
        "{target}: {variants} variants, {matches} matches, about {seconds} s of processor",
        "{target}：{variants} 种变体，{matches} 局，处理器约 {seconds} 秒",
        target=localize("±4 pp", "±4 个百分点") if preset == "quick" else localize("±2 pp", "±2 个百分点"),
        variants=variants,
        matches=grouped(cost["matches"]),
        seconds=grouped(cost["cpuSeconds"]),
    )
