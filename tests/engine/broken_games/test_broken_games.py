"""No game harms another: each fault of a game is refused at the author's line, or everything works; what is shipped has none."""

from __future__ import annotations

import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from engine import api, rulesets
from engine.cardset import shipped
from engine.errors import BadCard
from engine.ruleset.checking import misdeclared
from engine.ruleset.time_limit import time_limit
from engine.rulesets import SHIPPED_FOLDER, find, names
from engine.toolkit.modules import DECLARATIONS
from tests.engine.broken_games.mutants import NO_VALUE, Mutant, mutants, with_wrong_values
from tests.engine.broken_games.trying import LEFT_OUT, outcome_of
from tests.engine.third_ruleset import FOLDER, NAME, on_the_path
from tests.examples import IS_WHOLE
from tests.sampling import sampled

HOME = FOLDER / NAME
SHARE = 50  # of the faults, one is tried here: `make broken-games` tries all


PLAIN = "encounter"
"""A game with rules of its own in many modules."""


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Search for games in a folder and nowhere else."""
    package = f"{rulesets.__name__}.{PLAIN}"
    modules = {name: module for name, module in sys.modules.items() if f"{name}.".startswith(f"{package}.")}
    monkey = pytest.MonkeyPatch()
    (folder / "none").mkdir()
    monkey.setattr(rulesets, "SHIPPED_FOLDER", folder / "none")
    rulesets.search([folder])
    try:
        yield
    finally:
        monkey.undo()
        sys.modules.update(modules)
        rulesets.search([])


def faults_of(tmp_path: Path, *changes: tuple[str, str, str]) -> list[tuple[str, str]]:
    """Return the line and the text of each fault of a game in which texts of files are changed."""
    home = tmp_path / "changed" / PLAIN
    shutil.copytree(SHIPPED_FOLDER / PLAIN, home, ignore=LEFT_OUT)
    for file, before, after in changes:
        text = (home / file).read_text("utf-8")
        assert before in text
        (home / file).write_text(text.replace(before, after, 1), "utf-8")
    return faults_in(home)


def faults_in(home: Path) -> list[tuple[str, str]]:
    """Return the line and the text of each fault of a game in a folder."""
    with alone(home.parent):
        failures = rulesets.load_failures()
    rows = [row for fault in failures for row in (fault, *fault.more)]
    return [(row.file.read_text("utf-8").splitlines()[row.line - 1].strip(), row.text.en) for row in rows]


class TestAFault:
    def test_is_refused_or_harms_nothing(self, tmp_path: Path) -> None:
        faults = sampled(mutants(HOME), of=SHARE)
        outcomes = [outcome_of(HOME, mutant, tmp_path / str(number)) for number, mutant in enumerate(faults)]

        assert [str(outcome) for outcome in outcomes if outcome.state == "broke"] == []
        assert sum(outcome.state == "refused" for outcome in outcomes) > len(outcomes) / 2

    def test_is_rows_by_syntax_alone(self) -> None:
        faults = list(mutants(HOME))

        assert len(faults) > 500
        assert {"drop import", "drop keyword", "drop item", "misspell name", "misspell word", "misspell keyword"} <= {
            " ".join(mutant.fault.split()[:2]) for mutant in faults
        }

    def test_breaks_what_does_not_check(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """The finder finds: without the checks a group without a title is met by the reference alone."""
        text = (HOME / "__init__.py").read_text("utf-8")
        text += "\nfrom dataclasses import replace\nRULESET = replace(RULESET, groups={})\n"
        monkeypatch.setattr("engine.rulesets.misdeclared", lambda *given: iter(()))

        assert outcome_of(HOME, Mutant("__init__.py", 1, "rename a group", text), tmp_path / "1").state == "broke"


class TestWhatIsFound:
    def test_has_the_line_of_its_author(self, tmp_path: Path) -> None:
        """Of a third of the faults, another each day."""
        wrong = []
        for number, (file, before, after, line, reason) in enumerate(sampled(FAULTS, whole=IS_WHOLE)):
            source, text = next(iter(faults_of(tmp_path / str(number), (file, before, after))), ("", ""))
            if line not in source or reason not in text:
                wrong.append((before, source, text))

        assert wrong == []

    def test_is_all_that_is_wrong(self, tmp_path: Path) -> None:
        """A game has faults of many kinds at once."""
        rows = FAULTS[5:10]
        faults = faults_of(tmp_path, *(row[:3] for row in rows))

        missed = [row for row in rows if not any(row[3] in line and row[4] in text for line, text in faults)]
        assert missed == []


class TestWhatIsShipped:
    def test_has_the_line_at_which_a_file_is_no_json(self, tmp_path: Path) -> None:
        [(line, text), *_] = faults_of(tmp_path, ("cards/maps.v1.json", '"id"', "id"))

        assert (line[:3], text[:15]) == ("id:", "this is no JSON")

    def test_has_the_problems_of_a_card_that_does_not_compile(self, tmp_path: Path) -> None:
        home = tmp_path / NAME
        shutil.copytree(HOME, home, ignore=LEFT_OUT)
        [file, *_] = [file for file in sorted((home / "cards").glob("*.json")) if EFFECT in file.read_text("utf-8")]
        file.write_text(file.read_text("utf-8").replace(EFFECT, EFFECT.replace('",', 'z",'), 1), "utf-8")
        try:
            rulesets.search([tmp_path])
            with pytest.raises(BadCard, match="E-ENUM"):
                api.new_match(NAME, seed=1, seats=2)
        finally:
            rulesets.search([])


class TestAWrongValue:
    def test_of_a_part_has_the_line_of_its_module(self, tmp_path: Path) -> None:
        """All parts at once, and what parts are made of."""
        for number, parts in enumerate((PARTS, SOURCES)):
            folder = tmp_path / str(number) / PLAIN
            shutil.copytree(SHIPPED_FOLDER / PLAIN, folder, ignore=LEFT_OUT)
            changed = [
                f"{name} = {NO_VALUE}  # {part}"
                for part, names in parts.items()
                for name in names
                if (folder / f"{part}.py").is_file() and wrong_at_the_end(folder / f"{part}.py", name, part)
            ]
            lines = {line for line, _ in faults_in(folder)}

            assert changed
            assert [line for line in changed if line not in lines] == []

    def test_of_a_field_has_the_line_of_its_keyword(self, tmp_path: Path) -> None:
        """A few of all fields, others each day; a vocabulary, which is read while it is made, has the line where it begins."""
        mutants_of_fields = list(with_wrong_values(SHIPPED_FOLDER / PLAIN))
        wrong = []
        for number, mutant in enumerate(sampled(mutants_of_fields, of=SHARE)):
            folder = tmp_path / str(number) / PLAIN
            shutil.copytree(SHIPPED_FOLDER / PLAIN, folder, ignore=LEFT_OUT)
            (folder / mutant.file).write_text(mutant.text, "utf-8")
            lines = [line for line, _ in faults_in(folder)]
            if not any(NO_VALUE in line or "= Vocabulary(" in line for line in lines):
                wrong.append((mutant.file, mutant.line, mutant.fault, lines[:1]))

        assert len(mutants_of_fields) > 60
        assert wrong == []


def wrong_at_the_end(file: Path, name: str, part: str) -> bool:
    """Give a part that a module declares a wrong value in its last line; return whether it declares it."""
    text = file.read_text("utf-8")
    is_declared = any(f"\n{how}" in text for how in (f"{name} = ", f"{name}: ", f"def {name}("))
    if is_declared:
        file.write_text(f"{text}\n{name} = {NO_VALUE}  # {part}\n", "utf-8")
    return is_declared


EFFECT = '"type": "breach",'
PARTS = {part: [name for name in names if name != "SETTINGS"] for part, names in DECLARATIONS.items()}
SOURCES = {"config": ["SETTINGS"], "setup": ["VISIBILITY"], "match": ["BLOCKS"], "fight": ["BLOCKS"]}
"""What the ruleset of modules is made of: settings and what is seen are parts of several."""

FAULTS = [
    ("__init__.py", '"encounter",', '"encountr",', '"encountr",', "calls itself encountr"),
    ("labels.py", "GROUPS = titles(", "GROUPS = titles()\nOTHERS = titles(", "", "the group"),
    ("match.py", '"encounter/match",', '"encounter/macth",', "", "the block 'encounter/match'"),
    ("__init__.py", "seats=(2,)", "seats=2", "seats=2", "`seats` is 2"),
    ("__init__.py", "bots_remember=", "bots_rememver=", "", "bots_rememver"),
    ("nodes/fight_effects.py", "emits=HURT", 'emits=("Hrut",)', "Hrut", "the event 'Hrut'"),
    ("nodes/axis_effects.py", "grows by {amount}", "grows by {amonut}", "amonut", "the place 'amonut'"),
    ("nodes/axis_effects.py", '"事件轴长度+{amount}。"', '""', "grows by", "has no Chinese"),
    ("card_records.py", 'ObjectShape("enhance")', 'ObjectShape("enhanec")', "enhanec", "the record 'enhanec'"),
    ("actions.py", 'emit(st, "CastCard"', 'emit(st, "CsatCard"', "CsatCard", "is raised and not declared"),
    ("actions.py", 'emit(st, "CastCard", (', 'emit(st, "CastCard", (0, ', "CastCard", "is raised with 5 values"),
    ("fight.py", 'emits("over", "Fought"', 'emits("over", "Fuoght"', "Fuoght", "is raised and not declared"),
    ("fight.py", 'emits("over", "Fought", "player",', 'emits("over", "Fought",', "Fought", "is raised with 2 values"),
    (
        "match.py",
        'runs_in_scope("begins", "encounter/burn")',
        'runs_in_scope("begins", "encounter/bunr")',
        "bunr",
        "is run",
    ),
    ("fight.py", 'return "over"', 'return "ovre"', 'return "ovre"', "which its block does not have"),
    ("actions.py", " emit(st,", " emti(st,", "emti(st,", "the name emti is not defined"),
    ("face.py", "tone=", "tone='no' or ", "", "the tone 'no'"),
    ("table.py", "from __future__", "import nothing_at_all\nfrom __future__", "", "SyntaxError"),
    ("face.py", "from .words", "from engine.rulesets.encountr.words", "encountr", "No module"),
    (
        "evaluate.py",
        "from engine.toolkit",
        "from engine.rulesets.genius.words import DICE\nfrom engine.toolkit",
        "genius",
        "the game genius",
    ),
]
"""File, text, what is put there, a part of the line that is named, and of the reason."""


@pytest.mark.parametrize("game", names())
def test_what_is_shipped_is_declared_well(game: str) -> None:
    ruleset = find(game)
    cards = [document for document, _ in shipped(ruleset.folder)]

    assert [str(wrong) for wrong in misdeclared(ruleset, f"engine.rulesets.{game}", cards)] == []


def test_two_games_share_no_tone_icon_or_group() -> None:
    with on_the_path():
        games = [find(name) for name in names()]
        tokens = [game.token(token.name) for game in games for token in (*game.tones, *game.icons)]

    assert len(tokens) == len({*tokens})
    assert all(token.startswith(tuple(f"{game.name}-" for game in games)) for token in tokens)


SEVERAL = (
    ("absent", "from engine.toolkit import tables\n", 1, "cannot import name 'tables'"),
    (
        "endless",
        "count = 0\nwhile True:\n    try:\n        count += 1\n    except Exception:\n        pass\n",
        0,
        "no end",
    ),
    ("leaving", "import sys\nsys.exit(3)\n", 2, "SystemExit"),
    ("torn", "\nRULESET = (\n", 2, "was never closed"),
    ("turning", "def turn(n):\n    return turn(n + 1)\nRULESET = turn(0)\n", 2, "RecursionError"),
    ("without", "RULES = 1\n", 1, "exports no `RULESET`"),
)
"""Games that break in different ways: each with its code, the line that is named (0 for any of a loop), and words of the reason."""


def test_several_broken_games_are_named_each_with_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop without an end is left after a limit, though its code keeps every exception; the games that load go on."""
    shutil.copytree(HOME, tmp_path / NAME, ignore=LEFT_OUT)
    for name, code, _, _ in SEVERAL:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(code, "utf-8")
    monkeypatch.setattr(rulesets, "time_limit", partial(time_limit, 2.0))
    try:
        rulesets.search([tmp_path])
        faults = {fault.name: fault for fault in rulesets.load_failures()}
        assert NAME in names()
        assert find(NAME).folder == tmp_path / NAME
    finally:
        rulesets.search([])
    assert [*faults] == [name for name, _, _, _ in SEVERAL]
    for name, _, line, words in SEVERAL:
        assert words in faults[name].sentence().en
        assert faults[name].file == tmp_path / name / "__init__.py"
        assert faults[name].line == line or (line == 0 and 2 <= faults[name].line <= 6)


def test_a_game_that_a_busy_machine_lets_wait_is_not_left_out() -> None:
    """The limit counts the processor of the code that loads: here it waits for longer than that, and computes next to none."""
    with time_limit(1.0):
        time.sleep(1.2)
