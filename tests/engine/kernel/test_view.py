"""A view leaks nothing: states that differ only in what a side may not know look the same to it."""

from __future__ import annotations

from engine.kernel.digest import digest
from engine.kernel.view import View
from engine.rulesets.wizards import RULESET
from tests.engine.kernel.test_state import match, played


def view(state: object, seat: int) -> View:
    return View(state, seat, RULESET.hidden_zones, RULESET.determinize)  # type: ignore[arg-type]  # states of played matches


class TestView:
    def test_is_the_same_for_states_that_differ_in_hidden_cards_alone(self) -> None:
        """Conformance 143."""
        differing = 0
        for step, _ in played(seed=6, limit=120)[::10]:
            for seat in range(4):
                other_world = RULESET.determinize(step.state, seat, 5)
                differing += digest(other_world) != digest(step.state)

                assert view(other_world, seat).knowledge() == view(step.state, seat).knowledge()

        assert differing > 40

    def test_shows_a_change_that_the_side_may_see(self) -> None:
        step = match().begin()
        other_fork = step.state.fork()
        other_fork.entities[1] = {**other_fork.entities[1], "gold": 9}

        assert view(other_fork, 0).knowledge() != view(step.state, 0).knowledge()

    def test_hides_the_others_hands_and_counts_them(self) -> None:
        step = played(seed=6, limit=60)[-1][0]
        mine = view(step.state, 0)

        assert mine.zone(2, "hand") == ()
        assert mine.count(2, "hand") == len(step.state.zone(2, "hand")) > 0
        assert mine.entity(step.state.zone(2, "hand")[0]) is None
        assert mine.zone(1, "hand") == step.state.zone(1, "hand")


class TestResample:
    def test_deals_the_same_cards_in_the_same_sizes(self) -> None:
        step = played(seed=6, limit=80)[-1][0]
        other_world = view(step.state, 0).determinize(3)
        for player in (1, 2, 3, 4):
            for zone in ("hand", "deck", "discard"):
                assert len(other_world.zone(player, zone)) == len(step.state.zone(player, zone))
            states = [
                {step.state.entities[c]["def"]: 1 for c in (*s.zone(player, "hand"), *s.zone(player, "deck"))}
                for s in (other_world, step.state)
            ]

            assert states[0] == states[1]

        assert other_world.zone(1, "hand") == step.state.zone(1, "hand")
