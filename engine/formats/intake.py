"""Checking cards from outside: one text, or a pack of files."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from engine.cardset import CardSet, HashedCard, shipped
from engine.errors import BadCard, EngineBug
from engine.formats.packs import A_RULESET, PackCheck, declarations, ruleset_of
from engine.json_values import Json, JsonObject
from engine.language.analysis.naming import known_ids
from engine.language.diagnostics.codes import CODES, Code
from engine.language.diagnostics.problems import not_one_of
from engine.language.reading.versions import is_version
from engine.packs.card import CardReport, read_card
from engine.packs.loading import Source, is_single, open_bytes, open_files, open_source
from engine.packs.validating import Mode, Report, Watch
from engine.packs.validating import load as load_source
from engine.ruleset import Ruleset
from engine.ruleset.missing import is_stand_in
from engine.rulesets import find, names

Files = Path | bytes | list[Path]
"""A card file, a folder, a manifest or an archive; the bytes of a card file or an archive; or several card files as one set."""


def problem_codes(games: Sequence[str] = ()) -> Mapping[str, Code]:
    """Return what each code of a problem means and what to do about it: of these games, of all where none is named."""
    own = (find(name).problem_codes for name in games or names())
    return {**CODES} | {code: Code(each.title, each.remedy) for codes in own for code, each in codes.items()}


def validate(
    ruleset: str | Ruleset,
    text: str | bytes,
    *,
    known_ids: frozenset[str] = frozenset(),
    file: str = "card.json",
    texts: Mapping[str, Mapping[str, str]] | None = None,
    declarations: Sequence[Json] = (),
) -> CardReport:
    """Return the report of a card's text: its document and every problem of all three layers.

    Shapes: declared are cards of its pack, of which those count that declare something.
    """
    rules = find(ruleset).of_pack(map(dict, declarations))
    if is_stand_in(rules):
        return CardReport((replace(not_one_of("", rules.name, names(), A_RULESET), file=file),))
    return read_card(rules.vocabulary, text, known_ids=known_ids, file=file, rewrite=rules.rewrite, texts=texts or {})


def load(
    files: Files,
    ruleset: str | Ruleset | None = None,
    mode: Mode = "strict",
    *,
    watch: Watch | None = None,
    neighbours: Iterable[str] = (),
) -> CardSet:
    """Return the cards and decks of a pack and all problems of all layers.

    Shapes: strict mode loads all of them or, when there is any error, none; development mode loads the valid ones. The game is the one
            that the manifest names, else the one given, else the only one that has such cards. `watch` receives (done, files). `neighbours` are ids that its cards
            may name beyond their own.
    Errors: FileNotFoundError; MissingGame for an unknown game; LookupError when the game cannot be determined.
    """
    try:
        source = _opened(files)
        rules = ruleset_of(source, ruleset)
    except BadCard as bad:
        return CardSet(None, (), bad.problems)
    check = _check(rules, source, files, mode)
    check.neighbour_ids |= frozenset(neighbours)
    cards: list[HashedCard] = []
    decks: list[JsonObject] = []
    report = load_source(
        source,
        check,
        mode,
        take=lambda card: cards.append(_hashed(card)),
        take_deck=lambda deck: decks.append(deck.value),
        watch=watch,
    )
    return CardSet(
        check.ruleset, tuple(cards), report.problems, check.texts, source.stated("cardDataVersion"), tuple(decks)
    )


def _opened(files: Files) -> Source:
    if isinstance(files, Path):
        return open_source(files)
    return open_bytes(files) if isinstance(files, bytes) else open_files(_named(files))


def _check(ruleset: Ruleset, source: Source, files: Files, mode: Mode) -> PackCheck:
    """Return the checks of a game; a card file by itself is no pack yet, and may name the cards that the game ships.

    What cards of the pack declare belongs to the game as all of them know it; strict mode wants a manifest for that.
    """
    found = list(declarations(ruleset, source))
    texts = {str(card.get("id")): said for card, said in found}
    ruleset = ruleset.of_pack([card for card, _ in found], texts)
    is_alone = isinstance(files, list) or (isinstance(files, Path) and is_single(files))
    shipped_ids = (
        known_ids(ruleset.vocabulary, (card for card, _ in shipped(ruleset.folder))) if is_alone else frozenset()
    )
    version = source.stated("schemaVersion")  # what is no version is a problem of the manifest, not one of each card
    refuses = mode == "strict" and source.manifest is None and not is_alone
    return PackCheck(ruleset, version if is_version(version) else None, shipped_ids, refuses, mode == "development")


def holds_cards(files: Files) -> bool:
    """Return whether there is any file for cards or decks, whatever is in it."""
    return _opened(files).has_cards


def _named(paths: Sequence[Path]) -> dict[str, Path]:
    """Return files by the name used in reports: the last part of their path, where no two share it."""
    short = {path.name: path for path in paths}
    return short if len(short) == len(paths) else {path.as_posix(): path for path in paths}


def _hashed(report: CardReport) -> HashedCard:
    if report.document is None or report.sha256 is None:
        raise EngineBug("a card without a document counts as valid")
    return report.document, report.sha256


def validate_path(
    ruleset: str | Ruleset | None, files: Files, mode: Mode = "strict", *, watch: Watch | None = None
) -> Report:
    """Return every problem of the cards of a pack; as `load`, without keeping them."""
    try:
        source = _opened(files)
        rules = ruleset_of(source, ruleset)
    except BadCard as bad:
        return Report(0, bad.problems)
    check = _check(rules, source, files, mode)
    report = load_source(source, check, mode, watch=watch)
    return replace(report, shipped=rules.name if check.names_shipped else "")
