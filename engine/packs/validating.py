"""A whole pack, read and checked: its valid cards and decks, and every problem, from every layer. Source: 003§4 "启动策略"."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal, Protocol

from engine.errors import Problem, Problems, has_error
from engine.language.diagnostics.listing import Listing
from engine.language.reading.versions import VERSION, numbers
from engine.language.spec import LocalizedText
from engine.packs.card import CardReport
from engine.packs.loading import Loaded, Source
from engine.packs.manifest import card_places, cards_in
from engine.packs.pack_checks import Together
from engine.packs.reader import Document

Mode = Literal["strict", "development"]
Watch = Callable[[int, int], None]
"""Called with how many of how many files are done."""


class Check(Protocol):
    """What a ruleset has to say about the files of a pack."""

    def kind(self, loaded: Loaded) -> str:
        """Return what a file holds, recognised by its folder (`kind_of`) or by its content."""
        ...

    def cards(self, document: Document, known: frozenset[str]) -> Iterable[CardReport]:
        """Yield the reports of all cards of a file, in the order of `card_places`, which may name the cards known."""
        ...

    def other_problems(self, kind: str, document: Document) -> Iterable[Problem]:
        """Return the problems of a file of another kind."""
        ...

    def deck(self, document: Document, known: frozenset[str]) -> Iterable[Problem]:
        """Return the problems of a deck, which may name the cards known; all cards have been checked before."""
        ...


@dataclass(frozen=True, slots=True)
class Report:
    """What was found in a pack: how many cards and decks are valid, and all problems.

    Shapes: `shipped` is the game against whose shipped cards its decks were checked, empty where they may name the pack's own.
    """

    cards: int
    problems: tuple[Problem, ...]
    decks: int = 0
    shipped: str = ""

    @property
    def ok(self) -> bool:
        """Return whether there is no error."""
        return not has_error(self.problems)


def load(
    source: Source,
    check: Check,
    mode: Mode = "strict",
    *,
    take: Callable[[CardReport], None] | None = None,
    take_deck: Callable[[Document], None] | None = None,
    watch: Watch | None = None,
) -> Report:
    """Return the report of a pack, and hand over the valid cards and decks.

    Strict mode hands over all of them or, when there is any error at all, none. Development mode hands over those without an error
    of their own, the first of those with one id, as long as they name only valid cards.

    Errors: none for anything an author can write; every problem is in the report.
    """
    survey = _Survey(check, card_ids(source), keeps=take is not None)
    survey.run(source, watch)
    if not survey.named <= survey.known_ids:  # a migration gave cards their ids
        survey = survey.next_pass(source, survey.known_ids | survey.named, watch)
    while mode == "development" and survey.sound and survey.sound != survey.known_ids:
        survey = survey.next_pass(source, frozenset(survey.sound), watch)
    survey.check_decks(source, survey.known_ids if mode == "strict" else frozenset(survey.sound))
    problems = survey.problems.listed()
    if mode == "strict" and survey.problems.errors:
        return Report(0, problems)
    for report in survey.reports:
        if take is not None:
            take(report)
    for document in survey.decks:
        if take_deck is not None:
            take_deck(document)
    return Report(survey.cards, problems, len(survey.decks))


@dataclass(slots=True)
class _Survey:
    """Checks all files, and how their cards relate to each other.

    Shapes: `named` are the ids of all cards that could be read, `sound` those of the valid cards; `decks` are valid.
    """

    check: Check
    known_ids: frozenset[str]
    keeps: bool
    problems: Listing = field(default_factory=Listing)
    reports: list[CardReport] = field(default_factory=list)
    cards: int = 0
    named: set[str] = field(default_factory=set)
    sound: set[str] = field(default_factory=set)
    decks: list[Document] = field(default_factory=list)
    _deck_files: list[str] = field(default_factory=list)
    _places: dict[str, tuple[str, str, str]] = field(default_factory=dict)
    _together: Together = field(default_factory=Together)

    def next_pass(self, source: Source, known: frozenset[str], watch: Watch | None) -> _Survey:
        """Return another pass, in which cards may name others."""
        survey = _Survey(self.check, known, self.keeps)
        survey.run(source, watch)
        return survey

    def run(self, source: Source, watch: Watch | None) -> None:
        """Read and check every file."""
        self.problems.add(source.problems)
        if source.manifest is not None:
            self.problems.add(self.check.other_problems("manifest", source.manifest))
        for count, file in enumerate(source.files, 1):
            if self._is_full():
                break
            self._file(source.load(file))  # held by nothing here, so that only one file is in memory at a time
            if watch is not None:
                watch(count, len(source.files))
        for problem in self._together.problems(source):
            self.problems.add([problem])
            if problem.severity == "error":
                self._refuse(problem.card)

    def check_decks(self, source: Source, known_ids: frozenset[str]) -> None:
        """Check the decks, now that every card was looked at; they may name the cards known."""
        for file in self._deck_files:
            if self._is_full():
                break
            content = source.load(file)
            if content.document is None:
                continue
            found = list(self.check.deck(content.document, known_ids))
            self.problems.add(found)
            if not has_error((*content.problems, *found)):
                self.decks.append(content.document)

    def _file(self, content: Loaded) -> None:
        self.problems.add(content.problems)
        if (document := content.document) is None:
            return
        kind = self.check.kind(content)
        if kind == "deck":
            self._deck_files.append(content.file)
            return
        if kind != "card":
            self.problems.add(self.check.other_problems(kind, document))
            return
        if document.value == []:  # a set may be empty, `{"cards": []}`; a bare list says nothing of what it is
            self.problems.add([no_card(document.file)])
            return
        places = card_places(document.value)
        for number, report in enumerate(self.check.cards(document, self.known_ids)):
            duplicates = list(self._repeated(report, places[number], document)) if report.card_id is not None else []
            self.problems.add([*report.problems, *duplicates])
            self._together.add(report, document.file, gives=report.card_id in self.known_ids)
            if report.ok and not duplicates and not has_error(content.problems):
                self._keep(report)
            if number + 1 < len(places) and self._is_full():
                return

    def _is_full(self) -> bool:
        """Return whether the errors end the check of the remaining cards, and record that it ended."""
        self.problems.is_cut_short = self.problems.is_full
        return self.problems.is_full

    def _keep(self, report: CardReport) -> None:
        self.cards += 1
        if self.keeps:
            self.reports.append(report)
        if report.card_id is not None:
            self.sound.add(report.card_id)

    def _refuse(self, card: str) -> None:
        """Take back a card that is valid by itself but not together with the others."""
        if card in self.sound:
            self.sound.remove(card)
            self.cards -= 1
            self.reports = [report for report in self.reports if report.card_id != card]

    def _repeated(self, report: CardReport, place: str, document: Document) -> Problems:
        """Yield that a card's id was there before, or remember it.

        Ids that differ in case alone count as the same: their files could not be in one folder.
        """
        if (identity := report.card_id) is None:
            return
        self.named.add(identity)
        version = report.document.get("version") if report.document is not None else None
        version_text = version if isinstance(version, str) else ""
        pointer = f"{place}/id"
        if (first := self._places.get(identity.lower())) is None:
            self._places[identity.lower()] = document.file, version_text, pointer
            return
        file, before, first_pointer = first
        line, column = document.locate(pointer)
        first_place, place = file, document.file
        if file == document.file:
            first_place, place = f"{file}:{document.locate(first_pointer)[0]}", f"{file}:{line}"
        problem = _duplicate(identity, (place, version_text), (first_place, before), pointer)
        yield replace(problem, file=document.file, line=line, column=column)


def card_ids(source: Source) -> frozenset[str]:
    """Return the ids of all cards that can be read, for references between them."""
    loaded = (source.load(file) for file in source.files if source.may_name_cards(file))
    documents = (one.document.value for one in loaded if one.document is not None)
    found = (card.get("id") for value in documents for card in cards_in(value))
    return frozenset(identity for identity in found if isinstance(identity, str))


def no_card(file: str) -> Problem:
    """Return the problem of a file that should hold cards and holds none."""
    expected = LocalizedText("a card or a list of cards", "一张卡牌或卡牌列表")
    message = {
        "en": f"There is no card in this file; expected {expected.en}.",
        "zh": f"此文件中没有卡牌；应为{expected.zh}。",
    }
    return Problem("E-SCHEMA", message, layer="structure", file=file, wanted=expected.en)


def _duplicate(identity: str, second: tuple[str, str], first: tuple[str, str], pointer: str) -> Problem:
    """Return the problem of an id that occurs twice, each with its place and the version that the card states, if it states one."""
    (place, version), (first_place, before) = second, first
    hint = _newer(second, first) if VERSION.fullmatch(version) and VERSION.fullmatch(before) else LocalizedText("", "")
    message = {
        "en": f"The id {identity} occurs twice: in {first_place} and in {place}{hint.en}.",
        "zh": f"id {identity} 出现了两次：{first_place} 和 {place}{hint.zh}。",
    }
    return Problem("E-DUP", message, pointer, layer="references", card=identity, found=identity)


def _newer(second: tuple[str, str], first: tuple[str, str]) -> LocalizedText:
    """Return which of two cards is the newer one, where their versions differ."""
    (file, version), (other_file, before) = second, first
    if numbers(version) == numbers(before):
        return LocalizedText("", "")
    newer, newest = (file, version) if numbers(version) > numbers(before) else (other_file, before)
    return LocalizedText(f"; that of {newer} is newer ({newest})", f"；{newer} 中的版本较新（{newest}）")
