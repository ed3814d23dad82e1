"""Scenarios as texts: what comes of one on cards that are handed in, and those that a ruleset ships for its own cards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from engine.api.catalog import RulesetOrName, card_names, card_set
from engine.api.code_hash import same_engine
from engine.api.tables import name_cards
from engine.cardset import hashed
from engine.errors import BadCard
from engine.json_values import Json, JsonObject
from engine.language.reading.strings import strings_in
from engine.language.spec import LocalizedText
from engine.packs.layout import pretty
from engine.packs.reader import Document, read_json
from engine.ruleset import Board, BoardRefusal
from engine.rulesets import find
from engine.scenario import Outcome, beginning, edit, from_match, run_document, view
from engine.scenario.play import from_problem
from engine.scenario.strength import Strength
from engine.scenario.strength import strength as measure
from engine.scenario.walk import walk

_NOT_ONE = LocalizedText("A board shows one scenario.", "盘面只显示单个场景。")


@dataclass(frozen=True, slots=True)
class SampleScenario:
    """One shipped scenario: its name, its text, and the shipped cards that it puts on the table."""

    name: str
    text: str
    cards: tuple[str, ...]


def scenario_outcomes(ruleset: RulesetOrName, text: str, documents: Sequence[Json]) -> tuple[Outcome, ...]:
    """Return what comes of each scenario of a text on these cards, which are canonical, and its own.

    A text that cannot be read has one outcome, with its problems as failures.
    """
    rules = find(ruleset)
    cards = tuple(hashed(dict(document)) for document in documents)
    try:
        document = read_json(text, jsonc=True, file="scenario.json")
    except BadCard as bad:
        return (Outcome("scenario.json", "", tuple(map(from_problem, bad.problems))),)
    return tuple(run_document(document, lambda name: (find(rules if name == rules.name else name), cards)))


def new_scenario(ruleset: RulesetOrName, card: str, name: str, documents: Sequence[Json]) -> str:
    """Return the text of a scenario that sets a card up on a legal board of its game and says nothing yet; documents are canonical."""
    cards = tuple(hashed(dict(document)) for document in documents)
    return pretty(beginning.new_scenario(find(ruleset), card, name, cards))


def scenario_view(
    ruleset: RulesetOrName, text: str, documents: Sequence[Json], *, place: int | None, card: str, lang: str = ""
) -> JsonObject:
    """Return a scenario as it is drawn after some entries of `when`, or before its phase begins; documents are canonical.

    Shapes: as `engine.scenario.view.scenario_view`, each card of the board with its name, what it is drawn by, and its rules text in a language, if one is given.
    Errors: IllegalAction where it cannot be set up or is none; a BoardRefusal says why.
    """
    rules = find(ruleset)
    cards = tuple(hashed(dict(document)) for document in documents)
    run = walk(rules, _single_scenario(text), cards)
    names = card_names(rules, run.scenario.cards)
    drawing = view.scenario_view(rules, run, names, place=place, card=card)
    name_cards(rules, drawing["board"], (), names, run.scene.cards, lang)
    for row in drawing["offer"]["placed"] if drawing["offer"] else ():
        row["title"] = names[row["card"]]._asdict()
    return drawing


def scenario_changed(ruleset: RulesetOrName, text: str, documents: Sequence[Json], change: Json) -> str:
    """Return the text of a scenario after a change on its board, formatted for reading; documents are canonical.

    Errors: IllegalAction for a change that is none; a BoardRefusal says why the board does not take it.
    """
    cards = tuple(hashed(dict(document)) for document in documents)
    return pretty(edit.changed(find(ruleset), _single_scenario(text), cards, dict(change)))


def card_sorts(ruleset: RulesetOrName, documents: Sequence[Json]) -> list[str]:
    """Return the sort of each card, as the zones of a board know it; empty for a document that is none."""
    board = find(ruleset).board
    return ["" if board is None else _sort(board, document) for document in documents]


def _sort(board: Board, document: Json) -> str:
    try:
        return board.sort(dict(document))
    except (LookupError, TypeError, ValueError, AttributeError):
        return ""


def _single_scenario(text: str) -> JsonObject:
    """Return the one scenario of a text.

    Errors: BoardRefusal for a text that is none.
    """
    try:
        value = read_json(text, jsonc=True, file="scenario.json").value
    except BadCard as bad:
        message = bad.problems[0].message
        raise BoardRefusal("not-readable", LocalizedText(message["en"], message["zh"])) from bad
    if not isinstance(value, dict):
        raise BoardRefusal("not-readable", _NOT_ONE)
    return value


def match_scenario(
    plan: Json,
    trace: Json,
    answers: Sequence[str],
    *,
    name: str,
    documents: Sequence[Json],
    ruleset: RulesetOrName | None = None,
) -> str | None:
    """Return the text of a scenario out of the last answer of a preview's match; None where no board leads to it.

    Shapes: documents are the cards of the pack, canonical; the scenario passes on them.
    Errors: IllegalAction `other-engine`, `no-such-match`, and `not-offered` for answers that are not this match's.
    """
    cards = tuple(hashed(dict(document)) for document in documents)
    found = from_match.match_scenario(same_engine(plan, ruleset), plan, trace, answers, name, cards)
    return None if found is None else pretty(found.value)


def strength(ruleset: RulesetOrName, card: str, texts: Sequence[str], documents: Sequence[Json]) -> Strength | None:
    """Return what the scenarios of some texts guard of a card, on these cards, which are canonical; None where the card is not among them.

    A text that cannot be read takes no part, as a scenario that does not pass.
    """
    cards = tuple(hashed(dict(document)) for document in documents)
    if all(document["id"] != card for document, _ in cards):
        return None
    return measure(find(ruleset), card, [each for text in texts for each in _documents(text)], cards)


def _documents(text: str) -> list[Document]:
    """Return the scenarios of a text, each as a document of its own."""
    try:
        value = read_json(text, jsonc=True, file="scenario.json").value
    except BadCard:
        return []
    values = value if isinstance(value, list) else [value]
    return [Document(each, text, file="scenario.json") for each in values if isinstance(each, dict)]


@cache
def sample_scenarios(ruleset: str) -> tuple[SampleScenario, ...]:
    """Return the shipped scenarios that use shipped cards."""
    shipped_ids = {document["id"] for document, _ in card_set(ruleset)}
    folder = find(ruleset).folder / "scenarios"
    scenarios = (
        _sample(value, shipped_ids)
        for path in sorted(folder.glob("*.json"))
        for value in _values(path.read_text("utf-8"))
    )
    return tuple(sample for sample in scenarios if sample.cards)


def words_of_rules(ruleset: RulesetOrName) -> frozenset[str]:
    """Return the texts in the settings of a ruleset: among them are the ids of cards that its rules create themselves."""
    return frozenset(strings_in(find(ruleset).config))


def _values(text: str) -> list[JsonObject]:
    value = read_json(text, jsonc=True).value
    return value if isinstance(value, list) else [value]


def _sample(value: JsonObject, shipped: set[str]) -> SampleScenario:
    own = {card.get("id") for card in value.get("cards", [])}
    used = [word for word in strings_in(value.get("given", {})) if word in shipped and word not in own]
    return SampleScenario(str(value.get("name", "")), pretty(value), tuple(dict.fromkeys(used)))
