"""The bots' score has the right sign where the rules are odd: groups of bodies, face-down cards, the shop that a player is in."""

from __future__ import annotations

from engine import api
from engine.bots.players import GreedyBot
from engine.kernel.chance import Stream
from engine.kernel.state import State
from engine.kernel.state_writers import set_global, set_var
from engine.kernel.view import View
from engine.replay import Match
from engine.rulesets.wizards import RULESET
from engine.rulesets.wizards.damage import unfold
from engine.rulesets.wizards.evaluate import evaluate
from tests.engine.board import Board, Json, treasure

PACK: Json = {"id": "t.pack", "name": "Pack", "type": "monster", "level": "IX", "bodies": [5, 5], "reward": 2}


class TestAGroup:
    def promise(self, *health: int, me_out: bool = False, rival_out: bool = False) -> int:
        """Return what a battle promises whose first slot has a group with bodies of these healths, fallen ones left out."""
        board = Board(PACK, treasure("t.a", []), seats=2)
        board.shift(board.slots()[0], 0, "explored")
        eid = board.put("t.pack", board.state.globals["holders"][0], "slot")
        st = board.state.fork()
        set_global(st, "phase", "battling")
        for player, is_out in ((1, me_out), (2, rival_out)):
            set_var(st, player, "out", int(is_out))
            set_var(st, player, "mana", 5)
        unfold(st, eid)
        bodies = st.zone(eid, "bodies")
        for body, value in zip(bodies[len(bodies) - len(health) :], health, strict=True):
            set_var(st, body, "health", value)
        for body in bodies[: len(bodies) - len(health)]:
            st.zones[eid, "bodies"] = tuple(b for b in st.zones[eid, "bodies"] if b != body)
        return evaluate(st, 0)

    def test_promises_a_lone_fighter_more_the_more_of_it_is_gone(self) -> None:
        whole, half_health, one_left, nearly = (
            self.promise(*health, rival_out=True) for health in ((5, 5), (1, 5), (5,), (1,))
        )

        assert whole < half_health < one_left < nearly

    def test_is_left_to_a_rival_who_plays_next(self) -> None:
        assert self.promise(5, 5) > self.promise(5) > self.promise(1)

    def test_threatens_who_has_left_the_battle_more(self) -> None:
        assert self.promise(5, 5, me_out=True) - self.promise(1, me_out=True) > self.promise(5, 5) - self.promise(1)

    def test_promises_nothing_when_nobody_fights(self) -> None:
        assert self.promise(1, me_out=True, rival_out=True) == self.promise(5, 5, me_out=True, rival_out=True)


class TestACardInItsSlot:
    def test_is_worth_as_much_as_any_that_one_owns(self) -> None:
        board = Board(treasure("t.trap", [], cost=3, cardType="undercurrent"))
        player = board.me
        before = evaluate(board.state, player - 1)
        board.put("t.trap", player, "undercurrent")

        assert evaluate(board.state, player - 1) > before


class TestTheShop:
    def standing(self) -> State:
        """Return a state in which a player with gold is in a shop of cards that cost nothing."""
        match = Match(RULESET, Board(seats=2).program, 3, [("random", api.bots("wizards")["random"])] * 2)
        for step, _ in match.steps():
            decision = step.decision
            if (
                decision is not None
                and decision.prompt == "supply"
                and ("buy", step.state.zone(0, "shop")[1]) in decision.options
            ):
                st = step.state.fork()
                for card in st.zone(0, "shop"):
                    set_var(st, card, "manaCost", 0)
                return st
        raise AssertionError("nobody ever had 2 gold")

    def test_promises_what_its_best_card_does(self) -> None:
        st = self.standing()
        seat, before = st.pending[0].seat, evaluate(st, st.pending[0].seat)
        set_var(st, st.zone(0, "shop")[0], "manaCost", 9)

        assert evaluate(st, seat) == before + 9

    def test_is_refreshed_when_the_next_one_promises_more_than_it_costs(self) -> None:
        st = self.standing()
        seat = st.pending[0].seat
        for card in st.zone(0, "common"):
            set_var(st, card, "manaCost", 20)
        set_var(st, seat + 1, "gold", 10)
        bot = GreedyBot(RULESET.evaluate, RULESET.candidate_actions)
        view = View(st, seat, RULESET.hidden_zones, RULESET.determinize)

        assert bot(view, st.pending[0], Stream(1, "t")) == ("refresh",)
