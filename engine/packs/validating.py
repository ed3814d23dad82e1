"""Every problem of a whole pack, whoever finds it: the reader, the ruleset's checks, or the ids side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from engine.errors import Problem
from engine.packs.loading import Loaded, Source
from engine.packs.manifest import cards_in
from engine.packs.reader import Document

Check = Callable[[str, Document], Iterable[Problem]]
"""Takes the kind of a file (`kind_of`) and its document; returns what is wrong with it.

What was tolerated in reading it is the check's to tell too (`Document.warnings`).
"""


@dataclass(frozen=True, slots=True)
class Report:
    """What validating a pack found; cards counts those in files without an error."""

    cards: int
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        """Tell whether there is no error."""
        return not _has_error(self.problems)


def validate(source: Source, check: Check) -> Report:
    """Return all problems of all files: those of reading, those of the check, and ids that stand twice.

    Errors: none for anything an author can write; every problem is in the report.
    """
    problems, cards, places = list(source.problems), 0, dict[str, str]()
    for loaded in source:
        found = [*loaded.problems, *_checked(loaded, check, places)]
        if loaded.document is not None and loaded.kind == "card" and not _has_error(found):
            cards += len(cards_in(loaded.document.value))
        problems += found
    return Report(cards, tuple(problems))


def card_ids(source: Source) -> frozenset[str]:
    """Return the ids of all cards that can be read, for references between them."""
    documents = (loaded.document for loaded in source if loaded.kind == "card" and loaded.document is not None)
    found = (card.get("id") for document in documents for card in cards_in(document.value))
    return frozenset(identity for identity in found if isinstance(identity, str))


def _has_error(problems: Iterable[Problem]) -> bool:
    return any(problem.severity == "error" for problem in problems)


def _checked(loaded: Loaded, check: Check, places: dict[str, str]) -> Iterator[Problem]:
    """Yield what is wrong with a file that could be read."""
    if loaded.document is not None:
        yield from check(loaded.kind, loaded.document)
        if loaded.kind == "card":
            yield from _repeated(loaded.document, places)


def _repeated(document: Document, places: dict[str, str]) -> Iterator[Problem]:
    """Yield the cards whose id was there before, and remember the others.

    Ids that differ in case alone count as the same: their files could not stand side by side.
    """
    is_list = isinstance(document.value, list)
    for number, card in enumerate(document.value if is_list else [document.value]):
        identity = card.get("id") if isinstance(card, dict) else None
        if not isinstance(identity, str):
            continue
        pointer = f"/{number}/id" if is_list else "/id"
        if identity.lower() in places:
            line, column = document.locate(pointer)
            yield _duplicate(identity, document.file, places[identity.lower()], pointer).at(line, column)
        else:
            places[identity.lower()] = document.file


def _duplicate(identity: str, file: str, first: str, pointer: str) -> Problem:
    message = {
        "en": f"The id {identity} stands twice: in {first} and in {file}.",
        "zh": f"id {identity} 出现了两次：{first} 和 {file}。",
    }
    return Problem("E-DUP", message, pointer, layer="references", file=file, card=identity, found=identity)
