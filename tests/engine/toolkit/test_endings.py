"""How a built game ends: for a reason in the reader's language, and by a budget that names what was repeated."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import api
from engine.commands.entry import main
from engine.ruleset.faults import BadGame
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES
from tests.engine.toolkit.test_faults import load

RACE = """
HOME = LocalizedText("the boat is home.", "船已返航。")
game.result("home", "the boat is home", "船已返航")


@game.action("row", "Row", "划桨")
def row(t: Any) -> None:
    t.add(t.player, "health", 1, high=9_999)
    if t.get(t.player, "health") > 20:
        t.win(t.player, REASON)


RULESET = """


LAST = {"en": " wins: the boat is home. 1 decisions", "zh": "获胜：船已返航。1 个决定"}


@pytest.fixture(autouse=True)
def no_search() -> Iterator[None]:
    yield
    api.search_rulesets([])


def raced(tmp_path: Path, code: str) -> Path:
    """Write a duel in which rowing once wins."""
    home = tmp_path / EXAMPLE
    shutil.copytree(EXAMPLES / EXAMPLE, home, ignore=shutil.ignore_patterns("__pycache__"))
    file = home / "__init__.py"
    file.write_text(file.read_text("utf-8").replace("RULESET = ", code), "utf-8")
    return home


def last_line(tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str) -> str:
    """Play greedy bots to the end, and return what the story says of it."""
    call = ("play", EXAMPLE, "--seed", "3", "--bots", "greedy", "--lang", lang)
    assert main(call, time.process_time, {"CARDLOOM_RULESETS": str(tmp_path)}) == 0
    return capsys.readouterr().out.strip().splitlines()[-1]


REASONS = {
    "name": "HOME",
    "texts": '("the boat is home.", "船已返航。")',
    "declared": '"home"',
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_win_is_told_in_the_language_of_the_reader(
    reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    raced(tmp_path, RACE.replace("REASON", REASONS[reason]))
    for lang, expected in LAST.items():
        assert expected in last_line(tmp_path, capsys, lang)


@pytest.mark.parametrize("reason", ['"home at last"', '("home at last", "")'])
def test_a_reason_in_one_language_is_refused(reason: str, tmp_path: Path) -> None:
    home = raced(tmp_path, RACE.replace("REASON", reason))
    with pytest.raises(BadGame) as refusal:
        load(home)

    (fault,) = refusal.value.faults
    assert "is not in both languages" in fault.text.en
    assert "t.win" in Path(fault.file).read_text("utf-8").splitlines()[fault.line - 1]


def test_a_broken_budget_names_the_action_that_was_repeated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = RACE.replace("> 20", "> 9_000").replace("REASON", "HOME")
    home = raced(tmp_path, code)
    with (home / "__init__.py").open("a", encoding="utf-8") as file:
        file.write(SHORT_BUDGET)

    assert "a budget was broken (at row)" in last_line(tmp_path, capsys, "en")


SHORT_BUDGET = """
from dataclasses import replace

from engine.toolkit.rules import Budgets

RULESET = replace(RULESET, budgets=Budgets(decisions=30))
"""
