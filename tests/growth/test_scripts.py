"""T42: every regular expression of the front end is linear, in the engine that runs it."""

from __future__ import annotations

from functools import cache
from typing import Final

import pytest

from tests.browser.launching import MISSING, chromium
from tests.growth.measure import IS_WHOLE, ROOT
from tests.growth.scripts import Literal, in_chromium, jobs_of, literals, measured, scripts
from tests.growth.test_patterns import of_schemas
from tests.sampling import sampled

GENERATED_FILES: Final = {"static/editor/src/model/places.ts", "static/editor/src/model/schema.ts"}
"""Files that make patterns from data: those of the card schema."""


@cache
def patterns() -> tuple[Literal, ...]:
    """Return the regular expressions of the front end."""
    files = ((file.relative_to(ROOT).as_posix(), file.read_text("utf-8")) for file in scripts())
    return tuple(literal for name, text in files for literal in literals(name, text))


FAULTS: Final = [r"^(?:a|a)*b", r"\s+$", r'"(?:[^"\\]|\\.)*"', r"^\{[^{}]*[^{}]*\}"]


def test_every_pattern_of_the_front_end_is_linear() -> None:
    own = [pattern for pattern in patterns() if pattern.source is not None]
    assert len(own) > 50  # the finder sees them
    answers = measured([(pattern.source or "", pattern.flags) for pattern in own])

    assert [(pattern, answer) for pattern, answer in zip(own, answers, strict=True) if answer is not None] == []


def test_every_pattern_of_a_schema_is_linear_there_too() -> None:
    assert {
        pattern.file for pattern in patterns() if pattern.source is None
    } == GENERATED_FILES  # a new one needs its patterns here
    answers = measured([(pattern, "u") for pattern in of_schemas()])

    assert [
        (pattern, answer) for pattern, answer in zip(of_schemas(), answers, strict=True) if answer is not None
    ] == []


def test_finds_what_is_planted() -> None:
    samples = sampled(FAULTS, of=4, whole=IS_WHOLE)
    answers = measured([(each, "") for each in samples], seconds=1)

    assert [each for each, answer in zip(samples, answers, strict=True) if answer is None] == []


@pytest.mark.skipif(not chromium(), reason=MISSING)
def test_in_chromium_measures_the_same_and_finds_what_is_planted() -> None:
    """Its engine may be newer than Node's, and linear where that one is not: `\\s+$` is, of those that are planted.

    What is planted has a page of its own, whose engine has compiled nothing else.
    """
    own = [(pattern.source or "", pattern.flags) for pattern in patterns() if pattern.source is not None]

    assert [pair for pair, answer in zip(own, in_chromium(jobs_of(own)), strict=True) if answer is not None] == []
    assert None not in in_chromium(jobs_of([(pattern, "") for pattern in FAULTS[2:]]))


def test_sees_patterns_wherever_they_are() -> None:
    text = r"""
    const a = /[/"]+/gu; // no /pattern/ here
    const b = 6 / 2 / 1, c = `${[/b/].length} /no/ ${{ d: /e`/ }.d} /no/`, url = "https://x/y/";
    if (!/f\/g/.test(a)) return /h/;
    const markup = <p title="/no/">{a}</p>, empty = <br />;
    const made = new RegExp(a, "u");
    """

    assert [(each.source, each.flags) for each in literals("x.tsx", text)] == [
        ('[/"]+', "gu"), ("b", ""), ("e`", ""), (r"f\/g", ""), ("h", ""), (None, ""),
    ]  # fmt: skip
