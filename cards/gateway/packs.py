"""Documents and packs as bytes: strict reading, archives, releases."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any

from cards.errors import BadText
from cards.gateway.problems import bad_text
from cards.gateway.schemas import document_problems
from cards.gateway.validation import Texts
from cards.values import frozen_dataclass
from engine import api

write_zip = api.write_zip
pretty = api.pretty

ReleaseBytes = api.ReleaseBytes
ReleaseCard = api.ReleaseCard
ReleaseInput = api.ReleaseInput
TYPES = api.TYPES

ENGINE_RANGE = ">=1.0,<2"  # versions of the engine that a release of this portal plays on
ARCHIVE_SIZE, ARCHIVE_FILES = api.ARCHIVE_SIZE, api.MAX_ENTRIES
"""Bytes and files of an archive that is read, at most."""
BODY_LIMITS = api.Limits(size=8 * 1024 * 1024, depth=64, nodes=50_000, string=1024 * 1024)
"""What a request may carry: a card's whole text is one string of it, and an escape makes six bytes of one."""


def read_json(
    data: bytes | str, *, limits: api.Limits = api.CARD_LIMITS, jsonc: bool = False, file: str = "body.json"
) -> Any:
    """Return the value of a JSON text by the one strict reader; BadText with every problem otherwise."""
    try:
        return api.read_json(data, limits=limits, jsonc=jsonc, file=file).value
    except api.BadCard as error:
        raise bad_text(error) from error


def read_body(data: bytes) -> Any:
    """Return the value of a request's body; BadText with every problem otherwise."""
    return read_json(data, limits=BODY_LIMITS)


def read_zip(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive that keeps every limit; BadText (`invalid-archive`) otherwise."""
    try:
        return api.read_zip(data)
    except api.BadCard as error:
        raise bad_text(error) from error


def names_signature(data: bytes) -> bool:
    """Return whether a file with the name of a signature may be in an archive; where it is, the archive is a release."""
    return data.startswith(b"PK") and api.SIGNATURE.encode() in data


@frozen_dataclass
class BrokenCard:
    """A file that holds no card, such as the export of a half-typed draft, and why."""

    file: str
    problems: tuple[api.Problem, ...]


@frozen_dataclass
class DraftFile:
    """A file with the draft of a card whose id its text does not give: the manifest of an export names it."""

    file: str
    card: str
    text: str


def id_problems(text: str, written_id: str) -> Iterator[api.Problem]:
    """Yield the error of a text that calls its card otherwise than its pack does."""
    try:
        document = api.read_json(text, jsonc=True)
    except api.BadCard:
        return
    own = document.value.get("id") if isinstance(document.value, dict) else None
    if isinstance(own, str) and own != written_id:
        (line, column), name = document.locate("/id"), own[:128]
        message = {
            "en": f"The text calls this card {name}, its pack calls it {written_id}.",
            "zh": f"文本中的 id 是 {name}，而卡包中是 {written_id}。",
        }
        yield api.Problem("E-SCHEMA", message, "/id", card=written_id, line=line, column=column, wanted=written_id)


@frozen_dataclass
class PackFiles:
    """The files of a folder, a file or an archive, and the pack that its manifest names, if it has one.

    Shapes: decks and scenarios are by file, byte for byte; art is by the card's id; pins are the hashes of the images that a
            manifest names without bringing them; others are the files that nothing here reads; unread are the files of cards that are no JSON, of a
            pack of several files alone; drafts are those whose card the manifest names; repairs are warnings that name what was
            changed to read the cards.
    """

    pack: str
    manifest: Any
    _documents: tuple[tuple[str, Any], ...]
    decks: Mapping[str, bytes] = field(default_factory=dict)
    scenarios: Mapping[str, bytes] = field(default_factory=dict)
    art: Mapping[str, bytes] = field(default_factory=dict)
    others: tuple[str, ...] = ()
    unread: tuple[BrokenCard, ...] = ()
    drafts: tuple[DraftFile, ...] = ()
    is_pack: bool = False
    repairs: tuple[api.Problem, ...] = ()

    @property
    def manifest_keys(self) -> frozenset[str]:
        """Return the names of what the manifest states; empty where there is none."""
        return frozenset(self.manifest.value) if self.manifest is not None else frozenset()

    @property
    def is_lone_object(self) -> bool:
        """Return whether there is one file with one object, which has no id: it may hold cards."""
        values = [document.value for _, document in self._documents]
        return not self.is_pack and len(values) == 1 and isinstance(values[0], dict) and "id" not in values[0]

    @property
    def size(self) -> int:
        """Return how many cards there are; none of them is formatted."""
        read = sum(len(_places_of(each)) for kind, each in self._documents if kind == "card")
        return len(self.unread) + len(self.drafts) + read

    @property
    def pins(self) -> dict[str, str]:
        """Return the hashes of the images that the manifest names, by the card's id."""
        rows = self.manifest.value.get("cards", ()) if self.manifest is not None else ()
        return {row["id"]: row["art"] for row in rows if isinstance(row.get("art"), str)}

    def strays(self) -> list[str]:
        """Return the texts that are of no card of the file, each as `text/zh.json: ID`."""
        cards = {name for kind, document in self._documents if kind == "card" for name, _ in _cards_of(document)}
        cards |= {draft.card for draft in self.drafts}
        texts = (document for kind, document in self._documents if kind == "text")
        return [
            f"{document.file}: {name}"
            for document in texts
            for name in document.value.get("cards", {})
            if name not in cards
        ]

    def cards(self, ruleset: str) -> tuple[tuple[str, Texts], ...]:
        """Return (text, texts of other languages) of each card; a card of a list is written out alone.

        Errors: BadText with every problem when the manifest or a file of texts does not match its schema.
        """
        texts = [document for kind, document in self._documents if kind == "text"]
        parts = [("text", document) for document in texts]
        if self.manifest is not None:
            parts.append(("manifest", self.manifest))
        problems = [
            problem
            for kind, document in parts
            for problem in document_problems(ruleset, kind, document.value, file=document.file)
        ]
        if not self.is_pack:
            problems += [found for each in self._files_without_cards(ruleset) for found in each.problems]
        if problems:
            raise BadText(slug="invalid-archive", problems=problems)
        words = self._words()
        cards = (card for kind, document in self._documents if kind == "card" for card in _cards_of(document))
        return tuple((text, words.get(name, {})) for name, text in cards)

    def draft_texts(self) -> list[tuple[DraftFile, Texts]]:
        """Return the drafts whose card the manifest names, each with its texts of other languages."""
        words = self._words() if self.drafts else {}
        return [(draft, words.get(draft.card, {})) for draft in self.drafts]

    def _words(self) -> dict[str, dict[str, Mapping[str, str]]]:
        return _texts_by_card(document.value for kind, document in self._documents if kind == "text")

    def broken_cards(self, ruleset: str) -> list[BrokenCard]:
        """Return the files of a pack that hold something else than cards, for an import to name."""
        return [*self.unread, *self._files_without_cards(ruleset)] if self.is_pack else []

    def _files_without_cards(self, ruleset: str) -> Iterator[BrokenCard]:
        """Yield the files that are JSON and hold something else than cards."""
        for kind, document in self._documents:
            if kind == "card" and (problems := tuple(_no_cards(ruleset, document))):
                yield BrokenCard(document.file, problems)

    def card_places(self) -> list[CardPlace]:
        """Return for each card, in the same order, where it is."""
        return [place for kind, document in self._documents if kind == "card" for place in _places_of(document)]


@frozen_dataclass
class CardPlace:
    """The file that a card is in, and its JSON Pointer there: empty for a file that holds it alone."""

    document: Any
    pointer: str

    def moved(self, problem: api.Problem) -> api.Problem:
        """Return a problem of the card with file, line and column of where its author wrote it."""
        if problem.file.startswith("text/"):
            return problem
        if not self.pointer:
            return replace(problem, file=self.document.file)
        line, column = self.document.locate(self.pointer + problem.path)
        return replace(problem, file=self.document.file, line=line, column=column)


def _places_of(document: Any) -> list[CardPlace]:
    """Return the places of the cards of a file, as many as `_cards_of` returns."""
    value = document.value
    if isinstance(value, dict) and not api.is_set(value):
        return [CardPlace(document, "")]
    return [place for place, row in _rows_of(document) if isinstance(row, dict)]


def _rows_of(document: Any) -> Iterator[tuple[CardPlace, Any]]:
    """Yield the rows of a file of several cards with their places; a value that is no list has none."""
    value = document.value
    held, root = (value["cards"], "/cards") if api.is_set(value) else (value, "")
    for number, row in enumerate(held if isinstance(held, list) else ()):
        yield CardPlace(document, f"{root}/{number}"), row


IMAGES = (".webp", ".png", ".jpg", ".jpeg")
MAX_LISTED_ROWS = 100
"""So many rows of a file that are no cards are listed."""


def _no_cards(ruleset: str, document: Any) -> Iterator[api.Problem]:
    """Yield the problems of the rows of a file that are no cards, and of one that is neither a card nor a list of some."""
    if not isinstance(document.value, (dict, list)):
        yield from (replace(each, file=document.file) for each in api.validate(ruleset, document.text).problems)
    places = (place for place, row in _rows_of(document) if not isinstance(row, dict))
    for place in islice(places, MAX_LISTED_ROWS):
        yield from map(place.moved, api.validate(ruleset, "null").problems)


def pack_files(path: Path, *, repairs: bool = False) -> PackFiles:
    """Return the files that a path holds, with `repairs` after repairs; BadText with every problem when one cannot be read.

    Errors: FileNotFoundError when nothing is there.
    """
    try:
        source = api.open_source(path, repairs=repairs)
    except api.BadCard as error:
        raise bad_text(error) from error
    drafts = tuple(_drafts_in(source))
    files = {draft.file for draft in drafts}
    pieces = [source.load(file) for file in source.files if file not in files]
    is_pack = source.manifest is not None or len(pieces) > 1
    unreadable = [file for file in pieces if is_pack and _is_broken(file)]
    unread = [file for file in pieces if not _is_typed(file) and file not in unreadable]
    problems = [*source.problems, *(problem for file in unread for problem in file.problems)]
    if any(problem.severity == "error" for problem in problems):
        if is_pack or problems[0].code == "E-FILE":
            raise BadText(slug="invalid-archive", problems=problems)
        raise bad_text(api.BadCard(problems))
    documents = tuple((file.kind, file.document) for file in pieces if file.document is not None)
    art = {stem: name for name in source.others if (stem := _card_of_art(name))}
    return PackFiles(
        _named_pack(source.manifest),
        source.manifest,
        documents,
        decks={file.file: source.data(file.file) for file in pieces if file.kind == "deck"},
        scenarios={file.file: source.data(file.file) for file in pieces if file.kind == "scenario"},
        art={card: source.data(name) for card, name in art.items()},
        others=tuple(
            name
            for name in source.others
            if name not in art.values()
            and not (name.startswith(("schema/", api.TYPES)) or "/schema/" in name or name.endswith(api.SIGNATURE))
        ),
        unread=tuple(BrokenCard(file.file, file.problems) for file in unreadable),
        drafts=drafts,
        is_pack=is_pack,
        repairs=tuple(repair for kind, document in documents if kind == "card" for repair in api.repairs_in(document)),
    )


def _drafts_in(source: Any) -> Iterator[DraftFile]:
    """Yield the files of cards whose ids the manifest gives; one that no draft can hold is read like any other, which says why."""
    manifest: Mapping[str, Any] = source.manifest.value if source.manifest is not None else {}
    cards = manifest.get("drafts")
    if not isinstance(cards, dict) or "files" in manifest:
        return
    folder, slash, _ = source.manifest.file.rpartition("/")
    card_files = frozenset(manifest.get("cardFiles", ()))
    for name, card in cards.items():
        file = f"{folder}{slash}{name}"
        if name in card_files and isinstance(card, str) and (text := _draft_text(source, file)) is not None:
            yield DraftFile(file, card, text)


def _draft_text(source: Any, file: str) -> str | None:
    """Return what a file says if a draft can say it: text in UTF-8 without NUL, not too large."""
    try:
        data = source.data(file)
        return data.decode() if len(data) <= api.CARD_LIMITS.size and b"\0" not in data else None
    except (OSError, api.BadCard, UnicodeDecodeError):
        return None


def _is_broken(file: Any) -> bool:
    """Return whether a file of a card is there and is no JSON: a half-typed draft that was exported."""
    return bool(file.kind == "card" and file.document is None and any(each.code != "E-FILE" for each in file.problems))


def _is_typed(file: Any) -> bool:
    """Return whether a file is a scenario that is there: its text may be as broken as it was typed."""
    return bool(
        file.kind == "scenario" and file.document is None and any(each.code != "E-FILE" for each in file.problems)
    )


def _card_of_art(name: str) -> str:
    """Return the id of the card whose image a file is, or an empty text."""
    path = PurePosixPath(name)
    return path.stem if path.parent.name == "art" and path.suffix.lower() in IMAGES else ""


def _named_pack(manifest: Any) -> str:
    """Return the pack that a manifest names, or an empty text."""
    return str(manifest.value.get("pack", "")) if manifest is not None else ""


def _cards_of(document: Any) -> list[tuple[str, str]]:
    """Return id and text of each card in a file; a lone card keeps the text as its author wrote it."""
    if isinstance(document.value, dict) and not api.is_set(document.value):
        return [(str(document.value.get("id", "")), document.text)]
    return [(str(card.get("id", "")), api.pretty(card)) for card in api.cards_in(document.value)]


def _texts_by_card(files: Iterable[Any]) -> dict[str, dict[str, Mapping[str, str]]]:
    """Return card → language → words from the files of one language each."""
    texts: dict[str, dict[str, Mapping[str, str]]] = {}
    for file in files:
        for name, words in file.get("cards", {}).items():
            texts.setdefault(name, {})[str(file.get("lang", ""))] = words
    return texts


def release_build(source: api.ReleaseInput) -> api.ReleaseBytes:
    """Return manifest and files of a release; BadText when its cards cannot stand side by side."""
    try:
        return api.build_release(source)
    except api.BadCard as error:
        raise bad_text(error) from error


def release_problems(files: Mapping[str, bytes]) -> tuple[api.Problem, ...]:
    """Return what differs between the files of a release and its manifest."""
    return api.verify_release(files)
