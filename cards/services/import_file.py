"""What an imported file brings: its cards, and what the signature of a release is worth."""

import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from cards.errors import BadText, InvalidFields
from cards.gateway import packs, signatures
from cards.gateway.problems import Problem
from cards.models import Pack
from cards.queries.signing import public_keys
from cards.services.import_beside import NO_FILES, Beside
from cards.services.import_blanks import cards_of
from cards.services.import_ids import with_usable_ids
from cards.services.import_kinds import refuse_other_kinds, refuse_texts_of_programs
from cards.services.import_names import with_known_names
from cards.services.import_records import Records, records_in
from cards.services.import_report import Incoming
from cards.services.import_tables import TABLES
from cards.services.job import LONG
from cards.values import frozen_dataclass

MAX_LISTED = 3
"""Files of an archive that a refusal names."""
IMPORTED_ALONE = (*TABLES, ".zip", ".xml", ".mse-set", ".ndjson", ".jsonl", ".md", ".txt")
"""Endings of files that are imported by themselves, not in an archive."""
LONG_ART = 20
"""Images above which an import is a job: each is decoded and written again."""


class Unreadable(BadText):
    """A file cannot be read as it stands; `offers` name the repairs after which it could be, `program` the one that wrote it, if it is another."""

    def __init__(self, refusal: BadText, offers: Sequence[Problem], *, program: str = "") -> None:
        self.offers, self.program = tuple(offers), program
        details = dict(refusal.detail)
        if program:
            details = {lang: f"{details[lang]} {offers[0].message[lang]}" for lang in ("en", "zh")}
            details = {"en": f"{details['en']} repair=1 does that.", "zh": f"{details['zh']}加上 repair=1 即按此导入。"}
        elif offers:
            repairs = {lang: " ".join(offer.message[lang] for offer in offers) for lang in ("en", "zh")}
            details = {
                "en": f"This is not the JSON of cards as it stands. With repair=1 it is read: {repairs['en']}",
                "zh": f"文件不是规范的卡牌 JSON。加上 repair=1 即可读取：{repairs['zh']}",
            }
        super().__init__(details["en"], details["zh"], slug=refusal.slug, problems=refusal.problems)


@frozen_dataclass
class ImportFile:
    """What a file brings, and who signed it, if it is a release.

    Shapes: repairs name what was changed to read it; offers what could be changed to read the rest of it.
    """

    cards: tuple[Incoming, ...]
    beside: Beside
    repairs: tuple[Problem, ...] = ()
    offers: tuple[Problem, ...] = ()
    signature: signatures.VerifiedRelease | None = None


def import_file(*, pack: Pack, name: str, data: bytes, repairs: bool = False) -> ImportFile:
    """Read a file by what it is, whatever its name, after repairs if these are asked for; temporary files alone are written.

    Errors: Unreadable, a BadText with the repairs that would help, if any, and with every problem of a file that cannot be read, or of a release whose signature does not hold or that has files which
            its manifest does not pin; InvalidFields for a file without anything that a pack has.
    """
    signature = release_signature(data)
    if foreign := records_in(data):
        return _of_records(pack, name, foreign, repairs)
    pack_files = _pack_files(name, data, repairs)
    needs_help = not repairs and bool(pack_files.unread or pack_files.is_lone_object)
    offers = _offers(name, data, pack) if needs_help else ()
    try:
        source = import_source(pack=pack, pack_files=pack_files, repairs=repairs)
    except BadText as refused:
        raise Unreadable(refused, offers or (() if repairs else _offers(name, data, pack))) from None
    except InvalidFields:
        refuse_other_kinds(data)
        raise
    if not repairs and signature is None and not offers:
        offers = _as_the_game_has_them(pack, source.cards)[1]
    return replace(source, signature=signature, offers=offers)


def _of_records(pack: Pack, name: str, records: Records, repairs: bool) -> ImportFile:
    """Return the cards that records of another program become. Errors: Unreadable until that is asked for, with what it does."""
    blanks = cards_of(pack=pack, name=name, records=records)
    if not blanks.cards:
        raise InvalidFields.of("/file", "This file contains no cards.", "文件中没有卡牌。")
    if not repairs:
        refusal = BadText(f"This is a file of {records.program}.", f"这是 {records.program} 的文件。")
        raise Unreadable(refusal, (blanks.warning,), program=records.program)
    return ImportFile(blanks.cards, blanks.extras, (blanks.warning,))


def _pack_files(name: str, data: bytes, repairs: bool) -> packs.PackFiles:
    """Return the files of an upload. Errors: Unreadable, with the repairs that would help."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            return packs.pack_files(path, repairs=repairs)
        except BadText as refused:
            refuse_texts_of_programs(data)
            offers = () if repairs else _offers(name, data)
            if not offers:
                refuse_other_kinds(data)
            raise Unreadable(refused, offers) from None


def _offers(name: str, data: bytes, pack: Pack | None = None) -> tuple[Problem, ...]:
    """Return what repairs would change in a file, for a pack the names of fields too; empty where they would not make it readable."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        try:
            pack_files = packs.pack_files(path, repairs=True)
            return import_source(pack=pack, pack_files=pack_files, repairs=True).repairs if pack else pack_files.repairs
        except (BadText, InvalidFields):
            return ()


def import_is_long(*, name: str, data: bytes, repairs: bool = False) -> bool:
    """Return whether a file is so large that its import is a job.

    Errors: Unreadable for a file that cannot be read.
    """
    if foreign := records_in(data):
        return len(foreign.rows) > LONG
    found = _pack_files(name, data, repairs)
    return found.size > LONG or len(found.art) > LONG_ART


def import_source(*, pack: Pack, pack_files: packs.PackFiles, repairs: bool = False) -> ImportFile:
    """Return what the files of a pack bring, with `repairs` under the names that the game has for fields.

    Errors: as for `import_file`.
    """
    cards = zip(pack_files.cards(pack.ruleset), pack_files.card_places(), strict=True)
    incoming = tuple(Incoming(text, texts, place) for (text, texts), place in cards)
    incoming += tuple(
        Incoming("", {}, packs.CardPlace(each, ""), each.problems) for each in pack_files.broken_cards(pack.ruleset)
    )
    incoming += tuple(
        Incoming(draft.text, texts, packs.CardPlace(draft, ""), written_id=draft.card)
        for draft, texts in pack_files.draft_texts()
    )
    names: tuple[Problem, ...] = ()
    if repairs and "files" not in pack_files.manifest_keys:
        incoming, names = _as_the_game_has_them(pack, incoming)
    if not (incoming or pack_files.decks or pack_files.scenarios or pack_files.art):
        raise _without_cards(pack_files.others)
    beside = Beside(
        pack_files.decks,
        pack_files.scenarios,
        pack_files.art,
        pack_files.pins,
        pack_files.others,
        tuple(pack_files.strays()),
    )
    return ImportFile(incoming, beside if beside != NO_FILES else NO_FILES, (*pack_files.repairs, *names))


def _without_cards(names: Sequence[str]) -> InvalidFields:
    """Return the refusal of an archive without cards, with what could be imported by itself."""
    alone = [name for name in names if name.lower().endswith(IMPORTED_ALONE)]
    first = ", ".join((alone or list(names))[:MAX_LISTED]) + (" …" if len(alone or names) > MAX_LISTED else "")
    if alone:
        return InvalidFields.of(
            "/file",
            f"This archive contains no card files. Import each of these by itself: {first}.",
            f"压缩包中没有卡牌文件。请逐个单独导入：{first}。",
        )
    if names:
        return InvalidFields.of(
            "/file",
            f"This archive contains no cards, only {first}. Cards are JSON files.",
            f"压缩包中没有卡牌，只有 {first}。卡牌应为 JSON 文件。",
        )
    return InvalidFields.of("/file", "This file contains no cards.", "文件中没有卡牌。")


def _as_the_game_has_them(pack: Pack, cards: Sequence[Incoming]) -> tuple[tuple[Incoming, ...], tuple[Problem, ...]]:
    """Return cards under the names that the game has for fields, with ids that the portal can have, and what was changed."""
    named, names = with_known_names(ruleset=pack.ruleset, cards=cards)
    usable, ids = with_usable_ids(named)
    return usable, (*names, *ids)


def release_signature(data: bytes) -> signatures.VerifiedRelease | None:
    """Return what the signature of a release's archive is worth; None for every other file.

    Errors: BadText (`invalid-archive`) where it does not hold, or does not cover every file.
    """
    if not packs.names_signature(data):
        return None
    files = packs.read_zip(data)
    if signatures.SIGNATURE not in files:
        return None
    check = signatures.verify_signed(files, public_keys())
    if check.problems:
        raise BadText(slug="invalid-archive", problems=check.problems)
    return check
