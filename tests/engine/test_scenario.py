"""The runner of scenarios: each way in which one can fail, told at its place; and what it accepts."""

from __future__ import annotations

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import api
from engine.errors import BadCard
from engine.packs.reader import read_json
from engine.rulesets import find
from engine.scenario import Failure, Outcome, run_document
from tests.engine.language.strategies import JUNK, places
from tests.examples import some_of

Json = dict[str, Any]
ROOT = Path(__file__).parents[2]
ZAP = {
    "id": "t.zap", "name": "Zap", "manaCost": 1, "rarity": "com", "school": "none",
    "behaviors": [{"at": "onPlay", "do": [
        {"type": "damage", "amount": 4, "target": {"type": "monsterChooser", "ask": "$onPlay.playerUUID"}}]}],
}  # fmt: skip
FOE = {"id": "t.foe", "name": "Foe", "type": "monster", "level": "III", "health": 10, "reward": 2}
WAND = {"id": "t.wand", "name": "Wand", "manaCost": 0, "rarity": "com", "school": "none", "cardType": "wand"}
BOARD = {
    "phase": "battling",
    "seats": [
        {"mana": 2, "hand": [{"card": "t.zap", "as": "z"}], "slot": [{"card": "t.foe", "as": "m"}]},
        {"slot": [{"card": "t.foe", "as": "n"}]},
    ],
}
QUOTED, ENGLISH = re.compile('“[^”]*”|"[^"]*"'), re.compile("[A-Za-z]{2,} [A-Za-z]{2,}")
ZAP_ANSWERS = [{"seat": 0, "do": "play", "entity": "z"}, {"seat": 0, "answer": ["m"]}]


def scenario(**changed: Any) -> Json:
    """Return a small scenario that holds, with some keys changed; one that is None is left out."""
    current_copy: Json = copy.deepcopy({
        "format": "scenario/1", "ruleset": "wizards", "name": "a zap deals 4", "cards": [ZAP, FOE, WAND], "given": BOARD,
        "when": ZAP_ANSWERS, "then": [{"entity": "m", "is": {"health": 6}}],
    } | changed)  # fmt: skip
    return {key: value for key, value in current_copy.items() if value is not None}


def run(value: Any, text: str = "") -> Outcome:
    """Run one scenario."""
    document = read_json(text or json.dumps(value, ensure_ascii=False), jsonc=True, file="s.json")
    (found,) = run_document(document, lambda name: (find(name), api.card_set(name)))
    return found


def failures(value: Any) -> list[tuple[str, Any, Any]]:
    """Return path, expected and actual of everything in which a scenario fails."""
    return [(failure.path, failure.expected, failure.actual) for failure in run(value).failures]


def failure(value: Any) -> Failure:
    """Return the one thing in which a scenario fails."""
    found = run(value).failures
    assert len(found) == 1, [one.to_json() for one in found]
    return found[0]


def board(**seat: Any) -> Json:
    """Return the board with some keys of the first seat changed."""
    return {**BOARD, "seats": [{**BOARD["seats"][0], **seat}, BOARD["seats"][1]]}  # type: ignore[dict-item, index]  # a literal above


class TestFacts:
    def test_that_all_hold_leave_nothing_to_say(self) -> None:
        assert run(scenario()).ok

    @pytest.mark.parametrize(
        ("fact", "path", "expected", "actual"),
        [
            ({"entity": "m", "is": {"health": 7, "reward": 2}}, "/is/health", 7, 6),
            ({"entity": "z", "is": {"health": 7}}, "/is/health", 7, None),
            ({"seat": 0, "is": {"mana": 0}}, "/is/mana", 0, 1),
            ({"table": {"phase": "exploring", "round": 1}}, "/table/phase", "exploring", "battling"),
            ({"zone": [0, "play"], "holds": []}, "/holds", [], ["z"]),
            ({"zone": [1, "slot"], "holds": ["m"]}, "/holds", ["m"], ["n"]),
            ({"zone": ["table", "explored"], "count": 1}, "/count", 1, 0),
            (
                {"events": ["onDamageTaken", "onPlayCard"]},
                "/events",
                ["onDamageTaken", "onPlayCard"],
                [
                    "onBattlingPhaseStart",
                    "onBattleTurnStart",
                    "onPlayCard",
                    "onDamageTaken",
                    "onBattleTurnEnd",
                    "onBattleTurnStart",
                ],
            ),
            ({"event": "onDefeat"}, "/event", "onDefeat", []),
            ({"event": "onDamageTaken", "count": 2}, "/count", 2, 1),
            ({"event": "onDamageTaken", "count": 0}, "/count", 0, 1),
            (
                {"event": "onDamageTaken", "with": {"monsterUUID": "n"}},
                "/with",
                {"monsterUUID": "n"},
                [
                    {
                        "monsterUUID": "m",
                        "sourcePlayerUUID": 0,
                        "amount": 4,
                        "monsterID": "t.foe",
                        "level": "III",
                        "cardUUID": "z",
                        "overkill": 0,
                    }
                ],
            ),
            ({"decision": {"seat": 1, "kind": "cards"}}, "/decision/kind", "cards", "main"),
            ({"decision": {"seat": 1, "options": ["refresh"]}}, "/decision/options", ["refresh"], ["pass"]),
            ({"legal": {"seat": 1, "has": ["pass", "reverse"]}}, "/legal/has", ["pass", "reverse"], ["pass"]),
            ({"legal": {"seat": 1, "lacks": ["pass"]}}, "/legal/lacks", ["pass"], ["pass"]),
            ({"legal": {"seat": 0, "lacks": ["play:z"]}}, "/legal/seat", 0, 1),
            ({"triggers": ["onDefeat"]}, "/triggers", ["onDefeat"], []),
            ({"problem": "W-ALIAS"}, "", {"problem": "W-ALIAS"}, None),
        ],
    )
    def test_that_fail_are_reported_at_their_place(self, fact: Json, path: str, expected: Any, actual: Any) -> None:
        matching_failure = failure(scenario(then=[{"result": None}, fact]))

        assert (matching_failure.path, matching_failure.expected) == (f"/then/1{path}", expected)
        if "problem" not in fact:
            assert actual == matching_failure.actual

    @pytest.mark.parametrize(
        "fact",
        [
            {"entity": "m", "is": {"health": 6, "maxHealth": 10, "reward": 2}},
            {"events": ["onBattlingPhaseStart", "onDamageTaken"]},
            {"events": ["onBattlingPhaseStart", "onBattleTurnStart", "onPlayCard", "onDamageTaken", "onBattleTurnEnd", "onBattleTurnStart"], "exactly": True},
            {"event": "onPlayCard", "with": {"playerUUID": 0, "cardUUID": "z", "cardID": "t.zap", "cancelled": False}},
            {"event": "onDefeat", "count": 0},
            {"decision": {"seat": 1, "kind": "main", "prompt": "battle", "min": 1, "max": 1, "options": ["pass"]}},
            {"zone": [0, "hand"], "holds": [], "count": 0},
            {"zone": ["table", "neutral"], "holds": []},
            {"triggers": []},
        ],
    )  # fmt: skip
    def test_of_every_kind_can_hold(self, fact: Json) -> None:
        assert failures(scenario(then=[fact])) == []

    def test_of_events_that_must_be_all_of_them_fail_when_one_is_missing(self) -> None:
        assert failure(scenario(then=[{"events": ["onPlayCard"], "exactly": True}])).path == "/then/0/events"

    def test_of_a_result_compare_what_they_name(self) -> None:
        ended_scenario = scenario(
            config={"roundCap": 1},
            given={"phase": "supplying", "seats": [{"pos": 4}, {}]},
            when=[{"seat": 0, "do": "pass"}, {"seat": 1, "do": "pass"}],
            then=[{"result": {"outcome": "win", "winner": 1, "reason": "round cap"}}, {"decision": None}],
        )

        assert failures(ended_scenario) == [("/then/0/result/winner", 1, 0)]

    def test_tell_a_true_from_a_one(self) -> None:
        fact = {"event": "onPlayCard", "with": {"cancelled": 0}}

        assert failure(scenario(then=[fact])).path == "/then/0/with"

    def test_between_actions_see_what_happened_since_the_last_ones(self) -> None:
        when = [
            ZAP_ANSWERS[0],
            {"then": [{"event": "onPlayCard"}, {"event": "onDamageTaken", "count": 0}]},
            ZAP_ANSWERS[1],
        ]
        holds = [{"event": "onDamageTaken"}, {"event": "onPlayCard", "count": 0}]

        assert failures(scenario(when=when, then=holds)) == []
        assert failure(scenario(when=when, then=[{"event": "onPlayCard"}])).path == "/then/0/event"

    def test_in_steps_are_reported_by_the_step(self) -> None:
        steps = [
            {"when": [ZAP_ANSWERS[0]], "then": [{"decision": {"seat": 0, "kind": "target"}}]},
            {"when": [ZAP_ANSWERS[1]], "then": [{"entity": "m", "is": {"health": 10}}]},
        ]

        assert failures(scenario(when=None, then=None, steps=steps)) == [("/steps/1/then/0/is/health", 10, 6)]

    def test_in_a_list_of_scenarios_are_reported_by_the_scenario(self) -> None:
        text = json.dumps([scenario(), scenario(then=[{"seat": 0, "is": {"mana": 9}}])])
        _, second = run_document(read_json(text), lambda name: (find(name), api.card_set(name)))

        assert [one.path for one in second.failures] == ["/1/then/0/is/mana"]


class TestActions:
    @pytest.mark.parametrize(
        ("when", "path"),
        [
            ([{"seat": 1, "do": "pass"}], "/when/0"),
            ([{"seat": 0, "do": "reverse"}], "/when/0"),
            ([{"seat": 0, "answer": ["m"]}], "/when/0"),
            ([{"seat": 0, "answer": ["pass"]}], "/when/0"),
            ([ZAP_ANSWERS[0], {"seat": 1, "do": "pass"}], "/when/1"),
            ([ZAP_ANSWERS[0], {"seat": 0, "do": "pass"}], "/when/1"),
            ([ZAP_ANSWERS[0], {"seat": 0, "answer": ["z"]}], "/when/1"),
            ([ZAP_ANSWERS[0], {"seat": 0, "answer": []}], "/when/1"),
            ([ZAP_ANSWERS[0], {"seat": 0, "answer": ["m", "n"]}], "/when/1"),
            ([ZAP_ANSWERS[0], {"seat": 0, "answer": ["m", "m"]}], "/when/1"),
            ([*ZAP_ANSWERS, {"seat": 1, "answer": ["m"]}], "/when/2"),
        ],
        ids=["other seat", "not offered", "not asked", "not asked so", "unanswered", "unanswered, own", "not among them", "none", "two", "twice", "after"],
    )  # fmt: skip
    def test_that_cannot_be_done_end_the_scenario(self, when: list[Json], path: str) -> None:
        matching_failure = failure(scenario(when=when, then=[{"seat": 0, "is": {"mana": 99}}]))

        assert (path, when[-1]) == (matching_failure.path, matching_failure.actual)
        assert matching_failure.expected["options"]
        assert matching_failure.message.zh

    def test_after_the_end_are_refused(self) -> None:
        ended_scenario = scenario(
            config={"roundCap": 1},
            given={"phase": "supplying", "seats": [{}, {}]},
            when=[{"seat": 0, "do": "pass"}, {"seat": 1, "do": "pass"}, {"seat": 0, "do": "pass"}],
            then=[{"result": None}],
        )

        assert failures(ended_scenario) == [("/when/2", None, {"seat": 0, "do": "pass"})]

    def test_are_asked_for_even_where_only_one_is_left(self) -> None:
        idle = scenario(
            given={"phase": "battling", "seats": [{}, {}]}, when=[], then=[{"decision": {"options": ["pass"]}}]
        )

        assert failures(idle) == []

    def test_name_a_card_without_a_name_by_its_id(self) -> None:
        input_board = board(hand=[{"card": "t.zap", "count": 2}])
        when = [{"seat": 0, "do": "play", "entity": "t.zap"}, {"seat": 0, "answer": ["n"]}]

        assert failures(scenario(given=input_board, when=when, then=[{"zone": [0, "hand"], "holds": ["t.zap"]}])) == []

    def test_choose_as_many_cards_of_one_kind_as_they_name(self) -> None:
        arguments = {"phase": "preparing", "seats": [{"hand": [{"card": "t.zap", "count": 3}]}, {}]}
        when = [{"seat": 0, "answer": ["t.zap", "t.zap"]}]
        then = [{"event": "onDiscard", "count": 2}]

        assert failures(scenario(given=arguments, when=when, then=then)) == []
        assert (
            failure(scenario(given=arguments, when=[{"seat": 0, "answer": ["t.zap"] * 4}], then=then)).path == "/when/0"
        )


class TestChance:
    GIVEN = {"phase": "preparing", "seats": [{"discard": [{"card": "t.zap", "as": f"z{n}"} for n in range(3)]}, {}]}

    def test_is_what_the_scenario_says(self) -> None:
        current_scenario = scenario(
            given=self.GIVEN, config={"hand": 3}, chance={"shuffle/0": [[2, 0, 1]]}, when=[], then=[{"zone": [0, "hand"], "holds": ["z2", "z0", "z1"]}]
        )  # fmt: skip

        assert failures(current_scenario) == []

    def test_that_is_not_used_up_fails(self) -> None:
        chance = {"shuffle/0": [[2, 0, 1], [0]]}
        held = scenario(given=self.GIVEN, config={"hand": 3}, chance=chance, when=[], then=[{"result": None}])

        assert failures(held) == [("/chance/shuffle~10", 2, 1)]

    def test_that_runs_out_fails(self) -> None:
        """Four cards are due and three are there, so the discard pile is looked for once more."""
        chance = {"shuffle/0": [[1, 0, 2]]}
        reported = failure(
            scenario(given=self.GIVEN, config={"hand": 4}, chance=chance, when=[], then=[{"result": None}])
        )

        assert (reported.path, reported.message.en) == ("/chance/shuffle~10", "/given draws more than is given.")

    @pytest.mark.parametrize("order", [[0, 1], [0, 0, 1], 7])
    def test_that_does_not_fit_fails(self, order: Any) -> None:
        current_scenario = scenario(given=self.GIVEN, chance={"shuffle/0": [order]}, when=[], then=[{"result": None}])
        orders = list(order) if isinstance(order, list) else order

        assert failure(current_scenario).path == "/chance/shuffle~10"
        assert failure(current_scenario).message == (
            f"/given draws {orders}, which does not order 3 cards.", f"/given 抽到 {orders}，不是 3 张牌的排列。"
        )  # fmt: skip

    def test_that_is_out_of_range_fails(self) -> None:
        behaviors = [{"at": "onPlay", "do": [{"type": "roll", "id": "r"}, {"type": "gainGold", "amount": "$r.total"}]}]
        wild = {
            "id": "t.wild",
            "name": "Wild",
            "manaCost": 0,
            "rarity": "com",
            "school": "none",
            "behaviors": behaviors,
        }
        given = {"phase": "battling", "seats": [{"hand": [{"card": "t.wild", "as": "w"}]}, {}]}
        stream, when = "fx/t.wild#/behaviors/0/do/0", [{"seat": 0, "do": "play", "entity": "w"}]
        held = scenario(cards=[wild], given=given, chance={stream: [6]}, when=when, then=[{"result": None}])

        assert failure(held).message == (
            "/when/0 draws 6, which is not within 0 to 5.", "/when/0 抽到 6，不在 0 到 5 之间。"
        )  # fmt: skip

    def test_goes_by_the_seed_where_nothing_is_said(self) -> None:
        orders = set()
        for seed in range(12):
            reported = failure(
                scenario(given=self.GIVEN, seed=seed, when=[], then=[{"zone": [0, "hand"], "holds": []}])
            )
            orders.add(tuple(reported.actual))

        assert len(orders) > 3


class TestProblemsOfCards:
    BROKEN = {**ZAP, "school": "frots"}

    def test_that_are_expected_hold(self) -> None:
        current_scenario = scenario(
            cards=[self.BROKEN], given=None, when=None, then=[{"problem": "E-ENUM", "path": "/cards/0/school"}]
        )

        assert failures(current_scenario) == []

    @pytest.mark.parametrize("fact", [{"problem": "E-ENUM", "path": "/cards/0/rarity"}, {"problem": "E-TYPE"}])
    def test_that_are_not_there_fail(self, fact: Json) -> None:
        found = run(scenario(cards=[self.BROKEN], given=None, when=None, then=[fact])).failures

        assert [one.path for one in found] == ["/cards/0/school", "/then/0"]

    def test_are_pointed_to_from_the_scenarios_own_root(self) -> None:
        broken_scenario = scenario(
            cards=[self.BROKEN], given=None, when=None, then=[{"problem": "E-ENUM", "path": "/cards/0/school"}]
        )
        outcomes = run_document(
            read_json(json.dumps([broken_scenario, broken_scenario])), lambda name: (find(name), api.card_set(name))
        )

        assert [one.ok for one in outcomes] == [True, True]

    def test_that_nobody_expects_fail_where_they_stand(self) -> None:
        found = run(scenario(cards=[self.BROKEN, FOE, WAND])).failures

        assert [(one.path, one.code) for one in found] == [("/cards/0/school", "E-ENUM")]

    def test_that_only_warn_need_not_be_named_but_may(self) -> None:
        cards = [{**ZAP, "rarity": "common"}, FOE, WAND]

        assert failures(scenario(cards=cards)) == []
        assert failures(scenario(cards=cards, then=[{"problem": "W-ALIAS", "path": "/cards/0/rarity"}])) == []


class TestDocuments:
    @pytest.mark.parametrize(
        ("changed", "code", "path", "nearest"),
        [
            ({"format": "scenario/9"}, "E-VERSION", "/format", None),
            ({"ruleset": "wizard"}, "E-ENUM", "/ruleset", "wizards"),
            ({"nmae": "x"}, "E-SCHEMA", "/nmae", "name"),
            ({"name": ""}, "E-SCHEMA", "/name", None),
            ({"given": {"phase": "batling"}}, "E-ENUM", "/given/phase", "battling"),
            ({"given": {"seats": [{}]}}, "E-SCHEMA", "/given/seats", None),
            ({"given": {**BOARD, "active": 2}}, "E-REF", "/given/active", None),
            ({"given": {**BOARD, "table": {"roung": 1}}}, "E-SCHEMA", "/given/table/roung", "round"),
            ({"given": board(mna=1)}, "E-SCHEMA", "/given/seats/0/mna", "mana"),
            ({"given": board(out=1)}, "E-SCHEMA", "/given/seats/0/out", None),
            ({"given": board(wand=[{"card": "t.zap"}])}, "E-TYPE", "/given/seats/0/wand/0/card", None),
            ({"given": board(deck=[{"card": "t.foe"}])}, "E-TYPE", "/given/seats/0/deck/0/card", None),
            ({"given": board(wand=[{"card": "t.wand", "count": 2}])}, "E-LIMIT", "/given/seats/0/wand", None),
            ({"given": board(deck=[{"card": "t.zapp"}])}, "E-REF", "/given/seats/0/deck/0/card", "t.zap"),
            ({"given": board(deck=[{"card": "t.zap", "health": 3}])}, "E-SCHEMA", "/given/seats/0/deck/0/health", None),
            ({"given": board(deck=[{"card": "t.zap", "as": "m"}])}, "E-DUP", "/given/seats/0/slot/0/as", None),
            ({"given": board(deck=[{"card": "t.zap", "as": "k", "count": 2}])}, "E-DUP", "/given/seats/0/deck/0/as", None),
            ({"cards": [ZAP, FOE, WAND, ZAP]}, "E-DUP", "/cards/3/id", None),
            ({"config": {"hnad": 3}}, "E-SCHEMA", "/config/hnad", "hand"),
            ({"config": {"hand": "x"}}, "E-SCHEMA", "/config/hand", None),
            ({"when": [{"seat": 0, "do": "plya", "entity": "z"}]}, "E-ENUM", "/when/0/do", "play"),
            ({"when": [{"seat": 0, "do": "play"}]}, "E-SCHEMA", "/when/0", None),
            ({"when": [{"seat": 0, "do": "pass", "entity": "z"}]}, "E-SCHEMA", "/when/0/entity", None),
            ({"when": [{"seat": 0, "do": "play", "entity": "zz"}]}, "E-REF", "/when/0/entity", "z"),
            ({"when": [{"seat": 2, "do": "pass"}]}, "E-REF", "/when/0/seat", None),
            ({"then": [{"entty": "m", "is": {}}]}, "E-SCHEMA", "/then/0/entty", "entity"),
            ({"then": [{"is": {"health": 3}}]}, "E-SCHEMA", "/then/0", None),
            ({"then": [{"entity": "mm", "is": {"health": 3}}]}, "E-REF", "/then/0/entity", "m"),
            ({"then": [{"entity": "m", "is": {"helth": 3}}]}, "E-SCHEMA", "/then/0/is/helth", "health"),
            ({"then": [{"seat": 0, "is": {"man": 3}}]}, "E-SCHEMA", "/then/0/is/man", "mana"),
            ({"then": [{"zone": [0, "hnad"], "count": 1}]}, "E-ENUM", "/then/0/zone/1", "hand"),
            ({"then": [{"zone": ["table", "hand"], "count": 1}]}, "E-ENUM", "/then/0/zone/1", None),
            ({"then": [{"zone": ["tabel", "shop"], "count": 1}]}, "E-ENUM", "/then/0/zone/0", "table"),
            ({"then": [{"zone": [2, "hand"], "count": 1}]}, "E-REF", "/then/0/zone/0", None),
            ({"then": [{"zone": [0, "hand"]}]}, "E-SCHEMA", "/then/0", None),
            ({"then": [{"zone": [0, "hand"], "holds": ["zapp"]}]}, "E-REF", "/then/0/holds/0", None),
            ({"then": [{"events": ["onPlayCrad"]}]}, "E-ENUM", "/then/0/events/0", "onPlayCard"),
            ({"then": [{"event": "onPlayCard", "with": {"cardUID": "z"}}]}, "E-SCHEMA", "/then/0/with/cardUID", "cardUUID"),
            ({"then": [{"event": "onPlayCard", "with": {"cardUUID": "y"}}]}, "E-REF", "/then/0/with/cardUUID", None),
            ({"then": [{"legal": {"seat": 0, "has": ["paly:z"]}}]}, "E-ENUM", "/then/0/legal/has/0", "play"),
            ({"then": [{"legal": {"seat": 0, "has": ["play:y"]}}]}, "E-REF", "/then/0/legal/has/0", None),
            ({"steps": [{"then": [{"result": None}]}]}, "E-SCHEMA", "/when", None),
            ({"then": [{"problem": "E-ENUM"}], "given": BOARD, "when": None}, "E-SCHEMA", "/given", None),
        ],
    )  # fmt: skip
    def test_that_name_what_is_not_there_are_reported_where(
        self, changed: Json, code: str, path: str, nearest: str | None
    ) -> None:
        first = run(scenario(**changed)).failures[0]

        assert (first.code, first.path) == (code, path)
        assert first.message.en != first.message.zh
        if nearest is not None:
            assert nearest in first.message.en

    def test_of_the_authors_guide_hold(self) -> None:
        guide = (ROOT / "docs" / "guide" / "en" / "scenarios.md").read_text(encoding="utf-8")
        text = guide.partition("```json\n")[2].partition("```")[0]

        assert run(None, text).ok

    @settings(max_examples=some_of(400), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def test_that_are_spoilt_in_one_place_are_answered_all_the_same(self, data: st.DataObject) -> None:
        document = scenario(
            chance={"shuffle/0": [[0]]},
            config={"hand": 2},
            then=[{"zone": [0, "play"], "holds": ["z"]}, {"result": None}],
        )
        held, key = data.draw(st.sampled_from(places(document)))
        held[key] = data.draw(JUNK)

        try:
            answer = run(document).to_json()
        except BadCard as unreadable:
            assert all(problem.code == "E-JSON" for problem in unreadable.problems)
        else:
            assert answer["ok"] == (answer["failures"] == [])

    @pytest.mark.parametrize("value", [None, "zz", 3, [], {}])
    def test_are_told_in_chinese_without_english_words(self, value: Any) -> None:
        """Each value of a scenario in turn is another one: what is said of it has no two English words outside quotation marks."""
        then: list[Json] = [
            {"zone": ["m", "slots"], "count": 1},
            {"zone": [0, "play"], "holds": ["z"]},
            {"result": None},
        ]
        then += [{"event": "onDefeated"}, {"table": {"phase": "battle"}}, {"legal": {"seat": 0, "has": ["plays:z"]}}]
        document = scenario(chance={"shuffle/0": [[0]]}, config={"hand": 2}, then=then)
        english = []
        for place in range(len(places(document))):
            changed = copy.deepcopy(document)
            held, key = places(changed)[place]
            held[key] = value
            messages = [failure.message.zh for failure in run(changed).failures]
            english += [message for message in messages if ENGLISH.search(QUOTED.sub("", message))]

        assert english == []

    def test_name_a_card_that_is_not_there_and_not_what_it_would_be_called(self) -> None:
        given = {**BOARD, "seats": [{"hand": [{"card": "t.zapp", "as": "z"}]}, {}]}
        value = scenario(
            given=given, when=[{"seat": 0, "do": "play", "entity": "z"}], then=[{"seat": 0, "is": {"mana": 0}}]
        )

        assert failure(value).path == "/given/seats/0/hand/0/card"

    def test_with_a_name_of_one_letter_suggest_no_other(self) -> None:
        reported = failure(scenario(then=[{"entity": "q", "is": {"health": 6}}]))

        assert reported.message.en == "“q” is no entity that is named here by “as”."

    @pytest.mark.parametrize("text", ["[]", "3", '["x"]', "{}"])
    def test_that_are_no_scenario_say_so(self, text: str) -> None:
        found = list(run_document(read_json(text), lambda name: (find(name), api.card_set(name))))

        assert [one.ok for one in found] == ([] if text == "[]" else [False])

    def test_too_many_neutral_monsters_are_reported(self) -> None:
        given = {**BOARD, "seats": [*BOARD["seats"], {}, {}], "table": {"neutral": [{"card": "t.foe"}]}}  # type: ignore[misc]  # a list

        assert failure(scenario(given=given)).path == "/given"

    def test_tell_line_and_column(self) -> None:
        text = json.dumps(scenario(then=[{"entity": "m", "is": {"health": 9}}]), indent=1)
        (reported,) = run(None, text).failures

        assert text.splitlines()[reported.line - 1][reported.column - 1 :] == "9"

    def test_keep_the_shipped_cards_at_hand_and_put_their_own_before_them(self) -> None:
        card = next(card for card, _ in api.card_set("wizards") if card.get("manaCost"))
        own = {**ZAP, "id": card["id"], "manaCost": 0}
        given = board(mana=0, hand=[{"card": card["id"], "as": "z"}])

        assert failures(scenario(cards=[own, FOE], given=given)) == []
        assert failures(scenario(cards=[FOE], given=board(mana=0, hand=[{"card": card["id"], "as": "z"}]), when=[], then=[
            {"legal": {"seat": 0, "lacks": ["play:z"]}}])) == []  # fmt: skip
