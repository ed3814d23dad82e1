"""Openings of matches: a hand with the draft of a card, or on from a step of a match behind a preview's numbers."""

import secrets
from dataclasses import replace
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from cards.errors import NotFound, Refusal
from cards.gateway import previews
from cards.localization import localize
from cards.lookups import first_or_not_found
from cards.models import Card, Pack, Preview
from cards.models.match import ALONE
from cards.permissions import Act, require, require_account
from cards.services.hand import HandPlan, hand_plan, one_at_a_time
from cards.services.match import Opening, match_start
from cards.services.match_choice import Choice, choice_of, deal
from cards.services.previews.parts import SEEDS, canonical_sha
from cards.web.access import access
from cards.web.forms import refusal_details
from cards.web.match_choice import choice_form, choice_of_request, choice_params
from cards.web.match_forms import acted, invited, look_url
from cards.web.match_table import match_download, table_page
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_page
from cards.web.playing import opening_stand
from cards.web.previews.provenance import beside_in_words
from cards.web.replay import answers_of, whole

MAX_FIRST = 1_000_000  # blocks


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def play_hand(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Show an opening with the draft of a card in hand, and begin the match.

    `?first=` names the block at which the search begins; `?bot=`, `?mine=`, `?theirs=` and `?seat=` what was chosen, else it is as last time.
    """
    url = reverse("cards:card-detail", args=[pack, card])
    try:
        plan = hand_plan(account=request.user, card=card)
    except Refusal as refusal:
        messages.error(request, refusal_details(refusal))
        return redirect(url)
    spec = dict(plan.spec)
    first = whole(request.GET.get("first", "0"))
    choice = choice_of_request(request, require_account(request.user), pack, spec)
    trace = deal(choice, spec, min(first, MAX_FIRST))
    around, query = plan.made_of, choice_params(choice, spec)
    origin = _hand_origin(plan, choice)
    context = pack_context(
        pack,
        "play",
        localize("Play a hand", "试玩一手"),
        card_crumb(pack, card),
        can=access(request.user, pack).can,
        **card_head(card, pack),
        here=request.path + "?" + urlencode({"first": trace["block"], **query}),
        again=request.path + "?" + urlencode({"first": trace["block"] + 1, **query}),
        choice=choice_form(choice, spec),
        is_hand=True,
        beside=beside_in_words(around.marks, around.release),
        is_of_table=spec["layout"]["unit"] == "table",
    )
    return _opening_page(request, pack, Opening(spec, trace, trace["answers"], choice.seat, card, origin), context)


def _hand_origin(plan: HandPlan, choice: Choice) -> Context:
    """Return what the row of a hand keeps of where it came from."""
    around = plan.made_of
    return {
        "revision": plan.revision,
        "beside": list(around.marks),
        "release": around.release,
        **choice.origin,
    }


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def play_on(request: HttpRequest, pack: Pack, number: int, index: int) -> HttpResponse:
    """Show a step of a match behind a preview's numbers, and go on from it; `?step=` and `?seat=` say from where and as whom."""
    require(account=require_account(request.user), pack=pack, act=Act.PREVIEW_START)
    preview = _preview(pack, number)
    trace = _trace(preview, index)
    step, seat = whole(request.GET.get("step", "0")), whole(request.GET.get("seat", "0"))
    match_url = reverse("cards:preview-match", args=[pack, number, index])
    query = urlencode({"step": step, "seat": seat})
    context = pack_context(
        pack,
        "previews",
        localize("Play on", "接着玩"),
        (reverse("cards:preview-detail", args=[pack, number]), str(number)),
        (match_url, localize("Match {index}", "对局 {index}", index=index + 1)),
        can=access(request.user, pack).can,
        **card_head(preview.card, pack),
        here=f"{request.path}?{query}",
        again="",
        match_url=f"{match_url}?{query}",
        step=step,
        is_hand=False,
    )
    try:
        answers = list(answers_of(preview, index, trace))
    except previews.OtherEngine:
        return redirect(match_url)
    if step >= len(answers):
        raise NotFound
    origin = {"preview": number, "index": index, "step": step, "revision": preview.candidate_revision}
    if preview.candidate_version is not None:
        origin["version"] = preview.candidate_version.number
    opening = Opening(preview.spec, trace, answers[:step], seat, preview.card, origin)
    return _opening_page(request, pack, opening, context)


def _opening_page(request: HttpRequest, pack: Pack, opening: Opening, context: Context) -> HttpResponse:
    """Show an opening, which stores nothing; the first answer begins the match and leads to its page."""
    mark, is_sandbox = canonical_sha(opening.spec), "sandbox" in request.GET
    plain_url = context["here"]
    sandbox_url = f"{plain_url}&sandbox=1"
    page_url = sandbox_url if is_sandbox else plain_url
    if request.method == "POST" and request.POST.get("plan") != mark:
        messages.error(
            request,
            localize(
                "The card or the engine has changed, so the match starts over.", "卡牌或引擎已改变，对局重新开始。"
            ),
        )
        return redirect(page_url)
    if request.method == "POST" and request.POST.get("share") and opening.card is not None:
        return _shared(request, pack, opening.card, choice_of({**opening.origin, "seat": opening.seat}))
    if request.method == "POST" and (url := look_url(request, page_url)):
        return redirect(url)
    try:
        if request.method == "POST":
            match = match_start(actor=request.user, pack=pack, opening=opening, is_sandbox=is_sandbox)
            return acted(request, match, match.etag)
        with one_at_a_time(require_account(request.user)):
            stand = opening_stand(opening)
        fields = {"plain_url": plain_url, "sandbox_url": sandbox_url, "is_sandbox": is_sandbox, "plan_mark": mark}
        fields |= {
            "can_share": context["is_hand"] and not is_sandbox,
            "here": page_url,
            "start_url": page_url,
            "of_card": opening.card,
            "match": None,
        }
        return table_page(request, pack, stand, context | fields)
    except LookupError:
        raise NotFound from None


def _shared(request: HttpRequest, pack: Pack, card: Card, preference: Choice) -> HttpResponse:
    """Begin a match for a second person, with a seed that no page has shown, and make the link to the other seat."""
    plan = hand_plan(account=request.user, card=card, seed=secrets.randbelow(SEEDS))
    spec = dict(plan.spec)
    choice = replace(preference, bot="greedy") if preference.bot == ALONE else preference
    trace = deal(choice, spec, 0)
    opening = Opening(spec, trace, (), choice.seat, card, _hand_origin(plan, choice))
    match = match_start(actor=request.user, pack=pack, opening=opening, is_shared=True)
    return invited(request, match, match.etag)


@pack_page(Act.PREVIEW_READ)
def preview_match_file(request: HttpRequest, pack: Pack, number: int, index: int) -> HttpResponse:
    """Return a match behind the numbers as a file that `python -m engine replay` verifies."""
    preview = _preview(pack, number)
    trace = _trace(preview, index)
    try:
        match_file = previews.preview_match_file(preview.spec, trace, answers_of(preview, index, trace))
    except previews.OtherEngine:
        return redirect("cards:preview-match", pack, number, index)
    return match_download(match_file, f"{pack.slug}-preview-{number}-match-{index + 1}.json")


def _preview(pack: Pack, number: int) -> Preview:
    previews_ended = Preview.objects.filter(pack=pack, number=number, result__isnull=False)
    return first_or_not_found(previews_ended.select_related("card__draft", "candidate_version"))


def _trace(preview: Preview, index: int) -> Context:
    traces = (preview.result or {}).get("traces") or []
    if not 0 <= index < len(traces):
        raise NotFound
    trace: Context = traces[index]
    return trace
