"""What the card's own page shows, gathered from rows and the engine's report."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from datetime import datetime
from itertools import islice
from typing import Any

from django.urls import reverse

from cards.gateway import faces, validation
from cards.localization import localize
from cards.models import Account, Card, CardVersion, Draft, DraftRevision, Pack
from cards.queries.beside import names_beside
from cards.queries.coverage import Coverage, Worths
from cards.queries.history import revision_list, version_list
from cards.queries.problems import game_of
from cards.shape import JsonObject
from cards.values import frozen_dataclass
from cards.web.text import signed
from cards.web.worth_page import reading_of, worth_interval

HISTORY_LENGTH = 12  # entries of the history beside the editor


@frozen_dataclass
class Entry:
    """One revision or version of a card in a list."""

    key: str
    label: str
    author: Account
    at: datetime
    message: str
    url: str
    compare_url: str
    is_version: bool
    origin: str = ""
    size: int = 0
    released: bool = False


@frozen_dataclass
class CoverageMark:
    """What a preview reached, as the form and the outline show it; stale when the card or the engine moved on."""

    shares: dict[str, float]
    url: str
    is_stale: bool


def coverage_mark(coverage: Coverage | None, pack: Pack) -> CoverageMark | None:
    """Return the coverage of a card's last preview for its page."""
    if coverage is None:
        return None
    return CoverageMark(
        coverage.shares, reverse("cards:preview-detail", args=[pack, coverage.number]), not coverage.is_fresh
    )


@frozen_dataclass
class WorthMark:
    """What blocks are worth, as the form shows it: a number, its class, and the words that it stands for."""

    marks: dict[str, dict[str, str]]
    url: str
    is_stale: bool


def worth_mark(worths: Worths | None, pack: Pack) -> WorthMark | None:
    """Return the worth of a card's blocks by its last measurement for its page."""
    if worths is None:
        return None
    marks = {place: _worth_of_block(worth) for place, worth in worths.worths.items()}
    return WorthMark(marks, reverse("cards:preview-detail", args=[pack, worths.number]), not worths.is_fresh)


def _worth_of_block(worth: JsonObject) -> dict[str, str]:
    reading = reading_of(worth["reading"])
    if worth["reading"] == "never":
        words = localize(
            "{reading}: every pair of matches ended the same without it",
            "{reading}：去掉它，每对对局的结局都相同",
            reading=reading.word,
        )
        return {"number": "0", "tone": reading.tone, "words": words}
    words = localize(
        "{reading}: {mean} {interval} pp of win rate that the card loses without it",
        "{reading}：去掉它，此卡的胜率减少 {mean} {interval} 个百分点",
        reading=reading.word,
        mean=signed(worth["mean"]),
        interval=worth_interval(worth),
    )
    return {"number": signed(worth["mean"]), "tone": reading.tone, "words": words}


def texts_mark(draft: Draft) -> str:
    """Return a hash that shows whether the texts of a draft are still the ones that a form showed."""
    return hashlib.sha256(json.dumps(draft.texts, sort_keys=True).encode()).hexdigest()[:16]


def entries(card: Card, pack: Pack) -> list[Entry]:
    """Return the newest saves and versions together, as the tab beside the editor shows them."""
    found = [version_entry(row, card, pack) for row in version_list(card=card)[:HISTORY_LENGTH]]
    found += [revision_entry(row, card, pack) for row in revision_list(card=card)[:HISTORY_LENGTH]]
    return list(islice(sorted(found, key=lambda entry: entry.at, reverse=True), HISTORY_LENGTH))


def revision_entry(row: DraftRevision, card: Card, pack: Pack) -> Entry:
    """Return a save as a line of the history."""
    origins = {
        "create": localize("made", "新建"),
        "save": localize("save", "保存"),
        "restore": localize("restored", "恢复"),
        "import": localize("import", "导入"),
        "bulk": localize("bulk edit", "批量修改"),
        "rename": localize("rename", "重命名"),
        "aside": localize("set aside", "留存"),
        "merge": localize("merge", "合并"),
    }
    return Entry(
        key=f"r{row.revision}",
        label=f"r{row.revision}",
        author=row.author,
        at=row.saved_at,
        message="",
        url=f"{_history(card, pack)}?revision={row.revision}",
        compare_url=f"{_compare(card, pack)}?from=r{row.revision}&to=draft",
        is_version=False,
        origin=origins[row.origin],
        size=row.size,
    )


def version_entry(row: CardVersion, card: Card, pack: Pack) -> Entry:
    """Return a version as a line of the history."""
    return Entry(
        key=f"v{row.number}",
        label=f"v{row.number}",
        author=row.author,
        at=row.created_at,
        message=row.message,
        url=f"{_history(card, pack)}?version={row.number}",
        compare_url=f"{_compare(card, pack)}?from=v{row.number}&to=draft",
        is_version=True,
        released=row.pk == card.released_version_id,
    )


def _history(card: Card, pack: Pack) -> str:
    return reverse("cards:card-history", args=[pack, card])


def _compare(card: Card, pack: Pack) -> str:
    return reverse("cards:card-compare", args=[pack, card])


def counted(problems: Iterable[Any]) -> tuple[int, int]:
    """Return how many errors and how many warnings there are."""
    listed = [problem.severity for problem in problems]
    return listed.count("error"), listed.count("warning")


def face_of(report: validation.CardReport, card: Card, pack: Pack, texts: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return the face of a text, or of the card's newest version while the text cannot be read."""
    if report.document is not None:
        names = names_beside(report.document, pack=pack)
        return {**faces.face(game_of(pack=pack), report.document, texts, names), "art": card.draft.art_sha256}
    if card.newest_version is not None:
        version = card.newest_version
        names = names_beside(version.document, pack=pack)
        return {**faces.face(game_of(pack=pack), version.document, version.texts, names), "art": version.art_sha256}
    return None
