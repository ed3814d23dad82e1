"""How bots play halo: they prefer what is better, never look at what is hidden, and previews set up fair matches for them."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.errors import BadCard
from engine.kernel.state import State
from engine.replay import Match
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.evaluate import evaluate
from engine.rulesets.halo.experiment import EXPERIMENT, arrange, opening
from tests.engine.rulesets.halo_cases import ability, card, effect
from tests.engine.rulesets.halo_hands import Table

Json = dict[str, Any]
CARDS = [
    card("man", "UNIT", 2, (2, 0, 3)),
    card("big", "UNIT", 4, (4, 0, 6)),
    card("dear", "UNIT", 3, (3, 0, 3), battery=2),
]
SHIPPED = [document for document, _ in api.card_set("halo")]


def worth(mine: Json, theirs: Json | None = None) -> int:
    return evaluate(Table(CARDS, {"battery": 0, **mine}, theirs or {}).state, 0)


def match(seed: int, *bots: str) -> State:
    *_, (last, _) = api.new_match("halo", seed=seed, seats=2, bots_by_seat=bots).steps()
    return last.state


class TestTheEvaluation:
    def test_likes_points_units_lanes_and_cards(self) -> None:
        plain = worth({"base": 20}, {"base": 20})

        assert plain == 0
        assert worth({"base": 21}, {"base": 20}) > plain > worth({"base": 20}, {"base": 21})
        assert worth({"alpha.front": ["big"]}) > worth({"alpha.front": ["man"]}) > worth({})
        assert worth({"hand": ["man"]}) > worth({})
        assert worth({"streak": 1}) > worth({}) > worth({}, {"streak": 1})

    def test_wants_battery_only_for_a_card_that_needs_it(self) -> None:
        gain = [worth({"hand": hand, "battery": 2}) - worth({"hand": hand}) for hand in (["man"], ["dear"])]

        assert gain[1] > gain[0]

    def test_does_not_count_what_a_passed_turn_gives_the_opponent(self) -> None:
        assert worth({}, {"hand": ["man", "big"], "supply": 9}) == worth({}, {"hand": [], "supply": 1})

    def test_makes_a_bot_that_beats_chance(self) -> None:
        won = [match(seed, *bots).result for seed in range(3) for bots in (("greedy", "random"), ("random", "greedy"))]

        assert [held.winner for held in won if held] == [0, 1] * 3


class TestADealAnew:
    def test_keeps_what_a_side_may_know_and_mixes_the_rest(self) -> None:
        table = Match(RULESET, RULESET.program(api.card_set("halo"), seats=2), 5, ()).begin().state
        dealt = [RULESET.determinize(table, 0, salt) for salt in range(4)]

        assert all(st.zone(1, "hand") == table.zone(1, "hand") for st in dealt)
        assert all(sorted(st.zone(1, "deck")) == sorted(table.zone(1, "deck")) for st in dealt)
        assert len({st.zone(2, "hand") for st in dealt}) > 1
        assert len({st.zone(1, "deck")[0] for st in dealt}) > 1
        assert all(st.entities[eid]["zone"] == "hand" for st in dealt for eid in st.zone(2, "hand"))


class TestAnExperiment:
    def test_puts_a_card_in_place_of_the_two_nearest(self) -> None:
        candidate = card("new", "UNIT", 2, (2, 0, 3), faction="AEGIS")
        layout = arrange(candidate, None, [], SHIPPED)
        by_id = {document["id"]: document for document in SHIPPED}
        env = opening(layout, {}, {}, 0)

        assert (layout["unit"], len(layout["deck"]), len(layout["slots"]), layout["mirror"]) == ("seat", 40, 2, True)
        assert {by_id[held]["cardType"] for held in layout["replaced"]} == {"UNIT"}
        assert {by_id[held]["faction"] for held in layout["replaced"]} == {"AEGIS"}
        assert (env["deck/0"].count("new"), env["deck/1"].count("new")) == (2, 0)
        assert opening(layout, {}, {}, -1)["deck/0"] == env["deck/1"]

    def test_gives_a_legendary_card_one_slot(self) -> None:
        candidate = card(
            "new", "UNIT", 2, (2, 0, 3), faction="AEGIS", rarity="LEGENDARY", isLegendary=True, deckLimit=1
        )

        assert len(arrange(candidate, None, [], SHIPPED)["slots"]) == 1

    def test_gives_a_card_of_the_deck_its_own_slots(self) -> None:
        deck = arrange(card("new", "UNIT", 1, (1, 0, 1), faction="AEGIS"), None, [], SHIPPED)["deck"]
        own = next(document for document in SHIPPED if document["id"] == deck[0])
        layout = arrange(own, None, SHIPPED, [])

        assert own["id"] not in layout["deck"]
        assert opening(layout, {}, {}, 1)["deck/1"].count(own["id"]) == len(layout["slots"]) >= 1

    def test_brings_the_tokens_that_the_cards_make(self) -> None:
        made = effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="TOKEN-GLINT", count=1)
        candidate = card("new", "UNIT", 2, (2, 0, 3), abilities=[ability("UNIT_DEPLOYED", made)])

        assert "TOKEN-GLINT" in arrange(candidate, None, [], SHIPPED)["cards"]

    def test_compares_whole_matches_for_a_token(self) -> None:
        token = next(document for document in SHIPPED if document["id"] == "TOKEN-THRALL")
        layout = arrange(token, None, SHIPPED, [])

        assert (layout["unit"], layout["mirror"], layout["slots"]) == ("table", False, [])
        assert "TOKEN-THRALL" not in layout["cards"]

    def test_is_refused_where_there_is_no_deck(self) -> None:
        with pytest.raises(BadCard) as refused:
            arrange(card("new", "UNIT", 1, (1, 0, 1)), None, [], [])

        assert [problem.code for problem in refused.value.problems] == ["E-NOSTARTERS"]

    def test_measures_a_finished_match(self) -> None:
        st = match(3, "greedy")
        measured = dict(zip((name for name, _ in EXPERIMENT.measures), EXPERIMENT.measure(st), strict=True))

        assert measured["turns"] == st.turn
        assert measured["spread"] == abs(EXPERIMENT.margin(st, 0)) <= measured["baseLeft"]
        assert measured["startWins"] in (0, 1000)
