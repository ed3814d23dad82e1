"""Worked cases of 001 about ground, regions, the event axis and goals."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.rulesets.encounter.grid import burst, cell_of, distance, grid_of, ray, ways, word_of
from engine.rulesets.encounter.table import PLAIN_MAP, limit_of
from tests.engine.rulesets.encounter_field import (
    Field,
    ability,
    answered,
    at,
    encounter,
    event,
    ground,
    opened,
    order,
    skill,
    static,
    unit,
)

T = "$target.unitUUID"
SOLDIER = unit("soldier")
IDLE = unit("idle", atk=0, mov=0)


def damage_taken(found: list[tuple[str, Any]]) -> list[tuple[int, int]]:
    """Return who was damaged and by how much, in order."""
    return [(payload[2], payload[3]) for name, payload in found if name == "BeDamaged"]


class TestRegions:
    def test_change_hands_where_one_side_is_alone_and_their_boon_answers_once(self) -> None:
        """Conformance 66, and 67: leaving it empty keeps the controller."""
        field = Field(
            [unit("runner", mov=9), IDLE, ability("glad", skill("RegionChange", {"type": "changeAp", "amount": 2}))],
            {"perks": [{"card": "glad"}], "field": [at("runner", 3, 3, "run"), at("idle", 1, 1)]},
            {"field": [at("idle", 4, 1, "foe")]},
        )
        assert field.control(2) == 2
        field.do("move:run", "F3")
        assert (field.control(2), field.player(0, "ap")) == (1, 2)
        field.turns(2)
        field.do("move:run", "D3")
        assert field.control(2) == 1

    def test_stay_as_they_are_while_both_are_there(self) -> None:
        """Conformance 67."""
        field = Field(
            [unit("runner", mov=9), IDLE],
            {"field": [at("runner", 3, 3, "run"), at("idle", 1, 1)]},
            {"field": [at("idle", 8, 5, "foe")]},
        )
        field.do("move:run", "F3")

        assert field.control(2) == 2

    def test_of_nobody_where_the_setting_empties_them(self) -> None:
        """EN7."""
        field = Field(
            [unit("runner", mov=9)],
            {"field": [at("runner", 3, 3, "run")]},
            {"field": [at("runner", 8, 5, "foe")]},
            config={"emptiedKeeps": False},
        )
        field.do("move:run", "D3")

        assert field.control(1) == 0

    def test_of_an_encounter_raise_the_limit_of_ap_until_they_are_lost(self) -> None:
        """Conformance 68."""
        holdings = [
            {"region": "a", "control": "player"},
            {"region": "b", "control": "opponent", "buff": "well"},
        ]
        well = ability(
            "well", skill("RegionChange", {"type": "drawCards", "count": 2}), static=[static("apCap", 2, "you")]
        )
        foes = [{"unit": "idle", "x": 4, "y": 1, "side": "opponent"}]
        mine = [{"unit": "runner", "x": 3, "y": 3, "side": "player"}]
        state = opened(well, unit("runner", mov=9), encounter(holdings=holdings, units=[*mine, *foes]))
        assert [limit_of(state, player, "apCap") for player in (1, 2)] == [3, 5]
        state = answered(state, "A1")
        runner = next(eid for eid in state.zone(1, "field") if state.entities[eid]["def"] == "runner")
        before = len(state.zone(1, "hand"))
        state = answered(state, f"move:{runner}", "F3")
        assert [limit_of(state, player, "apCap") for player in (1, 2)] == [5, 3]
        assert len(state.zone(1, "hand")) == before + 1  # it had one card left, and answered once
        assert state.entities[1]["ap"] == 3  # the limit counts at the next reset
        assert answered(state, "end", "end").entities[1]["ap"] == 5


class TestGrid:
    def test_measures_by_steps(self) -> None:
        """Conformance 69."""
        assert distance(8, cell_of(8, "B2"), cell_of(8, "B3")) == 1
        assert distance(8, cell_of(8, "B2"), cell_of(8, "C3")) == 2
        assert word_of(8, cell_of(8, "H5")) == "H5"

    def test_has_areas_of_six_levels_cut_at_the_border(self) -> None:
        """Conformance 69, EN10."""
        board = grid_of(("." * 9,) * 9, ("." * 9,) * 9)
        middle = 4 * 9 + 4

        assert [len(burst(board, middle, level)) for level in range(1, 7)] == [1, 5, 9, 13, 21, 25]
        assert len(burst(board, middle, 5, corners=True)) == 25
        assert [len(ray(board, middle, middle + 1, level)) for level in range(1, 7)] == [1, 2, 3, 4, 4, 4]
        assert len(burst(board, 0, 6)) == 9
        assert middle not in ray(board, middle, middle - 9, 3)

    def test_finds_the_safest_way_then_the_shortest_then_the_first(self) -> None:
        """EN15."""
        board = grid_of(("...", ".b.", "..."), ("...",) * 3)
        found = ways(board, board.terrain, 3, 4, frozenset(), frozenset())

        assert found[5] == (0, 4, (0, 1, 2, 5))
        assert ways(board, board.terrain, 3, 4, frozenset(), frozenset(), shortest=True)[5] == (1, 2, (4, 5))

    def test_passes_allies_alone_and_ends_on_a_free_cell(self) -> None:
        """EN4."""
        wall = [at("idle", 2, 2, "ally")]
        field = Field(
            [SOLDIER, IDLE, ground("lane", ("....",), ("a..b",))],
            {"field": [at("soldier", 1, 1, "me"), at("idle", 2, 1, "ally")]},
            {"field": [at("idle", 4, 1, "foe")]},
            config={"map": "lane"},
        )
        field.answer("move:me")
        assert wall and field.asked() is not None
        assert field.of("me", "cell") == 2  # the one cell that is left was answered by itself
        field = Field(
            [SOLDIER, IDLE, ground("lane", ("....",), ("a..b",))],
            {"field": [at("soldier", 1, 1, "me"), at("idle", 2, 1, "ally")]},
            {"field": [at("idle", 4, 1, "foe")]},
            config={"map": "lane", "passAllies": False},
        )
        assert field.offers() == ["end"]

    def test_is_plain_without_a_map(self) -> None:
        assert (PLAIN_MAP.width, PLAIN_MAP.height, PLAIN_MAP.letters) == (8, 5, ("a", "b"))


class TestTerrain:
    def table(self, rows: tuple[str, ...], **extra: Any) -> Field:
        """Return a unit on the left of a map of one row, and another at its right end."""
        marks = ("a" + "." * (len(rows[0]) - 2) + "b",) * len(rows)
        return Field(
            [unit("walker", mov=4), IDLE, ground("lane", rows, marks)],
            {"field": [at("walker", 1, 1, "me")]},
            {"field": [at("idle", len(rows[0]), 1, "foe")]},
            config={"map": "lane", **extra},
        )

    def test_burns_who_enters_and_who_begins_a_turn_there_and_nobody_is_the_source(self) -> None:
        """Conformance 70."""
        field = self.table((".bb.....",))
        found = field.do("move:me", "C1")
        assert damage_taken(found) == [(field.scene.names["me"], 1)] * 2
        assert [payload[1] for name, payload in found if name == "BeDamaged"] == [0, 0]
        field.turns(2)
        assert field.of("me", "health") == 7

    def test_curses_at_the_end_of_the_turn_for_a_turn(self) -> None:
        """Conformance 71, EN16."""
        field = self.table((".c......",))
        field.do("move:me", "B1")
        assert field.of("me", "cursed") == 0
        observations = []
        for _ in range(2):
            field.turns(1)
            observations.append(field.of("me", "cursed"))
        field.do("move:me", "C1")
        field.turns(1)

        assert (observations, field.of("me", "cursed")) == ([2, 1], 0)  # through the own next turn

    def test_trips_who_passes_and_blinds_who_is_inside(self) -> None:
        """Conformance 71, EN6: the move under way is shortened too."""
        field = self.table((".s.mm...",))
        field.answer("move:me")
        assert field.offers() == ["B1", "C1", "D1"]  # not E1, which is four steps away
        field.answer("D1")
        assert field.of("me", "stumble") == 2
        field.turns(2)
        assert field.of("me", "stumble") == 0
        field.answer("move:me")
        assert field.offers() == ["C1", "E1"]  # in mist a unit takes one step
        field.answer("C1")
        assert not field.of("me", "blind")

    def test_trips_a_unit_once(self) -> None:
        """EN6: who stumbles already loses no further step."""
        board = grid_of((".ss.....",), ("a......b",))
        assert set(ways(board, board.terrain, 0, 4, frozenset(), frozenset(), trip=1)) == {1, 2, 3}
        assert set(ways(board, board.terrain, 0, 4, frozenset(), frozenset(), trip=0)) == {1, 2, 3, 4}
        detour = grid_of((".s..", "...."), ("a..b",) * 2)
        assert ways(detour, detour.terrain, 0, 4, frozenset(), frozenset(), trip=1)[2] == (0, 4, (4, 5, 6, 2))

    def test_leads_no_farther_by_more_steps_than_there_are_cells(self) -> None:
        board = grid_of((".sb.", "..s.", "s..."), ("a..b",) * 3)

        def reached(steps: int) -> object:
            return ways(board, board.terrain, 0, steps, frozenset({5}), frozenset(), trip=3)

        assert reached(10**12) == reached(100)

    def test_lets_statuses_of_its_own_side_alone_pass_where_the_setting_says_so(self) -> None:
        """EN16."""
        field = self.table((".s......",), halfTurns=False)
        field.do("move:me", "C1")
        assert field.of("me", "stumble") == 2
        field.turns(1)
        assert field.of("me", "stumble") == 0


class TestAxis:
    def table(self, *events: str, **extra: Any) -> Field:
        """Return a table whose axis has these events, and whose player holds an order that does something to it."""
        pool = [{"card": name} for name in extra.pop("pool", ())]
        cards = [
            IDLE,
            event("a", {"type": "changeAp", "amount": 1}, tags=["tactic"]),
            event("b", {"type": "changeAp", "amount": 1}, tags=["disaster"]),
            event("c", {"type": "changeAp", "amount": 1}),
            event("d", {"type": "changeAp", "amount": 1}),
        ]
        do = extra.pop("do", {"type": "drawCards", "count": 1})
        mine = {"apCap": 3, "hand": [{"card": "turn", "as": "card"}], "field": [at("idle", 1, 1)]}
        table = {"axis": [{"card": name} for name in events], "pool": pool, **extra.pop("table", {})}
        return Field([*cards, order("turn", do)], mine, {"field": [at("idle", 8, 5, "foe")]}, table=table, **extra)

    @pytest.mark.parametrize(("by", "expected"), [(2, ["b", "c", "a"]), (9, ["b", "c", "a"]), (1, ["b", "a", "c"])])
    def test_delays_an_event_and_never_out(self, by: int, expected: list[str]) -> None:
        """Conformance 75."""
        field = self.table("a", "b", "c", do={"type": "delayEvent", "place": 1, "by": by})
        field.do("play:card")

        assert field.axis() == expected

    def test_swaps_events(self) -> None:
        """Conformance 75."""
        field = self.table("a", "b", "c", do={"type": "swapEvents", "first": 1, "second": 3})
        field.do("play:card")

        assert field.axis() == ["c", "b", "a"]

    def test_closes_up_and_refills_what_was_removed(self) -> None:
        """Conformance 76."""
        field = self.table("b", "a", "b", pool=["d"], do={"type": "removeEvents", "tag": "disaster", "below": 2})
        field.do("play:card")

        assert field.axis() == ["a", "b", "d"]

    def test_triggers_the_head_and_refills(self) -> None:
        """Conformance 74."""
        field = self.table("a", "b", "c", pool=["d"], phase="BP")

        assert field.axis() == ["b", "c", "d"]
        assert field.player(0, "ap") == 4

    def test_grows_to_six_and_no_further(self) -> None:
        """Conformance 74."""
        field = self.table("a", "b", "c", pool=["d"], do={"type": "growAxis", "amount": 9})
        field.do("play:card")
        assert len(field.axis()) == 6
        field = self.table(*"abcd", pool=["d"], table={"axisLength": 4}, do={"type": "growAxis", "amount": -9})
        field.do("play:card")
        assert field.axis() == ["a", "b", "c"]  # three at the least (001§10.2)

    def test_never_draws_what_weighs_nothing(self) -> None:
        """EN11."""
        field = self.table("a", "b", "c", phase="BP", table={"pool": [{"card": "d", "weight": 0}]})

        assert field.axis() == ["b", "c"]

    def test_lets_key_events_enter_when_their_condition_holds(self) -> None:
        """Conformance 77, EN17."""
        match = api.new_match("encounter", seed=3, seats=2, config={"encounter": "encounter.encounter.causeway"})
        state = next(iter(match.steps()))[0].state
        assert set(state.globals["keys"]) == {"encounter.event.reinforcements", "encounter.event.warlord"}
        last = [step.state for step, _ in match.steps()][-1]
        assert len(last.globals["keys"]) < 2

    def test_loses_the_events_of_a_unit_that_dies(self) -> None:
        """001§10: the death of a source takes its events along."""
        caller = unit("caller", mhp=1, events=[{"event": "storm", "weight": 3}])
        cards = [caller, SOLDIER, event("storm", {"type": "changeAp", "amount": 1}), IDLE]
        field = Field(
            cards, {"field": [at("soldier", 3, 3, "me")]}, {"field": [at("caller", 4, 3, "foe"), at("idle", 8, 5)]}
        )
        assert len(field.state.zone(0, "pool")) == 1
        field.do("attack:me", "foe")
        assert field.state.zone(0, "pool") == ()


class TestGoals:
    def test_end_the_match_with_the_leader(self) -> None:
        """EN12."""
        field = Field(
            [unit("killer", atk=9), IDLE],
            {"field": [at("killer", 3, 3, "me")]},
            {"field": [at("idle", 4, 3, "foe", leader=1, health=5), at("idle", 8, 5)]},
        )
        field.do("attack:me", "foe")

        assert (field.state.result.winner, field.state.result.reason) == (0, "goal")

    @pytest.mark.parametrize(("first", "winner"), [(True, 1), (False, 0)])
    def test_lose_before_they_win_at_one_instant(self, first: bool, winner: int) -> None:
        """EN12."""
        both = order("both", {"type": "win"}, {"type": "lose"})
        field = Field(
            [both, IDLE],
            {"hand": [{"card": "both", "as": "card"}], "field": [at("idle", 1, 1)]},
            {"field": [at("idle", 8, 5, "foe")]},
            config={"loseFirst": first},
        )
        field.do("play:card")

        assert field.state.result.winner == winner
