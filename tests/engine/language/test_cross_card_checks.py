"""Problems that a set of cards has only as a set, and where it is reported."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.errors import Problem
from engine.language.analysis.card_summary import card_summary
from engine.language.analysis.cross_card_checks import MAX_PROBLEMS, cross_card_problems
from engine.packs.card import CardReport, card_reports
from engine.packs.loading import Loaded, open_source
from engine.packs.reader import Document
from engine.packs.validating import Mode, Report, load
from tests.engine.language.arena import ARENA
from tests.engine.language.cards import HIT, ME, mount, treasure

TARGETS = "/behaviors/0/do/0/targets/0"


def reported(*cards: Any) -> list[tuple[str, int, str]]:
    """Return code, place in the set and pointer of the problems of a set."""
    return [
        (problem.code, number, problem.path)
        for number, problem in cross_card_problems([card_summary(ARENA, card) for card in cards])
    ]


def removing(name: str, mode: str = "id") -> dict[str, Any]:
    return treasure({"type": "removeTriggers", "mode": mode, "targets": [name]})


def making(name: str) -> dict[str, Any]:
    return treasure(mount("onDefeat", HIT, id=name))


def aura(stat: str, reads: str) -> dict[str, Any]:
    value = {"type": "numberOf", "card": ME, "property": reads}
    return {**treasure(HIT, id=f"base.treasure.common.{stat}"), "static": [{"stat": stat, "op": "add", "value": value}]}


class TestCosts:
    def test_that_stand_far_off_are_reported(self) -> None:
        cards = [treasure(HIT, manaCost=cost % 6) for cost in range(30)]

        assert reported(*cards, treasure(HIT, manaCost=12)) == [("W-COST", 30, "/manaCost")]

    @pytest.mark.parametrize(
        "costs",
        [
            [*range(10), *range(10), 10],
            [cost % 6 for cost in range(18)] + [12],
            [0] * 20 + [1],
            [*([2, 3, 4] * 10), 0, 6, 8, 10],
            [3] * 25,
        ],
    )
    def test_that_only_end_a_scale_are_not(self, costs: list[int]) -> None:
        assert reported(*[treasure(HIT, manaCost=cost) for cost in costs]) == []

    def test_are_compared_within_a_kind(self) -> None:
        flipped = {"id": "a.exploration.III.b", "name": "b", "type": "event", "level": "III", "manaCost": 19}

        assert reported(*[treasure(HIT, manaCost=cost % 6) for cost in range(30)], flipped) == []


class TestNamesOfTriggers:
    def test_are_looked_up_in_the_whole_set(self) -> None:
        assert reported(removing("ward"), making("ward")) == []
        assert reported(removing("word"), making("ward")) == [("E-REF", 0, TARGETS)]
        assert reported(removing("ward")) == [("E-REF", 0, TARGETS)]

    def test_offer_the_nearest(self) -> None:
        ((_, problem),) = cross_card_problems(
            [card_summary(ARENA, removing("wrad")), card_summary(ARENA, making("ward"))]
        )

        assert (problem.layer, problem.nearest) == ("references", "ward")
        assert problem.fix == ({"op": "replace", "path": TARGETS, "value": "ward"},)

    def test_may_be_made_by_templates(self) -> None:
        assert reported(removing("ward3"), making("ward{loop1.index}")) == []
        assert reported(removing("ward{l.index}"), making("ward7")) == []
        assert reported(removing("wall3"), making("ward{loop1.index}")) == [("E-REF", 0, TARGETS)]

    def test_are_not_looked_for_behind_a_reference(self) -> None:
        assert reported(removing("$d.UUID")) == reported(removing("{d.UUID}"), making("ward")) == []

    def test_are_not_looked_for_where_the_word_is_an_event(self) -> None:
        assert reported(removing("onDefeat", "event")) == []


class TestOrder:
    def test_tells_no_more_than_a_few_hundred_of_a_kind(self) -> None:
        assert len(reported(*[removing(f"w{number}") for number in range(300)])) == MAX_PROBLEMS


class Arena:
    """Checks files as cards of the arena."""

    def kind(self, loaded: Loaded) -> str:
        return loaded.kind

    def cards(self, document: Document, known: frozenset[str]) -> Sequence[CardReport]:
        return card_reports(ARENA, document, known_ids=known)

    def other_problems(self, kind: str, document: Document) -> Iterable[Problem]:
        return ()


class TestPaths:
    LOOP = (
        treasure(mount("onDefeat", {"type": "toss"}, mode="always"), id="base.treasure.common.a"),
        treasure(mount("onDiscard", {"type": "shout"}, type="permanent"), id="base.treasure.common.b"),
    )

    def problems(self, path: Path, mode: Mode = "strict") -> tuple[Report, list[str]]:
        """Return the report of a set of the arena's cards, and the ids of those that are accepted."""
        held: list[str] = []
        report = load(open_source(path), Arena(), mode, take=lambda card: held.append(str(card.card_id)))
        return report, held

    def test_are_those_of_the_file_with_line_and_column(self, tmp_path: Path) -> None:
        (tmp_path / "b.json").write_text(json.dumps(self.LOOP[1]), encoding="utf-8")
        (tmp_path / "a.json").write_text("[\n" + json.dumps(self.LOOP[0], indent=1) + "\n]", encoding="utf-8")
        (problem,) = (found for found in self.problems(tmp_path)[0].problems if found.code == "W-LOOP")

        assert (problem.code, problem.file, problem.card) == ("W-LOOP", "a.json", "base.treasure.common.a")
        assert problem.path == "/0/behaviors/0/do/0/triggers/0"
        assert (problem.line, problem.column) == (15, 7)

    def test_leave_out_of_a_set_under_development_what_does_not_hold_up_in_it(self, tmp_path: Path) -> None:
        sound, lost = making("ward"), {**removing("word"), "id": "base.treasure.common.lost"}
        (tmp_path / "cards.json").write_text(json.dumps([sound, lost]), encoding="utf-8")

        for mode, cards, state in (("development", 1, ["base.treasure.common.x"]), ("strict", 0, [])):
            report, stored = self.problems(tmp_path, mode)  # type: ignore[arg-type]  # a word out of a tuple is any text

            assert [problem.code for problem in report.problems] == ["E-REF"]
            assert (report.cards, stored) == (cards, state)

    def test_are_reported_by_the_command_too(self, tmp_path: Path) -> None:
        cheap = [treasure(HIT, id=f"base.treasure.common.c{n}", manaCost=n % 5) for n in range(25)]
        dear = treasure(HIT, id="base.treasure.common.dear", manaCost=19)
        (tmp_path / "cards.json").write_text(json.dumps([*cheap, dear]), encoding="utf-8")
        report = api.validate_path("wizards", tmp_path)

        assert [(p.code, p.card, p.path) for p in report.problems] == [
            ("W-COST", "base.treasure.common.dear", "/25/manaCost")
        ]
