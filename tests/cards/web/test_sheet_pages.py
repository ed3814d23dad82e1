"""Spreadsheets through the pages: files as Excel, WPS and LibreOffice write them, in CSV and XLSX, out and in."""

from __future__ import annotations

import html
import io
import json
import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook, load_workbook

from cards.models import Card
from tests.cards.conftest import MakeCard
from tests.cards.web.conftest import ClientOf

BULK = "/packs/core/bulk/"


def body(answer: Any) -> str:
    return html.unescape(answer.content.decode())


def send(client: Client, data: bytes, name: str = "cards.csv", page: str = f"{BULK}csv/") -> Any:
    return client.post(page, {"file": SimpleUploadedFile(name, data)})


def changes(answer: Any) -> dict[str, list[Any]]:
    """Return the values that the plan of a page would write, by card."""
    match = re.search(r'name="plan" value="([^"]*)"', answer.content.decode())
    assert match, body(answer)[:3000]
    plan = json.loads(html.unescape(match[1]))
    return {edit["id"]: [change["value"] for change in edit["changes"]] for edit in plan["cards"]}


def workbook(*rows: list[Any]) -> bytes:
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.fixture
def designer(make_card: MakeCard, people: dict[str, Any], client_of: ClientOf) -> Client:
    make_card("base.one", manaCost=1, name="007")
    make_card("base.two", manaCost=2, name="2-1")
    return client_of("designer")


@pytest.mark.parametrize(
    ("content", "value"),
    [
        ("id,manaCost,,\r\nbase.one,6,,\r\n".encode("utf-8-sig"), 6),
        ("sep=;\r\nid;manaCost\r\nbase.one;6\r\n".encode("utf-8-sig"), 6),
        (b"id,manaCost\r\nbase.one,6.0\r\n", 6),
        ("id,name\r\nbase.one,战地医师\r\n".encode("gbk"), "战地医师"),
        ("id\tname\r\nbase.one\t战地医师\r\n".encode("utf-16"), "战地医师"),
        ("id;name\r\nbase.one;Séance’s\r\n".encode("cp1252"), "Séance’s"),
    ],
    ids=["empty columns", "sep line", "point zero", "gbk", "utf-16", "cp1252"],
)
@pytest.mark.parametrize("page", [f"{BULK}csv/", "/packs/core/import/"])
def test_files_of_spreadsheets_are_read(designer: Client, content: bytes, value: Any, page: str) -> None:
    assert changes(send(designer, content, page=page)) == {"base.one": [value]}


def test_a_column_without_a_name_is_refused_where_it_holds_something(designer: Client) -> None:
    assert "No such column" in body(send(designer, b"id,manaCost,\nbase.one,6,x\n"))


def test_texts_that_became_numbers_and_dates_are_pointed_out(designer: Client) -> None:
    answer = send(designer, "id,name\nbase.one,7\nbase.two,2-Jan\n".encode("utf-8-sig"))
    shown = body(answer)
    assert "2 cells look changed by a spreadsheet" in shown
    assert "“7” stands where “007” was" in shown and "“2-Jan” stands where “2-1” was" in shown
    assert changes(answer) == {"base.one": ["7"], "base.two": ["2-Jan"]}
    assert "look changed" not in body(send(designer, b"id,name\nbase.one,Seven\n"))


def test_a_workbook_goes_out_and_comes_back_unchanged(designer: Client) -> None:
    answer = designer.get(f"{BULK}cards.xlsx")
    data = answer.content
    rows = list(load_workbook(io.BytesIO(data)).worksheets[0].values)
    assert rows[0][:3] == ("id", "revision", "name")
    assert {row[0]: row[2] for row in rows[1:]}["base.one"] == "007"
    assert answer["Content-Disposition"].endswith('"core-cards.xlsx"')
    for page in (f"{BULK}csv/", "/packs/core/import/"):
        assert "Nothing would change" in body(send(designer, data, "cards.xlsx", page))


def test_a_workbook_is_known_by_its_content(designer: Client) -> None:
    data = workbook(["id", "manaCost", "name", None], ["base.one", 6.0, None], ["base.two", 7], [None, None])
    for name in ("cards.xlsx", "卡牌.xls", "cards.csv"):
        assert changes(send(designer, data, name)) == {"base.one": [6], "base.two": [7]} or "name" in body(
            send(designer, data, name)
        )


def test_a_damaged_workbook_is_refused_in_words(designer: Client) -> None:
    answer = send(designer, workbook(["id"])[:-40], "cards.xlsx")
    assert answer.status_code == 400 and "no workbook of a spreadsheet" in body(answer)
    assert Card.objects.count() == 2
