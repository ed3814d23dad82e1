"""Contributor pages are executed: the example effect is built in a copy of the engine, and every other block is run or resolved."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from celery.bin.worker import worker

from engine import api
from tests.architecture.pages import DOCS, Code, blocks, rows
from tests.architecture.sources import ROOT

PAGES = sorted((DOCS / "contributing").glob("*.md"))
EFFECT = DOCS / "contributing" / "add-an-effect.md"
DUEL = DOCS / "contributing" / "duel-step-by-step.md"
EXAMPLES = DOCS / "examples"
VARIABLES = DOCS / "operations" / "variables.md"
RAID = ROOT / "tests/fixtures/rulesets/raid"
TARGET = re.compile(r"^([a-z][a-z-]*):(?!=)", re.MULTILINE)
INDENT = re.compile(r"^ {3}", re.MULTILINE)
SETTING = re.compile(r"^(?:export )?(?P<settings>(?:[A-Z_]+=\S+ ?)+)(?P<command>.*)$")
TREE_FILE = re.compile(r"(?<![\w.])\w+\.(?:py|md)\b|\b\w+/(?= )")
MERMAID_LINK = re.compile(r"^\s*([\w &]+?) (?:-->|---) ([\w &]+)", re.MULTILINE)
PYTHON = re.compile(r"^(?:\.venv/bin/)?python -m (?P<module>[\w.]+)(?P<rest>.*)$")


def code_of(text: str) -> Iterator[Code]:
    """Yield the blocks of code of a page, those inside lists too."""
    yield from blocks(INDENT.sub("", text))


def commands(block: Code) -> list[str]:
    """Return the commands of a block without their comments."""
    lines = (re.split(r"\s+# ", line)[0].strip() for line in block.text.splitlines())
    return [line for line in lines if line]


class Copy:
    """A copy of the engine with the game `raid` in it, in which the commands of a page are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(
            ROOT / "engine", folder / "engine"
        )  # with what is compiled of it, which its commands would compile again
        shutil.copytree(RAID, folder / "engine/rulesets/raid", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(EXAMPLES, folder / "docs/examples", ignore=shutil.ignore_patterns("__pycache__"))

    def run(self, command: str, settings: str = "") -> subprocess.CompletedProcess[str]:
        """Run `python -m engine …` in the copy, with `raid` for the name of a game and variables of the environment before it."""
        env = {**os.environ, **dict(setting.split("=", 1) for setting in shlex.split(settings))}
        paths = []
        for word in shlex.split(command.replace("<name>", RAID.name))[1:]:
            pattern = "*" in word
            paths += [str(path.relative_to(self.folder)) for path in self.folder.glob(word)] if pattern else [word]
        return subprocess.run([sys.executable, *paths], cwd=self.folder, env=env, capture_output=True, text=True)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return Copy(tmp_path_factory.mktemp("engine"))


def failure_of_tree(block: Code) -> str:
    """Return the first file or folder of a tree of a game that no shipped game has."""
    folders = [folder for folder in (ROOT / "engine/rulesets").iterdir() if folder.is_dir()]
    for name in TREE_FILE.findall(block.text.replace("<name>/", "")):
        if not any((folder / name).exists() for folder in folders):
            return f"no game has {name}"
    return ""


def failure_of_diagram(block: Code) -> str:
    """Return the first name of a diagram that is no module."""
    places = [ROOT, ROOT / "engine", ROOT / "cards", ROOT / "portal"]
    for names in MERMAID_LINK.findall(block.text):
        for name in re.findall(r"\w+", " ".join(names)):
            if name != "edges" and not any(
                (place / name).exists() or (place / f"{name}.py").exists() for place in places
            ):
                return f"no module is called {name}"
    return ""


def failure_of_worker(command: str) -> str:
    """Return the first option of a Celery worker that it does not have."""
    known = {option for param in worker.params for option in (*param.opts, *param.secondary_opts)} | {"-A"}
    unknown = [word for word in shlex.split(command.partition("celery ")[2]) if word[:1] == "-" and word not in known]
    return f"celery has no {unknown[0]}" if unknown else ""


def failure_of(command: str, copy: Copy, settings: str = "") -> str:
    """Return the faults of a command of a page: run where that is cheap, else resolved."""
    setting = SETTING.match(command)
    if setting:
        known = {name for row in rows(VARIABLES.read_text("utf-8")) for name in re.findall(r"[A-Z_]{4,}", row[0])}
        names = {part.partition("=")[0].removesuffix("_FILE") for part in shlex.split(setting["settings"])}
        unknown = names - known - {"DJANGO_SETTINGS_MODULE"}
        return (
            f"no variable {sorted(unknown)}"
            if unknown
            else setting["command"] and failure_of(setting["command"], copy, setting["settings"])
        )
    if command.startswith("make "):
        unknown = {command.split()[1]} - set(TARGET.findall((ROOT / "Makefile").read_text("utf-8")))
        return f"no target {unknown}" if unknown else ""
    if " celery " in f" {command}":
        return failure_of_worker(command)
    python = PYTHON.match(command)
    if python and python["module"] == "engine":
        answer = copy.run(command, settings)
        return f"{command}: {answer.stdout}{answer.stderr}" if answer.returncode else ""
    words = shlex.split(python["rest"] if python else command.removeprefix("pytest "))
    if not python and not command.startswith("pytest "):
        return f"not a command that this test knows: {command}"
    missing = [
        word for word in words if "/" in word and word.startswith(("tests", "engine")) and not (ROOT / word).exists()
    ]
    return (
        f"{command}: no {missing}"
        if missing
        else ""
        if not python or find_spec(python["module"])
        else f"no module: {command}"
    )


def failures(text: str, copy: Copy) -> list[str]:
    """Return the faults of the blocks of a page, but for those that build the example effect."""
    out = []
    for block in code_of(text):
        if block.language == "mermaid":
            out.append(failure_of_diagram(block))
        elif block.text.startswith("<name>/"):
            out.append(failure_of_tree(block))
        elif block.language == "text":
            out += [failure_of(command, copy) for command in commands(block)]
        elif block.language not in ("python", "json"):
            out.append(f"a block of {block.language or 'no language'} is not executed")
    return [failure for failure in out if failure]


def build_effect(text: str, copy: Copy) -> Path:
    """Follow the page: insert function and declaration, name them in the tuple, add the scenario; return its file."""
    (code,) = (block.text for block in code_of(text) if block.language == "python")
    (scenario,) = (json.loads(block.text) for block in code_of(text) if block.language == "json")
    file, scenarios = (
        copy.folder / re.findall(pattern, text)[0] for pattern in (r"In `(engine/[^`]+)`", r"to `(engine/[^`]+\.json)`")
    )
    name, group = re.findall(r"Add `(\w+)` to `(\w+)`", text)[0]
    source = file.read_text("utf-8")
    place = re.search(rf"^{group} = \(", source, re.MULTILINE)
    assert place is not None
    file.write_text(f"{source[: place.start()]}\n\n{code}\n\n{group} = ({name}, {source[place.end() :]}", "utf-8")
    scenarios.write_text(json.dumps([*json.loads(scenarios.read_text("utf-8")), scenario]), "utf-8")
    (copy.folder / "card.json").write_text(json.dumps(scenario["cards"][0]), "utf-8")
    return scenarios


class TestPages:
    def test_hold_no_block_that_fails(self, copy: Copy) -> None:
        build_effect(EFFECT.read_text("utf-8"), copy)
        results = {path.name: failures(path.read_text("utf-8"), copy) for path in PAGES}

        assert {name: problems for name, problems in results.items() if problems} == {}

    def test_would_not_pass_with_a_broken_block(self, copy: Copy) -> None:
        texts = (
            "```text\npython -m engine describe nothing.json\n```\n",
            "```text\nmake nothing\n```\n",
            "```text\npytest -q tests/nothing.py\n```\n",
            "```text\nNOTHING_SUCH=1 make run\n```\n",
            "```text\n<name>/\n  nothing.py  x\n```\n",
            "```text\ncelery -A portal worker --nothing\n```\n",
            "```mermaid\ngateway --> nothing\n```\n",
            "```\nx\n```\n",
        )

        assert [text for text in texts if not failures(text, copy)] == []


class TestTheEffect:
    def test_reads_as_the_page_shows(self, copy: Copy) -> None:
        text = EFFECT.read_text("utf-8")
        (command,) = re.findall(r"^(python -m engine describe card\.json.*?)\s+# (.+)$", text, re.MULTILINE)
        answer = copy.run(command[0])

        assert command[1] in answer.stdout, answer.stdout + answer.stderr

    def test_is_refused_with_a_field_that_a_declaration_does_not_have(self, tmp_path: Path) -> None:
        bad_copy = Copy(tmp_path)
        scenarios = build_effect(EFFECT.read_text("utf-8").replace("run=double_gold", "act=double_gold"), bad_copy)

        assert "unexpected keyword argument 'act'" in bad_copy.run(f"python -m engine scenario {scenarios}").stderr


class TestTheDuel:
    def test_is_built_by_the_blocks_of_its_page(self) -> None:
        """One after the other they are the Python of the worked example, whose own tests play it through every gate."""
        code = [
            block.text.strip()
            for block in blocks(DUEL.read_text("utf-8"))
            if block.language == "python" and not block.file
        ]
        example = (EXAMPLES / "duel" / "__init__.py").read_text("utf-8")

        assert len(code) > 8
        assert re.sub(r"\n{2,}", "\n", "\n".join(code)) == re.sub(r"\n{2,}", "\n", example.strip())

    def test_runs_with_the_effect_of_its_page(self, tmp_path: Path) -> None:
        """The blocks that are not part of the duel are put into a copy; cards that say them read as the page shows."""
        text = DUEL.read_text("utf-8")
        own = "\n\n".join(block.text for block in blocks(text) if block.file)
        home = tmp_path / "duel"
        shutil.copytree(EXAMPLES / "duel", home, ignore=shutil.ignore_patterns("__pycache__"))
        source = (home / "__init__.py").read_text("utf-8")
        (home / "__init__.py").write_text(source.replace("RULESET = ", f"{own}\n\nRULESET = "), "utf-8")
        nodes = [json.loads(node) for node in re.findall(r"A card says `(\{.+?\})`, and", text)]
        face = {"id": "my.leak", "name": "Leak", "type": "spell", "cost": 1}
        cards = [{**face, "behaviors": [{"at": "onCast", "do": [node]}]} for node in nodes]
        api.search_rulesets([tmp_path])
        try:
            sentences = [api.describe("duel", card, lang).strip() for card in cards for lang in ("en", "zh")]
        finally:
            api.search_rulesets([])

        assert len(nodes) == 2
        assert [sentence for sentence in sentences if f"“{sentence}”" not in text] == []
