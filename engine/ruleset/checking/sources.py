"""The author's code as it is written: names that nothing defines, events that are raised and not declared, steps that are not there.

Source: the files of a game's folder, which are read and not run.
"""

from __future__ import annotations

import ast
import builtins
import dis
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final

from engine.kernel.events import BLOCKS as KERNEL_BLOCKS
from engine.ruleset import Ruleset
from engine.ruleset.faults import Misdeclared

_RAISING: Final = ("engine.kernel.events", "engine.toolkit.steps", "engine.toolkit.turns")
"""The modules whose functions take a name that must be declared: an event as `event`, with its values as `payload`, or a block as `code`."""


def wrong_sources(ruleset: Ruleset, package: str) -> Iterator[Misdeclared]:
    """Yield what is wrong in the modules of a game, each with its file and line."""
    labels = _labels(ruleset)
    for module in _modules(ruleset.folder, package):
        file = Path(module.__file__ or "")
        text = file.read_bytes()
        yield from _undefined(compile(text, file, "exec"), module, file)
        tree = ast.parse(text)
        yield from _borrowed(tree, file, package)
        yield from _called(tree, module, file, ruleset)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (module.__name__, node.name) in labels:
                yield from _jumps(node, file, labels[module.__name__, node.name])


def _borrowed(tree: ast.AST, file: Path, package: str) -> Iterator[Misdeclared]:
    """Yield the imports from other games: a copy of a game would run the code of the original."""
    games, _, name = package.rpartition(".")
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and (node.module or "").startswith(f"{games}."):
            game = (node.module or "").removeprefix(f"{games}.").partition(".")[0]
            if game != name:
                yield Misdeclared(
                    f"this imports from the game {game}; within a game write `from .module import name`",
                    f"此处导入了游戏规则 {game}；同一游戏内应写作 `from .module import name`",
                    place=(file, node.lineno),
                )


def _modules(folder: Path, package: str) -> list[ModuleType]:
    modules = [
        (name, module) for name, module in sys.modules.items() if name == package or name.startswith(f"{package}.")
    ]
    return [module for _, module in sorted(modules) if Path(module.__file__ or "").is_relative_to(folder)]


def _undefined(code: CodeType, module: ModuleType, file: Path) -> Iterator[Misdeclared]:
    """Yield the global names that functions read and that their module does not have: they would fail where they are first used."""
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.starts_line or line
        if step.opname == "LOAD_GLOBAL" and not hasattr(module, step.argval) and not hasattr(builtins, step.argval):
            yield Misdeclared(
                f"the name {step.argval} is not defined", f"名称 {step.argval} 未定义", place=(file, line)
            )
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _undefined(constant, module, file)


def _called(tree: ast.AST, module: ModuleType, file: Path, ruleset: Ruleset) -> Iterator[Misdeclared]:
    """Yield events and blocks whose names are written where they are raised or run, and that are not there or have other fields."""
    events = {event.name: event for event in ruleset.vocabulary.events}
    blocks = {block.id for block in (*KERNEL_BLOCKS, *ruleset.blocks)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        arguments = _arguments(node, vars(module).get(node.func.id))
        place = (file, node.lineno)
        code, name = _constant(arguments.get("code")), _constant(arguments.get("event"))
        if code is not None and code not in blocks:
            yield Misdeclared(f"the block {code!r} is run and not there", f"运行了不存在的代码块 {code!r}", place=place)
        if name is None:
            continue
        if name not in events:
            yield Misdeclared(
                f"the event {name!r} is raised and not declared", f"触发了未声明的事件 {name!r}", place=place
            )
        elif (count := _length(arguments.get("payload", ()))) is not None and count != len(events[name].fields):
            fields = ", ".join(events[name].fields) or "none"
            yield Misdeclared(
                f"the event {name!r} is raised with {count} values; its fields are {fields}",
                f"事件 {name!r} 触发时带 {count} 个值；其字段为 {fields}",
                place=place,
            )


def _arguments(call: ast.Call, function: Any) -> dict[str, Any]:
    """Return the arguments of a call by parameter, as written, where its function takes a name that must be declared."""
    keywords = {keyword.arg: keyword.value for keyword in call.keywords if keyword.arg is not None}
    if getattr(function, "__module__", "") not in _RAISING or not callable(function):
        return {}
    try:
        return signature(function).bind_partial(*call.args, **keywords).arguments
    except (
        TypeError,
        ValueError,
    ):  # a wrong call fails where it is made; a compiled function may not tell its parameters
        return {}


def _constant(value: Any) -> Any:
    return value.value if isinstance(value, ast.Constant) else None


def _length(payload: Any) -> int | None:
    """Return how many values a payload has, written as a tuple or one by one; None where that is not written there."""
    values = payload if isinstance(payload, tuple) else payload.elts if isinstance(payload, ast.Tuple) else None
    return None if values is None or any(isinstance(item, ast.Starred) for item in values) else len(values)


def _labels(ruleset: Ruleset) -> dict[tuple[str, str], frozenset[str]]:
    """Return the labels that each native step may jump to, by its module and name; a step of several blocks has those of all."""
    labels: dict[tuple[str, str], frozenset[str]] = {}
    for block in ruleset.blocks:
        for step in block.ops if block.labels else ():
            key = (getattr(step, "__module__", ""), getattr(step, "__name__", ""))
            labels[key] = labels.get(key, frozenset()) | frozenset(block.labels)
    return labels


def _jumps(function: ast.FunctionDef, file: Path, labels: frozenset[str]) -> Iterator[Misdeclared]:
    """Yield the steps that a step names and that its block does not have."""
    for node in ast.walk(function):
        if isinstance(node, ast.Return):
            for word in _words(node.value):
                if word.value not in labels:
                    yield Misdeclared(
                        f"the step {function.name} jumps to {word.value!r}, which its block does not have",
                        f"步骤 {function.name} 跳转到 {word.value!r}，而其代码块中没有该步骤",
                        place=(file, word.lineno),
                    )


def _words(value: Any) -> Iterator[ast.Constant]:
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value
    elif isinstance(value, ast.IfExp):
        yield from _words(value.body)
        yield from _words(value.orelse)
