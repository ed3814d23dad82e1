"""Numbers that effects and conditions read off the table."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engine.language.spec import Enum, LocalizedText, NodeSpec, field, option, result
from engine.toolkit.nodes.rows import number


def count(
    subjects: Mapping[str, LocalizedText],
    run: Any,
    search: tuple[str, str],
    comparisons: Mapping[str, LocalizedText] = MappingProxyType({}),
) -> NodeSpec:
    """Return the value `count`, whose word says what is counted.

    Shapes: `subjects` are what may be counted, with what rules text calls the number ("the number of your units"); `run` takes the state, the
            environment and the word; `comparisons` are how the comparison of some with `{n}` reads ("you have {n:card|cards} in hand").
    """
    words = tuple(option(name, *text) for name, text in subjects.items())
    cases = tuple(result(*text, *comparisons.get(name, ()), when={"of": name}) for name, text in subjects.items())
    return number(
        "count",
        "Count",
        "数量",
        (field("of", Enum(words), "Of", "对象"),),
        "the number",
        "数量",
        run,
        search,
        cases=cases,
    )
