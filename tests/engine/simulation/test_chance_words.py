"""Each stream of chance that the engine draws from has words for the person who sets its next value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from engine.language.spec import LocalizedText
from engine.simulation.chance_words import OF_CARDS, PURPOSES, stream_words

ENGINE = Path(__file__).parents[3] / "engine"
DRAWS = ("chance", "chances", "shuffle")


def purposes(source: str) -> Iterator[str]:
    """Yield the first parts of the names of streams that a module writes out where it draws."""
    for call in ast.walk(ast.parse(source)):
        if not isinstance(call, ast.Call) or getattr(call.func, "id", getattr(call.func, "attr", "")) not in DRAWS:
            continue
        for argument in call.args[1:]:
            first = argument.values[0] if isinstance(argument, ast.JoinedStr) else argument
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value.partition("/")[0]


def streams_of_the_tree() -> set[str]:
    files = [file for folder in ("rulesets", "toolkit", "language") for file in (ENGINE / folder).rglob("*.py")]
    return {purpose for file in files for purpose in purposes(file.read_text(encoding="utf-8"))}


ZONES = {"deck", "common", "legendary"}
"""Words of the same calls that name a zone."""


def test_every_stream_has_words() -> None:
    streams = streams_of_the_tree() - {"shuffle"} - ZONES
    assert {"first", "die", "axis", "discard"} <= streams
    assert streams - PURPOSES.keys() == set()
    assert PURPOSES.keys() - streams - {OF_CARDS} == set(), "words for what nothing draws"


def test_the_finder_sees_a_stream_without_words() -> None:
    assert list(purposes('chance(st, f"omen/{seat}", 3)\nchance(st, "dawn", 2)\n')) == ["omen", "dawn"]


def test_words_name_the_seat_and_the_card() -> None:
    names = {"own.a": LocalizedText("Spark", "火花")}
    assert stream_words("die/0", {}) == ("Die of player 1", "1 号玩家的骰子")
    assert stream_words("fx/own.a#/skills/0", names) == ("Chance of Spark", "火花的随机")
    assert stream_words("fx/own.a/strike", names) == ("Chance of Spark", "火花的随机")
    assert stream_words("omen/1", {}) == ("omen/1", "omen/1")
