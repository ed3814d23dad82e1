"""An amount that is a plain number of things reads "for each of them", whatever the effect and the things, in every game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from engine.language.planning.plan import sentence_of
from engine.language.spec import Enum, Number, Vocabulary
from engine.language.text.describe import sentence
from engine.rulesets import find, shipped_names

Json = dict[str, Any]
MEASURED = re.compile(r"\b7 (?!times\b)\w+")
"""A number with what it is of."""
FORMULA = re.compile("equal to the number of|等同于")
BOUNDS = {
    "drawUpTo.hand": "the size of a hand up to which cards are drawn",
    "DRAW_UP_TO.hand": "the size of a hand up to which cards are drawn",
    "search.amount": "at most so many are taken",
    "PICK.max": "at most so many are taken",
    "PICK_CARD.max": "at most so many are taken",
    "destroyCards.count": "how far down a deck it reaches",
    "reveal.amount": "how far down a pile it reaches",
    "refresh.amount": "how often something may be done",
}
"""Numbers that are no amounts of something, each with what they are."""
DURATION = "turns"


def counts(vocabulary: Vocabulary) -> Iterator[Json]:
    """Yield the values that are plain numbers of things, each with every word that its fields may have."""
    for spec in vocabulary.family("value").values():
        nodes: list[Json] = [{"type": spec.name}]
        for key in spec.fields:
            if isinstance(key.shape, Enum) and key.required:
                nodes = [{**node, key.name: word} for node in nodes for word in key.shape.names]
        yield from (node for node in nodes if sentence_of(spec, node).en.startswith("the number of "))


@pytest.mark.parametrize("ruleset", shipped_names())
def test_reads_for_each_of_them(ruleset: str) -> None:
    vocabulary = find(ruleset).vocabulary
    kind = vocabulary.kinds[-1]
    card = {"id": "x", **({kind.marker: kind.word} if kind.marker is not None and kind.word is not None else {})}
    values = list(counts(vocabulary))
    formulas = set()
    for spec in vocabulary.family("effect").values():
        for key in spec.fields:
            place = f"{spec.name}.{key.name}"
            if (
                not isinstance(key.shape, Number)
                or key.name == DURATION
                or not MEASURED.search(sentence(vocabulary, card, {"type": spec.name, key.name: 7}, "en"))
            ):
                continue
            for value in values:
                texts = [
                    sentence(vocabulary, card, {"type": spec.name, key.name: value}, language)
                    for language in ("en", "zh")
                ]
                formulas |= {place for text in texts if FORMULA.search(text)}

    assert values
    assert formulas - BOUNDS.keys() == set()
