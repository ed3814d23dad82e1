"""The parts that present a game: half-written documents are read without a fault; trials, faces and boards are declared in rows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine.errors import BadCard
from engine.face import Face
from engine.kernel.decisions import Decision, Result
from engine.kernel.ground import EnvironmentId
from engine.language.spec import LocalizedText, options
from engine.ruleset import BoardRefusal
from engine.toolkit.boards import bearer_at, variable, verb, zone
from engine.toolkit.evaluation import WIN, outcome, single_answers
from engine.toolkit.experiments import Trial, all_pairs
from engine.toolkit.faces import card_face, facts_at, joined, title_of, tone
from engine.toolkit.linting import finding
from engine.toolkit.reading import items, nodes, objects, part, values, words

HALO = Path(__file__).resolve().parents[3] / "engine/rulesets/halo"
WRONG: list[Any] = [None, 7, "word", True, [], {}]


class TestReading:
    @pytest.mark.parametrize("value", WRONG, ids=repr)
    def test_takes_a_value_of_another_type_as_missing(self, value: Any) -> None:
        document = {"key": value}

        assert part(document, "key") == {}
        assert list(items(document, "key")) == objects(document, "key") == words(document, "key") == []

    def test_keeps_the_places_of_objects_in_a_list(self) -> None:
        assert objects({"key": [1, {"a": 2}, "x", {}]}, "key") == [(1, {"a": 2}), (3, {})]

    def test_yields_every_value_with_its_pointer(self) -> None:
        document = {"a/b": [{"type": "x"}, {"type": 3}], "~": 1}

        assert [path for path, _ in values(document)] == [
            "",
            "/a~1b",
            "/a~1b/0",
            "/a~1b/0/type",
            "/a~1b/1",
            "/a~1b/1/type",
            "/~0",
        ]
        assert list(nodes(document)) == [("/a~1b/0", {"type": "x"})]


class TestAFace:
    @pytest.mark.parametrize("value", WRONG, ids=repr)
    def test_shows_what_can_be_read(self, value: Any) -> None:
        face = card_face({"id": value, "name": value, "rarity": value, "type": value}, {}, [title_of((), value)])

        assert isinstance(face, Face)
        assert face.gem == "common"

    def test_joins_what_there_is(self) -> None:
        assert joined([LocalizedText("", ""), LocalizedText("Unit", "单位")]) == LocalizedText("Unit", "单位")
        assert title_of(options(("a", "A", "甲")), "b") == LocalizedText("b", "b")

    def test_shows_a_number_within_an_object(self) -> None:
        (fact,) = facts_at(
            {"stats": {"attack": 0}, "cost": []},
            ("Attack", "攻击", "", "/stats/attack"),
            ("Cost", "费用", "", "/cost/mana"),
        )

        assert (fact.value, fact.pointer) == (0, "/stats/attack")
        assert tone("moss", "#111111 #222222", "#333333", "#444444 #555555 #666666").sky[2] == "#666666"


class TestABoard:
    def test_is_declared_in_rows(self) -> None:
        assert variable("mana", "Mana", "法力", high=9).high == 9
        assert zone(("unit",), "hand", "Hand", "手牌", capacity=1).sorts == ("unit",)
        assert (verb("play", "Play", "出牌").entity, verb("pass", "Pass", "跳过", entity=False).entity) == (True, False)

    def test_refuses_a_bearer_that_is_not_there(self) -> None:
        assert bearer_at([7, 8], 2, LocalizedText("none", "无")) == 8
        with pytest.raises(BoardRefusal):
            bearer_at([7, 8], 3, LocalizedText("none", "无"))


class TestAScore:
    def test_of_a_finished_match_says_who_has_won(self) -> None:
        assert [outcome(Result("win", 1, "", ()), seat) for seat in (0, 1)] == [-WIN, WIN]
        assert outcome(Result("draw", -1, "", ()), 0) == 0

    @pytest.mark.parametrize(("low", "answers"), [(0, [(), ("a",)]), (1, [("a",)])])
    def test_offers_no_answer_where_one_may_be_left_out(self, low: int, answers: list[Any]) -> None:
        decision = Decision(0, "main", "x", ("a",), low, 1, 0, EnvironmentId(0))

        assert single_answers(decision, decision.options) == answers


class TestATrial:
    def trial(self, *pool: dict[str, Any]) -> Trial:
        card = {"id": "new", "cardType": "UNIT", "rarity": "RARE"}
        return Trial(card, None, (card, *pool), (), HALO, lambda document: str(document["cardType"]))

    def test_takes_slots_of_its_kind_and_none_of_another(self) -> None:
        trial = self.trial(
            *({"id": name, "cardType": kind} for name, kind in (("a", "UNIT"), ("b", "FIELD"), ("c", "UNIT")))
        )

        assert trial.slots(["a", "b", "c"], 2, ()) == [0, 2]
        assert trial.slots(["b", "b"], 1, range(2)) in ([0], [1])
        assert trial.slots(["new", "b"], 1, ()) == [0]
        assert trial.without_card(["new", "b"]) == ["a", "b"]

    def test_lends_what_its_pack_has_not(self) -> None:
        layout = self.trial().layout("side", {"x": ["a"]}, {"x": [0]}, {"a", "new"}, ["r"])

        assert (layout["cards"], layout["lent"], layout["side"], layout["strata"]) == (
            ["a", "r"],
            ["a"],
            0,
            [["x", "x"]],
        )

    def test_is_refused_without_the_cards_of_a_deck(self) -> None:
        with pytest.raises(BadCard):
            self.trial().decks(lambda deck: tuple(entry["id"] for entry in deck["cards"]))

    def test_meets_every_style_from_every_seat(self) -> None:
        assert sorted(all_pairs(["a", "b"])) == [["a", "a"], ["a", "b"], ["b", "a"], ["b", "b"]]


def test_a_finding_has_both_languages_and_the_severity_of_its_code() -> None:
    problem = finding("W-IDLE", "/x", "It does nothing.", "没有效果。", found=1)

    assert (problem.message, problem.severity, problem.found) == (
        {"en": "It does nothing.", "zh": "没有效果。"},
        "warning",
        1,
    )
