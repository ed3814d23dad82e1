"""The reasons for which rules end a match, read from the source: a match keeps the English text, and pages show the reader's."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from engine.language.spec import LocalizedText
from engine.ruleset.faults import Place
from engine.toolkit.faults import Faults

ENDS: Final = {"win": 1, "tie": 0}
"""The methods of a table that end a match, with the place of the reason among their arguments."""


def reasons(
    functions: Iterable[Callable[..., Any]], names: Mapping[str, Any], faults: Faults
) -> dict[str, LocalizedText]:
    """Return the texts with which the files of some functions end matches, by their English; note a fault for each in one language.

    Shapes: `names` are reasons that have a name, and need no text.
    """
    scopes = {function.__code__.co_filename: function.__globals__ for function in functions}
    texts = {}
    for file, scope in scopes.items():
        for node in _expressions(file):
            try:
                reason = eval(compile(ast.Expression(node), file, "eval"), scope)  # noqa: S307  the author's own words
            except (NameError, AttributeError, LookupError, TypeError, ValueError):
                continue  # what the function works out itself is shown as it is
            if (
                isinstance(reason, tuple)
                and len(reason) == 2
                and all(isinstance(text, str) and text for text in reason)
            ):
                texts[reason[0]] = LocalizedText(*reason)
            elif isinstance(reason, str | tuple) and reason not in names:
                faults.refuse(
                    Place(Path(file), node.lineno),
                    f'the reason {reason!r} is not in both languages; expected ("English", "中文"), or game.result(…)',
                    f'原因 {reason!r} 缺少双语文字，应为 ("English", "中文")，或用 game.result(…) 声明',
                )
    return texts


def _expressions(file: str) -> Iterator[ast.expr]:
    """Yield the reasons in the calls of a file that end a match: words, texts, and names of the module."""
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in ENDS:
            continue
        if not isinstance(node.func.value, ast.Name):
            continue
        place = ENDS[node.func.attr]
        named = [keyword.value for keyword in node.keywords if keyword.arg == "reason"]
        reason = next(iter([*node.args[place : place + 1], *named]), None)
        is_text = (
            isinstance(reason, ast.Call) and isinstance(reason.func, ast.Name) and reason.func.id == "LocalizedText"
        )
        if reason is not None and (is_text or isinstance(reason, ast.Constant | ast.Tuple | ast.Name)):
            yield reason
