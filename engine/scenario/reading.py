"""A scenario's document, read: its shape, its own cards, and every name in it looked up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.cardset import Hashed, hashed
from engine.errors import Problem, has_error
from engine.formats.checking import foreign, schema_problems
from engine.formats.scenario import FORMAT, board_of, scenarios
from engine.language.analysis.lost_names import named_nowhere
from engine.language.analysis.naming import reached
from engine.language.reading.strings import strings_in
from engine.packs.card import CardReport, card_report_at
from engine.packs.reader import Document
from engine.ruleset import Board, Ruleset
from engine.scenario.names import unknown_names

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario that reads well.

    Shapes: `cards` are all that take part, its own before those of the set; `problems` are those of its own cards, with paths
            from the scenario's own root.
    """

    value: Json
    cards: tuple[Hashed, ...]
    problems: tuple[Problem, ...]

    @property
    def is_playable(self) -> bool:
        """Return whether its own cards are without an error."""
        return not has_error(self.problems)

    @property
    def expected_problems(self) -> tuple[tuple[str, Json], ...]:
        """The facts about problems, each with its pointer."""
        facts = (fact for _, group in groups(self.value) if isinstance(group, list) for fact in group)
        return tuple((path, fact) for path, fact in facts if "problem" in fact)


def groups(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield what a scenario does and says, in order: an action, or a list of facts, each with its pointer."""
    for place, step in enumerate(value.get("steps", (value,))):
        base = f"/steps/{place}" if "steps" in value else ""
        for number, action in enumerate(step.get("when", ())):
            path = f"{base}/when/{number}"
            yield path, _facts(path, action) if "then" in action else action
        if "then" in step:
            yield f"{base}/then", _facts(base, step)


def _facts(base: str, holder: Mapping[str, Any]) -> list[tuple[str, Json]]:
    return [(f"{base}/then/{number}", fact) for number, fact in enumerate(holder["then"])]


def read_scenario(
    ruleset: Ruleset, document: Document, pointer: str, base: Sequence[Hashed]
) -> tuple[Scenario | None, list[Problem]]:
    """Return the scenario at a place of a document, or its validation errors, with paths from its own root.

    Errors: KeyError where the ruleset has no board.
    """
    value = document.value[int(pointer[1:])] if pointer else document.value
    if wrong := foreign(value, FORMAT):
        return None, [wrong]
    found = schema_problems(value, {"$ref": "#/$defs/scenario", "$defs": scenarios(ruleset)["$defs"]})
    if found:
        return None, found
    reports = _own_cards(ruleset, document, pointer, value, base)
    own = [report.document for report in reports if report.document is not None]
    names = {str(card.get("id")) for card in own}
    cards = (*map(hashed, own), *(held for held in base if held[0]["id"] not in names))
    problems = [
        replace(problem, path=problem.path.removeprefix(pointer)) for one in reports for problem in one.problems
    ]
    scenario = Scenario(value, cards, tuple(problems))
    board = board_of(ruleset)
    declared = own_variables(board, {str(card.get("id")): card for card, _ in cards})
    if found := list(unknown_names(ruleset, board, value, _sorts(ruleset, scenario), declared)):
        return None, found
    return scenario, []


def own_variables(board: Board, cards: Json) -> dict[str, tuple[str, ...]]:
    """Return the variables that each card declares itself, by the ids of cards."""
    return {} if board.own_variables is None else {name: board.own_variables(card) for name, card in cards.items()}


def _own_cards(
    ruleset: Ruleset, document: Document, pointer: str, value: Json, base: Sequence[Hashed]
) -> list[CardReport]:
    cards = value.get("cards", [])
    ruleset = ruleset.of_pack([*cards, *(held for held, _ in base)])
    known = frozenset(str(card.get("id")) for card in (*cards, *(held for held, _ in base)))
    return [
        card_report_at(
            ruleset.vocabulary, document, f"{pointer}/cards/{place}", known_ids=known, rewrite=ruleset.rewrite
        )
        for place in range(len(cards))
    ]


def _sorts(ruleset: Ruleset, scenario: Scenario) -> dict[str, str]:
    """Return the sort of each card; one that is broken may have none."""
    sort = board_of(ruleset).sort
    if not scenario.is_playable:
        return {str(card.get("id")): "" for card, _ in scenario.cards}
    return {card["id"]: sort(card) for card, _ in scenario.cards}


def lost_names(ruleset: Ruleset, scenario: Scenario) -> Iterator[Problem]:
    """Yield the cards that take part, directly or through others, and are nowhere; those that a scenario's own cards name are problems of these.

    A scenario about errors of its cards is not played, so it lacks nothing.
    """
    if not scenario.is_playable:
        return
    cards = {str(card["id"]): card for card, _ in scenario.cards}
    words = {*strings_in(scenario.value), *strings_in(ruleset.config)}
    _, missing = reached(
        ruleset.of_pack(cards.values()).vocabulary, [cards[name] for name in sorted(words & cards.keys())], cards
    )
    for card, one in dict(missing).items():
        yield replace(named_nowhere(card, one, cards), path="/given")
