"""Numbers that effects and conditions read off the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.language.spec import Enum, LocalizedText, NodeSpec, case, field, option
from engine.toolkit.nodes.rows import number


def count(subjects: Mapping[str, LocalizedText], run: Any, search: tuple[str, str]) -> NodeSpec:
    """Return the value `count`, whose word says what is counted.

    Shapes: `subjects` are what may be counted, with what rules text calls the number ("the number of your units"); `run` takes the state, the
            environment and the word.
    """
    words = tuple(option(name, *text) for name, text in subjects.items())
    cases = tuple(case({"of": name}, *text) for name, text in subjects.items())
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
