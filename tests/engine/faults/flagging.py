"""Whether a planted fault is flagged: by the checker, by the rules text of before, or by a scenario of the card that fails."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from engine.cardset import HashedCard, hashed, shipped_texts
from engine.errors import Problem
from engine.language.analysis.card_summary import CardSummary
from engine.language.analysis.cross_card_checks import cross_card_problems
from engine.language.diagnostics.listing import listed
from engine.language.proofreading.mismatch import DESCRIPTION, mismatches
from engine.language.reading.strings import strings_in
from engine.language.text.describe import describe
from engine.packs.canonical import canonical_bytes
from engine.packs.card import CardReport, card_report
from engine.packs.reader import Document
from engine.ruleset import Ruleset
from engine.scenario.run import run_document
from tests.engine.faults.game import Game, game
from tests.engine.faults.places import Json
from tests.engine.faults.planting import Fault
from tests.engine.witness.runs import scenarios

LAYERS = ("checker", "text", "scenario")
"""What may flag a fault, in the order in which it is asked."""
CodeAndPlace = tuple[str, str]
"""Code and pointer of a problem."""


def layer(fault: Fault) -> str:
    """Return the first of the layers that flags a fault, empty where none does."""
    asked = {"checker": _checker, "text": _text, "scenario": _scenario}
    return next((name for name in LAYERS if next(asked[name](fault), None) is not None), "")


def layers(fault: Fault) -> Mapping[str, list[Any]]:
    """Return what each layer says of a fault."""
    return {"checker": list(_checker(fault)), "text": list(_text(fault)), "scenario": list(_scenario(fault))}


def alarms(held: Game, card: Json, *, known: frozenset[str] | None = None) -> set[CodeAndPlace]:
    """Return the problems of a card by itself, W-TEXT among them, which it has as it is."""
    return {(one.code, one.path) for one in _report(held, card, known or frozenset(held.cards)).problems}


def _checker(fault: Fault) -> Iterator[CodeAndPlace]:
    """Yield the problems that a card has with the fault and had not without."""
    held = game(fault.game)
    before, after = _all_problems(held, held.cards[fault.card]), _all_problems(held, fault.document)
    yield from sorted(one for one in after - before if one[0] != "W-TEXT")


def _all_problems(held: Game, card: Json) -> set[CodeAndPlace]:
    report = _report(held, card, frozenset(held.cards))
    together = _summaries(held.ruleset.name) | (
        {} if report.card_summary is None else {card["id"]: report.card_summary}
    )
    problems: list[Problem] = [
        *listed(report.problems),
        *(one for _, one in cross_card_problems(list(together.values()))),
    ]
    return {(one.code, one.path) for one in problems}


@cache
def _summaries(name: str) -> dict[str, CardSummary]:
    """Return what the cards of a game need to know of each other."""
    held = game(name)
    reports = {card: _report(held, document, frozenset(held.cards)) for card, document in held.cards.items()}
    return {card: one.card_summary for card, one in reports.items() if one.card_summary is not None}


def _report(held: Game, card: Json, known_ids: frozenset[str]) -> CardReport:
    ruleset: Ruleset = held.ruleset
    document = Document(card, canonical_bytes(card).decode(), file="card.json")
    return card_report(ruleset.vocabulary, document, known_ids=known_ids, rewrite=ruleset.rewrite)


def _text(fault: Fault) -> Iterator[Any]:
    """Yield where the rules texts of before say otherwise than the card does now: the printed ones, then the generated ones."""
    current_game = game(fault.game)
    yield from mismatches(
        current_game.vocabulary, fault.document, shipped_texts(current_game.ruleset.folder).get(fault.card, {})
    )
    bare = {key: value for key, value in fault.document.items() if key != DESCRIPTION}
    yield from mismatches(current_game.vocabulary, bare, texts_before(fault.game, fault.card))


@cache
def texts_before(name: str, card: str) -> dict[str, str]:
    """Return the rules texts that are generated from a shipped card."""
    held = game(name)
    return {lang: describe(held.vocabulary, held.cards[card], lang) for lang in ("en", "zh")}


def _scenario(fault: Fault) -> Iterator[Any]:
    """Yield the scenarios of the card that fail with the fault in it."""
    current_game = game(fault.game)
    cards = [
        hashed(fault.document) if one["id"] == fault.card else (one, digest) for one, digest in current_game.hashed
    ]

    def find(name: str) -> tuple[Ruleset, tuple[HashedCard, ...]]:
        return current_game.ruleset, tuple(cards)

    for run in scenarios_of(fault.game, fault.card):
        for outcome in run_document(scenarios(fault.game)[run], find):
            if not outcome.ok:
                yield run


@cache
def scenarios_of(name: str, card: str) -> tuple[str, ...]:
    """Return the scenarios in which a card is named, or one that names it: those that name it themselves first."""
    names = _named(name)
    users = {other for other, document in game(name).cards.items() if card in set(strings_in(document))}
    direct = [run for run, words in names.items() if card in words]
    return (*direct, *(run for run, words in names.items() if card not in words and users & words))


@cache
def _named(name: str) -> dict[str, frozenset[str]]:
    """Return the words of each scenario of a game."""
    return {run: frozenset(_words(json.loads(document.text))) for run, document in scenarios(name).items()}


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for child in value.values() if isinstance(value, dict) else value:
            yield from _words(child)
        if isinstance(value, dict):
            yield from value
