"""A scenario's document, read: its shape, its own cards, and every name in it looked up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from engine.cardset import HashedCard, hashed
from engine.errors import Problem, Problems, has_error
from engine.formats.checking import foreign, schema_problems
from engine.formats.scenario import FORMAT, board_of, scenarios
from engine.json_values import Json, JsonObject
from engine.language.analysis.lost_names import named_nowhere
from engine.language.analysis.naming import Naming, card_namings, reached
from engine.language.reading.inner_cards import IDENTITY, inner_documents
from engine.language.reading.strings import strings_in
from engine.language.spec import Vocabulary
from engine.packs.card import CardReport, card_report_at
from engine.packs.reader import Document
from engine.recent import Recent
from engine.ruleset import Board, Ruleset
from engine.scenario.names import unknown_names

_INNER: Recent[tuple[int, str], tuple[Vocabulary, tuple[JsonObject, ...]]] = Recent(4_096)
"""The cards inside others, by vocabulary and content hash."""
_NAMINGS: Recent[tuple[int, str], tuple[Vocabulary, tuple[Naming, ...]]] = Recent(4_096)
"""Where cards name others, by vocabulary and content hash: the scenarios of a set lead to the same cards again and again."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario that reads well.

    Shapes: `cards` are all that take part, its own before those of the set; `problems` are those of its own cards, with paths
            from the scenario's own root.
    """

    value: JsonObject
    cards: tuple[HashedCard, ...]
    problems: tuple[Problem, ...]

    @property
    def is_playable(self) -> bool:
        """Return whether its own cards are without an error."""
        return not has_error(self.problems)

    @property
    def expected_problems(self) -> tuple[tuple[str, JsonObject], ...]:
        """The facts about problems, each with its pointer."""
        facts = (fact for _, group in groups(self.value) if isinstance(group, list) for fact in group)
        return tuple((path, fact) for path, fact in facts if "problem" in fact)


def groups(value: Json) -> Iterator[tuple[str, Any]]:
    """Yield what a scenario does and says, in order: an action, or a list of facts, each with its pointer."""
    for place, step in enumerate(value.get("steps", (value,))):
        base = f"/steps/{place}" if "steps" in value else ""
        for number, action in enumerate(step.get("when", ())):
            path = f"{base}/when/{number}"
            yield path, _facts(path, action) if "then" in action else action
        if "then" in step:
            yield f"{base}/then", _facts(base, step)


def _facts(base: str, holder: Json) -> list[tuple[str, JsonObject]]:
    return [(f"{base}/then/{number}", fact) for number, fact in enumerate(holder["then"])]


def read_scenario(
    ruleset: Ruleset, document: Document, pointer: str, base: Sequence[HashedCard]
) -> tuple[Scenario | None, list[Problem]]:
    """Return the scenario at a place of a document, or its validation errors, with paths from its own root.

    Errors: KeyError where the ruleset has no board.
    """
    value = document.value[int(pointer[1:])] if pointer else document.value
    if wrong := foreign(value, FORMAT):
        return None, [wrong]
    shape_problems = schema_problems(value, {"$ref": "#/$defs/scenario", "$defs": scenarios(ruleset)["$defs"]})
    if shape_problems:
        return None, shape_problems
    reports = _own_cards(ruleset, document, pointer, value, base)
    own = [report.document for report in reports if report.document is not None]
    names = {str(card.get("id")) for card in own}
    cards = (*map(hashed, own), *(held for held in base if held[0]["id"] not in names))
    problems = [
        replace(problem, path=problem.path.removeprefix(pointer)) for one in reports for problem in one.problems
    ]
    scenario = Scenario(value, cards, tuple(problems))
    board = board_of(ruleset)
    declared = own_variables(board, documents_by_id(ruleset, cards))
    if shape_problems := list(unknown_names(ruleset, board, value, _sorts(ruleset, scenario), declared)):
        return None, shape_problems
    return scenario, []


def documents_by_id(ruleset: Ruleset, cards: Iterable[HashedCard]) -> JsonObject:
    """Return some cards by their ids, with those that are written inside them."""
    out: JsonObject = {}
    for card, digest in cards:
        key = id(ruleset.vocabulary), digest
        _, inner = _INNER.of(key, partial(_with_inner, ruleset.vocabulary, card))
        out |= {str(card.get("id")): card, **{one[IDENTITY]: one for one in inner}}
    return out


def _with_inner(vocabulary: Vocabulary, card: JsonObject) -> tuple[Vocabulary, tuple[JsonObject, ...]]:
    return vocabulary, inner_documents(vocabulary, card)


def own_variables(board: Board, cards: JsonObject) -> dict[str, tuple[str, ...]]:
    """Return the variables that each card declares itself, by the ids of cards."""
    return {} if board.own_variables is None else {name: board.own_variables(card) for name, card in cards.items()}


def _own_cards(
    ruleset: Ruleset, document: Document, pointer: str, value: JsonObject, base: Sequence[HashedCard]
) -> list[CardReport]:
    cards = value.get("cards", [])
    ruleset = ruleset.of_pack([*cards, *(held for held, _ in base)])
    known_ids = frozenset(str(card.get("id")) for card in (*cards, *(held for held, _ in base)))
    return [
        card_report_at(
            ruleset.vocabulary, document, f"{pointer}/cards/{place}", known_ids=known_ids, rewrite=ruleset.rewrite
        )
        for place in range(len(cards))
    ]


def _sorts(ruleset: Ruleset, scenario: Scenario) -> dict[str, str]:
    """Return the sort of each card; one that is broken may have none."""
    sort = board_of(ruleset).sort
    if not scenario.is_playable:
        return {str(card.get("id")): "" for card, _ in scenario.cards}
    return {name: sort(card) for name, card in documents_by_id(ruleset, scenario.cards).items()}


def lost_names(ruleset: Ruleset, scenario: Scenario) -> Problems:
    """Yield the cards that take part, directly or through others, and are nowhere; those that a scenario's own cards name are problems of these.

    A scenario about errors of its cards is not played, so it lacks nothing.
    """
    if not scenario.is_playable:
        return
    cards = {str(card["id"]): card for card, _ in scenario.cards}
    hashes = {str(card["id"]): digest for card, digest in scenario.cards}
    vocabulary = ruleset.of_pack(cards.values()).vocabulary

    def namings(card: Json) -> tuple[Naming, ...]:
        key = (id(vocabulary), hashes[str(card["id"])])
        return _NAMINGS.of(key, lambda: (vocabulary, card_namings(vocabulary, card)))[1]

    words = {*strings_in(scenario.value), *strings_in(ruleset.config)}
    _, missing = reached(namings, [cards[name] for name in sorted(words & cards.keys())], cards)
    for card, one in dict(missing).items():
        yield replace(named_nowhere(card, one, cards), path="/given")
