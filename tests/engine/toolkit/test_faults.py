"""Mistakes in a game's declarations: each is reported at its author's line, and all of them at once."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from engine.ruleset.faults import BadGame
from tests.engine.third_ruleset import EXAMPLE, EXAMPLES, FOLDER, NAME

MISTAKES: dict[str, list[tuple[str, str, str]]] = {
    EXAMPLE: [
        ('cost="mana",\n    stats', 'cost="manna",\n    stats', "no number manna"),
        ('plays_to="board"', 'plays_to="bord"', "no zone bord"),
        ('    life="health",\n    plays_to', '    life="helth",\n    plays_to', "lives by helth"),
        ('"charge": ("Charge", "冲锋")', '"charge": ("Charge", "")', "has no Chinese"),
        ('"targetUUID": "character"}', '"targetUUID": "charakter"}', "the type 'charakter'"),
        ('phrase=("{minionUUID} attacks"', 'phrase=("{minonUUID} attacks"', "the place 'minonUUID'"),
        ("game.score(health=2", "game.score(helth=2", "no number helth"),
        ("@game.on_turn_start", "@game.on_round_start", "never runs on_round_start"),
        ('of="board", can', 'of="bord", can', "no zone bord"),
        ('"Whom does it attack?", "选择攻击目标"', '"Whom does it attack?"', "in English and Chinese"),
        ("def attack(t: Any, me: int)", "def attack(t: Any)", "takes (t, me)"),
        ('default_decks=("cinder", "grove")', 'default_decks=("cinder", "grave")', "decks/grave.json"),
        ('    "Embers",\n    "余烬",', '    "Embers",\n    "",', "has no Chinese"),
        ("game.template(\n    spell", "game.template(\n    minion", "begins a new spell"),
        ('    "duel",\n', '    "dual",\n', "its folder"),
        (
            '"targetUUID": "character"}',
            '"targetUUID": "number"}',
            "the type 'number', which the game does not have; known are any, bool, card",
        ),
        ('"targetUUID": "character"}', '"targetUUID": "charakter"}', "did you mean “character”"),
        ('plays_to="board"', 'plays_to="bord"', "known are board, deck, discard, hand"),
        ("player.health <= 0", "player.helth <= 0", "no helth; known are fatigue, health"),
        ("    t.ready(t.mine())", "    t.redy(t.mine())", "the table has no redy (did you mean “ready”?)"),
        (
            '{"minionUUID": "minion", "targetUUID": "character"}',
            '("minionUUID", "minion")',
            "expected names with types",
        ),
        (
            'phrase=("{minionUUID} attacks", "{minionUUID}攻击")',
            'phrase="attacks"',
            "phrase is 'attacks'; expected two",
        ),
        ("    zones=[deck(), ", '    zones=["pile", deck(), ', "'pile' is no Zone; expected deck()"),
        ('stats=[Var(name="attack", title=ATTACK, high=30), ', 'stats=[{"attack": 30}, ', "is no Var; expected Var("),
        ('("Taunt", "嘲讽")', '"Taunt"', "taunt is 'Taunt'; expected two texts"),
    ],
    NAME: [
        ('group="siege",\n    search=("repair', 'group="sige",\n    search=("repair', "the group 'raid-sige'"),
        ('emits=("onBreach",)', 'emits=("onBreech",)', "the event 'onBreech'"),
        ("Add {amount:stone|stones}.", "Add {amonut:stone|stones}.", "the place 'amonut'"),
        ('until="onRoundEnd"', 'until="onRundEnd"', "the event 'onRundEnd'"),
        ("def shore(t: Any, amount: int)", "def shore(t: Any)", "takes (t, amount)"),
        ('game.show(grit="heart")', 'game.show(grit="hart")', "no icon hart"),
        ('"加固城墙",', '"",', "has no Chinese"),
        ('"加固城墙",', '"加固城墙", {"amount": "int"},', "{'amount': 'int'} is no Field; expected field("),
        ('"加固城墙",', '{"amount": "int"},', "its title is ('Shore up"),
    ],
}


def load(folder: Path) -> Any:
    """Import the game in a folder under a name of its own, from its source: two faults of one length may be written within a second."""
    shutil.rmtree(folder / "__pycache__", ignore_errors=True)
    spec = importlib.util.spec_from_file_location("planted_game", folder / "__init__.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["planted_game"] = module
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules["planted_game"]
    return module.RULESET


@pytest.fixture
def copies(tmp_path: Path) -> dict[str, Path]:
    for name, folder in ((EXAMPLE, EXAMPLES), (NAME, FOLDER)):
        shutil.copytree(folder / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    return {name: tmp_path / name for name in MISTAKES}


class TestAMistake:
    @pytest.mark.parametrize("name", MISTAKES)
    def test_is_reported_at_its_line(self, name: str, copies: dict[str, Path]) -> None:
        """One of every kind, each in a game that is otherwise right."""
        file = copies[name] / "__init__.py"
        source, misses = file.read_text("utf-8"), []
        assert load(copies[name]).name == name
        for right, wrong, reason in MISTAKES[name]:
            assert source.count(right) >= 1, right
            file.write_text(source.replace(right, wrong, 1), "utf-8")
            try:
                load(copies[name])
            except BadGame as refusal:
                if not any(reason in fault.text.en and fault.file == file for fault in refusal.faults):
                    misses.append((reason, str(refusal)))
            else:
                misses.append((reason, "accepted"))

        assert misses == []

    def test_is_reported_with_all_others(self, copies: dict[str, Path]) -> None:
        file = copies[EXAMPLE] / "__init__.py"
        source = file.read_text("utf-8")
        for right, wrong, _ in (MISTAKES[EXAMPLE][0], MISTAKES[EXAMPLE][6]):
            source = source.replace(right, wrong, 1)
        file.write_text(source, "utf-8")
        with pytest.raises(BadGame) as refusal:
            load(copies[EXAMPLE])

        lines = source.splitlines()
        places = [(lines[fault.line - 1].split("(")[0], fault.text.zh) for fault in refusal.value.faults]
        assert [place for place, _ in places] == ["minion = game.kind", "game.score"]
        assert all(re.search(r"[\u4e00-\u9fff]", text) for _, text in places)
