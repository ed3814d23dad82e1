"""The modules that are compiled, and the compilation: a copy of the engine, so that its own folder stays as it is.

mypyc writes one C file for each module, in a process of its own whose memory ends with it; each is compiled by itself, as many at once as there
are processors. So the build of the whole engine never needs more memory than mypyc does.
"""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any, Final

from engine.accelerate.native import native
from engine.builds import MANIFEST, SUFFIX, TAG, builds_in, entry_of

PARTS = ("kernel", "ruleset", "toolkit", "bots", "language", "rulesets")
AT_WORK = re.compile(r"\bState\b|^def shuffle_top", re.MULTILINE)
"""What a module that runs in a match handles; those of the kernel run in any case."""
LEFT_OUT = {
    "kernel/constructing.py": "it compiles functions by itself",
    "kernel/copying.py": "it compiles functions by itself",
    "kernel/digest.py": "a class of its own inherits from str",
    "kernel/view.py": "`match` over named tuples ends mypyc 2.4.1 with an error of its own",
    "bots/lookahead.py": "its view has slots",
    "rulesets/wizards/nodes/values.py": "a tuple of a global that may be missing ends mypyc 2.4.1 with an error of its own",
    "bots/named.py": "it builds what bots/lookahead.py defines",
    "toolkit/table.py": "each game has a class of its own, whose methods have marks and which reports names it does not have",
    "ruleset/concerns.py": "it declares what a ruleset is made of",
    "ruleset/layouts.py": "it draws boards, which no match asks for",
    "ruleset/parts.py": "it declares what a ruleset is made of",
}
"""Modules that stay Python, and why."""
RARE_MODULES = ("__init__.py", "board.py", "experiment.py", "layout.py", "story.py", "playback.py")
"""Modules that handle a state and are asked seldom: scenarios, tables, stories, the start of a match."""


def modules_of(package: Path, parts: Sequence[str] = ()) -> list[Path]:
    """Return the modules to compile, of some parts or of all."""
    return [
        file
        for part in parts or PARTS
        for file in sorted((package / part).rglob("*.py"))
        if file.relative_to(package).as_posix() not in LEFT_OUT
        and file.name not in RARE_MODULES
        and (part == "kernel" or AT_WORK.search(file.read_text()))
    ]


HOT: Final = ("kernel", "toolkit", "bots", "evaluate", "damage", "match", "targets")
"""Words of the names of C files that run in every thought: these alone are optimized further."""
FLAGS: Final = ("-fPIC", "-fwrapv", "-fvisibility=hidden", "-DNDEBUG", "-w")
SOURCES: Final = "sources.json"


def what_is_missing() -> str:
    """Return what prevents a compilation here: `no-compiler` (with Python's headers), `no-tools` (mypyc), empty where nothing does."""
    if not shutil.which(compiler()) or not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "no-compiler"
    return "" if find_spec("mypyc") and find_spec("setuptools") else "no-tools"


def compiler() -> str:
    """Return the command of the C compiler."""
    return os.environ.get("CC", "cc")


def generate(package: Path, place: Path, parts: Sequence[str] = ()) -> None:
    """Write the C files of the modules of a package into a folder, and what belongs to which library, by a process of its own.

    Errors: CalledProcessError; what mypyc says is printed by it.
    """
    modules = [str(file.relative_to(package.parent)) for file in modules_of(package, parts)]
    shutil.copytree(package, place / package.name, ignore=shutil.ignore_patterns("__pycache__", "*.json", "*.md"))
    for name in modules:
        file = place / name
        file.write_text(native(file.read_text()))
    (place / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")  # or it takes one of a folder around
    _run(place, [sys.executable, "-c", _GENERATE, *modules])


_GENERATE = f"""import json, sys
from mypyc.build import mypycify
made = mypycify([*sys.argv[1:], "--python-version=3.11", "--cache-dir=/dev/null"], multi_file=True)
json.dump([[one.name, one.sources, one.include_dirs] for one in made], open("{SOURCES}", "w"))"""
"""Everything else that this process would import is memory beside the 500 MB that mypyc takes."""


def compile_engine(package: Path, place: Path, parts: Sequence[str] = ()) -> None:
    """Compile modules of the engine in a folder. Two minutes of processor.

    Errors: CalledProcessError; whatever mypyc and the compiler say is printed by them.
    """
    generate(package, place, parts)
    libraries = json.loads((place / SOURCES).read_text(encoding="utf-8"))
    with ThreadPoolExecutor(os.cpu_count() or 1) as processors:
        rows = [(name, source, folders) for name, sources, folders in libraries for source in sources]
        objects = list(processors.map(lambda row: _compile(place, *row), rows))
        of = {
            name: [made for (other, *_), made in zip(rows, objects, strict=True) if other == name]
            for name, *_ in libraries
        }
        list(processors.map(lambda item: _link(place, *item), of.items()))


def _compile(place: Path, library: str, source: str, folders: Sequence[str]) -> str:
    """Compile a C file, and return the name of what it became."""
    target = f"{source}.o"
    includes = [f"-I{folder}" for folder in (*folders, sysconfig.get_path("include"))]
    _run(place, [compiler(), *FLAGS, _level(library, source), *includes, "-c", source, "-o", target])
    return target


def _level(library: str, source: str) -> str:
    """Return how far a C file is optimized: one that only hands a module over not at all."""
    name = Path(source).name
    if not library.endswith("__mypyc"):
        return "-O0"
    hot = not name.startswith("__native_engine") or any(word in name for word in HOT)
    return f"-O{os.environ.get('MYPYC_OPT_LEVEL', '2' if hot else '1')}"


def _link(place: Path, library: str, objects: Iterable[str]) -> None:
    file = place / f"{library.replace('.', '/')}{SUFFIX}"
    flags = str(sysconfig.get_config_var("LDSHARED") or "cc -shared").split()[1:]
    _run(place, [compiler(), *flags, *objects, "-o", str(file)])


def _run(place: Path, words: Sequence[str]) -> None:
    subprocess.run(words, cwd=place, check=True)  # noqa: S603  a list of words, no shell


def read_by(package: Path, modules: Iterable[Path]) -> dict[str, Path]:
    """Return the files of a package that decide how modules are compiled, by their names: these, and all that they import."""
    todo, files = list(modules), set[Path]()
    while todo:
        file = todo.pop()
        if file not in files:
            files.add(file)
            inside = ".".join((package.name, *file.parent.relative_to(package).parts))
            todo += (each for name in _imported(file.read_bytes(), inside) for each in _files(package, name))
    return {file.relative_to(package).as_posix(): file for file in files}


@cache
def _imported(text: bytes, inside: str) -> tuple[str, ...]:
    """Return the names of modules, and of what may be modules, that a file imports anywhere."""
    names: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = resolve_name("." * node.level + (node.module or ""), inside) if node.level else str(node.module)
            names += (module, *(f"{module}.{alias.name}" for alias in node.names))
    return tuple(names)


def _files(package: Path, name: str) -> Iterator[Path]:
    """Yield the files that are loaded for a name of a package: its own and those of the packages around it."""
    first, *words = name.split(".")
    for depth in range(len(words) + 1) if first == package.name else ():
        bare = package.joinpath(*words[:depth])
        yield from (file for file in (bare / "__init__.py", bare.with_suffix(".py")) if file.is_file())


def collect(place: Path, into: Path) -> int:
    """Move the compiled modules of a folder, and nothing else; return how many modules they are."""
    libraries = [file for file in place.rglob(f"*{SUFFIX}") if "build" not in file.relative_to(place).parts]
    for file in libraries:
        target = into / file.relative_to(place)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(file, target)
    return len(libraries) - 1  # one holds the code of all


def manifest(package: Path, parts: Sequence[str] = ()) -> dict[str, Any]:
    """Return what a build of the files that lie in a package now is made of."""
    files = read_by(package, modules_of(package, parts))
    return {"compiler": version("mypy"), "files": {name: entry_of(file) for name, file in sorted(files.items())}}


def name_of(made_of: dict[str, Any]) -> str:
    """Return the name of a build: a hash of what it is made of, and this Python."""
    key = [made_of["compiler"], *((name, entry[0]) for name, entry in made_of["files"].items())]
    return f"{sha256(json.dumps(key).encode()).hexdigest()[:16]}{TAG}"


def keep(build: Path, goal: Path, made_of: dict[str, Any]) -> None:
    """Install a build for imports, at once and whole, and remove all others."""
    (build / MANIFEST).write_text(json.dumps(made_of), encoding="utf-8")
    shutil.rmtree(goal, ignore_errors=True)
    build.rename(goal)
    for other in builds_in(goal.parent):
        if other != goal:
            shutil.rmtree(other)
