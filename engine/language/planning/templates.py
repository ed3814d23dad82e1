"""Sentences with places, split into their parts once and cached."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engine.json_values import Json
from engine.language.spec import Case, LocalizedText
from engine.language.spec.phrases import fits

_PLACE = re.compile(r"\{([A-Za-z_]\w*(?:-[A-Za-z_]\w*)?)(?:'s ([^{}]*)|:([^{}]*))?\}")


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a sentence.

    Shapes: `own` is a property of the thing named, `form` how it is put; both may be empty. `before` and `after` are
            the runs of text around it.
    """

    name: str
    own: str = ""
    form: str = ""
    before: str = field(default="", compare=False)
    after: str = field(default="", compare=False)


Part = str | Place
PLAIN: Final = Place("")
"""A place with no text around it."""


@lru_cache(maxsize=4096)
def parts(sentence: str) -> tuple[Part, ...]:
    """Return the runs of text and the places of a sentence in order, without the stop at its end."""
    before, *rest = _PLACE.split(sentence.rstrip(".。"))
    out: list[Part] = [before]
    for name, own, form, after in zip(*(rest[start::4] for start in range(4)), strict=True):
        out += [Place(name, own or "", form or "", before, after), after]
        before = after
    return tuple(part for part in out if part)


def lower_first(text: str) -> str:
    """Return a sentence as part of another."""
    return text[:1].lower() + text[1:]


def places(sentence: str) -> tuple[Place, ...]:
    """Return the places of a sentence."""
    return tuple(part for part in parts(sentence) if isinstance(part, Place))


def select_phrase(cases: tuple[Case, ...], phrase: LocalizedText, node: Json) -> LocalizedText:
    """Return the sentence of the first case that fits the fields of a node, else the plain one."""
    return next((case.phrase for case in cases if fits(case.when, node)), phrase)
