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
from tests.engine.duel.play import Duel, definition, passive, signal, void
from tests.engine.duel.ruleset import RULESET

HIDDEN_CARD = definition("3100", "card", passive("onSignal", signal(2), limit={"perTurn": 1}))


class TestTakingBack:
    def test_returns_the_step_before(self) -> None:
        duel = Duel()
        first = duel.step
        duel.answer("skill:0")

        assert duel.step.undoable
        assert api.take_back([first, duel.step]) is first

    def test_leads_on_as_if_nothing_had_been(self) -> None:
        duel = Duel()
        first = duel.step
        once = apply(first.state, (("skill", 0),))
        back = api.take_back([first, once])

        assert digest(apply(back.state, (("skill", 0),)).state) == digest(once.state)

    @pytest.mark.parametrize(
        ("name", "change", "undoable"),
        [
            ("nothing", lambda st, duel: None, True),
            ("chance", lambda st, duel: m.chance(st, "dice", 6), False),
            ("a shuffle", lambda st, duel: m.shuffle(st, duel.me, "deck", "shuffle/0"), False),
            ("a draw", lambda st, duel: put(st, st.zone(duel.me, "deck")[0], duel.me, "hand"), False),
            ("a card put down", lambda st, duel: put(st, st.zone(duel.me, "hand")[0], duel.me, "discard"), False),
            ("a card stolen", lambda st, duel: put(st, st.zone(duel.them, "hand")[0], duel.me, "hand"), False),
            ("another order of a hand", lambda st, duel: m.move(st, st.zone(duel.me, "hand")[0], duel.me, "hand"), True),
            ("a card shown", lambda st, duel: m.reveal(st, st.zone(duel.them, "hand")[0], 1), False),
            ("a card shown again", lambda st, duel: m.reveal(st, st.zone(duel.them, "hand")[1], 1), True),
            ("a card hidden again", lambda st, duel: m.reveal(st, st.zone(duel.them, "hand")[1], 0), True),
            ("a summon disposed of", lambda st, duel: dispose(st, st.zone(duel.me, "summons")[0]), True),
        ],
    )  # fmt: skip
    def test_ends_at_what_was_learnt(self, name: str, change: Any, undoable: bool) -> None:
        duel = Duel()
        duel.bring("2003")
        duel.write(lambda st: m.reveal(st, st.zone(duel.them, "hand")[1], 1))
        first = duel.step
        step = duel.do(lambda st, env: void(change(st, duel)))

        assert step.undoable is undoable, name
        if not undoable:
            with pytest.raises(IllegalAction, match="not-undoable"):
                api.take_back([first, step])

    def test_ends_at_an_answer_that_lays_a_card_open(self) -> None:
        duel = Duel()
        first = duel.step
        duel.answer(next(key for key in api.legal(duel.state) if key.startswith("play")))

        with pytest.raises(IllegalAction, match="not-undoable"):
            api.take_back([first, duel.step])

    def test_stops_at_the_beginning(self) -> None:
        with pytest.raises(IllegalAction, match="not-undoable"):
            api.take_back([Duel().step])

    def test_is_possible_for_an_answer_that_waits_for_another(self) -> None:
        match = api.new_match(RULESET, seed=1, seats=2)
        step = match.begin()
        half = apply(step.state, (step.state.pending[1].options[0],), 1)

        assert api.take_back([step, half]) is step


class TestAView:
    def of(self, duel: Duel, seat: int) -> View:
        return api.view(duel.match, duel.state, seat)

    def mine(self, duel: Duel) -> View:
        return self.of(duel, duel.state.entities[duel.me]["seat"])

    def theirs(self, duel: Duel) -> View:
        return self.of(duel, duel.state.entities[duel.them]["seat"])

    def test_of_a_hidden_zone_counts_and_no_more(self) -> None:
        duel = Duel()
        card = duel.state.zone(duel.me, "hand")[0]

        assert (self.mine(duel).zone(duel.me, "hand")[0], self.theirs(duel).zone(duel.me, "hand")) == (card, ())
        assert self.theirs(duel).count(duel.me, "hand") == 2
        assert (self.mine(duel).zone(duel.me, "deck"), self.theirs(duel).entity(card)) == ((), None)

    def test_shows_what_was_revealed_to_its_side_until_it_is_hidden(self) -> None:
        duel = Duel()
        card = duel.state.zone(duel.me, "hand")[0]
        seat = 1 << duel.state.entities[duel.them]["seat"]
        for mask, seen in ((seat, (card,)), (3 & ~seat, ()), (3, (card,)), (0, ())):
            duel.write(lambda st, mask=mask: m.reveal(st, card, mask))

            assert self.theirs(duel).zone(duel.me, "hand") == seen
            assert (self.theirs(duel).entity(card) is not None) == bool(seen)

    def test_of_a_revealed_card_stays_in_every_imagined_state(self) -> None:
        duel = Duel()
        card = duel.state.zone(duel.me, "hand")[0]
        duel.write(lambda st: m.reveal(st, card, 3))
        worlds = [self.theirs(duel).determinize(salt) for salt in range(5)]

        assert {world.entities[card]["zone"] for world in worlds} == {"hand"}
        assert len({digest(world) for world in worlds}) == 5

    def test_does_not_change_with_what_it_cannot_see(self) -> None:
        duel = Duel()
        seen = self.theirs(duel).known()
        duel.write(lambda st: m.set_order(st, duel.me, "deck", st.zone(duel.me, "deck")[::-1]))
        assert self.theirs(duel).known() == seen

        duel.write(lambda st: m.set_var(st, duel.front, "hp", 3))
        assert self.theirs(duel).known() != seen


OF_CARDS = (MoveEntity, SetVariable, CreateEntity, RemoveEntity, RevealEntity)


def row(entry: LogEntry) -> MutationRow:
    assert not isinstance(entry, EventRaised)
    return as_row(entry)


class TestAViewOfALog:
    """A step's log for one side: what happens to hidden cards is left out, and what moves out of sight has no name."""

    def logs(self, duel: Duel, *steps: Op) -> list[tuple[LogEntry, ...]]:
        """Run steps and return their log for the acting side and for the other."""
        step: Step = duel.do(*steps)
        seats = [duel.state.entities[duel.me]["seat"], duel.state.entities[duel.them]["seat"]]
        return [api.view(duel.match, step.state, seat).log(step.log) for seat in seats]

    def test_names_a_drawn_card_to_its_owner_alone(self) -> None:
        duel = Duel()
        card = duel.state.zone(duel.me, "deck")[0]
        mine, theirs = self.logs(duel, lambda st, env: put(st, card, duel.me, "hand"))

        assert [row(entry)[:2] for entry in mine] == [("move", card)]
        assert [row(entry)[:2] for entry in theirs] == [("move", 0)]

    def test_names_a_card_that_is_laid_open_to_both(self) -> None:
        duel = Duel()
        card = duel.state.zone(duel.me, "hand")[0]
        mine, theirs = self.logs(duel, lambda st, env: put(st, card, duel.me, "discard"))

        assert mine == theirs
        assert [row(entry)[:2] for entry in theirs] == [("move", card)]

    def test_leaves_out_what_happens_to_a_hidden_card(self) -> None:
        duel = Duel()
        card = duel.state.zone(duel.me, "hand")[0]
        mine, theirs = self.logs(
            duel, lambda st, env: m.set_var(st, card, "cost", 1), lambda st, env: m.transform(st, card, "3002")
        )

        assert ([row(entry).op for entry in mine], theirs) == (["set_var", "transform"], ())

    def test_leaves_out_the_making_and_the_end_of_a_hidden_card(self) -> None:
        """A card that leaves the match from a hand was never seen, and is not named now."""
        duel = Duel()

        def come_and_go(st: State, env_id: EnvironmentId) -> None:
            m.remove(st, m.create(st, "3001", "card", duel.me, (duel.me, "hand"), {}))

        mine, theirs = self.logs(duel, come_and_go)

        assert ([row(entry).op for entry in mine], theirs) == (["create", "remove"], ())

    def test_leaves_out_what_a_hidden_card_listens_to(self) -> None:
        """The name of a listener's code is the name of its card."""
        duel = Duel(HIDDEN_CARD)

        def make_it(st: State, env_id: EnvironmentId) -> None:
            make(st, "3100", duel.me, (duel.me, "hand"), is_second=True)

        mine, theirs = self.logs(duel, make_it)
        assert ([row(entry).op for entry in mine], theirs) == (["create", "listen"], ())

        card = duel.state.zone(duel.me, "hand")[-1]
        (lid,) = (each.id for each in duel.state.listeners.values() if each.host == card)
        mine, theirs = self.logs(duel, lambda st, env: void(m.count_use(st, lid)), lambda st, env: dispose(st, card))
        assert ([row(entry).op for entry in mine], theirs) == (["count", "unlisten", "remove"], ())

    def test_tells_both_of_listeners_in_the_open(self) -> None:
        duel = Duel()
        mine, theirs = self.logs(duel, lambda st, env: dispose(st, make(st, "2004", duel.me, (duel.front, "area"))))

        assert mine == theirs != ()

    def test_tells_nobody_the_order_of_a_deck(self) -> None:
        duel = Duel()
        order = duel.state.zone(duel.me, "deck")[::-1]
        both = self.logs(
            duel,
            lambda st, env: m.set_order(st, duel.me, "deck", order),
            lambda st, env: m.shuffle(st, duel.me, "deck", "s"),
        )

        assert [[row(entry)[:5] for entry in log] for log in both] == [
            [("zone_order", duel.me, "deck", (), ())] * 2
        ] * 2

    def test_tells_the_order_of_what_lies_open(self) -> None:
        duel = Duel()
        order = duel.state.zone(duel.me, "characters")[::-1]
        both = self.logs(duel, lambda st, env: m.set_order(st, duel.me, "characters", order))

        assert [row(log[0]).new for log in both] == [order, order]

    def test_never_holds_a_name_that_the_side_could_not_know(self) -> None:
        """Random duels: no entry told to a side names a card that lies hidden from it, before the step and after."""
        looked = 0
        for seed in range(4):
            before: Step | None = None
            match = api.new_match(RULESET, seed=seed, seats=2)
            for step, _ in match.steps(log=True):
                for seat in (0, 1) if before is not None else ():
                    assert before is not None
                    hidden = _hidden(before.state, seat) & _hidden(step.state, seat)
                    named = {
                        entry.entity
                        for entry in match.view(step.state, seat).log(step.log)
                        if isinstance(entry, OF_CARDS)
                    }
                    looked += len(hidden)

                    assert named & hidden == set()
                before = step

        assert looked > 1_000


def _hidden(state: State, seat: int) -> set[int]:
    zones = RULESET.hidden_zones(state, seat)
    return {eid for holder, zone in zones for eid in state.zone(holder, zone)}
