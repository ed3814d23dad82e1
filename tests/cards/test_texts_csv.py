"""Translators' files: every character comes back, no cell runs as a formula, and a report comes before anything is written."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from cards.errors import Forbidden, InvalidFields, NotFound, Refusal, StateConflict
from cards.models import Account, AuditEvent, Card, DraftRevision, Pack
from cards.queries.history import draft_get
from cards.queries.texts import TextFilters
from cards.services.draft import draft_save
from cards.services.texts import texts_save
from cards.services.texts_import import Choices, TextsReport, texts_import
from cards.texts_csv import BadCsv, csv_lines, read_csv, text_hash
from cards.web.texts import csv_rows
from tests.cards.conftest import MakeCard, card_text

ODD = [
    "=1+1",
    "＝SUM(A1)",
    "+3 点",
    "-2",
    "@home",
    "'=1",
    "''",
    "'Tis",
    "'",
    "",
    "造成３点伤害，然后「抽牌」。！？：；",
    "ﬁ ﬀ ① A\u030a \u212b",
    '🔥👩‍🚀 a\nb, "c"; d\te',
    " two  spaces ",
    "\u200bzero",
]
ZH = {"name": "小石头", "description": "对一个怪物造成5点伤害。"}
DEAL_5, DEAL_6 = "Deal 5 damage to a monster.", "Deal 6 damage to a monster."


def file_of(pack: Pack, **filters: Any) -> bytes:
    return "".join(csv_lines(csv_rows(pack, TextFilters("zh", **filters)))).encode()


def edited(data: bytes, changes: dict[str, dict[str, str]]) -> bytes:
    """Return a file as a spreadsheet gives it back, with some cells changed by the key of their row."""
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    for row in rows:
        row.update(changes.get(row["key"], {}))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return ("\ufeff" + out.getvalue()).encode()


class TestCells:
    @pytest.mark.parametrize("text", ODD)
    def test_come_back_as_they_were(self, text: str) -> None:
        row = ("c/name/zh", "n", "written", text, text, "", text_hash(text), text_hash(text))
        [found] = read_csv("".join(csv_lines([row])).encode())

        assert (found.text, found.source, found.line) == (text, text, 2)

    @pytest.mark.parametrize("text", ODD)
    def test_have_hashes_that_no_spreadsheet_takes_for_numbers(self, text: str) -> None:
        assert text_hash(text)[0] == "s"


class TestFiles:
    def test_begin_with_a_mark_and_end_lines_as_spreadsheets_do(self, make_card: MakeCard, pack: Pack) -> None:
        make_card(texts={"zh": ZH})
        data = file_of(pack)

        assert data.startswith(b"\xef\xbb\xbfkey,name,state,source,text,generated,source_hash,text_hash\r\n")
        assert data.count(b"\r\n") == data.count(b"\n") == 3

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_are_read_as_spreadsheets_write_them(self, delimiter: str, encoding: str, end: str) -> None:
        lines = [["key", "text", "source_hash"], ["c/name/zh", "火，水；土", "s1"], ["c/notes/zh", '"a\r\nb"', "s2"]]
        data = end.join(delimiter.join(line) for line in lines).encode(encoding)

        assert [(row.line, row.text) for row in read_csv(data)] == [(2, "火，水；土"), (3, "a\nb")]

    @pytest.mark.parametrize(
        ("data", "line", "word"),
        [
            (b"key,text,source_hash\nc,\x81\x8d\xff\x90,s", 1, "UTF-8"),
            (b"key,text\na,b", 1, "source_hash"),
            (b"", 1, "key"),
            (b'key,text,source_hash\na,"b,c\nd', 3, "quotes"),
            (b"key,text,source_hash\n" + b"a,b,c\n" * 60_001, 60_002, "60000"),
        ],
    )
    def test_are_refused_with_line_and_reason(self, data: bytes, line: int, word: str) -> None:
        with pytest.raises(BadCsv) as error:
            read_csv(data)

        assert error.value.problem.line == line
        assert word in error.value.problem.en


@pytest.fixture
def stone(make_card: MakeCard) -> Card:
    return make_card(texts={"zh": ZH}, description=DEAL_5)


@pytest.fixture
def second_card(make_card: MakeCard) -> Card:
    return make_card("base.other", texts={"zh": {"name": "别的"}}, description=DEAL_5)


def import_as(actor: Account, pack: Pack, data: bytes, **given: Any) -> TextsReport:
    return texts_import(actor=actor, pack=pack, data=data, **given)


def source(actor: Account, card: Card, **changes: Any) -> None:
    etag = draft_get(card=card).etag
    draft_save(actor=actor, card=card, text=card_text(card.written_id, **changes), texts=None, based_on=etag)


KEY = "base.stone/description/zh"
OTHER_KEY = "base.other/description/zh"


class TestImport:
    def test_writes_one_revision_per_card_and_one_event(
        self, stone: Card, second_card: Card, pack: Pack, admin: Account
    ) -> None:
        data = edited(file_of(pack), {KEY: {"text": "“五”点！"}, OTHER_KEY: {"text": "'=火\r\n水"}})
        before = AuditEvent.objects.count()
        report = import_as(admin, pack, data)

        texts = [draft_get(card=card).texts["zh"]["description"] for card in (stone, second_card)]
        assert texts == ["“五”点！", "=火\n水"]
        assert [row.origin for row in DraftRevision.objects.filter(revision=2)] == ["import", "import"]
        assert (len(report.written_rows), report.cards, AuditEvent.objects.count()) == (2, 2, before + 1)
        assert AuditEvent.objects.latest("id").details == {"texts": 2, "cards": 2, "skipped": 0}

    def test_writes_nothing_when_it_is_asked_what_it_would_do(self, stone: Card, pack: Pack, admin: Account) -> None:
        report = import_as(admin, pack, edited(file_of(pack), {KEY: {"text": "五"}}), dry_run=True)

        assert [(row.kind, row.line) for row in report.outcomes] == [("same", 2), ("changed", 3)]
        assert draft_get(card=stone).revision == 1

    def test_of_an_untouched_file_changes_nothing(
        self, stone: Card, second_card: Card, pack: Pack, admin: Account
    ) -> None:
        with pytest.raises(StateConflict):
            import_as(admin, pack, file_of(pack))

    def test_is_all_or_nothing(self, stone: Card, second_card: Card, pack: Pack, admin: Account) -> None:
        data = edited(file_of(pack), {KEY: {"text": "五"}, OTHER_KEY: {"text": "长" * 1_001}})
        report = import_as(admin, pack, data, dry_run=True)
        with pytest.raises(InvalidFields) as error:
            import_as(admin, pack, data)

        assert [(problem.line, problem.column) for problem in report.problems] == [(3, "text")]
        assert error.value.errors[0]["detail"]["zh"] == "第 3 行：最多 1000 个字符。"
        assert draft_get(card=stone).revision == 1

    @pytest.mark.parametrize(
        ("key", "word"),
        [
            ("base.nothing/description/zh", "no card base.nothing"),
            ("base.stone/flavour/zh", "names no text"),
            ("base.stone/description/fr", "names no text"),
            ("base.stone/description/zh/x", "names no text"),
            ("base.stone/description/en", "source language"),
            ("base.stone/name/zh", "Line 2"),
            ("", "no card"),
        ],
    )
    def test_names_the_row_that_it_does_not_know(
        self, stone: Card, pack: Pack, admin: Account, key: str, word: str
    ) -> None:
        report = import_as(admin, pack, edited(file_of(pack), {KEY: {"key": key}}), dry_run=True)

        assert [(problem.line, problem.column) for problem in report.problems] == [(3, "key")]
        assert word in report.problems[0].en

    def test_leaves_out_what_was_translated_from_an_older_source(
        self, stone: Card, second_card: Card, pack: Pack, admin: Account
    ) -> None:
        data = edited(file_of(pack), {KEY: {"text": "五"}, OTHER_KEY: {"text": "也是五"}})
        source(admin, stone, description=DEAL_6)
        report = import_as(admin, pack, data)

        assert [row.name for row in report.of("older")] == ["description"]
        assert report.skipped == 1
        assert draft_get(card=stone).texts["zh"] == ZH
        assert draft_get(card=second_card).texts["zh"]["description"] == "也是五"

    def test_writes_it_as_stale_on_request(self, stone: Card, pack: Pack, admin: Account) -> None:
        data = edited(file_of(pack), {KEY: {"text": "五"}})
        source(admin, stone, description=DEAL_6)
        import_as(admin, pack, data, choices=Choices(older="stale"))
        draft = draft_get(card=stone)

        assert draft.texts["zh"]["description"] == "五"
        assert draft.bases == {"zh": {"description": DEAL_5}}
        assert "zh.description.stale" in draft.text_states

    def test_refuses_an_older_source_that_was_changed_in_the_file(
        self, stone: Card, pack: Pack, admin: Account
    ) -> None:
        data = edited(file_of(pack), {KEY: {"text": "五", "source": "Deal five."}})
        source(admin, stone, description=DEAL_6)
        report = import_as(admin, pack, data, dry_run=True)

        assert [(problem.line, problem.column) for problem in report.problems] == [(3, "source")]

    def test_keeps_what_was_edited_here_meanwhile_unless_asked(self, stone: Card, pack: Pack, admin: Account) -> None:
        data = edited(file_of(pack), {KEY: {"text": "文件里的"}})
        etag = draft_get(card=stone).etag
        texts_save(actor=admin, card=stone, language="zh", words={"description": "这里的"}, based_on=etag)
        with pytest.raises(StateConflict):
            import_as(admin, pack, data)
        description = draft_get(card=stone).texts["zh"]["description"]
        import_as(admin, pack, data, choices=Choices(edited="file"))

        assert (description, draft_get(card=stone).texts["zh"]["description"]) == ("这里的", "文件里的")

    def test_is_for_designers_of_the_pack(self, stone: Card, pack: Pack, people: dict[str, Account]) -> None:
        data = edited(file_of(pack), {KEY: {"text": "五"}})
        refusals: list[type[Refusal]] = []
        for role in ("viewer", "stranger"):
            with pytest.raises(Refusal) as refused:
                import_as(people[role], pack, data)
            refusals.append(refused.type)

        assert refusals == [Forbidden, NotFound]
        assert draft_get(card=stone).revision == 1
