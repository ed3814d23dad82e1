"""Scenarios as texts: run on cards of a pack, and those that a ruleset ships."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cards.gateway.problems import bad_text
from engine import api

SampleScenario = api.SampleScenario


def scenario_outcomes(ruleset: str, text: str, documents: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return what comes of each scenario of a text on these cards: `{"name", "state", "ok", "failures"}`.

    Shapes: a failure has `path`, `line`, `column`, `expected`, `actual` and, where a sentence says more, `message`.
    """
    found = api.scenario_outcomes(ruleset, text, documents)
    return [outcome.to_json() for outcome in found]


def strength(
    ruleset: str, card: str, texts: Sequence[str], documents: Sequence[Mapping[str, Any]]
) -> dict[str, Any] | None:
    """Return what the scenarios of some texts guard of a card: `{"card", "guarded", "total", "scenarios", "runs", "blocks"}`.

    Shapes: a block has `path`, `kind`, `guard` (`guarded`, `unguarded`, `unmeasured`), `by` and `loose`; None for a card that is not among the documents.
    """
    found = api.strength(ruleset, card, texts, documents)
    return None if found is None else found.to_json()


def sample_scenarios(ruleset: str) -> tuple[api.SampleScenario, ...]:
    """Return the shipped scenarios that use shipped cards."""
    return api.sample_scenarios(ruleset)


def words_of_rules(ruleset: str) -> frozenset[str]:
    """Return the texts in the settings of a ruleset: among them are the ids of cards that its rules create themselves."""
    return api.words_of_rules(ruleset)


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


def new_scenario(ruleset: str, card: str, name: str, documents: Sequence[Mapping[str, Any]]) -> str:
    """Return the text that a scenario of a card begins with: the card on a legal board of the game, without actions and facts.

    Shapes: documents are valid cards; where the card itself is not among them, the place is the first of all.
    """
    return api.new_scenario(ruleset, card, name, documents)


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


def strings_in(value: Any) -> Iterator[str]:
    """Yield every text that a document holds."""
    return api.strings_in(value)
