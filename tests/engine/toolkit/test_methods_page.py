"""The tutorial lists what a game declares, what the library brings and what a rule does with the table, by signatures and docstrings; a slip is answered with the nearest of them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from engine.toolkit import library, rulebook, targets
from engine.toolkit.builder import RulesetBuilder
from engine.toolkit.table import Table, unknown_method
from tests.architecture.pages import DOCS

PAGE = DOCS / "contributing" / "duel-step-by-step.md"


def rows() -> Iterator[str]:
    """Yield a row for each public method and property of a table, in their order."""
    for name, method in vars(Table).items():
        if name[0] == "_" or not (callable(method) or isinstance(method, property)):
            continue
        call = f"t.{name}" if isinstance(method, property) else f"t.{name}({', '.join(_parameters(method))})"
        line = (method.__doc__ or "").partition("\n")[0]
        assert line, f"{name} has no docstring"
        yield f"| `{call}` | {line} |"


def _parameters(method: Any, *, skips: int = 1, is_short: bool = False) -> Iterator[str]:
    """Yield the parameters of a function as they are written; in short, those that have a default and come by name are three dots."""
    parameters = list(inspect.signature(method).parameters.items())[skips:]
    for name, parameter in parameters:
        if is_short and (parameter.kind is parameter.KEYWORD_ONLY or parameter.kind is parameter.VAR_KEYWORD):
            yield "…"
            return
        star = "*" if parameter.kind is parameter.VAR_POSITIONAL else ""
        star = "**" if parameter.kind is parameter.VAR_KEYWORD else star
        default = "" if parameter.default is parameter.empty else f"={parameter.default!r}"
        yield f"{star}{name}{default}"


def declarations() -> Iterator[str]:
    """Yield a row for each declaration of a game, in their order."""
    for name, method in vars(RulesetBuilder).items():
        if name[0] != "_":
            yield _row(f"game.{name}", method, ", ".join(_parameters(method, is_short=True)))


def parts() -> Iterator[str]:
    """Yield a row for each part of the library, in their order."""
    for module, scope in (("lib", library), ("targets", targets)):
        for name, function in vars(scope).items():
            is_own = inspect.isfunction(function) and function.__module__ == scope.__name__ and name[0] != "_"
            if not is_own or name == "play":
                continue
            parameters = [*_parameters(function, skips=0)]
            yield _row(f"{module}.{name}", function, "" if parameters == ["game"] else ", ".join(parameters))


def zones() -> Iterator[str]:
    """Yield a row for each sort of zone."""
    for function in (rulebook.deck, rulebook.hand, rulebook.board, rulebook.discard, rulebook.zone):
        yield _row(function.__name__, function, ", ".join(_parameters(function, skips=0)), calls=True)


def _row(name: str, function: Any, parameters: str, *, calls: bool = False) -> str:
    line = (function.__doc__ or "").partition("\n")[0].replace("|", "\\|")
    assert line, f"{name} has no docstring"
    call = f"{name}({parameters})" if parameters or calls or name.startswith("game.") else name
    return f"| `{call}` | {line} |"


@pytest.mark.parametrize(
    ("beginnings", "expected"),
    [
        (("| `t.",), rows),
        (("| `game.",), declarations),
        (("| `lib.", "| `targets."), parts),
        (("| `deck(", "| `hand(", "| `board(", "| `discard(", "| `zone("), zones),
    ],
)
def test_the_page_lists_all_of_them_with_their_docstrings(
    beginnings: tuple[str, ...], expected: Callable[[], Iterator[str]]
) -> None:
    listed = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(beginnings)]

    assert listed == list(expected())


@pytest.mark.parametrize(("slip", "near"), [("redy", "ready"), ("drow", "draw"), ("keyword", "has_keyword")])
def test_a_slip_is_answered_with_the_nearest(slip: str, near: str) -> None:
    assert f"“{near}”" in unknown_method(Table, slip).en


def test_a_table_refuses_what_it_does_not_have() -> None:
    with pytest.raises(AttributeError, match=r"the table has no refil .did you mean “refill”"):
        _ = getattr(Table.__new__(Table), "refil")  # noqa: B009  the name is wrong on purpose
