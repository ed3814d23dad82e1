"""CSV files: one module writes and reads them, no cell runs as a formula, and every text comes back."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.csv_file import BadFile, csv_line, csv_rows, csv_text, decode, guard, is_formula, number, unguard
from tests.architecture.sources import ROOT, named, python_files

FORMULAS = [
    before + sign + "1+cmd|' /C calc'!A0"
    for sign in "=+-@＝＋－＠﹢﹣﹦﹫"
    for before in (
        "",
        " ",
        "\t",
        "\r",
        "\n",
        "\r\n",
        "\u2028",
        "\x0b",
        "\x85",
        "\u00a0",
        "\u3000",
        "\ufeff",
        "\u200b",
        '"',
        "'",
        "''",
        ' "',
    )
] + ["\tx", "\rx", "\nx", "\x00x", "\x1bx"]
PLAIN = ["", "fire", "3", "造成３点伤害", "a=b", "a-b", "Tis", "'Tis", '"so"', "−3", "。", " two "]
READER = "cards/csv_file.py"


class TestGuard:
    def test_stands_before_whatever_a_spreadsheet_might_run(self) -> None:
        assert [text for text in FORMULAS if not guard(text).startswith("'") or is_formula(guard(text)[:1])] == []

    def test_leaves_other_texts_alone(self) -> None:
        assert [text for text in PLAIN if guard(text) != text] == []

    @given(st.text(st.sampled_from("=+-@'\"＝ \t\r\n,;a1\u200b") | st.characters(codec="utf-8"), max_size=12))
    def test_is_taken_away_again_from_any_text(self, text: str) -> None:
        assert unguard(guard(text)) == text
        assert not guard(text) or not is_formula(guard(text)) or guard(text)[0] == "'"

    def test_leaves_a_number_its_sign_and_takes_nothing_else_for_one(self) -> None:
        written = csv_line(map(number, ["-3", "+2.5", "-1+1", "--2", "-２", "1e5"]))

        assert written == "-3,+2.5,'-1+1,'--2,'-２,1e5\r\n"


class TestFiles:
    @given(st.lists(st.lists(st.text(st.characters(codec="utf-8"), min_size=1), min_size=2, max_size=4), max_size=4))
    def test_come_back_whole(self, rows: list[list[str]]) -> None:
        written = csv_text([["key", "text"], *rows])
        read = [row for _, row in csv_rows(decode(written.encode()))][1:]

        assert [[unguard(cell) for cell in row] for row in read] == [
            row for row in rows if any(map(str.strip, map(guard, row)))
        ]

    @pytest.mark.parametrize("delimiter", [",", ";", "\t"])
    def test_begin_no_formula_where_another_delimiter_is_expected(self, delimiter: str) -> None:
        line = csv_line([f"a{delimiter}=1+1", "b"])
        cells = next(csv.reader(io.StringIO(line), delimiter=delimiter))

        assert not [cell for cell in cells if is_formula(cell)]

    def test_say_the_line_that_cannot_be_read(self) -> None:
        with pytest.raises(BadFile) as encoding:
            decode(b"id\n\x81\x8d\xff\x90")
        with pytest.raises(BadFile) as quotes:
            list(csv_rows('id,a\nx,"y\n'))

        assert (encoding.value.line, quotes.value.line) == (1, 2)


class TestFinder:
    def test_no_other_module_reads_or_writes_csv(self) -> None:
        guilty = [
            named(path)
            for path in python_files()
            if named(path) != READER
            and not named(path).startswith(("tests/", "docs/"))
            and any(
                line.startswith(("import csv", "from csv"))
                for line in map(str.strip, path.read_text(encoding="utf-8").splitlines())
            )
        ]

        assert guilty == []
        assert "import csv" in (ROOT / READER).read_text(encoding="utf-8")
