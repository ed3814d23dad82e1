"""Cards from a file: checked and shown before anything is written."""

from __future__ import annotations

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from cards.gateway import deck_files, packs, rulesets
from cards.models import Account, Card, Release
from cards.queries.releases import release_bytes, release_zip
from cards.services.pack import PackForm, pack_create
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

PAGE = "/packs/core/import/"


def upload(name: str, data: str | bytes) -> SimpleUploadedFile:
    """Return a file as a browser sends it."""
    return SimpleUploadedFile(name, data.encode() if isinstance(data, str) else data)


def hidden_field(page: str, name: str) -> str:
    """Return what a hidden field of the page holds."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found
    return found[1]


class TestImport:
    def test_writes_nothing_before_the_report_was_seen(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        page = client.post(PAGE, {"do": "check", "file": upload("x.jsonc", card_text("base.fresh"))}).content.decode()
        before = Card.objects.filter(written_id="base.fresh").count()
        form = {name: hidden_field(page, name) for name in ("payload", "name", "mode")}
        answer = client.post(PAGE, {**form, "do": "write"})

        assert "base.fresh" in page and "Nothing has been written yet" in page
        assert (before, answer.status_code, Card.objects.filter(written_id="base.fresh").count()) == (0, 302, 1)

    def test_of_a_release_changes_nothing_and_shows_who_signed(self, world: World, client_of: ClientOf) -> None:
        release = Release.objects.get()
        data = release_zip(release=release)
        page = client_of("designer").post(PAGE, {"do": "check", "file": upload("r.zip", data)}).content.decode()

        assert f"signed with key {release.key_id} of this portal" in page
        assert "Nothing to import" in page

    def test_refuses_a_release_that_was_changed(self, world: World, client_of: ClientOf) -> None:
        files = release_bytes(release=Release.objects.get())
        files["manifest.json"] = files["manifest.json"].replace(b"1.0.0", b"1.0.1")
        data = packs.write_zip(files)
        answer = client_of("designer").post(PAGE, {"do": "check", "file": upload("r.zip", data)})

        assert answer.status_code == 422
        assert "The signature is not of these bytes." in answer.content.decode()

    @pytest.mark.parametrize(
        ("mode", "status", "ids"), [("strict", 422, []), ("development", 302, ["base.bad", "base.good"])]
    )
    def test_takes_all_or_nothing_or_drafts_where_there_are_errors(
        self, world: World, client_of: ClientOf, mode: str, status: int, ids: list[str]
    ) -> None:
        cards = [json.loads(card_text("base.good")), json.loads(card_text("base.bad", manaCost="much"))]
        file = upload("two.json", json.dumps(cards))
        answer = client_of("designer").post(PAGE, {"do": "write", "mode": mode, "file": file})

        assert answer.status_code == status
        assert (
            sorted(Card.objects.filter(written_id__in=["base.good", "base.bad"]).values_list("written_id", flat=True))
            == ids
        )

    @pytest.mark.parametrize(
        ("mode", "cost", "offer"),
        [
            ("strict", 1, "Import 2 cards"),
            ("strict", "much", "Nothing to import"),
            ("development", "much", "Import 2 cards"),
        ],
    )
    def test_offers_to_write_what_the_mode_takes(
        self, world: World, client_of: ClientOf, mode: str, cost: object, offer: str
    ) -> None:
        cards = [json.loads(card_text("base.good")), json.loads(card_text("base.other", manaCost=cost))]
        file = upload("two.json", json.dumps(cards))
        page = client_of("designer").post(PAGE, {"do": "check", "mode": mode, "file": file}).content.decode()

        assert [each for each in ("Import 2 cards", "Import 1 card<", "Nothing to import") if each in page] == [offer]

    @pytest.mark.parametrize(
        ("language", "words", "report"),
        [
            ("en", "With errors: a draft without a version", "1 has errors: a draft without a version."),
            ("zh", "有错误：仅为草稿，没有版本", "其中 1 张有错误，仅为草稿，没有版本。"),
        ],
    )
    def test_names_the_drafts_with_errors_before_and_after(
        self, world: World, client_of: ClientOf, language: str, words: str, report: str
    ) -> None:
        Account.objects.update(language=language)
        cards = [json.loads(card_text("base.good")), json.loads(card_text("base.other", manaCost="much"))]
        client, text = client_of("designer"), json.dumps(cards)
        pages = {
            mode: client.post(PAGE, {"do": "check", "mode": mode, "file": upload("two.json", text)}).content.decode()
            for mode in ("strict", "development")
        }
        request = {"do": "write", "mode": "development", "file": upload("two.json", text)}

        assert f'{words}</span><b class="num">1</b><p>base.other</p>' in pages["development"]
        assert words not in pages["strict"]
        assert report in client.post(PAGE, request, follow=True).content.decode()
        assert not Card.objects.get(written_id="base.other").versions.exists()

    def test_writes_cards_beside_a_deck_with_errors(self, admin: Account, client: Client) -> None:
        """In development mode a broken deck is named, and the button writes the rest."""
        game = next(info.name for info in rulesets.rulesets() if deck_files.has_decks(info.name))
        pack_create(actor=admin, slug="decks", ruleset=game, form=PackForm(name={"en": "Decks"}))
        client.force_login(admin)
        files = {"cards/a.json": rulesets.sample_pack(game).cards[0].text.encode(), "decks/d.json": b"{}"}
        sent = {"do": "check", "mode": "development", "file": upload("pack.zip", packs.write_zip(files))}
        assert "Import 1 card<" in client.post("/packs/decks/import/", sent).content.decode()

    @pytest.mark.parametrize("root", ["[%s]", '{"cards": [%s]}'])
    def test_names_the_place_of_a_problem_in_a_list(self, world: World, client_of: ClientOf, root: str) -> None:
        """Line and column are those of the file, not of the card."""
        bad = card_text("base.bad", manaCost="much").replace("\n", "")
        text = "// two\n" + root % f"{card_text('base.good')},\n\n {bad}"
        answer = client_of("designer").post(PAGE, {"do": "check", "file": upload("two.jsonc", text)})
        line, column = (
            text[: text.index('"much"')].count("\n") + 1,
            len(text[: text.index('"much"')].rpartition("\n")[2]) + 1,
        )

        assert f'base.bad</th><td class="num">{line}</td><td class="num">{column}</td>' in answer.content.decode()

    def test_of_a_table_shows_its_cells(self, world: World, client_of: ClientOf) -> None:
        file = upload("cards.csv", "id,name\nbase.stone,Pebble\n")
        page = client_of("designer").post(PAGE, {"do": "check", "file": file}).content.decode()

        assert "cards.csv, 1 row" in page and "Pebble" in page

    def test_names_file_line_and_column(self, world: World, client_of: ClientOf) -> None:
        file = upload("mine.json", card_text("base.bad", manaCost="much"))
        page = client_of("designer").post(PAGE, {"do": "check", "file": file}).content.decode()

        assert re.search(r"mine\.json · base\.bad</th><td class=\"num\">[1-9]", page)

    def test_says_what_looks_renamed(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        client.post(PAGE, {"do": "write", "file": upload("a.json", card_text("base.before", name="Unlike"))})
        page = client.post(PAGE, {"do": "check", "file": upload("b.json", card_text("base.after", name="Unlike"))})

        assert "<code>base.before</code> → <code>base.after</code>" in page.content.decode()

    @pytest.mark.parametrize("data", [b"", b"{", b"PK\x03\x04", b"[]", b"\xff\xfe", b'{"id": 1}'])
    @pytest.mark.parametrize("name", ["a.json", "a.zip", "../../a", "x" * 300])
    def test_refuses_what_is_no_file_of_cards(self, world: World, client_of: ClientOf, name: str, data: bytes) -> None:
        answer = client_of("designer").post(PAGE, {"do": "write", "file": upload(name, data)})

        assert answer.status_code in (400, 422)

    @pytest.mark.parametrize(
        ("ids", "expected"),
        [
            (("base.twice", "base.twice"), "The id base.twice occurs twice: a.json line 1, a.json line "),
            (("base.case", "base.CASE"), "The ids base.case and base.CASE differ in case alone."),
        ],
    )
    def test_refuses_ids_that_are_one(
        self, world: World, client_of: ClientOf, ids: tuple[str, ...], expected: str
    ) -> None:
        cards = [json.loads(card_text(each)) for each in ids]
        answer = client_of("designer").post(PAGE, {"do": "write", "file": upload("a.json", json.dumps(cards))})

        assert answer.status_code == 422
        assert expected in answer.content.decode()
        assert not Card.objects.filter(written_id__in=ids).exists()

    def test_refuses_an_id_that_differs_from_one_of_the_pack_in_case_alone(
        self, world: World, client_of: ClientOf
    ) -> None:
        value = Card.objects.filter(pack=world.pack).values_list("written_id", flat=True)[0]
        file = upload("a.json", card_text(value.upper()))
        answer = client_of("designer").post(PAGE, {"do": "write", "file": file})

        assert answer.status_code == 422
        assert f"{value.upper()} and {value} differ in case alone." in answer.content.decode()

    def test_takes_an_archive_that_is_no_release(self, world: World, client_of: ClientOf) -> None:
        data = packs.write_zip({"cards/base.packed.json": card_text("base.packed").encode()})
        answer = client_of("designer").post(PAGE, {"do": "write", "file": upload("a.zip", data)})

        assert answer.status_code == 302
        assert Card.objects.filter(written_id="base.packed").exists()


class TestRepairs:
    """A file that is almost JSON is shown with what would be changed, and read so at one press."""

    def repaired(self, client: Client, data: str | bytes) -> tuple[str, str]:
        """Return the page with the offer, and the report after the press."""
        offer = client.post(PAGE, {"do": "check", "file": upload("chat.txt", data)}).content.decode()
        form = {name: hidden_field(offer, name) for name in ("payload", "name", "mode", "repairs")}
        return offer, client.post(PAGE, {**form, "do": "check"}).content.decode()

    def test_are_named_and_made_at_one_press(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        text = f"Here it is:\n```json\n{card_text('base.mended')}\n```\n".replace('"id"', "“id”")
        offer, report = self.repaired(client, text)

        assert "The file can be repaired" in offer and "Other quotes (1, the first are “…”)" in offer
        assert "Only what stands between ```" in report and "base.mended" in report
        form = {name: hidden_field(report, name) for name in ("payload", "name", "mode", "repairs", "based_on")}
        assert client.post(PAGE, {**form, "do": "write"}).status_code == 302
        assert json.loads(Card.objects.get(written_id="base.mended").draft.text)["id"] == "base.mended"

    def test_read_cards_in_an_object(self, world: World, client_of: ClientOf) -> None:
        cards = {"set": "x", "data": [json.loads(card_text(each)) for each in ("base.x", "base.y")]}
        offer, report = self.repaired(client_of("designer"), json.dumps(cards))
        assert "The cards are the 2 of data." in offer
        assert "base.x, base.y" in report

    def test_read_files_of_an_archive(self, world: World, client_of: ClientOf) -> None:
        files = {
            "cards/x.json": card_text("base.x", name="战地医师").encode("gb18030"),
            "cards/y.json": card_text("base.y").encode(),
        }
        offer, report = self.repaired(client_of("designer"), packs.write_zip(files))
        assert "The file is GBK (GB18030), 战地医师; it is read as such." in offer
        assert "base.x, base.y" in report

    def test_are_not_offered_where_they_do_not_help(self, world: World, client_of: ClientOf) -> None:
        page = client_of("designer").post(PAGE, {"do": "check", "file": upload("a.json", '{"id": NaN}')})
        assert page.status_code == 422
        assert "can be repaired" not in page.content.decode() and "NaN is not a number" in page.content.decode()

    def test_of_others_than_the_repeated_are_one_press(self, world: World, client_of: ClientOf) -> None:
        client = client_of("designer")
        cards = json.dumps([json.loads(card_text(each)) for each in ("base.t", "base.t", "base.u")])
        page = client.post(PAGE, {"do": "check", "file": upload("a.json", cards)}).content.decode()
        form = {name: hidden_field(page, name) for name in ("payload", "name")}
        report = client.post(PAGE, {**form, "mode": "development", "do": "check"}).content.decode()

        assert "Import the others" in page and "Import 1 card" in report
