"""No name that ships is used by tests alone: every function, class and constant of a module is named outside its own definition.

A name counts as used where shipped Python, a worked example, a template, the Makefile or `pyproject.toml` names it; an import and a list in `__all__` alone
are no use, but in `engine.api`, which is the public entry point. Two things of one name hide each other.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from tests.architecture.sources import ROOT, named, python_files, tracked

SHIPPED_FOLDERS = ("engine/", "cards/", "portal/")
DOOR = "engine/api/__init__.py"
CALLED_BY_FRAMEWORKS = frozenset({"connect", "filter", "receiver", "simple_tag", "tag", "inclusion_tag", "shared_task"})
"""Decorators by which a framework learns of a function."""
READ_BY_FRAMEWORKS = frozenset({"app_name", "urlpatterns", "register", "SessionStore"})
BASES_OF_FRAMEWORKS = frozenset({"AppConfig", "OpenApiAuthenticationExtension", "SessionScheme", "BaseCommand"})
BY_FRAMEWORKS = ("cards/migrations/", "portal/settings/", "portal/gunicorn_settings.py", "portal/urls.py")
"""Files whose names Django, gunicorn or a migration read by themselves."""
EXCEPTIONS: Mapping[str, str] = {
    "resugar": "the inverse of `desugar`: the laws of the surface and the generated cards of the tests need it",
    "JOBS": "points at which tests make a worker crash",
    "SERVICES": "points at which tests make a service crash",
    "STATS_MAX": "how many numbers a face has room for, to which the faces of every game are held",
    "check_dice": "conformance: 004 check_dice",
}
"""Names that nothing that ships uses, each with its reason; it may only shrink."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def definitions(tree: ast.Module) -> Iterator[tuple[str, ast.stmt]]:
    """Yield the functions, classes and constants of a module, each with its statement."""
    for node in tree.body:
        match node:
            case ast.FunctionDef(decorator_list=decorators) if last_names(decorators) & CALLED_BY_FRAMEWORKS:
                continue
            case ast.ClassDef(bases=bases) if last_names(bases) & BASES_OF_FRAMEWORKS:
                continue
            case ast.FunctionDef() | ast.ClassDef():
                yield node.name, node
            case ast.Assign(targets=targets):
                yield from ((target.id, node) for target in targets if isinstance(target, ast.Name))
            case ast.AnnAssign(target=ast.Name(id=name)):
                yield name, node


def last_names(expressions: Iterable[ast.expr]) -> set[str]:
    """Return the last name of each expression: `connect` of `@signal.connect(weak=False)`."""
    bare = [each.func if isinstance(each, ast.Call) else each for each in expressions]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in bare}


def words(node: ast.AST, *, is_door: bool) -> Iterator[str]:
    """Yield every name that a piece of code uses, in strings too: frameworks take our names as text."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.name for alias in node.names if is_door)
        return
    if isinstance(node, ast.Assign) and any(
        isinstance(each, ast.Name) and each.id == "__all__" for each in node.targets
    ):
        return
    match node:
        case ast.Name(id=name, ctx=ast.Load()):
            yield name
        case ast.Attribute(attr=name):
            yield name
        case ast.keyword(arg=str(name)):
            yield name
        case ast.Constant(value=str(text)) if len(text) < 200:
            yield from _WORD.findall(text)
    for child in ast.iter_child_nodes(node):
        yield from words(child, is_door=is_door)


def dead(sources: Iterable[tuple[str, str]], pages: Iterable[str] = ()) -> dict[str, str]:
    """Return the names that are used nowhere outside their own definition, each with the file that has it."""
    where: dict[str, str] = {}
    users: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for file, source in sources:
        tree = ast.parse(source)
        owners = {id(node): name for name, node in definitions(tree)}
        for node in tree.body:
            owner = owners.get(id(node), "")
            for word in words(node, is_door=file == DOOR):
                users[word].add((file, owner))
        if not file.startswith(BY_FRAMEWORKS):
            where |= {
                name: file
                for name, _ in definitions(tree)
                if not name.startswith("__") and name not in READ_BY_FRAMEWORKS
            }
    outside = {word for text in pages for word in _WORD.findall(text)}
    return {name: file for name, file in where.items() if name not in outside and not users[name] - {(file, name)}}


@cache
def tree() -> dict[str, str]:
    """Return the dead names of everything that ships."""
    files = [path for path in python_files() if named(path).startswith((*SHIPPED_FOLDERS, "manage.py"))]
    pages = [
        *tracked("templates", "portal/templates", suffixes=(".html", ".txt")),
        *tracked("docs/examples", suffixes=(".py",)),
        ROOT / "Makefile",
        ROOT / "pyproject.toml",
    ]
    return dead(((named(path), path.read_text("utf-8")) for path in files), (path.read_text("utf-8") for path in pages))


class TestNames:
    def test_are_used_by_what_ships(self) -> None:
        assert {f"{file}: {name}" for name, file in tree().items() if name not in EXCEPTIONS} == set()

    def test_that_are_excused_are_dead(self) -> None:
        assert set(EXCEPTIONS) <= set(tree())

    def test_of_a_planted_function_that_a_test_alone_uses_are_found(self) -> None:
        module = "LIMIT = 3\n\ndef used():\n    return LIMIT\n\ndef alone():\n    return alone\n"

        assert dead([("cards/x.py", module), ("cards/y.py", "from cards.x import alone, used\nused()\n")]) == {
            "alone": "cards/x.py"
        }
        assert dead([("cards/x.py", module)], ["{% alone %} used"]) == {}
