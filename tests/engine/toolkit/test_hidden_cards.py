"""What follows from the zones of a game and from who sees them."""

import pytest

from engine import api
from engine.kernel.state import State
from engine.kernel.state_writers import reveal
from engine.rulesets import find, names
from engine.toolkit.dealing import deal_numbers
from engine.toolkit.seats import DRAW, finish, players

SALTS = range(12)


def opening(game: str) -> State:
    """Return a match of a game at its first question."""
    ruleset = find(game)
    match = api.new_match(game, seed=3, seats=max(ruleset.seats), bots_by_seat=("random",))
    return next(iter(match.steps(log=False)))[0].state


@pytest.fixture(params=names())
def state(request: pytest.FixtureRequest) -> State:
    return opening(request.param)


def places_of(st: State) -> dict[int, tuple[int, str, int]]:
    """Return where each card lies: holder, zone and place in it."""
    return {eid: (*key, place) for key, eids in st.zones.items() for place, eid in enumerate(eids)}


class TestHiddenZones:
    def test_are_the_secret_ones_of_the_rules(self, state: State) -> None:
        ruleset, mechanics = find(state.program.ruleset), state.program.mechanics
        by_seat = {seat: ruleset.hidden_zones(state, seat) for seat in range(len(players(state)))}

        assert {zone for zones in by_seat.values() for _, zone in zones} == mechanics.secret
        for seat, player in enumerate(players(state)):
            assert not {(player, zone) for zone in mechanics.own} & by_seat[seat]


class TestDeterminize:
    def test_moves_hidden_cards_alone_and_keeps_the_size_of_each_zone(self, state: State) -> None:
        ruleset = find(state.program.ruleset)
        before, secret = places_of(state), ruleset.hidden_zones(state, 0)
        changes = set()
        for salt in SALTS:
            new = ruleset.determinize(state, 0, salt)
            changes |= {eid for eid, place in places_of(new).items() if place != before[eid]}

            assert {key: len(eids) for key, eids in new.zones.items()} == {
                key: len(eids) for key, eids in state.zones.items()
            }
        assert changes
        assert {before[eid][:2] for eid in changes} <= secret

    def test_keeps_what_was_shown_in_its_place(self) -> None:
        state = opening("halo")
        card = state.zone(2, "hand")[0]
        reveal(state, card, 1)

        assert {places_of(find("halo").determinize(state, 0, salt))[card] for salt in SALTS} == {(2, "hand", 0)}
        assert (
            len({places_of(find("halo").determinize(state, 1, salt))[state.zone(1, "hand")[0]] for salt in SALTS}) > 1
        )


def test_numbers_of_a_deal_are_without_end_and_never_begin_again() -> None:
    numbers = deal_numbers(opening("halo"))

    assert len({next(numbers) for _ in range(500)}) > 490


class TestFinish:
    @pytest.mark.parametrize(("winner", "ranks"), [(DRAW, (1, 1)), (0, (1, 2)), (1, (2, 1))])
    def test_ranks_the_seats(self, winner: int, ranks: tuple[int, ...]) -> None:
        state = opening("encounter")
        finish(state, winner, "test")

        assert state.result is not None
        assert (state.result.outcome, state.result.ranks) == ("draw" if winner == DRAW else "win", ranks)
