"""An export comes back whole, byte for byte: every shape of a draft that the portal can store, alone and beside the others."""

from __future__ import annotations

import json
from collections.abc import Mapping
from io import BytesIO
from typing import Any, NamedTuple

import pytest
from PIL import Image

from cards.errors import BadText, TooLarge
from cards.gateway import packs
from cards.models import Account, AuditEvent, Card, CardVersion, Draft, DraftRevision, Pack
from cards.queries import export
from cards.queries.export import pack_export
from cards.queries.history import draft_get
from cards.services.art import art_set
from cards.services.card import card_create, card_trash
from cards.services.draft import draft_save
from cards.services.import_file import import_file
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import ImportOrder, ImportReport, Incoming, pack_import
from cards.services.scenario import scenario_create
from cards.services.version import version_create
from engine.packs.limits import MANIFEST_LIMITS
from tests.cards.conftest import card_text
from tests.sampling import sampled

pytestmark = pytest.mark.django_db
DEVELOPMENT = ImportOrder(mode="development")
NAMES_BAD = [
    {
        "at": "onPlay",
        "do": [
            {
                "type": "addTriggers",
                "triggers": [
                    {
                        "event": "onBuy",
                        "mode": "round",
                        "condition": {"type": "Equals", "value1": "$onBuy.cardID", "value2": "s.error"},
                        "do": [{"type": "gold", "mode": "add", "amount": 1, "target": "$onBuy.playerUUID"}],
                    }
                ],
            }
        ],
    }
]


class Shape(NamedTuple):
    """A draft as the portal stores it; is_valid says whether an import may save a version of it."""

    text: str
    is_valid: bool = False
    texts: Mapping[str, Any] = {}
    has_version: bool = False
    has_art: bool = False


def out_of_order(text: str) -> str:
    """Return a card with its keys from last to first, indented by tabs."""
    return json.dumps(dict(reversed(json.loads(text).items())), indent="\t", ensure_ascii=True)


def shapes() -> dict[str, Shape]:
    """Return the drafts by the ids of their cards."""
    words = {"zh": {"name": "石", "notes": "备注\n第二行"}}
    bad = {"manaCost": "much", "notes": "石 \u2028 \t"}
    return {
        "s.valid": Shape(card_text("s.valid"), True, words),
        "s.version": Shape(card_text("s.version"), True, has_version=True, has_art=True),
        "s.commented": Shape("// 备注\n" + card_text("s.commented") + "\n/* end */", True),
        "s.lines": Shape(card_text("s.lines").replace("\n", "\r\n"), True),
        "s.returns": Shape(card_text("s.returns").replace("\n", "\r"), True),
        "s.order": Shape(out_of_order(card_text("s.order")), True),
        "s.comma": Shape(card_text("s.comma").rstrip("} \n") + ",\n}\n\n\n", True),
        "s.escaped": Shape(card_text("s.escaped").replace("s.escaped", "s\\u002eescaped"), True),
        "s.marked": Shape("\ufeff" + card_text("s.marked"), True),
        "s.error": Shape(card_text("s.error", **bad), texts=words, has_art=True),
        "s.broken-version": Shape(card_text("s.broken-version", manaCost="much"), has_version=True),
        "s.broken-lines": Shape("// x\r\n" + card_text("s.broken-lines", manaCost=[]).replace("\n", "\r\n")),
        "s.unknown": Shape(card_text("s.unknown", type="nothing that there is")),
        "s.names-error": Shape(card_text("s.names-error", behaviors=NAMES_BAD), True),
        "s.names-nothing": Shape(card_text("s.names-nothing", behaviors=json.loads(json.dumps(NAMES_BAD).replace("s.error", "s.none")))),
        "s.other-id": Shape(card_text("s.valid")),
        "s.case": Shape(card_text("S.CASE")),
        "s.bad-id": Shape(card_text("no id!")),
        "s.number": Shape('{"id": 5}'),
        "s.object": Shape("{}", texts=words, has_art=True),
        "s.half": Shape('{"id":"s.half", // half\n "type":', texts=words, has_art=True),
        "s.twice": Shape('{"id": "s.twice", "id": "s.twice"}'),
        "s.list": Shape(f"[{card_text('s.valid')}]"),
        "s.set": Shape(json.dumps({"cards": [json.loads(card_text("s.valid"))]})),
        "s.deck": Shape('{"format": "deck/1", "cards": []}'),
        "s.word": Shape("nothing"),
        "s.null": Shape("null"),
        "s.empty": Shape(""),
        "s.blank": Shape(" \r\n"),
        "s.two-marks": Shape("\ufeff\ufeff{}"),
        "s.deep": Shape("[" * 70),
        "s.packed": Shape("BZh91AY&SY"),
        "s.control": Shape("PK\x03\x04 \x1a\x7f"),
        "s.long": Shape("x" * 1024 * 1024),
        "manifest": Shape(card_text("manifest", manaCost="much")),
        "Manifest.card": Shape(card_text("Manifest.card"), True),
        "con": Shape("// a name of Windows"),
    }  # fmt: skip


def store(admin: Account, pack: Pack, written_id: str, shape: Shape) -> None:
    """Store a draft as it is typed: a sound card first, of which there may be a version, then the text."""
    card = card_create(actor=admin, pack=pack, text=card_text(written_id))
    if shape.has_version:
        version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
    draft_save(actor=admin, card=card, text=shape.text, texts=shape.texts, based_on=draft_get(card=card).etag)
    if shape.has_art:
        out = BytesIO()
        Image.new("RGB", (40, 56), "red").save(out, "PNG")
        art_set(actor=admin, card=card, data=out.getvalue())
        scenario_create(actor=admin, card=card, text="{ this is no scenario yet")


def pack_of(admin: Account, slug: str) -> Pack:
    return pack_create(actor=admin, slug=slug, ruleset="wizards", form=PackForm(name={"en": "Whole"}))


def imported(admin: Account, pack: Pack, data: bytes, order: ImportOrder = DEVELOPMENT) -> ImportReport:
    found = import_file(pack=pack, name="pack.zip", data=data)
    return pack_import(actor=admin, pack=pack, cards=found.cards, beside=found.beside, order=order)


def rows() -> tuple[int, ...]:
    """Return how many rows there are of what an import writes."""
    return tuple(model.objects.count() for model in (Card, CardVersion, Draft, DraftRevision))


def came_back(admin: Account, first: Pack, second: Pack, stored: Mapping[str, Shape]) -> str:
    """Bring one pack into an empty one, twice, and return what is not as it was, or None."""
    data = pack_export(pack=first)
    report = imported(admin, second, data)
    again, before = pack_export(pack=second), rows()
    if again != data:
        were, are = packs.read_zip(data), packs.read_zip(again)
        return f"differs: {[name for name in were | are if were.get(name) != are.get(name)]}"
    if report.left_out or report.beside.not_taken:
        return f"left out: {report.left_out} {report.beside.not_taken}"
    versions = set(CardVersion.objects.filter(card__pack=second).values_list("card__written_id", flat=True))
    if wrong := versions ^ {name for name, shape in stored.items() if shape.is_valid}:
        return f"versions: {sorted(wrong)}"
    if set(report.drafts) != stored.keys() - versions:
        return f"drafts: {report.drafts}"
    report = imported(admin, second, data)
    if (report.new, report.changed, report.drafts, report.beside.writes, rows()) != ((), (), (), 0, before):
        return f"written again: {report.new} {report.changed} {report.drafts} {report.beside.writes}"
    return ""


class TestEveryShape:
    def test_comes_back_beside_all_others(self, admin: Account) -> None:
        first = pack_of(admin, "first")
        for name, shape in shapes().items():
            store(admin, first, name, shape)
        assert came_back(admin, first, pack_of(admin, "second"), shapes()) == ""

    def test_comes_back_alone(self, admin: Account) -> None:
        """A third of them, another each day."""
        missing = {}
        for number, (name, shape) in enumerate(sampled(shapes().items())):
            first, second = pack_of(admin, f"first-{number}"), pack_of(admin, f"second-{number}")
            store(admin, first, name, shape)
            is_valid = shape.is_valid and name != "s.names-error"  # alone it names a card that is nowhere
            missing[name] = came_back(admin, first, second, {name: shape._replace(is_valid=is_valid)})
        assert {name: why for name, why in missing.items() if why} == {}


class TestLargePacks:
    @pytest.mark.parametrize(
        "words",
        [
            {"notes": "\x01" * 10_000} | {f"skills.s{number}.description": "\x01" * 1_000 for number in range(500)},
            {f"a.{letter}{other}": "x" for letter in "abcdefghijklmnop" for other in "abcdefghijklmnop"},
        ],
        ids=["long", "many"],
    )
    def test_have_texts_in_files_that_can_be_read_back(self, words: dict[str, str]) -> None:
        """The longest texts that cards may have, and the most values for their bytes: one file of them is too large."""
        cards = 9 * 1024 * 1024 // len(json.dumps(words, indent=1))
        files = dict(export._texts("zh", {f"s.{number}": words for number in range(cards)}))
        read = [packs.read_json(data, limits=MANIFEST_LIMITS, file=name)["cards"] for name, data in files.items()]
        assert sorted(name for part in read for name in part) == sorted(f"s.{number}" for number in range(cards))
        assert len(files) > 1 and list(files)[:2] == ["text/zh.json", "text/zh-2.json"]

    def test_come_back_with_texts_in_several_files(self, admin: Account, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(export, "TEXTS_LIMIT", 1)
        first, second = pack_of(admin, "first"), pack_of(admin, "second")
        rows = {f"s.{n}": Shape(card_text(f"s.{n}"), True, {"zh": {"name": f"石{n}"}}) for n in range(3)}
        for name, shape in rows.items():
            store(admin, first, name, shape)
        assert came_back(admin, first, second, rows) == ""
        assert "text/zh-3.json" in packs.read_zip(pack_export(pack=first))

    @pytest.mark.parametrize("limit", ["FILES_LIMIT", "SIZE_LIMIT"])
    def test_are_refused_where_no_archive_holds_them(
        self, admin: Account, monkeypatch: pytest.MonkeyPatch, limit: str
    ) -> None:
        pack = pack_of(admin, "first")
        store(admin, pack, "s.valid", Shape(card_text("s.valid")))
        monkeypatch.setattr(export, limit, 1)
        with pytest.raises(TooLarge) as refused:
            pack_export(pack=pack)
        assert "25,000" in refused.value.detail["en"] and "25,000" in refused.value.detail["zh"]

    def test_fill_an_archive_to_its_limits(self) -> None:
        """What the export lets pass can be written: names as long as they may be, as many files as there may be."""
        names = [f"scenarios/{'x' * 120}{number:06}/{number:04}.json" for number in range(export.FILES_LIMIT)]
        rest = export.SIZE_LIMIT - sum(2 * len(name) + export._ROW for name in names)
        files = dict.fromkeys(names, b"") | {names[0]: b" " * rest}
        assert len(packs.write_zip(files)) <= 64 << 20


class TestDraftsWithErrors:
    """In development mode, beside what is sound; in strict mode never."""

    def test_are_refused_by_strict_mode_each_by_the_name_of_its_file(self, admin: Account) -> None:
        first, second = pack_of(admin, "first"), pack_of(admin, "second")
        broken_shapes_by_name = {name: shape for name, shape in shapes().items() if not shape.is_valid}
        for name, shape in broken_shapes_by_name.items():
            store(admin, first, name, shape)
        with pytest.raises(BadText) as error:
            imported(admin, second, pack_export(pack=first), ImportOrder())

        errors = [problem for problem in error.value.problems if problem.severity == "error"]
        names = {
            name: f"cards/{'manifest.card' if name == 'manifest' else name}.json" for name in broken_shapes_by_name
        }
        assert {problem.file for problem in errors} == set(names.values())
        assert all(problem.message["en"] and problem.message["zh"] for problem in errors)
        assert not Card.objects.filter(pack=second).exists()

    def test_of_another_id_say_which_the_text_gives(self, admin: Account) -> None:
        first, second = pack_of(admin, "first"), pack_of(admin, "second")
        store(admin, first, "s.other-id", Shape(card_text("s.valid")))
        report = imported(admin, second, pack_export(pack=first))
        [problem] = [each for each in report.problems if each.severity == "error"]
        assert (problem.card, problem.path, problem.line) == ("s.other-id", "/id", 2)
        assert "calls this card s.valid, its pack calls it s.other-id" in problem.message["en"]

    def test_replace_the_draft_of_a_card_and_leave_its_versions(self, admin: Account) -> None:
        pack = pack_of(admin, "first")
        store(admin, pack, "s.card", Shape(card_text("s.card"), has_version=True))
        card = Card.objects.get()
        report = pack_import(
            actor=admin, pack=pack, cards=[Incoming(card_text("s.card", manaCost="much"))], order=DEVELOPMENT
        )
        card.refresh_from_db()
        assert (report.changed, report.drafts) == (("s.card",), ("s.card",))
        assert [version.pk for version in CardVersion.objects.all()] == [card.newest_version_id]
        assert '"much"' in draft_get(card=card).text
        assert AuditEvent.objects.latest("id").details == {"new": 0, "changed": 1, "drafts": 1}

    def test_are_compared_by_their_text_where_they_cannot_be_read(self, admin: Account) -> None:
        pack = pack_of(admin, "first")
        for text, outcome in (("{", ("new", 1)), ("{", ("unchanged", 1)), ("[", ("changed", 2))):
            cards = [Incoming(text, written_id="s.half")]
            report = pack_import(actor=admin, pack=pack, cards=cards, order=DEVELOPMENT)
            assert (getattr(report, outcome[0]), DraftRevision.objects.count()) == (("s.half",), outcome[1])

    def test_name_a_card_that_is_left_out_in_the_trash(self, admin: Account) -> None:
        """What names it has an error, and is a draft without a version."""
        pack = pack_of(admin, "first")
        store(admin, pack, "s.error", Shape(card_text("s.error")))
        card_trash(actor=admin, card=Card.objects.get())
        cards = [Incoming(card_text("s.error")), Incoming(card_text("s.names", behaviors=NAMES_BAD))]
        report = pack_import(actor=admin, pack=pack, cards=cards, order=DEVELOPMENT)

        assert (report.left_out, report.trashed, report.drafts) == (("s.error",), ("s.error",), ("s.names",))
        assert [each.code for each in report.problems if each.severity == "error"] == ["E-REF"]

    def test_without_an_id_are_left_out_by_name(self, admin: Account) -> None:
        texts = ["{}", '{"id": 5}', card_text("no id!"), card_text("-x"), card_text("x" * 129), "{ broken"]
        cards = [Incoming(text) for text in (*texts, card_text("s.good"))]
        report = pack_import(actor=admin, pack=pack_of(admin, "first"), cards=cards, order=DEVELOPMENT)

        assert report.left_out == ("#1", "#2", "no id!", "-x", "x" * 129, "#6")
        assert (report.new, report.drafts) == (("s.good",), ())


class TestManifest:
    """What a manifest says of drafts is believed only where it can be so."""

    @pytest.mark.parametrize(
        "drafts", [[], {"cards/a.json": 5}, {"cards/a.json": "no id!"}, {"cards/a.json": ""}, "cards/a.json"]
    )
    def test_is_refused_where_it_is_misshapen(self, admin: Account, drafts: object) -> None:
        with pytest.raises(BadText):
            imported(admin, pack_of(admin, "first"), self.archive(drafts, b"{"))

    @pytest.mark.parametrize("data", [b"\xff\xfe", b"a\0", b"x" * (1024 * 1024 + 1)])
    def test_of_what_no_draft_can_hold_names_the_file(self, admin: Account, data: bytes) -> None:
        report = imported(admin, pack_of(admin, "first"), self.archive({"cards/a.json": "a"}, data))
        assert (report.new, report.left_out) == ((), ("cards/a.json",))

    def test_of_a_file_that_is_no_card_is_passed_over(self, admin: Account) -> None:
        report = imported(admin, pack_of(admin, "first"), self.archive({"manifest.json": "a", "b.json": "b"}, b"{}"))
        assert (report.new, report.left_out) == ((), ("cards/a.json",))

    def archive(self, drafts: object, data: bytes) -> bytes:
        manifest = {"cardFiles": ["cards/a.json"], "drafts": drafts}
        return packs.write_zip({"cards/a.json": data, "manifest.json": json.dumps(manifest).encode()})
