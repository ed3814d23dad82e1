"""The plan of the next release and publishing it, over the API."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from cards.models import Account, Card, Pack, Release, ReleasePlan
from cards.queries import readiness
from cards.queries.plan import plan_of
from cards.services.version import version_create
from tests.cards.api.caller import Caller, pointers
from tests.cards.conftest import ANYWAY, MakeCard

pytestmark = pytest.mark.django_db
PLAN, RELEASES = "packs/core/release-plan/", "packs/core/releases/"


@pytest.fixture
def versioned(card: Card, people: dict[str, Account]) -> Card:
    version_create(actor=people["admin"], card=card, based_on=card.draft.etag)
    return card


class TestThePlan:
    def test_says_what_would_change_and_which_gates_are_closed(self, designer: Caller, versioned: Card) -> None:
        plan = designer("GET", PLAN, status=200).json()

        assert (plan["version"], plan["minimum"], plan["cards"]) == ("1.0.0", "0.0.0", 1)
        assert plan["changes"] == [{"id": "base.stone", "change": "added", "version": 1, "released": None}]
        gates = {gate["id"]: gate["ok"] for gate in plan["gates"]}
        assert (gates["valid"], gates["previews"]) == (True, False)

    def test_reads_no_text_of_any_card(self, versioned: Card, pack: Pack) -> None:
        with CaptureQueriesContext(connection) as caught_queries_context:
            plan_of(pack=pack)

        assert [
            each["sql"]
            for each in caught_queries_context
            if re.search(r'"cards_cardversion"."(text|texts|document)"', each["sql"])
        ] == []

    def test_of_an_empty_pack_changes_nothing(self, designer: Caller) -> None:
        plan = designer("GET", PLAN, status=200).json()

        assert (plan["cards"], plan["changes"], plan["publish_at"]) == (0, [], None)
        assert plan["refusal"]["message"]["en"] == "No card has a version to release."

    def test_is_saved_with_its_choices_and_its_time(
        self, versioned: Card, people: dict[str, Account], pack: Pack
    ) -> None:
        at = (timezone.now() + timedelta(days=1)).replace(microsecond=0)
        asked = {"version": "1.2.0", "choices": {"base.stone": None}, "publish_at": at.isoformat()}
        plan = Caller(people["publisher"])("PUT", PLAN, asked, status=200).json()

        assert (plan["version"], plan["cards"], plan["revision"]) == ("1.2.0", 0, 1)
        assert ReleasePlan.objects.get(pack=pack).publish_at == at

    @pytest.mark.parametrize(
        ("body", "at"),
        [
            ({"publish_at": "tomorrow"}, "/publish_at"),
            ({"publish_at": "2030-02-31T00:00:00Z"}, "/publish_at"),
            ({"publish_at": "2030-01-31T00:00:00"}, "/publish_at"),
            ({"version": "1.0.0", "publish_at": "2001-01-31T00:00:00Z"}, "/publish_at"),
            ({"version": "one"}, "/version"),
            ({"choices": []}, "/choices"),
            ({"changelog": {"en": "x" * 10_001}}, "/changelog/en"),
            ({"changelog": {"zh": "x" * 10_001}}, "/changelog/zh"),
            ({"choices": {"a/b": "1"}}, "/choices/a~1b"),
            ({"when": 1}, "/when"),
        ],
    )
    def test_is_refused_at_what_is_wrong(self, people: dict[str, Account], body: object, at: str) -> None:
        assert pointers(Caller(people["publisher"])("PUT", PLAN, body, status=400)) == [at]

    @pytest.mark.parametrize(
        ("choices", "at"),
        [
            ({"a/b": 1}, "/choices/a~1b"),
            ({"base.gone": None}, "/choices/base.gone"),
            ({"base.stone": 9}, "/choices/base.stone"),
        ],
    )
    def test_is_refused_at_a_choice_of_what_is_not_there(
        self, versioned: Card, people: dict[str, Account], choices: object, at: str
    ) -> None:
        assert pointers(Caller(people["publisher"])("PUT", PLAN, {"choices": choices}, status=400)) == [at]
        assert not ReleasePlan.objects.exists()

    def test_is_saved_by_publishers_alone(self, designer: Caller) -> None:
        designer("PUT", PLAN, {}, status=403)


class TestPublishing:
    def test_that_would_change_nothing_is_refused_and_the_plan_says_so(self, boss: Caller, versioned: Card) -> None:
        first = boss("GET", PLAN, status=200).json()["refusal"]
        boss("POST", RELEASES, {"version": "1.0.0", "override": ANYWAY}, status=201)
        plan = boss("GET", PLAN, status=200).json()["refusal"]
        refused_body = boss("POST", RELEASES, {"version": "1.0.1", "override": ANYWAY}, status=409).json()
        chinese = boss("POST", RELEASES, {"version": "1.0.1"}, status=409, accept_language="zh-Hans").json()

        assert (first, plan["code"], refused_body["type"]) == (None, "nothing-changed", "/problems/nothing-changed")
        assert refused_body["detail"] == plan["message"]["en"] and "1.0.0" in refused_body["detail"]
        assert chinese["detail"] == plan["message"]["zh"]
        assert Release.objects.count() == 1

    def test_makes_a_release_once_for_a_key(self, boss: Caller, versioned: Card) -> None:
        asked = {"version": "1.0.0", "changelog": {"en": "First.", "zh": "首发。"}, "override": ANYWAY}
        first = boss("POST", RELEASES, asked, status=201, idempotency_key="k1")
        second_response = boss("POST", RELEASES, asked, status=201, idempotency_key="k1")

        assert first.headers["Location"] == "/api/v1/packs/core/releases/1.0.0/"
        assert first.json() == second_response.json() == boss("GET", f"{RELEASES}1.0.0/", status=200).json()
        assert Release.objects.count() == 1

    def test_stops_at_a_closed_gate_and_names_them_all(self, people: dict[str, Account], versioned: Card) -> None:
        refused = Caller(people["publisher"])("POST", RELEASES, {"version": "1.0.0"}, status=409)

        assert refused.json()["type"] == "/problems/gate-closed"
        assert Release.objects.count() == 0

    def test_stopped_by_many_cards_names_the_first_and_counts_all(
        self, people: dict[str, Account], versioned: Card, make_card: MakeCard, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        other = make_card("base.other")
        version_create(actor=people["admin"], card=other, based_on=other.draft.etag)
        monkeypatch.setattr(readiness, "MAX_LISTED_CARDS", 1)
        refused = Caller(people["publisher"])("POST", RELEASES, {"version": "1.0.0"}, status=409).json()
        previews = next(gate for gate in refused["gates"] if gate["id"] == "previews")

        assert ([each["card"] for each in previews["missing"]], previews["count"]) == (["base.other"], 2)

    def test_without_a_changelog_ships_what_the_plan_suggests(self, boss: Caller, versioned: Card) -> None:
        suggested_changelog = boss("GET", PLAN, status=200).json()["changelog"]
        made = boss("POST", RELEASES, {"version": "1.0.0", "override": ANYWAY}, status=201).json()

        assert made["changelog"] == suggested_changelog
        assert suggested_changelog["en"].startswith("New: ") and suggested_changelog["zh"].startswith("新增：")

    def test_of_a_pre_release_keeps_the_plan_of_another_number(self, boss: Caller, versioned: Card) -> None:
        at = (datetime.now(UTC) + timedelta(days=30)).strftime("%Y-%m-%dT%H:%M:%SZ")
        boss("PUT", PLAN, {"version": "1.0.0", "publish_at": at}, status=200)
        boss("POST", RELEASES, {"version": "1.0.0-rc.1", "override": ANYWAY}, status=201)

        assert boss("GET", PLAN, status=200).json()["publish_at"] == at
        boss("POST", RELEASES, {"version": "1.0.0", "override": ANYWAY}, status=201)
        assert boss("GET", PLAN, status=200).json()["publish_at"] is None
