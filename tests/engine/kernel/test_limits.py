"""How often and how long a listener answers: limits per turn, round and match, a number in all, and lifetimes that end at an event."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine import api
from engine.kernel.digest import digest
from engine.kernel.events import emit, permits, resolve_modifiers
from engine.kernel.mutations import CountUse
from engine.kernel.state import Op
from engine.kernel.state_writers import LIFE, set_global, unlisten
from tests.engine.duel.play import Duel, definition, equals, mount, passive, signal
from tests.engine.duel.ruleset import RULESET

CALL: Op = lambda st, env: emit(st, "onSignal", (0, 1))  # noqa: E731 - a step


def limited(**limit: int) -> Any:
    """Return a status that counts how often it answers."""
    counts = {"type": "modifyVar", "name": "n", "amount": 1, "target": {"type": "self"}}
    return definition("2100", "status", passive("onSignal", counts, limit=limit), n=0)


def counted(events: list[str], **limit: int) -> list[int]:
    """Return how often a limited status has answered after each event: a call, or a new turn or round."""
    duel = Duel(limited(**limit))
    eid = duel.bring("2100")
    out = []
    for event in events:
        if event == "call":
            duel.do(CALL)
            out.append(duel.var(eid, "n"))
        else:
            duel.write(lambda st, event=event: set_global(st, event, st.globals[event] + 1))
    return out


class TestALimit:
    def test_is_whole_again_in_the_next_period(self) -> None:
        assert counted(["call", "call", "call", "turn", "call", "call", "call"], perTurn=2) == [1, 2, 2, 3, 4, 4]

    @pytest.mark.parametrize(
        ("limit", "answers"),
        [
            ({"perTurn": 1}, [1, 1, 2, 3]),
            ({"perRound": 1}, [1, 1, 1, 2]),
            ({"perMatch": 2}, [1, 2, 2, 2]),
            ({"total": 1}, [1, 1, 1, 1]),
            ({"perTurn": 2, "perRound": 3}, [1, 2, 3, 4]),
            ({"perTurn": 1, "total": 2}, [1, 1, 2, 2]),
        ],
    )
    def test_begins_anew_with_its_period(self, limit: dict[str, int], answers: list[int]) -> None:
        """Two calls in a turn, one in the next, one in the next round."""
        assert counted(["call", "call", "turn", "call", "turn", "round", "call"], **limit) == answers

    def test_of_a_life_ends_the_listener(self) -> None:
        duel = Duel(limited(total=2))
        eid = duel.bring("2100")
        duel.do(CALL, CALL)
        assert any(each.host == eid for each in duel.state.listeners.values()) is False

        assert (duel.var(eid, "n"), duel.state.uses) == (2, {})

    def test_of_a_match_does_not(self) -> None:
        duel = Duel(limited(perMatch=1))
        eid = duel.bring("2100")
        duel.do(CALL, CALL)

        assert any(each.host == eid for each in duel.state.listeners.values())

    def test_counts_answers_not_events(self) -> None:
        never = {"type": "AlwaysFalse"}
        duel = Duel(definition("2100", "status", passive("onSignal", signal(2), filter=never, limit={"total": 1})))
        duel.bring("2100")
        duel.do(CALL, CALL)

        assert (duel.state.uses, [entry for entry in duel.step.log if isinstance(entry, CountUse)]) == ({}, [])

    def test_ends_a_life_before_the_body_so_that_it_cannot_answer_itself(self) -> None:
        duel = Duel(definition("2100", "status", passive("onSignal", signal(2), limit={"total": 1})))
        duel.bring("2100")
        duel.do(CALL)

        assert [number for _, number in duel.payloads("onSignal")] == [1, 2]

    def test_is_remembered_in_the_digest_while_it_counts(self) -> None:
        """A use of this turn makes another state; in the next turn it is as if it had never been."""
        duel, other = Duel(limited(perTurn=1)), Duel(limited(perTurn=1))
        eid, same = duel.bring("2100"), other.bring("2100")
        duel.do(CALL)
        for each, it in ((duel, eid), (other, same)):
            each.write(lambda st, it=it: st.entities.__setitem__(it, {**st.entities[it], "n": 1}))
        other.do()
        assert digest(duel.state) != digest(other.state)

        for each in (duel, other):
            each.write(lambda st: set_global(st, "turn", st.globals["turn"] + 1))
        assert digest(duel.state) == digest(other.state)

    def test_holds_for_a_modifier_and_is_not_used_by_a_preview(self) -> None:
        adds = passive("onDamage", {"type": "addDamage", "amount": 5}, limit={"perTurn": 1})
        duel = Duel(definition("2100", "combatStatus", adds))
        duel.bring("2100")
        before = digest(duel.state)
        damage = duel.foe, 0, 1
        predicted = [resolve_modifiers(duel.state, "onDamage", damage, commit=False) for _ in range(2)]
        assert (predicted, digest(duel.state)) == ([(duel.foe, 0, 6)] * 2, before)

        hit: Op = lambda st, env: emit(st, "onDamage", (duel.foe, 0, 1))  # noqa: E731 - a step
        duel.do(hit, hit)
        assert [amount for _, _, amount in duel.payloads("onDamage")] == [6, 1]

    def test_may_be_written_as_a_number_from_one(self) -> None:
        report = api.validate(RULESET, json.dumps(limited(perTurn=0)))

        assert [(each.code, each.path) for each in report.problems] == [("E-SCHEMA", "/skills/0/limit/perTurn")]


class TestALifetime:
    def mounted(self, **remover: Any) -> Duel:
        """A listener, and what ends it."""
        duel = Duel()
        lid = duel.hear("heard", "onSignal")
        duel.write(lambda st: mount(st, "onRoundStart", removes=lid, owner=duel.me, **remover))
        return duel

    def pass_round(self, duel: Duel) -> None:
        duel.do(lambda st, env: emit(st, "onRoundStart", (9,)))
        duel.do(CALL)

    def test_ends_at_its_event(self) -> None:
        duel = self.mounted()
        duel.do(CALL)
        self.pass_round(duel)

        assert (duel.heard, [each for each in duel.state.listeners.values() if each.removes]) == (("heard",), [])

    def test_of_several_periods_ends_at_the_last(self) -> None:
        """A duration: a remover that must be met so often."""
        duel = self.mounted(limit=((LIFE, 3),))
        heard = []
        for _ in range(4):
            self.pass_round(duel)
            heard.append(len(duel.heard))

        assert heard == [1, 2, 2, 2]

    def test_ends_at_its_owners_event_alone(self) -> None:
        duel = Duel()
        lid = duel.hear("heard", "onSignal")
        duel.write(lambda st: mount(st, "onSwitchActive", removes=lid, owner=duel.me, condition="playerUUID"))
        for seat, left in ((duel.them, True), (duel.me, False)):
            duel.do(lambda st, env, seat=seat: emit(st, "onSwitchActive", (seat, 0, 0)))

            assert (lid in duel.state.listeners) is left

    def test_of_once_ends_at_the_first_answer(self) -> None:
        duel = Duel()
        duel.hear("once", "onSignal", once=True)
        duel.do(CALL, CALL)

        assert duel.heard == ("once",)

    def test_that_was_ended_by_hand_leaves_no_remover(self) -> None:
        duel = self.mounted()
        (lid,) = (each.removes for each in duel.state.listeners.values() if each.removes)
        duel.write(lambda st: unlisten(st, lid))

        assert [each for each in duel.state.listeners.values() if each.removes] == []


class TestAVeto:
    """A `check` listener forbids: what it forbids is not offered, and does not happen when it is raised either."""

    def frozen(self) -> Duel:
        duel = Duel()
        duel.bring("2004")
        duel.do()
        return duel

    def test_takes_an_action_off_the_list(self) -> None:
        free, duel = Duel(), Duel()
        duel.bring("2004", duel.foe)
        for each in (free, duel):
            each.answer("end")

        assert [key for key in api.legal(free.state) if key not in api.legal(duel.state)] == ["skill:0", "skill:1"]

    def test_is_for_whom_its_condition_says(self) -> None:
        duel = self.frozen()
        asked = [
            permits(duel.state, "onUseSkill", (one, duel.me, "normal"))
            for one in duel.state.zone(duel.me, "characters")
        ]

        assert asked == [False, True]

    def test_writes_nothing(self) -> None:
        duel = self.frozen()
        before = digest(duel.state)
        permits(duel.state, "onUseSkill", (duel.front, duel.me, "normal"))

        assert digest(duel.state) == before

    def test_stops_the_event_itself(self) -> None:
        duel = self.frozen()
        duel.hear("used", "onUseSkill")
        for one in duel.state.zone(duel.me, "characters"):
            duel.do(lambda st, env, one=one: emit(st, "onUseSkill", (one, duel.me, "normal")))

        assert duel.heard == ("used",)

    def test_may_be_limited(self) -> None:
        veto = passive("onUseSkill", filter=equals("$onUseSkill.playerUUID", "$self.playerUUID"), limit={"total": 1})
        duel = Duel(definition("2100", "combatStatus", veto))
        duel.bring("2100")

        assert [permits(duel.state, "onUseSkill", (0, duel.me, "x")) for _ in range(2)] == [False, False]
