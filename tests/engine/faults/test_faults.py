"""Twenty kinds of fault planted in shipped cards: nearly all are flagged, and what is no fault raises no alarm."""

from __future__ import annotations

from functools import cache

import pytest

from engine.cardset import shipped_texts
from engine.language.proofreading.mismatch import mismatches
from engine.language.text.describe import describe
from engine.rulesets import names
from tests.engine.faults.flagging import alarms, layer, scenarios_of
from tests.engine.faults.game import game
from tests.engine.faults.kinds import KINDS
from tests.engine.faults.places import changed, places
from tests.engine.faults.planting import Fault, fault

SHORT = (1, 3, 104)
"""Seeds of each kind that the suite plants; `make faults` plants all."""
SEEDS_PER_KIND = 3
"""So many scenarios a card has that is asked as it is."""
EACH, TOGETHER = 2, 0.95
"""The least number of these that is flagged of each kind, and the least share of all."""


@cache
def flagged() -> dict[str, list[bool]]:
    """Return of each kind whether each of its faults was flagged."""
    return {kind.name: [bool(layer(fault(kind, seed))) for seed in SHORT] for kind in KINDS}


class TestPlantedFaults:
    def test_are_of_twenty_kinds(self) -> None:
        assert len({kind.name for kind in KINDS}) == 20

    def test_are_flagged(self) -> None:
        matches = flagged()
        rate = sum(map(sum, matches.values())) / (len(SHORT) * len(matches))

        assert {kind: told for kind, told in matches.items() if sum(told) < EACH} == {}
        assert rate >= TOGETHER

    def test_are_the_same_for_a_seed(self) -> None:
        assert [fault(kind, 1) for kind in KINDS[:3]] == [fault(kind, 1) for kind in KINDS[:3]]

    def test_change_one_place_of_a_shipped_card(self) -> None:
        planted = fault(KINDS[0], 1)
        original = game(planted.game).cards[planted.card]
        same = {key for key in original if original[key] == planted.document.get(key)}

        assert len(original.keys() - same) == 1

    def test_are_not_seen_where_there_is_none(self) -> None:
        """A card that is planted as it is raises nothing: what is found above comes from the fault."""
        for name in names():
            cards = (
                card
                for identity, card in game(name).cards.items()
                if 0 < len(scenarios_of(name, identity)) <= SEEDS_PER_KIND
            )
            card = next(cards)
            assert layer(Fault("none", 0, name, card["id"], "", card)) == ""


@pytest.mark.parametrize("name", names())
class TestShippedCards:
    def test_raise_no_alarm(self, name: str) -> None:
        held = game(name)
        assert {card: told for card, document in held.cards.items() if (told := alarms(held, document))} == {}

    def test_raise_none_with_the_texts_of_their_effects(self, name: str) -> None:
        current_game = game(name)
        reports = {}
        for card, document in current_game.cards.items():
            bare = {key: value for key, value in document.items() if key != "description"}
            said = {lang: describe(current_game.vocabulary, document, lang) for lang in ("en", "zh")}
            reports[card] = mismatches(current_game.vocabulary, bare, said)

        assert {card: found for card, found in reports.items() if found} == {}

    def test_have_places_that_lead_to_their_values(self, name: str) -> None:
        held = game(name)
        for document in held.cards.values():
            for place in places(held.vocabulary, document):
                assert changed(document, place.steps, place.value) == document

    def test_have_texts_in_both_languages(self, name: str) -> None:
        assert shipped_texts(game(name).ruleset.folder)
