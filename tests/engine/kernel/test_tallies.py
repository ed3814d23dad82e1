"""Counts of what has happened: kept where a card reads them, whole again in the next period, taken back with what was done."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engine.kernel.definitions import Tally, counters
from engine.kernel.digest import digest
from engine.kernel.events import emit
from engine.kernel.playback import revert_mutation
from engine.kernel.state_writers import set_global
from engine.kernel.tallies import count_before, times, times_for_others
from tests.engine.bout.play import Bout, definition, passive

OF_THING, OF_PLAYER = Tally("onSignal", "entityUUID", False, "turn"), Tally("onSignal", "entityUUID", True, "match")


def counting(*tallies: Tally) -> Bout:
    """Return a bout in which a card counts signals."""
    bout = Bout()
    bout.program(counters=counters(bout.state.program.events, tallies))
    return bout


def call(bout: Bout, eid: int) -> None:
    bout.do(lambda st, env: emit(st, "onSignal", (eid, 1)))


class TestACount:
    def test_is_of_a_thing_within_its_period_and_of_its_player_for_the_match(self) -> None:
        bout = counting(OF_THING, OF_PLAYER)
        call(bout, bout.front)
        call(bout, bout.foe)
        call(bout, bout.front)
        st = bout.state
        assert [times(st, eid, OF_THING) for eid in (bout.front, bout.foe)] == [2, 1]
        assert [times(st, eid, OF_PLAYER) for eid in (bout.me, bout.opponent)] == [2, 1]
        assert (times_for_others(st, bout.me, OF_PLAYER), times_for_others(st, 0, OF_PLAYER)) == (1, 3)

        bout.write(lambda st: set_global(st, "turn", st.globals["turn"] + 1))
        assert (times(bout.state, bout.front, OF_THING), times(bout.state, bout.me, OF_PLAYER)) == (0, 2)
        call(bout, bout.front)
        assert times(bout.state, bout.front, OF_THING) == 1

    def test_is_nothing_for_what_is_gone_and_for_events_that_no_card_counts(self) -> None:
        bout = counting()
        before = {eid: dict(entity) for eid, entity in bout.state.entities.items()}
        call(bout, bout.front)
        assert bout.state.entities == before
        assert times(bout.state, 10_000, OF_THING) == 0
        assert counting(OF_THING).state.program.counters.keys() == {"onSignal"}

    def test_is_taken_back_with_the_mutation_that_raised_it(self) -> None:
        bout = counting(OF_THING)
        start = digest(bout.state)
        log = bout.write(lambda st: (emit(st, "onSignal", (bout.front, 1)), tuple(st.log))[1])
        assert digest(bout.state) != start
        state = bout.state
        for entry in reversed(bout.step.log):
            if hasattr(entry, "cause"):
                state = revert_mutation(state, entry)
        assert (digest(state), len(log)) == (start, 3)

    def test_is_raised_before_where_the_ruleset_says_so(self) -> None:
        bout = counting()
        events = dict(bout.state.program.events)
        events["onSignal"] = replace(events["onSignal"], counted_before=True)
        bout.program(events=events, counters=counters(events, (OF_THING,)))
        call(bout, bout.front)
        assert times(bout.state, bout.front, OF_THING) == 0
        bout.write(lambda st: count_before(st, "onSignal", (bout.front, 1)))
        assert times(bout.state, bout.front, OF_THING) == 1


class TestEvery:
    def answers(self, *events: str, **limit: int) -> list[int]:
        """Return how often a status that answers every third call has answered after each event."""
        counts: Any = {"type": "modifyVar", "name": "n", "amount": 1, "target": {"type": "self"}}
        bout = Bout(definition("2100", "status", passive("onSignal", counts, limit={"every": 3, **limit}), n=0))
        eid, out = bout.bring("2100"), []
        for event in events:
            if event == "call":
                call(bout, bout.front)
            else:
                bout.write(lambda st, event=event: set_global(st, event, st.globals[event] + 1))
            out.append(bout.var(eid, "n"))
        return out

    def test_third_call_is_answered_whatever_the_turn(self) -> None:
        assert self.answers("call", "call", "turn", "call", "call", "call", "call") == [0, 0, 0, 1, 1, 1, 2]

    def test_counts_beside_a_limit_of_the_turn(self) -> None:
        calls = ["call"] * 6
        assert self.answers(*calls, "turn", *calls[:3], perTurn=1)[-1] == 2
        assert self.answers(*calls, perTurn=1)[-1] == 1
