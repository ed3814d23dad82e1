"""A release: canonical files and the manifest that pins them, the same bytes from the same input at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.errors import BadCard, EngineBug, Problem
from engine.json_values import Json, JsonObject
from engine.packs.canonical import canonical_bytes, sha256_hex
from engine.packs.limits import CARD_LIMITS
from engine.packs.names import CARD_ID, MANIFEST, clashes
from engine.packs.reader import read_json
from engine.packs.type_files import type_files

RELEASE_FORMAT: Final = "cardloom-release/1"
TEXT_FORMAT: Final = "text/1"


@dataclass(frozen=True, slots=True)
class ReleaseCard:
    """One card of a release: the exact version, as canonical bytes of its document."""

    id: str
    version: int
    canonical: bytes
    deprecated: Json | None = None
    art: str | None = None
    """The hash of its image, which travels beside the pack: the manifest pins it."""

    @property
    def path(self) -> str:
        """Return where the card is in the pack."""
        return f"cards/{self.id}.json"


@dataclass(frozen=True, slots=True)
class ReleaseInput:
    """The complete input of a release: its bytes depend on this alone.

    Shapes: texts is language → card id → {name, description}, without the pack's source language; schemas is kind →
            JSON Schema; released_at is RFC 3339 in UTC; previous is the release before, if any; engine is the range
            of engine versions that can play it.
    """

    pack: str
    name: Mapping[str, str]
    ruleset: str
    version: str
    schema_version: str
    engine: str
    languages: Sequence[str]
    released_at: str
    previous: str | None
    cards: Sequence[ReleaseCard]
    changelog: Mapping[str, str]
    texts: Mapping[str, Mapping[str, Mapping[str, str]]] = field(default_factory=dict)
    schemas: Mapping[str, Json] = field(default_factory=dict)
    migrations: Sequence[Json] = ()


@dataclass(frozen=True, slots=True)
class ReleaseBytes:
    """A built release: the manifest, and every file that it lists."""

    manifest: bytes
    files: Mapping[str, bytes]

    def packed(self) -> dict[str, bytes]:
        """Return all files of the pack, the manifest among them, as they go into the archive."""
        return {MANIFEST: self.manifest, **self.files}


def build_release(source: ReleaseInput) -> ReleaseBytes:
    """Return the files of a release and its manifest.

    Errors: EngineBug for a card whose bytes are not canonical or carry another id; BadCard (E-DUP) for ids that are
            the same but for their case.
    """
    _check_ids(source.cards)
    cards = sorted(source.cards, key=lambda card: card.id)
    files = {card.path: _checked(card) for card in cards}
    files |= {f"text/{lang}.json": _text(lang, texts) for lang, texts in source.texts.items() if texts}
    files |= {f"schema/{kind}.json": canonical_bytes(dict(schema)) for kind, schema in source.schemas.items()}
    if "card" in source.schemas:
        files |= type_files(dict(source.schemas["card"]))
    files = dict(sorted(files.items()))
    return ReleaseBytes(canonical_bytes(_manifest(source, cards, files)), files)


def _check_ids(cards: Sequence[ReleaseCard]) -> None:
    """Refuse cards whose files could not be side by side."""
    bad = [card.id for card in cards if not CARD_ID.fullmatch(card.id)]
    if bad:
        raise EngineBug(f"these ids cannot name a file: {bad[:5]}")
    pairs = list(clashes(card.path for card in cards))
    if pairs:
        raise BadCard([_clash(other, path) for other, path in pairs])


def _clash(existing: str, path: str) -> Problem:
    """Return the problem of two ids that some file systems would not keep apart."""
    message = {
        "en": f"{path} and {existing} are the same name, or differ in upper and lower case alone.",
        "zh": f"{path} 与 {existing} 名称相同，最多只差大小写。",
    }
    return Problem("E-DUP", message, file=path, layer="references")


def _checked(card: ReleaseCard) -> bytes:
    """Return the bytes of a card once they are known to be what they claim."""
    value = read_json(card.canonical, limits=CARD_LIMITS, file=card.path).value
    if canonical_bytes(value) != card.canonical:
        raise EngineBug(f"the bytes of card {card.id} are not canonical")
    if not isinstance(value, dict) or value.get("id") != card.id:
        raise EngineBug(f"the document of card {card.id} carries another id")
    return card.canonical


def _text(lang: str, texts: Mapping[str, Mapping[str, str]]) -> bytes:
    """Return the texts of one language."""
    cards = {card: dict(text) for card, text in texts.items()}
    return canonical_bytes({"format": TEXT_FORMAT, "lang": lang, "cards": cards})


def _manifest(source: ReleaseInput, cards: Sequence[ReleaseCard], files: Mapping[str, bytes]) -> JsonObject:
    """Return the manifest as a value."""
    return {
        "format": RELEASE_FORMAT,
        "pack": source.pack,
        "name": dict(source.name),
        "ruleset": source.ruleset,
        "cardDataVersion": source.version,
        "schemaVersion": source.schema_version,
        "engine": source.engine,
        "languages": list(source.languages),
        "releasedAt": source.released_at,
        "previous": source.previous,
        "cardFiles": [card.path for card in cards],
        "files": [{"path": path, "size": len(data), "sha256": sha256_hex(data)} for path, data in files.items()],
        "cards": [_listed(card) for card in cards],
        "migrations": [dict(record) for record in source.migrations],
        "changelog": dict(source.changelog),
    }


def _listed(card: ReleaseCard) -> JsonObject:
    """Return how the manifest lists one card."""
    row: JsonObject = {"id": card.id, "version": card.version}
    row |= {"sha256": sha256_hex(card.canonical), "path": card.path}
    if card.deprecated is not None:
        row["deprecated"] = dict(card.deprecated)
    if card.art is not None:
        row["art"] = card.art
    return row
