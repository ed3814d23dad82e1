"""The table of a match that a person plays: what its page shows of the match where it stands."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from cards.gateway import previews
from cards.models import Pack
from cards.services.match_choice import SLOW_SKILLS
from cards.shape import JsonObject
from cards.web.page import Context, text_file
from cards.web.playing import Played, Stand, judgement_of, played
from cards.web.sandbox import SandboxView, sandbox_view


def table_page(request: HttpRequest, pack: Pack, stand: Stand, context: Context) -> HttpResponse:
    """Show the table of a match with its question; `?thought=` adds what the last bot thought, `?pick=` a card to change in a sandbox.

    Errors: OtherEngine, NotOffered.
    """
    is_sandbox, is_thought_asked = context["is_sandbox"], "thought" in request.GET
    match = played(stand, ruleset=pack.ruleset, card_url=context["card_url"], is_sandbox=is_sandbox)
    view = _sandbox(request, stand, match) if is_sandbox else None
    is_quick = stand.skill not in SLOW_SKILLS
    judgement = judgement_of(stand, match, is_open=is_sandbox) if is_thought_asked and is_quick else None
    table = {
        "play": match,
        "seat": match.seat,
        "sandbox": view,
        "thought": context.get("thought") or judgement,
        "trace": stand.trace,
    }
    return render(request, "cards/match_play.html", context | table | {"is_thought_asked": is_thought_asked})


def _sandbox(request: HttpRequest, stand: Stand, match: Played) -> SandboxView:
    offer = previews.preview_sandbox(stand.spec, stand.trace, stand.answers)
    return sandbox_view(offer, match.seats, request.GET.get("pick", ""))


def match_download(match_file: JsonObject, name: str) -> HttpResponse:
    """Return a match as a file."""
    text = json.dumps(match_file, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text_file(text, "application/json", name)
