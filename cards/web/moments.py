"""Moments of a match that become scenarios: an answer as it was given, on the page where it is looked at."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from cards.errors import NotFound, StateConflict
from cards.gateway import previews
from cards.localization import data_language, localize
from cards.models import Card
from cards.services.scenario import PlayedMatch, scenario_from_match
from cards.shape import JsonObject
from cards.web.forms import refusal_details
from cards.web.replay import whole

MAX_NAME_LENGTH = 160  # characters of what was done, in the name of a scenario


def kept_as_scenario(request: HttpRequest, card: Card, match: PlayedMatch, *, page_url: str) -> HttpResponse:
    """Keep an answer of a match as a scenario of a card, and open it; `scenario` of the request says after which step."""
    step = whole(request.POST.get("scenario", ""))
    moment = PlayedMatch(match.plan, match.trace, match.answers[:step])
    try:
        view = previews.preview_watch(match.plan, match.trace, moment.answers, step=len(moment.answers), viewer=None)
        scenario = scenario_from_match(actor=request.user, card=card, match=moment, name=moment_name(view))
    except LookupError:
        raise NotFound from None
    except (previews.OtherEngine, previews.NotOffered):
        messages.error(request, localize("The match has changed, so it cannot be kept.", "对局已改变，无法存为场景。"))
        return redirect(page_url)
    except StateConflict as refusal:
        messages.error(request, refusal_details(refusal))
        return redirect(page_url)
    messages.success(request, localize("The moment is a scenario now.", "此刻已存为场景。"))
    return redirect("cards:scenario-detail", card.pack, card, scenario.number)


def moment_name(view: JsonObject) -> str:
    """Return what a scenario out of the step of a watched match is called: what was done, and in which step."""
    row = next((row for row in view["rows"] if row["no"] == view["step"]), None)
    lines = [line.strip() for line in row["lines"][data_language()] if line.strip()] if row else []
    words = {"what": lines[0][:MAX_NAME_LENGTH] if lines else "", "step": view["step"]}
    return localize("{what} (step {step})", "{what}（第 {step} 步）", **words)
