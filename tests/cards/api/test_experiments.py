"""Experiments for programs: priced, answer, watched, ended, and a confirmed change taken once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from cards.models import Account, Card
from cards.services.draft import draft_save
from cards.services.release import ReleaseOrder, release_publish
from cards.services.version import version_create
from tests.cards.api.caller import Caller
from tests.cards.confirmed import changed_card, confirmed_search
from tests.cards.conftest import ANYWAY

PLACE = "packs/core/experiments/"
TUNE = {"card": "base.stone", "kind": "tune", "vary": {"/manaCost": [1, 2, 3]}}


class TestExperiments:
    def test_are_priced_started_watched_and_ended(self, designer: Caller, card: Card) -> None:
        price = designer("POST", f"{PLACE}price/", TUNE, status=200).json()
        answer = designer("POST", PLACE, {**TUNE, "aim_bp": 150, "against": "itself", "seed": 7}, status=201)
        url, body = answer.headers["Location"], answer.json()
        current = designer("GET", url, status=200)

        assert price["candidates"] == len(body["search"]["vary"]["/manaCost"]) - 1
        assert price["cost"]["matches"] == body["cost"]["matches"]
        assert price["confirmation"]["matches"] > 0
        assert (body["state"], body["search"]["aim_bp"], body["search"]["against"]) == ("queued", 150, "itself")
        designer("GET", url, status=304, If_None_Match=current.headers["ETag"])
        assert designer("POST", f"{url}cancel/", {}, status=202).json()["state"] == "cancelled"
        designer("GET", url, status=200, If_None_Match=current.headers["ETag"])
        designer("GET", f"packs/core/previews/{body['number']}/", status=404)
        lists = [
            designer("GET", f"{PLACE}?{query}", status=200).json()["results"] for query in ("kind=tune", "kind=worth")
        ]
        assert [len(rows) for rows in lists] == [1, 0]
        designer("GET", f"{PLACE}?kind=card", status=400)

    @pytest.mark.parametrize(
        ("more", "pointer"),
        [
            ({"kind": "card"}, "/kind"),
            ({"kind": "worth"}, "/vary"),
            ({"preset": "quick"}, "/preset"),
            ({"vary": {}}, "/vary"),
            ({"vary": {"/manaCost": [1, True]}}, "/vary"),
            ({"vary": {"/manaCost": list(range(99))}}, "/vary"),
            ({"aim_bp": 5000}, "/aim_bp"),
            ({"tolerance_bp": "3"}, "/tolerance_bp"),
            ({"against": "v1"}, "/against"),
        ],
    )
    def test_refuse_what_is_not_of_their_kind(
        self, designer: Caller, card: Card, more: Mapping[str, Any], pointer: str
    ) -> None:
        refusal = designer("POST", PLACE, {**TUNE, **more}, status=400).json()

        assert pointer in [error["pointer"] for error in refusal["errors"]]

    def test_compare_the_planned_release_with_the_last(self, designer: Caller, admin: Account, card: Card) -> None:
        body = {"kind": "release", "seed": 7}
        designer("POST", PLACE, body, status=409)
        version_create(actor=admin, card=card, based_on=card.draft.etag)
        release_publish(actor=admin, pack=card.pack, order=ReleaseOrder("1.0.0", override=ANYWAY))
        changed_card(admin, card)
        price = designer("POST", f"{PLACE}price/", body, status=200).json()
        answer = designer("POST", PLACE, body, status=201).json()

        assert (price["candidates"], price["cost"]) == (6, answer["cost"])
        assert (answer["card"], answer["release"], answer["state"]) == (None, "1.0.0", "queued")
        assert [row["number"] for row in designer("GET", f"{PLACE}?kind=release", status=200).json()["results"]] == [
            answer["number"]
        ]
        for fields, pointer in (
            ({"card": "base.none"}, "/card"),
            ({"preset": "deep"}, "/preset"),
            ({"kind": "worth"}, "/card"),
        ):
            refusal = designer("POST", f"{PLACE}price/", {**body, **fields}, status=400).json()
            assert pointer in [error["pointer"] for error in refusal["errors"]]

    def test_measure_for_whom_a_change_holds(self, designer: Caller, card: Card) -> None:
        body = {"kind": "ladder", "card": "base.stone", "seed": 7}
        price = designer("POST", f"{PLACE}price/", body, status=200).json()
        answer = designer("POST", PLACE, body, status=201).json()
        standard = designer("POST", f"{PLACE}price/", {**body, "preset": "standard"}, status=200).json()

        assert (price["candidates"], price["cost"], price["confirmation"]) == (3, answer["cost"], None)
        assert standard["cost"]["matches"] > 3 * price["cost"]["matches"]
        assert (answer["card"], answer["kind"], answer["result"]) == ("base.stone", "ladder", None)
        assert designer("POST", PLACE, body, status=429)
        refusal = designer("POST", f"{PLACE}price/", {"kind": "ladder", "vary": {}}, status=400).json()
        assert {error["pointer"] for error in refusal["errors"]} <= {"/card", "/vary"}

    def test_play_a_card_with_others(self, designer: Caller, card: Card) -> None:
        body = {"kind": "pairs", "card": "base.stone", "seed": 7}
        price = designer("POST", f"{PLACE}price/", body, status=200).json()
        answer = designer("POST", PLACE, body, status=201).json()

        assert price["candidates"] > 0 and (price["cost"], price["confirmation"]) == (answer["cost"], None)
        assert (answer["card"], answer["kind"], answer["result"]) == ("base.stone", "pairs", None)
        for partners in ([], ["base.stone"], ["no.card"], [f"card.{number}" for number in range(9)], [7]):
            refusal = designer("POST", f"{PLACE}price/", {**body, "partners": partners}, status=400).json()
            assert [error["pointer"] for error in refusal["errors"]] == ["/partners"], partners

    def test_write_a_confirmed_change_unless_the_draft_moved_on(
        self, designer: Caller, admin: Account, card: Card
    ) -> None:
        search = confirmed_search(admin, card)
        url = f"{PLACE}{search.number}/take/"
        designer("POST", url, {"candidate": True}, status=400)
        designer("POST", url, {"candidate": 5}, status=409)
        body = designer("POST", url, {"candidate": 0}, status=200).json()
        card.draft.refresh_from_db()

        assert body["choice"] == {"candidate": 0, "revision": card.draft.revision}
        text = card.draft.text.replace("{", "{ ", 1)
        draft_save(actor=admin, card=card, text=text, texts=None, based_on=card.draft.etag)
        designer("POST", url, {"candidate": 0}, status=412)
