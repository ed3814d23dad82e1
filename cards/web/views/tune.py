"""Which numbers of a card reach a target: a search asked for with its price shown first, and what it found taken into the draft."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from cards.errors import NotFound, Refusal, Stale
from cards.localization import localize
from cards.lookups import first_or_not_found
from cards.models import Card, Pack, Preview, PreviewKind
from cards.permissions import Act, require, require_account
from cards.queries.beside import cards_beside
from cards.queries.history import draft_get
from cards.queries.problems import draft_report
from cards.services.previews.tune import AS_IT_STANDS, compared_with, tune_planned, tune_start, tune_take
from cards.web.access import access
from cards.web.experiment_page import earlier_of
from cards.web.forms import refusal_details, refusal_line
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_page, posted_number
from cards.web.tune_form import form_of, price_of, search_of

CONFLICT = 409


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def tune_new(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show what may change, where it should end and what the search costs; POST starts it once that price was shown."""
    if request.method != "POST":
        return render(request, "cards/tune_new.html", _context(request, pack, card))
    require(account=require_account(request.user), pack=pack, act=Act.PREVIEW_START)
    try:
        context = _context(request, pack, card)
        price = context["price"]
        if price is not None and request.POST.get("price") != price.mark:
            context["refusal"] = localize(
                "This is another price than the one that was shown. Start again to accept it.",
                "价格与先前显示的不同。如接受，请再次开始。",
            )
            return render(request, "cards/tune_new.html", context, status=CONFLICT)
        if context["form"] is None:
            raise NotFound
        preview = tune_start(actor=request.user, card=card, search=search_of(context["form"]))
    except Refusal as refusal:
        context = _context(request, pack, card) | {"refusal": refusal_details(refusal), "problem": ""}
        return render(request, "cards/tune_new.html", context, status=refusal.status)
    return redirect("cards:preview-detail", pack, preview.number)


def _context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    report = draft_report(draft=draft_get(card=card), pack=pack)
    form, price, problem, against = None, None, "", ""
    params = request.POST if request.method == "POST" else request.GET
    if report.ok and report.document is not None:
        former = compared_with(card=card)
        against = f"v{former.number}" if former else localize("reference cards", "参照卡")
        beside = cards_beside(pack=pack, documents=[report.document], own=report.document["id"])
        form = form_of(pack.ruleset, report.document, params, [one.document for one in beside])
        try:
            price = price_of(tune_planned(card=card, search=search_of(form), seed=0))
        except Refusal as refusal:
            problem = refusal_details(refusal)
    return pack_context(
        pack,
        "previews",
        localize("Make it even", "调至均衡"),
        card_crumb(pack, card),
        can=access(request.user, pack).can,
        form=form,
        price=price,
        problem=problem,
        is_sound=report.ok,
        against=against,
        earlier=earlier_of(PreviewKind.TUNE, card=card),
        **card_head(card, pack),
    )


@pack_page(Act.PREVIEW_READ, "POST")
def tune_accept(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Write a confirmed change into the draft that was searched."""
    rows = Preview.objects.filter(pack=pack, number=number, kind=PreviewKind.TUNE).select_related("card__pack")
    preview = first_or_not_found(rows)
    try:
        draft = tune_take(actor=request.user, preview=preview, candidate=_candidate(request))
    except Stale:
        words = localize(
            "The draft was saved since the search began, so nothing was written.",
            "搜索开始后草稿已被保存过，因此没有写入任何内容。",
        )
        messages.error(request, words)
    except Refusal as refusal:
        messages.error(request, refusal_line(refusal))
    else:
        words = localize(
            "Written into the draft, revision {number}.", "已写入草稿，修订 {number}。", number=draft.draft.revision
        )
        messages.success(request, words)
    return redirect("cards:preview-detail", pack, number)


def _candidate(request: HttpRequest) -> int:
    """Return the number of a candidate; the card as it stands is one where other numbers were set."""
    is_as_it_stands = request.POST.get("candidate") == str(AS_IT_STANDS)
    return AS_IT_STANDS if is_as_it_stands else posted_number(request, "candidate", 3)
