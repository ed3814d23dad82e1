"""Files that no importer reads say what they are and the one thing to do; tables and records are read in whatever shape programs write them."""

from __future__ import annotations

import gzip
import io
import json
import zipfile
from collections.abc import Mapping
from typing import Any

import openpyxl
import pytest
from PIL import Image

from cards.errors import Refusal
from cards.gateway import rulesets
from cards.models import Pack
from cards.services.import_file import import_file
from cards.services.import_mapping import is_foreign, mapped_cards, other_game, proposed_mapping
from cards.services.import_records import records_in
from cards.services.import_tables import KEY, Table, is_table, table_in
from tests.cards.conftest import card_text

ROWS = [["Name", "ATK"], ["Alpha", "2"], ["Beta", "3"]]
NAMES = ["Alpha", "Beta"]
COCKATRICE = "<cockatrice_carddatabase><cards><card><name>Alpha</name></card></cards></cockatrice_carddatabase>"


def zipped(files: Mapping[str, bytes | str]) -> bytes:
    """Return an archive as a program writes it that knows no rules of packs."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in files.items():
            target.writestr(name, data, zipfile.ZIP_STORED if name == "mimetype" else None)
    return out.getvalue()


def workbook(*sheets: list[list[Any]]) -> bytes:
    """Return a workbook as a spreadsheet writes it."""
    book = openpyxl.Workbook()
    for number, rows in enumerate(sheets):
        sheet = book.active if number == 0 else book.create_sheet()
        for row in rows:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def lines(mark: str) -> bytes:
    """Return the rows as text with a delimiter."""
    return "\n".join(mark.join(row) for row in ROWS).encode()


OTHER_KINDS: dict[str, tuple[bytes, str]] = {
    "cards.7z": (b"7z\xbc\xaf\x27\x1c\0\4" + bytes(60), "only zip is read"),
    "cards.tar.gz": (gzip.compress(b"cards"), "only zip is read"),
    "cards.tar": (b"a" + bytes(256) + b"ustar" + bytes(300), "only zip is read"),
    "a.png": (b"\x89PNG\r\n\x1a\n" + bytes(60), "on the page of its card"),
    "a.pdf": (b"%PDF-1.7\n%\xe2\xe3", "XLSX or CSV"),
    "a.xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(60), "XLSX or CSV"),
    "a.ods": (zipped({"mimetype": "application/vnd.oasis.opendocument.spreadsheet", "content.xml": "<x/>"}), "XLSX"),
    "cards.json": (b"<!DOCTYPE html>\n<html><body>Not found</body></html>", "web page"),
    "cards.xml": (b'<?xml version="1.0"?><!DOCTYPE x><cockatrice_carddatabase/>', "Cockatrice"),
    "cards.yaml": (b"- id: a\n  name: Alpha\n", "YAML"),
    "tables.zip": (zipped({"cards.csv": lines(","), "notes.docx": b"x"}), "by itself: cards.csv"),
    "notes.zip": (zipped({"notes.docx": b"x"}), "only notes.docx"),
    "cut.zip": (zipped({"a.json": b"{}" * 50})[:-60], "cut off"),
}


@pytest.mark.django_db
def test_what_no_importer_reads_says_what_to_do(pack: Pack) -> None:
    for name, (data, advice) in OTHER_KINDS.items():
        with pytest.raises(Refusal) as caught:
            import_file(pack=pack, name=name, data=data)
        refusal = caught.value
        problems = [problem.message["en"] for problem in getattr(refusal, "problems", ())]
        errors = [error["detail"]["en"] for error in refusal.errors or ()]
        assert any(advice in words for words in (refusal.detail["en"], *problems, *errors)), (name, refusal.detail)


TABLES: dict[str, bytes] = {
    "tabs.txt": lines("\t"),
    "bars.csv": lines("|"),
    "utf-16.txt": lines("\t").decode().encode("utf-16"),
    "title.csv": b"My cards of 2026,\n,\n" + lines(","),
    "title.xlsx": workbook([["My cards"], [], *ROWS]),
    "second.xlsx": workbook([["Read me first"]], ROWS),
    "rows.json": json.dumps(ROWS).encode(),
    "split.json": json.dumps({"columns": ROWS[0], "data": ROWS[1:], "index": [0, 1]}).encode(),
    "values.json": json.dumps({"range": "A1:B3", "majorDimension": "ROWS", "values": ROWS}).encode(),
    "map.json": json.dumps({"version": 3, "x": {"Name": "Alpha", "ATK": 2}, "y": {"Name": "Beta", "ATK": 3}}).encode(),
}


def test_tables_are_read_in_every_shape() -> None:
    for name, data in TABLES.items():
        table = table_in(name=name, data=data)
        assert table is not None and [row["Name"] for row in table.rows] == NAMES, name
        assert [str(row["ATK"]) for row in table.rows] == ["2", "3"], name
        assert table.is_grid == (name in ("rows.json", "split.json", "values.json"))
    assert is_foreign("halo", Table(("id", "name"), (), is_grid=True))
    keys = Table((KEY, "hp"), ({KEY: "Alpha", "hp": 3},))
    assert proposed_mapping("halo", keys).pointers[KEY] == "/name"
    twice = table_in(name="x.csv", data=b"Name,Name\nAlpha,Beta\n")
    assert twice is not None and twice.columns == ("Name", "Name (2)")


@pytest.mark.parametrize(
    "text", ['{"a": 1,\n"b": 2}', "Here is your card, enjoy:\n{}", "One, two\nthree", "```json\n[]", "<a>,\n<b>,", ""]
)
def test_other_texts_are_no_tables(text: str) -> None:
    assert not is_table(name="x.txt", data=text.encode())


def test_what_a_spreadsheet_made_of_names_is_listed() -> None:
    cells = [["id", "name", "attack"], ["1", "2-Jan", "3,0"], ["1E+05", "Alpha", "3,000"], ["c", "#REF!", "2.0"]]
    table = table_in(name="x.xlsx", data=workbook(cells))
    assert table is not None
    cards = mapped_cards("halo", table, proposed_mapping("halo", table))
    assert set(cards.conversions) == {("name", "2-Jan"), ("id", "1E+05"), ("name", "#REF!")}
    assert set(cards.refusals) == {("attack", "3,000")}


def test_cards_of_another_game_are_known_by_their_fields() -> None:
    for game in ("genius", "halo", "wizards"):  # those of encounter have no field at their top that others lack
        cards = [json.loads(card.text) for card in rulesets.sample_pack(game).cards[:20]]
        table = table_in(name="x.json", data=json.dumps(cards).encode())
        assert table is not None
        assert {each.name: other_game(each.name, table) for each in rulesets.rulesets()} == {
            each.name: "" if each.name == game else game for each in rulesets.rulesets()
        }


@pytest.mark.django_db
def test_archives_of_projects_bring_their_cards_alone(pack: Pack) -> None:
    files = {
        "repo-main/package.json": '{"name": "x", "version": "1.0.0"}',
        "repo-main/.vscode/settings.json": "{}",
        "repo-main/CARDS/A.JSON": card_text("a"),
        "repo-main/data/all.Json": f"[{card_text('b')}]",
    }
    source = import_file(pack=pack, name="x.zip", data=zipped(files))
    assert ([card.id for card in source.cards], source.beside.others) == (
        ["a", "b"],
        (".vscode/settings.json", "package.json"),
    )


@pytest.mark.django_db
def test_cards_beside_what_a_file_says_of_itself_are_a_list(pack: Pack) -> None:
    document = {
        "meta": {"v": 1, "by": "x"},
        "data": {"cards": [json.loads(card_text("a")), json.loads(card_text("b"))]},
    }
    data = json.dumps(document).encode()
    assert import_file(pack=pack, name="x.json", data=data).offers
    assert [card.id for card in import_file(pack=pack, name="x.json", data=data, repairs=True).cards] == ["a", "b"]


def test_other_programs_files_are_read_as_they_are_passed_on() -> None:
    picture = io.BytesIO()
    Image.new("RGB", (30, 20), "navy").save(picture, "JPEG")
    text = "mse version: 2.0.2\ncard:\n\tname: Alpha\n\timage: image1\n"
    for data in (
        COCKATRICE.encode("utf-16"),
        zipped({"set": text, "image1": picture.getvalue()}),
        zipped({"my set/set": text, "my set/image1": picture.getvalue()}),
    ):
        records = records_in(data)
        assert records is not None and [row.name for row in records.rows] == ["Alpha"]
        assert records.program == "Cockatrice" or records.rows[0].image == picture.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_long_table_is_known_wherever_its_beginning_ends(encoding: str) -> None:
    """No character that the beginning divides hides a table whose file has another name."""
    unknown_shifts = [
        shift
        for shift in range(4)
        if not is_table(
            name="cards.txt", data=("名称,攻击力" + "x" * shift + "\n" + "织梦者,2\n" * 4000).encode(encoding)
        )
    ]
    assert unknown_shifts == []
