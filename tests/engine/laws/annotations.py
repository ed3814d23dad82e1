"""Whether what functions are called with, and return, is what they are annotated with, as the compiled engine checks it.

Python plays on where an annotation is wrong, the compiled engine ends with a TypeError: so each call of a function of the engine is looked at
while cards are played as Python. Only what a class says is checked: numbers, texts, tuples, the engine's own classes, and these or None.
"""

from __future__ import annotations

import sys
import types
import typing
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import engine

ENGINE = str(Path(engine.__file__).parent)
RETURNS = "return"
GENERATORS = 0x20 | 0x80 | 0x200
"""Flags of the code of generators and coroutines: what these return is made by Python."""


@contextmanager
def annotations_checked() -> Iterator[set[str]]:
    """Look at each call of a function of the engine, and yield the lies: `FILE:LINE NAME is of CLASS`.

    Shapes: functions that were imported before count too; what a closure is annotated with is found by the module that holds it.
    """
    lies: set[str] = set()

    def look(frame: FrameType, event: str, value: Any) -> None:
        if event not in ("call", RETURNS):
            return
        code = frame.f_code
        classes = _classes(code)
        if not classes:
            return
        found = frame.f_locals.items() if event == "call" else ((RETURNS, value),)
        for name, actual in found:
            allowed = classes.get(name)
            # A function that raises returns None to a profile, so that None says nothing.
            if allowed is not None and not isinstance(actual, allowed) and not (event == RETURNS and actual is None):
                where = code.co_filename.removeprefix(ENGINE).lstrip("/")
                lies.add(f"{where}:{code.co_firstlineno} {code.co_qualname} {name} is of {type(actual).__name__}")

    sys.setprofile(look)
    try:
        yield lies
    finally:
        sys.setprofile(None)


@cache
def _classes(code: CodeType) -> Mapping[str, tuple[type, ...]]:
    """Return the classes that the parameters of a function, and what it returns, may be of; those that no class tells are left out."""
    if not code.co_filename.startswith(ENGINE):
        return {}
    annotated = _annotations(code.co_filename).get((code.co_name, code.co_firstlineno), {})
    module = next(
        (each for each in list(sys.modules.values()) if getattr(each, "__file__", None) == code.co_filename), None
    )
    if module is None:
        return {}
    named = {name: text for name, text in annotated.items() if name != RETURNS or not code.co_flags & GENERATORS}
    classes = {name: _allowed(text, vars(module)) for name, text in named.items()}
    return {name: allowed for name, allowed in classes.items() if allowed}


@cache
def _annotations(file: str) -> Mapping[tuple[str, int], Mapping[str, str]]:
    """Return what the functions of a file are annotated with, by their name and the line at which their code begins."""
    import ast

    table = {}
    for node in ast.walk(ast.parse(Path(file).read_text())):
        if isinstance(node, ast.FunctionDef):
            line = min([node.lineno, *(each.lineno for each in node.decorator_list)])
            parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
            texts = {each.arg: ast.unparse(each.annotation) for each in parameters if each.annotation is not None}
            if node.returns is not None:
                texts[RETURNS] = ast.unparse(node.returns)
            table[node.name, line] = texts
    return table


def _allowed(text: str, names: Mapping[str, Any]) -> tuple[type, ...]:
    """Return the classes of an annotation; none where it says more, or something else, than a class."""
    try:
        annotation = eval(text, dict(names))  # noqa: S307 - the engine's own source
    except (NameError, TypeError, AttributeError):
        return ()
    return _classes_of(annotation)


def _classes_of(annotation: Any) -> tuple[type, ...]:
    if annotation is None:
        return (type(None),)
    if isinstance(annotation, types.UnionType) or typing.get_origin(annotation) is typing.Union:
        parts = [_classes_of(part) for part in typing.get_args(annotation)]
        return tuple(each for part in parts for each in part) if all(parts) else ()
    origin = typing.get_origin(annotation) or annotation
    if isinstance(origin, typing.NewType):
        return _classes_of(origin.__supertype__)
    if (
        not isinstance(origin, type)
        or origin is Any
        or typing.is_typeddict(origin)
        or getattr(origin, "_is_protocol", False)
    ):
        return ()
    if origin.__module__ == "collections.abc":
        return ()
    return (int,) if origin is bool else (int, float) if origin is float else (origin,)
