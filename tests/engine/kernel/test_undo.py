"""What is known: an action may be taken back until chance is drawn or something hidden is shown, and a view tells no more than a side knows."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.errors import IllegalAction
from engine.kernel import state_writers as m
from engine.kernel.digest import digest
from engine.kernel.entities import dispose, make, put
from engine.kernel.ground import EnvironmentId
from engine.kernel.machine import Step, apply
from engine.kernel.mutations import (
    CreateEntity,
    EventRaised,
    LogEntry,
    MoveEntity,
    MutationRow,
    RemoveEntity,
    RevealEntity,
    SetVariable,
    as_row,
)
from engine.kernel.state import Op, State
from engine.kernel.view import View
from tests.engine.bout.play import Bout, definition, passive, signal, void
from tests.engine.bout.ruleset import RULESET

HIDDEN_CARD = definition("3100", "card", passive("onSignal", signal(2), limit={"perTurn": 1}))


class TestTakingBack:
    def test_returns_the_step_before(self) -> None:
        bout = Bout()
        first = bout.step
        bout.answer("skill:0")

        assert bout.step.undoable
        assert api.take_back([first, bout.step]) is first

    def test_leads_on_as_if_nothing_had_been(self) -> None:
        bout = Bout()
        first = bout.step
        once = apply(first.state, (("skill", 0),))
        back = api.take_back([first, once])

        assert digest(apply(back.state, (("skill", 0),)).state) == digest(once.state)

    @pytest.mark.parametrize(
        ("name", "change", "undoable"),
        [
            ("nothing", lambda st, bout: None, True),
            ("chance", lambda st, bout: m.chance(st, "dice", 6), False),
            ("a shuffle", lambda st, bout: m.shuffle(st, bout.me, "deck", "shuffle/0"), False),
            ("a draw", lambda st, bout: put(st, st.zone(bout.me, "deck")[0], bout.me, "hand"), False),
            ("a card put down", lambda st, bout: put(st, st.zone(bout.me, "hand")[0], bout.me, "discard"), False),
            ("a card stolen", lambda st, bout: put(st, st.zone(bout.opponent, "hand")[0], bout.me, "hand"), False),
            ("another order of a hand", lambda st, bout: m.move(st, st.zone(bout.me, "hand")[0], bout.me, "hand"), True),
            ("a card shown", lambda st, bout: m.reveal(st, st.zone(bout.opponent, "hand")[0], 1), False),
            ("a card shown again", lambda st, bout: m.reveal(st, st.zone(bout.opponent, "hand")[1], 1), True),
            ("a card hidden again", lambda st, bout: m.reveal(st, st.zone(bout.opponent, "hand")[1], 0), True),
            ("a summon disposed of", lambda st, bout: dispose(st, st.zone(bout.me, "summons")[0]), True),
        ],
    )  # fmt: skip
    def test_ends_at_what_was_learnt(self, name: str, change: Any, undoable: bool) -> None:
        bout = Bout()
        bout.bring("2003")
        bout.write(lambda st: m.reveal(st, st.zone(bout.opponent, "hand")[1], 1))
        first = bout.step
        step = bout.do(lambda st, env: void(change(st, bout)))

        assert step.undoable is undoable, name
        if not undoable:
            with pytest.raises(IllegalAction, match="not-undoable"):
                api.take_back([first, step])

    def test_ends_at_an_answer_that_lays_a_card_open(self) -> None:
        bout = Bout()
        first = bout.step
        bout.answer(next(key for key in api.legal(bout.state) if key.startswith("play")))

        with pytest.raises(IllegalAction, match="not-undoable"):
            api.take_back([first, bout.step])

    def test_stops_at_the_beginning(self) -> None:
        with pytest.raises(IllegalAction, match="not-undoable"):
            api.take_back([Bout().step])

    def test_is_possible_for_an_answer_that_waits_for_another(self) -> None:
        match = api.new_match(RULESET, seed=1, seats=2)
        step = match.begin()
        half = apply(step.state, (step.state.pending[1].options[0],), 1)

        assert api.take_back([step, half]) is step


class TestAView:
    def of(self, bout: Bout, seat: int) -> View:
        return api.view(bout.match, bout.state, seat)

    def mine(self, bout: Bout) -> View:
        return self.of(bout, bout.state.entities[bout.me]["seat"])

    def theirs(self, bout: Bout) -> View:
        return self.of(bout, bout.state.entities[bout.opponent]["seat"])

    def test_of_a_hidden_zone_counts_and_no_more(self) -> None:
        bout = Bout()
        card = bout.state.zone(bout.me, "hand")[0]

        assert (self.mine(bout).zone(bout.me, "hand")[0], self.theirs(bout).zone(bout.me, "hand")) == (card, ())
        assert self.theirs(bout).count(bout.me, "hand") == 2
        assert (self.mine(bout).zone(bout.me, "deck"), self.theirs(bout).entity(card)) == ((), None)

    def test_shows_what_was_revealed_to_its_side_until_it_is_hidden(self) -> None:
        bout = Bout()
        card = bout.state.zone(bout.me, "hand")[0]
        seat = 1 << bout.state.entities[bout.opponent]["seat"]
        for mask, observations in ((seat, (card,)), (3 & ~seat, ()), (3, (card,)), (0, ())):
            bout.write(lambda st, mask=mask: m.reveal(st, card, mask))

            assert self.theirs(bout).zone(bout.me, "hand") == observations
            assert (self.theirs(bout).entity(card) is not None) == bool(observations)

    def test_of_a_revealed_card_stays_in_every_imagined_state(self) -> None:
        bout = Bout()
        card = bout.state.zone(bout.me, "hand")[0]
        bout.write(lambda st: m.reveal(st, card, 3))
        worlds = [self.theirs(bout).determinize(salt) for salt in range(5)]

        assert {world.entities[card]["zone"] for world in worlds} == {"hand"}
        assert len({digest(world) for world in worlds}) == 5

    def test_does_not_change_with_what_it_cannot_see(self) -> None:
        bout = Bout()
        observations = self.theirs(bout).knowledge()
        bout.write(lambda st: m.set_order(st, bout.me, "deck", st.zone(bout.me, "deck")[::-1]))
        assert self.theirs(bout).knowledge() == observations

        bout.write(lambda st: m.set_var(st, bout.front, "hp", 3))
        assert self.theirs(bout).knowledge() != observations


OF_CARDS = (MoveEntity, SetVariable, CreateEntity, RemoveEntity, RevealEntity)


def row(entry: LogEntry) -> MutationRow:
    assert not isinstance(entry, EventRaised)
    return as_row(entry)


class TestAViewOfALog:
    """A step's log for one side: what happens to hidden cards is left out, and what moves out of sight has no name."""

    def logs(self, bout: Bout, *steps: Op) -> list[tuple[LogEntry, ...]]:
        """Run steps and return their log for the acting side and for the other."""
        step: Step = bout.do(*steps)
        seats = [bout.state.entities[bout.me]["seat"], bout.state.entities[bout.opponent]["seat"]]
        return [api.view(bout.match, step.state, seat).log(step.log) for seat in seats]

    def test_names_a_drawn_card_to_its_owner_alone(self) -> None:
        bout = Bout()
        card = bout.state.zone(bout.me, "deck")[0]
        mine, theirs = self.logs(bout, lambda st, env: put(st, card, bout.me, "hand"))

        assert [row(entry)[:2] for entry in mine] == [("move", card)]
        assert [row(entry)[:2] for entry in theirs] == [("move", 0)]

    def test_names_a_card_that_is_laid_open_to_both(self) -> None:
        bout = Bout()
        card = bout.state.zone(bout.me, "hand")[0]
        mine, theirs = self.logs(bout, lambda st, env: put(st, card, bout.me, "discard"))

        assert mine == theirs
        assert [row(entry)[:2] for entry in theirs] == [("move", card)]

    def test_leaves_out_what_happens_to_a_hidden_card(self) -> None:
        bout = Bout()
        card = bout.state.zone(bout.me, "hand")[0]
        mine, theirs = self.logs(
            bout, lambda st, env: m.set_var(st, card, "cost", 1), lambda st, env: m.transform(st, card, "3002")
        )

        assert ([row(entry).op for entry in mine], theirs) == (["set_var", "transform"], ())

    def test_leaves_out_the_making_and_the_end_of_a_hidden_card(self) -> None:
        """A card that leaves the match from a hand was never seen, and is not named now."""
        bout = Bout()

        def come_and_go(st: State, env_id: EnvironmentId) -> None:
            m.remove(st, m.create(st, "3001", "card", bout.me, (bout.me, "hand"), {}))

        mine, theirs = self.logs(bout, come_and_go)

        assert ([row(entry).op for entry in mine], theirs) == (["create", "remove"], ())

    def test_leaves_out_what_a_hidden_card_listens_to(self) -> None:
        """The name of a listener's code is the name of its card."""
        bout = Bout(HIDDEN_CARD)

        def make_it(st: State, env_id: EnvironmentId) -> None:
            make(st, "3100", bout.me, (bout.me, "hand"), is_second=True)

        mine, theirs = self.logs(bout, make_it)
        assert ([row(entry).op for entry in mine], theirs) == (["create", "listen"], ())

        card = bout.state.zone(bout.me, "hand")[-1]
        (lid,) = (each.id for each in bout.state.listeners.values() if each.host == card)
        mine, theirs = self.logs(bout, lambda st, env: void(m.count_use(st, lid)), lambda st, env: dispose(st, card))
        assert ([row(entry).op for entry in mine], theirs) == (["count", "unlisten", "remove"], ())

    def test_tells_both_of_listeners_in_the_open(self) -> None:
        bout = Bout()
        mine, theirs = self.logs(bout, lambda st, env: dispose(st, make(st, "2004", bout.me, (bout.front, "area"))))

        assert mine == theirs != ()

    def test_tells_nobody_the_order_of_a_deck(self) -> None:
        bout = Bout()
        order = bout.state.zone(bout.me, "deck")[::-1]
        pair = self.logs(
            bout,
            lambda st, env: m.set_order(st, bout.me, "deck", order),
            lambda st, env: m.shuffle(st, bout.me, "deck", "s"),
        )

        assert [[row(entry)[:5] for entry in log] for log in pair] == [
            [("zone_order", bout.me, "deck", (), ())] * 2
        ] * 2

    def test_tells_the_order_of_what_lies_open(self) -> None:
        bout = Bout()
        order = bout.state.zone(bout.me, "characters")[::-1]
        both = self.logs(bout, lambda st, env: m.set_order(st, bout.me, "characters", order))

        assert [row(log[0]).new for log in both] == [order, order]

    def test_never_holds_a_name_that_the_side_could_not_know(self) -> None:
        """Random bouts: no entry told to a side names a card that lies hidden from it, before the step and after."""
        count = 0
        for seed in range(4):
            before: Step | None = None
            match = api.new_match(RULESET, seed=seed, seats=2)
            for step, _ in match.steps(log=True):
                for seat in (0, 1) if before is not None else ():
                    assert before is not None
                    hidden_ids = _hidden_ids(before.state, seat) & _hidden_ids(step.state, seat)
                    entities = {
                        entry.entity
                        for entry in match.view(step.state, seat).log(step.log)
                        if isinstance(entry, OF_CARDS)
                    }
                    count += len(hidden_ids)

                    assert entities & hidden_ids == set()
                before = step

        assert count > 1_000


def _hidden_ids(state: State, seat: int) -> set[int]:
    zones = RULESET.hidden_zones(state, seat)
    return {eid for holder, zone in zones for eid in state.zone(holder, zone)}
