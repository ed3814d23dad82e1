"""Every setting of halo's flow is honoured: with another value the same small situation ends otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from engine import api
from engine.replay import Match
from engine.rulesets.halo import RULESET
from engine.rulesets.halo.table import opponent_of
from tests.engine.rulesets.halo_cases import Case, ability, answer, card, do, effect, holds, lies, op, ship

Json = dict[str, Any]
ON_PLAY = (op("SOURCE_IS_SELF"),)
CARDS: list[Json] = [
    card("t-man", "UNIT", 1, (1, 0, 3)),
    card("t-guard", "UNIT", 1, (1, 2, 3)),
    card("t-carrier", "UNIT", 1, (3, 0, 3), keywords=["INFECT"]),
    card(
        "t-plague", "UNIT", 1, (3, 0, 3), keywords=["INFECT"],
        abilities=[ability("KILL_OCCURRED", effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="TOKEN-COMBAT-FORM", count=1), ops=(op("SOURCE_IS_SELF"),))],
    ),
    card("t-maker", "TACTICAL", 1, abilities=[ability("CARD_PLAY_VALIDATED", effect("DRAW", "OWNER", count=2), ops=ON_PLAY)]),
    card("t-rise", "UNIT", 1, (1, 0, 3), abilities=[ability("UNIT_DEPLOYED", effect("SUMMON_TOKEN", "SOURCE_LANE_BACKLINE", tokenId="t-tok", count=2), ops=ON_PLAY)]),
    card("t-field", "FIELD", 1),
    card("t-other", "FIELD", 1),
    card("t-tok", "TOKEN", 0, (1, 0, 1)),
    card("TOKEN-COMBAT-FORM", "TOKEN", 0, (1, 0, 1)),
    card("TOKEN-OTHER", "TOKEN", 0, (1, 0, 1)),
    ship("t-ship", 1),
    ship("t-flag", 1, tonnageClass="CAPITAL"),
]  # fmt: skip


def table(mine: Json | None = None, theirs: Json | None = None, phase: str = "DEPLOYMENT", **more: Any) -> Json:
    """Return a table: the first seat's turn, with ten supply."""
    facts = {"table": more} if more else {}
    return {"phase": phase, "seats": [{"supply": 10, "supplyCap": 10, **(mine or {})}, theirs or {}], **facts}


def hand(*names: str) -> Json:
    return {"hand": [lies(f"t-{name}", name) for name in names]}


MEN = [lies("t-man"), lies("t-man")]
EVERYWHERE = {f"{lane}.back": [lies("t-man")] for lane in ("alpha", "bravo", "charlie")}
NEXT = [do("pass"), do("pass")]
"""What ends a turn."""
DRAWS = {"deck": [lies("t-man") for _ in range(5)]}
KILL = [do("attack", "killer")]

CASES: dict[str, Case] = {
    "draws": Case(2, table(DRAWS, phase="DRAW_RECHARGE"), [], {"zone": [0, "hand"], "count": 1}),
    "fatigue": Case(0, table(phase="DRAW_RECHARGE"), [], {"seat": 0, "is": {"base": 29}}),
    "supplyGrowth": Case(2, table({"supplyCap": 4}, phase="DRAW_RECHARGE"), [], {"seat": 0, "is": {"supply": 5}}),
    "supplyMost": Case(4, table({"supplyCap": 4}, phase="DRAW_RECHARGE"), [], {"seat": 0, "is": {"supply": 5}}),
    "batteryMost": Case(1, table({"battery": 1, **hand("man")}), [], {"legal": {"seat": 0, "has": ["charge:man"]}}),
    "batteryKeeps": Case(False, table({"battery": 2}, phase="DRAW_RECHARGE"), [], {"seat": 0, "is": {"battery": 2}}),
    "conversions": Case(2, table(hand("man", "guard")), [do("charge", "man")], {"legal": {"seat": 0, "has": ["pass"], "lacks": ["charge:guard"]}}),
    "shieldsRefill": Case("none", table({"alpha.front": [lies("t-guard", "g", shield=0)]}, phase="DRAW_RECHARGE"), [], {"entity": "g", "is": {"shield": 2}}),
    "orbitSlots": Case(2, table({**hand("ship"), "alpha.orbit": [lies("t-ship")]}), [do("play", "ship")], {"decision": {"seat": 0, "kind": "place", "options": ["bravo.orbit", "charlie.orbit"]}}),
    "capitals": Case(2, table({**hand("flag"), "alpha.orbit": [lies("t-flag")]}), [], {"legal": {"seat": 0, "has": ["pass"], "lacks": ["play:flag"]}}),
    "frontSlots": Case(3, table({**hand("man"), "alpha.front": MEN}), [do("play", "man")], {"decision": {"seat": 0, "kind": "place", "options": ["alpha.back", "bravo.front", "bravo.back", "charlie.front", "charlie.back"]}}),
    "backSlots": Case(3, table({**hand("man"), "alpha.back": MEN}), [do("play", "man")], {"decision": {"seat": 0, "kind": "place", "options": ["alpha.front", "bravo.front", "bravo.back", "charlie.front", "charlie.back"]}}),
    "fullRow": Case("standby", table({**hand("rise"), "alpha.front": [lies("t-man")], "alpha.back": MEN}), [do("play", "rise"), answer("alpha.front")], {"zone": [0, "standby"], "count": 0}),
    "otherRow": Case(False, table({**hand("rise"), "alpha.back": MEN}), [do("play", "rise"), answer("alpha.front")], {"zone": [0, "alpha.front"], "count": 2}),
    "base": Case(20, table(), [], {"seat": 0, "is": {"base": 30}}),
    "controlNeedsEmptyFront": Case(False, table({"alpha.front": MEN}, {"alpha.front": [lies("t-man")]}), NEXT, {"event": "LANE_CONTROL_UPDATED", "count": 0}),
    "lanesToWin": Case(2, table({"alpha.front": MEN, "bravo.front": MEN}), NEXT, {"seat": 0, "is": {"streak": 0}}),
    "streakToWin": Case(1, table(EVERYWHERE), NEXT, {"result": None}),
    "turnCap": Case(5, table(DRAWS, DRAWS), NEXT, {"result": None}),
    "infectOnce": Case(False, table({"alpha.front": [lies("t-plague", "killer")]}, {"alpha.front": [lies("t-man", "prey")]}, "SKIRMISH"), KILL, {"event": "TOKEN_SUMMONED", "count": 1}),
    "infectToken": Case("TOKEN-OTHER", table({"alpha.front": [lies("t-carrier", "killer")]}, {"alpha.front": [lies("t-man", "prey")]}, "SKIRMISH"), KILL, {"event": "TOKEN_SUMMONED", "with": {"tokenId": "TOKEN-THRALL"}}),
    "fields": Case(2, table({**hand("other"), "field": [lies("t-field", "old")]}), [do("play", "other")], {"zone": [0, "field"], "holds": ["other"]}),
    "tacticalInSkirmish": Case(False, table(hand("maker"), phase="SKIRMISH"), [], {"legal": {"seat": 0, "has": ["play:maker"]}}),
}  # fmt: skip
CASES["handCap"] = Case(
    3,
    table({**DRAWS, **hand("man", "guard", "ship")}, phase="DRAW_RECHARGE"),
    [],
    {"decision": {"seat": 0, "kind": "main"}},
)

DEAL: dict[str, Any] = {"startHand": 4, "secondExtra": 0, "firstSkipsDraw": False, "supplyStart": 2}
"""Settings of the deal and the first turn, each with another value."""
CANCELLATION = {"rejectedCard": "hand", "rejectedPays": True}
"""Settings of a play that is cancelled; `test_halo_plays` tries them, for no card cancels one."""
DECKS = {"deckVessels": True}
"""Settings of decks, tried where decks are checked."""
ELSEWHERE = {
    "deploymentFatigue", "frontFirst", "baseGuarded", "camoGuards", "coverPoints", "coverFirst", "markedPoints", "suppressedPoints",
    "headshotFactor", "comboFactor", "factorsMultiply", "plasmaSplit", "armorPoints", "mutualCombat", "rangedUnanswered",
    "bonusPerMatch", "missCap", "criticalDestroys", "sectionOverflow", "strikePoints", "strikeVessels", "strikeFatigue",
    "paintedFactor", "sourceIsSelf", "crashDivisor", "loadDivisor", "dropCost", "hijackCost",
}  # fmt: skip
"""Settings of combat, orbit and the language: their own tests try them."""


def first_question(config: Json) -> tuple[int, int, int, int]:
    """Return what a match is at its first question: cards in the hands of who begins and who follows, supply, and the turn."""
    program = RULESET.program(api.card_set("halo"), seats=2, config=RULESET.config_with(config))
    st = Match(RULESET, program, 1, [("random", api.bots("halo")["random"])] * 2).begin().state
    player = st.globals["active"]
    hands = [len(st.zone(each, "hand")) for each in (player, opponent_of(player))]
    return hands[0], hands[1], st.entities[player]["supply"], st.globals["globalTurn"]


class TestEverySetting:
    def test_is_tried(self) -> None:
        tried = set(CASES) | set(DEAL) | set(CANCELLATION) | set(DECKS) | ELSEWHERE

        assert {setting.name for setting in RULESET.settings} == tried

    @pytest.mark.parametrize("name", sorted(CASES))
    def test_makes_a_difference(self, name: str) -> None:
        case = CASES[name]

        assert (holds(case, CARDS, {}), holds(case, CARDS, {name: case.value})) == (True, False)

    @pytest.mark.parametrize("name", sorted(DEAL))
    def test_of_the_deal_makes_a_difference(self, name: str) -> None:
        assert first_question({}) == (5, 6, 1, 1)
        assert first_question({name: DEAL[name]}) != first_question({})

    def test_names_a_rule(self) -> None:
        assert [setting.name for setting in RULESET.settings if not setting.rule.startswith("HA")] == []
