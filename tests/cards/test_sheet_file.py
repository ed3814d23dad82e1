"""Workbooks: what is written comes back, cells of any kind are text, and an archive that would harm is refused before it is read."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime

import pytest
from openpyxl import Workbook, load_workbook

from cards.csv_file import BadFile, csv_rows, decode, number
from cards.services.bulk_altered import is_conversion
from cards.services.bulk_values import BadCell, parsed
from cards.sheet_file import MAX_COLUMNS, cell_text, is_sheet, sheet_bytes, sheet_rows
from tests.cards.test_csv_file import FORMULAS, PLAIN

MOMENTS = [datetime.fromisoformat(moment) for moment in ("2024-01-02", "2024-01-02T03:04")]
PARTS = {"xl/workbook.xml": b"<x/>", "[Content_Types].xml": b"<x/>"}


def archive(parts: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, content in parts.items():
            target.writestr(name, content)
    return out.getvalue()


def with_part(data: bytes, name: str, content: bytes) -> bytes:
    """Return a workbook with one part replaced."""
    with zipfile.ZipFile(io.BytesIO(data)) as source:
        parts = {info.filename: source.read(info) for info in source.infolist()}
    return archive({**parts, name: content})


class TestOut:
    def test_comes_back_as_it_was(self) -> None:
        rows = [
            ["id", "name"],
            *(["x", text] for text in (*PLAIN, *FORMULAS, "007", "3.10", "2-1", "TRUE") if text >= " "),
        ]
        rows = [row for row in rows if not any(ord(letter) < 32 for letter in row[1])]
        data = sheet_bytes(rows, "core")
        assert is_sheet(data)
        assert [row for _, row in sheet_rows(data)] == [row if row[1].strip() else row[:1] for row in rows]

    def test_has_no_formula_and_keeps_texts_from_becoming_numbers(self) -> None:
        data = sheet_bytes([[*FORMULAS, "007", "2-1"], map(number, ["3", "-4", "x"])], "core")
        sheet = load_workbook(io.BytesIO(data)).worksheets[0]
        first, second = list(sheet.iter_rows())
        assert {(cell.data_type, cell.number_format) for cell in first if cell.value} == {("s", "@")}
        assert [cell.value for cell in second[:3]] == [3, -4, "x"]


class TestIn:
    def test_reads_cells_of_every_kind_as_text(self) -> None:
        book = Workbook()
        values = ["a", 3, 3.0, 2.5, True, None, date(2024, 1, 2), *MOMENTS]
        book.worksheets[0].append(values)
        book.worksheets[0].append([None, None])
        book.worksheets[0].append(["b"])
        out = io.BytesIO()
        book.save(out)
        texts = ["a", "3", "3", "2.5", "true", "", "2024-01-02", "2024-01-02", "2024-01-02 03:04:00"]
        rows = list(sheet_rows(out.getvalue()))
        assert [cell_text(value) for value in values] == texts
        assert [(line, [cell for cell in row if cell]) for line, row in rows] == [
            (1, [t for t in texts if t]),
            (3, ["b"]),
        ]

    def test_takes_the_value_of_a_formula_and_never_its_text(self) -> None:
        book = Workbook()
        book.worksheets[0].append(["id", "=1+1", '=HYPERLINK("http://x")'])
        out = io.BytesIO()
        book.save(out)
        assert next(iter(sheet_rows(out.getvalue())))[1][:1] == ["id"]
        assert "=" not in "".join(next(iter(sheet_rows(out.getvalue())))[1])

    @pytest.mark.parametrize(
        "data",
        [
            b"", b"PK", b"PK\x03\x04xl/workbook", archive(PARTS), archive({**PARTS, "xl/x.xml": b"0" * (25 << 20)}),
            archive({**PARTS, **{f"xl/{no}": b"" for no in range(2_001)}}),
        ],
        ids=["empty", "mark", "damage", "shell", "bomb", "parts"],
    )  # fmt: skip
    def test_refuses_what_is_no_workbook_or_too_large(self, data: bytes) -> None:
        with pytest.raises(BadFile):
            list(sheet_rows(data))

    def test_reads_no_entity_and_no_column_beyond_the_last(self) -> None:
        laughs = "".join(f'<!ENTITY a{no} "{f"&a{no - 1};" * 10}">' for no in range(1, 12))
        bomb = f'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">{laughs}]>'
        sheet = (
            '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row r="1">'
            '<c r="A1" t="inlineStr"><is><t>&a11;&f;</t></is></c></row></sheetData></worksheet>'
        )
        data = with_part(sheet_bytes([["x"]], "s"), "xl/worksheets/sheet1.xml", (bomb + sheet).encode())
        with pytest.raises(BadFile):
            list(sheet_rows(data))
        wide = sheet_bytes([["x"] * (MAX_COLUMNS + 9)], "s")
        assert len(next(iter(sheet_rows(wide)))[1]) == MAX_COLUMNS


class TestCsvOfPrograms:
    @pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gbk", "big5"])
    def test_is_read_in_its_encoding(self, encoding: str) -> None:
        name = "戰地醫師的恢復藥劑" if encoding == "big5" else "战地医师的恢复药剂"
        assert list(csv_rows(decode(f"id,name\r\nx,{name}\r\n".encode(encoding))))[-1] == (2, ["x", name])

    @pytest.mark.parametrize("line", ["sep=;\r\n", "SEP=;\n", "\ufeffsep=;\r\n"])
    def test_takes_the_delimiter_that_its_first_line_names(self, line: str) -> None:
        assert list(csv_rows(f"{line}id;a,b,c\r\nx;1\r\n")) == [(2, ["id", "a,b,c"]), (3, ["x", "1"])]

    def test_of_a_torn_quote_names_the_line_of_the_file(self) -> None:
        with pytest.raises(BadFile) as bad:
            list(csv_rows('sep=;\nid;a\nx;"1'))
        assert bad.value.line == 3

    @pytest.mark.parametrize(
        "cell", ["7", "3.1", "2-Jan", "Jan-02", "2024/1/2", "1月2日", "2024-01-02", "1E+05", "TRUE", "12:30", "50%"]
    )
    def test_shows_what_a_spreadsheet_made(self, cell: str) -> None:
        assert is_conversion(cell)

    @pytest.mark.parametrize(
        "cell", ["Medic", "3 Wishes", "May", "2-for-1", "March of Time", "一月", "Agent 7", "v3.1", ""]
    )
    def test_leaves_names_alone(self, cell: str) -> None:
        assert not is_conversion(cell)


def test_a_whole_number_has_a_point_where_a_spreadsheet_writes_one() -> None:
    from cards.gateway.fields import Field

    field = Field("/n", {"en": "N", "zh": "N"}, "integer", {}, True, None, {"minimum": 0, "maximum": 9})
    assert [parsed(field, cell) for cell in ("3", "3.0", "3.00", "３")] == [3, 3, 3, 3]
    for cell in ("3.5", "3.", "12.0", "x.0"):
        with pytest.raises(BadCell):
            parsed(field, cell)
