"""A card's text, from reading to report: its canonical document, and every problem of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.errors import BadCard, Problem, Problems, has_error
from engine.language.analysis.card_summary import CardSummary, Place, card_summary
from engine.language.analysis.check import check
from engine.language.analysis.semantics import foreign_markup
from engine.language.diagnostics.listing import listed
from engine.language.diagnostics.messages import text_differs, text_is_empty
from engine.language.diagnostics.problems import unknown_key
from engine.language.diagnostics.suggestions import Suggestions
from engine.language.proofreading.mismatch import DESCRIPTION, mismatches, missing_text
from engine.language.reading import markup
from engine.language.reading.migrate import migrate
from engine.language.reading.normalise import Normalised, normalise
from engine.language.reading.source_map import original, unescape, value_at
from engine.language.spec import Vocabulary
from engine.language.spec.kinds import kind_of
from engine.packs.canonical import canonical_bytes, sha256_hex
from engine.packs.manifest import card_places, is_set
from engine.packs.places import escape
from engine.packs.reader import Document, read_json

Rewrite = Callable[[Any], Normalised]
Texts = Mapping[str, Mapping[str, str]]
"""Name and description by language."""


@dataclass(frozen=True, slots=True)
class CardReport:
    """What is known of a card's text.

    Shapes: problems are in document order, errors and warnings together; document is the canonical card, what its
            author wrote with old syntax rewritten, or None when the text does not parse to an object;
            card_summary is what other cards of its set need to know of it, with pointers of the author's file.
    """

    problems: tuple[Problem, ...]
    document: dict[str, Any] | None = None
    canonical: bytes | None = None
    sha256: str | None = None
    card_id: str | None = None
    kind: str | None = None
    name: str | None = None
    card_summary: CardSummary | None = field(default=None, compare=False, repr=False)

    @property
    def ok(self) -> bool:
        """Return whether there is no error; warnings may be there."""
        return not has_error(self.problems)


def read_card(
    vocabulary: Vocabulary,
    data: bytes | str,
    *,
    known_ids: frozenset[str] = frozenset(),
    file: str = "card.json",
    rewrite: Rewrite | None = None,
    texts: Texts | None = None,
) -> CardReport:
    """Return the report of one card's text, JSON or JSONC.

    Shapes: known are the ids that the card may name; with none given, names of cards are not looked up.
    Errors: none; whatever an author can write ends in problems.
    """
    try:
        document = read_json(data, jsonc=True, file=file)
    except BadCard as bad:
        return CardReport((*bad.problems, *_texts_problems(texts or {}, "")))
    return card_report(vocabulary, document, known_ids=known_ids, rewrite=rewrite, texts=texts)


def card_report(
    vocabulary: Vocabulary,
    document: Document,
    *,
    known_ids: frozenset[str] = frozenset(),
    rewrite: Rewrite | None = None,
    texts: Texts | None = None,
) -> CardReport:
    """Return the report of a document that could be read."""
    report = _report(Reader(vocabulary, known_ids, rewrite), document, "", texts)
    return replace(report, problems=listed(report.problems))


def card_reports(
    vocabulary: Vocabulary,
    document: Document,
    *,
    known_ids: frozenset[str] = frozenset(),
    rewrite: Rewrite | None = None,
    version: str | None = None,
    suggestions: Suggestions | None = None,
) -> Iterator[CardReport]:
    """Yield the reports of all cards of a file, in the order of `card_places`; `version` is their schema version, from the manifest.

    Shapes: each is made when it is asked for, so that a file of any number of cards needs the memory of one; keys beside the list of `{"cards": […]}` are reported in one more report, which has no card.
    """
    reader = Reader(vocabulary, known_ids, rewrite, version, suggestions or Suggestions(known_ids), is_of_pack=True)
    yield from (_report(reader, document, place, None) for place in card_places(document.value))
    if beside := tuple(_located(_keys_beside_cards(document.value), document)):
        yield CardReport(beside)


def _keys_beside_cards(value: Any) -> Problems:
    """Yield a problem for each key beside the list of a set of cards."""
    for name in value if is_set(value) else ():
        if name != "cards":
            yield unknown_key("", f"/{escape(name)}", name, ("cards",), value)


def card_report_at(
    vocabulary: Vocabulary,
    document: Document,
    pointer: str,
    *,
    known_ids: frozenset[str] = frozenset(),
    rewrite: Rewrite | None = None,
) -> CardReport:
    """Return the report of a card inside another document."""
    return _report(Reader(vocabulary, known_ids, rewrite), document, pointer, None)


@dataclass(frozen=True, slots=True)
class Reader:
    """How cards are read: in which words, which ids they may name, how old syntax is rewritten, and of which version they are."""

    vocabulary: Vocabulary
    known_ids: frozenset[str] = frozenset()
    rewrite: Rewrite | None = None
    version: str | None = None
    suggestions: Suggestions | None = None
    is_of_pack: bool = False
    """It reads cards of a file or pack, where an empty text is one that players will not find; a draft is shown with a generated one."""

    def read(self, value: Any) -> tuple[Any, list[Problem], Place]:
        """Return a card in its canonical form, None when its version cannot be read, what is to be said about it, and its places."""
        newest = migrate(self.vocabulary, value, self.version)
        if not newest.ok:
            return None, list(newest.problems), str
        canonical = (
            self.rewrite(newest.document) if self.rewrite is not None else normalise(self.vocabulary, newest.document)
        )
        found_problems = check(
            self.vocabulary,
            canonical.document,
            card_ids=self.known_ids or None,
            origin_map=canonical.origins,
            suggestions=self.suggestions,
        )
        problems = [*canonical.problems, *found_problems]
        if newest.is_changed:  # a fix would change a text that nobody wrote
            problems = [replace(problem, path=newest.origin(problem.path), fix=None) for problem in problems]

        def place(path: str) -> str:
            return newest.origin(original(canonical.origins, path))

        return canonical.document, [*newest.problems, *problems], place


def _report(reader: Reader, document: Document, prefix: str, texts: Texts | None) -> CardReport:
    """Report on the card at a place of a document; what the reader tolerated is reported with the first."""
    card, card_problems, place = reader.read(value_at(document.value, prefix))
    vocabulary = reader.vocabulary
    differing, elsewhere = _differing(reader, card, card_problems, texts or {})
    differences = [replace(problem, path=place(problem.path)) for problem in differing]
    moved = [_moved(problem, prefix) for problem in (*card_problems, *differences)]
    tolerated = document.warnings() if prefix in ("", "/0", "/cards/0") else ()
    located_problems = [*tolerated, *_located(moved, document)]
    located_problems.sort(key=lambda problem: (problem.line, problem.column))
    card_id = _text(card, "id")
    problems = tuple(
        replace(problem, card=card_id or "")
        for problem in (*located_problems, *_texts_problems(texts or {}, card_id or ""), *elsewhere)
    )
    if not isinstance(card, dict):
        return CardReport(problems)
    kind = kind_of(vocabulary, card)
    data = canonical_bytes(card)
    held = card_summary(vocabulary, card, lambda path: prefix + place(path))
    named = kind.name if kind else None
    return CardReport(problems, card, data, sha256_hex(data), card_id, named, _text(card, "name"), held)


def _differing(
    reader: Reader, card: Any, problems: Iterable[Problem], texts: Texts
) -> tuple[list[Problem], list[Problem]]:
    """Return where the written texts of a card without errors say otherwise than its effects: in the card, and in other files."""
    if card is None or has_error(problems):
        return [], []
    vocabulary = reader.vocabulary
    missing = missing_text(vocabulary, card) if reader.is_of_pack else ""
    own, elsewhere = [text_is_empty(f"/{DESCRIPTION}", missing)] if missing else [], []
    for mismatch in mismatches(vocabulary, card, texts):
        problem = text_differs(mismatch.path, mismatch.text, mismatch.rules_text, mismatch.lang)
        if mismatch.source and mismatch.path == f"/{DESCRIPTION}":
            path = f"/cards/{escape(_text(card, 'id') or '')}/{DESCRIPTION}"
            elsewhere.append(replace(problem, path=path, file=f"text/{mismatch.source}.json", line=1, column=1))
        else:
            own.append(problem)
    return own, elsewhere


def _text(card: Any, key: str) -> str | None:
    value = card.get(key) if isinstance(card, dict) else None
    return value if isinstance(value, str) else None


def _moved(problem: Problem, prefix: str) -> Problem:
    """Return a problem of a card as one of the file that holds it: pointers begin at the root of the file."""
    if not prefix:
        return problem
    steps = [
        {**step, **{key: prefix + step[key] for key in ("path", "from") if key in step}} for step in problem.fix or ()
    ]
    return replace(problem, path=prefix + problem.path, fix=tuple(steps) if problem.fix is not None else None)


def _located(problems: Iterable[Problem], document: Document) -> Problems:
    """Yield the problems with line and column; one about a field's name points at the name."""
    for problem in problems:
        line, column = document.locate(
            problem.path,
            key=problem.code in ("E-SCHEMA", "W-ALIAS") and problem.found == unescape(problem.path.rpartition("/")[2]),
        )
        yield replace(problem, line=line, column=column, file=document.file)


def _texts_problems(texts: Texts, card_id: str) -> Problems:
    """Yield the markup beyond the allowed tags in the texts of the other languages."""
    for language, text in texts.items():
        description = text.get("description") or ""
        if isinstance(description, str) and (tags := markup.foreign(description)):
            path = f"/cards/{escape(card_id)}/description"
            found = foreign_markup(path, tags, description)
            yield replace(found, file=f"text/{language}.json", line=1, column=1)
