"""Unguarded blocks prevent a release where the pack asks for that, and only there."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.core.cache import cache

from cards.errors import GateClosed
from cards.models import Account, AuditEvent, Card, Pack
from cards.queries.gates import plan_gates
from cards.queries.plan import plan_of
from cards.services import readiness
from cards.services.pack import PackForm, pack_edit
from cards.services.readiness import readiness_fill, verdict_look
from cards.services.release import ReleaseOrder, release_publish
from cards.services.scenario import scenario_create, scenario_remove
from cards.services.version import version_create
from tests.cards.conftest import MakeCard

Json = dict[str, Any]
FOE = {"id": "own.foe", "name": "Foe", "type": "monster", "level": "III", "health": 30, "reward": 2}


@pytest.fixture(autouse=True)
def no_memory() -> None:
    """Forget what an earlier test had measured."""
    cache.clear()


@pytest.fixture
def strict(pack: Pack, admin: Account) -> Pack:
    """A pack whose blocks must be guarded."""
    return pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, guards_needed=True))


@pytest.fixture
def stone(make_card: MakeCard, admin: Account) -> Card:
    card = make_card("base.stone")
    version_create(actor=admin, card=card, based_on=card.draft.etag)
    return Card.objects.get(pk=card.pk)


def played(*facts: Json) -> str:
    """Return a scenario that plays the stone at a monster."""
    seat = {"mana": 9, "hand": [{"card": "base.stone", "as": "c"}], "slot": [{"card": "own.foe", "as": "m"}]}
    return json.dumps({
        "format": "scenario/1", "ruleset": "wizards", "name": "the stone hits", "cards": [FOE],
        "given": {"phase": "battling", "seats": [seat, {}]},
        "when": [{"seat": 0, "do": "play", "entity": "c"}], "then": list(facts),
    })  # fmt: skip


HIT = {"entity": "m", "is": {"health": 25}}
HAND_STATE = {"zone": [0, "hand"], "holds": []}


def gate(pack: Pack, most: int | None = None) -> Json | None:
    return next((each for each in plan_gates(plan=plan_of(pack=pack), limit=most) if each["id"] == "guards"), None)


class TestTheGate:
    def test_is_not_there_unless_the_pack_asks_for_it(self, stone: Card, pack: Pack) -> None:
        assert pack.guards_needed is False
        assert gate(pack) is None

    def test_closes_by_a_block_without_a_scenario(self, stone: Card, strict: Pack) -> None:
        matching_gate = gate(strict)

        assert matching_gate is not None
        assert (matching_gate["closes"], matching_gate["ok"], matching_gate["unchecked"]) == (True, False, 0)
        assert [(each["card"], each["why"]["en"]) for each in matching_gate["missing"]] == [
            ("base.stone", "No scenario guards 1 of its 1 blocks.")
        ]

    @pytest.mark.parametrize(("facts", "is_open"), [((HIT,), True), ((HAND_STATE,), False), ((), False)])
    def test_opens_by_a_scenario_that_misses_the_block(
        self, facts: tuple[Json, ...], is_open: bool, stone: Card, strict: Pack, admin: Account
    ) -> None:
        scenario_create(actor=admin, card=stone, text=played(*facts))
        matching_gate = gate(strict)

        assert matching_gate is not None
        assert matching_gate["ok"] is is_open

    def test_is_measured_by_the_relay_and_not_by_a_page(self, stone: Card, strict: Pack, admin: Account) -> None:
        scenario_create(actor=admin, card=stone, text=played(HIT))
        bounded_gate = gate(strict, most=50)
        waiting = readiness_fill(pack=strict, limit=50)
        later = gate(strict, most=50)

        assert bounded_gate is not None and later is not None
        assert (bounded_gate["ok"], bounded_gate["unchecked"], waiting) == (False, 1, 0)
        assert (later["ok"], later["unchecked"]) == (True, 0)

    def test_refuses_to_publish(self, stone: Card, strict: Pack, admin: Account) -> None:
        with pytest.raises(GateClosed) as error:
            release_publish(actor=admin, pack=strict, order=ReleaseOrder("1.0.0"))

        assert "guards" in [each["id"] for each in error.value.gates if each["closes"] and not each["ok"]]

    def test_of_a_large_pack_waits_like_the_others(
        self, stone: Card, strict: Pack, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(readiness, "CHEAP", 0)
        pending = verdict_look(pack=strict, cards=1, plan=lambda: plan_of(pack=strict))

        assert [each["ok"] for each in pending.gates if each["id"] == "guards"] == [False]


class TestTheSetting:
    def test_is_kept_when_a_form_does_not_name_it_and_recorded_when_it_does(self, strict: Pack, admin: Account) -> None:
        again = pack_edit(actor=admin, pack=strict, form=PackForm(name={"en": "Core"}))
        guards = again.guards_needed
        off = pack_edit(actor=admin, pack=again, form=PackForm(name={"en": "Core"}, guards_needed=False))
        values = list(AuditEvent.objects.filter(action="pack.edit").order_by("pk").values_list("details", flat=True))

        assert (guards, off.guards_needed) == (True, False)
        assert [each.get("guards_needed") for each in values] == [True, None, False]

    def test_marks_the_verdict_as_out_of_date(self, stone: Card, pack: Pack, admin: Account) -> None:
        readiness_fill(pack=pack, limit=None)
        before = readiness.verdict_kept(pack=pack)
        pack_edit(actor=admin, pack=pack, form=PackForm(name={"en": "Core"}, guards_needed=True))
        after = readiness.verdict_kept(pack=pack)

        assert before is not None and after is not None
        assert (before.is_current, after.is_current) == (True, False)

    def test_and_a_removed_scenario_do_too(self, stone: Card, strict: Pack, admin: Account) -> None:
        scenario = scenario_create(actor=admin, card=stone, text=played(HIT))
        readiness_fill(pack=strict, limit=None)
        scenario_remove(actor=admin, scenario=scenario)
        readiness_fill(pack=strict, limit=None)
        verdict = readiness.verdict_kept(pack=strict)

        assert verdict is not None
        assert [each["ok"] for each in verdict.gates if each["id"] == "guards"] == [False]


class TestAScenarioThatTestsNothing:
    def test_is_named_by_the_plan_and_closes_nothing(self, stone: Card, pack: Pack, admin: Account) -> None:
        scenario_create(actor=admin, card=stone, text=played())
        gates = {each["id"]: each for each in plan_gates(plan=plan_of(pack=pack))}
        idle = gates["scenarios_test"]

        assert (gates["scenarios"]["ok"], idle["ok"], idle["closes"]) == (True, False, False)
        assert idle["missing"][0]["why"]["en"] == "A scenario tests nothing yet: the stone hits."
