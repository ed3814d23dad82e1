"""Texts out of a translator's file: a report first, then all of them or none, each card one revision."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from django.db import transaction

from cards.errors import BadText, InvalidFields, StateConflict
from cards.models import Account, Card, Pack, RevisionOrigin
from cards.models.fields import LANGUAGES
from cards.permissions import Act, Actor, authorize
from cards.progress import Phase, Watch, ignore_progress
from cards.queries.problems import known_ids
from cards.queries.texts import card_texts, cards_by_id
from cards.services.audit import audit_record
from cards.services.draft import checked_draft, draft_write
from cards.services.pack import pack_lock
from cards.text_states import CardTexts
from cards.texts import Bases, checked_card_string
from cards.texts_csv import BadCsv, CsvProblem, CsvRow, read_csv, text_hash
from cards.values import frozen_dataclass

CARD_LIMIT = 1_000  # cards that one import changes, so that a request ends in time
_OTHER_SOURCE = (
    "The source has changed since, and the source in this row is not the exported one.",
    "源文案之后已更新，而此行的 source 不是导出时的源文案。",
)
Kind = Literal["changed", "same", "older", "edited"]


@frozen_dataclass
class Choices:
    """What becomes of rows that do not fit what is here: left out by default.

    Shapes: older, of a row translated from an original that moved on since: `skip`, or `stale` to write it as stale;
            edited, of a text that was edited here since the file went out: `skip`, or `file` to write the file's.
    """

    older: str = "skip"
    edited: str = "skip"


@frozen_dataclass
class Outcome:
    """What a row of the file means for one text."""

    line: int
    card: Card
    language: str
    name: str
    kind: Kind
    before: str
    after: str
    base: str


@dataclass(frozen=True)
class TextsReport:
    """What an import would do or did, row by row."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[CsvProblem, ...]
    choices: Choices

    @cached_property
    def written_rows(self) -> tuple[Outcome, ...]:
        """Return the rows that are written."""
        taken = {"changed", *(("older",) if self.choices.older == "stale" else ())}
        taken |= {"edited"} if self.choices.edited == "file" else set()
        return tuple(row for row in self.outcomes if row.kind in taken)

    def of(self, kind: str) -> tuple[Outcome, ...]:
        """Return the rows of one kind."""
        return tuple(row for row in self.outcomes if row.kind == kind)

    @property
    def skipped(self) -> int:
        """Return how many rows differ from what is here and are left out."""
        return sum(row.kind != "same" for row in self.outcomes) - len(self.written_rows)

    @property
    def cards(self) -> int:
        """Return how many cards are written."""
        return len({row.card.pk for row in self.written_rows})


def texts_import(
    *,
    actor: Actor,
    pack: Pack,
    data: bytes,
    choices: Choices | None = None,
    dry_run: bool = False,
    watch: Watch = ignore_progress,
) -> TextsReport:
    """Write the texts of a file: any problem refuses them all, each card gets one revision, one event records it.

    Errors: InvalidFields with a problem, for a file that cannot be taken as it is; StateConflict when it changes too many
            cards; Stale when one of them is saved meanwhile.
    """
    account = authorize(actor, pack, Act.DRAFT_SAVE)
    report = _report(pack, data, choices or Choices())
    if dry_run:
        return report
    _check_writable(report)
    with transaction.atomic():
        pack_lock(pack=pack)
        _write(account, pack, report, watch)
        details = {"texts": len(report.written_rows), "cards": report.cards, "skipped": report.skipped}
        audit_record(actor=account, action="texts.import", pack=pack, target=pack.slug, details=details)
    return report


def _check_writable(report: TextsReport) -> None:
    if report.problems:
        first = report.problems[0]
        raise InvalidFields.of("/file", f"Line {first.line}: {first.en}", f"第 {first.line} 行：{first.zh}")
    if not report.written_rows:
        raise StateConflict("The file changes nothing.", "文件没有任何改动。")
    if report.cards > CARD_LIMIT:
        raise StateConflict(
            f"The file changes {report.cards} cards; one import changes at most {CARD_LIMIT}. Split the file.",
            f"文件会改动 {report.cards} 张卡牌；每次最多导入 {CARD_LIMIT} 张，请拆分文件。",
        )


def _report(pack: Pack, data: bytes, choices: Choices) -> TextsReport:
    try:
        rows = read_csv(data)
    except BadCsv as bad:
        return TextsReport((), (bad.problem,), choices)
    cards = cards_by_id(pack=pack, written_ids=[row.key.split("/")[0] for row in rows])
    reader = _Reader(pack, cards)
    outcomes = [found for row in rows if (found := reader.outcome(row)) is not None]
    return TextsReport(tuple(outcomes), tuple(reader.problems), choices)


class _Reader:
    """Compares the rows of a file with the texts of a pack."""

    def __init__(self, pack: Pack, cards: Mapping[str, Card]) -> None:
        self.pack, self.cards = pack, cards
        self.problems: list[CsvProblem] = []
        self._seen: dict[str, int] = {}
        self._texts: dict[int, CardTexts] = {}

    def outcome(self, row: CsvRow) -> Outcome | None:
        """Return what a row means, or note why it means nothing."""
        card, name, language = self._named(row)
        if card is None:
            return None
        words = self._texts_of(card)
        if not self._is_storable(row, name, words.limit(name)):
            return None
        before, original = words.text(language, name), words.original(name)
        if row.text == before:
            return Outcome(row.line, card, language, name, "same", before, row.text, "")
        is_older = row.source_hash != text_hash(original)
        if is_older and text_hash(row.source) != row.source_hash:
            self._refuse(row, "source", *_OTHER_SOURCE)
            return None
        is_edited = bool(row.text_hash) and row.text_hash != text_hash(before)
        kind: Kind = "edited" if is_edited else "older" if is_older else "changed"
        return Outcome(row.line, card, language, name, kind, before, row.text, row.source if is_older else "")

    def _named(self, row: CsvRow) -> tuple[Card | None, str, str]:
        card_id, name, language = [*row.key.split("/"), "", ""][:3]
        card = self.cards.get(card_id)
        if card is None:
            self._refuse(row, "key", f"There is no card {card_id or '“”'}.", f"没有卡牌 {card_id or '“”'}。")
        elif row.key.count("/") != 2 or language not in LANGUAGES or name not in self._texts_of(card).names:
            self._refuse(row, "key", f"“{row.key}” names no text.", f"“{row.key}”不是文案的键。")
            card = None
        elif language == self.pack.source_language:
            self._refuse(
                row,
                "key",
                "Texts of the source language are written on the page of the card.",
                "源语言的文案请在卡牌页面填写。",
            )
            card = None
        elif row.key in self._seen:
            first = self._seen[row.key]
            self._refuse(row, "key", f"Line {first} is about the same text.", f"第 {first} 行是同一段文案。")
            card = None
        self._seen.setdefault(row.key, row.line)
        return card, name, language

    def _is_storable(self, row: CsvRow, name: str, limit: int) -> bool:
        try:
            checked_card_string(name, row.text, pointer="/text", limit=limit)
        except InvalidFields as refusal:
            detail = refusal.errors[0]["detail"]
            self._refuse(row, "text", detail["en"], detail["zh"])
            return False
        except BadText as refusal:
            self._refuse(row, "text", refusal.detail["en"], refusal.detail["zh"])
            return False
        return True

    def _texts_of(self, card: Card) -> CardTexts:
        if card.pk not in self._texts:
            self._texts[card.pk] = card_texts(pack=self.pack, state=card.draft)
        return self._texts[card.pk]

    def _refuse(self, row: CsvRow, column: str, en: str, zh: str) -> None:
        self.problems.append(CsvProblem(row.line, column, en, zh))


def _write(account: Account, pack: Pack, report: TextsReport, watch: Watch) -> None:
    known_names = known_ids(pack=pack)
    by_card: dict[int, list[Outcome]] = {}
    for row in report.written_rows:
        by_card.setdefault(row.card.pk, []).append(row)
    for done, rows in enumerate(by_card.values()):
        watch(Phase.WRITING, done, len(by_card))
        _write_card(account, pack, rows, known_names)


def _write_card(account: Account, pack: Pack, rows: Sequence[Outcome], known_names: frozenset[str]) -> None:
    card, draft = rows[0].card, rows[0].card.draft
    texts = {language: dict(words) for language, words in draft.texts.items()}
    for row in rows:
        texts.setdefault(row.language, {})[row.name] = row.after
    content = checked_draft(pack=pack, text=draft.text, texts=texts, known_names=known_names).following(draft, pack)
    content = replace(content, bases=_with_bases(content.bases or {}, rows))
    draft_write(card=card, account=account, content=content, etag=draft.etag, origin=RevisionOrigin.IMPORT)


def _with_bases(bases: Bases, rows: Sequence[Outcome]) -> Bases:
    """Return the bases with those of rows that were translated from an older original."""
    bases_after = {language: dict(words) for language, words in bases.items()}
    for row in rows:
        if row.base and row.after:
            bases_after.setdefault(row.language, {})[row.name] = row.base
    return bases_after
