"""Imports: what a file brings is taken whole or left out by name, and nothing that a person saved meanwhile is written over."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from PIL import Image

from cards.errors import BadText, IdTaken, StateConflict
from cards.gateway import deck_files, packs, rulesets, scenario_files, validation
from cards.gateway.deck_files import DECK_TEXT_LIMIT
from cards.models import Account, AuditEvent, Card, CardVersion, Deck, Draft, Pack, Scenario
from cards.models.fields import TEXT_LIMIT
from cards.models.scenario import SCENARIO_LIMIT
from cards.queries.export import pack_export
from cards.queries.history import draft_get
from cards.services import pack_import as module
from cards.services.art import art_set
from cards.services.card import card_trash
from cards.services.deck import deck_create_empty, deck_create_from_sample
from cards.services.draft import draft_save
from cards.services.import_beside import Beside
from cards.services.import_file import import_file
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import ImportOrder, ImportReport, Incoming, pack_import
from cards.services.scenario import OF_CARD, scenario_create, scenarios_import
from tests.cards.conftest import MakeCard, card_text

pytestmark = pytest.mark.django_db
STRICT, DEVELOPMENT = ImportOrder(), ImportOrder(mode="development")


def incoming_cards(*texts: str) -> list[Incoming]:
    """Return cards as an import takes them."""
    return [Incoming(text) for text in texts]


def other_save(card: Card, mana: int) -> None:
    """Save the draft of a card as a designer does."""
    text = card_text(card.written_id, manaCost=mana)
    draft_save(actor=card.created_by, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)


def imported(actor: Account, pack: Pack, data: bytes, order: ImportOrder = STRICT) -> ImportReport:
    """Import an archive."""
    found = import_file(pack=pack, name="pack.zip", data=data)
    return pack_import(actor=actor, pack=pack, cards=found.cards, beside=found.beside, order=order)


def after_the_check(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Make another person act once, between the check of an import and its lock."""
    judge, acts = module._with_beside, iter([act])

    def late(*given: Any) -> ImportReport:
        report = judge(*given)
        for each in acts:
            each()
        return report

    monkeypatch.setattr(module, "_with_beside", late)


class TestTrash:
    def test_refuses_a_card_in_the_trash_and_names_it(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        with pytest.raises(IdTaken) as refusal:
            pack_import(
                actor=admin,
                pack=card.pack,
                cards=incoming_cards(card_text("base.stone", manaCost=7), card_text("base.b")),
            )

        assert [error["pointer"] for error in refusal.value.errors] == ["/cards/base.stone"]
        assert "Restore and update" in refusal.value.detail["en"] and "恢复并更新" in refusal.value.detail["zh"]
        assert (draft_get(card=card).revision, Card.objects.count()) == (1, 1)

    def test_leaves_it_out_by_name_in_development(self, card: Card, admin: Account) -> None:
        card_trash(actor=admin, card=card)
        cards = incoming_cards(card_text("base.stone", manaCost=7), card_text("base.b"))
        report = pack_import(actor=admin, pack=card.pack, cards=cards, order=DEVELOPMENT)

        assert (report.new, report.left_out, report.trashed) == (("base.b",), ("base.stone",), ("base.stone",))
        assert draft_get(card=card).revision == 1

    @pytest.mark.parametrize(("mana", "changed"), [(7, ("base.stone",)), (None, ())])
    def test_restores_and_updates_where_that_is_asked(
        self, card: Card, admin: Account, mana: int | None, changed: tuple[str, ...]
    ) -> None:
        card_trash(actor=admin, card=card)
        text = draft_get(card=card).text if mana is None else card_text("base.stone", manaCost=mana)
        report = pack_import(actor=admin, pack=card.pack, cards=incoming_cards(text), order=ImportOrder(restore=True))

        card.refresh_from_db()
        assert (report.restored, report.changed) == (("base.stone",), changed)
        assert (card.trashed_at, card.trashed_by, draft_get(card=card).text) == (None, None, text)
        assert AuditEvent.objects.latest("id").details == {"new": 0, "changed": len(changed), "restored": 1}


class TestSaves:
    """A save between the check and the write: the import that was checked before is judged again under the lock."""

    @pytest.fixture
    def checked(self, card: Card, admin: Account) -> dict[str, str]:
        cards = incoming_cards(card_text("base.stone", manaCost=7))
        report = pack_import(actor=admin, pack=card.pack, cards=cards, order=ImportOrder(dry_run=True))
        other_save(card, 9)
        return dict(report.based_on)

    def test_are_not_written_over(self, card: Card, admin: Account, checked: dict[str, str]) -> None:
        with pytest.raises(StateConflict) as refusal:
            pack_import(
                actor=admin,
                pack=card.pack,
                cards=incoming_cards(card_text("base.stone", manaCost=7), card_text("base.b")),
                order=ImportOrder(based_on=checked | {"base.b": ""}),
            )

        assert (refusal.value.status, [error["pointer"] for error in refusal.value.errors]) == (
            409,
            ["/cards/base.stone"],
        )
        assert json.loads(draft_get(card=card).text)["manaCost"] == 9
        assert not Card.objects.filter(written_id="base.b").exists()

    def test_are_left_out_by_name_in_development(self, card: Card, admin: Account, checked: dict[str, str]) -> None:
        report = pack_import(
            actor=admin,
            pack=card.pack,
            cards=incoming_cards(card_text("base.stone", manaCost=7), card_text("base.b")),
            order=ImportOrder(mode="development", based_on=checked),
        )

        assert (report.new, report.left_out, report.moved) == (("base.b",), ("base.stone",), ("base.stone",))
        assert json.loads(draft_get(card=card).text)["manaCost"] == 9

    @pytest.mark.parametrize("mode", ["strict", "development"])
    def test_within_one_request_are_not_written_over(
        self, card: Card, admin: Account, monkeypatch: pytest.MonkeyPatch, mode: str
    ) -> None:
        after_the_check(monkeypatch, lambda: other_save(card, 9))
        cards = incoming_cards(card_text("base.stone", manaCost=7), card_text("base.b"))
        if mode == "strict":
            with pytest.raises(StateConflict):
                pack_import(actor=admin, pack=card.pack, cards=cards)
        else:
            report = pack_import(actor=admin, pack=card.pack, cards=cards, order=DEVELOPMENT)
            assert (report.new, report.moved) == (("base.b",), ("base.stone",))
        assert json.loads(draft_get(card=card).text)["manaCost"] == 9

    def test_and_the_trash_in_between_are_kept(
        self, card: Card, admin: Account, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        after_the_check(monkeypatch, lambda: card_trash(actor=admin, card=card))
        with pytest.raises(StateConflict):
            pack_import(actor=admin, pack=card.pack, cards=incoming_cards(card_text("base.stone", manaCost=7)))
        assert draft_get(card=card).revision == 1

    def test_of_the_same_content_are_no_conflict(self, card: Card, admin: Account) -> None:
        report = pack_import(
            actor=admin,
            pack=card.pack,
            cards=incoming_cards(draft_get(card=card).text),
            order=ImportOrder(based_on={"base.stone": "r9-00000000"}),
        )
        assert (report.unchanged, report.moved) == (("base.stone",), ())


def image(colour: str, kind: str = "PNG") -> bytes:
    """Return an image as a person uploads it."""
    out = BytesIO()
    Image.new("RGB", (40, 56), colour).save(out, kind)
    return out.getvalue()


def sample_world(admin: Account, ruleset: str, slug: str, *, maximum: int) -> Pack:
    """Make a pack of a game's own cards with texts, notes, decks, scenarios and images."""
    pack = pack_create(actor=admin, slug=slug, ruleset=ruleset, form=PackForm(name={"en": "Whole"}))
    wealth = Counter(sample.cards[0] for sample in scenario_files.sample_scenarios(ruleset))
    cards = sorted(rulesets.sample_pack(ruleset).cards, key=lambda each: -wealth[each.id])[:maximum]
    held = [Incoming(card.text, card.texts) for card in cards]
    pack_import(actor=admin, pack=pack, cards=held, order=DEVELOPMENT)
    first = Card.objects.filter(pack=pack).order_by("written_id")
    draft = draft_get(card=first[0])
    texts = {**draft.texts, "zh": {**draft.texts.get("zh", {}), "notes": "备注\n第二行"}}
    laid_out = "// a comment that stays\r\n" + draft.text.replace("\n", "\r\n")
    draft_save(actor=admin, card=first[0], text=laid_out, texts=texts, based_on=draft.etag)
    for card, colour in zip(first[:3], ("red", "green", "blue"), strict=True):
        art_set(actor=admin, card=card, data=image(colour))
    scenarios_import(account=admin, pack=pack, samples=scenario_files.sample_scenarios(ruleset))
    scenario_create(actor=admin, card=first[1], text="{ this is no scenario yet")
    if deck_files.has_decks(ruleset):
        for sample in deck_files.sample_decks(ruleset):
            deck_create_from_sample(actor=admin, pack=pack, sample=sample.name)
        for deck_id in ("二号牌组", "a deck with blanks", "deck-0001"):
            deck_create_empty(actor=admin, pack=pack, deck_id=deck_id, name="套牌")
    return pack


class TestExport:
    @pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
    def test_comes_back_whole(self, admin: Account, ruleset: str) -> None:
        first = sample_world(admin, ruleset, "first", maximum=16)
        data = pack_export(pack=first)
        second = pack_create(actor=admin, slug="second", ruleset=ruleset, form=PackForm(name={"en": "Second"}))
        report = imported(admin, second, data, DEVELOPMENT)  # some name cards that are not among the first

        assert (report.left_out, report.beside.not_taken) == ((), ())
        assert pack_export(pack=second) == data
        files = packs.read_zip(data)
        kinds = {name.partition("/")[0] for name in files}
        assert kinds == {
            "cards",
            "text",
            "scenarios",
            "art",
            "manifest.json",
            *(["decks"] if deck_files.has_decks(ruleset) else []),
        }
        again = imported(admin, second, data, DEVELOPMENT)
        assert (again.new, again.changed, again.beside.writes) == ((), (), 0)

    @pytest.mark.parametrize("ruleset", [info.name for info in rulesets.rulesets()])
    def test_has_room_for_all_that_a_game_ships(self, ruleset: str) -> None:
        scenarios = scenario_files.sample_scenarios(ruleset)
        of_card = Counter(sample.cards[0] for sample in scenarios)
        longest = max((len(sample.text) for sample in scenarios), default=0)
        cards = [len(each.text) for each in rulesets.sample_pack(ruleset).cards]
        decks = [len(each.text) for each in deck_files.sample_decks(ruleset)] if deck_files.has_decks(ruleset) else [0]

        assert 3 * max(of_card.values(), default=0) <= 2 * OF_CARD
        assert 3 * longest <= 2 * SCENARIO_LIMIT
        assert 3 * max(cards) <= 2 * TEXT_LIMIT and 3 * max(decks) <= 2 * DECK_TEXT_LIMIT

    def test_of_an_empty_pack_is_empty(self, pack: Pack) -> None:
        assert list(packs.read_zip(pack_export(pack=pack))) == ["manifest.json"]

    def test_leaves_out_what_is_in_the_trash(self, make_card: MakeCard, pack: Pack, admin: Account) -> None:
        make_card("base.a")
        card_trash(actor=admin, card=make_card("base.b"))
        assert "cards/base.b.json" not in packs.read_zip(pack_export(pack=pack))


@pytest.fixture
def second(admin: Account, pack: Pack) -> Pack:
    """Another pack of the same game."""
    return pack_create(actor=admin, slug="second", ruleset=pack.ruleset, form=PackForm(name={"en": "Second"}))


class TestBroken:
    """A draft that is no JSON comes out of an export and back; one of another file is named, and the rest of the file is taken."""

    DRAFTS = {
        "c.half": '{"id":"c.half", // half\n "type":',
        "c.double": '{"id": "c.double", "id": "c.double"}',
        "c.object": "{}",
        "c.list": "[1]",
        "c.word": "nothing",
        "c.text": '"text"',
        "c.none": "null",
        "c.deep": "[" * 70,
    }

    @pytest.fixture
    def exported(self, pack: Pack, admin: Account, make_card: MakeCard) -> bytes:
        for name, text in {**self.DRAFTS, "c.empty": ""}.items():
            card = make_card(name)
            draft_save(actor=admin, card=card, text=text, texts=None, based_on=draft_get(card=card).etag)
        make_card("c.good")
        return pack_export(pack=pack)

    def test_refuses_all_and_names_each(self, admin: Account, exported: bytes, second: Pack) -> None:
        with pytest.raises(BadText) as error:
            imported(admin, second, exported)

        wrong = {each.file for each in error.value.problems if each.severity == "error"}
        assert wrong == {f"cards/{name}.json" for name in (*self.DRAFTS, "c.empty")}
        assert not Card.objects.filter(pack=second).exists()

    def test_is_a_draft_again_in_development(self, admin: Account, exported: bytes, second: Pack) -> None:
        report = imported(admin, second, exported, DEVELOPMENT)

        names = {*self.DRAFTS, "c.empty"}
        assert (set(report.new), set(report.drafts), report.left_out) == ({"c.good", *names}, names, ())
        assert {each.file for each in report.problems if each.severity == "error"} == {
            f"cards/{name}.json" for name in names
        }

    def test_is_left_out_by_the_name_of_its_file_where_nothing_says_its_card(
        self, admin: Account, exported: bytes, second: Pack
    ) -> None:
        files = packs.read_zip(exported)
        manifest = json.loads(files["manifest.json"])
        names = manifest.pop("drafts")
        report = imported(
            admin, second, packs.write_zip(files | {"manifest.json": json.dumps(manifest).encode()}), DEVELOPMENT
        )

        assert (report.new, report.drafts, set(report.left_out)) == (("c.good",), (), set(names))
        assert {each.file for each in report.problems if each.severity == "error"} == set(names)


class TestBeside:
    """What is not a card is taken too, or named."""

    def test_names_what_it_does_not_take(self, card: Card, admin: Account) -> None:
        files = {
            "manifest.json": b'{"cardFiles": ["cards/base.stone.json"]}',
            "cards/base.stone.json": draft_get(card=card).text.encode(),
            "text/zh.json": json.dumps(
                {"format": "text/1", "lang": "zh", "cards": {"base.nobody": {"name": "无"}}}
            ).encode(),
            "scenarios/lonely.json": b'{"format": "scenario/1", "given": {}}',
            "art/base.nobody.webp": image("red", "WEBP"),
            "notes/read-me.json": b"{}",
        }
        report = imported(admin, card.pack, packs.write_zip(files))

        assert sorted(left.name for left in report.beside.not_taken) == [
            "art/base.nobody.webp",
            "notes/read-me.json",
            "scenarios/lonely.json",
            "text/zh.json: base.nobody",
        ]

    def test_of_a_broken_image_is_named_and_the_rest_taken(self, pack: Pack, admin: Account) -> None:
        files = {"cards/a.json": card_text("base.a").encode(), "art/base.a.webp": b"RIFF no image"}
        report = imported(admin, pack, packs.write_zip(files))

        assert [left.name for left in report.beside.not_taken] == ["art/base.a.webp"]
        assert Draft.objects.get(card__written_id="base.a").art_sha256 is None

    def test_gives_a_card_its_image_and_the_version_with_it(self, card: Card, admin: Account) -> None:
        beside = Beside(art={"base.stone": image("red")})
        report = pack_import(
            actor=admin, pack=card.pack, cards=incoming_cards(draft_get(card=card).text), beside=beside
        )

        assert report.changed == ("base.stone",)
        assert CardVersion.objects.get().art_sha256 == draft_get(card=card).art_sha256 is not None
        assert draft_get(card=card).revision == 1

    def test_takes_the_decks_and_scenarios_of_a_folder(self, admin: Account) -> None:
        game = next(info.name for info in rulesets.rulesets() if deck_files.has_decks(info.name))
        pack = pack_create(actor=admin, slug="decks", ruleset=game, form=PackForm(name={"en": "Decks"}))
        sample = next(
            each
            for each in rulesets.sample_pack(game).cards
            if validation.validate(game, each.text, known_ids=frozenset({each.id})).ok
        )
        scenario = json.dumps([{"format": "scenario/1", "name": "one", "given": {"card": sample.id}}])
        files = {
            "cards/a.json": sample.text.encode(),
            "decks/d.json": deck_files.sample_decks(game)[0].text.encode(),
            "scenarios/s.json": scenario.encode(),
        }
        report = imported(admin, pack, packs.write_zip(files))

        assert (len(report.beside.deck_part.new), report.beside.scenario_part.new) == (1, ("scenarios/s.json",))
        assert (Deck.objects.get().text, Scenario.objects.get().card.written_id) == (
            files["decks/d.json"].decode(),
            sample.id,
        )

    def test_refuses_the_whole_for_a_deck_that_is_none(self, admin: Account) -> None:
        game = next(info.name for info in rulesets.rulesets() if deck_files.has_decks(info.name))
        pack = pack_create(actor=admin, slug="decks", ruleset=game, form=PackForm(name={"en": "Decks"}))
        files = {"cards/a.json": rulesets.sample_pack(game).cards[0].text.encode(), "decks/d.json": b"{}"}
        with pytest.raises(BadText) as error:
            imported(admin, pack, packs.write_zip(files))

        assert {problem.file for problem in error.value.problems} >= {"decks/d.json"}
        assert not Card.objects.exists()


class TestAnArchiveOfAnotherProgram:
    """What a designer packs in Finder, with a README and an image beside the cards, under a name of their own."""

    @pytest.mark.parametrize("name", ["卡牌.zip", "Mine.ZIP", "zip"])
    def test_is_taken_by_its_content_and_the_rest_is_named(self, admin: Account, pack: Pack, name: str) -> None:
        image = BytesIO()
        Image.new("RGB", (8, 8), "red").save(image, "PNG")
        data = BytesIO()
        with ZipFile(data, "w") as target:
            target.writestr("mine/cards/石头.json", card_text("own.stone"))
            target.writestr("mine/art/own.stone.png", image.getvalue())
            target.writestr("mine/README.md", "# Mine")
            target.writestr("__MACOSX/mine/cards/._x.json", b"\0\5")
        found = import_file(pack=pack, name=name, data=data.getvalue())
        report = pack_import(actor=admin, pack=pack, cards=found.cards, beside=found.beside)

        assert (report.new, list(report.beside.art)) == (("own.stone",), ["own.stone"])
        assert [each.name for each in report.beside.not_taken] == ["README.md", "__MACOSX/"]
