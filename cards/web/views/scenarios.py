"""The scenarios of a card: the list with results, one of them on its board and as JSON."""

from collections.abc import Mapping

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from cards.errors import NotFound, Refusal, Stale
from cards.gateway import scenario_files
from cards.localization import localize
from cards.lookups import first_or_not_found, search_words
from cards.models import Card, Pack, Scenario
from cards.permissions import Act
from cards.queries.scenario import documents_beside, removed_list, scenario_get, scenario_text_at
from cards.services.scenario import (
    scenario_change,
    scenario_create,
    scenario_remove,
    scenario_restore,
    scenario_run,
    scenario_save,
)
from cards.web.access import access
from cards.web.forms import refusal_line
from cards.web.line_ends import with_line_ends
from cards.web.page import Context, card_crumb, is_number, pack_context, pack_page, posted_number, required
from cards.web.scenario_board import BoardView, board_view
from cards.web.scenario_changes import changes_of, query_after
from cards.web.scenarios import removed_lines, scenario_line, scenario_lines, strength_line

FRAGMENT = "X-Fragment"


@pack_page(Act.CARD_READ, "GET", "POST")
def scenario_index(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show the scenarios of a card; add one, or run those whose result is old."""
    if request.method == "POST":
        if request.POST.get("do") == "create":
            name = search_words(request.POST, "name") or localize("a new scenario", "新场景")
            text = scenario_files.new_scenario(pack.ruleset, card.written_id, name, documents_beside(card=card))
            scenario = scenario_create(actor=request.user, card=card, text=text)
            scenario_run(actor=request.user, card=card, first=scenario.number)
            return redirect("cards:scenario-detail", pack, card, scenario.number)
        if request.POST.get("do") == "restore":
            return _restore(request, pack, card)
        n = scenario_run(actor=request.user, card=card)
        if FRAGMENT not in request.headers:
            messages.success(request, localize("{n:scenario|scenarios} ran.", "已运行 {n} 个场景。", n=n))
            return redirect("cards:scenario-list", pack, card)
    template = "cards/partials/_scenarios.html" if FRAGMENT in request.headers else "cards/scenarios.html"
    context = {
        "scenarios": scenario_lines(card, pack),
        "removed": removed_lines(card),
        "strength": strength_line(card),
    }
    return render(request, template, _context(request, pack, card) | context)


def _restore(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Take a removed scenario of a card back."""
    number = posted_number(request, "number", 9)
    scenario = scenario_restore(
        actor=request.user, scenario=first_or_not_found(removed_list(card=card).filter(number=number))
    )
    messages.success(request, localize("The scenario is back.", "场景已恢复。"))
    return redirect("cards:scenario-detail", pack, card, scenario.number)


def _remove(request: HttpRequest, pack: Pack, card: Card, scenario: Scenario) -> HttpResponse:
    """Remove a scenario, and offer to take it back at once."""
    scenario_remove(actor=request.user, scenario=scenario)
    undo = render_to_string(
        "cards/partials/_scenario_undo.html", {"pack": pack, "card": card, "number": scenario.number}, request
    )
    message = localize("The scenario is removed.", "场景已删除。")
    messages.success(request, format_html("{} {}", message, mark_safe(undo)))  # noqa: S308  # a template of the portal
    return redirect("cards:scenario-list", pack, card)


@pack_page(Act.CARD_READ, "GET", "POST")
def scenario_detail(request: HttpRequest, pack: Pack, card: Card, number: int) -> HttpResponse:
    """Show one scenario on its board with its result; change it there, save it as JSON, take a change back, or remove it."""
    scenario = scenario_get(card=card, number=number)
    if request.method == "GET":
        return render(request, "cards/scenario.html", _detail(request, pack, card, scenario, request.GET))
    do = request.POST.get("do")
    if do == "remove":
        return _remove(request, pack, card, scenario)
    page_url = reverse("cards:scenario-detail", args=[pack, card, number])
    try:
        query = _change(request, card, scenario)
    except Refusal as refusal:
        return _render_refusal(request, refusal, _detail(request, pack, card, scenario, request.POST))
    return redirect(f"{page_url}?{query}#work" if query else page_url)  # the next Tab goes on where the change was made


def _change(request: HttpRequest, card: Card, scenario: Scenario) -> str:
    """Do what a form of the page asks for, and return the query of the page that follows."""
    params, etag = request.POST, request.POST.get("etag")
    match params.get("do"):
        case "run":
            scenario_run(actor=request.user, card=card, first=scenario.number)
            return ""
        case "text":
            text = with_line_ends(required(params, "text"), scenario.text)
            scenario_save(actor=request.user, scenario=scenario, text=text, based_on=etag)
            scenario_run(actor=request.user, card=card, first=scenario.number)
            messages.success(request, localize("Saved.", "已保存。"))
            return ""
        case "undo":
            revision = posted_number(request, "to", 9)
            text = scenario_text_at(scenario=scenario, revision=revision)
            scenario_save(actor=request.user, scenario=scenario, text=text, based_on=etag)
            scenario_run(actor=request.user, card=card, first=scenario.number)
            return f"{query_after(params)}&undone={revision}"
    scenario_change(actor=request.user, scenario=scenario, changes=changes_of(params), based_on=etag)
    return query_after(params)


def _render_refusal(request: HttpRequest, refusal: Refusal, context: Context) -> HttpResponse:
    """Show the scenario with what was typed and why it was not saved."""
    extra: Context = {"problems": refusal.problems, "text": request.POST.get("text", context["text"])}
    if isinstance(refusal, Stale):
        extra |= {"stale": refusal.current, "etag": refusal.current.etag, "is_text": "text" in request.POST}
    else:
        extra["refusal"] = refusal_line(refusal)
    return render(request, "cards/scenario.html", context | extra, status=refusal.status)


def _board(pack: Pack, card: Card, scenario: Scenario, params: Mapping[str, str]) -> tuple[BoardView | None, str]:
    """Return the board of a scenario; None, and why, where it cannot be set up."""
    try:
        return board_view(pack, card, scenario.text, params), ""
    except scenario_files.BoardRefused as refused:
        return None, localize(*refused.text)


def _detail(request: HttpRequest, pack: Pack, card: Card, scenario: Scenario, params: Mapping[str, str]) -> Context:
    line = scenario_line(scenario, card, pack)
    crumbs = [
        card_crumb(pack, card),
        (reverse("cards:scenario-list", args=[pack, card]), localize("Scenarios", "场景")),
        ("", line.name),
    ]
    try:
        board, why = _board(pack, card, scenario, params)
    except NotFound:  # an address that no page has: the whole scenario is shown
        board, why = _board(pack, card, scenario, {})
    undone = params.get("undone", "")
    return _context(request, pack, card) | {
        "crumbs": crumbs,
        "scenario": scenario,
        "line": line,
        "etag": scenario.etag,
        "text": scenario.text,
        "board": board,
        "why": why,
        "sandbox": {"is_open": board is not None and board.part != "when"},
        "undo": (int(undone) if is_number(undone, 9) else scenario.revision) - 1,
    }


def _context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    can = access(request.user, pack).can
    head = {"id": card.written_id}
    return pack_context(pack, "cards", localize("Scenarios", "场景"), card_crumb(pack, card), card=head, can=can)
