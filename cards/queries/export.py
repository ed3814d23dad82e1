"""The working copy of a pack as one archive: what an import brings back whole, the same bytes for the same content."""

import json
import re
from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from cards.errors import TooLarge
from cards.gateway import editing, packs
from cards.models import Blob, Card, Deck, Draft, Pack, Scenario
from cards.shape import Json

SIZE_LIMIT = packs.ARCHIVE_SIZE - 1024  # bytes of all files with their rows of the table of contents, but for its end
FILES_LIMIT = packs.ARCHIVE_FILES
TEXTS_LIMIT = 3 * 1024 * 1024  # bytes after which a file of texts ends: one of 8 MiB and 250,000 values is read
_ROW = 100  # bytes of a file in the table of contents, and at most those before it, beside its name that both hold
_MARK = "\ufeff"  # a byte order mark at the head of a text says nothing of the card
_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")


def pack_export(*, pack: Pack) -> bytes:
    """Return the cards, texts, decks, scenarios and images of a pack as they are now, without what is in the trash or retired.

    Errors: TooLarge for more than an archive holds.
    """
    files = dict[str, bytes]()
    remaining = SIZE_LIMIT
    for name, data in _files(pack):
        files[name] = data
        remaining -= len(data) + 2 * len(name) + _ROW
        if remaining < 0 or len(files) > FILES_LIMIT:
            raise TooLarge(
                "This pack is larger than an archive that an import takes, 64 MiB and 25,000 files. Export releases and their images instead.",
                "该卡包超过了可导入压缩包的上限（64 MiB、25,000 个文件）。请改为导出发布版本及其图片。",
            )
    return packs.write_zip(files)


def _files(pack: Pack) -> Iterator[tuple[str, bytes]]:
    """Yield the name and the bytes of each file."""
    cards, art, texts = dict[str, str](), dict[str, str](), dict[str, Json]()
    drafts = dict[str, str]()
    for written_id, draft_text, words, sha256 in _drafts(pack).iterator(chunk_size=500):
        name = f"cards/{_stem(pack, written_id)}.json"
        cards[name] = written_id
        if editing.card_id(draft_text) != written_id:
            drafts[name] = written_id
        if sha256:
            art[written_id] = sha256
        for language, written in words.items():
            texts.setdefault(language, {})[written_id] = written
        yield name, draft_text.lstrip(_MARK).encode()
    for language, of_cards in sorted(texts.items()):
        yield from _texts(language, of_cards)
    yield from _decks(pack)
    yield from _scenarios(pack)
    yield from _images(art)
    more = {"drafts": drafts} if drafts else {}
    yield "manifest.json", _json({"ruleset": pack.ruleset, "cardFiles": list(cards), **more})


def _stem(pack: Pack, written_id: str) -> str:
    """Return the name of a card's file: its id, or the first one free where that would be the manifest."""
    if written_id != "manifest":
        return written_id
    near = Card.objects.filter(pack=pack, written_id__istartswith=f"{written_id}.card").values_list(
        "written_id", flat=True
    )
    ids, stem = {name.lower() for name in near}, f"{written_id}.card"
    while stem in ids:
        stem += ".card"
    return stem


def _texts(language: str, of_cards: Json) -> Iterator[tuple[str, bytes]]:
    """Yield the texts of a language, in several files where one would be too large to be read back."""
    parts, size = [dict[str, Any]()], 0
    for card, words in of_cards.items():
        if size > TEXTS_LIMIT:
            parts.append({})
            size = 0
        parts[-1][card] = words
        size += len(_json(words))
    for number, part in enumerate(parts, start=1):
        name = f"text/{language}.json" if number == 1 else f"text/{language}-{number}.json"
        yield name, _json({"format": "text/1", "lang": language, "cards": part})


def _drafts(pack: Pack) -> QuerySet[Draft, tuple[str, str, Json, str | None]]:
    live = Draft.objects.filter(card__pack=pack, card__trashed_at__isnull=True, card__retired_at__isnull=True)
    return live.order_by("card__written_id").values_list("card__written_id", "text", "texts", "art_sha256")


def _decks(pack: Pack) -> Iterator[tuple[str, bytes]]:
    """Yield the decks, each under its id where that can name a file, else by its place among those whose id cannot."""
    decks = list(Deck.objects.filter(pack=pack, trashed_at__isnull=True).order_by("number"))
    stems = {deck.deck_id.lower() for deck in decks}
    free = (f"deck-{number:04}" for number in range(1, 2 * len(decks) + 1) if f"deck-{number:04}" not in stems)
    for deck in decks:
        is_name = _STEM.fullmatch(deck.deck_id) is not None and deck.deck_id.lower() != "manifest"
        yield f"decks/{deck.deck_id if is_name else next(free)}.json", deck.text.encode()


def _scenarios(pack: Pack) -> Iterator[tuple[str, bytes]]:
    """Yield the scenarios, below the id of their card, in the order of their numbers."""
    live = Scenario.objects.filter(
        pack=pack, removed_at__isnull=True, card__trashed_at__isnull=True, card__retired_at__isnull=True
    )
    places = dict[str, int]()
    for written_id, typed in live.order_by("card__written_id", "number").values_list("card__written_id", "text"):
        places[written_id] = places.get(written_id, 0) + 1
        yield f"scenarios/{written_id}/{places[written_id]:04}.json", typed.lstrip(_MARK).encode()


def _images(art: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    held = Blob.objects.filter(sha256__in=set(art.values())).values_list("sha256", "data")
    images = {sha256: bytes(data) for sha256, data in held.iterator(chunk_size=50)}
    for written_id, sha256 in art.items():
        yield f"art/{written_id}.webp", images[sha256]


def _json(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1, sort_keys=True) + "\n").encode()
