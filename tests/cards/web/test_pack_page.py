"""The list of a pack's cards: search, filters, order, pages, and how few queries it takes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.template.loader import render_to_string
from django.test import Client
from django.utils.translation import override

from cards.gateway import rulesets
from cards.models import Account, Card, Pack
from cards.queries.readiness import Verdict
from cards.services.audit import audit_record
from cards.services.pack import PackForm, pack_create
from cards.web import activity
from cards.web.audit_words import OWN_WORDS
from cards.web.readiness import Gate, Readiness, readiness
from portal.environment import ROOT
from tests.cards.conftest import MakeCard, card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

PACK = "/packs/core/"
NOT_RECORDED = {
    "cards.json",
    "art.zip",
    "cards.preview_run",
    "cards.chance_run",
    "cards.thought_run",
    "cardloom.jobs",
    "cards.job_run",
    "cards.match_run",
    "cards.reset_mail",
    "cards.strength_run",
    "invitation.mail",
    "notification.mail",
    "pack.zip",
    "preview.queued",
    "release.published",
    "release.unyanked",
    "release.yanked",
}


def listed_ids(client: Client, query: str) -> list[str]:
    """Return the ids of the cards on a page of the list, in order."""
    page = client.get(f"{PACK}?{query}").content.decode()
    return re.findall(r'tile__link" href="/packs/core/cards/([^/]+)/', page)


@pytest.fixture
def three_cards(make_card: Callable[..., Card]) -> list[Card]:
    zh = [{"zh": {"name": name}} for name in ("余烬之鞭", "霜之什一", "空心罗盘")]
    return [make_card(f"base.card{n}", texts=zh[n], manaCost=n) for n in range(3)]


class TestList:
    @pytest.mark.parametrize(
        ("query", "wanted"),
        [
            ("q=余烬", ["base.card0"]),
            ("q=烬", ["base.card0"]),
            ("q=空心罗盘", ["base.card2"]),
            ("q=CARD1", ["base.card1"]),
            ("q=nothing", []),
            ("sort=id", ["base.card0", "base.card1", "base.card2"]),
            ("sort=edited", ["base.card2", "base.card1", "base.card0"]),
            ("sort=id&kind=treasure", ["base.card0", "base.card1", "base.card2"]),
            ("sort=id&kind=exploration", []),
            ("sort=id&state=released", []),
            ("sort=id&state=draft&page=7", ["base.card0", "base.card1", "base.card2"]),
            ("sort=nonsense&kind=nonsense&state=nonsense&page=-1", ["base.card2", "base.card1", "base.card0"]),
            ("q=%00", ["base.card2", "base.card1", "base.card0"]),
        ],
    )
    def test_shows_what_was_asked_for(
        self, three_cards: list[Card], client_of: ClientOf, query: str, wanted: list[str]
    ) -> None:
        assert listed_ids(client_of("viewer"), query) == wanted

    def test_finds_cards_by_their_problems(
        self, three_cards: list[Card], make_card: Callable[..., Card], client_of: ClientOf
    ) -> None:
        make_card("base.wrong", rarity="purple")
        client = client_of("viewer")

        assert listed_ids(client, "problems=error") == ["base.wrong"]
        assert "base.wrong" not in listed_ids(client, "problems=none")

    def test_offers_to_take_each_filter_off(self, three_cards: list[Card], client_of: ClientOf) -> None:
        page = client_of("viewer").get(f"{PACK}?q=余烬&state=draft").content.decode()

        assert 'href="?state=draft"' in page
        assert 'href="?q=%E4%BD%99%E7%83%AC"' in page

    def test_goes_on_to_the_next_page(self, make_card: Callable[..., Card], client_of: ClientOf) -> None:
        for n in range(49):
            make_card(f"base.n{n:02}")
        client = client_of("viewer")

        assert [len(listed_ids(client, f"sort=id&page={n}")) for n in (1, 2)] == [48, 1]
        assert 'rel="next" href="?sort=id&amp;page=2"' in client.get(f"{PACK}?sort=id").content.decode()

    def test_asks_as_little_for_many_cards_as_for_few(
        self,
        make_card: Callable[..., Card],
        client_of: ClientOf,
        django_assert_max_num_queries: Callable[..., Any],
    ) -> None:
        for n in range(20):
            make_card(f"base.n{n}")
        client = client_of("viewer")
        client.get(PACK)

        with django_assert_max_num_queries(20):
            client.get(PACK)

    def test_is_empty_with_a_way_on(self, pack: Pack, client_of: ClientOf) -> None:
        assert "No cards yet" in client_of("designer").get(PACK).content.decode()
        assert f"{PACK}new-card/" in client_of("designer").get(PACK).content.decode()

    def test_says_why_a_viewer_makes_no_card(self, pack: Pack, client_of: ClientOf) -> None:
        page = client_of("viewer").get(PACK).content.decode()

        assert f"{PACK}new-card/" not in page
        assert 'aria-disabled="true" title="Your role is read-only.' in page


class TestHome:
    def test_answers_the_address_of_a_pack_without_its_name(self, client_of: ClientOf) -> None:
        answer = client_of("designer").get("/packs/")

        assert (answer.status_code, answer["Location"]) == (302, "/")

    def test_shows_two_doors_to_who_has_no_pack(self, world: World, client_of: ClientOf) -> None:
        page = client_of("stranger").get("/").content.decode()

        assert "Start from a sample pack" in page
        assert [f'name="sample" value="{info.name}"' in page for info in rulesets.rulesets()].count(False) == 0
        assert "Start a new pack" in page

    def test_shows_public_packs_of_others_by_their_releases(self, world: World, client_of: ClientOf) -> None:
        assert 'href="/packs/core/releases/"' in client_of("stranger").get("/").content.decode()

    def test_copies_the_sample(self, world: World, client_of: ClientOf) -> None:
        client = client_of("stranger")

        answer = client.post("/new-pack/", {"sample": "wizards"})

        made = Pack.objects.get(slug=answer.headers["Location"].split("/")[2])
        assert (made.created_by.email, made.visibility) == ("stranger@example.org", "private")
        assert made.cards.count() > 50
        assert client.get(answer.headers["Location"]).status_code == 200

    def test_asks_as_little_for_many_packs_as_for_one(
        self, world: World, client_of: ClientOf, django_assert_max_num_queries: Callable[..., Any]
    ) -> None:
        client = client_of("operator")
        client.get("/")

        # Two count what the lists have pages for, two read pictures, two events, one the names of cards in them, one a review of mine.
        with django_assert_max_num_queries(16):
            client.get("/")


class TestNewPack:
    def test_leads_to_the_pack(self, world: World, client_of: ClientOf) -> None:
        words = {"name_en": "Quiet Harbour", "slug": "quiet-harbour", "ruleset": "wizards"}

        answer = client_of("stranger").post("/new-pack/", {**words, "source_language": "en", "visibility": "private"})

        assert answer.headers["Location"] == "/packs/quiet-harbour/"

    @pytest.mark.parametrize(
        ("en", "zh", "slug"),
        [
            ("Quiet Harbour!", "", "quiet-harbour"),
            ("Core", "", "core-2"),
            ("", "静港", "jing-gang"),
            ("Élan d'or", "", "elan-dor"),
            ("new", "", "pack"),
        ],
    )
    def test_takes_its_slug_from_the_name(self, world: World, client_of: ClientOf, en: str, zh: str, slug: str) -> None:
        words = {"name_en": en, "name_zh": zh, "slug": "", "ruleset": "wizards", "visibility": "private"}
        language = "en" if en else "zh"
        client = client_of("stranger")
        offered_body = client.get("/new-pack/slug/", {"name": en or zh}).json()

        answer = client.post("/new-pack/", {**words, "source_language": language})

        assert answer.headers["Location"] == f"/packs/{slug}/"
        assert offered_body == {"slug": slug, "taken": False, "free": ""}

    def test_says_which_slug_is_free(self, world: World, client_of: ClientOf) -> None:
        client = client_of("stranger")
        words = {"name_en": "Core", "slug": "core", "ruleset": "wizards", "visibility": "private"}

        page = client.post("/new-pack/", {**words, "source_language": "en"}).content.decode()

        assert "Another pack has this slug. core-2 is free." in page
        assert client.get("/new-pack/slug/", {"slug": "core"}).json()["free"] == "core-2"

    @pytest.mark.parametrize(
        ("changes", "field"),
        [
            ({"slug": "Core"}, "slug"),
            ({"slug": "core"}, "slug"),
            ({"slug": "new-pack"}, "slug"),
            ({"name_en": ""}, "name_en"),
            ({"name_en": "x" * 121}, "name_en"),
            ({"ruleset": "chess"}, "ruleset"),
        ],
    )
    def test_says_at_the_field_what_is_wrong_and_keeps_the_rest(
        self, world: World, client_of: ClientOf, changes: dict[str, str], field: str
    ) -> None:
        words = {"name_en": "Quiet", "name_zh": "静港", "slug": "quiet", "ruleset": "wizards"}

        page = client_of("stranger").post(
            "/new-pack/", {**words, "source_language": "en", "visibility": "private", **changes}
        )

        html = page.content.decode()
        assert page.status_code == 200
        assert f'<a href="#id_{field}">' in html
        assert f'id="id_{field}_error1"' in html
        assert 'value="静港"' in html


class TestNewCard:
    @pytest.mark.parametrize("template", ["spell", "monster"])
    def test_begins_with_a_template(self, pack: Pack, client_of: ClientOf, template: str) -> None:
        answer = client_of("designer").post(f"{PACK}new-card/", {"card_id": "base.new", "template": template})

        assert answer.headers["Location"] == f"{PACK}cards/base.new/"
        assert '"id": "base.new"' in Card.objects.get().draft.text

    def test_begins_as_a_copy(self, card: Card, client_of: ClientOf) -> None:
        client_of("designer").post(
            f"{PACK}new-card/", {"card_id": "base.twin", "template": "copy", "copy_of": "base.stone"}
        )

        twin = Card.objects.get(written_id="base.twin")
        assert twin.draft.text == card.draft.text.replace("base.stone", "base.twin")

    @pytest.mark.parametrize("card_id", ["", "a b", "BASE.STONE", "../x", "x" * 129])
    def test_says_what_is_wrong_with_an_id(self, card: Card, client_of: ClientOf, card_id: str) -> None:
        page = client_of("designer").post(f"{PACK}new-card/", {"card_id": card_id, "template": "spell"})

        assert page.status_code == 200
        assert 'id="id_card_id_error1"' in page.content.decode()

    def test_finds_the_card_to_copy_by_name(self, card: Card, make_card: Any, client_of: ClientOf) -> None:
        make_card("base.other", name="Quiet harbour")

        page = client_of("designer").get(f"{PACK}new-card/", {"q": "harbour"}).content.decode()

        assert 'name="copy_of" value="base.other"' in page
        assert 'value="base.stone"' not in page
        assert 'value="copy" checked' in page

    def test_copies_from_another_pack_of_the_same_game(
        self, card: Card, people: dict[str, Account], client_of: ClientOf
    ) -> None:
        own = pack_create(actor=people["viewer"], slug="own", ruleset="wizards", form=PackForm(name={"en": "Own"}))
        viewer = client_of("viewer")
        page = viewer.get("/packs/own/new-card/", {"source": "core"}).content.decode()
        assert '<option value="core" selected>' in page and 'value="base.stone"' in page

        viewer.post("/packs/own/new-card/", {"template": "copy", "source": "core", "copy_of": "base.stone"})

        assert Card.objects.get(pack=own).draft.text == card.draft.text

    @pytest.mark.parametrize("slug", ["secret", "other-game", "none"])
    def test_copies_nothing_from_a_pack_that_is_not_open_to_the_account(
        self, pack: Pack, people: dict[str, Account], client_of: ClientOf, slug: str
    ) -> None:
        words = PackForm(name={"en": "Secret"})
        pack_create(actor=people["stranger"], slug="secret", ruleset="wizards", form=words)
        pack_create(actor=people["designer"], slug="other-game", ruleset="halo", form=words)
        designer = client_of("designer")

        assert designer.get(f"{PACK}new-card/", {"source": slug}).status_code == 404
        wanted = {"template": "copy", "source": slug, "copy_of": "base.stone", "card_id": "base.x"}
        assert designer.post(f"{PACK}new-card/", wanted).status_code == 404

    def test_begins_with_json(self, pack: Pack, client_of: ClientOf) -> None:
        text = card_text("base.pasted").replace("\n", "\r\n")

        answer = client_of("designer").post(f"{PACK}new-card/", {"template": "text", "text": text})

        assert answer.headers["Location"] == f"{PACK}cards/base.pasted/"
        assert Card.objects.get().draft.text == card_text("base.pasted")

    def test_begins_with_a_file(self, pack: Pack, client_of: ClientOf) -> None:
        upload = SimpleUploadedFile("card.json", ("\ufeff" + card_text("base.file")).encode())

        answer = client_of("designer").post(f"{PACK}new-card/", {"template": "text", "file": upload})

        assert answer.headers["Location"] == f"{PACK}cards/base.file/"

    def test_gives_json_the_id_of_the_form(self, card: Card, client_of: ClientOf) -> None:
        designer = client_of("designer")
        expected = {"template": "text", "text": card_text("base.stone")}
        page = designer.post(f"{PACK}new-card/", expected).content.decode()
        assert "Write another id here: it replaces the one in the text." in page
        assert "Deal 5 damage" in page

        designer.post(f"{PACK}new-card/", {**expected, "card_id": "base.rock"})

        assert '"id": "base.rock"' in Card.objects.get(written_id="base.rock").draft.text

    def test_shows_the_problems_of_json_that_is_none(self, pack: Pack, client_of: ClientOf) -> None:
        designer = client_of("designer")
        page = designer.post(f"{PACK}new-card/", {"template": "text", "text": '{"name": '}).content.decode()
        assert "E-JSON" in page and "line 1" in page

        answer = designer.post(f"{PACK}new-card/", {"template": "text", "text": '{"name": ', "card_id": "base.x"})

        assert answer.headers["Location"] == f"{PACK}cards/base.x/"

    @pytest.mark.parametrize(
        ("upload", "expected"),
        [(b"\xff\xfe", "The file is not UTF-8 text."), (b"x" * (1024 * 1024 + 1), "Too large"), (b"", "empty")],
    )
    def test_says_what_is_wrong_with_a_file(
        self, pack: Pack, client_of: ClientOf, upload: bytes, expected: str
    ) -> None:
        wanted = {"template": "text", "file": SimpleUploadedFile("card.json", upload)}

        page = client_of("designer").post(f"{PACK}new-card/", wanted)

        assert page.status_code == 200
        assert expected in page.content.decode()

    def test_refuses_a_template_that_does_not_exist(self, pack: Pack, client_of: ClientOf) -> None:
        page = client_of("designer").post(f"{PACK}new-card/", {"card_id": "base.new", "template": "nope"})

        assert page.status_code == 200
        assert "No such template." in page.content.decode()


class TestSettings:
    def test_are_an_admins_to_change(self, pack: Pack, client_of: ClientOf) -> None:
        words = {"name_en": "Renamed", "source_language": "en", "visibility": "public"}

        assert client_of("publisher").post(f"{PACK}settings/", words).status_code == 403
        assert client_of("admin").post(f"{PACK}settings/", words).status_code == 302

        pack.refresh_from_db()
        assert (pack.name["en"], pack.visibility) == ("Renamed", "public")


class TestReadiness:
    @pytest.mark.parametrize(
        ("gates", "numbers", "sentences"),
        [
            ("ok close warn", "1/3", ["1 check must pass before a release.", "1 more warns."]),
            ("ok ok warn warn", "2/4", ["These cards are ready for release.", "2 more warn."]),
            ("close idle idle", "0/1", ["1 check must pass before a release."]),
            ("ok ok", "2/2", ["These cards are ready for release."]),
        ],
    )
    def test_has_numbers_that_add_up(self, gates: str, numbers: str, sentences: list[str]) -> None:
        """What passes, what must pass and what warns are all gates that have something to check."""
        rows = tuple(
            Gate(kind, kind, closes=kind in ("close", "idle"), ok=kind == "ok", is_idle=kind == "idle")
            for kind in gates.split()
        )
        state = Readiness(rows)
        with override("en"):
            page = render_to_string("cards/partials/_readiness.html", {"readiness": state})

        assert state.passed + state.missing + state.warnings == state.total
        assert f">{numbers}</span>" in page and re.findall(r'<p class="soft">(.*?)</p>', page) == sentences

    def test_fails_nothing_before_its_first_look(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Before the first look no gate passes, none fails, and no release is ready."""
        unseen = {"id": "valid", "closes": True, "ok": False, "missing": (), "count": 0, "unchecked": 0}
        monkeypatch.setattr("cards.web.readiness.verdict_look", lambda **about: Verdict([unseen], 3, "", None, False))
        with override("en"):
            state = readiness(Pack(), cards=3)
            page = render_to_string("cards/partials/_readiness.html", {"readiness": state})

        assert not state.is_ready and not re.search("t-err|t-ok|t-warn", page)
        assert page.count("The checks are running for the first time.") == 1


class TestActivity:
    def test_has_words_for_everything_that_is_recorded_of_a_pack(self) -> None:
        files = [path for path in (ROOT / "cards/services").rglob("*.py") if not path.stem.endswith("_shape")]
        services = "".join(path.read_text() for path in files)
        outside = set(re.findall(r'action="((?:account|factor|token|signing_key)\.[a-z_]+)"', services))
        assert outside <= OWN_WORDS.keys()
        recorded = set(re.findall(r'"((?!account|factor|token|signing_key)[a-z_]+\.[a-z_]+)"', services)) - NOT_RECORDED

        assert recorded <= activity.WORDS.keys()

    def test_leads_from_a_review_to_its_page(self, world: World, client_of: ClientOf) -> None:
        audit_record(actor=None, action="review.decide", pack=world.pack, target="core.spark v1 #3")
        audit_record(actor=None, action="preview.start", pack=world.pack, target="preview 7")

        page = client_of("designer").get(f"/packs/{world.pack.slug}/").content.decode()

        assert f'decided the review of <a href="/packs/{world.pack.slug}/reviews/3/"' in page
        assert "started the preview <a" in page and ">7</a>" in page

    @pytest.mark.parametrize("address", ["/packs/core/", "/"])
    def test_calls_cards_by_their_names(self, make_card: MakeCard, client_of: ClientOf, address: str) -> None:
        card = make_card("core.spark", name="Spark", texts={"zh": {"name": "火花"}})
        audit_record(actor=None, action="version.create", pack=card.pack, target="core.spark v1")
        client = client_of("designer")

        assert 'title="core.spark v1">Spark v1</a>' in client.get(address).content.decode()
        client.post("/preferences/", {"language": "zh", "next": "/"})
        assert 'title="core.spark v1">火花 v1</a>' in client.get(address).content.decode()
        audit_record(actor=None, action="card.rename", pack=card.pack, target="core.nowhere")
        assert ">core.nowhere</a>" in client.get(address).content.decode()
