"""Sentences with places, cut into their parts once and remembered."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.language.spec.phrases import Case, fits
from engine.language.spec.shapes import LocalizedText

_PLACE = re.compile(r"\{([A-Za-z_]\w*(?:-[A-Za-z_]\w*)?)(?:'s ([^{}]*)|:([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a sentence.

    Shapes: `own` is what belongs to the thing named, `form` how it is to be put; both may be empty.
    """

    name: str
    own: str = ""
    form: str = ""


Part = str | Place


@lru_cache(maxsize=4096)
def parts(sentence: str) -> tuple[Part, ...]:
    """Return the runs of text and the places of a sentence in order, without the stop at its end."""
    text = sentence.rstrip(".。")
    out: list[Part] = []
    end = 0
    for found in _PLACE.finditer(text):
        if found.start() > end:
            out.append(text[end : found.start()])
        out.append(Place(found[1], found[2] or "", found[3] or ""))
        end = found.end()
    if end < len(text):
        out.append(text[end:])
    return tuple(out)


def places(sentence: str) -> tuple[Place, ...]:
    """Return the places of a sentence."""
    return tuple(part for part in parts(sentence) if isinstance(part, Place))


def chosen(cases: tuple[Case, ...], phrase: LocalizedText, node: Mapping[str, Any]) -> LocalizedText:
    """Return the sentence of the first case that fits the fields of a node, else the plain one."""
    return next((case.phrase for case in cases if fits(case.when, node)), phrase)


_JOINTS = {"and": LocalizedText(" and ", "且"), "or": LocalizedText(" or ", "或")}


def shown(sentence: str, language: str) -> str:
    """Return a sentence as a reader of the reference sees it: places name their field, and the text around them is kept."""
    said: set[str] = set()
    out = ""
    for part in parts(sentence):
        if isinstance(part, str):
            out += part
        elif part.form != "each" or part.name not in said:
            own = f"'s {part.own}" if part.own else ""
            if part.form in _JOINTS:
                own = f"{getattr(_JOINTS[part.form], language)}…"
            if part.form == "not":
                out += {"en": "not: ", "zh": "并非"}[language]
            out += f"{{{part.name}}}{own}{_form_shown(part.form)}"
            said.add(part.name)
    return out + sentence[len(sentence.rstrip(".。")) :]


_FORMS = frozenset(
    [
        "a",
        "called",
        "called a",
        "called all",
        "and",
        "or",
        "not",
        "plus",
        "each",
        "equal",
        "()",
        "first",
        "last",
        "span",
    ]
)
"""Ways of putting a field that add no word of their own."""


def _form_shown(form: str) -> str:
    words = form.removeprefix("-").rpartition("|")[2]
    if not words or words in _FORMS:
        return ""
    return f" {words}" if words.isascii() else words
