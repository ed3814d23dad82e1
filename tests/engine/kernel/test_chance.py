"""A deal that a bot imagines: it says nothing of the order that it replaces, and its first cards are any cards."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

from engine.kernel.chance import keys
from engine.toolkit.dealing import MAX_DRAWS, shuffle_top

PILE = tuple(range(100, 100 + 3 * MAX_DRAWS))


def card_order(cards: tuple[int, ...], seed: int, first: int = MAX_DRAWS) -> list[int]:
    """Return the cards in the order of a seed."""
    return shuffle_top(cards, iter(keys(seed, "redeal", first)), first)


def chi_square(counts: list[int]) -> float:
    """Return how far counts are from equal ones, as Pearson's statistic."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


class TestRedealt:
    def test_holds_the_same_cards(self) -> None:
        assert sorted(card_order(PILE, 1)) == list(PILE)
        assert card_order((), 1) == []
        assert card_order((7,), 1) == [7]

    def test_says_nothing_of_the_order_before(self) -> None:
        assert len({tuple(card_order(order, 5)) for order in permutations((3, 1, 4, 2))}) == 1
        assert card_order(PILE[::-1], 9) == card_order(PILE, 9)

    def test_leaves_by_id_what_no_thought_draws(self) -> None:
        rest = card_order(PILE, 4)[MAX_DRAWS:]
        kept = [card for place, card in enumerate(rest, MAX_DRAWS) if card == PILE[place]]
        assert len(kept) >= len(rest) - MAX_DRAWS

    def test_draws_every_card_for_each_of_the_first_places_equally_often(self) -> None:
        times, places = 6_000, (0, 1, MAX_DRAWS - 1)
        deals = [card_order(PILE, seed) for seed in range(times)]
        for place in places:
            counts = Counter(deal[place] for deal in deals)
            assert chi_square([counts[card] for card in PILE]) < 66.6  # 0.999 of chi-square with 35 degrees of freedom

    def test_shuffles_a_small_pile_whole(self) -> None:
        counts = Counter(tuple(card_order((1, 2, 3), seed)) for seed in range(6_000))
        assert len(counts) == 6
        assert chi_square(list(counts.values())) < 20.5  # 0.999 of chi-square with 5 degrees of freedom
