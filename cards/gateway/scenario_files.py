"""Scenarios as texts: run on cards of a pack, and those that a ruleset ships."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from cards.gateway.previews import match_refusals
from cards.gateway.problems import bad_text
from cards.shape import Json, JsonObject
from engine import api

sample_scenarios = api.sample_scenarios
words_of_rules = api.words_of_rules
new_scenario = api.new_scenario
strings_in = api.strings_in

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


def scenario_with(text: str, parts: Mapping[str, str]) -> str:
    """Return the text of one scenario with some of its parts replaced, each given as JSON; the text is formatted again.

    Errors: BadText when the scenario, or a part, cannot be read.
    """
    try:
        value = dict(api.read_json(text, jsonc=True).value)
        for name, part in parts.items():
            value[name] = api.read_json(part, jsonc=True, file=name).value
    except api.BadCard as error:
        raise bad_text(error) from error
    return json.dumps(value, ensure_ascii=False, indent=2)


def scenario_texts(text: str) -> list[str]:
    """Return the texts of the scenarios of a file, which may be one or a list; what cannot be read is one."""
    try:
        value = api.read_json(text, jsonc=True).value
    except api.BadCard:
        return [text]
    return [api.pretty(each) for each in value if isinstance(each, dict)] if isinstance(value, list) else [text]


def as_json(value: Any) -> str:
    """Return a value as JSON text, letters as they are."""
    return json.dumps(value, ensure_ascii=False)
