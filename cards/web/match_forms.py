"""What the forms of a match's table do: an answer, a change by hand, a step back, a scenario, a file."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from cards.errors import InvalidFields, NotFound, Stale, StateConflict
from cards.gateway import previews
from cards.localization import localize
from cards.models import Match, Thread
from cards.queries.reviews import thread_get
from cards.services.match import match_play, match_remove, match_take_back, match_uncover
from cards.services.review import comment_add, note_add, thread_resolve
from cards.services.scenario import PlayedMatch
from cards.services.seat import seat_invite, seat_revoke
from cards.web.forms import refusal_details
from cards.web.match_table import match_download
from cards.web.moments import kept_as_scenario
from cards.web.page import Context
from cards.web.playing import given_answer
from cards.web.replay import whole
from cards.web.sandbox import changes_of


def match_url(match: Match) -> str:
    """Return the address of a match."""
    return reverse("cards:match-detail", args=[match.pack, match.number])


def look_url(request: HttpRequest, page_url: str) -> str:
    """Return the address at which a form looks at more of a table and changes nothing; empty for any other form."""
    choice = {name: request.POST[name] for name in ("pick", "thought", "chance") if request.POST.get(name)}
    if not choice or request.POST.get("change"):
        return ""
    return f"{page_url}{'&' if '?' in page_url else '?'}{urlencode(choice)}"


def seat_key(match: Match) -> str:
    """Return where a session keeps the address of a link until its page was shown once."""
    return f"seat-{match.pk}"


def invited(request: HttpRequest, match: Match, etag: str | None) -> HttpResponse:
    """Make a link to the other seat, and lead to the table that shows it once."""
    token = seat_invite(actor=request.user, match=match, based_on=etag)
    request.session[seat_key(match)] = request.build_absolute_uri(reverse("cards:seat", args=[token]))
    return redirect(match_url(match))


def acted(request: HttpRequest, match: Match, etag: str | None) -> HttpResponse:
    """Do what a form of the table asks for, and lead on; `etag` is the state that the form was drawn from."""
    try:
        return _taken_out(request, match) or _changed(request, match, etag)
    except LookupError:
        raise NotFound from None
    except Stale:
        messages.error(
            request, localize("The match has gone on elsewhere; here it is.", "对局已在别处继续，以下是最新状态。")
        )
    except StateConflict as refusal:
        messages.error(request, refusal_details(refusal))
    except (previews.NotOffered, previews.OtherEngine):
        messages.error(request, localize("That option is not available here.", "此处没有这个选项。"))
    except previews.ChangeRefused as refused:
        messages.error(request, localize(*refused.text))
    return redirect(match_url(match))


def noted(request: HttpRequest, match: Match) -> HttpResponse:
    """Add a note at a step of a match, answer one, or settle one, and lead back to the step.

    Errors: NotFound for a match that the account may not see, and for a thread of another match.
    """
    if not match.is_over and match.account_id != request.user.pk:
        raise NotFound
    params, step = request.POST, whole(request.POST.get("step", "0"))
    try:
        if params.get("do") == "note":
            thread = note_add(actor=request.user, match=match, step=step, text=params.get("text", ""))
        else:
            thread = _note_changed(request, match)
    except (StateConflict, InvalidFields) as refusal:
        messages.error(request, refusal_details(refusal))
        return redirect(match_url(match))
    at_table = match.account_id == request.user.pk and not match.is_over
    return redirect(match_url(match) + ("" if at_table else f"?step={thread.step}") + f"#t{thread.pk}")


def _note_changed(request: HttpRequest, match: Match) -> Thread:
    """Answer in a thread of a match, settle it, or open it again."""
    params = request.POST
    thread = thread_get(account=request.user, pack=match.pack, pk=whole(params.get("thread", "")))
    if thread.match_id != match.pk:
        raise NotFound
    if params["do"] == "comment":
        comment_add(actor=request.user, thread=thread, text=params.get("text", ""))
    elif params["do"] in {"resolve", "reopen"}:
        thread_resolve(actor=request.user, thread=thread, is_resolved=params["do"] == "resolve")
    else:
        raise NotFound
    return thread


def _taken_out(request: HttpRequest, match: Match) -> HttpResponse | None:
    """Return the scenario or the file that a form takes out of a match; None for another form.

    Errors: NotFound for an open match of another account, and for a scenario of a match without a card.
    """
    params = request.POST
    if not params.get("scenario") and not params.get("download"):
        return None
    if match.is_secret or (not match.is_over and match.account_id != request.user.pk):
        raise NotFound
    if params.get("download"):
        file = previews.preview_match_file(match.spec, match.trace, match.answers)
        return match_download(file, f"{match.pack.slug}-match-{match.number}.json")
    if match.card is None:
        raise NotFound
    moment = PlayedMatch(match.spec, match.trace, match.answers)
    return kept_as_scenario(request, match.card, moment, page_url=match_url(match))


def _changed(request: HttpRequest, match: Match, etag: str | None) -> HttpResponse:
    """Change a match as a form asks, and lead on.

    Errors: as the services of matches.
    """
    form: Context = {"actor": request.user, "match": match, "based_on": etag}
    if request.POST.get("remove"):
        match_remove(actor=request.user, match=match)
        messages.success(request, localize("The match was removed.", "对局已删除。"))
        return redirect("cards:match-list", match.pack)
    if request.POST.get("invite"):
        return invited(request, match, etag)
    if request.POST.get("revoke"):
        seat_revoke(**form)
    elif request.POST.get("back"):
        match_take_back(**form)
    elif request.POST.get("sandbox"):
        match_uncover(**form)
    elif request.POST.get("change"):
        offer = previews.preview_sandbox(match.spec, match.trace, match.answers)
        match_play(**form, lines=changes_of(request.POST, offer))
    else:
        match_play(**form, lines=given_answer(request.POST))
    return redirect(match_url(match))
