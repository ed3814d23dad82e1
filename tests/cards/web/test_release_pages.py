"""Planning and publishing a release in the browser."""

from __future__ import annotations

import json
import re
from html import unescape
from typing import Any

import pytest

from cards.gateway import rulesets
from cards.models import Account, AuditEvent, Card, Pack, Release, ReleasePlan
from cards.queries.plan import plan_get
from cards.queries.releases import release_manifest
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.release import ReleaseOrder, release_plan_save
from cards.services.version import version_create
from cards.web.readiness import gate_label
from tests.cards.conftest import card_text
from tests.cards.web.conftest import ClientOf
from tests.cards.web.world import World

NEW = "/packs/core/releases/new/"


@pytest.fixture
def changed(world: World, people: dict) -> Card:
    """Name a second version of the released card."""
    admin, card = people["admin"], world.card
    saved_draft = draft_save(
        actor=admin,
        card=card,
        text=card_text("base.stone", manaCost=4),
        texts=card.draft.texts,
        based_on=card.draft.etag,
    )
    version_create(actor=admin, card=card, based_on=saved_draft.draft.etag, message="Costs more")
    card.refresh_from_db()
    return card


class TestPlan:
    def test_suggests_what_the_changes_ask_for(self, changed: Card, client_of: ClientOf) -> None:
        page = client_of("publisher").get(NEW).content.decode()

        assert re.search(r'value="1\.0\.1" checked', page)
        assert "Changed: New spell." in page
        assert "改动：小石头。" in page

    def test_shows_a_number_that_is_too_low_as_out_of_reach(
        self, changed: Card, client_of: ClientOf, people: dict
    ) -> None:
        version_create(
            actor=people["admin"],
            card=Card.objects.get(written_id="base.mole"),
            based_on=_etag("base.mole"),
            message="x",
        )

        page = client_of("publisher").get(NEW).content.decode()

        assert re.search(r'value="1\.0\.1" aria-disabled="true"', page)
        assert re.search(r'value="1\.1\.0" checked', page)
        Account.objects.update(language="zh")
        chinese = client_of("publisher").get(NEW).content.decode()
        assert "<strong>次版本</strong>：新增：<code>base.mole</code>" in chinese

    def test_is_saved_for_later(self, changed: Card, client_of: ClientOf) -> None:
        client_of("publisher").post(
            NEW, {"do": "save", "version": "1.0.1", "card:base.stone": "1", "changelog_en": "Notes", "changelog_zh": ""}
        )

        plan = ReleasePlan.objects.get()
        assert (plan.version, plan.choices, plan.changelog["en"]) == ("1.0.1", {"base.stone": 1}, "Notes")

    @pytest.mark.parametrize("do", ["save", "ask"])
    def test_leaves_out_of_the_changelog_what_it_leaves_out_of_the_release(
        self, changed: Card, client_of: ClientOf, do: str
    ) -> None:
        client, changelog = (
            client_of("admin"),
            {"changelog_en": "Changed: New spell.", "changelog_zh": "改动：小石头。"},
        )
        assert changelog["changelog_en"] in client.get(NEW).content.decode()

        answer = client.post(NEW, {"do": do, "version": "1.0.1", "card:base.stone": "0", "override": "x", **changelog})

        page = (answer if do == "ask" else client.get(NEW)).content.decode()
        assert "Removed: New spell." in page
        assert "Changed: New spell." not in page
        assert not any(ReleasePlan.objects.get().changelog.values())

    def test_keeps_a_changelog_that_somebody_wrote(self, changed: Card, client_of: ClientOf) -> None:
        client, written = client_of("publisher"), {"changelog_en": "Notes", "changelog_zh": "改动：小石头。"}

        client.post(NEW, {"do": "save", "version": "1.0.1", "card:base.stone": "0", **written})

        assert ReleasePlan.objects.get().changelog == {"en": "Notes", "zh": "移除：小石头。"}

    def test_is_for_members_to_see_and_publishers_to_change(self, changed: Card, client_of: ClientOf) -> None:
        assert "Publishing requires the publisher role." in client_of("designer").get(NEW).content.decode()
        assert client_of("designer").post(NEW, {"do": "save", "version": "1.0.1"}).status_code == 403


class TestPagesOfThePlan:
    @pytest.fixture
    def many_versions(self, changed: Card, people: dict, make_card: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        """Name versions of five cards more, of which a page shows two."""
        for number in range(5):
            made = make_card(f"base.p{number}")
            version_create(actor=people["admin"], card=made, based_on=made.draft.etag)
        monkeypatch.setattr("cards.web.plan_page.PAGE_SIZE", 2)

    @staticmethod
    def fields(page: str, **button: str) -> dict[str, str]:
        """Return what a browser would send of the form of the plan."""
        form = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', page))
        selects = re.findall(r'<select class="in w-auto" name="(card:[^"]+)".*?<option value="(\d+)" selected', page)
        return {
            "version": "1.1.0",
            **{name: unescape(value) for name, value in form.items()},
            **dict(selects),
            **button,
        }

    @pytest.mark.usefixtures("many_versions")
    def test_keep_what_was_chosen_on_another_page(self, client_of: ClientOf) -> None:
        client = client_of("admin")
        first = client.get(NEW).content.decode()
        leaves_out = self.fields(first, **{"card:base.p0": "0", "changelog_en": "Mine", "do": "page-2"})
        second = client.post(NEW, leaves_out).content.decode()
        third = client.post(NEW, self.fields(second, **{"do": "page-3", "card:base.p2": "0"})).content.decode()
        back_page = client.post(NEW, self.fields(third, do="page-1")).content.decode()
        saved_response = client.post(NEW, self.fields(back_page, do="save"))

        assert "page 1 of" in first and "page 2 of" in second and "base.p0" not in re.sub("<input[^>]*>", "", second)
        assert ">Mine</textarea>" in second
        assert re.search(r'name="card:base.p0".*?<option value="0" selected', back_page, re.DOTALL)
        assert saved_response.status_code == 302
        assert ReleasePlan.objects.get().choices == {"base.p0": None, "base.p2": None}

    @pytest.mark.usefixtures("many_versions")
    def test_publish_the_cards_of_all_pages(self, client_of: ClientOf) -> None:
        client = client_of("admin")
        page = client.get(f"{NEW}?page=2").content.decode()
        answer = client.post(NEW, self.fields(page, do="publish", override="A test.", version="2.0.0"))

        assert answer.headers["Location"] == "/packs/core/releases/2.0.0/"
        shipped = set(Release.objects.get(version="2.0.0").cards.values_list("written_id", flat=True))
        assert {"base.stone", *(f"base.p{number}" for number in range(5))} <= shipped

    @pytest.mark.parametrize("carried", ["", "[]", "{", '{"base.p0": "x", "base.gone": 1}', "[" * 9_000])
    def test_take_no_harm_from_a_form_that_nobody_filled_in(
        self, many_versions: None, client_of: ClientOf, carried: str
    ) -> None:
        page = client_of("admin").post(NEW, {"do": "page-2", "version": "1.1.0", "choices": carried})

        assert page.status_code == 200

    def test_are_links_for_those_who_may_not_choose(self, many_versions: None, client_of: ClientOf) -> None:
        page = client_of("viewer").get(NEW).content.decode()

        assert 'href="?page=2"' in page and 'value="page-2"' not in page
        assert "page 2 of" in client_of("viewer").get(f"{NEW}?page=2").content.decode()


@pytest.fixture
def held_back(world: World, people: dict) -> None:
    """A plan that takes the released card alone, in a pack of the name that it was released under."""
    world.pack.name = json.loads(release_manifest(release=world.release))["name"]
    world.pack.save(update_fields=["name"])
    moved = plan_get(account=people["admin"], pack=world.pack).moved
    order = ReleaseOrder("1.0.1", {entry.id: None for entry in moved})
    release_plan_save(actor=people["admin"], pack=world.pack, order=order)


@pytest.mark.usefixtures("held_back")
class TestNothingChanged:
    def test_is_said_on_the_plan_and_the_pack_and_takes_the_button_away(
        self, world: World, client_of: ClientOf, people: dict
    ) -> None:
        client = client_of("admin")
        plan, pack = (client.get(url).content.decode() for url in (NEW, "/packs/core/"))

        assert "Nothing differs from 1.0.0." in plan and 'value="ask"' not in plan
        assert "Nothing differs from 1.0.0." in pack
        Account.objects.filter(pk=people["admin"].pk).update(language="zh")
        assert "与 1.0.0 相比没有任何变化。" in client.get(NEW).content.decode()

    def test_but_the_engine_is_what_a_release_is_for_then(
        self, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        same, new = "No card differs from the last release.", "Only the engine or the name of the pack is new."
        page = client_of("admin").get(NEW).content.decode()
        assert (same in page, new in page) == (True, False)

        monkeypatch.setattr(rulesets, "engine_hash", lambda ruleset: "f" * 64)
        page = client_of("admin").get(NEW).content.decode()
        assert (same in page, new in page) == (True, True)

    def test_is_refused_where_the_button_is_pressed_all_the_same(self, world: World, client_of: ClientOf) -> None:
        asked = {"do": "publish", "version": "1.0.1", "override": "Now.", "changelog_en": "Kept"}
        page = client_of("admin").post(NEW, asked).content.decode()

        assert "Nothing differs from 1.0.0: change, add, retire or deprecate a card first." in page
        assert "Kept" in page and Release.objects.count() == 1


class TestPublish:
    def test_asks_once_before_it_cannot_be_taken_back(self, changed: Card, client_of: ClientOf) -> None:
        page = client_of("admin").post(NEW, {"do": "ask", "version": "1.0.1", "changelog_en": "Dearer"})

        assert "Publish 1.0.1 now?" in page.content.decode()
        assert ">Dearer</textarea>" in page.content.decode()
        assert Release.objects.count() == 1

    def test_leads_to_the_release(self, changed: Card, client_of: ClientOf) -> None:
        client = client_of("admin")

        answer = client.post(
            NEW, {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1", "changelog_en": "Dearer"}
        )

        release = Release.objects.get(version="1.0.1")
        page = client.get(answer.headers["Location"]).content.decode()
        assert answer.headers["Location"] == "/packs/core/releases/1.0.1/"
        assert release.zip_sha256 in page
        assert 'href="/api/v1/packs/core/releases/1.0.1/files/cards/base.stone.json"' in page
        assert 'href="/api/v1/packs/core/releases/1.0.1/pack.zip"' in page

    def test_past_a_gate_says_so_on_the_page_of_the_release(self, changed: Card, client_of: ClientOf) -> None:
        """The reason is for members; that there was one is for all readers of the release."""
        address, sign = "/packs/core/releases/1.0.1/", "Published although checks failed"
        client_of("admin").post(NEW, {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1"})
        Pack.objects.update(visibility="public")
        member, reader = (client_of(name).get(address).content.decode() for name in ("viewer", "stranger"))

        [gate, *_] = AuditEvent.objects.latest("pk").details["override"]["gates"]

        assert sign in member and sign in reader and f"<li>{gate_label(gate)}</li>" in reader
        assert "<p>A test.</p>" in member and "A test." not in reader

    def test_publishes_once_however_often_the_button_is_pressed(self, changed: Card, client_of: ClientOf) -> None:
        client, form = client_of("admin"), {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1"}

        found = [client.post(NEW, form).headers["Location"] for _ in range(2)]

        assert found == ["/packs/core/releases/1.0.1/"] * 2
        assert Release.objects.count() == 2

    @pytest.mark.parametrize(
        ("version", "expected"),
        [
            ("1.0.0", "This version is already released"),
            ("0.9.0", "0.9.0 is too low"),
            ("01.0.0", "A semantic version"),
            ("", "This field is required."),
            ("1.0", "A semantic version"),
        ],
    )
    def test_says_what_is_wrong_with_a_number_and_keeps_the_rest(
        self, changed: Card, client_of: ClientOf, version: str, expected: str
    ) -> None:
        page = client_of("publisher").post(NEW, {"do": "publish", "version": version, "changelog_zh": "更贵"})

        assert page.status_code == 200
        assert expected in page.content.decode() or expected.lower() in page.content.decode().lower()
        assert "更贵" in page.content.decode()
        assert Release.objects.count() == 1

    def test_is_refused_below_the_role(self, changed: Card, client_of: ClientOf) -> None:
        assert client_of("reviewer").post(NEW, {"do": "publish", "version": "1.0.1"}).status_code == 403
        assert client_of("stranger").post(NEW, {"do": "publish", "version": "1.0.1"}).status_code == 404
        assert Release.objects.count() == 1


def _etag(written_id: str) -> str:
    return Card.objects.get(written_id=written_id).draft.etag


class TestDetail:
    def test_has_chinese_marks_in_chinese(self, world: World, client_of: ClientOf) -> None:
        Account.objects.update(language="zh")
        page = client_of("viewer").get("/packs/core/releases/1.0.0/").content.decode()

        assert re.search(r"发布于 .*?</time>，", page)

    def test_shows_cards_first_and_the_files_folded(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get("/packs/core/releases/1.0.0/").content.decode()

        assert page.index('id="rc-h"') < page.index('<details class="panel twin" id="files">')
        assert "python -m engine verify core-1.0.0.zip --key RW" in page

    def test_says_why_a_release_is_yanked_and_offers_to_put_it_back(self, world: World, client_of: ClientOf) -> None:
        client = client_of("publisher")
        client.post("/packs/core/releases/1.0.0/yank/", {"reason_en": "Breaks decks <b>.", "do": "yank"})
        page = client.get("/packs/core/releases/1.0.0/").content.decode()
        items = client.get("/packs/core/releases/").content.decode()
        client.post("/packs/core/releases/1.0.0/yank/", {"reason_en": "Fine.", "do": "unyank"})

        assert "Breaks decks &lt;b&gt;." in page and 'value="unyank"' in page
        assert "yanked" in items
        assert "Breaks decks" not in client.get("/packs/core/releases/1.0.0/").content.decode()

    def test_says_what_was_wrong_with_a_yank(self, world: World, client_of: ClientOf) -> None:
        client = client_of("publisher")
        page = client.post("/packs/core/releases/1.0.0/yank/", {"do": "yank"}, follow=True).content.decode()

        assert "Say why, in one language at least." in page

    def test_keeps_what_was_written_for_a_yank_that_is_refused(self, world: World, client_of: ClientOf) -> None:
        asked = {"do": "yank", "reason_zh": "写错了。", "instead": "9.9.9"}
        answer = client_of("publisher").post("/packs/core/releases/1.0.0/yank/", asked)

        page = answer.content.decode()
        assert answer.status_code == 400
        assert ">写错了。</textarea>" in page and 'value="9.9.9"' in page

    def test_of_a_channel_is_that_of_the_release(self, world: World, client_of: ClientOf) -> None:
        answers = [client_of("viewer").get(f"/packs/core/releases/{name}/") for name in ("latest", "next")]

        assert [answer.headers["Location"] for answer in answers] == ["/packs/core/releases/1.0.0/"] * 2


class TestChanges:
    def test_show_the_nodes_between_two_releases(self, changed: Card, client_of: ClientOf) -> None:
        client = client_of("admin")
        client.post(NEW, {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1"})
        page = client.get("/packs/core/releases/1.0.1/changes/").content.decode()
        same = client.get("/packs/core/releases/1.0.1/changes/?from=1.0.0").content.decode()

        assert "/manaCost" in page and "1 changed" in page
        assert "/manaCost" in same
        assert client.get("/packs/core/releases/1.0.1/changes/?from=9.9.9").status_code == 404

    def test_name_the_text_that_changed(self, world: World, people: dict, client_of: ClientOf) -> None:
        admin, card = people["admin"], world.card
        texts = {"zh": {"name": "大石头", "description": ""}}
        draft_save(actor=admin, card=card, text=card.draft.text, texts=texts, based_on=card.draft.etag)
        card.refresh_from_db()
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        client = client_of("admin")
        client.post(NEW, {"do": "publish", "override": "A test.", "version": "1.0.1", "key": "k1"})
        page = client.get("/packs/core/releases/1.0.1/changes/").content.decode()

        assert re.search(
            r'Chinese</span> Name <span class="changes__value" lang="zh-Hans"><del class="w">小石头</del> <ins', page
        )

    def test_of_a_first_release_are_its_cards(self, world: World, client_of: ClientOf) -> None:
        page = client_of("viewer").get("/packs/core/releases/1.0.0/changes/").content.decode()

        assert "the first release" in page and "base.stone" in page


class TestSigningKeys:
    def test_are_for_anyone(self, world: World, client_of: ClientOf) -> None:
        client = client_of("anonymous")
        key = Release.objects.get().key_id
        file = client.get(f"/signing-keys/{key}.pub")

        assert key in client.get("/signing-keys/").content.decode()
        assert file.content.decode().startswith(f"untrusted comment: minisign public key {key}\nRW")


class TestFirstPlan:
    def test_suggests_a_first_number_and_names_no_reason(self, world: World, client_of: ClientOf, people: dict) -> None:
        form = PackForm(name={"en": "Empty"})
        pack_create(actor=people["admin"], slug="empty", ruleset="wizards", form=form)
        page = client_of("admin").get("/packs/empty/releases/new/").content.decode()

        assert re.search(r'value="1\.0\.0" checked', page) and 'value="0.1.0"' in page
        assert "Cards removed" not in page and "because:" not in page
        assert page.count("nothing to check yet") == 8
