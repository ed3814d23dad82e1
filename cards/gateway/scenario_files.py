"""Scenarios as texts: run on cards of a pack, and those that a ruleset ships."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from cards.gateway.previews import match_refusals
from cards.shape import Json, JsonObject
from engine import api

sample_scenarios = api.sample_scenarios
words_of_rules = api.words_of_rules
new_scenario = api.new_scenario
strings_in = api.strings_in
card_sorts = api.card_sorts

SampleScenario = api.SampleScenario


def scenario_outcomes(ruleset: str, text: str, documents: Sequence[JsonObject]) -> list[Json]:
    """Return what comes of each scenario of a text on these cards: `{"name", "state", "ok", "failures"}`.

    Shapes: a failure has `path`, `line`, `column`, `expected`, `actual` and, where a sentence says more, `message`.
    """
    found = api.scenario_outcomes(ruleset, text, documents)
    return [outcome.to_json() for outcome in found]


def match_scenario(
    plan: JsonObject, trace: JsonObject, answers: Sequence[str], *, name: str, documents: Sequence[JsonObject]
) -> str | None:
    """Return the text of a scenario out of the last answer of a match, which passes on these cards; None where no board leads to it.

    Errors: OtherEngine; NotOffered.
    """
    with match_refusals():
        return api.match_scenario(plan, trace, answers, name=name, documents=documents)


def strength(ruleset: str, card: str, texts: Sequence[str], documents: Sequence[JsonObject]) -> Json | None:
    """Return what the scenarios of some texts guard of a card: `{"card", "guarded", "total", "scenarios", "runs", "blocks"}`.

    Shapes: a block has `path`, `kind`, `guard` (`guarded`, `unguarded`, `unmeasured`), `by` and `loose`; None for a card that is not among the documents.
    """
    found = api.strength(ruleset, card, texts, documents)
    return None if found is None else found.to_json()


def scenario_texts(text: str) -> list[str]:
    """Return the texts of the scenarios of a file, which may be one or a list; what cannot be read is one."""
    try:
        value = api.read_json(text, jsonc=True).value
    except api.BadCard:
        return [text]
    return [api.pretty(each) for each in value if isinstance(each, dict)] if isinstance(value, list) else [text]


class BoardRefused(Exception):
    """A scenario cannot be set up, or does not take a change; `text` says why."""

    def __init__(self, text: api.LocalizedText) -> None:
        super().__init__(text.en)
        self.text = text


@contextmanager
def _board_refusals() -> Iterator[None]:
    """Raise the refusal of a board.

    Errors: BoardRefused.
    """
    try:
        yield
    except api.BoardRefusal as refused:
        raise BoardRefused(refused.text) from refused
    except api.IllegalAction as refused:
        raise BoardRefused(_NOT_SET_UP) from refused


_NOT_SET_UP = api.LocalizedText("The board cannot be set up like this.", "无法这样摆放。")


def scenario_view(
    ruleset: str, text: str, documents: Sequence[JsonObject], *, place: int | None, card: str, language: str = ""
) -> JsonObject:
    """Return a scenario as its board is drawn after some entries of `when`, or before its phase begins, its cards with their rules text in a language.

    Errors: BoardRefused where it cannot be set up.
    """
    with _board_refusals():
        return api.scenario_view(ruleset, text, documents, place=place, card=card, lang=language)


def scenario_changed(ruleset: str, text: str, documents: Sequence[JsonObject], change: JsonObject) -> str:
    """Return the text of a scenario after a change on its board.

    Errors: BoardRefused with the reason for a change that the scenario does not take.
    """
    with _board_refusals():
        return api.scenario_changed(ruleset, text, documents, change)
