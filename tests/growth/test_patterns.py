"""T42: every regular expression of the Python code is linear, and none is made from what a person typed.

The suite measures a third of them, another each day; `make growth` all.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from cards.gateway import rulesets
from engine import api
from engine.commands.parsing import COMPLAINTS
from engine.language.analysis.structure import compiled
from engine.language.proofreading.patterns import patterns
from engine.packs.fast_json import _longer
from engine.packs.limits import CARD_LIMITS
from engine.rulesets import find
from tests.growth.measure import IS_WHOLE, run_jobs
from tests.growth.patterns import Survey, modules, survey
from tests.sampling import sampled


def _schema_patterns(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(value.get("pattern"), str):
            yield value["pattern"]
        for row in value.values():
            yield from _schema_patterns(row)
    for row in value if isinstance(value, list) else ():
        yield from _schema_patterns(row)


@cache
def of_schemas() -> list[str]:
    kinds = [(game.name, kind) for game in rulesets.rulesets() for kind in api.schema_kinds()]
    return sorted({each for game, kind in kinds for each in _schema_patterns(api.schema(game, kind))})


@cache
def _of_texts() -> list[re.Pattern[str]]:
    """Return what the checker of rules texts looks for, in every game."""
    matches: list[re.Pattern[str]] = []
    for info in rulesets.rulesets():
        for language in ("en", "zh"):
            made = patterns(find(info.name).vocabulary, language)
            matches += [*made.keys.values(), *made.claims.values(), *made.events.values(), *made.spans.values()]
    return matches


WORDS_OF_A_GAME: Final = "the words of a game, which its developers write"
GENERATORS: Final[dict[str, Callable[[], list[Any]]]] = {
    "engine/commands/parsing.py:_complaint": lambda: [english for english, _ in COMPLAINTS],
    "engine/language/analysis/structure.py:compiled": lambda: [compiled(each) for each in of_schemas()],
    "cards/services/bulk_values.py:_pattern": of_schemas,
    "engine/language/proofreading/patterns.py:_build": _of_texts,
    "engine/language/proofreading/patterns.py:_pattern": _of_texts,
    "engine/language/proofreading/patterns.py:_any": _of_texts,
    "engine/packs/fast_json.py:_longer": lambda: [_longer(CARD_LIMITS.string)],
    "engine/language/text/chinese.py:Chinese.which": lambda: ["([且或])(?:其|该怪物(?=不?是))"],
    "engine/language/text/chinese.py:_sorted_by": lambda: ["(?<![^且或])其(派系|学派)(不?)是([^其且或]+)(?![^且或])"],
    "engine/language/text/english.py:whole_word": lambda: [r"\bother monsters\b"],
    "engine/language/text/english.py:English.with_letter": lambda: [r"(?:every|each) (?:other )?monster\b"],
}
"""The places that make patterns from data, with the patterns that they make, or examples of them."""

ESCAPED: Final = {
    "engine/language/text/chinese.py:Chinese.which": WORDS_OF_A_GAME,
    "engine/language/text/chinese.py:_sorted_by": WORDS_OF_A_GAME,
    "engine/language/text/english.py:whole_word": WORDS_OF_A_GAME,
    "engine/language/text/english.py:English.with_letter": WORDS_OF_A_GAME,
    "engine/language/proofreading/patterns.py:_content": WORDS_OF_A_GAME,
    "engine/language/proofreading/patterns.py:_verb_claim": WORDS_OF_A_GAME,
    "engine/language/proofreading/patterns.py:_count_claim": WORDS_OF_A_GAME,
    "engine/language/proofreading/patterns.py:_build": "titles of keywords: a game's own, and those that a pack declares, which are names of cards",
}
"""Texts that become literals of a pattern, each with whose they are."""


@pytest.fixture(scope="module")
def code() -> Survey:
    """What the Python code does with patterns."""
    return survey(list(modules()))


def job(pattern: Any, uses: set[str], flags: int = 0) -> dict[str, Any]:
    """Return what the child measures of a pattern."""
    if isinstance(pattern, re.Pattern):
        pattern, flags = pattern.pattern, pattern.flags
    text = pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
    is_bytes = isinstance(pattern, bytes)
    return {"pattern": text, "is_bytes": is_bytes, "flags": int(flags) & ~re.UNICODE, "uses": sorted(uses)}


def test_every_pattern_of_the_code_is_linear(code: Survey) -> None:
    sites = [site for site in code.sites if site.pattern is not None]
    assert len(sites) > 150  # the finder sees them
    sites = sampled(sites, whole=IS_WHOLE)
    answers = run_jobs("pattern", [job(site.pattern, site.uses, site.flags) for site in sites])

    assert [
        (site.place, site.pattern, answer) for site, answer in zip(sites, answers, strict=True) if answer is not None
    ] == []


def test_every_pattern_that_is_made_from_data_is_linear(code: Survey) -> None:
    built = {site.place for site in code.sites if site.pattern is None}
    assert built == set(GENERATORS)  # a new one needs a row
    made = [job(item, {"search"}) for make in GENERATORS.values() for item in make()]
    jobs = list({(item["pattern"], item["flags"]): item for item in made}.values())
    jobs = sampled(jobs, whole=IS_WHOLE)
    answers = run_jobs("pattern", jobs)

    assert [(item, answer) for item, answer in zip(jobs, answers, strict=True) if answer is not None] == []


def test_no_text_of_a_person_becomes_a_pattern(code: Survey) -> None:
    assert set(code.escapes) == set(ESCAPED)
    assert code.strange == []


FAULTS: Final = {
    r"(?:\s|//[^\n\r]*|/\*(?:[^*]|\*(?!/))*\*/)*,": "match",
    r'"x"\s*\s*\s*\s*\s*\s*1': "search",
    r"\s*([\w*-]+)\s*(?:;\s*q=\s*(\d(?:\.\d{0,3})?))?\s*": "fullmatch",
    r"(?:a+)+b": "match",
    r"\s+$": "search",
}


def test_finds_what_is_planted() -> None:
    samples = sampled(FAULTS, whole=IS_WHOLE)
    answers = run_jobs("pattern", [job(pattern, {FAULTS[pattern]}) for pattern in samples])

    assert [pattern for pattern, answer in zip(samples, answers, strict=True) if answer is None] == []


def test_sees_patterns_wherever_they_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "planted.py"
    file.write_text(
        "import re\nA = {'x': re.compile('a+')}\ndef f(typed):\n    g = re.compile\n    B = re.compile('b+')\n"
        "    return A['x'].search(typed), re.sub(re.escape(typed), '', typed), B\n"
    )
    monkeypatch.setattr("tests.growth.patterns.ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    matching_survey = survey([file])

    assert [(site.place, site.pattern, site.uses) for site in matching_survey.sites] == [
        ("planted.py", "a+", {"search"}),
        ("planted.py:f", "b+", {"match", "fullmatch", "finditer"}),
        ("planted.py:f", None, {"finditer"}),
    ]
    assert (matching_survey.escapes, matching_survey.strange) == (
        ["planted.py:f"],
        ["planted.py:f: re.compile is no call"],
    )
