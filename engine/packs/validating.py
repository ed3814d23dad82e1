"""A whole pack, read and checked: what holds up in it, and every problem, whoever finds it. Source: 003§4 "启动策略"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from engine.errors import Problem
from engine.packs.card import CardReport
from engine.packs.loading import Loaded, Source
from engine.packs.manifest import cards_in
from engine.packs.reader import Document
from engine.packs.together import Together

Mode = Literal["strict", "development"]
Watch = Callable[[int, int], None]
"""Told how many of how many files are done."""


class Check(Protocol):
    """What a ruleset has to say about the files of a pack."""

    def kind(self, loaded: Loaded) -> str:
        """Return what a file holds, told by its folder (`kind_of`) or by what stands in it."""
        ...

    def cards(self, document: Document, known: frozenset[str]) -> Sequence[CardReport]:
        """Return the reports of all cards of a file, which may name the cards known."""
        ...

    def other(self, kind: str, document: Document) -> Iterable[Problem]:
        """Return what is wrong with a file of another kind."""
        ...


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a pack: how many cards hold up, and all problems."""

    cards: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Tell whether there is no error."""
        return not has_error(self.problems)


def load(
    source: Source, check: Check, mode: Mode = "strict", *, take: Callable[[CardReport], None] | None = None,
    watch: Watch | None = None,
) -> Report:  # fmt: skip
    """Return the report of a pack, and hand over the cards that hold up.

    Strict mode hands over all cards or, when there is any error at all, none. Development mode hands over those without an error
    of their own, the first of those with one id, as long as they name only cards that hold up too.

    Errors: none for anything an author can write; every problem is in the report.
    """
    survey = _Survey(check, card_ids(source), keeps=take is not None)
    survey.run(source, watch)
    if not survey.named <= survey.known:  # a migration gave cards their ids
        survey = survey.again(source, survey.known | survey.named, watch)
    while mode == "development" and survey.sound and survey.sound != survey.known:
        survey = survey.again(source, frozenset(survey.sound), watch)
    if mode == "strict" and has_error(survey.problems):
        return Report(0, tuple(survey.problems))
    for report in survey.kept:
        if take is not None:
            take(report)
    return Report(survey.cards, tuple(survey.problems))


@dataclass(slots=True)
class _Survey:
    """One pass over all files, and over what their cards are to each other.

    Shapes: `named` are the ids of all cards that could be read, `sound` those of the cards that hold up.
    """

    check: Check
    known: frozenset[str]
    keeps: bool
    problems: list[Problem] = field(default_factory=list)
    kept: list[CardReport] = field(default_factory=list)
    cards: int = 0
    named: set[str] = field(default_factory=set)
    sound: set[str] = field(default_factory=set)
    _places: dict[str, str] = field(default_factory=dict)
    _together: Together = field(default_factory=Together)

    def again(self, source: Source, known: frozenset[str], watch: Watch | None) -> _Survey:
        """Return another pass, in which cards may name others."""
        survey = _Survey(self.check, known, self.keeps)
        survey.run(source, watch)
        return survey

    def run(self, source: Source, watch: Watch | None) -> None:
        """Read and check every file."""
        self.problems += source.problems
        if source.manifest is not None:
            self.problems += self.check.other("manifest", source.manifest)
        for done, loaded in enumerate(source, 1):
            self._file(loaded)
            if watch is not None:
                watch(done, len(source.files))
        for problem in self._together.problems(source):
            self.problems.append(problem)
            if problem.severity == "error":
                self._refuse(problem.card)

    def _file(self, loaded: Loaded) -> None:
        self.problems += loaded.problems
        if (document := loaded.document) is None:
            return
        kind = self.check.kind(loaded)
        if kind != "card":
            self.problems += self.check.other(kind, document)
            return
        for number, report in enumerate(self.check.cards(document, self.known)):
            repeated = list(self._repeated(report, number, document))
            self.problems += [*report.problems, *repeated]
            self._together.add(report, document.file, gives=report.card_id in self.known)
            if report.ok and not repeated and not has_error(loaded.problems):
                self._keep(report)

    def _keep(self, report: CardReport) -> None:
        self.cards += 1
        if self.keeps:
            self.kept.append(report)
        if report.card_id is not None:
            self.sound.add(report.card_id)

    def _refuse(self, card: str) -> None:
        """Take back a card that holds up by itself and not beside the others."""
        if card in self.sound:
            self.sound.remove(card)
            self.cards -= 1
            self.kept = [report for report in self.kept if report.card_id != card]

    def _repeated(self, report: CardReport, number: int, document: Document) -> Iterator[Problem]:
        """Yield that a card's id was there before, or remember it.

        Ids that differ in case alone count as the same: their files could not stand side by side.
        """
        if (identity := report.card_id) is None:
            return
        self.named.add(identity)
        if (first := self._places.get(identity.lower())) is None:
            self._places[identity.lower()] = document.file
            return
        pointer = f"/{number}/id" if isinstance(document.value, list) else "/id"
        yield _duplicate(identity, document.file, first, pointer).at(*document.locate(pointer))


def card_ids(source: Source) -> frozenset[str]:
    """Return the ids of all cards that can be read, for references between them."""
    documents = (loaded.document for loaded in source if loaded.kind == "card" and loaded.document is not None)
    found = (card.get("id") for document in documents for card in cards_in(document.value))
    return frozenset(identity for identity in found if isinstance(identity, str))


def has_error(problems: Iterable[Problem]) -> bool:
    """Tell whether there is an error among the problems."""
    return any(problem.severity == "error" for problem in problems)


def _duplicate(identity: str, file: str, first: str, pointer: str) -> Problem:
    message = {
        "en": f"The id {identity} stands twice: in {first} and in {file}.",
        "zh": f"id {identity} 出现了两次：{first} 和 {file}。",
    }
    return Problem("E-DUP", message, pointer, layer="references", file=file, card=identity, found=identity)
