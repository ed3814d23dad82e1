"""The form before a match: against whom, with which decks, in which seat."""

from collections.abc import Sequence

from django.http import HttpRequest, QueryDict

from cards.gateway import previews
from cards.localization import LocalizedText, localize
from cards.models import Account, Pack
from cards.models.match import ALONE
from cards.services.match_choice import Choice, choice_fitting, choice_last, deck_titles
from cards.shape import JsonObject
from cards.values import frozen_dataclass

FIELDS = ("bot", "mine", "theirs", "seat")
TWO = 2  # decks that meet
Option = tuple[str, str, bool]


@frozen_dataclass
class ChoiceForm:
    """The choices of a match, each as options of a list: value, words, and whether it is chosen. Shapes: about says what the chosen bot is poor at."""

    bots: Sequence[Option]
    about: str
    mine: Sequence[Option]
    theirs: Sequence[Option]
    seats: Sequence[Option]


def choice_of_request(request: HttpRequest, account: Account, pack: Pack, spec: JsonObject) -> Choice:
    """Return what the form of a request chooses; without one, what the account chose last in the pack."""
    params = request.GET
    if not any(name in params for name in FIELDS):
        return choice_fitting(choice_last(account=account, pack=pack), spec)
    seat = int(params["seat"]) if params.get("seat", "").isdecimal() and len(params["seat"]) == 1 else 0
    return choice_fitting(Choice(params.get("bot", ""), _decks(params, seat, spec), seat), spec)


def choice_params(choice: Choice, spec: JsonObject) -> JsonObject:
    """Return a choice as the address of an opening carries it."""
    mine, theirs = _sides(choice, spec)
    return {"bot": choice.bot, "mine": mine, "theirs": theirs, "seat": choice.seat}


def choice_form(choice: Choice, spec: JsonObject) -> ChoiceForm:
    """Return the form with a choice as it stands."""
    titles = deck_titles(spec)
    dealt = ("", localize("as dealt", "随发牌"))
    decks = [dealt, *((name, localize(*title)) for name, title in titles.items())]
    mine, theirs = _sides(choice, spec)
    alone = (ALONE, localize("Myself: I play every seat", "自己：双方都由我操作"))
    bots = [(name, localize(*title)) for name, title, _ in previews.SKILLS]
    about = next((localize(*poor_at) for name, _, poor_at in previews.SKILLS if name == choice.bot), "")
    seats = range(len(spec["layout"]["strata"][0]))
    return ChoiceForm(
        _options([*bots, alone], choice.bot),
        about,
        _options(decks, mine) if _has_two_decks(spec, titles) else (),
        _options(decks, theirs),
        _options([(str(seat), str(seat + 1)) for seat in seats], str(choice.seat)),
    )


def _options(options: Sequence[tuple[str, str]], value: str) -> Sequence[Option]:
    return [(name, words, name == value) for name, words in options]


def _has_two_decks(spec: JsonObject, titles: dict[str, LocalizedText]) -> bool:
    """Return whether each of two seats has a deck of its own to choose; else what is met is chosen as one."""
    strata = spec["layout"]["strata"]
    return len(strata[0]) == TWO and all(name in titles for stratum in strata for name in stratum)


def _decks(params: QueryDict, seat: int, spec: JsonObject) -> str:
    """Return the decks that a form chooses, by seat."""
    mine, theirs = params.get("mine", ""), params.get("theirs", "")
    if not mine and not theirs:
        return ""
    if _has_two_decks(spec, deck_titles(spec)):
        return f"{mine}:{theirs}" if seat == 0 else f"{theirs}:{mine}"
    return next((":".join(stratum) for stratum in spec["layout"]["strata"] if theirs in stratum), "")


def _sides(choice: Choice, spec: JsonObject) -> tuple[str, str]:
    """Return the person's deck and the other's, as the form names them."""
    parts = choice.decks.split(":") if choice.decks else ["", ""]
    if not _has_two_decks(spec, deck_titles(spec)):
        return "", next((name for name in parts if name in deck_titles(spec)), "")
    return (parts[0], parts[1]) if choice.seat == 0 else (parts[1], parts[0])
