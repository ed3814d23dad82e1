"""Cards of Cockatrice and of Magic Set Editor: blanks of the game with what a record says, offered first, hostile files refused."""

from __future__ import annotations

import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cards.errors import BadText
from cards.gateway import packs, rulesets, validation
from cards.models import Account, Card, Pack
from cards.services.import_blanks import _number, cards_of
from cards.services.import_file import Unreadable, import_file, import_is_long
from cards.services.import_records import Record, Records, records_in
from cards.services.pack_import import pack_import
from tests.cards.test_art import image

GAMES = [info.name for info in rulesets.rulesets()]
NEWER = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4"><sets><set><name>OWN</name></set></sets><cards>
<card><name>Field Medic</name><text>When it enters, draw a card.</text><prop><type>Creature — Human</type><cmc>3</cmc>
<manacost>2W</manacost><pt>1/4</pt></prop><set rarity="common">OWN</set></card>
<card><name>Field Medic</name><prop><manacost>X</manacost></prop></card><card><name>…</name></card>
</cards></cockatrice_carddatabase>"""
OLDER = """<cockatrice_carddatabase version="3"><cards><card><name>战士</name><manacost>2GG</manacost><type>Sorcery</type>
<text>a &lt; b &amp; c</text></card></cards></cockatrice_carddatabase>"""
SET = """mse version: 0.3.8
game: magic
set info:
\ttitle: Own
card:
\thas styling: false
\tname: <b>Ember</b> Lash
\tcasting cost: 1RR
\timage: image1
\tsuper type: <word-list-type>Sorcery</word-list-type>
\trule text:
\t\tDeal <sym>3</sym> damage.
\t\tDraw a card.
card:
\tname: Stone
\timage: gone
\tpower: 2
\ttoughness: 5
version control:
\ttype: none
"""


def editor_set(text: str = SET, **files: bytes) -> bytes:
    """Return a set as Magic Set Editor writes it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("set", text)
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


def test_databases_of_both_versions_are_read() -> None:
    newer, older = records_in(NEWER.encode()), records_in(b"\xef\xbb\xbf" + OLDER.encode())
    assert newer is not None and older is not None
    assert newer.rows[0] == Record("Field Medic", "When it enters, draw a card.", "Creature — Human", "3", "1", "4")
    assert [row.name for row in newer.rows] == ["Field Medic", "Field Medic", "…"]
    assert older.rows == (Record("战士", "a < b & c", "Sorcery", "2GG"),)


def test_sets_are_read_with_their_images_and_without_marks() -> None:
    records = records_in(editor_set(image1=b"PNG"))
    assert records == Records(
        "Magic Set Editor",
        (
            Record("Ember Lash", "Deal 3 damage.\nDraw a card.", "Sorcery", "1RR", image=b"PNG"),
            Record("Stone", power="2", toughness="5"),
        ),
    )


@pytest.mark.parametrize(
    "body",
    [
        '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><cockatrice_carddatabase>&b;</cockatrice_carddatabase>',
        '<!DOCTYPE cockatrice_carddatabase SYSTEM "file:///etc/passwd"><cockatrice_carddatabase/>',
    ],
)
def test_a_document_type_is_no_database(body: str) -> None:
    assert records_in(body.encode()) is None
    late = body.replace("<!DOCTYPE", "<cockatrice_carddatabase ><!DOCTYPE", 1)
    with pytest.raises(BadText):
        records_in(late.encode())


@pytest.mark.parametrize("body", ["<cards>", "<cards><card><name>&x;</name>", "<a>" * 40, "\x00"])
def test_damaged_and_deep_databases_are_refused(body: str) -> None:
    with pytest.raises(BadText):
        records_in(f"<cockatrice_carddatabase>{body}".encode())


def test_other_files_are_no_records() -> None:
    large = io.BytesIO()
    with zipfile.ZipFile(large, "w") as archive:
        archive.writestr("set", SET)
        for number in range(6):
            archive.writestr(f"{number}" + "x" * 60_000, "")
        archive.comment = b"PK"
    directory = large.getvalue()
    forgery = (
        directory[: directory.rfind(b"PK\x05\x06") + 12]
        + b"\xff\xff\xff\x0f"
        + directory[directory.rfind(b"PK\x05\x06") + 16 :]
    )
    for data in (
        b"",
        b"{}",
        b"<html>",
        b"PK\x03\x04",
        packs.write_zip({"cards/a.json": b"{}"}),
        editor_set("no set"),
        forgery,
    ):
        assert records_in(data) is None, data[:20]


@pytest.mark.parametrize(
    ("text", "number"),
    [("3", 3), ("2GG", 4), ("{2}{G}{W/U}", 4), ("RR", 2), ("0", 0), ("", None), ("X", None), ("*", None), ("-1", None), ("99999", None)],
)  # fmt: skip
def test_costs_in_signs_are_numbers(text: str, number: int | None) -> None:
    assert _number(text) == number


@given(text=st.text(st.sampled_from("29²٣{}WX/"), max_size=12))
def test_every_cost_is_a_number_or_none(text: str) -> None:
    """Signs that Python calls digits are none of a number, and no length of digits ends the import."""
    for cost in (text, "{" + text * 1_000 + "}"):
        number = _number(cost)
        assert number is None or number >= 0


@pytest.mark.parametrize("ruleset", GAMES)
def test_records_become_valid_cards_of_every_game(ruleset: str) -> None:
    records = records_in(NEWER.encode())
    assert records is not None
    blanks = cards_of(pack=Pack(ruleset=ruleset), name="cards.xml", records=records)
    documents: list[dict[str, Any]] = [json.loads(card.text) for card in blanks.cards]
    assert [(each["id"], each["name"]) for each in documents] == [
        ("Field-Medic", "Field Medic"),
        ("Field-Medic-2", "Field Medic"),
    ]
    assert documents[0]["description"] == "When it enters, draw a card."
    for card in blanks.cards:
        assert not [
            problem for problem in validation.validate(ruleset, card.text).problems if problem.severity == "error"
        ]
    assert (
        "3 records of Cockatrice" in blanks.warning.message["en"]
        and "1 without a usable name" in blanks.warning.message["en"]
    )


def test_numbers_go_into_the_fields_of_their_names() -> None:
    blanks = cards_of(
        pack=Pack(ruleset="halo"), name="x", records=Records("x", (Record("A", cost="4", power="2", toughness="5"),))
    )
    document = json.loads(blanks.cards[0].text)
    assert (document["cost"]["supply"], document["stats"]["attack"], document["stats"]["healthCap"]) == (4, 2, 5)
    assert (
        "cost → cost/supply (1), power → stats/attack (1), toughness → stats/healthCap (1)"
        in blanks.warning.message["en"]
    )


@pytest.mark.django_db
def test_are_offered_then_imported_with_their_images(admin: Account, pack: Pack) -> None:
    data = editor_set(image1=image())
    with pytest.raises(Unreadable) as unreadable:
        import_file(pack=pack, name="own.mse-set", data=data)
    assert [offer.found for offer in unreadable.value.offers] == ["records"]
    result = import_file(pack=pack, name="own.mse-set", data=data, repairs=True)
    pack_import(actor=admin, pack=pack, cards=result.cards, beside=result.beside)
    card = Card.objects.get(written_id="Ember-Lash")
    assert json.loads(card.draft.text)["name"] == "Ember Lash" and card.draft.art_sha256
    assert Card.objects.count() == 2
    assert not import_is_long(name="own.mse-set", data=data)
