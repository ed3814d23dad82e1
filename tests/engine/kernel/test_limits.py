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
from tests.engine.bout.play import Bout, definition, equals, mount, passive, signal
from tests.engine.bout.ruleset import RULESET

CALL: Op = lambda st, env: emit(st, "onSignal", (0, 1))  # noqa: E731 - a step


def limited(**limit: int) -> Any:
    """Return a status that counts how often it answers."""
    counts = {"type": "modifyVar", "name": "n", "amount": 1, "target": {"type": "self"}}
    return definition("2100", "status", passive("onSignal", counts, limit=limit), n=0)


def counted(events: list[str], **limit: int) -> list[int]:
    """Return how often a limited status has answered after each event: a call, or a new turn or round."""
    bout = Bout(limited(**limit))
    eid = bout.bring("2100")
    out = []
    for event in events:
        if event == "call":
            bout.do(CALL)
            out.append(bout.var(eid, "n"))
        else:
            bout.write(lambda st, event=event: set_global(st, event, st.globals[event] + 1))
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
        bout = Bout(limited(total=2))
        eid = bout.bring("2100")
        bout.do(CALL, CALL)
        assert any(each.host == eid for each in bout.state.listeners.values()) is False

        assert (bout.var(eid, "n"), bout.state.uses) == (2, {})

    def test_of_a_match_does_not(self) -> None:
        bout = Bout(limited(perMatch=1))
        eid = bout.bring("2100")
        bout.do(CALL, CALL)

        assert any(each.host == eid for each in bout.state.listeners.values())

    def test_counts_answers_not_events(self) -> None:
        never = {"type": "AlwaysFalse"}
        bout = Bout(definition("2100", "status", passive("onSignal", signal(2), filter=never, limit={"total": 1})))
        bout.bring("2100")
        bout.do(CALL, CALL)

        assert (bout.state.uses, [entry for entry in bout.step.log if isinstance(entry, CountUse)]) == ({}, [])

    def test_ends_a_life_before_the_body_so_that_it_cannot_answer_itself(self) -> None:
        bout = Bout(definition("2100", "status", passive("onSignal", signal(2), limit={"total": 1})))
        bout.bring("2100")
        bout.do(CALL)

        assert [number for _, number in bout.payloads("onSignal")] == [1, 2]

    def test_is_remembered_in_the_digest_while_it_counts(self) -> None:
        """A use of this turn makes another state; in the next turn it is as if it had never been."""
        bout, other_bout = Bout(limited(perTurn=1)), Bout(limited(perTurn=1))
        eid, same = bout.bring("2100"), other_bout.bring("2100")
        bout.do(CALL)
        for item, it in ((bout, eid), (other_bout, same)):
            item.write(lambda st, it=it: st.entities.__setitem__(it, {**st.entities[it], "n": 1}))
        other_bout.do()
        assert digest(bout.state) != digest(other_bout.state)

        for item in (bout, other_bout):
            item.write(lambda st: set_global(st, "turn", st.globals["turn"] + 1))
        assert digest(bout.state) == digest(other_bout.state)

    def test_holds_for_a_modifier_and_is_not_used_by_a_preview(self) -> None:
        adds = passive("onDamage", {"type": "addDamage", "amount": 5}, limit={"perTurn": 1})
        bout = Bout(definition("2100", "combatStatus", adds))
        bout.bring("2100")
        before = digest(bout.state)
        damage = bout.foe, 0, 1
        predicted = [resolve_modifiers(bout.state, "onDamage", damage, commit=False) for _ in range(2)]
        assert (predicted, digest(bout.state)) == ([(bout.foe, 0, 6)] * 2, before)

        hit: Op = lambda st, env: emit(st, "onDamage", (bout.foe, 0, 1))  # noqa: E731 - a step
        bout.do(hit, hit)
        assert [amount for _, _, amount in bout.payloads("onDamage")] == [6, 1]

    def test_may_be_written_as_a_number_from_one(self) -> None:
        report = api.validate(RULESET, json.dumps(limited(perTurn=0)))

        assert [(each.code, each.path) for each in report.problems] == [("E-SCHEMA", "/skills/0/limit/perTurn")]


class TestALifetime:
    def mounted(self, **remover: Any) -> Bout:
        """A listener, and what ends it."""
        bout = Bout()
        lid = bout.hear("heard", "onSignal")
        bout.write(lambda st: mount(st, "onRoundStart", removes=lid, owner=bout.me, **remover))
        return bout

    def pass_round(self, bout: Bout) -> None:
        bout.do(lambda st, env: emit(st, "onRoundStart", (9,)))
        bout.do(CALL)

    def test_ends_at_its_event(self) -> None:
        bout = self.mounted()
        bout.do(CALL)
        self.pass_round(bout)

        assert (bout.heard, [each for each in bout.state.listeners.values() if each.removes]) == (("heard",), [])

    def test_of_several_periods_ends_at_the_last(self) -> None:
        """A duration: a remover that must be met so often."""
        bout = self.mounted(limit=((LIFE, 3),))
        heard = []
        for _ in range(4):
            self.pass_round(bout)
            heard.append(len(bout.heard))

        assert heard == [1, 2, 2, 2]

    def test_ends_at_its_owners_event_alone(self) -> None:
        bout = Bout()
        lid = bout.hear("heard", "onSignal")
        bout.write(lambda st: mount(st, "onSwitchActive", removes=lid, owner=bout.me, condition="playerUUID"))
        for seat, remaining in ((bout.opponent, True), (bout.me, False)):
            bout.do(lambda st, env, seat=seat: emit(st, "onSwitchActive", (seat, 0, 0)))

            assert (lid in bout.state.listeners) is remaining

    def test_of_once_ends_at_the_first_answer(self) -> None:
        bout = Bout()
        bout.hear("once", "onSignal", once=True)
        bout.do(CALL, CALL)

        assert bout.heard == ("once",)

    def test_that_was_ended_by_hand_leaves_no_remover(self) -> None:
        bout = self.mounted()
        (lid,) = (row.removes for row in bout.state.listeners.values() if row.removes)
        bout.write(lambda st: unlisten(st, lid))

        assert [row for row in bout.state.listeners.values() if row.removes] == []


class TestAVeto:
    """A `check` listener forbids: what it forbids is not offered, and does not happen when it is raised either."""

    def frozen_bout(self) -> Bout:
        bout = Bout()
        bout.bring("2004")
        bout.do()
        return bout

    def test_takes_an_action_off_the_list(self) -> None:
        free, bout = Bout(), Bout()
        bout.bring("2004", bout.foe)
        for each in (free, bout):
            each.answer("end")

        assert [key for key in api.legal(free.state) if key not in api.legal(bout.state)] == ["skill:0", "skill:1"]

    def test_is_for_whom_its_condition_says(self) -> None:
        bout = self.frozen_bout()
        requested_permits = [
            permits(bout.state, "onUseSkill", (one, bout.me, "normal"))
            for one in bout.state.zone(bout.me, "characters")
        ]

        assert requested_permits == [False, True]

    def test_writes_nothing(self) -> None:
        bout = self.frozen_bout()
        before = digest(bout.state)
        permits(bout.state, "onUseSkill", (bout.front, bout.me, "normal"))

        assert digest(bout.state) == before

    def test_stops_the_event_itself(self) -> None:
        bout = self.frozen_bout()
        bout.hear("used", "onUseSkill")
        for one in bout.state.zone(bout.me, "characters"):
            bout.do(lambda st, env, one=one: emit(st, "onUseSkill", (one, bout.me, "normal")))

        assert bout.heard == ("used",)

    def test_may_be_limited(self) -> None:
        veto = passive("onUseSkill", filter=equals("$onUseSkill.playerUUID", "$self.playerUUID"), limit={"total": 1})
        bout = Bout(definition("2100", "combatStatus", veto))
        bout.bring("2100")

        assert [permits(bout.state, "onUseSkill", (0, bout.me, "x")) for _ in range(2)] == [False, False]
