"""The hash of the engine covers the code that decides matches or results, and nothing else."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from engine import api
from engine.api.code_hash import ENGINE, UNDECIDING_MODULES, deciding_files, source_files
from engine.bots.learned import BOUNDS_FILE, STANDING_FILE
from engine.builds import hash_of
from engine.rulesets import find, names
from tests.engine.bout.ruleset import RULESET as BOUT

UNDECIDING_FILES = (
    "reference/nodes.py",
    "commands/play.py",
    "formats/preview.py",
    "language/diagnostics/syntax.py",
    "packs/pack_checks.py",
    "face.py",
    "scenario/run.py",
    "story.py",
    "scene.py",
    "simulation/watch.py",
    "language/analysis/check.py",
    "language/text/describe.py",
    "language/diagnostics/messages.py",
    "api/texts.py",
    "__init__.py",
    "rulesets/halo/face.py",
    "rulesets/wizards/lint.py",
)
"""Files of which no hash knows."""
FOLDERS = [find(name).folder for name in names()]


@pytest.fixture(scope="module")
def engine_copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the engine's code."""
    root = tmp_path_factory.mktemp("tree") / "engine"
    shutil.copytree(ENGINE, root, ignore=shutil.ignore_patterns("__pycache__", "*.json", "*.md"))
    for folder in FOLDERS:
        for file in (each for name in (STANDING_FILE, BOUNDS_FILE) for each in folder.glob(name)):
            shutil.copy(file, root / "rulesets" / folder.name / file.name)
    return root


def hashed(root: Path, ruleset: str) -> str:
    return hash_of(deciding_files(root, root / "rulesets" / ruleset))


def edited(file: Path) -> Iterator[None]:
    """Edit a file for the time of a test: one more sentence in its docstring."""
    before = file.read_text()
    file.write_text(before.replace('"""', '"""Edited. ', 1))
    yield
    file.write_text(before)


class TestTheEngineHash:
    @pytest.mark.parametrize("ruleset", names())
    def test_of_a_copied_tree_is_that_of_this_tree(self, engine_copy: Path, ruleset: str) -> None:
        assert hashed(engine_copy, ruleset) == api.engine_hash(ruleset)

    def test_changes_with_what_bots_know_of_triggers(self, engine_copy: Path) -> None:
        before, file = hashed(engine_copy, "halo"), engine_copy / "rulesets/halo" / STANDING_FILE
        text = file.read_text()
        file.write_text(text.replace(": 1", ": 2", 1))

        assert hashed(engine_copy, "halo") != before
        assert hashed(engine_copy, "wizards") == api.engine_hash("wizards")
        file.write_text(text)

    @pytest.mark.parametrize("ruleset", names())
    def test_stays_when_docstrings_are_edited_that_decide_nothing(self, engine_copy: Path, ruleset: str) -> None:
        """All at once; where that shows, the files are those that change it by themselves."""
        with ExitStack() as files:
            for place in UNDECIDING_FILES:
                files.enter_context(contextmanager(edited)(engine_copy / place))
            has_changed = hashed(engine_copy, ruleset) != api.engine_hash(ruleset)
        guilty = [
            place
            for place in UNDECIDING_FILES
            if has_changed
            for _ in edited(engine_copy / place)
            if hashed(engine_copy, ruleset) != api.engine_hash(ruleset)
        ]

        assert (has_changed, guilty) == (False, [])

    @pytest.mark.parametrize(
        ("place", "changed"),
        [
            ("kernel/machine.py", {"halo", "wizards"}),
            ("kernel/entities.py", {"halo"}),
            ("language/compiling/compile.py", {"halo", "wizards"}),
            ("bots/players.py", {"halo", "wizards"}),
            ("simulation/merge.py", {"halo", "wizards"}),
            ("ruleset/__init__.py", {"halo", "wizards"}),
            ("rulesets/wizards/battling.py", {"wizards"}),
            ("rulesets/halo/nodes/damage_effects.py", {"halo"}),
            ("rulesets/halo/__init__.py", {"halo"}),
        ],
    )
    def test_changes_with_code_that_decides(self, engine_copy: Path, place: str, changed: set[str]) -> None:
        before = {ruleset: api.engine_hash(ruleset) for ruleset in names()}
        for _ in edited(engine_copy / place):
            after = {ruleset: hashed(engine_copy, ruleset) for ruleset in names()}

        assert {ruleset for ruleset in names() if before[ruleset] != after[ruleset]} >= changed

    def test_of_a_ruleset_that_is_handed_in_covers_its_folder(self) -> None:
        files = deciding_files(ENGINE, BOUT.folder)

        assert {
            "ruleset/rules.py",
            "ruleset/nodes.py",
            "engine/kernel/machine.py",
            "engine/language/nodes/core.py",
        } <= set(files)


class TestWhatRuns:
    """No list of imports is trusted: matches are played, and every function that ran lies in a file of the hash."""

    @pytest.mark.parametrize(("ruleset", "bot"), [("halo", "random"), ("wizards", "random"), ("wizards", "greedy")])
    def test_in_a_preview_is_covered(self, ruleset: str, bot: str) -> None:
        game = find(ruleset)
        document = api.card_set(ruleset)[0][0]
        spec = api.preview_plan(ruleset, candidate=document, baseline=None, bots=(bot,), seed=len(bot)) | {"ends": [1]}
        ran = traced(lambda: api.preview_merge(spec, [api.preview_chunk(spec, 0)]))
        door = {ENGINE / "api" / "previews.py", ENGINE / "api" / "code_hash.py", ENGINE / "rulesets" / "__init__.py"}

        assert ENGINE / "kernel" / "machine.py" in ran
        assert ran - door - set(deciding_files(ENGINE, game.folder).values()) == set()

    @pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
    def test_takes_no_number_from_a_module_beside_the_rules(self, folder: Path) -> None:
        """A constant leaves no trace when it is read: what the code takes from modules that are left out is known by name."""
        ids = set()
        for file in deciding_files(ENGINE, folder).values():
            pattern = rf"^from \.+(?:{'|'.join(sorted(UNDECIDING_MODULES))}) import (.+)$"
            for found in re.findall(pattern, file.read_text(), re.MULTILINE):
                ids |= set(found.split(", "))

        assert ids <= {
            *(
                "BOARD",
                "PROBLEM_CODES",
                "DEPRECATED_SYNTAX",
                "PROBLEM_EXAMPLES",
                "GROUPS",
                "GUIDES",
                "ICONS",
                "RESULTS",
                "STORY",
                "TONES",
                "UNSEEN",
            ),
            *("face", "lint", "rewrite"),
        }


def traced(run: Any) -> set[Path]:
    """Return the files of the engine of which a function ran."""
    ids: set[str] = set()
    sys.setprofile(lambda frame, event, _: ids.add(frame.f_code.co_filename) if event == "call" else None)
    try:
        run()
    finally:
        sys.setprofile(None)
    return {file for name in ids if (file := Path(name)).is_relative_to(ENGINE)}


class TestTheSourceHash:
    def test_is_another_for_each_ruleset_and_another_than_that_of_matches(self) -> None:
        games = [*names(), BOUT]
        held = [made(game) for made in (api.source_hash, api.engine_hash) for game in games]

        assert len(set(held)) == len(held)

    @pytest.mark.parametrize("place", ["scenario/mutants.py", "scenario/strength.py", "language/analysis/check.py"])
    def test_covers_what_decides_how_strong_a_card_is(self, place: str) -> None:
        """What is kept of a measurement is measured again when the rules of mutants change."""
        assert ENGINE / place in source_files(find("halo").folder).values()
