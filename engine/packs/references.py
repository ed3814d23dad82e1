"""What a card's text may refer to at one of its places."""

from __future__ import annotations

from typing import Any

from engine.language.analysis.check import MAX_DEPTH, deepest
from engine.language.analysis.references import Reference, references_at
from engine.language.reading.inner_cards import with_inner
from engine.language.reading.source_map import unescape
from engine.language.reading.surface import desugar
from engine.language.spec import Vocabulary
from engine.packs.card import Reader, Rewrite
from engine.packs.reader import read_json


def card_references(
    vocabulary: Vocabulary, text: str, pointer: str, *, rewrite: Rewrite | None = None
) -> tuple[Reference, ...]:
    """Return what a card's text may refer to at one of its places, or at a field there that is not written yet.

    Errors: BadCard for a text that does not parse; LookupError for a pointer that leads nowhere.
    """
    document = read_json(text, jsonc=True)
    _find_around(document.value, pointer)
    if deepest(document.value) > MAX_DEPTH:
        return ()
    card, _, place = Reader(vocabulary, rewrite=rewrite).read(document.value)
    core_form = desugar(vocabulary, card)
    parts = [
        (place(core_form.place(prefix)), prefix, part) for prefix, part in with_inner(vocabulary, core_form.document)
    ]
    _, prefix, innermost = [row for row in parts if not row[1] or f"{pointer}/".startswith(f"{row[0]}/")][-1]
    return references_at(vocabulary, innermost, pointer, lambda path: place(core_form.place(prefix + path)))


def _find_around(value: Any, pointer: str) -> None:
    """Walk to the object or list in which a pointer names something.

    Errors: LookupError where there is none.
    """
    if pointer and not pointer.startswith("/"):
        raise LookupError(pointer)
    for part in pointer.split("/")[1:-1]:
        value = value[_index(part)] if isinstance(value, list) else value[unescape(part)]
        if not isinstance(value, dict | list):
            raise LookupError(pointer)


def _index(part: str) -> int:
    if not part.isascii() or not part.isdigit() or len(part) > 6:
        raise LookupError(part)
    return int(part)
