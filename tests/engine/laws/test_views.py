"""What a side may know, in every ruleset: nothing hidden shows in its view, in its options, or in what is offered next."""

from __future__ import annotations

import pytest

from engine import api
from engine.errors import EngineBug
from engine.kernel.digest import digest
from engine.kernel.machine import run
from engine.kernel.state import State
from engine.replay import Match
from tests.engine.laws.matches import GAMES, Game, many_moves, title

every_game = pytest.mark.parametrize("ruleset", GAMES, ids=title)
STEPS = 900


def asked_again(state: State) -> State | None:
    """Return the state with its question asked again by the same step, None where that step took an answer first."""
    fork = state.fork()
    fork.log = None
    code, pc, env, scope = fork.frames[-1]
    fork.frames[-1] = (code, pc - 1, env, scope)
    fork.pending = ()
    try:
        run(fork)
    except EngineBug as missing:
        if missing.args != ("no question was answered here",):
            raise
        return None
    return fork


def unseen_cards(match: Match, state: State, seat: int) -> list[int]:
    """Return the cards that lie where a side does not see them."""
    zones = match.ruleset.hidden_zones(state, seat)
    return [eid for eid, ent in state.entities.items() if (ent.get("own", 0), ent.get("zone")) in zones]


@every_game
class TestAView:
    def test_is_equal_for_states_that_differ_in_hidden_cards_alone(self, ruleset: Game) -> None:
        """Conformance 143, in part: the hidden rest is dealt again, and neither the view nor anything else to be known changes."""
        differing = 0
        for number, (match, before, _, _) in enumerate(many_moves(ruleset, STEPS)):
            if not number % 9:
                for seat in range(match.seats):
                    other_world = api.determinize(match, before.state, seat, number)
                    differing += digest(other_world) != digest(before.state)

                    assert match.view(other_world, seat).knowledge() == match.view(before.state, seat).knowledge()

        assert differing > STEPS // 9

    def test_offers_equal_answers_for_states_that_differ_in_hidden_cards_alone(self, ruleset: Game) -> None:
        """Conformance 143: the question is asked again over the other deal, and offers the same keys in the same order.

        Only questions that move no card when they are asked again are compared; an offer that is drawn from a pile is not.
        """
        comparison = 0
        for number, (match, before, _, _) in enumerate(many_moves(ruleset, STEPS, seed=50)):
            decision = before.decision
            if decision is None or len(before.state.pending) > 1 or number % 3:
                continue
            again = asked_again(before.state)
            if again is None or again.zones != before.state.zones or again.pending != before.state.pending:
                continue
            second = asked_again(api.determinize(match, before.state, decision.seat, number))
            assert second is not None
            comparison += 1

            assert api.legal(second) == api.legal(before.state), decision.prompt

        assert comparison > STEPS // 10

    def test_shows_every_entity_that_is_offered(self, ruleset: Game) -> None:
        """An option never names what the asked side cannot see."""
        for match, before, _, _ in many_moves(ruleset, STEPS, seed=70):
            decision = before.decision
            assert decision is not None
            view = match.view(before.state, decision.seat)
            named = [option[1] if isinstance(option, tuple) else option for option in decision.options]
            hidden_eids = [
                eid for eid in named if isinstance(eid, int) and eid in before.state.entities and not view.entity(eid)
            ]

            assert decision.kind == "number" or hidden_eids == [], (decision.kind, decision.prompt)

    def test_hides_something(self, ruleset: Game) -> None:
        """Else the laws above say nothing: as long as a card lies where a side does not see it, something is hidden."""
        for match, before, _, _ in many_moves(ruleset, 20):
            for seat in range(match.seats):
                view = match.view(before.state, seat)
                entities = before.state.entities

                assert not unseen_cards(match, before.state, seat) or any(view.entity(eid) is None for eid in entities)


@every_game
def test_every_question_of_the_rules_has_words(ruleset: Game) -> None:
    """What a card asks is named by the card."""
    ids, words = set(), None
    for match, before, _, _ in many_moves(ruleset, 3 * STEPS, seed=90):
        words = match.ruleset.board.layout.questions if match.ruleset.board is not None else None
        if before.decision is not None and "#" not in before.decision.prompt:
            ids.add(before.decision.prompt)

    assert words is None or ids - words.keys() == set()
