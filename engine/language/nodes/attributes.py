"""What a chooser asks of its things, as fields beside its filter: the kind, tag or school, a cost or health within bounds, another one.

A game names what its things have and how it is read off the table; the field, its check, its test in a match and its place in the noun
phrase follow: `{"type": "cardChooser", "school": "frost", "costAtMost": 2}` is "a frost card of your choice that costs 2 or less".
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from engine.kernel.in_flight import Environment
from engine.kernel.state import State
from engine.language.spec import Attribute, Enum, Field, LocalizedText, Number, Shape, field, option, optional, record
from engine.language.spec.fields import FieldAnalysis
from engine.language.spec.records import RecordSpec
from engine.language.spec.shapes import ObjectShape

Read = Callable[[State, int], Any]
"""Reads a word, some words or a number of a thing off the table; None where it has none."""
BEFORE = LocalizedText("{}", "{}")
"""A word that stands before its noun as it is."""
ONLY_KEY = "only"


def word(name: str, shape: Shape, en: str, zh: str, read: Read, **parts: Any) -> Field:
    """Return the field of a word that a thing has, or has among others: its kind, school, element or tag.

    Shapes: keywords are those of `Attribute` and of `Field`; the word comes before the noun unless `noun` or `clause` says otherwise.
    """

    def test(st: State, env: Environment, eid: int, expected: str) -> bool:
        words = read(st, eid)
        return expected == words if words is None or isinstance(words, str) else expected in words

    reads = parts.pop("reads", ""), "="
    texts = {key: parts.pop(key) for key in ("noun", "before", "clause") if key in parts} or {"before": BEFORE}
    return optional(name, shape, en, zh, attribute=Attribute(test, reads=reads, **texts), **parts)


def bounds(
    name: str,
    titles: tuple[str, str],
    below: tuple[str, str],
    above: tuple[str, str],
    read: Read,
    high: int = 99,
) -> tuple[Field, Field]:
    """Return the two fields that bound a number of a thing: `costAtMost` and `costAtLeast` for `cost`.

    Shapes: titles, and what is said of a thing within the upper and lower bound, `{}` being the bound, in English and Chinese.
    """

    def at_most(st: State, env: Environment, eid: int, bound: int | None) -> bool:
        number = read(st, eid)
        return number is not None and bound is not None and number <= bound

    def at_least(st: State, env: Environment, eid: int, bound: int | None) -> bool:
        number = read(st, eid)
        return number is not None and bound is not None and number >= bound

    en, zh = titles
    return (
        _bound(f"{name}AtMost", f"{en} at most", f"{zh}至多", high, Attribute(at_most, clause=LocalizedText(*below))),
        _bound(
            f"{name}AtLeast", f"{en} at least", f"{zh}至少", high, Attribute(at_least, clause=LocalizedText(*above))
        ),
    )


def _bound(name: str, en: str, zh: str, high: int, attribute: Attribute) -> Field:
    return optional(name, Number(0, high), en, zh, attribute=attribute)


def of_property(name: str, bounding: tuple[Field, Field]) -> tuple[Field, ...]:
    """Return the two fields that bound a number, which is the property of that name: what a filter asks of it reads as these fields do."""
    return tuple(
        replace(key, attribute=replace(key.attribute, reads=(name, sign)))
        for key, sign in zip(bounding, ("<=", ">="), strict=True)
        if key.attribute is not None
    )


def stat_bounds(name: str, en: str, zh: str, read: Read, high: int = 99) -> tuple[Field, Field]:
    """Return the two fields that bound a stat, as `bounds`: "with 2 or less attack"."""
    return bounds(
        name,
        (en.capitalize(), zh),
        (f"with {{}} or less {en}", f"{zh}不超过{{}}"),
        (f"with {{}} or more {en}", f"{zh}不少于{{}}"),
        read,
        high,
    )


def cost_bounds(read: Read, zh: str = "费用", high: int = 99) -> tuple[Field, Field]:
    """Return the two fields that bound what a thing costs: "that costs 2 or less"."""
    return bounds(
        "cost",
        ("Cost", zh),
        ("that costs|cost {} or less", f"{zh}不超过{{}}"),
        ("that costs|cost {} or more", f"{zh}不少于{{}}"),
        read,
        high,
    )


def other_than(itself: Callable[[State, Environment], int | None], this: str = "this", zh: str = "此牌") -> Field:
    """Return the field `not`, which leaves out this card, or the thing that bears it."""

    def test(st: State, env: Environment, eid: int, expected: str) -> bool:
        return eid != itself(st, env)

    return optional(
        "not",
        Enum((option(this, "this one", zh),)),
        "But not",
        "排除",
        attribute=Attribute(test, first=LocalizedText("other", "其他")),
    )


def only_record(name: str, en: str, zh: str, fields: tuple[Field, ...]) -> RecordSpec:
    """Return the record of the attributes that a modifier asks for."""
    return record(name, en, zh, *fields)


def only_field(name: str, doc: str, doc_zh: str) -> Field:
    """Return the field `only` of a modifier, which holds such a record."""
    plain = field(ONLY_KEY, ObjectShape(name), "Only", "仅限", doc, doc_zh)
    return replace(plain, required=False, analysis=FieldAnalysis(narrows=True))


__all__ = [
    "BEFORE",
    "ONLY_KEY",
    "bounds",
    "cost_bounds",
    "of_property",
    "only_field",
    "only_record",
    "other_than",
    "stat_bounds",
    "word",
]
