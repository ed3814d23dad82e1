"""Records without the fields of a game: proposed, confirmed, kept for files of the same columns; of JSON in any shape and of spreadsheets."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.test import Client

from cards.gateway import rulesets, validation
from cards.gateway.pack_names import card_kind
from cards.models import Account, AuditEvent, Card, ImportMapping
from cards.services.import_mapping import (
    KIND,
    FieldMapping,
    checked_mapping,
    is_foreign,
    kinds_by_word,
    kinds_of,
    mapped_cards,
    proposed_mapping,
)
from cards.services.import_tables import KEY, Table, table_in
from cards.sheet_file import sheet_bytes
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.test_import_page import PAGE, hidden_field, upload
from tests.cards.web.world import World

CHOICES = re.compile(r'name="(column-\d+)".*?<option value="([^"]+)" selected', re.DOTALL)
"""The selects of columns, each with the field that it fills."""
RECORDS: list[dict[str, Any]] = [
    {"Title": "Stone Wall", "MP": 2, "Stats": {"Grade": "com"}, "Rules": "Gain a wall.", "Effects": [{"do": 1}]},
    {"Title": "战地医师", "MP": "3.0", "Stats": {"Grade": "gold"}, "Rules": "", "Effects": []},
    {"Title": "Stone Wall", "MP": "X", "Stats": {}, "Artist": "Mei"},
]


def forms_of(rows: list[dict[str, Any]]) -> dict[str, bytes]:
    """Return the same records in each form that people have them in."""
    by_key = {f"k{number}": row for number, row in enumerate(rows)}
    flat = [{name: value for name, value in row.items() if isinstance(value, str | int)} for row in rows]
    head = ["Title", "MP", "Rules", "Artist"]
    lines = io.StringIO()
    csv.writer(lines, delimiter=";").writerows([head, *([row.get(name, "") for name in head] for row in flat)])
    cells = [head, *([str(row.get(name, "")) for name in head] for row in flat)]
    return {
        "list.json": json.dumps(rows).encode(),
        "key.json": json.dumps({"meta": {"n": 3}, "data": {"cards": rows}}).encode(),
        "map.json": json.dumps(by_key).encode(),
        "lines.ndjson": "\n".join(map(json.dumps, rows)).encode("utf-16"),
        "chat.md": f"Here:\n```json\n{json.dumps(rows)}\n```".encode(),
        "cards.csv": lines.getvalue().encode("gbk"),
        "cards.xlsx": sheet_bytes(cells, "Cards"),
    }


def test_the_same_records_are_read_in_every_form() -> None:
    tables = {name: table_in(name=name, data=data) for name, data in forms_of(RECORDS).items()}
    titles = {name: [row["Title"] for row in table.rows] for name, table in tables.items() if table}
    assert titles == {name: ["Stone Wall", "战地医师", "Stone Wall"] for name in tables}
    shapes = {name: table.shape for name, table in tables.items() if table}
    assert len({shapes["list.json"], shapes["key.json"], shapes["lines.ndjson"], shapes["chat.md"]}) == 1
    assert tables["map.json"] is not None and tables["map.json"].columns[0] == "id"
    halves = table_in(name="x.json", data=b'{"a": {"x": 1, "y": {"z": [1]}}, "b": {"x": 2}}')
    assert halves == Table((KEY, "x", "y.z"), ({KEY: "a", "x": 1, "y.z": [1]}, {KEY: "b", "x": 2}))
    assert [table_in(name=name, data=data) for name, data in (("x.json", b"[1]"), ("x.zip", b"PK"), ("x", b""))] == [
        None
    ] * 3


@pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
def test_every_kind_of_every_game_is_made_of_records(ruleset: str) -> None:
    table = Table(
        ("Card Name", "Cost", "HP", "Rules Text"), ({"Card Name": "战士 One", "Cost": "2", "HP": 3, "Rules Text": "x"},)
    )
    assert is_foreign(ruleset, Table(("Title", "foo", "bar"), ({"Title": "a", "foo": 1, "bar": 2},)))
    assert is_foreign(ruleset, Table(("Title", "tags"), ({"Title": "a", "tags": ["x"]},)))
    shipped = [json.loads(card.text) for card in rulesets.sample_pack(ruleset).cards]
    assert not is_foreign(ruleset, Table((), tuple(shipped)))
    for kind in kinds_of(ruleset):
        mapping = proposed_mapping(ruleset, table, kind)
        assert mapping.pointers["Card Name"] == "/name" and mapping.pointers["Rules Text"] == "/description"
        (text,) = mapped_cards(ruleset, table, mapping).texts
        document = json.loads(text)
        assert (document["name"], document["id"]) == ("战士 One", "zhanshi-One")
        codes = {each.code for each in validation.validate(ruleset, text).problems if each.severity == "error"}
        assert not codes & {"E-JSON", "E-UNKNOWN", "E-TYPE"}, (kind, codes)


def test_values_that_a_field_cannot_have_are_counted() -> None:
    table = table_in(name="x.json", data=json.dumps(RECORDS).encode())
    assert table is not None
    pointers = {"Title": "/name", "MP": "/manaCost", "Stats.Grade": "/rarity", "Rules": "/description"}
    cards = mapped_cards("wizards", table, FieldMapping("treasure", pointers))
    documents = [json.loads(text) for text in cards.texts]
    assert [document["id"] for document in documents] == ["Stone-Wall", "zhandiyishi", "Stone-Wall-2"]
    assert [document["manaCost"] for document in documents[:2]] == [2, 3]
    assert dict(cards.refusals) == {("MP", "X"): 1, ("Stats.Grade", "gold"): 1}


def mapped(client: Client, name: str, data: bytes, **choices: str) -> str:
    """Upload a file, confirm the mapping that the page shows with some choices, write it, and return the page of the mapping."""
    page = client.post(PAGE, {"do": "check", "file": upload(name, data)}).content.decode()
    form = {part: hidden_field(page, part) for part in ("payload", "name", "mode", "shown_kind")} | {"kind": "treasure"}
    again = client.post(PAGE, {**form, **choices, "do": "map"}).content.decode()
    report = client.post(PAGE, {**form, **choices, "mode": "development", "do": "mapped"}).content.decode()
    assert "The first cards" in again and "Nothing has been written yet" in report
    form = {part: hidden_field(report, part) for part in ("payload", "name", "mode", "based_on")}
    assert client.post(PAGE, {**form, "do": "write"}).status_code == 302
    return page


@pytest.mark.django_db
def test_a_mapping_is_confirmed_and_kept(world: World, client_of: ClientOf, people: dict[str, Account]) -> None:
    client, files = client_of("designer"), forms_of(RECORDS)
    page = mapped(client, "x.json", files["key.json"], **{"column-0": "/name", "column-3": "/description"})
    assert "These 3 records look like cards of" in page and "was mapped before" not in page
    assert set(Card.objects.filter(written_id__startswith="Stone").values_list("written_id", flat=True)) == {
        "Stone-Wall",
        "Stone-Wall-2",
    }
    event = AuditEvent.objects.get(action="import.mapping")
    assert event.details["fields"] == {"Title": "/name", "Rules": "/description"}
    mapping = ImportMapping.objects.get()
    assert (mapping.fields, mapping.columns) == (
        event.details["fields"],
        ["Title", "MP", "Stats.Grade", "Rules", "Artist"],
    )
    mapping.delete()
    migration = import_module("cards.migrations.0052_import_mappings")
    migration.take_over(apps, None)
    migration.take_over(apps, None)
    taken = ImportMapping.objects.get()
    assert (taken.shape, taken.kind, taken.fields, taken.saved_by) == (
        *(mapping.shape, mapping.kind, mapping.fields),
        people["designer"],
    )

    other = json.dumps([{**RECORDS[0], "Title": "Later"}, RECORDS[2]]).encode()
    later = client.post(PAGE, {"do": "check", "file": upload("y.json", other)}).content.decode()
    assert "was mapped before" in later and '<option value="/description" selected>' in later
    refusal = client.post(
        PAGE,
        {
            **{part: hidden_field(later, part) for part in ("payload", "name", "shown_kind")},
            "kind": "treasure",
            "do": "mapped",
        },
    )
    assert refusal.status_code == 400 and "Choose the column of the name." in refusal.content.decode()


KINDS = kinds_of("wizards")


def test_each_row_becomes_the_kind_that_it_names() -> None:
    kinds = kinds_by_word("wizards")
    titles = {kind: next(word for word, each in kinds.items() if each == kind and not word.isascii()) for kind in KINDS}
    data = "Name,Type,Cost\n" + "".join(f"{kind},{titles[kind]},2\n" for kind in KINDS) + "Odd,?,1\n"
    table = table_in(name="x.csv", data=data.encode())
    assert table is not None
    mapping = proposed_mapping("wizards", table)
    assert mapping.pointers["Type"] == KIND and mapping.pointers["Name"] == "/name"
    mapping = checked_mapping("wizards", table, KINDS[0], mapping.pointers)
    cards = mapped_cards("wizards", table, mapping)
    documents = [json.loads(text) for text in cards.texts]
    assert [card_kind("wizards", document) for document in documents] == [*KINDS, KINDS[0]]
    assert cards.refusals["Type", "?"] == 1


@pytest.mark.django_db
def test_programs_list_use_and_forget_mappings(world: World, client_of: ClientOf) -> None:
    client, files = client_of("designer"), forms_of(RECORDS)
    mapped(client, "cards.csv", files["cards.csv"], **{"column-0": "/name"})
    page = client.get(PAGE).content.decode()
    assert "Mappings of this pack" in page and "Title → " in page
    url = "/api/v1/packs/core/import-mappings/"
    (row,) = client.get(url).json()["results"]
    assert (row["columns"], row["kind"]) == (["Title", "MP", "Rules", "Artist"], "treasure")
    later = b"Title;MP;Rules;Artist\nFrom a program;1;Hi;Me\n"
    imports = "/api/v1/packs/core/imports/?mode=development&mapping=1"
    for media in ("text/csv", "application/octet-stream"):
        data = later if media == "text/csv" else files["cards.xlsx"]
        answer = client.generic("POST", f"{imports}&dry_run=1", data, content_type=media)
        assert answer.status_code == 200, answer.content
    client.generic("POST", imports, later, content_type="text/csv")
    assert Card.objects.filter(written_id="From-a-program").exists()
    missing = client.generic("POST", imports, b"A,B\n1,2\n", content_type="text/csv")
    assert missing.status_code == 400 and "A, B" in missing.content.decode()
    assert client.delete(f"{url}{row['id']}/").status_code == 204
    assert client.get(url).json()["results"] == [] and "Mappings of this pack" not in client.get(PAGE).content.decode()


@pytest.mark.django_db
def test_a_mapping_is_forgotten_on_the_page(world: World, client_of: ClientOf) -> None:
    client = client_of("designer")
    mapped(client, "cards.csv", forms_of(RECORDS)["cards.csv"], **{"column-0": "/name"})
    assert client.post(PAGE, {"do": "forget", "mapping": ImportMapping.objects.get().pk}).status_code == 302
    assert not ImportMapping.objects.exists() and AuditEvent.objects.filter(action="import.forget").count() == 1


@pytest.mark.django_db
def test_rows_of_a_spreadsheet_become_cards(world: World, client_of: ClientOf) -> None:
    client = client_of("designer")
    for name in ("cards.csv", "cards.xlsx"):
        mapped(
            client,
            name,
            forms_of([{**RECORDS[0], "Title": name}])[name],
            **{"column-0": "/name", "column-1": "/manaCost"},
        )
    assert [
        json.loads(Card.objects.get(written_id=name).draft.text)["manaCost"] for name in ("cards.csv", "cards.xlsx")
    ] == [2, 2]
    own = client.post(PAGE, {"do": "check", "file": upload("own.json", card_text("base.own"))}).content.decode()
    assert "The first cards" not in own and "base.own" in own


@pytest.mark.django_db
def test_cards_of_another_game_are_named_and_cells_without_names_are_no_cards(
    world: World, client_of: ClientOf
) -> None:
    client = client_of("designer")
    cards = [json.loads(card.text) for card in rulesets.sample_pack("halo").cards[:6]]
    files = {"halo.json": json.dumps(cards), "cells.csv": "id,manaCost\nbase.nowhere,2\n"}
    pages = {
        name: client.post(PAGE, {"do": "check", "file": upload(name, text)}).content.decode()
        for name, text in files.items()
    }
    assert "These are cards of Three Lanes" in pages["halo.json"]
    assert "The pack has no card base.nowhere" in pages["cells.csv"]
    assert "The first cards" not in pages["cells.csv"]


@pytest.mark.django_db
def test_a_choice_without_a_name_is_made_again(world: World, client_of: ClientOf) -> None:
    client = client_of("designer")
    checked = client.post(PAGE, {"do": "check", "file": upload("x.csv", "A,B\nFox,2\n")})
    payload = hidden_field(checked.content.decode(), "payload")
    data = {"do": "mapped", "payload": payload, "name": "x.csv", "kind": "treasure", "column-1": "/manaCost"}
    answer = client.post(PAGE, data)
    page = answer.content.decode()
    assert answer.status_code == 400 and "Choose the column of the name." in page
    assert '<option value="/manaCost" selected>' in page and "Use this mapping and check" in page


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["cards.csv", "cards.json"])
def test_texts_in_two_languages_are_imported_together(world: World, client_of: ClientOf, name: str) -> None:
    """By the names of their columns; the pack's own language is that of the card."""
    client = client_of("designer")
    rows = [{"name": {"en": "Ember Fox", "zh": "火狐"}, "文": 1}, {"name": {"en": "Tide Monk", "zh": "潮僧"}, "文": 2}]
    table = "Name,中文名,中文描述\nEmber Fox,火狐,造成伤害\nTide Monk,潮僧,\n"
    data = table if name.endswith("csv") else json.dumps(rows)
    form = client.post(PAGE, {"do": "check", "file": upload(name, data)}).content.decode()
    assert "Name (简体中文)" in form
    columns = {column: html.unescape(pointer) for column, pointer in CHOICES.findall(form)}
    posted = {"payload": hidden_field(form, "payload"), "name": name, "kind": "treasure", **columns}
    report = client.post(PAGE, {**posted, "do": "mapped"}).content.decode()
    written = {key: hidden_field(report, key) for key in ("payload", "name", "based_on")}
    assert client.post(PAGE, {**written, "do": "write"}).status_code == 302
    draft = Card.objects.get(written_id="Ember-Fox").draft
    assert (json.loads(draft.text)["name"], draft.texts["zh"]["name"]) == ("Ember Fox", "火狐")
