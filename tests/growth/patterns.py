"""Every regular expression of the Python code, found in its syntax trees: what it is, and how it is used."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, Final

from tests.growth.measure import ROOT

PACKAGES: Final = ("engine", "cards", "portal")
PROGRAMS: Final = ("bootstrap.py", "manage.py")
FUNCTIONS: Final = {
    "compile": (), "match": ("match",), "fullmatch": ("fullmatch",), "search": ("search",), "findall": ("finditer",),
    "finditer": ("finditer",), "sub": ("finditer",), "subn": ("finditer",), "split": ("finditer",),
}  # fmt: skip
"""The functions that take a pattern, and what they do with a text."""
HARMLESS: Final = frozenset(("Pattern", "Match", "error", "escape", *re.RegexFlag.__members__))
ANY_USE: Final = ("match", "fullmatch", "finditer")
"""What may be done with a pattern whose uses are not all seen."""


@dataclass
class Site:
    """One place that makes or uses a pattern."""

    place: str
    name: str = ""
    pattern: str | bytes | None = None
    flags: int = 0
    uses: set[str] = field(default_factory=set)
    """Shapes: pattern is nothing where it is made from data; name is that of the constant that it is kept as."""


@dataclass
class Survey:
    """What a module does with patterns."""

    sites: list[Site] = field(default_factory=list)
    escapes: list[str] = field(default_factory=list)
    strange: list[str] = field(default_factory=list)


def modules() -> Iterator[Path]:
    """Yield the files of the Python code that runs in the portal or beside it."""
    for package in PACKAGES:
        yield from (path for path in sorted((ROOT / package).rglob("*.py")) if "migrations" not in path.parts)
    yield from (ROOT / name for name in PROGRAMS)


def survey(files: list[Path]) -> Survey:
    """Return every pattern of some files with its uses."""
    matching_survey, trees = Survey(), {path: ast.parse(path.read_text("utf-8")) for path in files}
    for path, tree in trees.items():
        if any(_imports_re(node) for node in ast.walk(tree)):
            _Reader(path, matching_survey).visit(tree)
    places = {path: path.relative_to(ROOT) for path in trees}
    uses = {places[path].as_posix(): _Uses(tree, ".".join(places[path].parent.parts)) for path, tree in trees.items()}
    for site in matching_survey.sites:
        if not site.uses:
            file = site.place.partition(":")[0]
            users = [each for other, each in uses.items() if other == file or each.imports_from(file, site.name)]
            site.uses = set().union(*(each.does_with(site.name) for each in users)) or set(ANY_USE)
    return matching_survey


def _imports_re(node: ast.AST) -> bool:
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
    return "re" in names or (isinstance(node, ast.ImportFrom) and node.module == "re")


class _Reader(ast.NodeVisitor):
    """Reads one module that imports `re`."""

    def __init__(self, path: Path, found: Survey) -> None:
        self.file, self.found = path.relative_to(ROOT).as_posix(), found
        self.scope: list[str] = []
        self.called: set[int] = set()
        self.names: dict[int, str] = {}

    def place(self) -> str:
        return f"{self.file}:{'.'.join(self.scope)}" if self.scope else self.file

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        if node.module == "re":
            self.found.strange.append(f"{self.place()}: imports from re")

    def visit_Import(self, node: ast.Import) -> None:
        if any(alias.name == "re" and alias.asname for alias in node.names):
            self.found.strange.append(f"{self.place()}: renames re")

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self.scope.append(node.name)
        self.generic_visit(node)
        self.scope.pop()

    visit_ClassDef = visit_FunctionDef  # noqa: N815  ast's own name

    def visit_Assign(self, node: ast.Assign) -> None:
        if isinstance(node.targets[0], ast.Name):
            self._named(node.value, node.targets[0].id)
        self.generic_visit(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if isinstance(node.target, ast.Name) and node.value is not None:
            self._named(node.value, node.target.id)
        self.generic_visit(node)

    def _named(self, value: ast.expr, name: str) -> None:
        """Remember under which name patterns are kept, also several in a dict or a list."""
        self.names.update((id(node), name) for node in ast.walk(value) if isinstance(node, ast.Call))

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Attribute) and _is_re(node.func) and node.func.attr in FUNCTIONS:
            self.called.add(id(node.func))
            self._site(node, node.func.attr)
        self.generic_visit(node)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if _is_re(node) and id(node) not in self.called and node.attr not in HARMLESS:
            self.found.strange.append(f"{self.place()}: re.{node.attr} is no call")
        if _is_re(node) and node.attr == "escape":
            self.found.escapes.append(self.place())
        self.generic_visit(node)

    def _site(self, node: ast.Call, function: str) -> None:
        site = Site(self.place(), self.names.get(id(node), ""), uses=set(FUNCTIONS[function]))
        space = self._space()
        with suppress(NameError, TypeError):  # it is made from what the function is given
            site.pattern = _value(node.args[0], space)
        flag_at = {"compile": 1, "sub": 4, "subn": 4, "split": 3}.get(function, 2)
        given = [key.value for key in node.keywords if key.arg == "flags"] + node.args[flag_at : flag_at + 1]
        site.flags = int(_value(given[0], space)) if given else 0
        self.found.sites.append(site)

    def _space(self) -> dict[str, Any]:
        name = self.file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        if name == "engine.bench":  # a program, not a module: it measures when it is imported
            return {"re": re}
        return vars(importlib.import_module(name))


def _is_re(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id == "re"


def _value(node: ast.expr, space: dict[str, Any]) -> Any:
    return eval(compile(ast.Expression(node), "pattern", "eval"), dict(space))  # noqa: S307  code of this repository


class _Uses(ast.NodeVisitor):
    """What one module does with each name: methods of patterns, and the functions that it hands a name to."""

    def __init__(self, tree: ast.Module, package: str = "") -> None:
        self.package = package
        self.does: dict[str, set[str]] = {}
        self.handed: set[str] = set()
        self.imports: set[tuple[str, str]] = set()
        self.functions = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}
        self.visit(tree)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        holder = node.value.value if isinstance(node.value, ast.Subscript) else node.value
        if isinstance(holder, ast.Name) and node.attr in FUNCTIONS:
            self.does.setdefault(holder.id, set()).update(FUNCTIONS[node.attr])
        elif (
            isinstance(holder, ast.Name) and node.attr == "pattern"
        ):  # part of another pattern, which is found where it is made
            self.does.setdefault(holder.id, set()).add("fullmatch")
        else:
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Follow a pattern that is handed to a function of the same module."""
        taker = self.functions.get(node.func.id) if isinstance(node.func, ast.Name) else None
        for number, arguments in enumerate(node.args):
            if taker is not None and isinstance(arguments, ast.Name) and number < len(taker.args.args):
                inside = _Uses(ast.Module(taker.body, []))
                name = taker.args.args[number].arg
                if name in inside.does and name not in inside.handed:
                    self.does.setdefault(arguments.id, set()).update(inside.does[name])
                    continue
            self.visit(arguments)
        self.visit(node.func)
        for key in node.keywords:
            self.visit(key)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        name = f"{'.' * node.level}{node.module or ''}"
        module = resolve_name(name, self.package) if node.level and self.package else name
        self.imports.update((module, alias.name) for alias in node.names)

    def imports_from(self, file: str, name: str) -> bool:
        """Return whether a name comes from a file, or from a package around it that hands it on."""
        module = file.removesuffix(".py").replace("/", ".")
        return any(
            imported == name and (module == source or module.startswith(f"{source}."))
            for source, imported in self.imports
        )

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            self.handed.add(node.id)

    def does_with(self, name: str) -> set[str]:
        """Return what is done with a name that is known to be a pattern, or several."""
        return set(ANY_USE) if name in self.handed else self.does.get(name, set())
