"""What the planned release does to the game: a comparison with the last one, started with its cost stated first."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from cards.errors import Refusal
from cards.gateway import previews
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Pack, PreviewKind
from cards.permissions import Act
from cards.services.previews.release import comparison_planned, comparison_start
from cards.shape import JsonObject
from cards.web.access import access
from cards.web.experiment_page import earlier_of, start_page
from cards.web.forms import refusal_details
from cards.web.page import Context, pack_context, pack_page
from cards.web.text import grouped


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def release_compare(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show what comparing the plan with the last release costs, and what was compared before; POST starts it."""
    preset, carrier = request.POST.get("preset", "quick"), _carrier(request)
    return start_page(
        request,
        pack,
        "cards/release_compare.html",
        context=lambda: _context(request, pack),
        start=lambda: comparison_start(actor=request.user, pack=pack, preset=preset, carrier=carrier),
    )


def _carrier(request: HttpRequest) -> str | None:
    """Return the card whose change alone is compared, if any."""
    return search_words(request.POST if request.method == "POST" else request.GET, "card") or None


def _context(request: HttpRequest, pack: Pack) -> Context:
    choices: list[tuple[str, str]] = []
    problem, before, carrier = "", "", _carrier(request)
    try:
        planned = comparison_planned(pack=pack, preset=previews.COMPARE_PRESETS[0], seed=0, carrier=carrier)
        spec, before = planned.plan.spec, planned.before.version
        choices = [(preset, _cost(preset, spec, spec["costs"][preset])) for preset in previews.COMPARE_PRESETS]
    except Refusal as refusal:
        problem = refusal_details(refusal)
    return pack_context(
        pack,
        "releases",
        localize("What it does to the game", "对游戏的影响"),
        (reverse("cards:release-list", args=[pack]), localize("Releases", "发布")),
        (reverse("cards:release-new", args=[pack]), localize("Release plan", "发布计划")),
        can=access(request.user, pack).can,
        choices=choices,
        before=before,
        carrier=carrier or "",
        problem=problem,
        earlier=earlier_of(PreviewKind.RELEASE, pack=pack),
    )


def _cost(preset: str, spec: JsonObject, cost: JsonObject) -> str:
    return localize(
        "{target}: {pairs} pairs of decks, {matches} matches, about {seconds} s of processor",
        "{target}：{pairs} 组对阵，{matches} 局，处理器约 {seconds} 秒",
        target=localize("±6 pp", "±6 个百分点") if preset == "quick" else localize("±3 pp", "±3 个百分点"),
        pairs=len(spec["pairs"]),
        matches=grouped(cost["matches"]),
        seconds=grouped(cost["cpuSeconds"]),
    )
