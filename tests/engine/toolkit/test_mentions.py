"""What a rule mentions by name is looked for when the game is built, and what only looks at the table neither asks nor raises events."""

from __future__ import annotations

import inspect
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.ruleset.faults import BadGame
from engine.toolkit.mentions import MENTIONS
from engine.toolkit.table import Table
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES
from tests.engine.toolkit.test_faults import load

FREE = {"ask", "ask_several", "chance", "note", "summon", "win", "tie"}
"""Methods whose words are no names of the game: texts, a stream of chance, a number that a rule begins, a card that a card names, a reason."""
ANCHOR = "    t.ready(t.mine())\n"
"""A line of a rule of the duel, in whose place another one is written."""
SLIPS = {
    "zone": 't.zone("hnd")',
    "mine": 't.mine("bord")',
    "theirs": 't.theirs("bord")',
    "has_room": 't.has_room("hnd")',
    "move": 't.move(t.player, "discrad")',
    "bring": 't.bring("duel.ember-wolf", "hnd")',
    "get": 't.get(t.player, "helth")',
    "set": 't.set(t.player, "helth", 1)',
    "add": 't.add(t.player, "helth", 1)',
    "has_keyword": 't.has_keyword(t.player, "tount")',
    "guards": 't.guards("tount")',
    "strike": 't.strike(t.player, t.player, "attak")',
    "refill": 't.refill("manna")',
    "fact": 't.fact("runde")',
    "config": 't.config("trurns")',
    "emit": 't.emit("onAttak", 1, 2)',
    "permits": 't.permits("onAttak", 1, 2)',
    "run_timings": 't.run_timings(t.player, "batlecry")',
    "run": 't.run("begn")',
    "about": 't.about("amuont")',
}
MISUSES = {
    't.emit("onAttack", 1)': "is raised with 1 values; its fields are minionUUID, targetUUID",
    'print(t.kind(1) == "minion")': "is compared with what `game.kind` has returned",
    'print(t.kind(1) in ("minion", "spell"))': "is compared with what `game.kind` has returned",
}
LOOKS = {
    "a chooser": '@game.chooser("foe", "A foe", "敌人", gives="minion")\ndef foe(t):\n    card = yield t.ask(t.enemies(), "Whom?", "选谁？")\n    return card\n',
    "a value": '@game.value("luck", "Luck", "运气", phrase=("luck", "运气"))\ndef luck(t):\n    t.draw(1)\n    return 1\n',
    "a condition": '@game.condition("sure", "Sure", "必定", phrase=("so", "如此"))\ndef sure(t):\n    t.emit("onAttack", 1, 2)\n    return True\n',
    "can": '@game.action("nap", "Nap", "小睡", can=lambda t: t.draw(1))\ndef nap(t):\n    t.draw(1)\n',
    "the end": "@game.timeout\ndef over(t):\n    t.hit(1, 1)\n",
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    shutil.copytree(EXAMPLES / EXAMPLE, tmp_path / EXAMPLE, ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path / EXAMPLE


def faults_of(home: Path, source: str) -> list[tuple[int, str]]:
    """Return the faults of a game whose source this is, each with its line."""
    (home / "__init__.py").write_text(source, "utf-8")
    try:
        load(home)
    except BadGame as refusal:
        return [(fault.line, fault.text.en) for fault in refusal.faults]
    return []


def naming_methods() -> Iterator[str]:
    """Yield the methods of a table that take a word."""
    for name, method in vars(Table).items():
        if inspect.isfunction(method) and name[0] != "_":
            annotations = [parameter.annotation for parameter in inspect.signature(method).parameters.values()]
            if "str" in annotations or "Reason" in annotations:
                yield name


class TestAName:
    def test_is_looked_for_by_every_method_that_takes_one(self) -> None:
        """A new method of the table comes into one of the two lists."""
        assert set(MENTIONS) | FREE == set(naming_methods())
        assert set(SLIPS) == set(MENTIONS)

    def test_that_is_misspelt_is_a_fault_at_its_line(self, home: Path) -> None:
        source = (home / "__init__.py").read_text("utf-8")
        line = source[: source.index(ANCHOR)].count("\n") + 1
        reasons = {**dict.fromkeys(SLIPS.values(), "known are"), **MISUSES}
        failures = []
        for call, reason in reasons.items():
            faults = faults_of(home, source.replace(ANCHOR, f"    {call}\n", 1))
            if not any(place == line and reason in text for place, text in faults):
                failures.append((call, faults))

        assert failures == []

    def test_in_a_function_beside_the_rules_is_looked_for_too(self, home: Path) -> None:
        source = (home / "__init__.py").read_text("utf-8")
        helper = 'def helper(t):\n    return t.get(1, "helth")\n\n\nRULESET ='

        assert "health" in faults_of(home, source.replace("RULESET =", helper, 1))[0][1]


class TestAFunctionThatLooks:
    @pytest.mark.parametrize("what", LOOKS)
    def test_neither_asks_nor_raises(self, home: Path, what: str) -> None:
        source = (home / "__init__.py").read_text("utf-8")
        texts = [text for _, text in faults_of(home, source.replace("RULESET =", f"{LOOKS[what]}\n\nRULESET =", 1))]

        assert any("neither asks nor raises events" in text for text in texts), texts

    def test_takes_its_fields(self, home: Path) -> None:
        source = (home / "__init__.py").read_text("utf-8")
        wrong = '@game.value("luck", "Luck", "运气", phrase=("luck", "运气"))\ndef luck(t, much):\n    return much\n'

        assert "takes (t)" in faults_of(home, source.replace("RULESET =", f"{wrong}\n\nRULESET =", 1))[0][1]
