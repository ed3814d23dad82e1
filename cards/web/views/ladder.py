"""For whom the change of a card holds: started from a card, with its cost stated first."""

from django.http import HttpRequest, HttpResponse

from cards.errors import Refusal
from cards.gateway import previews
from cards.localization import localize
from cards.models import Card, Pack, PreviewKind
from cards.permissions import Act
from cards.services.previews.ladder import ladder_planned, ladder_start
from cards.shape import JsonObject
from cards.web.access import access
from cards.web.experiment_page import earlier_of, start_page
from cards.web.forms import refusal_details
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_page
from cards.web.text import bilingual_plain, grouped, long_time


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def ladder_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show which bots play, what that costs, and what was measured before; POST starts it."""
    preset = request.POST.get("preset", "quick")
    return start_page(
        request,
        pack,
        "cards/ladder_new.html",
        context=lambda: _context(request, pack, card),
        start=lambda: ladder_start(actor=request.user, card=card, preset=preset),
    )


def _context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    choices: list[tuple[str, str]] = []
    problem, against = "", ""
    try:
        choices, against = _costs(card)
    except Refusal as refusal:
        problem = refusal_details(refusal)
    return pack_context(
        pack,
        "previews",
        localize("For whom it holds", "对谁成立"),
        card_crumb(pack, card),
        can=access(request.user, pack).can,
        choices=choices,
        against=against,
        bots=[(bilingual_plain(level.title), bilingual_plain(level.poor_at)) for level in previews.LADDER],
        problem=problem,
        earlier=earlier_of(PreviewKind.LADDER, card=card),
        **card_head(card, pack),
    )


def _costs(card: Card) -> tuple[list[tuple[str, str]], str]:
    """Return each precision with what it means and costs, and what the draft is compared with."""
    plans = {preset: ladder_planned(card=card, preset=preset, seed=0) for preset in previews.LADDER_PRESETS}
    choices = [(preset, _cost(preset, one.plan.spec["cost"])) for preset, one in plans.items()]
    former = plans[previews.LADDER_PRESETS[0]].former
    return choices, f"v{former.number}" if former else localize("reference cards", "参照卡")


def _cost(preset: str, cost: JsonObject) -> str:
    return localize(
        "{target}: about {time} of processor, {matches} matches",
        "{target}：处理器约 {time}，共 {matches} 局",
        target=localize("±6 pp", "±6 个百分点") if preset == "quick" else localize("±3 pp", "±3 个百分点"),
        time=long_time(cost["cpuSeconds"]),
        matches=grouped(cost["matches"]),
    )
