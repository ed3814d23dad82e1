"""Keywords and resources of a pack are cards: drafted, versioned, previewed with the cards that use them, released and compared."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from cards.gateway import faces, nodes, wording
from cards.models import Account, Card, Pack
from cards.queries.card_names import card_references
from cards.queries.gates import plan_gates
from cards.queries.history import draft_get
from cards.queries.plan import plan_get
from cards.queries.problems import draft_report, game_of, known_ids
from cards.queries.release_diff import card_changes, patches
from cards.queries.releases import release_bytes
from cards.services.card import card_create, card_trash
from cards.services.card_rename import card_rename
from cards.services.draft import draft_save
from cards.services.pack import PackForm, pack_create
from cards.services.pack_import import Incoming, pack_import
from cards.services.previews.start import preview_start
from cards.services.release import ReleaseOrder, release_publish
from cards.services.review import review_request
from cards.services.version import version_create
from engine import api
from tests.cards.conftest import ANYWAY
from tests.engine.rulesets.test_halo_declarations import FAITH, REGENERATION, unit

Json = dict[str, Any]
USER = unit({"name": "REGENERATION", "value": 2}, cost={"supply": 1, "battery": 0, "resources": [{"resource": "FAITH", "amount": 1}]})  # fmt: skip


@pytest.fixture
def lanes(admin: Account) -> Pack:
    """A pack of halo."""
    form = PackForm(name={"en": "Lanes"}, approvals_needed=0)
    return pack_create(actor=admin, slug="lanes", ruleset="halo", form=form)


def create(admin: Account, pack: Pack, document: Json, texts: Any = None) -> Card:
    return card_create(actor=admin, pack=pack, text=json.dumps(document, indent=1), texts=texts)


@pytest.fixture
def cards(admin: Account, lanes: Pack) -> dict[str, Card]:
    """A keyword, a resource, and a unit that uses both."""
    said = {"zh": {"name": "再生"}}
    return {
        "keyword": create(admin, lanes, REGENERATION, said),
        "resource": create(admin, lanes, FAITH),
        "user": create(admin, lanes, USER),
    }


def codes(card: Card, pack: Pack) -> list[str]:
    return [one.code for one in draft_report(draft=draft_get(card=card), pack=pack).problems]


class TestDraft:
    def test_is_a_card_of_its_own_kind(self, cards: dict[str, Card]) -> None:
        assert [cards[name].kind for name in ("keyword", "resource", "user")] == ["KEYWORD", "RESOURCE", "UNIT"]

    def test_declares_for_the_drafts_of_its_pack_alone(
        self, cards: dict[str, Card], lanes: Pack, admin: Account
    ) -> None:
        other_pack = pack_create(actor=admin, slug="other", ruleset="halo", form=PackForm(name={"en": "Other"}))
        elsewhere = create(admin, other_pack, USER)

        assert codes(cards["user"], lanes) == []
        assert sorted(codes(elsewhere, other_pack)) == ["E-REF", "E-REF"]

    def test_counts_from_the_next_save_on(self, cards: dict[str, Card], lanes: Pack, admin: Account) -> None:
        strict = {**REGENERATION, "parameters": [{"name": "health", "max": 1}]}
        draft = draft_get(card=cards["keyword"])
        draft_save(actor=admin, card=cards["keyword"], text=json.dumps(strict), texts=None, based_on=draft.etag)

        assert codes(cards["user"], lanes) == ["E-SCHEMA"]

    def test_in_the_trash_declares_nothing(self, cards: dict[str, Card], lanes: Pack, admin: Account) -> None:
        card_trash(actor=admin, card=cards["keyword"])

        assert codes(cards["user"], lanes) == ["E-REF"]

    def test_is_said_on_the_card_that_uses_it(self, cards: dict[str, Card], lanes: Pack) -> None:
        game = game_of(pack=lanes)

        assert wording.rules_texts(game, USER)["zh"] == "你的回合开始时，为本单位恢复2点生命。"
        assert faces.face(game, USER)["keywords"] == [{"en": "Regeneration 2", "zh": "再生 2"}]

    def test_has_those_that_use_it(self, cards: dict[str, Card], lanes: Pack) -> None:
        matching_card_references = {
            name: card_references(pack=lanes, written_id=name) for name in ("REGENERATION", "FAITH")
        }

        assert [(item.card.written_id, item.pointers) for item in matching_card_references["REGENERATION"]] == [
            ("MOSS", ("/keywords/0/name",))
        ]
        assert [(item.card.written_id, item.pointers) for item in matching_card_references["FAITH"]] == [
            ("MOSS", ("/cost/resources/0/resource",))
        ]

    def test_takes_those_that_use_it_along_when_it_is_renamed(
        self, cards: dict[str, Card], lanes: Pack, admin: Account
    ) -> None:
        card_rename(actor=admin, card=cards["keyword"], new_id="REGROWTH", rewrite=True)

        assert json.loads(draft_get(card=cards["user"]).text)["keywords"] == [{"name": "REGROWTH", "value": 2}]
        assert codes(cards["user"], lanes) == []


class TestEditor:
    def test_loads_the_schema_of_the_pack(
        self, cards: dict[str, Card], lanes: Pack, admin: Account, client: Client
    ) -> None:
        client.force_login(admin)
        page = client.get("/packs/lanes/cards/MOSS/").content.decode()
        schema = client.get("/packs/lanes/schema.json").json()

        assert f"/packs/lanes/schema.json?v={known_ids(pack=lanes).mark[:12]}" in page
        assert "REGENERATION" in schema["$defs"]["keyword"]["properties"]["name"]["enum"]
        assert schema["$defs"]["keyword.REGENERATION"]["properties"]["value"]["maximum"] == 9

    def test_offers_resources_by_their_kind(self, cards: dict[str, Card], admin: Account, client: Client) -> None:
        client.force_login(admin)
        found = client.get("/packs/lanes/names/?kind=RESOURCE").json()["names"]

        assert [one["id"] for one in found] == ["FAITH"]


class TestPreview:
    def test_of_a_card_plays_with_what_drafts_declare(self, cards: dict[str, Card], admin: Account) -> None:
        spec = preview_start(actor=admin, card=cards["user"], preset="smoke", seed=1).spec

        assert {"REGENERATION", "FAITH"} <= {document["id"] for document in spec["cards"]}

    def test_of_a_keyword_plays_the_cards_that_use_it(
        self, cards: dict[str, Card], lanes: Pack, admin: Account
    ) -> None:
        version_create(actor=admin, card=cards["user"], based_on=draft_get(card=cards["user"]).etag)
        spec = preview_start(actor=admin, card=cards["keyword"], preset="smoke", seed=1).spec

        assert "MOSS" in {document["id"] for document in spec["cards"]}
        assert all("MOSS" in deck for deck in spec["layout"]["decks"].values())


class TestPlace:
    def test_of_a_node_that_a_keyword_opens_into_is_the_keyword(self) -> None:
        way = nodes.path_in_words("halo", USER, "/keywords/0/abilities/0/effects/0")

        assert [words["en"] for words in way] == ["Keywords 1", "Abilities"]


class TestRelease:
    def test_holds_the_keyword_and_a_schema_that_knows_it(
        self, cards: dict[str, Card], lanes: Pack, admin: Account, tmp_path: Path
    ) -> None:
        for card in cards.values():
            version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        gates = {gate["id"]: gate["ok"] for gate in plan_gates(plan=plan_get(account=admin, pack=lanes))}
        release = release_publish(actor=admin, pack=lanes, order=ReleaseOrder("1.0.0", None, {"en": "", "zh": ""}, override=ANYWAY))  # fmt: skip
        files = release_bytes(release=release)
        for name, data in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
        result = api.load(tmp_path)

        assert gates["valid"] is True
        assert "keyword.REGENERATION" in json.loads(files["schema/card.json"])["$defs"]
        assert result.ok
        assert {card["id"] for card, _ in result.cards} == {"REGENERATION", "FAITH", "MOSS"}

    def test_is_refused_without_the_keyword(self, cards: dict[str, Card], lanes: Pack, admin: Account) -> None:
        """A version of the card alone: what its pack declares in drafts does not ship."""
        for name in ("resource", "user"):
            version_create(actor=admin, card=cards[name], based_on=draft_get(card=cards[name]).etag)
        gates = {gate["id"]: gate for gate in plan_gates(plan=plan_get(account=admin, pack=lanes))}

        assert gates["valid"]["ok"] is False
        assert [one["card"] for one in gates["valid"]["missing"]] == ["MOSS"]


class TestThread:
    """A keyword goes the way of any card: version, review, release, change, diff."""

    def test_is_reviewed_released_changed_and_compared(
        self, cards: dict[str, Card], lanes: Pack, admin: Account, client: Client
    ) -> None:
        keyword, order = cards["keyword"], ReleaseOrder("1.0.0", None, {"en": "", "zh": ""}, override=ANYWAY)
        for card in cards.values():
            version_create(actor=admin, card=card, based_on=draft_get(card=card).etag)
        review = review_request(actor=admin, card=keyword, number=1, title="New keyword")
        older = release_publish(actor=admin, pack=lanes, order=order)
        changed = {**REGENERATION, "parameters": [{"name": "health", "min": 1, "max": 5}]}
        draft_save(
            actor=admin,
            card=keyword,
            text=json.dumps(changed),
            texts={"zh": {"name": "再生"}},
            based_on=draft_get(card=keyword).etag,
        )
        version_create(actor=admin, card=keyword, based_on=draft_get(card=keyword).etag)
        newer = release_publish(actor=admin, pack=lanes, order=replace(order, version="1.0.1"))
        matching_card_changes = card_changes(older=older, newer=newer)
        client.force_login(admin)
        page = client.get("/packs/lanes/releases/1.0.1/changes/").content.decode()

        assert [(change.kind, change.id) for change in matching_card_changes] == [("changed", "REGENERATION")]
        assert [patch.patch for patch in patches(changes=matching_card_changes) if patch] == [[{"op": "replace", "path": "/parameters/0/max", "value": 5}]]  # fmt: skip
        assert client.get(f"/packs/lanes/reviews/{review.number}/").status_code == 200
        assert "REGENERATION" in page


class TestImport:
    def test_reads_cards_by_the_keywords_that_come_with_them(self, lanes: Pack, admin: Account) -> None:
        incoming = [Incoming(json.dumps(document), {}) for document in (USER, REGENERATION, FAITH)]
        report = pack_import(actor=admin, pack=lanes, cards=incoming)

        assert report.ok
        assert set(report.new) == {"MOSS", "REGENERATION", "FAITH"}
