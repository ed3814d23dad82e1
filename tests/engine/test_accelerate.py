"""The compiled build: what is written out for mypyc, how a build is found, and that it plays the same matches."""

import ast
import itertools
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engine.accelerate import __main__ as accelerate
from engine.accelerate import background
from engine.accelerate.build import LEFT_OUT, keep, modules_of, name_of, read_by
from engine.accelerate.native import native
from engine.api import builds as running
from engine.builds import (
    MANIFEST,
    PACKAGE,
    STATE,
    SUFFIX,
    SWITCH,
    TAG,
    CompiledModules,
    builds_in,
    entry_of,
    find,
    fits,
    manifest_of,
    newest_edit,
    places,
)
from engine.errors import EngineBug
from engine.rulesets import names
from tests.sampling import sampled

SOURCE = '''
from dataclasses import dataclass, field
from engine.kernel.constructing import constructor
from engine.kernel.copying import OWN_COPY, RESET, EMPTY_SET, copier

@dataclass(slots=True, eq=False)
class Held:
    """What is held."""

    first: int
    names: dict[str, int] = field(default_factory=dict, metadata=OWN_COPY)
    since: set[int] = field(default_factory=set, metadata=EMPTY_SET)
    known: int | None = field(default=None, metadata=RESET)
    last: int = 7

    def fields(self) -> tuple[str, ...]:
        return tuple(self.__slots__)

@dataclass(slots=True)
class Compared:
    one: int
    other: str = ""

@dataclass(frozen=True, slots=True)
class Fixed:
    one: int

made = constructor(Held)
copied = copier(Held)
'''

needs_a_compiler = pytest.mark.skipif(not shutil.which("cc"), reason="no C compiler")


def _run(source):
    names = {}
    exec(source, names)  # noqa: S102 - a module of this test
    return names


@pytest.mark.parametrize("write", [str, native], ids=["dataclass", "written out"])
def test_a_class_that_is_written_out_does_what_the_dataclass_does(write):
    names = _run(write(SOURCE))
    state = names["made"](1, known=3)
    assert (state.first, state.names, state.since, state.known, state.last) == (1, {}, set(), 3, 7)
    assert names["made"](2).names is not state.names
    state.since.add(5)
    copy = names["copied"](state)
    copy.names["a"] = 1
    assert (state.names, state.since) == ({}, set()), (
        "the copy has names of its own, and both begin to note what is written"
    )
    assert (copy.first, copy.since, copy.known, copy.last) == (1, set(), None, 7)
    assert state.fields() == ("first", "names", "since", "known", "last")
    same = names["made"](state.first, state.names, state.since, state.known, state.last)
    assert same != state, "this kind is not compared by its fields"
    compared = names["Compared"]
    assert compared(1, "a") == compared(1, "a")
    assert [compared(1, "a") == other for other in (compared(2, "a"), compared(1), 1)] == [False] * 3


def test_only_classes_that_can_be_written_to_are_written_out():
    tree = ast.parse(native(SOURCE))
    left = {node.name: bool(node.decorator_list) for node in tree.body if isinstance(node, ast.ClassDef)}
    assert left == {"Held": False, "Compared": False, "Fixed": True}


@pytest.mark.parametrize("module", ["kernel/state.py", "kernel/in_flight.py"])
def test_every_field_of_the_kernel_can_be_written_out(module):
    written_native = native((PACKAGE / module).read_text())
    decorated_classes = [
        node for node in ast.walk(ast.parse(written_native)) if isinstance(node, ast.ClassDef) and node.decorator_list
    ]
    assert [node.name for node in decorated_classes if "frozen=True" not in ast.unparse(node.decorator_list[0])] == []
    assert "copier(" not in written_native
    compile(written_native, module, "exec")


def test_a_field_of_an_unknown_kind_is_refused():
    with pytest.raises(EngineBug, match="cannot be written out"):
        native(SOURCE.replace("metadata=OWN_COPY", "metadata=HIDDEN"))


def test_what_is_left_out_exists():
    assert {name for name in LEFT_OUT if not (PACKAGE / name).is_file()} == set()


def test_no_compiled_module_looks_for_something_in_an_unpacked_tuple():
    """It ends mypyc 2.4.1 with an error of its own: name the tuple instead."""
    lines = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}"
        for file in modules_of(PACKAGE)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Compare)
        for other in node.comparators
        if isinstance(other, ast.Tuple | ast.List) and any(isinstance(one, ast.Starred) for one in other.elts)
    ]
    assert lines == []


def test_every_function_that_is_made_within_another_gets_a_name_before_a_flow_knows_it_by_that():
    """A compiled one has none by itself: `step` gives it."""
    places_of_calls = [
        f"{file.relative_to(PACKAGE)}:{call.lineno}"
        for file in modules_of(PACKAGE)
        for outer in ast.walk(ast.parse(file.read_text()))
        if isinstance(outer, ast.FunctionDef)
        for call in ast.walk(outer)
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "flow"
        for name in call.args
        if isinstance(name, ast.Name)
        and any(isinstance(one, ast.FunctionDef) and one.name == name.id for one in ast.walk(outer))
    ]
    assert places_of_calls == []


def test_no_tool_that_a_build_may_run_inherits_from_a_compiled_class():
    """Python refuses that only at run time: such a tool is to run as Python, and the Makefile to say so."""
    root = PACKAGE.parent
    native_classes = {
        (file.relative_to(root).with_suffix("").as_posix().replace("/", "."), node.name)
        for file in modules_of(PACKAGE)
        for node in ast.parse(file.read_text()).body
        if isinstance(node, ast.ClassDef) and not node.bases
    }
    pure = set(re.findall(rf"{SWITCH}=1 \$\(RUN\) -m ([\w.]+)", (root / "Makefile").read_text()))
    tools = {
        file.relative_to(root).with_suffix("").as_posix().replace("/", ".").removesuffix(".__main__"): file.read_text()
        for file in (root / "tests").rglob("*.py")
        if 'if __name__ == "__main__"' in file.read_text() or file.name == "__main__.py"
    }
    heirs = [
        f"{tool}.{node.name}"
        for tool, text in tools.items()
        if tool not in pure
        for tree in [ast.parse(text)]
        for origins in [
            {
                name.asname or name.name: (statement.module, name.name)
                for statement in tree.body
                if isinstance(statement, ast.ImportFrom)
                for name in statement.names
            }
        ]
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        if any(origins.get(ast.unparse(base)) in native_classes for base in node.bases)
    ]

    assert ("engine.bots.players", "GreedyBot") in native_classes
    assert heirs == []


def test_a_build_is_found_as_long_as_what_the_compiler_read_is_the_same(tmp_path, monkeypatch):
    monkeypatch.delenv("DATA_DIR", raising=False)
    package = tmp_path / "engine"
    texts = {
        "__init__": "",
        "a": "from engine.b import one\n",
        "b": "def f():\n    from . import c\n",
        "c": "",
        "other": "",
    }
    package.mkdir()
    for name, text in texts.items():
        (package / f"{name}.py").write_text(text)
    files = read_by(package, [package / "a.py"])
    assert set(files) == {"__init__.py", "a.py", "b.py", "c.py"}

    for place in places(package):
        made_of = {"compiler": "1", "files": {name: entry_of(file) for name, file in files.items()}}
        build, goal = tmp_path / "building", place / name_of(made_of)
        build.mkdir()
        place.mkdir(parents=True)
        (goal.parent / f"half{TAG}").mkdir()
        assert find(package) is None, "without its manifest a folder is no build"
        keep(build, goal, made_of)
        assert find(package) == goal
        (package / "other.py").write_text("two = 2\n")
        os.utime(package / "c.py", (1, 1))
        assert find(package) == goal, "of a file with another time the text is compared"
        assert newest_edit(goal, package) < time.time()
        for text in ("one = 1\n", None):
            (package / "c.py").write_text(text) if text else (package / "c.py").unlink()
            assert find(package) is None
        (package / "c.py").write_text("")
        assert find(package) == goal
        shutil.rmtree(goal)


def test_compiled_modules_are_found_by_their_full_names_and_all_others_elsewhere(tmp_path):
    (tmp_path / "engine/kernel").mkdir(parents=True)
    (tmp_path / f"engine/kernel/state{SUFFIX}").touch()
    finder = CompiledModules(tmp_path)
    found = finder.find_spec("engine.kernel.state", None)
    assert found is not None
    assert found.origin == str(tmp_path / f"engine/kernel/state{SUFFIX}")
    assert finder.find_spec("engine.kernel.view", None) is None


@pytest.mark.parametrize(
    ("python", "compiled", "trouble"),
    [
        ({"build": "python", "halo": "a"}, {"build": "compiled", "halo": "a"}, ""),
        ({"build": "python", "halo": "a"}, {"build": "compiled", "halo": "b"}, "plays other matches"),
        ({"build": "python", "halo": "a"}, {"build": "python", "halo": "a"}, "does not play"),
        ({"failed": "1"}, {"failed": "1"}, "does not play"),
    ],
)
def test_a_build_is_kept_only_if_it_plays_the_same(monkeypatch, python, compiled, trouble):
    monkeypatch.setattr(accelerate, "_played", lambda environment: python if environment[SWITCH] else compiled)
    said = accelerate.difference(PACKAGE)
    assert trouble in said
    assert bool(said) == bool(trouble)


@pytest.fixture
def nothing_compiled(monkeypatch, tmp_path):
    """Lets a build be empty files, beside those of an older one; returns where builds are."""
    place = tmp_path / ".accelerated"
    (place / f"old{TAG}").mkdir(parents=True)
    (place / f"old{TAG}" / MANIFEST).write_text("{}")
    (place / "building-killed").mkdir()

    def compiled(package, place, parts):
        (place / "engine").mkdir(parents=True)
        for name in ("engine/one", "all"):
            (place / f"{name}{SUFFIX}").touch()

    monkeypatch.setattr(accelerate, "compile_engine", compiled)
    of_little = {"compiler": "1", "files": {"errors.py": entry_of(PACKAGE / "errors.py")}}
    monkeypatch.setattr(accelerate, "manifest", lambda package, parts=(): of_little)
    monkeypatch.setattr(background, "manifest", lambda package: of_little)
    monkeypatch.setattr(accelerate, "places", lambda: (place, tmp_path / "data"))
    monkeypatch.setattr(accelerate, "find", lambda: None)
    monkeypatch.setattr(background, "find", lambda: None)
    monkeypatch.setattr(background, "step_back", lambda: None)
    monkeypatch.setattr(background, "free_memory", lambda: background.MIN_MEMORY)
    return place


@needs_a_compiler
def test_a_build_that_plays_the_same_takes_the_place_of_all_others(nothing_compiled, monkeypatch, capsys):
    during = []
    monkeypatch.setattr(accelerate, "difference", lambda build: during.extend(builds_in(nothing_compiled)) or "")
    assert accelerate.main([]) == 0
    assert "Compiled 1 modules" in capsys.readouterr().out
    assert [build.name for build in during] == [f"old{TAG}"]
    [made] = nothing_compiled.iterdir()
    assert made.name == name_of(manifest_of(made)) and fits(made)
    assert {file.name for file in made.rglob(f"*{SUFFIX}")} == {f"one{SUFFIX}", f"all{SUFFIX}"}


def other_files(package, parts=()):
    """Return another manifest at each call."""
    return {"compiler": "1", "files": {"a.py": [str(next(NUMBERS))]}}


NUMBERS = itertools.count()


@needs_a_compiler
def test_a_build_that_is_not_proven_leaves_the_older_one(nothing_compiled, monkeypatch, capsys):
    for part, replacement, words in (
        ("difference", lambda build: "It plays other matches.", "was not kept"),
        ("manifest", other_files, "changed meanwhile"),
        ("compile_engine", lambda *words: subprocess.run(["false"], check=True), "could not be compiled: false"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(accelerate, "difference", lambda build: "")
            patch.setattr(accelerate, part, replacement)
            assert accelerate.main([]) == 1
        assert words in capsys.readouterr().err
        assert [one.name for one in nothing_compiled.iterdir()] == [f"old{TAG}"]


@needs_a_compiler
def test_the_build_of_the_portal_notes_what_became_of_it(nothing_compiled, monkeypatch, capsys):
    """And tells it once; a build that was stopped in order is no try, and one that was killed twice is not begun again."""
    data = nothing_compiled.parent / "data"
    monkeypatch.setattr(accelerate, "difference", lambda build: "")

    def ran():
        assert accelerate.main(["background", str(data)]) == 0
        return (data / STATE).read_text() if (data / STATE).exists() else "", capsys.readouterr().err

    with monkeypatch.context() as patch:
        patch.setattr(background, "free_memory", lambda: background.MIN_MEMORY - 1)
        assert ran() == ("no-memory", f"{background.WORDS['no-memory']}\n")
        assert ran() == ("no-memory", "")
    with monkeypatch.context() as patch:
        patch.setenv("CC", "no-such-compiler")
        assert ran()[0] == "no-compiler"
    with monkeypatch.context() as patch:
        patch.setattr(accelerate, "compile_engine", lambda *words: os.kill(os.getpid(), signal.SIGTERM))
        for _ in range(background.TRIES + 1):
            with pytest.raises(SystemExit):
                ran()
    with monkeypatch.context() as patch:
        patch.setattr(accelerate, "build", killed)
        for _ in range(background.TRIES):
            with pytest.raises(ZeroDivisionError):
                ran()
        assert ran()[0] == "failed"
    (data / background.BEGUN_FILE).unlink()
    assert ran() == ("", f"{background.WORDS['building']}\n")
    assert len(list(builds_in(data))) == 1
    assert {file.name for file in data.iterdir()} == {build.name for build in builds_in(data)}


def killed(place, parts):
    """Stand for a build that ends without a word."""
    raise ZeroDivisionError


def test_where_nothing_is_compiled_there_is_nothing_to_compare(nothing_compiled, capsys):
    assert accelerate.main(["compare"]) == 0
    assert "nothing to compare" in capsys.readouterr().out


def test_without_a_compiler_nothing_changes(nothing_compiled, monkeypatch, capsys):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert accelerate.main([]) == 1
    assert "No C compiler" in capsys.readouterr().err
    assert [one.name for one in builds_in(nothing_compiled)] == [f"old{TAG}"]


def test_a_process_says_which_build_it_plays(tmp_path, monkeypatch):
    monkeypatch.setenv("DATA_DIR", str(tmp_path))
    monkeypatch.setattr(running, "BUILD", "python")
    monkeypatch.setattr(running, "find", lambda: tmp_path)
    monkeypatch.setattr(running, "newest_edit", lambda build: 5.0)
    assert (running.running_build(), running.is_newly_compiled(6.0)) == ("off", False), "as these tests run"
    monkeypatch.delenv(SWITCH)
    assert running.running_build() == "python"
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / STATE).write_text("building")
    assert running.running_build() == "building"
    assert [running.is_newly_compiled(moment) for moment in (6.0, 5.0)] == [True, False]
    monkeypatch.setattr(running, "BUILD", "compiled")
    assert (running.running_build(), running.is_newly_compiled(6.0)) == ("compiled", False)


@needs_a_compiler
def test_the_compiled_kernel_plays_the_same_matches(tmp_path):
    """Of half of the games, another half each day."""
    shutil.copytree(PACKAGE, tmp_path / "engine")  # with what is compiled of it
    script = tmp_path / "engine/accelerate/played.py"
    games = sampled(names(), of=2)
    text = script.read_text()
    assert "for name in names()" in text
    assert "CHUNKS = 3" in text and '"greedy")' in text, (
        "one chunk of a preview for each game, and a match of random bots"
    )
    script.write_text(
        text.replace("CHUNKS = 3", "CHUNKS = 1").replace('"greedy")', '"random")').replace("in names()", f"in {games}")
    )
    environment = {name: value for name, value in os.environ.items() if name != SWITCH}

    def ran(*words, **variables):
        return subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env={**environment, **variables},
            capture_output=True,
            text=True,
            check=False,
        )

    # The optimizer of the C compiler is not on trial.
    built = ran("-m", "engine.accelerate", "kernel", MYPYC_OPT_LEVEL="0")
    assert built.returncode == 0, built.stderr
    assert "the same matches" in built.stdout
    requests = (
        "-c",
        "import engine, engine.kernel.machine as one; print(engine.BUILD, one.__spec__.origin, one.__file__)",
    )
    source = f"{tmp_path}/engine/kernel/machine.py"
    build, origin, file = ran(*requests).stdout.split()
    assert (build, Path(origin).is_relative_to(tmp_path / ".accelerated"), file) == ("compiled", True, source)
    assert ran(*requests, **{SWITCH: "1"}).stdout.split() == ["python", source, source]
    assert len(list((tmp_path / ".accelerated").iterdir())) == 1
    (tmp_path / "engine/errors.py").write_text((tmp_path / "engine/errors.py").read_text() + "\n")
    assert ran(*requests).stdout.startswith("python "), (
        "an edit of a file that the compiler read leaves the build aside"
    )
