"""Following a pack from release to release: differences, the feed of changes, migrations of ids."""

from __future__ import annotations

from typing import Any

import pytest

from cards.models import Account, Card, Pack
from cards.services.card_rename import card_rename
from cards.services.pack import PackForm, pack_edit
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.api.caller import CARD, Caller, pointers
from tests.cards.conftest import ANYWAY, card_text

pytestmark = pytest.mark.django_db


class TestFollowing:
    @pytest.fixture
    def followed(self, public_pack: Pack, people: dict[str, Account], make_card: Any) -> Pack:
        """A second release: stone changed, wand renamed and changed in its text, a ring added."""
        boss = Caller(people["admin"])
        tag = boss("GET", f"{CARD}draft/", status=200).headers["ETag"]
        boss("PUT", f"{CARD}draft/", {"text": card_text("base.stone", name="Pebble")}, status=200, If_Match=tag)
        card_rename(actor=people["admin"], card=Card.objects.get(written_id="base.wand"), new_id="base.rod")
        make_card("base.ring")
        for card in Card.objects.all():
            version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
        release_publish(actor=people["admin"], pack=public_pack, order=ReleaseOrder("2.0.0", override=ANYWAY))
        return public_pack

    def test_a_difference_names_every_card_and_its_patch(self, followed: Pack) -> None:
        anyone = Caller()
        response = anyone("GET", "packs/core/releases/2.0.0/diff/1.0.0/", status=200)
        body = response.json()
        assert body["counts"] == {"added": 1, "changed": 1, "renamed": 1}
        entries_by_id = {entry["id"]: entry for entry in body["results"]}
        assert [entries_by_id[name]["change"] for name in ("base.ring", "base.rod", "base.stone")] == [
            "added",
            "renamed",
            "changed",
        ]
        assert {"op": "replace", "path": "/name", "value": "Pebble"} in entries_by_id["base.stone"]["patch"]
        assert entries_by_id["base.rod"]["before"]["id"] == "base.wand"
        anyone("GET", "packs/core/releases/2.0.0/diff/1.0.0/", status=304, If_None_Match=response.headers["ETag"])
        back = anyone("GET", "packs/core/releases/1.0.0/diff/2.0.0/", status=200).json()["counts"]
        assert back == {"changed": 1, "removed": 1, "renamed": 1}
        page = anyone("GET", "packs/core/releases/2.0.0/diff/1.0.0/?limit=1", status=200).json()
        assert anyone("GET", page["next"], status=200).json()["results"][0]["id"] == "base.rod"
        anyone("GET", "packs/core/releases/2.0.0/diff/latest/", status=400)
        anyone("GET", "packs/core/releases/latest/diff/1.0.0/", status=307)

    def test_the_feed_goes_on_at_its_cursor(self, followed: Pack) -> None:
        anyone = Caller()
        whole = anyone("GET", "packs/core/changes/", status=200).json()
        assert [(each["release"], each["id"], each["change"]) for each in whole["results"]] == [
            ("1.0.0", "base.stone", "added"),
            ("1.0.0", "base.wand", "added"),
            ("2.0.0", "base.ring", "added"),
            ("2.0.0", "base.rod", "renamed"),
            ("2.0.0", "base.stone", "changed"),
        ]
        assert (whole["next"], whole["cursor"]) == (None, "2.0.0")
        matches, url = [], "packs/core/changes/?limit=1"
        while url:
            page = anyone("GET", url, status=200).json()
            matches, url = [*matches, *page["results"]], page["next"]
        assert matches == whole["results"]
        assert anyone("GET", "packs/core/changes/?since=2.0.0", status=200).json()["results"] == []
        assert len(anyone("GET", "packs/core/changes/?since=1.0.0", status=200).json()["results"]) == 3
        assert pointers(anyone("GET", "packs/core/changes/?since=7.0.0", status=400)) == ["/since"]
        assert pointers(anyone("GET", "packs/core/changes/?after=1", status=400)) == ["/after"]

    def test_migrations_name_the_new_id(self, followed: Pack) -> None:
        [moved] = Caller()("GET", "packs/core/migrations/", status=200).json()["results"]
        assert (moved["old_id"], moved["new_id"], moved["release"]) == ("base.wand", "base.rod", "2.0.0")

    def test_a_private_pack_keeps_its_history_to_itself(self, followed: Pack, people: dict[str, Account]) -> None:
        pack_edit(actor=people["admin"], pack=followed, form=PackForm(name={"en": "Core"}))
        for tail in ("changes/", "migrations/", "releases/2.0.0/diff/1.0.0/"):
            Caller()("GET", f"packs/core/{tail}", status=401)
            Caller(people["stranger"])("GET", f"packs/core/{tail}", status=404)
            shown = Caller(people["viewer"])("GET", f"packs/core/{tail}", status=200)
            assert shown.headers["Cache-Control"].startswith("private")
