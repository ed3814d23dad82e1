"""Matches that people play: those of a pack, and one of them at its table or, once it is over, step by step."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import NotFound
from cards.gateway import previews
from cards.localization import localize
from cards.models import Match, Pack
from cards.models.match import ALONE
from cards.permissions import Act, require, require_account
from cards.queries.matches import match_get, match_list, seat_link
from cards.queries.reviews import notes_of
from cards.services.match import bots_ask, is_slow
from cards.services.match_chance import chance_ask, chance_of, is_estimated
from cards.services.match_thought import thought_ask, thought_of
from cards.web.access import access
from cards.web.match_forms import acted, look_url, match_url, noted, seat_key
from cards.web.match_table import table_page
from cards.web.match_words import against_in_words, card_form, stand_in_words
from cards.web.page import Context, card_head, pack_context, pack_endpoint, pack_page, polled
from cards.web.pages import paged
from cards.web.playing import blocks_of, chance_in_words, judgement_in_words, stand_of
from cards.web.previews.provenance import HASH_LENGTH, beside_in_words
from cards.web.replay import watched_match

FRAGMENTS = {name: f"cards/partials/_{name}.html" for name in ("chance", "thought")}
"""Parts of the table that a worker still computes, and which are fetched by themselves."""


@pack_page(Act.PREVIEW_READ)
def match_index(request: HttpRequest, pack: Pack) -> HttpResponse:
    """Show the matches that people play in a pack, the newest first."""
    listing = paged(match_list(pack=pack), request.GET)
    lines = [(match, card_form(match), against_in_words(match), stand_in_words(match)) for match in listing.rows]
    context = pack_context(pack, "play", localize("Matches", "对局"), lines=lines, listing=listing)
    return render(request, "cards/match_list.html", context)


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def match_detail(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Show a match: to who plays it the table, to others nothing before its end; POST answers, changes, takes back, keeps."""
    account = require_account(request.user)
    is_note = bool(request.POST.get("do"))
    if request.method == "POST" and not is_note:
        require(account=account, pack=pack, act=Act.PREVIEW_START)
    match = match_get(pack=pack, number=number)
    if is_note:
        return noted(request, match)
    if request.method == "POST":
        if url := look_url(request, match_url(match)):
            return redirect(url)
        return acted(request, match, request.POST.get("etag"))
    is_mine = match.account_id == account.pk
    context = _context(request, match) | {"is_mine": is_mine}
    if not is_mine and not match.is_over:
        return render(request, "cards/match_watch.html", context | {"watched": None})
    try:
        if is_mine and "step" not in request.GET:
            context |= _chance(request, match)
            context |= _thinking(request, match)
            if request.headers.get("X-Fragment") in FRAGMENTS:
                return render(request, FRAGMENTS[request.headers["X-Fragment"]], context)
            context |= {"seat_url": request.session.pop(seat_key(match), "")}
            return table_page(request, pack, stand_of(match), context)
        return _replay(request, match, context)
    except previews.OtherEngine:
        return render(
            request,
            "cards/match_watch.html",
            context | {"watched": None, "other_engine": match.engine_hash[:HASH_LENGTH]},
        )


@pack_endpoint(Act.PREVIEW_READ)
def match_state(request: HttpRequest, pack: Pack, number: int) -> HttpResponse:
    """Return the mark of a match to the table of its player, which waits for another seat; 304 while it is the same."""
    match = match_get(pack=pack, number=number)
    if match.account_id != require_account(request.user).pk:
        raise NotFound
    bots_ask(match)
    return polled(request, match.etag, lambda: {"mark": match.etag})


def _replay(request: HttpRequest, match: Match, context: Context) -> HttpResponse:
    """Show a match step by step: wholly once it is over or a sandbox, before that as its player sees it."""
    viewer = None if match.is_over or match.is_sandbox else match.seats[0]
    view = watched_match(match, request.GET, context["card_url"], viewer)
    lit = {pointer for row in view.rows if row.is_current for _, pointer, url in row.nodes if url}
    blocks = blocks_of(match.pack.ruleset, match.spec["candidate"], lit)
    return render(request, "cards/match_watch.html", context | {"watched": view, "blocks": blocks})


def _chance(request: HttpRequest, match: Match) -> Context:
    """Return the chance to win where its player wants to see it: once asked for, it follows the match."""
    if "chance" in request.GET or chance_of(match) is not None:
        chance_ask(match)
    return {"chance": chance_in_words(match), "may_estimate": is_estimated(match)}


def _thinking(request: HttpRequest, match: Match) -> Context:
    """Return what a slow bot weighed, where its player wants to see it: a worker is asked for what is not known."""
    if not is_slow(match) or match.is_secret or "thought" not in request.GET:
        return {}
    thought_ask(match)
    entry = thought_of(match)
    judgement = None if entry is None else entry["judgement"]
    is_open = match.is_sandbox or match.is_over
    return {
        "is_thought_asked": True,
        "is_thinking": entry is None,
        "thought": None if judgement is None else judgement_in_words(judgement, is_open=is_open),
    }


def _context(request: HttpRequest, match: Match) -> Context:
    """Return what every page of a match shows."""
    pack, origin = match.pack, match.origin
    is_hand = "preview" not in origin
    head = card_head(match.card, pack)
    next_hand = ""
    if is_hand and match.card is not None:
        hand_url = reverse("cards:card-play", args=[pack, match.card])
        start_url = f"{hand_url}?{urlencode({'first': match.trace['block']})}"
        next_hand = f"{hand_url}?{urlencode({'first': match.trace['block'] + 1})}"
    elif not is_hand:
        fork_url = reverse("cards:match-play", args=[pack, origin["preview"], origin["index"]])
        start_url = f"{fork_url}?{urlencode({'step': origin['step'], 'seat': origin['seat']})}"
    else:
        start_url = ""
    return pack_context(
        pack,
        "play",
        localize("Match {index}", "对局 {index}", index=match.number),
        (reverse("cards:match-list", args=[pack]), localize("Matches", "对局")),
        can=access(request.user, pack).can,
        **head,
        match=match,
        of_card=match.card,
        notes=notes_of(card=match.card, match=match) if match.card is not None else (),
        may_note=access(request.user, pack).can.edit,
        form_of_card=card_form(match),
        stand=stand_in_words(match),
        here=match_url(match),
        start_url=start_url,
        again=next_hand,
        is_hand=is_hand,
        step=origin.get("step"),
        is_sandbox=match.is_sandbox,
        is_secret=match.is_secret,
        link=seat_link(match),
        state_url=reverse("cards:match-state", args=[pack, match.number]),
        beside=beside_in_words(origin.get("beside") or (), origin.get("release")),
        is_slow=is_slow(match),
        is_alone=origin.get("bot") == ALONE,
        against=against_in_words(match),
        is_of_table=match.spec["layout"]["unit"] == "table",
    )
