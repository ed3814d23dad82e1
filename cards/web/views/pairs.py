"""What a card does together with others: started from a card, with the pairs and their cost stated first."""

from collections.abc import Mapping, Sequence

from django.http import HttpRequest, HttpResponse, QueryDict

from cards.errors import Refusal
from cards.gateway import previews
from cards.localization import localize
from cards.lookups import search_words
from cards.models import Card, Pack, PreviewKind
from cards.permissions import Act
from cards.services.previews.pairs import pairs_planned, pairs_start
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.access import access
from cards.web.experiment_page import earlier_of, start_page
from cards.web.forms import refusal_details
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_page
from cards.web.pairs_page import link_words, names_of
from cards.web.text import grouped, long_time


@frozen_dataclass
class Suspect:
    """A card that would be played with this one, and what links the two; empty for one that was named."""

    partner: str
    name: Mapping[str, str]
    links: str


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def pairs_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show which pairs would be played, what that costs, and what was measured before; POST starts it."""
    preset = request.POST.get("preset", "quick")
    return start_page(
        request,
        pack,
        "cards/pairs_new.html",
        context=lambda: _context(request, pack, card),
        start=lambda: pairs_start(actor=request.user, card=card, preset=preset, partners=_partners(request.POST)),
    )


def _partners(params: QueryDict) -> Sequence[str]:
    """Return the cards that are named, apart from each other by spaces or commas."""
    return search_words(params, "partners").replace(",", " ").replace("，", " ").split()


def _context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    params = request.POST if request.method == "POST" else request.GET
    partners = _partners(params)
    choices: list[tuple[str, str]] = []
    suspects: list[Suspect] = []
    problem = ""
    try:
        spec = pairs_planned(card=card, preset=previews.PAIRS_PRESETS[0], seed=0, partners=partners).spec
        choices = [(preset, _cost(preset, spec["costs"][preset])) for preset in previews.PAIRS_PRESETS]
        names = names_of(pack, spec)
        suspects = [
            Suspect(pair["partner"], names[pair["partner"]], link_words(pack.ruleset, pair["links"]))
            for pair in spec["pairs"]
        ]
    except Refusal as refusal:
        problem = refusal_details(refusal)
    return pack_context(
        pack,
        "previews",
        localize("Together with others", "与其他卡牌"),
        card_crumb(pack, card),
        can=access(request.user, pack).can,
        choices=choices,
        suspects=suspects,
        named=" ".join(partners),
        problem=problem,
        earlier=earlier_of(PreviewKind.PAIRS, card=card),
        **card_head(card, pack),
    )


def _cost(preset: str, cost: JsonObject) -> str:
    return localize(
        "{target}: about {time} of processor, {matches} matches",
        "{target}：处理器约 {time}，共 {matches} 局",
        target=localize("±8 pp", "±8 个百分点") if preset == "quick" else localize("±4 pp", "±4 个百分点"),
        time=long_time(cost["cpuSeconds"]),
        matches=grouped(cost["matches"]),
    )
