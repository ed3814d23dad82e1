"""What the manifest of a pack says about its files, and whether the files agree."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from engine.errors import BadCard, Problem, Problems
from engine.language.diagnostics.listing import listed, problems_of
from engine.packs.canonical import canonical_bytes, sha256_hex
from engine.packs.limits import MANIFEST_LIMITS
from engine.packs.names import CARD_ID, MANIFEST, UNPINNED_FILES, name_problem
from engine.packs.reader import Document, read_json

_DIGEST: Final = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Pin:
    """What a manifest says about one file."""

    path: str
    size: int
    sha256: str


def verify_release(files: Mapping[str, bytes]) -> tuple[Problem, ...]:
    """Return what differs between the files of a release and its manifest; empty when the release is whole.

    Checked are every listed file (there, size, sha256), that no other file is there, and the sha256 of every card.
    """
    try:
        if MANIFEST not in files:
            return (missing(MANIFEST),)
        manifest = read_json(files[MANIFEST], limits=MANIFEST_LIMITS, file=MANIFEST)
        problems = [*shape_problems(manifest)]
        if problems:
            return tuple(problems)
        pins = pinned(manifest)
        problems = [found for pin in pins.values() for found in differences(pin, files.get(pin.path))]
        problems += [_unlisted(path) for path in sorted(files.keys() - pins.keys() - UNPINNED_FILES)]
        return listed(problems or _card_differences(manifest, files))
    except BadCard as refused:
        return refused.problems


def shape_problems(manifest: Document) -> Problems:
    """Yield what keeps the lists of a manifest (`cardFiles`, `files`, `cards`) from being read."""
    if not isinstance(manifest.value, dict):
        yield _misshapen(manifest, "", ("an object", "对象"))
        return
    for name, is_good in (("cardFiles", _is_card_file), ("files", _is_pin), ("cards", _is_card)):
        rows = manifest.value.get(name, [])
        if not isinstance(rows, list):
            yield _misshapen(manifest, f"/{name}", ("a list", "列表"))
            continue
        bad = [f"/{name}/{number}" for number, row in enumerate(rows) if not is_good(row)]
        yield from problems_of(bad, partial(_misshapen, manifest, wanted=_EXPECTED[name]), manifest.file)


_EXPECTED: Final = {
    "cardFiles": ("the path of a file inside the pack, other than the manifest", "卡包内清单以外的文件路径"),
    "files": ("{path, size, sha256} of a file inside the pack", "卡包内文件的 {path, size, sha256}"),
    "cards": ("{id, sha256, path} of a card inside the pack", "卡包内卡牌的 {id, sha256, path}"),
}


def _is_path(row: Any) -> bool:
    return isinstance(row, str) and name_problem(row) is None


def _is_card_file(row: Any) -> bool:
    return _is_path(row) and row not in UNPINNED_FILES


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and _DIGEST.fullmatch(value) is not None


def _is_pin(row: Any) -> bool:
    return (
        isinstance(row, dict)
        and _is_path(row.get("path"))
        and _is_digest(row.get("sha256"))
        and type(row.get("size")) is int
    )


def _is_card(row: Any) -> bool:
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        return False
    return CARD_ID.fullmatch(row["id"]) is not None and _is_path(row.get("path")) and _is_digest(row.get("sha256"))


def pinned(manifest: Document) -> dict[str, Pin]:
    """Return the pins of a well-shaped manifest by path."""
    return {row["path"]: Pin(row["path"], row["size"], row["sha256"]) for row in manifest.value.get("files", ())}


def differences(pin: Pin, data: bytes | None) -> Problems:
    """Yield how a file differs from its pin."""
    if data is None:
        yield missing(pin.path)
    elif len(data) != pin.size:
        yield _differs(pin, f"{len(data)} bytes", f"{len(data)} 字节", pin.size)
    elif (digest := sha256_hex(data)) != pin.sha256:
        yield _differs(pin, f"sha256 {digest}", f"sha256 {digest}", pin.sha256)


def _differs(pin: Pin, english: str, chinese: str, expected: int | str) -> Problem:
    message = {
        "en": f"{pin.path} is not the file that the manifest lists: it has {english}, {expected} was expected.",
        "zh": f"{pin.path} 与清单不符：实际为 {chinese}，应为 {expected}。",
    }
    return Problem("E-FILE", message, file=pin.path, found=english, wanted=expected)


def _card_differences(manifest: Document, files: Mapping[str, bytes]) -> Problems:
    """Yield the cards whose own canonical bytes are not those that the manifest lists."""
    for row in manifest.value.get("cards", ()):
        path, digests = row["path"], set[tuple[str, str]]()
        if path not in files:
            yield missing(path)
            continue
        for card in cards_in(read_json(files[path], limits=MANIFEST_LIMITS, file=path).value):
            digests.add((str(card.get("id")), sha256_hex(canonical_bytes(card))))
        if (row["id"], row["sha256"]) not in digests:
            message = {
                "en": f"Card {row['id']} in {path} is not the one that the manifest lists.",
                "zh": f"{path} 里的卡牌 {row['id']} 与清单不符。",
            }
            yield Problem("E-FILE", message, file=path, card=row["id"], wanted=row["sha256"])


def cards_in(value: Any) -> list[dict[str, Any]]:
    """Return the cards that a card file holds: one, a list of them, or `{"cards": […]}`."""
    held = value["cards"] if is_set(value) else value
    return [card for card in (held if isinstance(held, list) else [held]) if isinstance(card, dict)]


def is_set(value: Any) -> bool:
    """Return whether a document is `{"cards": […]}`; a card has an id, a deck its own, and other documents name their format."""
    return isinstance(value, dict) and isinstance(value.get("cards"), list) and value.keys().isdisjoint(_NO_SET)


_NO_SET: Final = frozenset({"id", "deckId", "format"})


def card_places(value: Any) -> list[str]:
    """Return the pointers of all values in a card file where a card should be."""
    if is_set(value):
        return [f"/cards/{place}" for place in range(len(value["cards"]))]
    return [f"/{place}" for place in range(len(value))] if isinstance(value, list) else [""]


def missing(path: str, pointer: str = "") -> Problem:
    """Return the problem of a file that should be there."""
    return Problem(
        "E-FILE", {"en": f"The file {path} is missing.", "zh": f"缺少文件 {path}。"}, path=pointer, file=path
    )


def _unlisted(path: str) -> Problem:
    message = {"en": f"The manifest does not list the file {path}.", "zh": f"清单没有列出文件 {path}。"}
    return Problem("E-FILE", message, file=path)


def _misshapen(manifest: Document, pointer: str, wanted: tuple[str, str]) -> Problem:
    english, chinese = wanted
    line, column = manifest.locate(pointer)
    message = {"en": f"{pointer or 'The manifest'} should be {english}.", "zh": f"{pointer or '清单'} 应为{chinese}。"}
    return Problem("E-SCHEMA", message, pointer, file=manifest.file, line=line, column=column, wanted=english)
