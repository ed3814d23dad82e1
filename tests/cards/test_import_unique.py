"""Imports of a file in which several cards have one id."""

from __future__ import annotations

import json

import pytest

from cards.errors import BadText
from cards.gateway import packs
from cards.models import Account, Card, Pack
from cards.services.import_file import import_file
from cards.services.pack_import import ImportOrder, Incoming, pack_import
from tests.cards.conftest import card_text

pytestmark = pytest.mark.django_db
DEVELOPMENT = ImportOrder(mode="development")


class TestRepeatedIds:
    """Cards of one id are all named with file and line, and do not keep the others of the file out."""

    def cards(self, *ids: str) -> bytes:
        return json.dumps([json.loads(card_text(each)) for each in ids], indent=1).encode()

    def read(self, pack: Pack, data: bytes) -> tuple[Incoming, ...]:
        return import_file(pack=pack, name="set.json", data=data).cards

    def test_are_all_named_at_once_with_their_lines(self, admin: Account, pack: Pack) -> None:
        cards = self.read(pack, self.cards("base.a", "base.a", "base.b", "base.C", "base.c", "base.a"))
        report = pack_import(actor=admin, pack=pack, cards=cards, order=ImportOrder(dry_run=True))

        places = {card.place.document.locate(f"{card.place.pointer}/id")[0] for card in cards if card.place}
        problems = [problem for problem in report.problems if problem.code == "E-DUP"]
        assert (report.ok, report.new) == (False, ("base.b",))
        assert sorted(problem.card for problem in problems) == ["base.C", "base.a", "base.a", "base.a", "base.c"]
        assert {problem.line for problem in problems} < places and {problem.file for problem in problems} == {
            "set.json"
        }
        assert all(
            f"line {problem.line}" in problems[0].message["en"] for problem in problems if problem.card == "base.a"
        )
        with pytest.raises(BadText) as refused:
            pack_import(actor=admin, pack=pack, cards=cards)
        assert [problem.code for problem in refused.value.problems].count("E-DUP") == 5

    def test_are_left_out_and_the_others_are_written(self, admin: Account, pack: Pack, card: Card) -> None:
        cards = self.read(pack, self.cards("base.a", "base.b", "base.a", card.written_id.upper()))
        report = pack_import(actor=admin, pack=pack, cards=cards, order=DEVELOPMENT)

        assert (report.new, report.left_out) == (("base.b",), ("base.a", card.written_id.upper()))
        assert set(Card.objects.values_list("written_id", flat=True)) == {card.written_id, "base.b"}

    def test_of_several_files_are_named_with_each_file(self, admin: Account, pack: Pack) -> None:
        data = packs.write_zip({f"cards/{name}.json": card_text("base.a").encode() for name in "xy"})
        report = pack_import(actor=admin, pack=pack, cards=self.read(pack, data), order=ImportOrder(dry_run=True))
        assert {each.file for each in report.problems} == {"cards/x.json", "cards/y.json"}
        assert "cards/x.json line 2, cards/y.json line 2" in report.problems[0].message["en"]

    def test_are_no_place_of_a_text_without_one(self, admin: Account, pack: Pack) -> None:
        rows = [json.loads(card_text("set.json/1")), {"name": "no id"}]
        cards = self.read(pack, json.dumps(rows).encode())
        report = pack_import(actor=admin, pack=pack, cards=cards, order=DEVELOPMENT)
        assert report.new == () and len(report.left_out) == 2
