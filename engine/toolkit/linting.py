"""Checks of a game's own: their problem codes, and what they find."""

from __future__ import annotations

from typing import Any

from engine.errors import Problem
from engine.language.diagnostics.problems import problem
from engine.language.spec import LocalizedText
from engine.ruleset.parts import ProblemCode


def problem_code(title_en: str, title_zh: str, remedy_en: str, remedy_zh: str) -> ProblemCode:
    """Declare a problem code: the fault of a card, and what its author can do about it, each in both languages."""
    return ProblemCode(LocalizedText(title_en, title_zh), LocalizedText(remedy_en, remedy_zh))


def finding(code: str, path: str, en: str, zh: str, **parts: Any) -> Problem:
    """Return a problem of the value at a JSON Pointer, with its sentence in both languages.

    Shapes: the code begins with `E-` for an error and `W-` for a warning; `parts` are keywords of `Problem`, such as `found`, `wanted`, `fix`.
    """
    return problem(code, path, LocalizedText(en, zh), **parts)
