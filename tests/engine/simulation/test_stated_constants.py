"""Every sentence that states a constant of the statistics states the one of the code: in docstrings, decisions and the guide."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from engine.simulation.confidence_sequence import SHIFT, VALUES
from engine.simulation.ladder.plan import TOP_SHARE
from engine.simulation.presets import ALPHA, INTERIM_ANALYSES, PILOT
from engine.simulation.rate_intervals import MIN_BLOCKS, Z95
from engine.simulation.statistics import GUARD

ROOT = Path(__file__).parents[3]
WORDS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NUMBER = re.compile(r"\d|\b(three|four|five|six|seven|eight|nine)\b|\b(one|two) imagined")
ABOUT = re.compile(r"\b(blocks|alpha|error|looks|look|pilot|capital|imagined|percent|confidence)\b|%|/α")
END = re.compile(r"(?<=[.;:])\s+|\n\n")
PAGES = (
    "docs/adr/0075-intervals-hold-at-every-update-shown.md",
    "docs/adr/0076-deep-previews-bet-against-every-value.md",
    "docs/adr/0104-shares-are-clustered-and-flags-share-one-error.md",
    "docs/guide/en/previews.md",
)


def percent(name: str) -> str:
    """Return a part of the error as text has it: 0.5 %."""
    return f"{ALPHA[name] / 100:g} %"


STATEMENTS = (
    f"grown to {VALUES // SHIFT}/alpha",
    f"grown to {VALUES // SHIFT}/α",
    f"probability {percent('early')} / {INTERIM_ANALYSES - 1} each, at the last with {percent('final')}",
    f"Every family of secondary intervals has {percent('total')} of its own",
    f"look {WORDS[INTERIM_ANALYSES]} times",
    f"a pilot of {PILOT} blocks",
    f"The error of {percent('total')} is spent",
    f"{percent('pilot')} on the betting interval that is shown before the first look, {percent('early')} evenly on the early looks, {percent('final')} on the last",
    f"with {percent('pilot')} of the error, is shown before the first look",
    f"a variance with {WORDS[GUARD]} imagined blocks",
    f"Below {MIN_BLOCKS} blocks a block counts as one sample",
    f"splits {percent('total')} over them",
    f"each has its part of the {percent('total')} of error",
    f"with {100 - ALPHA['total'] / 100:g} % confidence at every update",
    f"The {97.5} % point" if round(Z95, 6) == 1.959964 else "no such point",
    f"not shown to reach {TOP_SHARE // 100} %",
    "at 95 %",
    "plain 95 %",
)
"""What the code has, in the words of the sentences that state it."""

CORRECTIONS = {"a variance with one imagined block": "docs/adr/0104-shares-are-clustered-and-flags-share-one-error.md"}
"""What an older decision says wrongly, and the decision that corrects it: decisions are not rewritten."""

OTHER_CONSTANTS = (
    "0 for any", "counted from 1", "0 for one within", "An ordinary 95 %", "9.21 σ²/h²", "the worst setting", "5,000 times", "plain 1.96",
    "above 5.5 %", "600 runs a setting", "in 0.5 to 6.7 %", "more than 10 %", "delta method", "the three with the least health",
    "by the expansion of Cornish and Fisher", "after n blocks of 0", "Below 0, blocks claim", "won 81.0 ± 7.3 % of 100 matches",
)  # fmt: skip
"""Parts of sentences with a number that is no constant: a measurement, an example, a way of counting."""


def sentences() -> Iterator[tuple[str, str]]:
    """Yield each sentence about the statistics that has a number, with its file."""
    for file in sorted((ROOT / "engine/simulation").glob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield from _with_numbers(file.name, node.value.value)
    for page in PAGES:
        yield from _with_numbers(page, (ROOT / page).read_text())


def _with_numbers(name: str, text: str) -> Iterator[tuple[str, str]]:
    for sentence in END.split(text):
        words = " ".join(sentence.split())
        if NUMBER.search(words) and ABOUT.search(words):
            yield name, words


def unknown(pairs: Iterator[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the sentences that agree with nothing that the code has, and are not known to be about something else."""
    known = (*STATEMENTS, *CORRECTIONS, *OTHER_CONSTANTS)
    return [(name, words) for name, words in pairs if not any(part in words for part in known)]


class TestASentenceThatStatesAConstant:
    def test_states_the_one_of_the_code(self) -> None:
        assert unknown(sentences()) == []

    def test_is_found_when_it_is_wrong(self) -> None:
        text = "m is excluded where the capital has grown to 1/alpha. The pilot has 150 blocks. Nothing else is said."

        assert len(unknown(_with_numbers("planted", text))) == 2

    def test_is_corrected_by_a_later_decision(self) -> None:
        for words, decision in CORRECTIONS.items():
            assert any(words in sentence for _, sentence in sentences())
            assert f"a variance with {WORDS[GUARD]} imagined blocks" in (ROOT / decision).read_text().replace("\n", " ")

    def test_stands_somewhere(self) -> None:
        texts = " ".join(words for _, words in sentences())

        assert [part for part in (*STATEMENTS, *OTHER_CONSTANTS) if part not in texts] == []
