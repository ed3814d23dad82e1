"""The scenarios of a card: the list with results, one of them in full as JSON and as a form."""

import re

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from cards.errors import Refusal, Stale
from cards.gateway import scenario_files
from cards.localization import localize
from cards.lookups import first_or_not_found, search_words
from cards.models import Card, Pack, Scenario
from cards.permissions import Act
from cards.queries.scenario import documents_beside, removed_list, scenario_get
from cards.services.scenario import scenario_create, scenario_remove, scenario_restore, scenario_run, scenario_save
from cards.web.access import access
from cards.web.forms import refusal_line
from cards.web.line_ends import with_line_ends
from cards.web.page import Context, card_crumb, pack_context, pack_page, posted_number, required
from cards.web.scenario_form import Form, check_readable
from cards.web.scenarios import parts_of, removed_lines, scenario_line, scenario_lines, strength_line

FRAGMENT = "X-Fragment"
PLACE = re.compile(r"[0-9]{1,9}")


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
    """Show one scenario with its result; save it as JSON or part by part, or remove it."""
    scenario = scenario_get(card=card, number=number)
    if request.method == "GET":
        return render(request, "cards/scenario.html", _detail(request, pack, card, scenario))
    if request.POST.get("do") == "remove":
        return _remove(request, pack, card, scenario)
    form = Form(pack.ruleset)
    values = _posted_values(request, form)
    try:
        if request.POST.get("act"):
            return _redrawn(request, form, values, _detail(request, pack, card, scenario))
        text = with_line_ends(values["text"], scenario.text) if "text" in values else _compose(scenario, values)
        scenario_save(actor=request.user, scenario=scenario, text=text, based_on=request.POST.get("etag"))
        scenario_run(actor=request.user, card=card, first=number)
    except Refusal as refusal:
        return _render_refusal(request, refusal, _detail(request, pack, card, scenario), values)
    messages.success(request, localize("Saved.", "已保存。"))
    return redirect("cards:scenario-detail", pack, card, number)


def _posted_values(request: HttpRequest, form: Form) -> Context:
    if request.POST.get("do") == "text":
        return {"text": required(request.POST, "text")}
    return {"name": required(request.POST, "name"), **form.read(request.POST)}


def _redrawn(request: HttpRequest, form: Form, values: Context, context: Context) -> HttpResponse:
    """Show the form with a row more or less, without saving."""
    new_path = form.act(values, request.POST["act"], request.POST)
    form_view = {
        "name": values["name"],
        "nodes": form.draw(values, new_path=new_path, open_paths=request.POST),
        "is_unsaved": True,
    }
    return render(request, "cards/scenario.html", context | {"etag": request.POST.get("etag", ""), "form": form_view})


def _compose(scenario: Scenario, values: Context) -> str:
    """Return the scenario's text with the parts of the form in their places.

    Errors: BadText for JSON in the form that cannot be read.
    """
    check_readable(values)
    return scenario_files.scenario_with(
        scenario.text, {name: scenario_files.as_json(value) for name, value in values.items()}
    )


def _render_refusal(request: HttpRequest, refusal: Refusal, context: Context, values: Context) -> HttpResponse:
    """Show the scenario with what was typed and why it was not saved."""
    extra: Context = {"problems": refusal.problems}
    if isinstance(refusal, Stale):
        extra |= {"stale": refusal.current, "etag": refusal.current.etag}
    else:
        extra["refusal"] = refusal_line(refusal)
    if "text" in values:
        extra["text"] = values["text"]
    else:
        nodes = Form(context["pack"].ruleset).draw(values)
        extra["form"] = {"name": values["name"], "nodes": nodes, "is_unsaved": True}
    return render(request, "cards/scenario.html", context | extra, status=refusal.status)


def _form(pack: Pack, text: str) -> Context | None:
    """Return the form of a scenario; None where the form cannot show its text."""
    parts = parts_of(text)
    nodes = Form(pack.ruleset).draw(parts) if parts else None
    return {"name": parts["name"], "nodes": nodes} if parts and nodes else None


def _detail(request: HttpRequest, pack: Pack, card: Card, scenario: Scenario) -> Context:
    line = scenario_line(scenario, card, pack)
    crumbs = [
        card_crumb(pack, card),
        (reverse("cards:scenario-list", args=[pack, card]), localize("Scenarios", "场景")),
        ("", line.name),
    ]
    return _context(request, pack, card) | {
        "crumbs": crumbs,
        "scenario": scenario,
        "line": line,
        "etag": scenario.etag,
        "text": scenario.text,
        "form": _form(pack, scenario.text),
    }


def _context(request: HttpRequest, pack: Pack, card: Card) -> Context:
    can = access(request.user, pack).can
    head = {"id": card.written_id}
    return pack_context(pack, "cards", localize("Scenarios", "场景"), card_crumb(pack, card), card=head, can=can)
