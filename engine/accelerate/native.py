"""Writes the slotted dataclasses of a module out as plain classes, which mypyc makes native: it knows no `slots=True`.

What `kernel.copying` and `kernel.constructing` compile from a dataclass's fields is written out from the same fields: a copy of a field is
shared, copied, renewed or forgotten as its metadata say.
"""

from __future__ import annotations

import ast
from typing import NamedTuple

from engine.errors import EngineBug

COPIES = {
    "": "original.{0}",
    "OWN_COPY": "original.{0}.copy()",
    "EMPTY_SET": "set()",
    "RESET": "None",
}
"""What a copy gets for a field, by the name of its metadata in `kernel.copying`."""


class _Field(NamedTuple):
    name: str
    type: str
    default: str
    factory: str
    copied: str


def native(source: str) -> str:
    """Return the source of a module without slotted dataclasses that can be written to; all else stays as it is.

    Errors: EngineBug for a field or a copier of a kind that is not known here.
    """
    tree = ast.parse(source)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef) and _is_slotted(node)}
    fields = {name: _fields(node) for name, node in classes.items()}
    lines = source.split("\n")
    edits: list[tuple[int, int, str]] = []
    for name, kind in classes.items():
        declarations = [part for part in kind.body if isinstance(part, ast.AnnAssign)]
        edits.append((kind.decorator_list[0].lineno, kind.decorator_list[-1].end_lineno or 0, ""))
        edits += [(part.lineno, part.end_lineno or 0, "") for part in declarations[1:]]
        body = _constructor(fields[name]) + ("" if _words(kind).get("eq") == "False" else _equality(name, fields[name]))
        edits.append((declarations[0].lineno, declarations[0].end_lineno or 0, body))
        names = repr(tuple(one.name for one in fields[name]))
        for line in {
            part.lineno for part in ast.walk(kind) if isinstance(part, ast.Attribute) and part.attr == "__slots__"
        }:
            edits.append((line, line, lines[line - 1].replace("self.__slots__", names)))
    for node in tree.body:
        match _factory_call(node):
            case target, "copier", of if of in classes:
                edits.append((node.lineno, node.end_lineno or 0, _copier(target, of, fields[of])))
            case target, "constructor", of if of in classes:
                edits.append((node.lineno, node.end_lineno or 0, f"{target} = {of}"))
    for first, last, text in sorted(edits, reverse=True):
        lines[first - 1 : last] = [text]
    return "\n".join(lines)


def _is_slotted(node: ast.ClassDef) -> bool:
    """Return whether a class is a dataclass with slots that can be written to."""
    words = _words(node)
    return words.get("slots") == "True" and words.get("frozen") != "True"


def _words(node: ast.ClassDef) -> dict[str, str]:
    """Return how a class is made a dataclass, empty for one that is none."""
    return {
        str(word.arg): ast.unparse(word.value)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "dataclass"
        for word in decorator.keywords
    }


def _fields(node: ast.ClassDef) -> list[_Field]:
    return [_field(part) for part in node.body if isinstance(part, ast.AnnAssign)]


def _field(part: ast.AnnAssign) -> _Field:
    name, kind = ast.unparse(part.target), ast.unparse(part.annotation)
    if not (isinstance(part.value, ast.Call) and ast.unparse(part.value.func) == "field"):
        return _Field(name, kind, ast.unparse(part.value) if part.value else "", "", "")
    words = {str(word.arg): ast.unparse(word.value) for word in part.value.keywords}
    copy_kind = words.pop("metadata", "")
    if copy_kind not in COPIES or words.keys() - {"default", "default_factory"}:
        raise EngineBug(f"a field that cannot be written out: {ast.unparse(part)}")
    return _Field(name, kind, words.get("default", ""), words.get("default_factory", ""), copy_kind)


def _constructor(fields: list[_Field]) -> str:
    params = [
        f"{field.name}: {field.type}"
        + (" | None = None" if field.factory else f" = {field.default}" if field.default else "")
        for field in fields
    ]
    assignments = [
        f"        self.{field.name}: {field.type} = "
        + (f"{field.factory}() if {field.name} is None else {field.name}" if field.factory else field.name)
        for field in fields
    ]
    return "\n".join([f"    def __init__(self, {', '.join(params)}) -> None:", *assignments])


def _equality(kind: str, fields: list[_Field]) -> str:
    same = " and ".join(
        ["isinstance(other, " + kind + ")", *(f"self.{one.name} == other.{one.name}" for one in fields)]
    )
    return f"\n\n    def __eq__(self, other: object) -> bool:\n        return {same}"


def _factory_call(node: ast.stmt) -> tuple[str, str, str] | None:
    """Return (name, `copier` or `constructor`, class) of `name = copier(Class)`."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and len(node.value.args) == 1:
        maker = ast.unparse(node.value.func)
        if maker in ("copier", "constructor"):
            return ast.unparse(node.targets[0]), maker, ast.unparse(node.value.args[0])
    return None


def _copier(name: str, kind: str, fields: list[_Field]) -> str:
    values = ", ".join(COPIES[one.copied].format(one.name) for one in fields)
    renewed = [f"    original.{one.name} = set()" for one in fields if one.copied == "EMPTY_SET"]
    return "\n".join([f"def {name}(original: {kind}) -> {kind}:", *renewed, f"    return {kind}({values})"])
