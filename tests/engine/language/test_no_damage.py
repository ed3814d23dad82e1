"""Damage that is limited, replaced or multiplied to 0 reads as prevented: no card says “at most 0 damage”."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest

from engine.language.spec import LocalizedText
from engine.language.spec.phrases import Case
from engine.rulesets import find, names

LIMIT = re.compile(r"(?:at most|exactly|multipl\w+ (?:that damage )?by|[×x]) ?\{(\w+)")
OF_DAMAGE = re.compile(r"(?<!more )(?<!less )(?<!additional )damage|Reduce it")


def unlikely_zeros(cases: tuple[Case, ...], phrase: LocalizedText | None) -> Iterator[str]:
    """Yield each text that limits damage by a number for whose 0 there is no text of its own."""
    texts: list[tuple[Mapping[str, Any], LocalizedText]] = [
        *((each.when, each.phrase) for each in cases if each.phrase),
        *([({}, phrase)] if phrase else []),
    ]
    for place, (when, text) in enumerate(texts):
        match = LIMIT.search(text.en)
        if match is None or not OF_DAMAGE.search(text.en) or when.get(match[1], 0) != 0 or "divisor" in when:
            continue
        zeros = [earlier for earlier, _ in texts[:place] if earlier.get(match[1]) == 0]
        if not any(all(when.get(key) == value for key, value in zero.items() if key != match[1]) for zero in zeros):
            yield text.en


@pytest.mark.parametrize("game", names())
def test_damage_of_zero_has_a_text_of_its_own(game: str) -> None:
    vocabulary = find(game).vocabulary
    specs = (*vocabulary.nodes, *vocabulary.records)
    assert [text for spec in specs for text in unlikely_zeros(spec.wording.cases, spec.phrase)] == []


def test_a_text_without_one_is_seen() -> None:
    spec = next(node for node in find("encounter").vocabulary.nodes if node.name == "capDamage")
    assert list(unlikely_zeros((), spec.phrase)) == [spec.phrase.en]
    without = tuple(replace(each, when={"amount": 1}) for each in spec.wording.cases)
    assert list(unlikely_zeros(without, spec.phrase)) == [spec.phrase.en]
