"""What a file brings that somebody imports: its cards, and what the signature of a release is worth."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from cards import gateway
from cards.errors import BadText, InvalidFields
from cards.models import Pack
from cards.queries.signing import public_keys
from cards.services.pack_import import Incoming


@dataclass(frozen=True, slots=True)
class ImportFile:
    """The cards of a file, and who signed it, if it is a release."""

    cards: tuple[Incoming, ...]
    signature: gateway.Verified | None


def import_file(*, pack: Pack, name: str, data: bytes) -> ImportFile:
    """Read a file by the ending of its name; nothing is written anywhere that stays.

    Errors: BadText with every problem of a file that cannot be read, or of a release whose signature does not hold or that has files which
            its manifest does not pin; InvalidFields for a file without cards.
    """
    signature = release_signature(data) if name.endswith(".zip") else None
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        found = gateway.pack_files(path)
        cards = found.cards(pack.ruleset)
    places = found.card_places()
    if not cards:
        raise InvalidFields.of("/file", "This file holds no cards.", "文件中没有卡牌。")
    incoming = (Incoming(text, texts, place) for (text, texts), place in zip(cards, places, strict=True))
    return ImportFile(tuple(incoming), signature)


def release_signature(data: bytes) -> gateway.Verified | None:
    """Return what the signature of a release's archive is worth; nothing where the archive is of no release.

    Errors: BadText (`invalid-archive`) where it does not hold, or does not cover every file.
    """
    files = gateway.read_zip(data)
    if gateway.SIGNATURE not in files:
        return None
    found = gateway.verify_signed(files, public_keys())
    if found.problems:
        raise BadText(slug="invalid-archive", problems=found.problems)
    return found
