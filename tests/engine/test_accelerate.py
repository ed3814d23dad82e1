"""The compiled build: what is written out for mypyc, how a build is found, and that it plays the same matches."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

from engine.accelerate import __main__ as accelerate
from engine.accelerate.build import LEFT_OUT, modules_of
from engine.accelerate.native import native
from engine.builds import PACKAGE, SUFFIX, SWITCH, CompiledModules, folder_of
from engine.errors import EngineBug
from engine.rulesets import names
from tests.sampling import sampled

WRITTEN = '''
from dataclasses import dataclass, field
from engine.kernel.constructing import constructor
from engine.kernel.copying import COPIED, FORGOTTEN, RENEWED, copier

@dataclass(slots=True, eq=False)
class Held:
    """What is held."""

    first: int
    names: dict[str, int] = field(default_factory=dict, metadata=COPIED)
    since: set[int] = field(default_factory=set, metadata=RENEWED)
    known: int | None = field(default=None, metadata=FORGOTTEN)
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
    names = _run(write(WRITTEN))
    held = names["made"](1, known=3)
    assert (held.first, held.names, held.since, held.known, held.last) == (1, {}, set(), 3, 7)
    assert names["made"](2).names is not held.names
    held.since.add(5)
    copy = names["copied"](held)
    copy.names["a"] = 1
    assert (held.names, held.since) == ({}, set()), (
        "the copy has names of its own, and both begin to note what is written"
    )
    assert (copy.first, copy.since, copy.known, copy.last) == (1, set(), None, 7)
    assert held.fields() == ("first", "names", "since", "known", "last")
    same = names["made"](held.first, held.names, held.since, held.known, held.last)
    assert same != held, "this kind is not compared by its fields"
    compared = names["Compared"]
    assert compared(1, "a") == compared(1, "a")
    assert [compared(1, "a") == other for other in (compared(2, "a"), compared(1), 1)] == [False] * 3


def test_only_classes_that_can_be_written_to_are_written_out():
    tree = ast.parse(native(WRITTEN))
    left = {node.name: bool(node.decorator_list) for node in tree.body if isinstance(node, ast.ClassDef)}
    assert left == {"Held": False, "Compared": False, "Fixed": True}


@pytest.mark.parametrize("module", ["kernel/state.py", "kernel/in_flight.py"])
def test_every_field_of_the_kernel_can_be_written_out(module):
    written = native((PACKAGE / module).read_text())
    decorated_classes = [
        node for node in ast.walk(ast.parse(written)) if isinstance(node, ast.ClassDef) and node.decorator_list
    ]
    assert [node.name for node in decorated_classes if "frozen=True" not in ast.unparse(node.decorator_list[0])] == []
    assert "copier(" not in written
    compile(written, module, "exec")


def test_a_field_of_an_unknown_kind_is_refused():
    with pytest.raises(EngineBug, match="cannot be written out"):
        native(WRITTEN.replace("metadata=COPIED", "metadata=HIDDEN"))


def test_what_is_left_out_exists():
    assert {name for name in LEFT_OUT if not (PACKAGE / name).is_file()} == set()


def test_no_compiled_module_looks_for_something_in_an_unpacked_tuple():
    """It ends mypyc 2.4.1 with an error of its own: name the tuple instead."""
    found = [
        f"{file.relative_to(PACKAGE)}:{node.lineno}"
        for file in modules_of(PACKAGE)
        for node in ast.walk(ast.parse(file.read_text()))
        if isinstance(node, ast.Compare)
        for other in node.comparators
        if isinstance(other, ast.Tuple | ast.List) and any(isinstance(one, ast.Starred) for one in other.elts)
    ]
    assert found == []


def test_a_build_is_found_for_exactly_the_files_that_it_was_made_of(tmp_path):
    package = tmp_path / "engine"
    package.mkdir()
    (package / "a.py").write_text("one = 1\n")
    before = folder_of(package)
    (package / "a.py").write_text("one = 2\n")
    edited = folder_of(package)
    (package / "b.py").write_text("")
    assert len({before, edited, folder_of(package)}) == 3
    (package / "b.py").unlink()
    (package / "a.py").write_text("one = 1\n")
    assert folder_of(package) == before


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
    said = accelerate.difference(folder_of())
    assert trouble in said
    assert bool(said) == bool(trouble)


@pytest.fixture
def nothing_compiled(monkeypatch, tmp_path):
    """Lets a build be empty files, beside those of an older one."""
    goal = tmp_path / ".accelerated" / "new"
    (goal.parent / "old").mkdir(parents=True)

    def compiled(package, place, parts):
        (place / "engine").mkdir()
        for name in ("engine/one", "all"):
            (place / f"{name}{SUFFIX}").touch()

    monkeypatch.setattr(accelerate, "compile_engine", compiled)
    monkeypatch.setattr(accelerate, "folder_of", lambda: goal)
    return goal


@needs_a_compiler
def test_a_build_that_plays_the_same_takes_the_place_of_all_others(nothing_compiled, monkeypatch, capsys):
    monkeypatch.setattr(accelerate, "difference", lambda build: "" if not nothing_compiled.exists() else "not yet")
    assert accelerate.main([]) == 0
    assert "Compiled 1 modules" in capsys.readouterr().out
    assert [one.name for one in nothing_compiled.parent.iterdir()] == ["new"]
    assert {one.name for one in nothing_compiled.rglob(f"*{SUFFIX}")} == {f"one{SUFFIX}", f"all{SUFFIX}"}


@needs_a_compiler
def test_a_build_that_plays_other_matches_leaves_the_older_one(nothing_compiled, monkeypatch, capsys):
    monkeypatch.setattr(accelerate, "difference", lambda build: "It plays other matches.")
    assert accelerate.main([]) == 1
    assert "was not kept" in capsys.readouterr().err
    assert [one.name for one in nothing_compiled.parent.iterdir()] == ["old"]


@needs_a_compiler
def test_a_build_of_files_that_changed_meanwhile_is_not_kept(nothing_compiled, monkeypatch, capsys):
    places = iter((nothing_compiled, nothing_compiled.with_name("edited")))
    monkeypatch.setattr(accelerate, "folder_of", lambda: next(places))
    monkeypatch.setattr(accelerate, "difference", lambda build: "")
    assert accelerate.main([]) == 1
    assert "changed meanwhile" in capsys.readouterr().err
    assert not nothing_compiled.exists()


def test_where_nothing_is_compiled_there_is_nothing_to_compare(nothing_compiled, capsys):
    assert accelerate.main(["compare"]) == 0
    assert "nothing to compare" in capsys.readouterr().out


def test_without_a_compiler_nothing_changes(nothing_compiled, monkeypatch, capsys):
    monkeypatch.setenv("CC", "no-such-compiler")
    assert accelerate.main([]) == 1
    assert "No C compiler" in capsys.readouterr().err
    assert not nothing_compiled.exists()


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

    def ran(*words, **more):
        return subprocess.run(
            [sys.executable, *words],
            cwd=tmp_path,
            env={**environment, **more},
            capture_output=True,
            text=True,
            check=False,
        )

    # The optimizer of the C compiler is not on trial.
    built = ran("-m", "engine.accelerate", "kernel", MYPYC_OPT_LEVEL="0")
    assert built.returncode == 0, built.stderr
    assert "the same matches" in built.stdout
    asked = ("-c", "import engine, engine.kernel.machine as one; print(engine.BUILD, one.__file__)")
    assert ran(*asked).stdout.startswith(f"compiled {tmp_path}/.accelerated/")
    assert ran(*asked, **{SWITCH: "1"}).stdout.startswith(f"python {tmp_path}/engine/kernel/machine.py")
    (tmp_path / "engine/errors.py").write_text((tmp_path / "engine/errors.py").read_text() + "\n")
    assert ran(*asked).stdout.startswith("python "), "an edit of any file leaves the build aside"
