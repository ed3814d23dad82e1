"""Playing: a hand with the draft of a card, or on from a step of a match behind a preview's numbers. No match is stored."""

import json
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from cards.errors import NotFound, Refusal
from cards.gateway import previews
from cards.localization import localize
from cards.lookups import first_or_not_found
from cards.models import Card, Pack, Preview
from cards.permissions import Act, require, require_account
from cards.services.hand import hand_plan, one_at_a_time
from cards.services.previews.parts import canonical_sha
from cards.services.scenario import PlayedMatch
from cards.web.access import access
from cards.web.forms import refusal_details
from cards.web.moments import kept_as_scenario
from cards.web.page import Context, card_crumb, card_head, pack_context, pack_page, text_file
from cards.web.playing import Played, given_answers, judgement_of, played
from cards.web.previews.provenance import beside_in_words
from cards.web.replay import answers_of, whole
from cards.web.sandbox import SandboxView, changes_of, sandbox_view

FIRST_MOST = 1_000_000  # blocks


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def play_hand(request: HttpRequest, pack: Pack, card: Card) -> HttpResponse:
    """Play a match with the draft of a card in hand; `?first=` names the block at which the search for a hand begins."""
    url = reverse("cards:card-detail", args=[pack, card])
    try:
        plan = hand_plan(account=request.user, card=card)
    except Refusal as refusal:
        messages.error(request, refusal_details(refusal))
        return redirect(url)
    spec = dict(plan.spec)
    first = whole(request.GET.get("first", "0"))
    trace = previews.preview_hand(spec, min(first, FIRST_MOST))
    page_url = request.path + "?" + urlencode({"first": trace["block"]})
    context = pack_context(
        pack,
        "cards",
        localize("Play a hand", "试玩一手"),
        card_crumb(pack, card),
        can=access(request.user, pack).can,
        **card_head(card, pack),
        trace=trace,
        seat=trace["seat"],
        here=page_url,
        again=request.path + "?" + urlencode({"first": trace["block"] + 1}),
        is_hand=True,
        of_card=card,
        beside=beside_in_words(plan.made_of.marks, plan.made_of.release),
        is_of_table=spec["layout"]["unit"] == "table",
    )
    return _render_match(request, pack, spec, context, trace["answers"])


@pack_page(Act.PREVIEW_READ, "GET", "POST")
def play_on(request: HttpRequest, pack: Pack, number: int, index: int) -> HttpResponse:
    """Play on from a step of a match behind a preview's numbers; `?step=` and `?seat=` say from where and as whom."""
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
        trace=trace,
        seat=seat,
        here=f"{request.path}?{query}",
        again="",
        match_url=f"{match_url}?{query}",
        step=step,
        is_hand=False,
        of_card=preview.card,
    )
    try:
        answers = list(answers_of(preview, index, trace))
    except previews.OtherEngine:
        return redirect(match_url)
    if step >= len(answers):
        raise NotFound
    return _render_match(request, pack, preview.spec, context, answers[:step])


def _render_match(
    request: HttpRequest, pack: Pack, spec: Context, context: Context, answers_before: list[str]
) -> HttpResponse:
    """Show the match after the answers of the request; a plan that is not the one the answers belong to starts over."""
    mark, is_sandbox = canonical_sha(spec), "sandbox" in request.GET
    plain_url = context["here"]
    sandbox_url = f"{plain_url}&sandbox=1"
    page_url = sandbox_url if is_sandbox else plain_url
    context |= {"here": page_url, "plain_url": plain_url, "sandbox_url": sandbox_url, "is_sandbox": is_sandbox}
    is_post = request.method == "POST"
    if is_post and request.POST.get("scenario"):
        moment = PlayedMatch(spec, context["trace"], given_answers(request.POST))
        return kept_as_scenario(request, context["of_card"], moment, page_url=page_url)
    if is_post and request.POST.get("plan") != mark:
        messages.error(
            request,
            localize(
                "The card or the engine has changed, so the match starts over.", "卡牌或引擎已改变，对局重新开始。"
            ),
        )
        return redirect(page_url)
    try:
        answers = given_answers(request.POST) if is_post else answers_before
        if is_post and request.POST.get("back"):
            earlier = previews.preview_take_back(spec, context["trace"], answers, seat=context["seat"])
            answers = earlier if len(earlier) >= len(answers_before) else answers_before
        if is_post and request.POST.get("download"):
            return match_download(
                previews.preview_match_file(spec, context["trace"], answers), f"{pack.slug}-match.json"
            )
        with one_at_a_time(require_account(request.user)):
            if is_post and is_sandbox and request.POST.get("change"):
                answers = _changed(request, spec, context, answers)
            match = played(
                spec,
                context["trace"],
                answers,
                seat=context["seat"],
                ruleset=pack.ruleset,
                card_url=context["card_url"],
                is_sandbox=is_sandbox,
            )
            view = _sandbox(request, spec, context, match) if is_sandbox else None
            is_asked = is_post and "thought" in request.POST
            judgement = judgement_of(spec, context["trace"], match, is_open=is_sandbox) if is_asked else None
    except LookupError:
        raise NotFound from None
    except (previews.NotOffered, previews.ChangeRefused):
        messages.error(
            request,
            localize(
                "That option is not available here, so the match starts over.", "此处没有这个选项，对局重新开始。"
            ),
        )
        return redirect(page_url)
    more = {"play": match, "seat": match.seat, "plan_mark": mark, "can_go_back": len(answers) > len(answers_before)}
    more |= {"sandbox": view, "thought": judgement, "is_thought_asked": is_asked}
    return render(request, "cards/match_play.html", context | more)


def _changed(request: HttpRequest, spec: Context, context: Context, answers: list[str]) -> list[str]:
    """Return the answers with the changes that the request asks for; as they are, with a message, where the table does not take them."""
    offer = previews.preview_sandbox(spec, context["trace"], answers)
    longer = [*answers, *changes_of(request.POST, offer)]
    try:
        previews.preview_play(spec, context["trace"], longer, seat=context["seat"], most=0)
    except previews.ChangeRefused as refused:
        messages.error(request, localize(*refused.text))
        return answers
    return longer


def _sandbox(request: HttpRequest, spec: Context, context: Context, match: Played) -> SandboxView:
    offer = previews.preview_sandbox(spec, context["trace"], match.answers.splitlines())
    return sandbox_view(offer, match.seats, request.POST.get("pick") or request.POST.get("card", ""))


def match_download(match_file: Context, name: str) -> HttpResponse:
    """Return a match as a file."""
    text = json.dumps(match_file, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    return text_file(text, "application/json", name)


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
    return first_or_not_found(previews_ended.select_related("card__draft"))


def _trace(preview: Preview, index: int) -> Context:
    traces = (preview.result or {}).get("traces") or []
    if not 0 <= index < len(traces):
        raise NotFound
    trace: Context = traces[index]
    return trace
