"""Plays, deaths, tokens and lanes of halo, step by step: which events are emitted in which order, and what is paid and moved."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.events import cancel
from engine.kernel.ground import EnvironmentId
from engine.kernel.mutations import EventRaised
from engine.kernel.state import State
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.setup import deal, plain_deck
from tests.engine.rulesets.halo_cases import ability, card, effect, op, ship
from tests.engine.rulesets.halo_hands import Table

Json = dict[str, Any]
SELF = (op("SOURCE_IS_SELF"),)
MAN = card("man", "UNIT", 2, (2, 0, 3))
FOE = card("foe", "UNIT", 2, (2, 0, 2))
WEAK = card("weak", "UNIT", 1, (0, 0, 2))
BIG = card("big", "UNIT", 4, (4, 0, 6))
GEAR = card("gear", "ARMORY", 1, (1, 2, 1), keywords=["ARMOR"])
FIELD = card("ground", "FIELD", 1)
ORDER = card(
    "order", "TACTICAL", 1, abilities=[ability("CARD_PLAY_VALIDATED", effect("DRAW", "OWNER", count=1), ops=SELF)]
)
THRALL = card("TOKEN-THRALL", "TOKEN", 0, (1, 0, 1))
FLAG = ship("flag", 3, (0, 0, 5), tonnageClass="CAPITAL")
CARDS = [MAN, FOE, WEAK, BIG, GEAR, FIELD, ORDER, THRALL, FLAG]
PLAY = ("CARD_PLAY_DECLARED", "CARD_PLAY_VALIDATED", "CARD_PLAY_REJECTED", "RESOURCE_SPENT", "UNIT_DEPLOYED", "ARMORY_ATTACHED", "FIELD_ACTIVATED", "CARD_DRAWN")  # fmt: skip


def forbid(st: State, env_id: EnvironmentId) -> None:
    """Cancel the event around."""
    cancel(st, st.environments[env_id].flight)


class TestAPlay:
    def test_is_declared_validated_and_paid_in_this_order(self) -> None:
        table = Table(CARDS, {"hand": ["man"]})
        table.do("play:man", "bravo.back")

        assert table.event_names(*PLAY) == [
            "CARD_PLAY_DECLARED",
            "CARD_PLAY_VALIDATED",
            "RESOURCE_SPENT",
            "UNIT_DEPLOYED",
        ]
        assert (table.zone(0, "bravo.back"), table.state.entities[1]["supply"]) == (["man"], 7)
        assert table.payloads("UNIT_DEPLOYED") == [(1, 1, table.at["man"], table.at["man"], 2, "man")]

    def test_that_is_cancelled_costs_the_card_and_nothing_else(self) -> None:
        table = Table(CARDS, {"hand": ["man"]}, hears=(("CARD_PLAY_DECLARED", forbid),))
        table.do("play:man", "bravo.back")

        assert table.event_names(*PLAY) == ["CARD_PLAY_DECLARED", "CARD_PLAY_REJECTED"]
        assert (table.zone(0, "discard"), table.state.entities[1]["supply"]) == (["man"], 9)

    @pytest.mark.parametrize(("name", "value"), [("rejectedCard", "hand"), ("rejectedPays", True)])
    def test_that_is_cancelled_obeys_its_settings(self, name: str, value: Any) -> None:
        table = Table(CARDS, {"hand": ["man"]}, hears=(("CARD_PLAY_DECLARED", forbid),), config={name: value})
        table.do("play:man", "bravo.back")
        outcome = table.zone(0, "hand"), table.state.entities[1]["supply"]

        assert outcome == ((["man"], 9) if name == "rejectedCard" else ([], 7))

    def test_of_a_tactical_card_is_done_and_then_discarded(self) -> None:
        table = Table(CARDS, {"hand": ["order"], "deck": ["man"]})
        table.do("play:order")

        assert (table.zone(0, "hand"), table.zone(0, "discard"), table.zone(-1, "playing")) == (["man"], ["order"], [])

    def test_of_gear_adds_stats_and_keywords_and_leaves_with_its_bearer(self) -> None:
        table = Table(CARDS, {"hand": ["gear"], "alpha.front": ["weak"]}, {"alpha.front": ["big"]})
        table.do("play:gear")
        grown_vars = [table.var("weak", name) for name in ("attack", "shield", "health", "kw.ARMOR")]
        table.do("pass", "attack:weak")

        assert grown_vars == [1, 2, 3, 1]
        assert table.zone(0, "armory") == ["gear"]
        assert (table.var("weak", "shield"), table.var("weak", "health")) == (0, 2)

    def test_of_a_field_replaces_the_old_one(self) -> None:
        table = Table([*CARDS, {**FIELD, "id": "other"}], {"hand": ["other"], "field": ["ground"]})
        table.do("play:other")

        assert (table.zone(0, "field"), table.zone(0, "discard")) == (["other"], ["ground"])

    def test_needs_room_and_supply(self) -> None:
        full = {f"{lane}.{row}": ["man", "man"] for lane in ("alpha", "bravo", "charlie") for row in ("front", "back")}
        decisions = [
            Table(CARDS, {"hand": ["man"], "battery": 0, **more}).steps[-1].decision for more in (full, {"supply": 1})
        ]

        assert [[option[0] for option in one.options if option != "pass"] for one in decisions if one] == [
            ["charge"]
        ] * 2


class TestDeaths:
    def test_of_two_who_hit_each_other_name_the_attackers_kill_first(self) -> None:
        table = Table(CARDS, {"alpha.front": ["foe"]}, {"alpha.front": ["man"]}, phase="SKIRMISH")
        twin = Table(
            [*CARDS, {**FOE, "id": "twin"}], {"alpha.front": ["foe"]}, {"alpha.front": ["twin"]}, phase="SKIRMISH"
        )
        table.do("attack:foe")
        twin.do("attack:foe")

        assert [payload[3] for payload in twin.payloads("KILL_OCCURRED")] == [twin.at["twin"], twin.at["foe"]]
        assert (table.zone(0, "discard"), table.zone(1, "alpha.front")) == (["foe"], ["man"])

    def test_are_heard_by_the_dying(self) -> None:
        last = {
            **FOE,
            "id": "last",
            "abilities": [ability("KILL_OCCURRED", effect("DRAW", "OWNER", count=1), ops=(op("TARGET_IS_SELF"),))],
        }
        table = Table(
            [*CARDS, last], {"alpha.front": ["big"]}, {"alpha.front": ["last"], "deck": ["man"]}, phase="SKIRMISH"
        )
        table.do("attack:big")

        assert table.zone(1, "hand") == ["man"]

    def test_of_a_capital_ship_bring_it_down_on_the_lane(self) -> None:
        striker = ship("striker", 1, (0, 0, 3), keywords=[("ORBITAL_BATTERY", 9)])
        table = Table([*CARDS, striker], {"alpha.orbit": ["striker"], "alpha.front": ["man"]}, {"alpha.orbit": ["flag"], "alpha.front": ["big"]}, phase="SKIRMISH")  # fmt: skip
        table.do("strike:striker", "flag")

        assert table.event_names("KILL_OCCURRED", "CAPITAL_SHIP_DESTROYED", "CAPITAL_SHIP_CRASH_RESOLVED") == [
            "KILL_OCCURRED", "CAPITAL_SHIP_DESTROYED", "CAPITAL_SHIP_CRASH_RESOLVED", "KILL_OCCURRED",
        ]  # fmt: skip
        assert (table.zone(0, "alpha.front"), table.var("big", "health")) == ([], 3)

    def test_of_a_token_take_it_out_of_the_match(self) -> None:
        table = Table(CARDS, {"alpha.front": ["big"]}, {"alpha.front": ["TOKEN-THRALL"]}, phase="SKIRMISH")
        table.do("attack:big")

        assert table.at["TOKEN-THRALL"] not in table.state.entities
        assert table.zone(1, "discard") == []


class TestTokens:
    def riser(self, count: int) -> Json:
        made = effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="TOKEN-THRALL", count=count)
        return card("riser", "UNIT", 1, (1, 0, 1), abilities=[ability("UNIT_DEPLOYED", made, ops=SELF)])

    def test_know_the_event_and_the_card_that_they_come_from(self) -> None:
        table = Table([*CARDS, self.riser(1)], {"hand": ["riser"]})
        table.do("play:riser", "alpha.front")
        deployed_seq = next(
            entry.seq
            for entry in table.steps[-1].log
            if isinstance(entry, EventRaised) and entry.event == "UNIT_DEPLOYED"
        )
        (token,) = table.state.zone(1, "alpha.back")
        ent = table.state.entities[token]

        assert (ent["sourceEventSeq"], ent["sourceCardId"], ent["ownerPlayerId"]) == (deployed_seq, "riser", 1)
        assert table.payloads("TOKEN_SUMMONED")[0][5:] == ("TOKEN-THRALL", deployed_seq, "riser", 1)

    def test_on_standby_come_when_there_is_room_in_their_lane(self) -> None:
        table = Table(
            [*CARDS, self.riser(4)], {"hand": ["riser"]}, {"alpha.front": ["big"]}, config={"fullRow": "standby"}
        )
        table.do("play:riser", "alpha.front")
        waiting = table.zone(0, "standby")
        table.do("pass", "pass", "pass", "attack:big", "riser", "pass")

        assert (waiting, table.zone(0, "standby")) == (["TOKEN-THRALL"], [])
        assert table.zone(0, "alpha.front") == ["TOKEN-THRALL"] * 2

    def test_leave_the_definition_as_it_is(self) -> None:
        table = Table([*CARDS, self.riser(1)], {"hand": ["riser"]})
        before = table.state.program.cards["TOKEN-THRALL"]
        numbers = dict(before.numbers)
        table.do("play:riser", "alpha.front")

        assert table.state.program.cards["TOKEN-THRALL"] is before
        assert dict(before.numbers) == numbers


class TestLanes:
    LANES = ("alpha", "bravo", "charlie")

    def test_all_held_for_two_own_turns_win(self) -> None:
        held = {f"{lane}.back": ["weak"] for lane in self.LANES}
        table = Table(CARDS, {**held, "deck": ["man"]}, {"deck": ["man"]})
        table.do("pass", "pass", "pass", "pass", "pass", "pass")
        result = table.state.result

        assert result is not None
        assert (result.winner, result.reason) == (0, "lanes held")

    def test_do_not_save_a_base_that_falls(self) -> None:
        held = {f"{lane}.back": ["weak"] for lane in self.LANES}
        table = Table(CARDS, {**held, "base": 1, "streak": 1}, {"base": 1}, phase="DRAW_RECHARGE")
        result = table.state.result

        assert result is not None  # the first seat draws from an empty deck
        assert (result.winner, result.reason) == (1, "base destroyed")

    def test_whose_bases_fall_together_are_a_draw(self) -> None:
        pair = card(
            "both", "TACTICAL", 1,
            abilities=[ability("CARD_PLAY_VALIDATED", effect("DEAL_DAMAGE", "OWNER_BASE", amount=5), effect("DEAL_DAMAGE", "ENEMY_BASE", amount=5), ops=SELF)],
        )  # fmt: skip
        table = Table([*CARDS, pair], {"hand": ["both"], "base": 3}, {"base": 3})
        result = table.do("play:both").result

        assert result is not None
        assert (result.outcome, result.winner, result.ranks) == ("draw", -1, (1, 1))


class TestTheDeal:
    def test_takes_the_decks_in_the_order_of_seats(self) -> None:
        cards = RULESET.program([], seats=2).cards
        decks = [
            {"deckId": "a", "cards": [{"id": "x", "count": 2}]},
            {"deckId": "b", "cards": [{"id": "y", "count": 1}]},
        ]

        assert deal(cards, 2, {}, decks) == {"deck/0": (), "deck/1": ()}

    def test_builds_a_plain_deck_of_what_there_is(self) -> None:
        program = Table(CARDS).state.program
        deck = plain_deck(program.cards)

        assert (len(deck), "TOKEN-THRALL" in deck, deck.count("man") >= 3) == (40, False, True)


class TestACardThatActsOnMore:
    def test_acts_once_for_each_and_not_again_within_that(self) -> None:
        """Else such an ability would act on more within itself until a budget breaks, with a stack that grows all the while."""
        hit = effect("DEAL_DAMAGE", "ENEMY_BASE", amount=1)
        echo = card(
            "echo", "TACTICAL", 1, abilities=[ability("CARD_PLAY_VALIDATED", hit, effect("ALSO_ACTS_ON", "ALL_UNITS"))]
        )
        table = Table(
            [echo, card("man", "UNIT", 1, (1, 0, 3))], {"hand": ["echo"], "alpha.front": ["man"]}, {"base": 20}
        )
        step = table.do("play:echo")

        assert step.result is None
        assert table.state.entities[2]["base"] == 20 - 1 - 1
