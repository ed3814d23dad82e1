"""Every setting of wizards is honoured: with another value the same small situation ends otherwise."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from engine import api
from engine.packs.reader import read_json
from engine.replay import Match
from engine.rulesets import find
from engine.rulesets.wizards import RULESET
from engine.scenario import run_document
from tests.engine.board import bolt, gain, treasure

Json = dict[str, Any]
ME = "$onPlay.playerUUID"


class Case(NamedTuple):
    """A situation, what it leads to by default, and another value with which it leads elsewhere.

    Shapes: `given` is a scenario's table; `when` its actions; `then` one fact.
    """

    value: Any
    given: Json
    when: list[Json]
    then: Json


def card(name: str, **more: Any) -> Json:
    return {"card": f"t.{name}", **more}


def play(entity: str, seat: int = 0) -> Json:
    return {"seat": seat, "do": "play", "entity": entity}


def do(what: str, seat: int = 0) -> Json:
    return {"seat": seat, "do": what}


def answer(*what: Any, seat: int = 0) -> Json:
    return {"seat": seat, "answer": list(what)}


def battle(*seats: Json) -> Json:
    return {"phase": "battling", "seats": list(seats)}


def trigger(event: str, *effects: Json, **more: Any) -> Json:
    return {"type": "addTriggers", "triggers": [{"event": event, "do": list(effects), **more}]}


HIT = {"type": "damage", "amount": 3, "target": {"type": "monsterChooser"}}
TRAP = {
    **treasure("t.trap", [trigger("onRoundStart")], at="onEquip", cost=1),
    "cardType": "undercurrent",
}
CARDS: list[Json] = [
    {**treasure("t.a", []), "behaviors": []},
    {**treasure("t.leg", []), "behaviors": [], "rarity": "leg"},
    {"id": "t.foe", "name": "Foe", "type": "monster", "level": "III", "health": 3, "reward": 2},
    {"id": "t.boss", "name": "Boss", "type": "monster", "level": "XII", "health": 3, "reward": 2},
    treasure("t.hit", [bolt(3)]),
    treasure("t.mana", [gain("mana", 30)]),
    treasure("t.gold", [gain("gold", 30)]),
    treasure("t.freeze", [gain("freezing", 30)]),
    treasure("t.draw", [{"type": "drawCard", "amount": 1, "target": ME}]),
    treasure(
        "t.dear", [{"type": "manaCost", "mode": "add", "amount": 2, "target": "$onPlay.cardUUID"}], cardType="occult"
    ),
    treasure("t.fade", [{"type": "health", "mode": "set", "amount": 0, "target": {"type": "allMonsters"}}]),
    treasure("t.ward", [trigger("onLethal", {"type": "prevent"}, mode="battle")]),
    treasure("t.watch", [trigger("onDefeat", gain("mana", 1), mode="battle")], cardType="occult"),
    treasure("t.no", [trigger("onPlayCard", {"type": "counter"})]),
    treasure("t.cost", [], cost=2),
    treasure("t.echo", [trigger("onPlayCard", {"type": "castCopy", "target": "$onPlayCard.cardUUID"})]),
    TRAP,
]
HAND = {"hand": [card("a")]}
BOARD = {"hand": [card("hit", **{"as": "c"}), card("a")], "slot": [card("foe", **{"as": "m"})]}
SHOP = {"shop": [card("a", **{"as": name}) for name in "wxyz"], "common": [card("a") for _ in range(6)]}
LEGENDARIES = [card("leg") for _ in range(8)]


def hand_of(name: str, *more: str) -> list[Json]:
    return [card(name, **{"as": "c"}), *(card(other, **{"as": other}) for other in more), card("a")]


def supply(gold: int) -> Json:
    return {
        "phase": "supplying",
        "seats": [{"gold": gold, "discard": [card("a", **{"as": "f"}), card("cost")]}, {}],
        "table": SHOP,
    }


def advance(pos: int, other: int = 30, **table: Any) -> Json:
    seats = [{"pos": pos, "steps": 1, "discard": [card("a")]}, {"pos": other}]
    return {"phase": "advancing", "seats": seats, "table": {"common": SHOP["common"], **table}}


def explore(*levels: str) -> Json:
    piles = {level: [card("boss" if level == "XII" else "foe") for _ in range(4)] for level in levels}
    return {"phase": "exploring", "seats": [HAND, HAND], "table": {"entered": 3, **piles}}


CASES: dict[str, Case] = {
    "hand": Case(2, {"phase": "preparing", "seats": [{"deck": [card("a") for _ in range(9)]}, {}], "table": {"III": [card("foe") for _ in range(4)]}}, [], {"zone": [0, "hand"], "count": 7}),
    "manaCap": Case(25, battle({"hand": hand_of("mana")}, HAND), [play("c")], {"seat": 0, "is": {"mana": 20}}),
    "goldCap": Case(25, battle({"hand": hand_of("gold")}, HAND), [play("c")], {"seat": 0, "is": {"gold": 10}}),
    "freezingCap": Case(5, battle({"hand": hand_of("freeze")}, HAND), [play("c")], {"seat": 0, "is": {"freezing": 10}}),
    "reshuffleInBattle": Case(True, battle({"hand": hand_of("draw"), "discard": [card("a", **{"as": "x"})]}, HAND), [play("c")], {"zone": [0, "discard"], "holds": ["x"]}),
    "manaCostLasts": Case("owner", battle({"hand": hand_of("dear")}, HAND), [play("c")], {"entity": "c", "is": {"manaCost": 2}}),
    "thaw": Case(False, battle({"freezing": 3, "hand": [card("a")]}, HAND), [do("pass"), do("pass", 1)], {"seat": 0, "is": {"freezing": 0}}),
    "healthZeroPays": Case(True, battle({**BOARD, "hand": hand_of("fade")}, HAND), [play("c")], {"seat": 0, "is": {"gold": 0}}),
    "preventedHealth": Case(2, battle({**BOARD, "hand": [*hand_of("ward"), card("hit", **{"as": "h"})]}, HAND), [play("c"), do("pass", 1), play("h")], {"entity": "m", "is": {"health": 1}}),
    "steps": Case({"III": 5, "VI": 6, "IX": 9, "XII": 12}, battle(BOARD, HAND), [play("c")], {"seat": 0, "is": {"steps": 3}}),
    "openFrom": Case({"III": 1, "VI": 9, "IX": 2, "XII": 3}, explore("III", "VI"), [], {"legal": {"seat": 0, "has": ["VI"]}}),
    "soloFight": Case(False, explore("III", "XII"), [answer("XII")], {"decision": {"seat": 0, "kind": "main"}}),
    "kickCells": Case(2, advance(4, 5), [answer(1)], {"seat": 1, "is": {"pos": 6}}),
    "kickAcrossLoops": Case(False, advance(4, 17), [answer(1)], {"seat": 1, "is": {"pos": 18}}),
    "wheel": Case(["none"] * 12, advance(1), [], {"decision": {"seat": 0, "kind": "cards"}}),
    "reversePlays": Case([1, 1, 1, 1], battle({"token": 1, "hand": hand_of("a", "cost", "mana")}, HAND), [do("reverse"), play("c")], {"decision": {"seat": 0, "kind": "main"}}),
    "refreshPrice": Case(2, supply(5), [do("refresh")], {"seat": 0, "is": {"gold": 4}}),
    "forgetPrice": Case(1, supply(5), [do("forget")], {"seat": 0, "is": {"gold": 3}}),
    "purchases": Case(2, supply(9), [{"seat": 0, "do": "buy", "entity": "w"}], {"legal": {"seat": 0, "has": ["pass"], "lacks": ["buy:x"]}}),
    "forgets": Case(2, supply(9), [do("forget"), answer("f")], {"legal": {"seat": 0, "has": ["pass"], "lacks": ["forget"]}}),
    "triggersOutliveCard": Case(False, battle({**BOARD, "hand": [*hand_of("watch"), card("hit", **{"as": "h"})]}, HAND), [play("c"), do("pass", 1), play("h")], {"seat": 0, "is": {"mana": 1}}),
    "counterRefunds": Case(True, battle({"hand": hand_of("no")}, {"mana": 2, "hand": [card("cost", **{"as": "x"}), card("a")]}), [play("c"), play("x", 1)], {"seat": 1, "is": {"mana": 0}}),
    "undercurrents": Case("discard", {"phase": "supplying", "seats": [{"gold": 3}, {}], "table": {"shop": [card("trap", **{"as": "t"})]}}, [{"seat": 0, "do": "buy", "entity": "t"}], {"zone": [0, "undercurrent"], "holds": ["t"]}),
    "copiesKeepTargets": Case(False, battle({"hand": [*hand_of("echo"), card("hit", **{"as": "h"})], "slot": [card("foe", health=9)]}, {**HAND, "slot": [card("foe", health=9, **{"as": "m"})]}), [play("c"), do("pass", 1), play("h"), answer("m")], {"entity": "m", "is": {"health": 3}}),
    "winLoop": Case({"2": 9, "3": 9, "4": 9}, advance(59, common=[card("a") for _ in range(9)]), [], {"result": {"winner": 0}}),
    "roundCap": Case(99, {"phase": "supplying", "seats": [{"pos": 3}, {}], "table": {"round": 40, "III": [card("foe") for _ in range(4)]}}, [do("pass"), do("pass", 1)], {"result": {"winner": 0}}),
    "legendaryOffer": Case({"9": 3}, advance(11, 5, legendary=LEGENDARIES), [], {"decision": {"seat": 0, "kind": "cards"}}),
}  # fmt: skip

DEAL: dict[str, Any] = {
    "startGold": 7,
    "moreStartGold": {"2": 4, "3": 4, "4": 4},
    "reversals": 2,
    "shopSize": 3,
    "slots": 5,
}
"""Settings of the deal, each with another value."""


def holds(case: Case, config: Json) -> bool:
    """Return whether the fact of a case holds under a config."""
    scenario = {
        "format": "scenario/1", "ruleset": "wizards", "name": "a case", "cards": CARDS, "config": config,
        "given": case.given, "when": case.when, "then": [case.then],
    }  # fmt: skip
    document = read_json(json.dumps(scenario), jsonc=True, file="case.json")
    (matches,) = run_document(document, lambda name: (find(name), api.card_set(name)))
    wrong = [failure for failure in matches.failures if not failure.path.startswith("/then")]
    assert wrong == [] or config
    return not matches.failures


def deal_of(config: Json) -> tuple[Any, ...]:
    """Return what a deal sets up: gold, tokens, the shop, the slots."""
    program = RULESET.program(api.card_set("wizards"), seats=3, config=RULESET.config_with(config))
    st = Match(RULESET, program, 1, [("random", api.bots("wizards")["random"])] * 3).begin().state
    return st.entities[1]["gold"], st.entities[1]["token"], len(st.zone(0, "shop")), len(st.globals["holders"])


class TestEverySetting:
    def test_is_tried(self) -> None:
        assert {setting.name for setting in RULESET.settings} == set(CASES) | set(DEAL)

    @pytest.mark.parametrize("name", sorted(CASES))
    def test_makes_a_difference(self, name: str) -> None:
        case = CASES[name]

        assert (holds(case, {}), holds(case, {name: case.value})) == (True, False)

    @pytest.mark.parametrize("name", sorted(DEAL))
    def test_of_the_deal_makes_a_difference(self, name: str) -> None:
        assert deal_of({}) == (5, 1, 4, 4)
        assert deal_of({name: DEAL[name]}) != deal_of({})

    def test_names_a_rule(self) -> None:
        rules = {setting.rule for setting in RULESET.settings}
        source = (RULESET.folder / "SOURCE.md").read_text(encoding="utf-8")

        assert [rule for rule in sorted(rules) if f"| {rule} |" not in source] == []


class TestForbidding:
    def problems(self, **more: Any) -> list[tuple[str, str]]:
        held = {"event": "onDrawCard", "stage": "check", "mode": "round", "do": [], **more}
        card = treasure("t.treasure.com.t", [{"type": "addTriggers", "triggers": [held]}])
        report = api.validate("wizards", json.dumps(card))
        return [(problem.code, problem.path) for problem in report.problems]

    def test_is_allowed_for_draws_plays_and_buying(self) -> None:
        assert self.problems() == self.problems(event="onPlayCard") == self.problems(event="onBuy") == []

    def test_is_refused_elsewhere_and_does_nothing_itself(self) -> None:
        where = "/behaviors/0/do/0/triggers/0"

        assert self.problems(event="onRoundStart") == [("E-CANCEL", f"{where}/stage")]
        assert self.problems(do=[gain("gold", 1)]) == [("W-UNREACH", f"{where}/do")]
