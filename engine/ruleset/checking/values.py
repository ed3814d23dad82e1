"""Every value of a declaration by its annotation, and every text in both languages: what a missing or misplaced value would break later."""

from __future__ import annotations

import builtins
import collections.abc
import inspect
import sys
import types
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any, Final, Literal, Union, get_args, get_origin

from engine.language.spec.shapes import LocalizedText
from engine.ruleset.faults import Field as WrittenField
from engine.ruleset.faults import Misdeclared, WrongType

NAMES: Final = ("name", "id", "key", "en")
"""Attributes by which an author would find a declaration."""
MAX_DEPTH: Final = 16
AFFIXES: Final = ("before", "suffix")
"""Fields of phrases that are words of one language alone: the other puts them on the other side of the noun."""


class _Names(dict[str, Any]):
    """The names of a module; one that it imports for type checkers alone may be anything."""

    def __missing__(self, name: str) -> Any:
        return getattr(builtins, name, Any)


def wrong_values(declaration: Any, owner: tuple[str, ...] = (), depth: int = 0) -> Iterator[Misdeclared]:
    """Yield what is no value of its annotation, or no text in both languages, in a declaration and all that it holds."""
    if isinstance(declaration, LocalizedText):
        yield from _wrong_text(declaration, owner)
    elif is_dataclass(declaration) and not isinstance(declaration, type):
        path = _called(declaration) or owner
        for spec in fields(declaration):
            value = getattr(declaration, spec.name)
            annotation = annotations_of(type(declaration)).get(spec.name, Any)
            if not conforms(value, annotation):
                yield _wrong_type(declaration, spec, value, path)
            elif depth < MAX_DEPTH and spec.init and spec.name not in AFFIXES:
                part = path if depth else ()
                yield from wrong_values(value, (*path, spec.name) if spec.name == "title" else part, depth + 1)
    elif isinstance(declaration, Mapping):
        for key, value in declaration.items():
            yield from wrong_values(value, owner or (str(key),), depth + 1)
    elif isinstance(declaration, tuple | list):
        for value in declaration:
            yield from wrong_values(value, owner, depth + 1)


def _called(declaration: Any) -> tuple[str, ...]:
    names = (getattr(declaration, name, None) for name in NAMES)
    return next(((name,) for name in names if isinstance(name, str) and name), ())


def _wrong_text(text: LocalizedText, owner: tuple[str, ...]) -> Iterator[Misdeclared]:
    if not all(isinstance(words, str) for words in text):
        yield WrongType(
            f"this is no text in both languages: {tuple(text)!r}", f"这不是双语文本：{tuple(text)!r}", *owner
        )
    elif bool(text.en.strip()) != bool(text.zh.strip()):
        there, en, zh = (text.en, "Chinese", "中文") if text.en.strip() else (text.zh, "English", "英文")
        yield Misdeclared(f"the text {there!r} has no {en}", f"文本 {there!r} 缺少{zh}", *owner[:1], there)
    elif owner and owner[-1] == "title" and not text.en.strip():
        yield Misdeclared(f"{owner[0]} has an empty title", f"{owner[0]} 的标题为空", owner[0])


def _wrong_type(declaration: Any, spec: Field[Any], value: Any, path: tuple[str, ...]) -> Misdeclared:
    what = f"{type(declaration).__name__} {path[0]}" if path else type(declaration).__name__
    text = f"{value!r:.80}"
    return WrongType(
        f"{what}: `{spec.name}` is {text}, which is no {spec.type}",
        f"{what}：`{spec.name}` 的值 {text} 不是 {spec.type}",
        *path,
        field=WrittenField(spec.name, type(declaration).__name__, repr(value)),
    )


@cache
def annotations_of(kind: type) -> Mapping[str, Any]:
    """Return the annotations of a dataclass, each evaluated in the module that has it.

    Of a compiled class they are evaluated, without their brackets; mypyc writes `type` for one that is no class, such as a union.
    """
    by_field: dict[str, Any] = {}
    for base in reversed(kind.__mro__):
        names = _Names(vars(sys.modules[base.__module__]))
        for name, annotation in inspect.get_annotations(base).items():
            try:
                is_text = isinstance(annotation, str)
                evaluated = eval(annotation, {}, names) if is_text else annotation  # noqa: S307  our own source
                by_field[name] = Any if evaluated is type and not is_text else evaluated
            except TypeError:
                by_field[name] = Any
    return by_field


def conforms(value: Any, annotation: Any) -> bool:
    """Return whether a value is one of an annotation, as far as that can be seen without calling anything."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if annotation is Any or isinstance(annotation, str):
        return True
    if annotation is None or annotation is type(None):
        return value is None
    if origin in (Union, types.UnionType):
        return any(conforms(value, one) for one in arguments)
    if origin is Literal:
        return value in arguments
    if origin is type:
        return isinstance(value, type)
    if origin is Callable or origin is types.FunctionType:
        return callable(value)
    if origin is not None:
        return _holds(value, origin, arguments)
    return not isinstance(annotation, type) or isinstance(value, annotation) or _is_protocol(annotation)


def _holds(value: Any, origin: Any, arguments: tuple[Any, ...]) -> bool:
    if origin is collections.abc.Callable:
        return callable(value)
    if not isinstance(value, origin) or (isinstance(value, str) and origin is not str):
        return False
    if origin is tuple and arguments and arguments[-1] is not Ellipsis:
        return len(value) == len(arguments) and all(map(conforms, value, arguments))
    if isinstance(value, Mapping) and arguments:
        return _all(value, arguments[0]) and _all(value.values(), arguments[-1])
    if isinstance(value, Collection) and arguments:
        return _all(value, arguments[0])
    return True


def _all(values: Iterable[Any], annotation: Any) -> bool:
    return all(conforms(value, annotation) for value in values)


def _is_protocol(annotation: type) -> bool:
    return bool(getattr(annotation, "_is_protocol", False))
