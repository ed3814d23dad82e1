"""What an imported file brings: its cards, and what the signature of a release is worth."""

import tempfile
from dataclasses import replace
from pathlib import Path

from cards.errors import BadText, InvalidFields
from cards.gateway import packs, signatures
from cards.models import Pack
from cards.queries.signing import public_keys
from cards.services.import_beside import NO_FILES, Beside
from cards.services.import_report import Incoming
from cards.services.job import LONG
from cards.values import frozen_dataclass

LONG_ART = 20
"""Images above which an import is a job: each is decoded and written again."""


@frozen_dataclass
class ImportFile:
    """What a file brings, the pack that it names, and who signed it, if it is a release."""

    cards: tuple[Incoming, ...]
    beside: Beside
    signature: signatures.Verified | None = None


def import_file(*, pack: Pack, name: str, data: bytes) -> ImportFile:
    """Read a file by what it is, whatever its name; temporary files alone are written.

    Errors: BadText with every problem of a file that cannot be read, or of a release whose signature does not hold or that has files which
            its manifest does not pin; InvalidFields for a file without anything that a pack has.
    """
    signature = release_signature(data)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        source = import_source(pack=pack, pack_files=packs.pack_files(path))
    return replace(source, signature=signature)


def import_is_long(*, name: str, data: bytes) -> bool:
    """Return whether a file is so large that its import is a job.

    Errors: BadText for a file that cannot be read.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        found = packs.pack_files(path)
    return found.size > LONG or len(found.art) > LONG_ART


def import_source(*, pack: Pack, pack_files: packs.PackFiles) -> ImportFile:
    """Return what the files of a pack bring.

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
    if not (incoming or pack_files.decks or pack_files.scenarios or pack_files.art):
        raise InvalidFields.of("/file", "This file holds no cards.", "文件中没有卡牌。")
    beside = Beside(
        pack_files.decks,
        pack_files.scenarios,
        pack_files.art,
        pack_files.pins,
        pack_files.others,
        tuple(pack_files.strays()),
    )
    return ImportFile(incoming, beside if beside != NO_FILES else NO_FILES)


def release_signature(data: bytes) -> signatures.Verified | None:
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
