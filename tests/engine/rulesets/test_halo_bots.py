"""How bots play halo: they prefer what is better, never look at what is hidden, and previews set up fair matches for them."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.bots.named import bots_of
from engine.errors import BadCard
from engine.kernel.chance import Stream
from engine.kernel.decisions import option_key
from engine.kernel.state import State
from engine.kernel.view import View
from engine.replay import Match
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.evaluate import evaluate
from engine.rulesets.halo.experiment import EXPERIMENT, arrange
from tests.engine.rulesets.halo_cases import ability, card, effect, op
from tests.engine.rulesets.halo_hands import Table

Json = dict[str, Any]
CARDS = [
    card("man", "UNIT", 2, (2, 0, 3)),
    card("big", "UNIT", 4, (4, 0, 6)),
    card("dear", "UNIT", 3, (3, 0, 3), battery=2),
]
SHIPPED_CARDS = [document for document, _ in api.card_set("halo")]


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


def first_answer(*abilities: Json) -> str:
    """Return what a greedy bot does with one card in its hand: a unit of 2 attack and 3 health, and what it does besides."""
    planted = card("planted", "UNIT", 2, (2, 0, 3), abilities=list(abilities))
    table = Table([planted], {"base": 20, "hand": ["planted"]}, {"base": 20, "deck": ["planted"] * 6})
    decision = table.steps[-1].decision
    assert decision is not None
    view = View(table.state, decision.seat, RULESET.hidden_zones, RULESET.determinize)
    (answer,) = bots_of(RULESET)["greedy"](view, decision, Stream(1, "bot"))
    return option_key(answer).partition(":")[0]


def hits_own_base(trigger: str, condition: str, amount: int) -> Json:
    return ability(trigger, effect("DEAL_DAMAGE", "OWNER_BASE", amount=amount), ops=(op(condition),))


class TestACardThatHarmsItsPlayer:
    def test_is_played_without_the_harm(self) -> None:
        assert first_answer() == "play"

    def test_stays_in_the_hand_when_it_hits_the_own_base_for_more_than_it_is_worth(self) -> None:
        """A unit in an empty lane is worth nine base points to the bot."""
        assert first_answer(hits_own_base("UNIT_DEPLOYED", "SOURCE_IS_SELF", 12)) != "play"

    def test_stays_in_the_hand_when_it_hits_the_own_base_turn_by_turn(self) -> None:
        assert first_answer(hits_own_base("TURN_STARTED", "IS_OWN_TURN", 5)) != "play"


class TestADealAnew:
    def test_keeps_what_a_side_may_know_and_mixes_the_rest(self) -> None:
        table = Match(RULESET, RULESET.program(api.card_set("halo"), seats=2), 5, ()).begin().state
        dealt_worlds = [RULESET.determinize(table, 0, salt) for salt in range(4)]

        assert all(st.zone(1, "hand") == table.zone(1, "hand") for st in dealt_worlds)
        assert all(sorted(st.zone(1, "deck")) == sorted(table.zone(1, "deck")) for st in dealt_worlds)
        assert len({st.zone(2, "hand") for st in dealt_worlds}) > 1
        assert len({st.zone(1, "deck")[0] for st in dealt_worlds}) > 1
        assert all(st.entities[eid]["zone"] == "hand" for st in dealt_worlds for eid in st.zone(2, "hand"))


class TestAnExperiment:
    def test_gives_a_card_two_slots_of_its_type_in_each_style_whatever_it_costs(self) -> None:
        layouts = [
            arrange(card("new", "UNIT", cost, (2, 0, 3), faction="AEGIS"), None, [], SHIPPED_CARDS) for cost in (1, 7)
        ]
        by_id = {document["id"]: document for document in SHIPPED_CARDS}
        layout = layouts[0]
        replacement = {layout["decks"][style][slot] for style, slots in layout["slots"].items() for slot in slots}

        assert layout == layouts[1]
        assert (layout["unit"], len(layout["decks"]), len(layout["strata"])) == ("seat", 4, 16)
        assert {len(deck) for deck in layout["decks"].values()} == {40}
        assert {len(slots) for slots in layout["slots"].values()} == {2}
        assert {by_id[held]["cardType"] for held in replacement} == {"UNIT"}

    def test_compares_a_new_card_with_cards_of_its_kind_and_rarity(self) -> None:
        layout = arrange(card("new", "VESSEL", 2, (2, 0, 3), rarity="EPIC"), None, [], SHIPPED_CARDS)
        by_id = {document["id"]: document for document in SHIPPED_CARDS}

        assert [(by_id[name]["cardType"], by_id[name]["rarity"]) for name in layout["references"]] == [
            ("VESSEL", "EPIC")
        ] * 2

    def test_puts_a_deck_into_each_seat(self) -> None:
        assert EXPERIMENT.opening({}, {}, {}, (["a"], ["b", "c"])) == {"deck/0": ("a",), "deck/1": ("b", "c")}

    def test_gives_a_legendary_card_one_slot(self) -> None:
        candidate = card(
            "new", "UNIT", 2, (2, 0, 3), faction="AEGIS", rarity="LEGENDARY", isLegendary=True, deckLimit=1
        )

        assert {len(slots) for slots in arrange(candidate, None, [], SHIPPED_CARDS)["slots"].values()} == {1}

    def test_gives_a_card_of_a_deck_its_own_slots_there(self) -> None:
        own = next(document for document in SHIPPED_CARDS if document["id"] == "AEG-001")
        layout = arrange(own, None, SHIPPED_CARDS, [])

        assert all(own["id"] not in deck for deck in layout["decks"].values())
        assert len(layout["slots"]["bastion-wall"]) == 2

    def test_brings_the_tokens_that_the_cards_make(self) -> None:
        made = effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="TOKEN-GLINT", count=1)
        candidate = card("new", "UNIT", 2, (2, 0, 3), abilities=[ability("UNIT_DEPLOYED", made)])

        plan = api.preview_plan("halo", candidate=candidate, baseline=None, pool=())

        assert "TOKEN-GLINT" in plan["layout"]["cards"]

    def test_compares_worlds_for_a_token_in_decks_that_make_it(self) -> None:
        token = next(document for document in SHIPPED_CARDS if document["id"] == "TOKEN-THRALL")
        layout = arrange(token, None, SHIPPED_CARDS, [])

        assert (layout["unit"], layout["references"], set(map(len, layout["slots"].values()))) == ("table", [], {0})
        assert "TOKEN-THRALL" not in layout["cards"]
        assert set(layout["decks"]) == {"communion-growth"}

    def test_compares_worlds_for_a_field(self) -> None:
        field = next(document for document in SHIPPED_CARDS if document["id"] == "FLD-001")
        layout = arrange(field, None, SHIPPED_CARDS, [])

        assert (layout["unit"], layout["references"]) == ("table", ["FLD-002", "FLD-003"])

    def test_is_refused_where_there_is_no_deck(self) -> None:
        with pytest.raises(BadCard) as error:
            arrange(card("new", "UNIT", 1, (1, 0, 1)), None, [], [])

        assert [problem.code for problem in error.value.problems] == ["E-NOSTARTERS"]

    def test_measures_a_finished_match_and_each_seat_of_it(self) -> None:
        st = match(3, "greedy")
        measured = dict(zip((name for name, _ in EXPERIMENT.measures), EXPERIMENT.measure(st), strict=True))
        seats = [EXPERIMENT.measure_seat(st, seat) for seat in (0, 1)]

        assert measured == {"turns": st.turn, "startWins": measured["startWins"]}
        assert measured["startWins"] in (0, 50, 100)
        assert seats[0][0] - seats[1][0] == EXPERIMENT.margin(st, 0)
        assert all(len(seat) == len(EXPERIMENT.seat_measures) for seat in seats)
