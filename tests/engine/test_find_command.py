"""The command `find`: what a query finds in files, and what it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.engine.test_commands import BAD, GOOD, Ran, misfits


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """Return a folder with one card."""
    (tmp_path / "good.json").write_text(json.dumps(GOOD))
    return tmp_path


class TestFind:
    def test_lists_what_a_query_finds_in_files(self, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
        named = {"Gold Röad": 1, "Straße": 3, "银行": 5}
        cards = [
            {**GOOD, "id": f"a.treasure.common.n{cost}", "name": name, "manaCost": cost} for name, cost in named.items()
        ]
        (tmp_path / "cards.json").write_text(json.dumps([*cards, BAD]))
        queries = {
            "": [1, 3, 5],
            "manaCost>=3": [3, 5],
            "strasse": [3],
            "name:road rarity:com": [1],
            "yinhang": [5],
            "cost<=3 -": [],
        }
        for query, costs in queries.items():
            ran = Ran(capsys, "find", str(tmp_path), query, "--format", "json")
            ids = [f"a.treasure.common.n{cost}" for cost in costs]

            assert (ran.code, misfits("find", ran.json), [card["id"] for card in ran.json["cards"]]) == (0, [], ids), (
                query
            )
            assert (ran.json["all"], "left out: 1" in ran.err) == (3, True)
        assert Ran(capsys, "find", str(tmp_path), "name:银行", lang="zh_CN.UTF-8").out.endswith("3 张卡牌中的 1 张\n")

    def test_refuses_what_the_game_does_not_have_with_the_choices(
        self, files: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for call, words in {
            (str(files), "colour:red"): "manaCost",
            (str(files), "state:draft"): "There is no “state”",
            (str(files), "rarity:gold"): "rarity takes",
            (str(files / "none"), "x"): "there is no file",
        }.items():
            ran = Ran(capsys, "find", *call)

            assert (ran.code, ran.out, words in ran.err) == (2, "", True), ran.err
