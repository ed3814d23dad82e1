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
from cards.services.import_file import Unreadable, import_file
from cards.services.import_mapping import is_foreign, mapped_cards, other_game, proposed_mapping
from cards.services.import_records import records_in
from cards.services.import_tables import GROUP, KEY, MAX_LONE_SIZE, Table, is_table, table_in
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
    "deck.txt": (b"CARDSIZE=6,9\nFONT=Arial,12\n", "neither JSON nor a table"),
    "tables.zip": (zipped({"a.csv": lines(","), "b.csv": lines(",")}), "by itself: a.csv, b.csv"),
    "cards.cdb": (b"SQLite format 3\0" + bytes(60), "as CSV"),
    "cards.exe": (b"MZ\x90\0" + bytes(60), "only zip is read"),
    "cards.rtf": (rb"{\rtf1\ansi Alpha}", "XLSX or CSV"),
    "slides.pptx": (zipped({"ppt/presentation.xml": "<x/>"}), "PowerPoint"),
    "cards.numbers": (zipped({"Index/Document.iwa": b"x", "preview.jpg": b"x"}), "Numbers; save it as XLSX or CSV"),
    "cards.xlsb": (zipped({"xl/workbook.bin": b"x"}), "XLSX or CSV"),
    "old.xls": (
        b'<?xml version="1.0"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
        "Excel 2003",
    ),
    "export.xls": (b"<html><table><tr><td>Name</td></tr></table></html>", "open it in a spreadsheet"),
    "cards.toml": (b'# mine\n[[cards]]\nname = "Alpha"\n', "TOML / INI; save the cards"),
    "cards.ini": (b"[Alpha]\ncost=2\n[Beta]\ncost=3\n", "TOML / INI; save the cards"),
    "cards.lua": (b'-- mine\nreturn {\n  { name = "Alpha" },\n}\n', "Lua; save the cards"),
    "cards.php": (b"<?php\nreturn [['name' => 'Alpha']];", "PHP; save the cards"),
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
    "typed.csv": lines("，"),
    "markdown.md": b"| Name | ATK |\n|---|---:|\n| Alpha | 2 |\n| Beta | 3 |\n",
    "lone.zip": zipped({"set/cards.csv": lines(";"), "set/readme.md": "x", "__MACOSX/._cards.csv": "x"}),
    "book.zip": zipped({"cards.xlsx": workbook(ROWS), "a.png": b"x"}),
    "list.zip": zipped({"cards.json": json.dumps([{"Name": "Alpha", "ATK": 2}, {"Name": "Beta", "ATK": 3}])}),
    "numbered.json": json.dumps({"Name": {"0": "Alpha", "1": "Beta"}, "ATK": {"0": 2, "1": 3}}).encode(),
    "around.json": json.dumps(
        {"States": [{"Deck": [{"Name": n, "ATK": a} for n, a in ROWS[1:]], "Kind": "x"}]}
    ).encode(),
    "beside.json": json.dumps(
        {"cards": {n: {"Name": n, "ATK": a} for n, a in ROWS[1:]}, "people": {"u": {"mail": "a"}, "v": {"mail": "b"}}}
    ).encode(),
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


def test_a_large_file_of_an_archive_is_not_unpacked_for_its_records() -> None:
    """It is named, to be imported by itself."""
    rows = b"Name,ATK\n" + b"Alpha,2\n" * (MAX_LONE_SIZE // 8)
    assert table_in(name="x.csv", data=rows[: 8 * 1000 + 1]) is not None
    assert table_in(name="x.zip", data=zipped({"x.csv": rows})) is None


def test_records_of_several_places_are_read_together_with_the_name_of_theirs() -> None:
    document = {"units": {"fox": {"cost": 2}, "owl": {"cost": 3}}, "spells": {"bolt": {"cost": 1}, "heal": {"cost": 1}}}
    table = table_in(name="x.json", data=json.dumps(document).encode())
    assert table is not None
    assert [(row[GROUP], row[KEY]) for row in table.rows] == [
        ("units", "fox"),
        ("units", "owl"),
        ("spells", "bolt"),
        ("spells", "heal"),
    ]


def test_a_table_without_names_of_columns_keeps_its_first_row() -> None:
    table = table_in(name="x.csv", data=b"Alpha,2\nBeta,3\n")
    assert table == Table(("(1)", "(2)"), ({"(1)": "Alpha", "(2)": "2"}, {"(1)": "Beta", "(2)": "3"}))


@pytest.mark.parametrize("game", ["genius", "halo", "wizards", "encounter"])
def test_few_plain_fields_are_records_of_another_program_and_cards_are_none(game: str) -> None:
    """Of each game: a card as it is shipped, also without one of its fields, is its own; a name and a few values are to be mapped."""
    for card in rulesets.sample_pack(game).cards[::9]:
        document = json.loads(card.text)
        for missing in ("", *document):
            rest = {name: value for name, value in document.items() if name != missing}
            table = table_in(name="x.json", data=json.dumps([rest, rest]).encode())
            assert table is not None and not is_foreign(game, table), (document["id"], missing)
        shouted = {name.upper(): value for name, value in document.items()}
        for alone in (document, shouted):
            table = table_in(name="x.json", data=json.dumps(alone).encode())
            assert table is not None and len(table.rows) == 1 and not is_foreign(game, table), document["id"]
    for row in ({"name": "Alpha", "cost": 2}, {"id": 7, "name": "Alpha", "description": "x"}, {"title": "A", "x": 1}):
        assert is_foreign(game, Table(tuple(row), (row,))), row


def test_a_column_fills_a_field_that_can_have_its_values() -> None:
    rows = [{"Name": "Card", "Nickname": name, "mana_cost": "{1}{R}", "cmc": 2.0} for name in ("A", "B", "C")]
    table = table_in(name="x.json", data=json.dumps(rows).encode())
    assert table is not None
    pointers = proposed_mapping("halo", table).pointers
    assert pointers["Nickname"] == "/name" and pointers["cmc"].startswith("/cost")
    assert not {"Name", "mana_cost"} & set(pointers)


def test_a_column_of_short_different_texts_is_proposed_as_the_name() -> None:
    """Whatever it is called; sentences, numbers and one word for all are no names."""
    lines = [
        "Réf,Sorte,Nom,Texte",
        "1,unité,Épée,Inflige un dégât à une unité ennemie de cette voie.",
        "2,unité,Forêt,Soigne.",
    ]
    table = table_in(name="x.csv", data="\n".join(lines).encode())
    assert table is not None
    assert [column for column, field in proposed_mapping("halo", table).pointers.items() if field == "/name"] == ["Nom"]


@pytest.mark.django_db
def test_a_text_that_holds_cards_is_offered_as_cards(pack: Pack) -> None:
    for data in (json.dumps(f"[{card_text('a')}]"), json.dumps(f"[{card_text('a')}]")[1:-1]):
        with pytest.raises(Unreadable) as caught:
            import_file(pack=pack, name="x.json", data=data.encode())
        assert [offer.found for offer in caught.value.offers] == ["text-of-json"]
        assert [card.id for card in import_file(pack=pack, name="x.json", data=data.encode(), repairs=True).cards] == [
            "a"
        ]
